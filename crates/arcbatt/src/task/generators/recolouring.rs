//! Recolouring: colours change by size, shape, position or key.
//!
//! Invariant: no cell moves.

use super::Knobs;
use super::canvas::*;
use crate::grid::{Color, GridBuf};
use crate::rng::Rng;

families! {
    "recolouring";
    swap_red_and_blue: "Red becomes blue and blue becomes red.";
    replace_by_example:
        "The colour that vanishes in the demonstrations becomes the one that appears.";
    key_color: "Everything gray takes the colour of the key in the upper left corner.";
    largest_by_example: "The largest object takes the colour that the outputs show.";
    edge_touching: "Objects that touch the edge become yellow.";
    tall_blocks: "Blocks that are taller than wide become red.";
    straight_ones: "Objects that are straight lines become red.";
    even_columns: "Gray becomes red in every other column.";
    rank_colors: "The largest object becomes blue, the next red, the smallest green.";
    size_colors: "Objects of two cells become green, of three red, of four blue.";
    twin_shapes: "The two objects of the same shape become red.";
    key_row: "From left to right, the objects take the colours of the dots above.";
    flowers: "Red dots get yellow petals straight, blue dots green ones diagonally.";
}

/// Gray or coloured shapes: the canvas and the shapes.
fn shapes(
    rng: &mut Rng,
    knobs: &Knobs,
    kept: &[Color],
    colors: &[Color],
    shape: impl FnMut(&mut Rng) -> Option<Shape>,
) -> Option<(GridBuf, Vec<Placed>)> {
    let mut canvas = Canvas::sized(rng, knobs, 9, 28, knobs.ground(kept));
    let number = rng.range(3, 4 + 3 * knobs.scale);
    let objects = strew(&mut canvas, rng, number, colors, shape)?;
    Some((canvas.finish()?, objects))
}

/// The sample in which some objects, but not all, take a colour.
fn recolor_some(
    input: GridBuf,
    objects: &[Placed],
    is_kind: impl Fn(&Placed) -> bool,
    color: Color,
) -> Sample {
    let number = objects.iter().filter(|o| is_kind(o)).count();
    let cells = objects
        .iter()
        .filter(|o| is_kind(o))
        .flat_map(Placed::cells);
    let output = painted(&input, cells, color);
    (number > 0 && number < objects.len()).then_some((input, output))
}

fn swap_red_and_blue(rng: &mut Rng, knobs: &Knobs) -> Sample {
    let (height, width) = (knobs.side(rng, 4, 20), knobs.side(rng, 4, 20));
    let third = knobs.without(&[RED, BLUE])[0];
    let input = build(height, width, |_, _| match rng.below(10) {
        0 | 1 => RED,
        2 | 3 => BLUE,
        4 => third,
        _ => knobs.ground(&[RED, BLUE]),
    });
    let output = recolored(&input, |color| match color {
        RED => BLUE,
        BLUE => RED,
        other => other,
    });
    (count(&input, RED) > 0 && count(&input, BLUE) > 0).then_some((input, output))
}

fn replace_by_example(rng: &mut Rng, knobs: &Knobs) -> Sample {
    let colors = knobs.without(&[]);
    let (old, new) = (colors[0], colors[1]);
    let (input, objects) = shapes(rng, knobs, &[], &[old, colors[2], colors[3]], |rng| {
        let size = rng.range(2, 7);
        Some(Shape::blob(rng, size))
    })?;
    recolor_some(input, &objects, |o| o.color == old, new)
}

fn key_color(rng: &mut Rng, knobs: &Knobs) -> Sample {
    let ground = knobs.ground(&[GRAY]);
    let mut canvas = Canvas::sized(rng, knobs, 7, 24, ground);
    let key = rng.pick(&knobs.without(&[GRAY]))?;
    canvas.place_at(&Shape::dot(), 0, 0, key)?;
    let number = rng.range(1, 3 + knobs.scale);
    strew(&mut canvas, rng, number, &[GRAY], |rng| {
        let (h, w) = (rng.range(2, 4), rng.range(2, 4));
        Shape::spanning(rng, h, w)
    })?;
    let input = canvas.finish()?;
    let output = recolored(&input, |color| if color == GRAY { key } else { color });
    Some((input, output))
}

fn largest_by_example(rng: &mut Rng, knobs: &Knobs) -> Sample {
    let colors = knobs.without(&[]);
    let (input, objects) = shapes(rng, knobs, &[], &colors[1..2], |rng| {
        let size = rng.range(2, 10);
        Some(Shape::blob(rng, size))
    })?;
    let largest = unique_max(&objects, |o| o.shape.size())?;
    let output = painted(&input, largest.cells(), colors[0]);
    Some((input, output))
}

fn edge_touching(rng: &mut Rng, knobs: &Knobs) -> Sample {
    let colors = &knobs.without(&[YELLOW])[..2];
    let (input, objects) = shapes(rng, knobs, &[YELLOW], colors, |rng| {
        let size = rng.range(2, 6);
        Some(Shape::blob(rng, size))
    })?;
    let (height, width) = sides(&input);
    let touches = |o: &Placed| {
        o.top == 0 || o.left == 0 || o.bottom() == height - 1 || o.right() == width - 1
    };
    recolor_some(input, &objects, touches, YELLOW)
}

fn tall_blocks(rng: &mut Rng, knobs: &Knobs) -> Sample {
    let color = knobs.without(&[RED])[0];
    let (input, objects) = shapes(rng, knobs, &[RED], &[color], |rng| {
        let (h, w) = (rng.range(1, 5), rng.range(1, 5));
        Some(Shape::block(h, w))
    })?;
    recolor_some(input, &objects, |o| o.shape.height > o.shape.width, RED)
}

fn straight_ones(rng: &mut Rng, knobs: &Knobs) -> Sample {
    let color = knobs.without(&[RED])[0];
    let (input, objects) = shapes(rng, knobs, &[RED], &[color], |rng| {
        let length = rng.range(2, 5);
        Some(match rng.below(4) {
            0 => Shape::block(1, length),
            1 => Shape::block(length, 1),
            _ => Shape::blob(rng, length + 1),
        })
    })?;
    let is_line = |o: &Placed| o.shape.height == 1 || o.shape.width == 1;
    recolor_some(input, &objects, is_line, RED)
}

fn even_columns(rng: &mut Rng, knobs: &Knobs) -> Sample {
    let (input, objects) = shapes(rng, knobs, &[RED, GRAY], &[GRAY], |rng| {
        let (h, w) = (rng.range(2, 5), rng.range(2, 6));
        Some(Shape::block(h, w))
    })?;
    let cells = objects
        .iter()
        .flat_map(Placed::cells)
        .filter(|cell| cell.1 % 2 == 0);
    let output = painted(&input, cells, RED);
    Some((input, output))
}

fn rank_colors(rng: &mut Rng, knobs: &Knobs) -> Sample {
    let mut canvas = Canvas::sized(rng, knobs, 9, 24, knobs.ground(&[GRAY, BLUE, RED, GREEN]));
    let mut objects = strew(&mut canvas, rng, 3, &[GRAY], |rng| {
        let size = rng.range(2, 11);
        Some(Shape::blob(rng, size))
    })?;
    objects.sort_by_key(|o| -o.shape.size());
    let alike = objects
        .windows(2)
        .any(|o| o[0].shape.size() == o[1].shape.size());
    let input = canvas.finish()?;
    let output = objects
        .iter()
        .zip([BLUE, RED, GREEN])
        .fold(input.clone(), |grid, (o, color)| {
            painted(&grid, o.cells(), color)
        });
    (!alike).then_some((input, output))
}

fn size_colors(rng: &mut Rng, knobs: &Knobs) -> Sample {
    let mut turn = 0;
    let (input, objects) = shapes(rng, knobs, &[GRAY, GREEN, RED, BLUE], &[GRAY], |rng| {
        // The first three show all sizes.
        turn += 1;
        let size = if turn <= 3 { turn + 1 } else { rng.range(2, 4) };
        Some(Shape::blob(rng, size)).filter(|shape| shape.size() == size)
    })?;
    let output = objects.iter().fold(input.clone(), |grid, o| {
        let color = match o.shape.size() {
            2 => GREEN,
            3 => RED,
            _ => BLUE,
        };
        painted(&grid, o.cells(), color)
    });
    Some((input, output))
}

fn twin_shapes(rng: &mut Rng, knobs: &Knobs) -> Sample {
    let size = rng.range(4, 7);
    let twin = Shape::blob(rng, size);
    let mut turn = 0;
    let (input, objects) = shapes(rng, knobs, &[GRAY, RED], &[GRAY], |rng| {
        turn += 1;
        Some(if turn <= 2 {
            twin.clone()
        } else {
            Shape::blob(rng, size)
        })
    })?;
    let copies = |shape: &Shape| objects.iter().filter(|o| o.shape == *shape).count();
    if objects[2..].iter().any(|o| copies(&o.shape) > 1) {
        return None;
    }
    recolor_some(input, &objects, |o| o.shape == twin, RED)
}

fn key_row(rng: &mut Rng, knobs: &Knobs) -> Sample {
    let (height, width) = (knobs.side(rng, 8, 22), knobs.side(rng, 9, 28));
    let mut canvas = Canvas::new(height, width, knobs.ground(&[GRAY]));
    let mut colors = knobs.without(&[GRAY]);
    rng.shuffle(&mut colors);
    let mut objects = Vec::new();
    let mut left = rng.range(0, 2);
    while left < width - 3 && objects.len() < 4 {
        let (h, w) = (rng.range(2, 4), rng.range(1, 4).min(width - left));
        let shape = Shape::spanning(rng, h, w)?;
        let object = canvas.place_at(&shape, rng.range(2, height - h), left, GRAY)?;
        left = object.right() + rng.range(2, 4);
        objects.push(object);
    }
    (objects.len() >= 2).then_some(())?;
    let mut columns: Vec<i64> = (0..width).collect();
    rng.shuffle(&mut columns);
    columns.truncate(objects.len());
    columns.sort_unstable();
    for (&column, &color) in columns.iter().zip(&colors) {
        canvas.set((0, column), color);
    }
    let input = canvas.finish()?;
    let output = objects
        .iter()
        .zip(&colors)
        .fold(input.clone(), |grid, (o, &color)| {
            painted(&grid, o.cells(), color)
        });
    Some((input, output))
}

fn flowers(rng: &mut Rng, knobs: &Knobs) -> Sample {
    let mut canvas = Canvas::sized(rng, knobs, 7, 26, knobs.ground(&[RED, BLUE, YELLOW, GREEN]));
    (canvas.margin, canvas.gap) = (1, 2);
    let number = rng.range(2, 4 + 2 * knobs.scale);
    let dots = strew(&mut canvas, rng, number, &[RED, BLUE], |_| {
        Some(Shape::dot())
    })?;
    let input = canvas.finish()?;
    let mut output = input.clone();
    for dot in &dots {
        let (i, j) = (dot.top, dot.left);
        output = if dot.color == RED {
            painted(&output, DIRECTIONS.map(|d| (i + d.0, j + d.1)), YELLOW)
        } else {
            let petals = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
            painted(&output, petals.map(|d| (i + d.0, j + d.1)), GREEN)
        };
    }
    let both = dots.iter().any(|d| d.color == RED) && dots.iter().any(|d| d.color == BLUE);
    both.then_some((input, output))
}

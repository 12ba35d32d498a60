//! Enclosure: insides, outlines, frames and their content.
//!
//! Invariant: outlines do not touch each other or the edge.

use super::Knobs;
use super::canvas::*;
use crate::grid::{Color, GridBuf};
use crate::rng::Rng;

families! {
    "enclosure";
    fill_enclosed: "What closed loops enclose is filled; open ones stay empty.";
    fill_gaps: "Each object is completed to a rectangle, in the colour that the outputs show.";
    outline_objects: "A green box is drawn around each object.";
    inner_ring: "Each block gets a magenta ring, one cell inside its edge.";
    mark_corners: "The corners of each block change to the colour that the outputs show.";
    square_frames: "Square frames are filled with red, oblong ones with blue.";
    framed_dot: "The one frame that holds a dot, cut out.";
}

/// The background cells that cannot be reached from the edge.
fn enclosed(grid: &GridBuf, background: Color) -> Vec<Cell> {
    let (height, width) = sides(grid);
    let mut outside = vec![false; (height * width) as usize];
    let mut open: Vec<Cell> = (0..height)
        .flat_map(|i| (0..width).map(move |j| (i, j)))
        .filter(|&(i, j)| i == 0 || j == 0 || i == height - 1 || j == width - 1)
        .collect();
    while let Some((i, j)) = open.pop() {
        if grid.get(i, j) == Some(background) && !outside[(i * width + j) as usize] {
            outside[(i * width + j) as usize] = true;
            open.extend(DIRECTIONS.iter().map(|d| (i + d.0, j + d.1)));
        }
    }
    (0..height)
        .flat_map(|i| (0..width).map(move |j| (i, j)))
        .filter(|&(i, j)| at(grid, i, j) == background && !outside[(i * width + j) as usize])
        .collect()
}

fn fill_enclosed(rng: &mut Rng, knobs: &Knobs) -> Sample {
    let mut canvas = Canvas::sized(rng, knobs, 9, 28, BLACK);
    let number = rng.range(2, 3 + 2 * knobs.scale);
    for k in 0..number {
        let (h, w) = (rng.range(3, 5 + knobs.scale), rng.range(3, 5 + knobs.scale));
        let loop_shape = Shape::frame(h, w);
        let drawn = canvas.place(rng, &loop_shape, knobs.color(0))?;
        // The first stays closed; the first demonstration shows an open one too.
        if k == 1 && knobs.case == 0 || k > 0 && rng.chance(45) {
            let door = match rng.below(4) {
                0 => (drawn.top, rng.range(drawn.left + 1, drawn.right() - 1)),
                1 => (drawn.bottom(), rng.range(drawn.left + 1, drawn.right() - 1)),
                2 => (rng.range(drawn.top + 1, drawn.bottom() - 1), drawn.left),
                _ => (rng.range(drawn.top + 1, drawn.bottom() - 1), drawn.right()),
            };
            canvas.set(door, BLACK);
        }
    }
    let input = canvas.finish()?;
    let inside = enclosed(&input, BLACK);
    let output = painted(&input, inside, knobs.color(1));
    Some((input, output))
}

fn fill_gaps(rng: &mut Rng, knobs: &Knobs) -> Sample {
    let mut canvas = Canvas::sized(rng, knobs, 8, 26, knobs.background);
    let number = rng.range(2, 3 + 2 * knobs.scale);
    let colors = knobs.without(&[knobs.color(0)]);
    let objects = strew(&mut canvas, rng, number, &colors[..2], |rng| {
        let (h, w) = (rng.range(2, 5), rng.range(2, 5));
        Shape::spanning(rng, h, w).filter(|shape| !shape.is_block())
    })?;
    let input = canvas.finish()?;
    let gaps = objects.iter().flat_map(Placed::gaps);
    let output = painted(&input, gaps, knobs.color(0));
    Some((input, output))
}

fn outline_objects(rng: &mut Rng, knobs: &Knobs) -> Sample {
    let mut canvas = Canvas::sized(rng, knobs, 10, 28, knobs.ground(&[GREEN]));
    (canvas.margin, canvas.gap) = (1, 3);
    let number = rng.range(1, 2 + 2 * knobs.scale);
    let objects = strew(
        &mut canvas,
        rng,
        number,
        &knobs.without(&[GREEN])[..3],
        |rng| {
            let size = rng.range(1, 7);
            Some(Shape::blob(rng, size))
        },
    )?;
    let input = canvas.finish()?;
    let mut output = input.clone();
    for object in &objects {
        let ring = Shape::frame(object.shape.height + 2, object.shape.width + 2);
        let cells = ring
            .cells
            .iter()
            .map(|c| (c.0 + object.top - 1, c.1 + object.left - 1));
        output = painted(&output, cells, GREEN);
    }
    Some((input, output))
}

/// Blocks of at least three by three, in two colours that are not the mark's.
fn blocks(rng: &mut Rng, knobs: &Knobs, mark: Color) -> Option<(GridBuf, Vec<Placed>)> {
    let mut canvas = Canvas::sized(rng, knobs, 10, 28, knobs.ground(&[mark]));
    let colors = &knobs.without(&[mark])[..2];
    let number = rng.range(1, 2 + 2 * knobs.scale);
    let objects = strew(&mut canvas, rng, number, colors, |rng| {
        let (h, w) = (rng.range(3, 7), rng.range(3, 7));
        Some(Shape::block(h, w))
    })?;
    Some((canvas.finish()?, objects))
}

fn inner_ring(rng: &mut Rng, knobs: &Knobs) -> Sample {
    let (input, objects) = blocks(rng, knobs, MAGENTA)?;
    let mut output = input.clone();
    for object in &objects {
        let ring = Shape::frame(object.shape.height - 2, object.shape.width - 2);
        let cells = ring
            .cells
            .iter()
            .map(|c| (c.0 + object.top + 1, c.1 + object.left + 1));
        output = painted(&output, cells, MAGENTA);
    }
    Some((input, output))
}

fn mark_corners(rng: &mut Rng, knobs: &Knobs) -> Sample {
    let (input, objects) = blocks(rng, knobs, knobs.color(0))?;
    let corners = objects.iter().flat_map(|o| {
        [
            (o.top, o.left),
            (o.top, o.right()),
            (o.bottom(), o.left),
            (o.bottom(), o.right()),
        ]
    });
    let output = painted(&input, corners, knobs.color(0));
    Some((input, output))
}

fn square_frames(rng: &mut Rng, knobs: &Knobs) -> Sample {
    let mut canvas = Canvas::sized(rng, knobs, 12, 28, knobs.ground(&[RED, BLUE]));
    let color = knobs.without(&[RED, BLUE])[0];
    let mut output = Vec::new();
    for k in 0..rng.range(2, 4 + knobs.scale) {
        // The first is square and the second is not, so that both occur.
        let (mut h, mut w) = (rng.range(3, 6), rng.range(3, 6));
        match k {
            0 => w = h,
            1 => h = if w == 3 { rng.range(4, 6) } else { 3 },
            _ => {}
        }
        let frame = canvas.place(rng, &Shape::frame(h, w), color)?;
        output.push((frame.gaps(), if h == w { RED } else { BLUE }));
    }
    let input = canvas.finish()?;
    let output = output
        .into_iter()
        .fold(input.clone(), |grid, (cells, color)| {
            painted(&grid, cells, color)
        });
    Some((input, output))
}

fn framed_dot(rng: &mut Rng, knobs: &Knobs) -> Sample {
    let mut canvas = Canvas::sized(rng, knobs, 13, 28, knobs.background);
    let number = rng.range(2, 3 + knobs.scale);
    let dot = knobs.color(0);
    let frames = strew(
        &mut canvas,
        rng,
        number,
        &knobs.without(&[dot])[..4],
        |rng| {
            let (h, w) = (rng.range(4, 7), rng.range(4, 7));
            Some(Shape::frame(h, w))
        },
    )?;
    let wanted = &frames[0];
    let number = rng.range(1, 4);
    strew(&mut canvas, rng, number, &[dot], |_| Some(Shape::dot()))?;
    let inside = (
        rng.range(wanted.top + 1, wanted.bottom() - 1),
        rng.range(wanted.left + 1, wanted.right() - 1),
    );
    canvas.set(inside, dot);
    let input = canvas.finish()?;
    let output = wanted.cut(&input);
    Some((input, output))
}

//! Extraction: cut one object, part or list out of a larger picture.
//!
//! Invariant: the part to cut out is unique.

use super::Knobs;
use super::canvas::*;
use crate::grid::{Color, GridBuf};
use crate::rng::Rng;

families! {
    "extraction";
    crop_object: "The many-coloured object, cut out.";
    crop_largest: "The largest object, cut out." => |rng, knobs| ranked_size(rng, knobs, 0);
    crop_second_largest: "The second largest object, cut out."
        => |rng, knobs| ranked_size(rng, knobs, 1);
    odd_color_out: "The one object of another colour, cut out.";
    inside_frame: "What a frame encloses; its colour is the one that no output shows.";
    between_markers: "What lies between four yellow corner marks.";
    rarest_color_box: "The smallest rectangle that holds all cells of the rarest colour.";
    most_spotted: "The block with the most red spots, cut out.";
    red_and_blue: "The block with both red and blue spots, cut out.";
    colors_top_down: "A column of the objects' colours, from the topmost to the lowest.";
}

fn crop_object(rng: &mut Rng, knobs: &Knobs) -> Sample {
    let mut canvas = Canvas::sized(rng, knobs, 6, 24, knobs.background);
    let (h, w) = (rng.range(2, 4 + knobs.scale), rng.range(2, 4 + knobs.scale));
    let shape = Shape::spanning(rng, h, w)?;
    let object = canvas.place(rng, &shape, knobs.color(0))?;
    for cell in object.cells() {
        canvas.set(cell, knobs.color(rng.below(3) as usize));
    }
    let input = canvas.finish()?;
    let output = object.cut(&input);
    Some((input, output))
}

fn ranked_size(rng: &mut Rng, knobs: &Knobs, rank: usize) -> Sample {
    let mut canvas = Canvas::sized(rng, knobs, 10, 28, knobs.background);
    let number = rng.range(3, 4 + 2 * knobs.scale);
    let mut sizes: Vec<i64> = (2..=(number + 6)).collect();
    rng.shuffle(&mut sizes);
    let mut sizes = sizes.into_iter();
    let colors = &knobs.without(&[])[..4];
    let mut objects = strew(&mut canvas, rng, number, colors, |rng| {
        sizes.next().map(|size| Shape::blob(rng, size))
    })?;
    objects.sort_by_key(|o| -o.shape.size());
    let alike = objects
        .windows(2)
        .any(|o| o[0].shape.size() == o[1].shape.size());
    let input = canvas.finish()?;
    let output = objects[rank].cut(&input);
    (!alike).then_some((input, output))
}

fn odd_color_out(rng: &mut Rng, knobs: &Knobs) -> Sample {
    let mut canvas = Canvas::sized(rng, knobs, 9, 26, knobs.background);
    let mut colors = knobs.without(&[]);
    rng.shuffle(&mut colors);
    let blob = |rng: &mut Rng| {
        let size = rng.range(3, 7);
        Some(Shape::blob(rng, size))
    };
    let odd = strew(&mut canvas, rng, 1, &colors[..1], blob)?;
    let number = rng.range(3, 4 + 2 * knobs.scale);
    strew(&mut canvas, rng, number, &colors[1..2], blob)?;
    let input = canvas.finish()?;
    let output = odd[0].cut(&input);
    Some((input, output))
}

/// A black grid with scattered cells of the given colours.
fn noisy(rng: &mut Rng, knobs: &Knobs, colors: &[Color]) -> Option<GridBuf> {
    let (height, width) = (knobs.side(rng, 9, 30), knobs.side(rng, 9, 30));
    let mut grid = GridBuf::filled(height as usize, width as usize, BLACK);
    for i in 0..height {
        for j in 0..width {
            if rng.chance(30) {
                grid.set(i, j, rng.pick(colors)?);
            }
        }
    }
    Some(grid)
}

/// A rectangle at least four cells wide and high: top, left, height, width.
fn window(rng: &mut Rng, grid: &GridBuf) -> (i64, i64, i64, i64) {
    let (height, width) = sides(grid);
    let (h, w) = (rng.range(4, height - 2), rng.range(4, width - 2));
    let (top, left) = (rng.range(0, height - h), rng.range(0, width - w));
    (top, left, h, w)
}

fn inside_frame(rng: &mut Rng, knobs: &Knobs) -> Sample {
    let noise = [knobs.color(1), knobs.color(2)];
    let sheet = noisy(rng, knobs, &noise)?;
    let (top, left, h, w) = window(rng, &sheet);
    let frame = Shape::frame(h, w);
    let input = painted(
        &sheet,
        frame.cells.iter().map(|c| (c.0 + top, c.1 + left)),
        knobs.color(0),
    );
    let output = crop(&input, top + 1, left + 1, h - 2, w - 2);
    // All other colours stay, so that only that of the frame vanishes.
    let shows_all = noise
        .iter()
        .chain([&BLACK])
        .all(|&color| count(&output, color) > 0);
    shows_all.then_some((input, output))
}

fn between_markers(rng: &mut Rng, knobs: &Knobs) -> Sample {
    let sheet = noisy(rng, knobs, &knobs.without(&[YELLOW])[..2])?;
    let (top, left, h, w) = window(rng, &sheet);
    let (bottom, right) = (top + h - 1, left + w - 1);
    let corners = [(top, left), (top, right), (bottom, left), (bottom, right)];
    let input = painted(&sheet, corners, YELLOW);
    let output = crop(&input, top + 1, left + 1, h - 2, w - 2);
    Some((input, output))
}

fn rarest_color_box(rng: &mut Rng, knobs: &Knobs) -> Sample {
    let colors = knobs.without(&[]);
    let sheet = noisy(rng, knobs, &colors[..2])?;
    let (top, left, h, w) = window(rng, &sheet);
    let (h, w) = (h.min(8), w.min(8));
    let rare = rng.pick(&colors[2..6])?;
    let cells = [
        (top, left + rng.range(0, w - 1)),
        (top + h - 1, left + rng.range(0, w - 1)),
        (top + rng.range(0, h - 1), left),
        (top + rng.range(0, h - 1), left + w - 1),
    ];
    let input = painted(&sheet, cells, rare);
    let output = crop(&input, top, left, h, w);
    let least = colors[..2].iter().map(|&c| count(&input, c)).min()?;
    (least > 5).then_some((input, output))
}

/// Blocks of one colour, and the number of red and blue spots that each should have.
fn spotted(rng: &mut Rng, knobs: &Knobs, spots: &[(i64, i64)]) -> Option<(GridBuf, Vec<Placed>)> {
    let mut canvas = Canvas::sized(rng, knobs, 11, 28, knobs.ground(&[RED, BLUE]));
    let colors = &knobs.without(&[RED, BLUE])[..2];
    let number = spots.len() as i64;
    let blocks = strew(&mut canvas, rng, number, colors, |rng| {
        let (h, w) = (rng.range(3, 5), rng.range(3, 5));
        Some(Shape::block(h, w))
    })?;
    for (block, &(red, blue)) in blocks.iter().zip(spots) {
        let mut cells: Vec<Cell> = block.cells().collect();
        rng.shuffle(&mut cells);
        for (k, cell) in (0..red + blue).zip(cells) {
            canvas.set(cell, if k < red { RED } else { BLUE });
        }
    }
    Some((canvas.finish()?, blocks))
}

fn most_spotted(rng: &mut Rng, knobs: &Knobs) -> Sample {
    let most = rng.range(3, 5);
    let mut spots = vec![(most, 0)];
    for _ in 0..rng.range(1, 2 + knobs.scale) {
        spots.push((rng.range(0, most - 1), 0));
    }
    let (input, blocks) = spotted(rng, knobs, &spots)?;
    let output = blocks[0].cut(&input);
    Some((input, output))
}

fn red_and_blue(rng: &mut Rng, knobs: &Knobs) -> Sample {
    let mut spots = vec![(rng.range(1, 2), rng.range(1, 2))];
    spots.push((rng.range(1, 3), 0));
    spots.push((0, rng.range(1, 3)));
    if knobs.scale > 0 && rng.chance(50) {
        spots.push((0, 0));
    }
    let (input, blocks) = spotted(rng, knobs, &spots)?;
    let output = blocks[0].cut(&input);
    Some((input, output))
}

fn colors_top_down(rng: &mut Rng, knobs: &Knobs) -> Sample {
    let (height, width) = (knobs.side(rng, 8, 28), knobs.side(rng, 6, 24));
    let mut canvas = Canvas::new(height, width, knobs.background);
    let colors = &knobs.without(&[])[..6];
    let mut list: Vec<Color> = Vec::new();
    let mut top = rng.range(0, 1);
    while top < height - 3 {
        let (h, w) = (rng.range(1, 3), rng.range(1, 4));
        let shape = Shape::spanning(rng, h, w)?;
        let color = rng.pick(colors)?;
        let object = canvas.place_at(&shape, top, rng.range(0, width - w), color)?;
        list.push(color);
        top = object.bottom() + rng.range(2, 3);
    }
    let output = build(list.len() as i64, 1, |i, _| list[i as usize]);
    (list.len() >= 2).then_some(())?;
    Some((canvas.finish()?, output))
}

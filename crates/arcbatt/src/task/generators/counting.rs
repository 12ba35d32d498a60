//! Counting: objects and cells become bars, diagonals, ranks and single colours.
//!
//! Invariant: the most or the fewest, where a rule asks for them, are unique.

use super::Knobs;
use super::canvas::*;
use crate::grid::Color;
use crate::rng::Rng;

families! {
    "counting";
    count_bar: "A bar with as many cells as there are objects.";
    count_diagonal: "A square with a diagonal as long as there are objects.";
    count_to_nine: "A square of nine, filled row by row with as many cells as there are dots.";
    commonest_color: "A square in the colour of which most cells were strewn."
        => |rng, knobs| ranked_color(rng, knobs, 0, 3);
    runner_up_color: "A square in the colour of which second most cells were strewn."
        => |rng, knobs| ranked_color(rng, knobs, 1, 2);
    more_objects: "The colour of which there are more objects, though fewer cells.";
    color_histogram: "A bar for each colour, as long as it has cells, the shortest first.";
    staircase: "A bar grows by one cell a row until the row is full.";
}

/// Up to `most` blobs of one colour: the canvas, their number, and the colour.
fn blobs(rng: &mut Rng, knobs: &Knobs, least: i64, most: i64) -> Option<(Canvas, i64, Color)> {
    let mut canvas = Canvas::sized(rng, knobs, 8, 24, knobs.background);
    let number = rng.range(least, most);
    let color = rng.pick(&knobs.without(&[])[..4])?;
    strew(&mut canvas, rng, number, &[color], |rng| {
        let size = rng.range(1, 5);
        Some(Shape::blob(rng, size))
    })?;
    Some((canvas, number, color))
}

fn count_bar(rng: &mut Rng, knobs: &Knobs) -> Sample {
    let (canvas, number, color) = blobs(rng, knobs, 1, 7 + knobs.scale)?;
    Some((canvas.finish()?, build(1, number, |_, _| color)))
}

fn count_diagonal(rng: &mut Rng, knobs: &Knobs) -> Sample {
    let (canvas, number, color) = blobs(rng, knobs, 2, 6 + knobs.scale)?;
    let output = build(number, number, |i, j| if i == j { color } else { BLACK });
    Some((canvas.finish()?, output))
}

fn count_to_nine(rng: &mut Rng, knobs: &Knobs) -> Sample {
    let mut canvas = Canvas::sized(rng, knobs, 5, 16, knobs.background);
    let number = rng.range(1, 9);
    let color = rng.pick(&knobs.without(&[])[..3])?;
    canvas.gap = 0;
    strew(&mut canvas, rng, number, &[color], |_| Some(Shape::dot()))?;
    let output = build(3, 3, |i, j| if 3 * i + j < number { color } else { BLACK });
    Some((canvas.finish()?, output))
}

fn ranked_color(rng: &mut Rng, knobs: &Knobs, rank: usize, side: i64) -> Sample {
    let mut canvas = Canvas::sized(rng, knobs, 6, 22, knobs.background);
    let mut colors = knobs.without(&[]);
    rng.shuffle(&mut colors);
    canvas.gap = 0;
    // Each colour has at least two cells fewer than the one before.
    let mut number = 7 + rng.range(0, canvas.height * canvas.width / 12);
    for &color in &colors[..3] {
        strew(&mut canvas, rng, number, &[color], |_| Some(Shape::dot()))?;
        number -= rng.range(2, 3);
    }
    let output = build(side, side, |_, _| colors[rank]);
    Some((canvas.finish()?, output))
}

fn more_objects(rng: &mut Rng, knobs: &Knobs) -> Sample {
    let mut canvas = Canvas::sized(rng, knobs, 9, 24, knobs.background);
    let mut colors = knobs.without(&[]);
    rng.shuffle(&mut colors);
    let many = rng.range(3, 5);
    let few = rng.range(1, many - 1);
    let big = strew(&mut canvas, rng, few, &colors[..1], |rng| {
        let (h, w) = (rng.range(2, 3), rng.range(3, 4));
        Some(Shape::block(h, w))
    })?;
    let small = strew(&mut canvas, rng, many, &colors[1..2], |rng| {
        let size = rng.range(1, 2);
        Some(Shape::blob(rng, size))
    })?;
    let cells = |objects: &[Placed]| objects.iter().map(|o| o.shape.size()).sum::<i64>();
    if cells(&small) >= cells(&big) {
        return None;
    }
    Some((canvas.finish()?, build(1, 1, |_, _| colors[1])))
}

fn color_histogram(rng: &mut Rng, knobs: &Knobs) -> Sample {
    let mut canvas = Canvas::sized(rng, knobs, 7, 20, knobs.background);
    canvas.gap = 0;
    let mut colors = knobs.without(&[]);
    rng.shuffle(&mut colors);
    let mut bars: Vec<(i64, Color)> = Vec::new();
    let mut length = 0;
    for &color in &colors[..rng.range(2, 4) as usize] {
        length += rng.range(1, 3);
        strew(&mut canvas, rng, length, &[color], |_| Some(Shape::dot()))?;
        bars.push((length, color));
    }
    let output = build(bars.len() as i64, length, |i, j| {
        let (own, color) = bars[i as usize];
        if j < own { color } else { BLACK }
    });
    Some((canvas.finish()?, output))
}

fn staircase(rng: &mut Rng, knobs: &Knobs) -> Sample {
    let width = knobs.side(rng, 4, 20);
    let start = rng.range(1, width - 2);
    let color = rng.pick(&knobs.without(&[]))?;
    let height = width - start + 1;
    let output = build(
        height,
        width,
        |i, j| if j < start + i { color } else { BLACK },
    );
    Some((crop(&output, 0, 0, 1, width), output))
}

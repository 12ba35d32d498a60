//! Scaling: larger, smaller, stretched, peeled.
//!
//! Invariant: no side of an output is longer than 30 cells.

use super::Knobs;
use super::canvas::*;
use crate::grid::GridBuf;
use crate::rng::Rng;

families! {
    "scaling";
    scale_up: "Each cell becomes a block of three by three.";
    scale_down: "Each block of two by two becomes a cell.";
    scale_by_colors: "Each cell becomes a block with as many cells a side as there are colours.";
    stretch_short_side: "Tall pictures become twice as wide, others twice as tall.";
    magnify_smallest: "The smallest object, cut out and twice as large.";
    shrink_object: "The object, cut out, with each block of three by three as one cell.";
    peel_two_rings: "The two outer rings are peeled off.";
}

/// Every cell enlarged to a block.
fn enlarged(grid: &GridBuf, rows: i64, columns: i64) -> GridBuf {
    let (height, width) = sides(grid);
    build(height * rows, width * columns, |i, j| {
        at(grid, i / rows, j / columns)
    })
}

fn scale_up(rng: &mut Rng, knobs: &Knobs) -> Sample {
    let (height, width) = (knobs.side(rng, 2, 10), knobs.side(rng, 3, 10));
    let input = picture(rng, knobs, height, width, knobs.background)?;
    let output = enlarged(&input, 3, 3);
    Some((input, output))
}

fn scale_down(rng: &mut Rng, knobs: &Knobs) -> Sample {
    let (height, width) = (knobs.side(rng, 2, 15), knobs.side(rng, 3, 15));
    let output = picture(rng, knobs, height, width, knobs.background)?;
    Some((enlarged(&output, 2, 2), output))
}

fn scale_by_colors(rng: &mut Rng, knobs: &Knobs) -> Sample {
    let (height, width) = (knobs.side(rng, 2, 6), knobs.side(rng, 2, 6));
    let number = 2 + (knobs.case % 3) as i64;
    let mut colors = knobs.without(&[]);
    rng.shuffle(&mut colors);
    let input = build(height, width, |_, _| {
        colors[rng.below(number as u64) as usize]
    });
    let shows_all = colors[..number as usize]
        .iter()
        .all(|&c| count(&input, c) > 0);
    let output = enlarged(&input, number, number);
    shows_all.then_some((input, output))
}

fn stretch_short_side(rng: &mut Rng, knobs: &Knobs) -> Sample {
    let short = knobs.side(rng, 2, 10);
    let long = short + rng.range(1, 5);
    let is_tall = knobs.case.is_multiple_of(2);
    let (height, width) = if is_tall {
        (long, short)
    } else {
        (short, long)
    };
    let input = picture(rng, knobs, height, width, knobs.background)?;
    let output = if is_tall {
        enlarged(&input, 1, 2)
    } else {
        enlarged(&input, 2, 1)
    };
    Some((input, output))
}

fn magnify_smallest(rng: &mut Rng, knobs: &Knobs) -> Sample {
    let mut canvas = Canvas::sized(rng, knobs, 9, 26, knobs.background);
    let number = rng.range(2, 3 + knobs.scale);
    let objects = strew(&mut canvas, rng, number, &knobs.without(&[])[..4], |rng| {
        let size = rng.range(3, 10);
        Some(Shape::blob(rng, size))
    })?;
    let smallest = unique_max(&objects, |o| -o.shape.size())?;
    let input = canvas.finish()?;
    let output = enlarged(&smallest.cut(&input), 2, 2);
    Some((input, output))
}

fn shrink_object(rng: &mut Rng, knobs: &Knobs) -> Sample {
    let side = rng.range(2, 3 + knobs.scale);
    let (height, width) = (knobs.side(rng, 8, 28), knobs.side(rng, 8, 28));
    let shape = Shape::spanning(rng, side, side)?;
    let color = |rng: &mut Rng| knobs.color(rng.below(3) as usize);
    let mut small = GridBuf::filled(side as usize, side as usize, knobs.background);
    for &(i, j) in &shape.cells {
        small.set(i, j, color(rng));
    }
    let large = enlarged(&small, 3, 3);
    (3 * side <= height.min(width)).then_some(())?;
    let (top, left) = (
        rng.range(0, height - 3 * side),
        rng.range(0, width - 3 * side),
    );
    let input = build(height, width, |i, j| {
        large.get(i - top, j - left).unwrap_or(knobs.background)
    });
    is_mostly(&input, knobs.background).then_some((input, small))
}

fn peel_two_rings(rng: &mut Rng, knobs: &Knobs) -> Sample {
    let (height, width) = (knobs.side(rng, 6, 26), knobs.side(rng, 6, 26));
    let outer = [
        rng.pick(&knobs.colors[3..6])?,
        rng.pick(&knobs.colors[6..])?,
    ];
    let inner = picture(rng, knobs, height - 4, width - 4, knobs.background)?;
    let input = build(height, width, |i, j| {
        let depth = i.min(j).min(height - 1 - i).min(width - 1 - j);
        match depth {
            0 => outer[0],
            1 => outer[1],
            _ => at(&inner, i - 2, j - 2),
        }
    });
    Some((input, inner))
}

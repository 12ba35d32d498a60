//! Denoising: remove noise, repair damage.
//!
//! Invariant: damage never hides where an object ends.

use super::Knobs;
use super::canvas::*;
use crate::rng::Rng;

families! {
    "denoising";
    remove_dots: "Single cells vanish, larger objects stay.";
    drop_color_by_example: "The cells of the colour that no output shows vanish.";
    only_largest: "Everything but the largest object vanishes.";
    remove_lines: "The lines that cut through the picture are taken out of it.";
    squeeze_repeats: "Repeated rows and columns are squeezed to one.";
    repair_blocks: "Holes in the blocks are filled.";
    clean_blocks: "Gray noise vanishes, from the ground and from the blocks.";
}

fn remove_dots(rng: &mut Rng, knobs: &Knobs) -> Sample {
    let mut canvas = Canvas::sized(rng, knobs, 8, 28, knobs.background);
    let colors = knobs.without(&[]);
    let number = rng.range(1, 3 + 2 * knobs.scale);
    strew(&mut canvas, rng, number, &colors[..3], |rng| {
        let size = rng.range(3, 9);
        Some(Shape::blob(rng, size))
    })?;
    let output = canvas.grid.clone();
    let number = rng.range(2, 5 + 3 * knobs.scale);
    strew(&mut canvas, rng, number, &colors[..4], |_| {
        Some(Shape::dot())
    })?;
    Some((canvas.finish()?, output))
}

fn drop_color_by_example(rng: &mut Rng, knobs: &Knobs) -> Sample {
    let mut canvas = Canvas::sized(rng, knobs, 7, 26, knobs.background);
    let noise = knobs.color(0);
    let number = rng.range(2, 4 + knobs.scale);
    strew(
        &mut canvas,
        rng,
        number,
        &knobs.without(&[noise])[..2],
        |rng| {
            let (h, w) = (rng.range(2, 5), rng.range(2, 5));
            Some(Shape::block(h, w))
        },
    )?;
    let output = canvas.grid.clone();
    for _ in 0..canvas.height * canvas.width / 8 {
        let cell = (
            rng.range(0, canvas.height - 1),
            rng.range(0, canvas.width - 1),
        );
        if canvas.is_empty(cell) {
            canvas.set(cell, noise);
        }
    }
    (count(&canvas.grid, noise) > 0).then_some(())?;
    Some((canvas.finish()?, output))
}

fn only_largest(rng: &mut Rng, knobs: &Knobs) -> Sample {
    let mut canvas = Canvas::sized(rng, knobs, 9, 28, knobs.background);
    let mut output = canvas.grid.clone();
    let number = rng.range(3, 4 + 3 * knobs.scale);
    let objects = strew(&mut canvas, rng, number, &knobs.without(&[])[..4], |rng| {
        let size = rng.range(1, 12);
        Some(Shape::blob(rng, size))
    })?;
    let largest = unique_max(&objects, |o| o.shape.size())?;
    output = painted(&output, largest.cells(), largest.color);
    Some((canvas.finish()?, output))
}

fn remove_lines(rng: &mut Rng, knobs: &Knobs) -> Sample {
    let (height, width) = (knobs.side(rng, 4, 18), knobs.side(rng, 4, 18));
    let output = build(height, width, |_, _| match rng.below(6) {
        n @ 0..3 => knobs.color(n as usize),
        _ => knobs.background,
    });
    let plain_row = (0..height).any(|i| (1..width).all(|j| at(&output, i, j) == at(&output, i, 0)));
    let plain_column =
        (0..width).any(|j| (1..height).all(|i| at(&output, i, j) == at(&output, 0, j)));
    (!plain_row && !plain_column).then_some(())?;
    // A line goes before every repeated number.
    let mut spread = |side: i64| {
        let mut numbers: Vec<i64> = (0..side).collect();
        for _ in 0..rng.range(1, 2 + knobs.scale) {
            numbers.push(rng.range(1, side - 1));
        }
        numbers.sort_unstable();
        numbers
    };
    let (rows, columns) = (spread(height), spread(width));
    let is_line =
        |numbers: &[i64], k: i64| numbers.get(k as usize + 1) == Some(&numbers[k as usize]);
    let input = build(rows.len() as i64, columns.len() as i64, |i, j| {
        if is_line(&rows, i) || is_line(&columns, j) {
            knobs.color(4)
        } else {
            at(&output, rows[i as usize], columns[j as usize])
        }
    });
    Some((input, output))
}

fn squeeze_repeats(rng: &mut Rng, knobs: &Knobs) -> Sample {
    let (height, width) = (knobs.side(rng, 2, 9), knobs.side(rng, 2, 9));
    let output = build(height, width, |_, _| knobs.color(rng.below(3) as usize));
    let row = |i: i64| (0..width).map(move |j| (i, j));
    let column = |j: i64| (0..height).map(move |i| (i, j));
    let color = |cell: Cell| at(&output, cell.0, cell.1);
    let twin_rows = (0..height).any(|a| (0..a).any(|b| row(a).map(color).eq(row(b).map(color))));
    let twin_columns =
        (0..width).any(|a| (0..a).any(|b| column(a).map(color).eq(column(b).map(color))));
    (!twin_rows && !twin_columns).then_some(())?;
    let mut spread = |side: i64| -> Vec<i64> {
        let repeated = (0..side).map(|k| (k, rng.range(1, 3)));
        repeated
            .flat_map(|(k, times)| (0..times).map(move |_| k))
            .collect()
    };
    let (rows, columns) = (spread(height), spread(width));
    let input = build(rows.len() as i64, columns.len() as i64, |i, j| {
        at(&output, rows[i as usize], columns[j as usize])
    });
    Some((input, output))
}

/// Whether the rest of a block still shows its extent.
fn still_tells(block: &Placed, left: &[Cell]) -> bool {
    let rest = Shape::of(left.iter().copied());
    (rest.height, rest.width) == (block.shape.height, block.shape.width) && rest.is_connected()
}

fn repair_blocks(rng: &mut Rng, knobs: &Knobs) -> Sample {
    let mut canvas = Canvas::sized(rng, knobs, 9, 28, knobs.background);
    let number = rng.range(2, 3 + knobs.scale);
    let blocks = strew(&mut canvas, rng, number, &knobs.without(&[])[..4], |rng| {
        let (h, w) = (rng.range(3, 7), rng.range(3, 7));
        Some(Shape::block(h, w))
    })?;
    let output = canvas.grid.clone();
    for block in &blocks {
        let mut cells: Vec<Cell> = block.cells().collect();
        rng.shuffle(&mut cells);
        let holes = rng.range(1, block.shape.size() / 4) as usize;
        still_tells(block, &cells[holes..]).then_some(())?;
        cells[..holes]
            .iter()
            .for_each(|&cell| canvas.set(cell, knobs.background));
    }
    Some((canvas.finish()?, output))
}

fn clean_blocks(rng: &mut Rng, knobs: &Knobs) -> Sample {
    let mut canvas = Canvas::sized(rng, knobs, 9, 28, BLACK);
    let number = rng.range(1, 3 + knobs.scale);
    let blocks = strew(
        &mut canvas,
        rng,
        number,
        &knobs.without(&[GRAY])[..3],
        |rng| {
            let (h, w) = (rng.range(3, 8), rng.range(3, 8));
            Some(Shape::block(h, w))
        },
    )?;
    let output = canvas.grid.clone();
    for _ in 0..canvas.height * canvas.width / 9 {
        let cell = (
            rng.range(0, canvas.height - 1),
            rng.range(0, canvas.width - 1),
        );
        canvas.set(cell, GRAY);
    }
    let is_clean = |&(i, j): &Cell| at(&canvas.grid, i, j) != GRAY;
    let mut damaged = false;
    for block in &blocks {
        let rest: Vec<Cell> = block.cells().filter(is_clean).collect();
        damaged |= (rest.len() as i64) < block.shape.size();
        still_tells(block, &rest).then_some(())?;
    }
    damaged.then_some(())?;
    Some((canvas.finish()?, output))
}

//! Gravity: cells and objects fall, rise and slide until something stops them.
//!
//! Invariant: something moves in every input.

use super::Knobs;
use super::canvas::*;
use crate::grid::{Color, GridBuf};
use crate::rng::Rng;

families! {
    "gravity";
    gravity_down: "All cells fall to the floor or onto each other.";
    gravity_left: "All cells slide to the left edge or up to each other.";
    float_and_sink: "Red cells rise to the ceiling, blue cells sink to the floor.";
    sort_bars: "Bars that stand on the floor, sorted by height.";
    slide_to_wall: "The object slides until it touches the gray wall.";
    gravity_to_block: "All dots fly to the big block.";
    drop_to_floor: "Each object falls, as it is, to the floor.";
}

/// Each column's coloured cells at its bottom, in their order.
fn fallen(grid: &GridBuf) -> GridBuf {
    let (height, width) = sides(grid);
    let mut output = GridBuf::filled(height as usize, width as usize, BLACK);
    for j in 0..width {
        let mut floor = height - 1;
        for i in (0..height).rev() {
            let color = at(grid, i, j);
            if color != BLACK {
                output.set(floor, j, color);
                floor -= 1;
            }
        }
    }
    output
}

fn strewn(rng: &mut Rng, knobs: &Knobs, colors: &[Color]) -> Option<GridBuf> {
    let (height, width) = (knobs.side(rng, 4, 22), knobs.side(rng, 4, 22));
    let mut grid = GridBuf::filled(height as usize, width as usize, BLACK);
    for _ in 0..(height * width / 4).max(4) {
        let (i, j) = (rng.range(0, height - 1), rng.range(0, width - 1));
        grid.set(i, j, rng.pick(colors)?);
    }
    Some(grid)
}

fn gravity_down(rng: &mut Rng, knobs: &Knobs) -> Sample {
    let number = 1 + (knobs.number % 3) as usize;
    let input = strewn(rng, knobs, &knobs.without(&[])[..number])?;
    let output = fallen(&input);
    Some((input, output))
}

fn gravity_left(rng: &mut Rng, knobs: &Knobs) -> Sample {
    let number = 1 + (knobs.number % 3) as usize;
    let input = strewn(rng, knobs, &knobs.without(&[])[..number])?;
    let output = turned(&fallen(&turned(&input, 6)), 4);
    Some((input, output))
}

fn float_and_sink(rng: &mut Rng, knobs: &Knobs) -> Sample {
    let input = strewn(rng, knobs, &[RED, BLUE])?;
    let (height, width) = sides(&input);
    let mut output = GridBuf::filled(height as usize, width as usize, BLACK);
    for j in 0..width {
        let number = |color| (0..height).filter(|&i| at(&input, i, j) == color).count() as i64;
        (0..number(RED)).for_each(|i| output.set(i, j, RED));
        (0..number(BLUE)).for_each(|i| output.set(height - 1 - i, j, BLUE));
    }
    (count(&input, RED) > 1 && count(&input, BLUE) > 1).then_some((input, output))
}

fn sort_bars(rng: &mut Rng, knobs: &Knobs) -> Sample {
    let height = knobs.side(rng, 5, 20);
    let mut heights: Vec<i64> = (1..height).collect();
    rng.shuffle(&mut heights);
    heights.truncate(rng.range(3, height - 1) as usize);
    let palette = &knobs.without(&[])[..3];
    let mut bars: Vec<(i64, Color)> = Vec::new();
    for &tall in &heights {
        bars.push((tall, rng.pick(palette)?));
    }
    let draw = |bars: &[(i64, Color)]| {
        build(height, bars.len() as i64, |i, j| {
            let (tall, color) = bars[j as usize];
            if i >= height - tall { color } else { BLACK }
        })
    };
    let input = draw(&bars);
    bars.sort_unstable();
    Some((input, draw(&bars)))
}

fn slide_to_wall(rng: &mut Rng, knobs: &Knobs) -> Sample {
    let (height, width) = (knobs.side(rng, 7, 26), knobs.side(rng, 7, 26));
    let ground = knobs.ground(&[GRAY]);
    let mut canvas = Canvas::new(height, width, ground);
    let color = rng.pick(&knobs.without(&[GRAY])[..3])?;
    let size = rng.range(3, 6);
    let shape = Shape::blob(rng, size);
    canvas.margin = 2;
    let object = canvas.place(rng, &shape, color)?;
    let (down, right) = match rng.below(4) {
        0 => (1 - object.top, 0),
        1 => (height - 2 - object.bottom(), 0),
        2 => (0, 1 - object.left),
        _ => (0, width - 2 - object.right()),
    };
    for i in 0..height {
        for j in 0..width {
            let wall = match (down.signum(), right.signum()) {
                (-1, _) => i == 0,
                (1, _) => i == height - 1,
                (_, -1) => j == 0,
                _ => j == width - 1,
            };
            if wall {
                canvas.set((i, j), GRAY);
            }
        }
    }
    let input = canvas.finish()?;
    let cleared = painted(&input, object.cells(), ground);
    let moved = object.cells().map(|(i, j)| (i + down, j + right));
    Some((input, painted(&cleared, moved, color)))
}

fn gravity_to_block(rng: &mut Rng, knobs: &Knobs) -> Sample {
    let (height, width) = (knobs.side(rng, 11, 26), knobs.side(rng, 11, 26));
    let mut canvas = Canvas::new(height, width, knobs.background);
    canvas.margin = 3;
    let (h, w) = (rng.range(3, height - 7), rng.range(3, width - 7));
    let block = canvas.place(rng, &Shape::block(h.min(9), w.min(9)), knobs.color(0))?;
    canvas.margin = 0;
    let mut output = canvas.grid.clone();
    let colors = &knobs.without(&[knobs.color(0)])[..3];
    let mut placed = 0;
    for _ in 0..30 {
        let (row, column) = (rng.range(0, height - 1), rng.range(0, width - 1));
        let in_rows = (block.top..=block.bottom()).contains(&row);
        let in_columns = (block.left..=block.right()).contains(&column);
        if in_rows == in_columns {
            continue;
        }
        let (i, j) = if in_columns {
            (
                if row < block.top {
                    block.top - 1
                } else {
                    block.bottom() + 1
                },
                column,
            )
        } else {
            (
                row,
                if column < block.left {
                    block.left - 1
                } else {
                    block.right() + 1
                },
            )
        };
        // One dot per lane, so that its target is free.
        if output.get(i, j) != Some(knobs.background) {
            continue;
        }
        let color = rng.pick(colors)?;
        if canvas.place_at(&Shape::dot(), row, column, color).is_some() {
            output.set(i, j, color);
            placed += 1;
        }
        if placed == 3 + 2 * knobs.scale {
            break;
        }
    }
    (placed >= 2).then_some(())?;
    Some((canvas.finish()?, output))
}

fn drop_to_floor(rng: &mut Rng, knobs: &Knobs) -> Sample {
    let (height, width) = (knobs.side(rng, 8, 26), knobs.side(rng, 8, 28));
    let mut canvas = Canvas::new(height, width, BLACK);
    let mut output = canvas.grid.clone();
    let mut left = rng.range(0, 1);
    let mut number = 0;
    while left < width - 3 {
        let (h, w) = (rng.range(1, 4), rng.range(1, 3));
        let shape = Shape::spanning(rng, h, w)?;
        let color = rng.pick(&knobs.without(&[])[..5])?;
        let top = rng.range(0, height - shape.height);
        let object = canvas.place_at(&shape, top, left, color)?;
        let down = height - 1 - object.bottom();
        output = painted(&output, object.cells().map(|(i, j)| (i + down, j)), color);
        left = object.right() + rng.range(2, 4);
        number += 1;
    }
    (number >= 2).then_some(())?;
    Some((canvas.finish()?, output))
}

//! Panels: a grid divided by lines, and comparisons of its parts.
//!
//! Invariant: no panel that matters is empty.

use super::Knobs;
use super::canvas::*;
use crate::grid::{Color, GridBuf};
use crate::rng::Rng;

families! {
    "panels";
    panel_and: "Red where both halves are coloured.";
    panel_neither: "Green where neither the upper nor the lower half is coloured.";
    panel_overlay: "The upper half laid over the lower half.";
    panel_difference: "The left half, yellow where the right half differs.";
    odd_panel: "Of three panels the one that is unlike the other two.";
    fullest_panel: "Of four panels the one with the fewest black cells.";
}

/// A panel with scattered cells of a colour, neither empty nor full.
fn panel(rng: &mut Rng, height: i64, width: i64, color: Color) -> Option<GridBuf> {
    let grid = build(
        height,
        width,
        |_, _| if rng.chance(50) { color } else { BLACK },
    );
    let number = count(&grid, color);
    (number > 0 && number < (height * width) as usize).then_some(grid)
}

/// Panels of equal size below each other, separated by lines.
fn stacked(panels: &[GridBuf], line: Color) -> GridBuf {
    let (height, width) = sides(&panels[0]);
    let number = panels.len() as i64;
    build(number * (height + 1) - 1, width, |i, j| {
        let inside = i % (height + 1);
        if inside == height {
            line
        } else {
            at(&panels[(i / (height + 1)) as usize], inside, j)
        }
    })
}

/// Panels of equal size side by side, separated by lines.
fn abreast(panels: &[GridBuf], line: Color) -> GridBuf {
    let panels: Vec<GridBuf> = panels.iter().map(|panel| turned(panel, 1)).collect();
    turned(&stacked(&panels, line), 1)
}

fn halves(rng: &mut Rng, knobs: &Knobs, colors: [Color; 2]) -> Option<(GridBuf, GridBuf)> {
    let (height, width) = (knobs.side(rng, 3, 14), knobs.side(rng, 3, 14));
    let first = panel(rng, height, width, colors[0])?;
    Some((first, panel(rng, height, width, colors[1])?))
}

fn panel_and(rng: &mut Rng, knobs: &Knobs) -> Sample {
    let colors = knobs.without(&[RED, GRAY]);
    let (left, right) = halves(rng, knobs, [colors[0], colors[1]])?;
    let (height, width) = sides(&left);
    let output = build(height, width, |i, j| {
        let both = at(&left, i, j) != BLACK && at(&right, i, j) != BLACK;
        if both { RED } else { BLACK }
    });
    (count(&output, RED) > 0).then_some((abreast(&[left, right], GRAY), output))
}

fn panel_neither(rng: &mut Rng, knobs: &Knobs) -> Sample {
    let colors = knobs.without(&[GREEN]);
    let (top, bottom) = halves(rng, knobs, [colors[0], colors[1]])?;
    let (height, width) = sides(&top);
    let output = build(height, width, |i, j| {
        let neither = at(&top, i, j) == BLACK && at(&bottom, i, j) == BLACK;
        if neither { GREEN } else { BLACK }
    });
    (count(&output, GREEN) > 0).then_some((stacked(&[top, bottom], colors[2]), output))
}

fn panel_overlay(rng: &mut Rng, knobs: &Knobs) -> Sample {
    let (top, bottom) = halves(rng, knobs, [knobs.color(0), knobs.color(1)])?;
    let (height, width) = sides(&top);
    let output = build(height, width, |i, j| match at(&top, i, j) {
        BLACK => at(&bottom, i, j),
        color => color,
    });
    let input = stacked(&[top, bottom], knobs.color(2));
    let shows_both = (0..2).all(|n| count(&output, knobs.color(n)) > 0);
    shows_both.then_some((input, output))
}

fn panel_difference(rng: &mut Rng, knobs: &Knobs) -> Sample {
    let colors = knobs.without(&[YELLOW]);
    let (left, _) = halves(rng, knobs, [colors[0], colors[0]])?;
    let (height, width) = sides(&left);
    let right = build(height, width, |i, j| {
        match (rng.below(5), at(&left, i, j)) {
            (0, BLACK) => colors[0],
            (0, _) => BLACK,
            (_, same) => same,
        }
    });
    let output = build(height, width, |i, j| {
        let color = at(&left, i, j);
        if color == at(&right, i, j) {
            color
        } else {
            YELLOW
        }
    });
    (count(&output, YELLOW) > 0).then_some((abreast(&[left, right], colors[1]), output))
}

fn odd_panel(rng: &mut Rng, knobs: &Knobs) -> Sample {
    let side = knobs.side(rng, 3, 9);
    let color = rng.pick(&knobs.without(&[GRAY])[..3])?;
    let (odd, same) = (
        panel(rng, side, side, color)?,
        panel(rng, side, side, color)?,
    );
    (odd != same).then_some(())?;
    let mut panels = [same.clone(), same.clone(), same];
    panels[rng.below(3) as usize] = odd.clone();
    Some((abreast(&panels, GRAY), odd))
}

fn fullest_panel(rng: &mut Rng, knobs: &Knobs) -> Sample {
    let (height, width) = (knobs.side(rng, 3, 6), knobs.side(rng, 3, 18));
    let mut panels = Vec::new();
    for n in 0..4 {
        panels.push(panel(rng, height, width, knobs.color(n))?);
    }
    let output = unique_max(&panels, |panel| -(count(panel, BLACK) as i64))?.clone();
    Some((stacked(&panels, knobs.color(4)), output))
}

//! Symmetry: mirror, rotate, repair symmetric pictures.
//!
//! Invariant: no input is symmetric by chance where that would hide the rule.

use super::Knobs;
use super::canvas::*;
use crate::rng::Rng;

families! {
    "symmetry";
    mirror_left_right: "The picture mirrored left to right." => |rng, knobs| whole(rng, knobs, 2);
    mirror_upside_down: "The picture mirrored upside down." => |rng, knobs| whole(rng, knobs, 0);
    half_turn: "The picture turned by half a turn." => |rng, knobs| whole(rng, knobs, 5);
    quarter_turn: "The picture turned clockwise by a quarter." => |rng, knobs| whole(rng, knobs, 4);
    rows_become_columns: "Rows become columns." => |rng, knobs| whole(rng, knobs, 1);
    turn_by_example: "The picture mirrored or turned as in the demonstrations."
        => |rng, knobs| whole(rng, knobs, knobs.number % 7);
    mend_mirror: "A gray patch hides part of a left-right symmetric picture; it is uncovered.";
    hidden_patch: "The part of a symmetric carpet that a black patch hides.";
    symmetric_one: "The one object that is left-right symmetric, cut out.";
    flip_in_place: "Every object turned upside down where it is.";
}

fn whole(rng: &mut Rng, knobs: &Knobs, angle: u64) -> Sample {
    let (height, width) = (knobs.side(rng, 3, 18), knobs.side(rng, 3, 18));
    let input = picture(rng, knobs, height, width, knobs.background)?;
    let output = turned(&input, angle);
    Some((input, output))
}

fn mend_mirror(rng: &mut Rng, knobs: &Knobs) -> Sample {
    let (height, half) = (knobs.side(rng, 7, 26), knobs.side(rng, 4, 13));
    let colors: Vec<_> = knobs.without(&[GRAY]).into_iter().take(2).collect();
    let left = build(height, half, |_, _| match rng.below(4) {
        0 => colors[0],
        1 => colors[1],
        _ => BLACK,
    });
    let output = build(height, 2 * half, |i, j| {
        at(&left, i, j.min(2 * half - 1 - j))
    });
    let (h, w) = (rng.range(2, height / 2), rng.range(2, half - 1));
    let top = rng.range(0, height - h);
    let corner = if rng.chance(50) { 0 } else { half };
    let left = corner + rng.range(0, half - w);
    let hole = Shape::block(h, w);
    let input = painted(
        &output,
        hole.cells.iter().map(|c| (c.0 + top, c.1 + left)),
        GRAY,
    );
    // A patch over black cells only would not show what it hides.
    (count(&crop(&output, top, left, h, w), BLACK) < (h * w) as usize).then_some((input, output))
}

fn hidden_patch(rng: &mut Rng, knobs: &Knobs) -> Sample {
    let half = knobs.side(rng, 5, 15);
    let colors: Vec<_> = knobs.without(&[]).into_iter().take(4).collect();
    let mut quarter = build(half, half, |_, _| colors[rng.below(4) as usize]);
    for _ in 0..3 {
        let side = rng.range(1, 3);
        let (top, left) = (rng.range(0, half - side), rng.range(0, half - side));
        let block = Shape::block(side, side);
        let color = rng.pick(&colors)?;
        quarter = painted(
            &quarter,
            block.cells.iter().map(|c| (c.0 + top, c.1 + left)),
            color,
        );
    }
    let full = 2 * half;
    let carpet = build(full, full, |i, j| {
        at(&quarter, i.min(full - 1 - i), j.min(full - 1 - j))
    });
    let (h, w) = (rng.range(2, half.min(6)), rng.range(2, half.min(6)));
    // The patch stays above the middle, so that its rotation is visible.
    let (top, left) = (rng.range(0, half - h), rng.range(0, full - w));
    let output = crop(&carpet, top, left, h, w);
    let hole = Shape::block(h, w);
    let input = painted(
        &carpet,
        hole.cells.iter().map(|c| (c.0 + top, c.1 + left)),
        BLACK,
    );
    Some((input, output))
}

fn symmetric_one(rng: &mut Rng, knobs: &Knobs) -> Sample {
    let mut canvas = Canvas::sized(rng, knobs, 10, 26, knobs.background);
    let colors = knobs.without(&[]);
    let (h, w) = (rng.range(3, 4), rng.range(3, 5));
    let half = Shape::spanning(rng, h, w)?;
    let shape = Shape::of(half.cells.iter().chain(&half.left_right().cells).copied());
    let color = rng.pick(&colors)?;
    let wanted = canvas.place(rng, &shape, color)?;
    let others = rng.range(2, 4 + knobs.scale);
    let others = strew(&mut canvas, rng, others, &colors, |rng| {
        let (h, w) = (rng.range(3, 4), rng.range(3, 4));
        Shape::spanning(rng, h, w)
    })?;
    if others.iter().any(|o| o.shape == o.shape.left_right()) {
        return None;
    }
    let input = canvas.finish()?;
    let output = wanted.cut(&input);
    Some((input, output))
}

fn flip_in_place(rng: &mut Rng, knobs: &Knobs) -> Sample {
    let mut canvas = Canvas::sized(rng, knobs, 8, 24, knobs.background);
    let mut output = canvas.clone();
    let number = rng.range(2, 3 + 2 * knobs.scale);
    let objects = strew(&mut canvas, rng, number, &knobs.without(&[])[..4], |rng| {
        let (h, w) = (rng.range(2, 4), rng.range(2, 4));
        Shape::spanning(rng, h, w)
    })?;
    for object in &objects {
        if object.shape == object.shape.upside_down() {
            return None;
        }
        for (i, j) in object.shape.upside_down().cells {
            output.set((object.top + i, object.left + j), object.color);
        }
    }
    Some((canvas.finish()?, output.grid))
}

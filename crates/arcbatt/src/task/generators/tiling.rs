//! Tiling: repeat, mirror, continue or frame the picture.
//!
//! Invariant: no side of an output is longer than 30 cells.

use super::Knobs;
use super::canvas::*;
use crate::rng::Rng;

families! {
    "tiling";
    tile_two_by_two: "The picture four times, two by two."
        => |rng, knobs| two_by_two(rng, knobs, [7, 7, 7, 7]);
    kaleidoscope: "The picture four times, mirrored at both inner edges."
        => |rng, knobs| two_by_two(rng, knobs, [7, 2, 0, 5]);
    checkered_turns: "The picture four times, every other one by half a turn."
        => |rng, knobs| two_by_two(rng, knobs, [7, 5, 5, 7]);
    mirror_below: "The picture, and below it its mirror image.";
    picture_of_itself: "The picture in place of each of its own coloured cells.";
    repeat_by_colors: "The picture stacked as many times as it has colours beside black.";
    add_border: "A border around the picture, in the colour that the outputs show.";
    continue_stripes: "The pattern goes on until it is twice as wide.";
}

/// Four copies, each mirrored or turned: upper left, upper right, lower left, lower right.
fn two_by_two(rng: &mut Rng, knobs: &Knobs, angles: [u64; 4]) -> Sample {
    let (h, w) = (knobs.side(rng, 2, 13), knobs.side(rng, 2, 13));
    (h * w > 4).then_some(())?;
    let input = picture(rng, knobs, h, w, knobs.background)?;
    let copies = angles.map(|angle| turned(&input, angle));
    let output = build(2 * h, 2 * w, |i, j| {
        at(&copies[(2 * (i / h) + j / w) as usize], i % h, j % w)
    });
    Some((input, output))
}

fn mirror_below(rng: &mut Rng, knobs: &Knobs) -> Sample {
    let (h, w) = (knobs.side(rng, 2, 14), knobs.side(rng, 3, 20));
    let input = picture(rng, knobs, h, w, knobs.background)?;
    let output = build(2 * h, w, |i, j| at(&input, i.min(2 * h - 1 - i), j));
    Some((input, output))
}

fn picture_of_itself(rng: &mut Rng, knobs: &Knobs) -> Sample {
    let color = rng.pick(&knobs.without(&[])[..4])?;
    let input = build(3, 3, |_, _| if rng.chance(50) { color } else { BLACK });
    let output = build(9, 9, |i, j| {
        if at(&input, i / 3, j / 3) == color {
            at(&input, i % 3, j % 3)
        } else {
            BLACK
        }
    });
    (3..=7)
        .contains(&count(&input, color))
        .then_some((input, output))
}

fn repeat_by_colors(rng: &mut Rng, knobs: &Knobs) -> Sample {
    let (h, w) = (knobs.side(rng, 2, 6), knobs.side(rng, 3, 12));
    let number = 2 + (knobs.case % 3) as i64;
    let mut colors = knobs.without(&[]);
    rng.shuffle(&mut colors);
    let input = build(h, w, |_, _| match rng.range(0, 2 * number) {
        n if n < number => colors[n as usize],
        _ => BLACK,
    });
    let shows_all = colors[..number as usize]
        .iter()
        .chain([&BLACK])
        .all(|&color| count(&input, color) > 0);
    let output = build(number * h, w, |i, j| at(&input, i % h, j));
    shows_all.then_some((input, output))
}

fn add_border(rng: &mut Rng, knobs: &Knobs) -> Sample {
    let (h, w) = (knobs.side(rng, 2, 20), knobs.side(rng, 3, 20));
    // The picture uses the first three colours of the task; the border has the fourth.
    let input = picture(rng, knobs, h, w, knobs.background)?;
    let output = build(h + 2, w + 2, |i, j| {
        input.get(i - 1, j - 1).unwrap_or(knobs.color(3))
    });
    Some((input, output))
}

fn continue_stripes(rng: &mut Rng, knobs: &Knobs) -> Sample {
    let (height, width) = (rng.range(2, 6), knobs.side(rng, 5, 15));
    let period = rng.range(2, (width / 2).min(6));
    let colors = knobs.without(&[]);
    let tile = build(height, period, |_, _| match rng.below(4) {
        0 => colors[0],
        1 => colors[1],
        2 => colors[2],
        _ => BLACK,
    });
    let output = build(height, 2 * width, |i, j| at(&tile, i, j % period));
    let input = crop(&output, 0, 0, height, width);
    // A shorter period that fits the input would continue it differently.
    let fits =
        |p: i64| (0..height).all(|i| (p..width).all(|j| at(&input, i, j) == at(&input, i, j - p)));
    (!(1..period).any(fits)).then_some((input, output))
}

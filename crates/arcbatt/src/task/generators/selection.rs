//! Selection: objects and cells that meet a condition are marked or cut out.
//!
//! Invariant: some candidates meet the condition and some do not.

use super::Knobs;
use super::canvas::*;
use crate::rng::Rng;

families! {
    "selection";
    most_colors: "The object with the most colours, cut out.";
    nearest_to_red: "The object nearest to the red dot becomes red.";
    same_rows_as_red: "Objects that share a row with the red dot become red.";
    find_squares: "Wherever four gray cells form a square, they become red.";
    flag_of_largest:
        "A flag as large as in the demonstrations, in the colour of the largest object.";
    bulls_eye: "The cell in the middle of each block is marked in yellow.";
}

fn most_colors(rng: &mut Rng, knobs: &Knobs) -> Sample {
    let mut canvas = Canvas::sized(rng, knobs, 9, 26, knobs.background);
    let most = rng.range(3, 4);
    let mut wanted = None;
    for k in 0..rng.range(2, 3 + knobs.scale) {
        let (h, w) = (rng.range(2, 4), rng.range(2, 4));
        let shape = Shape::spanning(rng, h, w)?;
        let number = if k == 0 { most } else { rng.range(1, most - 1) };
        let mut colors = knobs.without(&[]);
        rng.shuffle(&mut colors);
        colors.truncate(number as usize);
        (shape.size() >= number).then_some(())?;
        let object = canvas.place(rng, &shape, colors[0])?;
        for (n, cell) in object.cells().enumerate() {
            // The first cells show every colour once.
            let color = match colors.get(n) {
                Some(&color) => color,
                None => rng.pick(&colors)?,
            };
            canvas.set(cell, color);
        }
        wanted = wanted.or(Some(object));
    }
    let input = canvas.finish()?;
    let output = wanted?.cut(&input);
    Some((input, output))
}

fn nearest_to_red(rng: &mut Rng, knobs: &Knobs) -> Sample {
    let mut canvas = Canvas::sized(rng, knobs, 9, 26, knobs.ground(&[RED]));
    let dot = canvas.place(rng, &Shape::dot(), RED)?;
    let number = rng.range(2, 3 + 2 * knobs.scale);
    let color = knobs.without(&[RED])[0];
    let objects = strew(&mut canvas, rng, number, &[color], |rng| {
        let (h, w) = (rng.range(1, 3), rng.range(1, 3));
        Some(Shape::block(h, w))
    })?;
    let steps = |o: &Placed| {
        let away = o
            .cells()
            .map(|(i, j)| (i - dot.top).abs() + (j - dot.left).abs());
        away.min().unwrap_or(0)
    };
    let nearest = unique_max(&objects, |o| -steps(o))?;
    // By far the nearest, so that every metric agrees.
    let clearly = objects
        .iter()
        .all(|o| steps(o) == steps(nearest) || steps(o) > steps(nearest) + 2);
    let input = canvas.finish()?;
    let output = painted(&input, nearest.cells(), RED);
    clearly.then_some((input, output))
}

fn same_rows_as_red(rng: &mut Rng, knobs: &Knobs) -> Sample {
    let mut canvas = Canvas::sized(rng, knobs, 9, 28, knobs.ground(&[RED]));
    let dot = canvas.place(rng, &Shape::dot(), RED)?;
    let number = rng.range(3, 4 + 3 * knobs.scale);
    let color = knobs.without(&[RED])[0];
    let objects = strew(&mut canvas, rng, number, &[color], |rng| {
        let (h, w) = (rng.range(1, 4), rng.range(1, 3));
        Some(Shape::block(h, w))
    })?;
    let input = canvas.finish()?;
    let shares = |o: &&Placed| (o.top..=o.bottom()).contains(&dot.top);
    let chosen: Vec<&Placed> = objects.iter().filter(shares).collect();
    let output = painted(&input, chosen.iter().flat_map(|o| o.cells()), RED);
    (!chosen.is_empty() && chosen.len() < objects.len()).then_some((input, output))
}

fn find_squares(rng: &mut Rng, knobs: &Knobs) -> Sample {
    let (height, width) = (knobs.side(rng, 5, 24), knobs.side(rng, 5, 24));
    let input = build(
        height,
        width,
        |_, _| if rng.chance(38) { GRAY } else { BLACK },
    );
    let square = |i: i64, j: i64| [(i, j), (i, j + 1), (i + 1, j), (i + 1, j + 1)];
    let mut output = input.clone();
    for i in 0..height - 1 {
        for j in 0..width - 1 {
            if square(i, j).iter().all(|&(a, b)| at(&input, a, b) == GRAY) {
                output = painted(&output, square(i, j), RED);
            }
        }
    }
    Some((input, output))
}

fn flag_of_largest(rng: &mut Rng, knobs: &Knobs) -> Sample {
    let mut canvas = Canvas::sized(rng, knobs, 8, 24, knobs.background);
    let mut colors = knobs.without(&[]);
    rng.shuffle(&mut colors);
    let number = rng.range(2, 4 + knobs.scale);
    let objects = strew(&mut canvas, rng, number, &colors[..4], |rng| {
        let size = rng.range(1, 9);
        Some(Shape::blob(rng, size))
    })?;
    let largest = unique_max(&objects, |o| o.shape.size())?;
    let (height, width) = (
        (knobs.number % 3) as i64 + 1,
        (knobs.number / 3 % 4) as i64 + 2,
    );
    let output = build(height, width, |_, _| largest.color);
    Some((canvas.finish()?, output))
}

fn bulls_eye(rng: &mut Rng, knobs: &Knobs) -> Sample {
    let mut canvas = Canvas::sized(rng, knobs, 8, 28, knobs.ground(&[YELLOW]));
    let number = rng.range(1, 3 + knobs.scale);
    let objects = strew(
        &mut canvas,
        rng,
        number,
        &knobs.without(&[YELLOW])[..3],
        |rng| {
            let (h, w) = (2 * rng.range(1, 3) + 1, 2 * rng.range(1, 3) + 1);
            Some(Shape::block(h, w))
        },
    )?;
    let input = canvas.finish()?;
    let middles = objects
        .iter()
        .map(|o| (o.top + o.shape.height / 2, o.left + o.shape.width / 2));
    let output = painted(&input, middles, YELLOW);
    Some((input, output))
}

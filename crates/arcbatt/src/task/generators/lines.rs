//! Lines: rays, connections, crossings.
//!
//! Invariant: no two lines of different colours share a cell.

use super::Knobs;
use super::canvas::*;
use crate::rng::Rng;

families! {
    "lines";
    dots_to_rows: "Each dot colours its whole row.";
    connect_pairs: "Two dots of one colour are joined by a line.";
    crosshair: "The green dot draws its row and its column, behind the gray blocks.";
    diagonal_rays: "Each dot shoots rays along both diagonals.";
    draw_to_wall: "Each red dot draws a line up to the gray wall.";
    crossings: "Where lines cross, there is a red cell.";
    underline: "Each object is underlined in its colour, with a row between.";
    arrow_ray: "A red head with a gray tail shoots a ray onwards.";
    join_red_to_blue:
        "Red and blue dots that face each other, straight or diagonally, are joined in green.";
    crossroads:
        "Yellow cells where the columns of the dots above meet the rows of those at the left.";
    join_corners: "Four dots of one colour are joined to a frame.";
}

/// All cells from `start` in steps of `step` that are inside the canvas.
fn ray(canvas: &Canvas, start: Cell, step: Cell) -> Vec<Cell> {
    (0..30)
        .map(|n| (start.0 + n * step.0, start.1 + n * step.1))
        .take_while(|&(i, j)| (0..canvas.height).contains(&i) && (0..canvas.width).contains(&j))
        .collect()
}

fn dots_to_rows(rng: &mut Rng, knobs: &Knobs) -> Sample {
    let mut canvas = Canvas::sized(rng, knobs, 5, 24, knobs.background);
    let mut rows: Vec<i64> = (0..canvas.height).collect();
    rng.shuffle(&mut rows);
    let number = rng.range(1, 2 + 2 * knobs.scale).min(canvas.height / 2);
    let mut output = canvas.clone();
    for &row in &rows[..number as usize] {
        let color = rng.pick(&knobs.without(&[])[..5])?;
        let column = rng.range(0, canvas.width - 1);
        canvas.place_at(&Shape::dot(), row, column, color)?;
        (0..output.width).for_each(|j| output.set((row, j), color));
    }
    Some((canvas.finish()?, output.grid))
}

fn connect_pairs(rng: &mut Rng, knobs: &Knobs) -> Sample {
    let mut canvas = Canvas::sized(rng, knobs, 7, 26, knobs.background);
    let mut output = canvas.clone();
    let number = rng.range(1, 3 + knobs.scale) as usize;
    for &color in &knobs.without(&[])[..number] {
        let mut drawn = false;
        for _ in 0..20 {
            let start = (
                rng.range(0, canvas.height - 1),
                rng.range(0, canvas.width - 1),
            );
            let mut line = ray(&canvas, start, rng.pick(&DIRECTIONS)?);
            line.truncate(rng.range(4, 16) as usize);
            if line.len() >= 4 && line.iter().all(|&cell| output.is_empty(cell)) {
                line.iter().for_each(|&cell| output.set(cell, color));
                canvas.set(line[0], color);
                canvas.set(line[line.len() - 1], color);
                drawn = true;
                break;
            }
        }
        drawn.then_some(())?;
    }
    Some((canvas.finish()?, output.grid))
}

fn crosshair(rng: &mut Rng, knobs: &Knobs) -> Sample {
    let mut canvas = Canvas::sized(rng, knobs, 8, 28, knobs.ground(&[GREEN, GRAY]));
    let dot = canvas.place(rng, &Shape::dot(), GREEN)?;
    let number = rng.range(1, 3 + 2 * knobs.scale);
    strew(&mut canvas, rng, number, &[GRAY], |rng| {
        let (h, w) = (rng.range(1, 4), rng.range(1, 4));
        Some(Shape::block(h, w))
    })?;
    let mut output = canvas.clone();
    for i in 0..canvas.height {
        for j in 0..canvas.width {
            if (i == dot.top || j == dot.left) && canvas.is_empty((i, j)) {
                output.set((i, j), GREEN);
            }
        }
    }
    Some((canvas.finish()?, output.grid))
}

fn diagonal_rays(rng: &mut Rng, knobs: &Knobs) -> Sample {
    let mut canvas = Canvas::sized(rng, knobs, 7, 28, knobs.background);
    let color = rng.pick(&knobs.without(&[])[..3])?;
    let number = rng.range(1, 2);
    let dots = strew(&mut canvas, rng, number, &[color], |_| Some(Shape::dot()))?;
    let mut output = canvas.grid.clone();
    for dot in &dots {
        for step in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
            output = painted(&output, ray(&canvas, (dot.top, dot.left), step), color);
        }
    }
    Some((canvas.finish()?, output))
}

fn draw_to_wall(rng: &mut Rng, knobs: &Knobs) -> Sample {
    let mut canvas = Canvas::sized(rng, knobs, 8, 28, knobs.ground(&[GRAY, RED]));
    let wall = rng.range(0, canvas.height - 1);
    (0..canvas.width).for_each(|j| canvas.set((wall, j), GRAY));
    let mut columns: Vec<i64> = (0..canvas.width).collect();
    rng.shuffle(&mut columns);
    let mut output = canvas.clone();
    let mut input = canvas;
    for &j in &columns[..rng.range(2, 4 + knobs.scale) as usize] {
        let i = rng.range(0, input.height - 1);
        if (i - wall).abs() < 2 {
            continue;
        }
        input.set((i, j), RED);
        let step = (wall - i).signum();
        let line = (0..(wall - i).abs()).map(|n| (i + n * step, j));
        line.for_each(|cell| output.set(cell, RED));
    }
    let output = output.grid;
    (count(&output, RED) > 0).then_some(())?;
    let angle = if rng.chance(50) { 7 } else { 1 };
    Some((turned(&input.finish()?, angle), turned(&output, angle)))
}

fn crossings(rng: &mut Rng, knobs: &Knobs) -> Sample {
    let ground = knobs.ground(&[RED]);
    let (height, width) = (knobs.side(rng, 6, 28), knobs.side(rng, 6, 28));
    let mut lines = |side: i64| {
        let mut at: Vec<i64> = (0..rng.range(1, 2 + knobs.scale))
            .map(|_| rng.range(0, side - 1))
            .collect();
        at.sort_unstable();
        at.dedup();
        at
    };
    let (rows, columns) = (lines(height), lines(width));
    let color = knobs.without(&[RED])[0];
    let input = build(height, width, |i, j| {
        if rows.contains(&i) || columns.contains(&j) {
            color
        } else {
            ground
        }
    });
    let cells = rows
        .iter()
        .flat_map(|&i| columns.iter().map(move |&j| (i, j)));
    let output = painted(&input, cells, RED);
    let apart = |at: &[i64]| at.windows(2).all(|pair| pair[1] - pair[0] > 1);
    (apart(&rows) && apart(&columns)).then_some((input, output))
}

fn underline(rng: &mut Rng, knobs: &Knobs) -> Sample {
    let mut canvas = Canvas::sized(rng, knobs, 9, 28, knobs.background);
    (canvas.margin, canvas.gap) = (2, 3);
    let number = rng.range(1, 2 + 2 * knobs.scale);
    let objects = strew(&mut canvas, rng, number, &knobs.without(&[])[..4], |rng| {
        let (h, w) = (rng.range(1, 3), rng.range(2, 5));
        Shape::spanning(rng, h, w)
    })?;
    let input = canvas.finish()?;
    let mut output = input.clone();
    for object in &objects {
        let row = object.bottom() + 2;
        let line = (object.left..=object.right()).map(|j| (row, j));
        output = painted(&output, line, object.color);
    }
    Some((input, output))
}

fn arrow_ray(rng: &mut Rng, knobs: &Knobs) -> Sample {
    let mut canvas = Canvas::sized(rng, knobs, 6, 26, knobs.ground(&[RED, GRAY]));
    let tail = (
        rng.range(0, canvas.height - 1),
        rng.range(0, canvas.width - 1),
    );
    let step = (rng.range(-1, 1), rng.range(-1, 1));
    let path = ray(&canvas, tail, step);
    (step != (0, 0) && path.len() >= 4).then_some(())?;
    let output = painted(
        &painted(&canvas.grid, [tail], GRAY),
        path[1..].iter().copied(),
        RED,
    );
    canvas.set(tail, GRAY);
    canvas.set(path[1], RED);
    Some((canvas.finish()?, output))
}

fn join_red_to_blue(rng: &mut Rng, knobs: &Knobs) -> Sample {
    let mut canvas = Canvas::sized(rng, knobs, 8, 24, knobs.ground(&[RED, BLUE, GREEN]));
    let (reds, blues) = (rng.range(1, 3), rng.range(2, 3));
    let reds = strew(&mut canvas, rng, reds, &[RED], |_| Some(Shape::dot()))?;
    let blues = strew(&mut canvas, rng, blues, &[BLUE], |_| Some(Shape::dot()))?;
    let mut output = canvas.clone();
    let mut joined = 0;
    for red in &reds {
        for blue in &blues {
            let (down, right) = (blue.top - red.top, blue.left - red.left);
            if down != 0 && right != 0 && down.abs() != right.abs() {
                continue;
            }
            joined += 1;
            for n in 1..down.abs().max(right.abs()) {
                let cell = (red.top + n * down.signum(), red.left + n * right.signum());
                if canvas.is_empty(cell) {
                    output.set(cell, GREEN);
                }
            }
        }
    }
    (joined >= 1 && joined < reds.len() * blues.len()).then_some(())?;
    Some((canvas.finish()?, output.grid))
}

fn crossroads(rng: &mut Rng, knobs: &Knobs) -> Sample {
    let mut canvas = Canvas::sized(rng, knobs, 5, 26, knobs.ground(&[RED, YELLOW]));
    let mut above: Vec<i64> = (1..canvas.width).collect();
    let mut beside: Vec<i64> = (1..canvas.height).collect();
    rng.shuffle(&mut above);
    rng.shuffle(&mut beside);
    above.truncate(rng.range(1, 3 + knobs.scale) as usize);
    beside.truncate(rng.range(1, 3 + knobs.scale) as usize);
    above.iter().for_each(|&j| canvas.set((0, j), RED));
    beside.iter().for_each(|&i| canvas.set((i, 0), RED));
    let meetings = beside
        .iter()
        .flat_map(|&i| above.iter().map(move |&j| (i, j)));
    let output = painted(&canvas.grid, meetings, YELLOW);
    Some((canvas.finish()?, output))
}

fn join_corners(rng: &mut Rng, knobs: &Knobs) -> Sample {
    let mut canvas = Canvas::sized(rng, knobs, 9, 28, knobs.background);
    let mut output = canvas.clone();
    let mut colors = knobs.without(&[]);
    rng.shuffle(&mut colors);
    for &color in &colors[..rng.range(1, 2 + knobs.scale) as usize] {
        let (h, w) = (rng.range(3, 8), rng.range(3, 8));
        let frame = output.place(rng, &Shape::frame(h, w), color)?;
        for i in [frame.top, frame.bottom()] {
            for j in [frame.left, frame.right()] {
                canvas.set((i, j), color);
            }
        }
    }
    Some((canvas.finish()?, output.grid))
}

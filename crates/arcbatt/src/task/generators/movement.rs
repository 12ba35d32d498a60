//! Movement: objects step, jump, align and are copied.
//!
//! Invariant: no object leaves the grid.

use super::Knobs;
use super::canvas::*;
use crate::grid::GridBuf;
use crate::rng::Rng;

families! {
    "movement";
    step_own_width: "The object moves to the right by its own width.";
    step_towards: "The red object moves one step towards the blue one.";
    to_the_middle: "The object moves to the middle of the grid.";
    stamp: "A copy of the figure is stamped onto each gray dot.";
    line_up: "The objects side by side, from the leftmost to the rightmost.";
    mirror_by_majority: "Mirrored left to right if there is more red than blue, else upside down.";
}

/// The grid with an object moved by some rows and columns.
fn moved(grid: &GridBuf, object: &Placed, ground: i8, by: Cell) -> GridBuf {
    let cleared = painted(grid, object.cells(), ground);
    let cells = object.cells().map(|(i, j)| (i + by.0, j + by.1));
    painted(&cleared, cells, object.color)
}

fn step_own_width(rng: &mut Rng, knobs: &Knobs) -> Sample {
    let mut canvas = Canvas::sized(rng, knobs, 6, 26, knobs.background);
    let (h, w) = (rng.range(2, 4), rng.range(2, 5));
    let shape = Shape::spanning(rng, h, w)?;
    let color = rng.pick(&knobs.without(&[])[..3])?;
    let object = canvas.place(rng, &shape, color)?;
    (object.right() + w < canvas.width).then_some(())?;
    let input = canvas.finish()?;
    let output = moved(&input, &object, knobs.background, (0, w));
    Some((input, output))
}

fn step_towards(rng: &mut Rng, knobs: &Knobs) -> Sample {
    let ground = knobs.ground(&[RED, BLUE]);
    let mut canvas = Canvas::sized(rng, knobs, 8, 24, ground);
    canvas.gap = 2;
    // An odd side has a middle cell, which defines "towards".
    let side = [1, 3][rng.below(2) as usize];
    let (red, blue) = (Shape::block(side, side), Shape::dot());
    let red = canvas.place(rng, &red, RED)?;
    let blue = canvas.place(rng, &blue, BLUE)?;
    let down = (blue.top - (red.top + side / 2)).signum();
    let right = (blue.left - (red.left + side / 2)).signum();
    let input = canvas.finish()?;
    let output = moved(&input, &red, ground, (down, right));
    Some((input, output))
}

fn to_the_middle(rng: &mut Rng, knobs: &Knobs) -> Sample {
    let mut canvas = Canvas::sized(rng, knobs, 6, 26, knobs.background);
    let (h, w) = (rng.range(2, 5), rng.range(2, 5));
    // Only if there is a middle: as many free rows above as below.
    ((canvas.height - h) % 2 == 0 && (canvas.width - w) % 2 == 0).then_some(())?;
    let shape = Shape::spanning(rng, h, w)?;
    let color = rng.pick(&knobs.without(&[])[..3])?;
    let object = canvas.place(rng, &shape, color)?;
    let by = (
        (canvas.height - h) / 2 - object.top,
        (canvas.width - w) / 2 - object.left,
    );
    let input = canvas.finish()?;
    let output = moved(&input, &object, knobs.background, by);
    Some((input, output))
}

fn stamp(rng: &mut Rng, knobs: &Knobs) -> Sample {
    let mut canvas = Canvas::sized(rng, knobs, 11, 28, knobs.ground(&[GRAY]));
    let colors = &knobs.without(&[GRAY])[..2];
    // The shape covers its middle cell, so that a copy hides the dot.
    let shape = Shape::spanning(rng, 3, 3).filter(|shape| shape.cells.contains(&(1, 1)))?;
    // Enough space that no two copies overlap.
    (canvas.margin, canvas.gap) = (1, 3);
    let figure = canvas.place(rng, &shape, colors[0])?;
    let inks: Vec<(Cell, i8)> = shape
        .cells
        .iter()
        .map(|&cell| (cell, colors[rng.below(2) as usize]))
        .collect();
    for &((i, j), color) in &inks {
        canvas.set((figure.top + i, figure.left + j), color);
    }
    let number = rng.range(1, 3 + knobs.scale);
    let dots = strew(&mut canvas, rng, number, &[GRAY], |_| Some(Shape::dot()))?;
    let input = canvas.finish()?;
    let mut output = input.clone();
    for dot in &dots {
        for &((i, j), color) in &inks {
            output.set(dot.top + i - 1, dot.left + j - 1, color);
        }
    }
    Some((input, output))
}

fn line_up(rng: &mut Rng, knobs: &Knobs) -> Sample {
    let (height, width) = (knobs.side(rng, 7, 24), knobs.side(rng, 9, 28));
    let mut canvas = Canvas::new(height, width, knobs.background);
    let number = rng.range(2, 3 + knobs.scale);
    let mut objects = strew(&mut canvas, rng, number, &knobs.without(&[])[..5], |rng| {
        Shape::spanning(rng, 3, 3)
    })?;
    objects.sort_by_key(|o| o.left);
    objects
        .windows(2)
        .all(|o| o[0].left < o[1].left)
        .then_some(())?;
    let input = canvas.finish()?;
    let cuts: Vec<GridBuf> = objects.iter().map(|o| o.cut(&input)).collect();
    let output = build(3, 3 * number, |i, j| at(&cuts[(j / 3) as usize], i, j % 3));
    Some((input, output))
}

fn mirror_by_majority(rng: &mut Rng, knobs: &Knobs) -> Sample {
    let (height, width) = (knobs.side(rng, 3, 20), knobs.side(rng, 3, 20));
    let ground = knobs.ground(&[RED, BLUE]);
    let more_red = knobs.case.is_multiple_of(2);
    let (often, seldom) = if more_red { (RED, BLUE) } else { (BLUE, RED) };
    let input = build(height, width, |_, _| match rng.below(10) {
        0..3 => often,
        3 => seldom,
        _ => ground,
    });
    let (most, least) = (count(&input, often), count(&input, seldom));
    let output = turned(&input, if more_red { 2 } else { 0 });
    (least > 0 && most > least + 1 && is_lopsided(&input)).then_some((input, output))
}

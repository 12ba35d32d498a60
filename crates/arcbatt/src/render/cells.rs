//! Draws the cells of a picture on a page: colours, mesh, numbers of marks, crosses.

use super::font;
use super::palette::{MARK, Paint, Rgb, ink_on, of_color};
use super::scene::{FontStyle, Scene, Shape};
use super::{Cell, Picture};

/// The lines between cells.
const MESH: Rgb = [0x55, 0x55, 0x55];
/// The lines between cells of a picture that has absent ones.
const LIGHT_MESH: Rgb = [0x9A, 0x9C, 0x9E];
/// An absent cell: nearly the colour of the page.
pub(super) const ABSENT: Paint = Paint {
    rgb: [0xE6, 0xE6, 0xE0],
    ansi256: 254,
    ansi16: 7,
};
/// A cell without colour: dark, unlike any of the ten colours.
const PLACE: Paint = Paint {
    rgb: [0x47, 0x56, 0x6B],
    ansi256: 60,
    ansi16: 8,
};

/// The paint of a cell on a light page.
fn paint(cell: Cell) -> Paint {
    match cell {
        Cell::Absent => ABSENT,
        Cell::Place => PLACE,
        Cell::Color(c) => of_color(c),
    }
}

/// The least side of cells that are separated by lines; smaller ones only get a frame.
const LEAST_MESH: u32 = 4;
/// The least side of cells that show a number.
const LEAST_NUMBER: u32 = 12;

/// Draws the commonest colour as one rectangle, runs of other colours on it, then the mesh. Marks show
/// their numbers, and with `digits` all colours do.
pub(super) fn draw(
    scene: &mut Scene,
    picture: &Picture,
    (x, y): (u32, u32),
    side: u32,
    digits: bool,
) {
    let (rows, columns) = (picture.height(), picture.width());
    let place = |i: usize, j: usize| (x + j as u32 * side, y + i as u32 * side);
    let size = |rows: usize, columns: usize| (columns as u32 * side, rows as u32 * side);
    let mut counts: Vec<(Rgb, usize)> = Vec::new();
    for (i, j) in (0..rows).flat_map(|i| (0..columns).map(move |j| (i, j))) {
        let rgb = paint(picture.get(i, j)).rgb;
        match counts.iter_mut().find(|(other, _)| *other == rgb) {
            Some((_, n)) => *n += 1,
            None => counts.push((rgb, 1)),
        }
    }
    let Some(&(common, _)) = counts.iter().max_by_key(|(_, n)| *n) else {
        return;
    };
    scene.rect((x, y), size(rows, columns), common);
    for i in 0..rows {
        let mut j = 0;
        while j < columns {
            let rgb = paint(picture.get(i, j)).rgb;
            let same = (j..columns).take_while(|&k| paint(picture.get(i, k)).rgb == rgb);
            let length = same.count();
            if rgb != common {
                scene.rect(place(i, j), size(1, length), rgb);
            }
            j += length;
        }
    }
    let (mesh_rows, mesh_columns) = (rows as u32, columns as u32);
    if side < LEAST_MESH {
        let (width, height) = (mesh_columns * side, mesh_rows * side);
        scene.frame((x, y), (width + 1, height + 1), MESH);
        return;
    }
    scene.shapes.push(Shape::Mesh {
        x,
        y,
        rows: mesh_rows,
        columns: mesh_columns,
        cell: side,
        color: if picture.has_absent() {
            LIGHT_MESH
        } else {
            MESH
        },
    });
    for (i, j) in (0..rows).flat_map(|i| (0..columns).map(move |j| (i, j))) {
        let cell = picture.get(i, j);
        let (left, top) = place(i, j);
        if picture.is_wrong(i, j) {
            let (near, far) = (side as f32 * 0.3, side as f32 * 0.7);
            let (l, t) = (left as f32 + 0.5, top as f32 + 0.5);
            let falling = [(l + near, t + near), (l + far, t + far)];
            let rising = [(l + near, t + far), (l + far, t + near)];
            let width = (side as f32 / 9.0).max(1.0);
            scene.lines(&[&falling, &rising], width, ink_on(paint(cell)).rgb);
        } else if side >= LEAST_NUMBER
            && let Cell::Color(c) = cell
            && (digits || paint(cell) == MARK)
        {
            let text = c.to_string();
            let mut font = FontStyle {
                size: side as f32 * 0.42,
                bold: false,
                color: ink_on(paint(cell)).rgb,
            };
            // Three digits and a sign must fit.
            let room = side as f32 - 5.0;
            font.size *= (room / font::width(&text, font.size)).min(1.0);
            let (w, h) = (font.width(&text), font.height());
            let at = (
                left + (side + 1).saturating_sub(w) / 2,
                top + (side + 1).saturating_sub(h) / 2,
            );
            scene.text(at.0, at.1, &text, font);
        }
    }
}

//! A [`Scene`]: a page as shapes with coordinates in pixels, which SVG and PNG draw alike.

use super::font::{self, Point, Step, Stroke};
use super::palette::Rgb;

/// A page.
#[derive(Clone, Debug, Default)]
pub(super) struct Scene {
    pub width: u32,
    pub height: u32,
    /// From the back to the front.
    pub shapes: Vec<Shape>,
}

#[derive(Clone, Debug)]
pub(super) enum Shape {
    /// Opens a group, up to the matching [`Shape::Close`]; the id may be empty.
    Open {
        id: String,
        title: String,
    },
    Close,
    Rect {
        x: u32,
        y: u32,
        width: u32,
        height: u32,
        fill: Rgb,
    },
    /// The lines between and around square cells, each one pixel wide.
    Mesh {
        x: u32,
        y: u32,
        rows: u32,
        columns: u32,
        cell: u32,
        color: Rgb,
    },
    /// Strokes of a round pen.
    Pen {
        strokes: Vec<Stroke>,
        width: f32,
        color: Rgb,
    },
}

/// The size and colour of a text.
#[derive(Clone, Copy, Debug)]
pub(super) struct FontStyle {
    /// Height of capitals in pixels.
    pub size: f32,
    pub bold: bool,
    pub color: Rgb,
}

impl FontStyle {
    /// Width of a text in whole pixels.
    pub(super) fn width(&self, text: &str) -> u32 {
        font::width(text, self.size).ceil() as u32
    }

    /// Height of capitals in whole pixels.
    pub(super) fn height(&self) -> u32 {
        self.size.ceil() as u32
    }

    /// The text truncated to `pixels`, with `…` at the end if it was longer.
    pub(super) fn cut(&self, text: &str, pixels: u32) -> String {
        let fit = font::fitting(pixels as f32, self.size);
        if text.chars().count() <= fit {
            return text.to_owned();
        }
        let kept = text.chars().take(fit.saturating_sub(1));
        kept.chain(['…']).collect()
    }
}

impl Scene {
    /// Opens a group without an id.
    pub(super) fn open(&mut self, title: &str) {
        self.shapes.push(Shape::Open {
            id: String::new(),
            title: title.to_owned(),
        });
    }

    pub(super) fn close(&mut self) {
        self.shapes.push(Shape::Close);
    }

    pub(super) fn rect(&mut self, (x, y): (u32, u32), (width, height): (u32, u32), fill: Rgb) {
        self.shapes.push(Shape::Rect {
            x,
            y,
            width,
            height,
            fill,
        });
    }

    /// Draws the frame of a box, one pixel wide.
    pub(super) fn frame(&mut self, (x, y): (u32, u32), (width, height): (u32, u32), color: Rgb) {
        self.rect((x, y), (width, 1), color);
        self.rect((x, y + height.saturating_sub(1)), (width, 1), color);
        self.rect((x, y), (1, height), color);
        self.rect((x + width.saturating_sub(1), y), (1, height), color);
    }

    /// Writes a text; `x`, `y` is the upper left corner of its capitals.
    pub(super) fn text(&mut self, x: u32, y: u32, text: &str, font: FontStyle) {
        let strokes = font::strokes(text, (x as f32, y as f32 + font.size), font.size);
        let unit = font.size / font::CAPITAL;
        // Small letters need a minimum width of the pen.
        let width = (unit * if font.bold { 1.3 } else { 0.95 }).max(0.9);
        if !strokes.is_empty() {
            self.shapes.push(Shape::Pen {
                strokes,
                width,
                color: font.color,
            });
        }
    }

    /// Draws straight lines from point to point.
    pub(super) fn lines(&mut self, lines: &[&[Point]], width: f32, color: Rgb) {
        let stroke = |points: &&[Point]| {
            let (start, rest) = points.split_first()?;
            Some(Stroke {
                start: *start,
                steps: rest.iter().map(|&p| Step::Line(p)).collect(),
            })
        };
        self.shapes.push(Shape::Pen {
            strokes: lines.iter().filter_map(stroke).collect(),
            width,
            color,
        });
    }
}

//! A sheet as a PNG file. A small rasteriser draws its rectangles and pen strokes.

use super::Sheet;
use super::font::{Point, Step, Stroke};
use super::page_layout;
use super::palette::Rgb;
use super::scene::{Scene, Shape};

/// Pixels of the file per pixel of the page, for sharp letters.
const SCALE: u32 = 2;
/// The most pixels of a file: 150 MB while drawing.
const MAX_PIXELS: u64 = 50_000_000;
/// Straight segments per curve.
const PIECES: u32 = 6;

/// Why a sheet could not be drawn as PNG.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PngError {
    /// The sheet has too many rows or pictures for one file.
    #[error(
        "the picture would be {width} x {height} pixels, too large for a PNG file: draw fewer rows, or write SVG"
    )]
    TooLarge {
        /// Width of the page in pixels.
        width: u32,
        /// Height of the page in pixels.
        height: u32,
    },
    /// The encoder failed.
    #[error("the picture could not be written as PNG: {0}")]
    Encoding(#[from] png::EncodingError),
}

impl Sheet {
    /// The bytes of the sheet as a PNG file: the picture of [`Self::to_svg`], at twice its size.
    pub fn to_png(&self) -> Result<Vec<u8>, PngError> {
        scene_png(&page_layout::page(self))
    }
}

/// The bytes of a page as a PNG file.
pub(super) fn scene_png(scene: &Scene) -> Result<Vec<u8>, PngError> {
    let pixels = u64::from(scene.width) * u64::from(scene.height);
    let scale = match pixels {
        n if n.saturating_mul(u64::from(SCALE * SCALE)) <= MAX_PIXELS => SCALE,
        n if n <= MAX_PIXELS => 1,
        _ => {
            return Err(PngError::TooLarge {
                width: scene.width,
                height: scene.height,
            });
        }
    };
    let canvas = Canvas::draw(scene, scale);
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, canvas.width as u32, canvas.height as u32);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&canvas.pixels)?;
    writer.finish()?;
    Ok(bytes)
}

struct Canvas {
    width: usize,
    height: usize,
    /// Three bytes a pixel, row after row.
    pixels: Vec<u8>,
    scale: u32,
}

impl Canvas {
    fn draw(scene: &Scene, scale: u32) -> Self {
        let (width, height) = (scene.width * scale, scene.height * scale);
        let (width, height) = (width.max(1) as usize, height.max(1) as usize);
        let mut canvas = Self {
            width,
            height,
            pixels: vec![0xFF; width * height * 3],
            scale,
        };
        for shape in &scene.shapes {
            match shape {
                Shape::Open { .. } | Shape::Close => {}
                Shape::Rect {
                    x,
                    y,
                    width,
                    height,
                    fill,
                } => canvas.rect(*x, *y, *width, *height, *fill),
                Shape::Mesh {
                    x,
                    y,
                    rows,
                    columns,
                    cell,
                    color,
                } => {
                    for i in 0..=*rows {
                        canvas.rect(*x, y + i * cell, columns * cell + 1, 1, *color);
                    }
                    for j in 0..=*columns {
                        canvas.rect(x + j * cell, *y, 1, rows * cell + 1, *color);
                    }
                }
                Shape::Pen {
                    strokes,
                    width,
                    color,
                } => {
                    for stroke in strokes {
                        canvas.stroke(stroke, *width, *color);
                    }
                }
            }
        }
        canvas
    }

    fn rect(&mut self, x: u32, y: u32, width: u32, height: u32, fill: Rgb) {
        let span = |from: u32, len: u32, limit: usize| {
            let scaled = |n: u32| (n as usize * self.scale as usize).min(limit);
            scaled(from)..scaled(from + len)
        };
        let columns = span(x, width, self.width);
        for row in span(y, height, self.height) {
            let line = row * self.width;
            let bytes = &mut self.pixels[(line + columns.start) * 3..(line + columns.end) * 3];
            for pixel in bytes.chunks_exact_mut(3) {
                pixel.copy_from_slice(&fill);
            }
        }
    }

    /// Draws a whole stroke at once, so that its segments do not darken each other where they meet.
    fn stroke(&mut self, stroke: &Stroke, width: f32, color: Rgb) {
        let scale = self.scale as f32;
        let points: Vec<Point> = flattened(stroke)
            .into_iter()
            .map(|(x, y)| (x * scale, y * scale))
            .collect();
        let radius = width * scale / 2.0;
        let reach = radius + 1.0;
        let bounds = |coordinate: fn(&Point) -> f32, limit: usize| {
            let least = points.iter().map(coordinate).fold(f32::MAX, f32::min);
            let most = points.iter().map(coordinate).fold(f32::MIN, f32::max);
            // Casting saturates: negative coordinates become 0.
            ((least - reach).floor() as usize).min(limit)
                ..((most + reach).ceil() as usize).min(limit)
        };
        let (columns, rows) = (bounds(|p| p.0, self.width), bounds(|p| p.1, self.height));
        for row in rows {
            for column in columns.clone() {
                let center = (column as f32 + 0.5, row as f32 + 0.5);
                let pieces = points.windows(2).map(|p| distance(center, p[0], p[1]));
                let near = pieces.fold(f32::MAX, f32::min);
                let cover = (radius + 0.5 - near).clamp(0.0, 1.0);
                if cover > 0.0 {
                    let at = (row * self.width + column) * 3;
                    for (byte, ink) in self.pixels[at..at + 3].iter_mut().zip(color) {
                        let mixed = f32::from(*byte) * (1.0 - cover) + f32::from(ink) * cover;
                        *byte = mixed.round() as u8;
                    }
                }
            }
        }
    }
}

/// The corners of a stroke with straight segments for curves; at least two.
fn flattened(stroke: &Stroke) -> Vec<Point> {
    let mut points = vec![stroke.start];
    let mut from = stroke.start;
    for step in &stroke.steps {
        from = match *step {
            Step::Line(to) => {
                points.push(to);
                to
            }
            Step::Curve(control, to) => {
                for k in 1..=PIECES {
                    let t = k as f32 / PIECES as f32;
                    let (a, b, c) = ((1.0 - t) * (1.0 - t), 2.0 * t * (1.0 - t), t * t);
                    points.push((
                        a * from.0 + b * control.0 + c * to.0,
                        a * from.1 + b * control.1 + c * to.1,
                    ));
                }
                to
            }
        };
    }
    if points.len() == 1 {
        points.push(stroke.start);
    }
    points
}

/// The distance of a point from the segment between two others.
fn distance(p: Point, a: Point, b: Point) -> f32 {
    let (dx, dy) = (b.0 - a.0, b.1 - a.1);
    let length = dx * dx + dy * dy;
    let t = if length > 0.0 {
        (((p.0 - a.0) * dx + (p.1 - a.1) * dy) / length).clamp(0.0, 1.0)
    } else {
        0.0
    };
    (p.0 - a.0 - t * dx).hypot(p.1 - a.1 - t * dy)
}

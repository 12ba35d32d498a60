//! A sheet as an SVG document. Text is drawn as strokes; titles hold it for tooltips and screen
//! readers.

use super::Sheet;
use super::contact_sheet;
use super::font::{Step, Stroke};
use super::page_layout;
use super::palette::Rgb;
use super::scene::{Scene, Shape};
use std::fmt::Write;

impl Sheet {
    /// The sheet as an SVG document. Rows and pictures have ids from their labels, such as
    /// `train-1` and `train-1-input`.
    pub fn to_svg(&self) -> String {
        scene_svg(&page_layout::page(self), &self.title)
    }

    /// The sheet as an SVG element of an HTML page: without a ground of its own, and with text in the
    /// colour of the page's text, so that it can be read on light and on dark pages.
    pub fn to_inline_svg(&self) -> String {
        inline_svg(&page_layout::page(self), &self.title)
    }
}

/// The colour of a part of a page, as an attribute.
type Paint = fn(Rgb) -> String;

/// A page as an SVG element of an HTML page.
pub(super) fn inline_svg(scene: &Scene, title: &str) -> String {
    let mut out = String::new();
    let _ = write(&mut out, scene, title, inherited);
    out
}

/// The colours of a page without a ground of its own; cells keep theirs.
fn inherited(color: Rgb) -> String {
    match color {
        page_layout::PAGE | contact_sheet::CARD => "none".to_owned(),
        page_layout::RULE => "#88888855".to_owned(),
        color if color == page_layout::LABEL.color || color == page_layout::CAPTION.color => {
            "currentColor".to_owned()
        }
        color => hex(color),
    }
}

/// A page as an SVG document.
pub(super) fn scene_svg(scene: &Scene, title: &str) -> String {
    let mut out = String::new();
    // Writing to a String cannot fail.
    let _ = write(&mut out, scene, title, hex);
    out
}

fn write(out: &mut String, scene: &Scene, title: &str, paint: Paint) -> std::fmt::Result {
    let (w, h) = (scene.width, scene.height);
    writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}\" height=\"{h}\" \
         viewBox=\"0 0 {w} {h}\" fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\">"
    )?;
    if !title.is_empty() {
        writeln!(out, "<title>{}</title>", escaped(title))?;
    }
    for shape in &scene.shapes {
        match shape {
            Shape::Open { id, title } => {
                match id.as_str() {
                    "" => write!(out, "<g>")?,
                    id => write!(out, "<g id=\"{}\">", escaped(id))?,
                }
                match title.as_str() {
                    "" => writeln!(out)?,
                    title => writeln!(out, "<title>{}</title>", escaped(title))?,
                }
            }
            Shape::Close => writeln!(out, "</g>")?,
            Shape::Rect {
                x,
                y,
                width,
                height,
                fill,
            } => {
                let fill = paint(*fill);
                writeln!(
                    out,
                    "<path fill=\"{fill}\" d=\"M{x} {y}h{width}v{height}h-{width}z\"/>"
                )?;
            }
            Shape::Mesh {
                x,
                y,
                rows,
                columns,
                cell,
                color,
            } => {
                // Half-pixel coordinates make lines of one pixel sharp.
                write!(
                    out,
                    "<path stroke=\"{}\" stroke-linecap=\"butt\" d=\"",
                    paint(*color)
                )?;
                for i in 0..=*rows {
                    write!(out, "M{x} {}.5h{}", y + i * cell, columns * cell + 1)?;
                }
                for j in 0..=*columns {
                    write!(out, "M{}.5 {y}v{}", x + j * cell, rows * cell + 1)?;
                }
                writeln!(out, "\"/>")?;
            }
            Shape::Pen {
                strokes,
                width,
                color,
            } => {
                let (color, width) = (paint(*color), number(*width));
                write!(
                    out,
                    "<path stroke=\"{color}\" stroke-width=\"{width}\" d=\""
                )?;
                for stroke in strokes {
                    path(out, stroke)?;
                }
                writeln!(out, "\"/>")?;
            }
        }
    }
    writeln!(out, "</svg>")
}

fn path(out: &mut String, stroke: &Stroke) -> std::fmt::Result {
    let at = |(x, y): (f32, f32)| format!("{} {}", number(x), number(y));
    write!(out, "M{}", at(stroke.start))?;
    for step in &stroke.steps {
        match *step {
            Step::Line(to) => write!(out, "L{}", at(to))?,
            Step::Curve(control, to) => write!(out, "Q{} {}", at(control), at(to))?,
        }
    }
    if stroke.steps.is_empty() {
        // Some viewers do not draw the round ends of a line without length.
        write!(out, "h.01")?;
    }
    Ok(())
}

/// A coordinate with one decimal.
fn number(x: f32) -> String {
    let text = format!("{x:.1}");
    text.strip_suffix(".0").map(str::to_owned).unwrap_or(text)
}

fn hex([r, g, b]: Rgb) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}

/// Text for XML, with invalid characters replaced.
fn escaped(text: &str) -> String {
    let mut clean = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => clean.push_str("&amp;"),
            '<' => clean.push_str("&lt;"),
            '>' => clean.push_str("&gt;"),
            '"' => clean.push_str("&quot;"),
            c if c.is_whitespace() => clean.push(' '),
            c if c.is_control() || matches!(c, '\u{FFFE}' | '\u{FFFF}') => clean.push('?'),
            c => clean.push(c),
        }
    }
    clean
}

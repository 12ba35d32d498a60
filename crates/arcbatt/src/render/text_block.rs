//! A [`TextBlock`]: lines of equal width, so that blocks can stand side by side.
//!
//! [`Line`] writes one such line with few escape sequences. It sanitizes all text: no control
//! character and no character of unknown width reaches the terminal.

use super::palette::Paint;
use super::style::{Charset, ColorMode, Style};
use unicode_width::UnicodeWidthChar;

/// Lines of text of equal width.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextBlock {
    lines: Vec<String>,
    width: usize,
}

impl TextBlock {
    /// The lines, each [`Self::width`] columns wide, colours not counted.
    pub fn lines(&self) -> &[String] {
        &self.lines
    }

    /// Width in columns.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Number of lines.
    pub fn height(&self) -> usize {
        self.lines.len()
    }

    /// Adds a line; pads it or the others with spaces.
    pub(super) fn push(&mut self, line: Line) {
        let (mut text, width) = line.finish();
        if width > self.width {
            let more = " ".repeat(width - self.width);
            self.lines.iter_mut().for_each(|line| line.push_str(&more));
            self.width = width;
        }
        text.push_str(&" ".repeat(self.width - width));
        self.lines.push(text);
    }

    /// Adds the lines of another block below.
    pub(super) fn append(&mut self, other: TextBlock) {
        for text in other.lines {
            self.push(Line::ready(text, other.width));
        }
    }

    /// Blocks side by side, `gap` columns apart, each moved down by some lines.
    pub(super) fn beside(blocks: &[(usize, TextBlock)], gap: usize) -> TextBlock {
        let height = blocks.iter().map(|(down, b)| down + b.height()).max();
        let mut all = TextBlock::default();
        for i in 0..height.unwrap_or(0) {
            let (mut text, mut width) = (String::new(), 0);
            for (k, (down, block)) in blocks.iter().enumerate() {
                let space = if k == 0 { 0 } else { gap };
                text.push_str(&" ".repeat(space));
                match i.checked_sub(*down).and_then(|i| block.lines.get(i)) {
                    Some(line) => text.push_str(line),
                    None => text.push_str(&" ".repeat(block.width)),
                }
                width += space + block.width;
            }
            all.push(Line::ready(text, width));
        }
        all
    }

    /// The lines as one text, without trailing spaces.
    pub(super) fn into_text(self) -> String {
        let mut text = String::new();
        for line in &self.lines {
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text
    }
}

/// The colours and weight of a run of text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Attributes {
    pub ink: Option<Paint>,
    pub ground: Option<Paint>,
    pub bold: bool,
    pub dim: bool,
}

impl Attributes {
    pub(super) const BOLD: Self = Self {
        ink: None,
        ground: None,
        bold: true,
        dim: false,
    };
    pub(super) const DIM: Self = Self {
        ink: None,
        ground: None,
        bold: false,
        dim: true,
    };

    pub(super) fn of(ink: Option<Paint>, ground: Option<Paint>) -> Self {
        Self {
            ink,
            ground,
            ..Self::default()
        }
    }

    /// The escape sequence that sets these attributes.
    fn escape(self, mode: ColorMode) -> String {
        let mut codes = vec!["0".to_owned()];
        if self.bold {
            codes.push("1".to_owned());
        }
        if self.dim {
            codes.push("2".to_owned());
        }
        for (paint, base) in [(self.ink, 30), (self.ground, 40)] {
            let Some(paint) = paint else { continue };
            let [r, g, b] = paint.rgb;
            codes.push(match (mode, paint.ansi16) {
                (ColorMode::None, _) => continue,
                (ColorMode::Ansi16, c @ 0..8) => format!("{}", base + c),
                // The bright colours start at 90 and 100.
                (ColorMode::Ansi16, c) => format!("{}", base + 60 + c - 8),
                (ColorMode::Ansi256, _) => format!("{};5;{}", base + 8, paint.ansi256),
                (ColorMode::TrueColor, _) => format!("{};2;{r};{g};{b}", base + 8),
            });
        }
        format!("\x1b[{}m", codes.join(";"))
    }
}

/// A line under construction.
pub(super) struct Line {
    text: String,
    width: usize,
    look: Attributes,
    style: Style,
}

impl Line {
    pub(super) fn new(style: Style) -> Self {
        Self {
            text: String::new(),
            width: 0,
            look: Attributes::default(),
            style,
        }
    }

    /// A finished line.
    fn ready(text: String, width: usize) -> Self {
        Self {
            text,
            width,
            look: Attributes::default(),
            style: Style::PLAIN,
        }
    }

    /// Writes sanitized text with these attributes.
    pub(super) fn write(mut self, text: &str, look: Attributes) -> Self {
        self.add(text, look);
        self
    }

    /// As [`Self::write`], for loops.
    pub(super) fn add(&mut self, text: &str, look: Attributes) {
        let text = harmless(text, self.style.charset);
        if text.is_empty() {
            return;
        }
        if self.style.color != ColorMode::None && look != self.look {
            if look == Attributes::default() {
                self.text.push_str("\x1b[0m");
            } else {
                self.text.push_str(&look.escape(self.style.color));
            }
            self.look = look;
        }
        self.width += width(&text);
        self.text.push_str(&text);
    }

    fn finish(mut self) -> (String, usize) {
        if self.look != Attributes::default() {
            self.text.push_str("\x1b[0m");
        }
        (self.text, self.width)
    }
}

/// The width of sanitized text in columns.
pub(super) fn width(text: &str) -> usize {
    text.chars().map(|c| c.width().unwrap_or(0)).sum()
}

/// Replaces every character that would move the cursor, change the terminal's state or have no
/// width; for ASCII, also characters that ASCII lacks.
fn harmless(text: &str, charset: Charset) -> String {
    let mut clean = String::with_capacity(text.len());
    for c in text.chars() {
        match (c, charset) {
            (' '..='~', _) => clean.push(c),
            (c, _) if c.is_whitespace() => clean.push(' '),
            (c, Charset::Unicode) if matches!(c.width(), Some(1 | 2)) => clean.push(c),
            ('×', Charset::Ascii) => clean.push('x'),
            ('·', Charset::Ascii) => clean.push('.'),
            ('─', Charset::Ascii) => clean.push('-'),
            ('▶', Charset::Ascii) => clean.push('>'),
            ('…', Charset::Ascii) => clean.push_str("..."),
            _ => clean.push('?'),
        }
    }
    clean
}

/// Wraps a text into at most `most` lines of at most `columns`; `…` ends a truncated text.
pub(super) fn wrapped(text: &str, columns: usize, most: usize, charset: Charset) -> Vec<String> {
    let text = harmless(text, charset);
    let mut lines = vec![String::new()];
    let mut used = 0;
    for word in text.split_inclusive(' ') {
        // A word moves to the next line unless it is longer than a line.
        let bare = width(word.trim_end());
        if used > 0 && used + bare > columns && bare <= columns {
            lines.push(String::new());
            used = 0;
        }
        for c in word.chars() {
            let wide = c.width().unwrap_or(0);
            if used > 0 && used + wide > columns {
                if c == ' ' {
                    continue;
                }
                lines.push(String::new());
                used = 0;
            }
            if let Some(line) = lines.last_mut() {
                line.push(c);
            }
            used += wide;
        }
        if lines.len() > most {
            break;
        }
    }
    if lines.len() > most {
        lines.truncate(most);
        if let Some(line) = lines.last_mut() {
            let dots = if charset == Charset::Ascii {
                "..."
            } else {
                "…"
            };
            while !line.is_empty() && width(line) + width(dots) > columns {
                line.pop();
            }
            line.push_str(dots);
        }
    }
    lines
}

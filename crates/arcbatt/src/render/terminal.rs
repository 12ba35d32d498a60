//! Pictures and sheets as text for a terminal, a pipe or a file.
//!
//! With colour, a cell is half a character high and one wide, in a frame that separates black cells
//! from a black terminal; cells with a number or a cross are two characters wide. Without colour,
//! a cell is a digit, `·` for 0.

use super::palette::{ABSENT, DOT, FRAME, PLACE, Paint, ink_on, of_color};
use super::style::{CellSize, Charset, ColorMode, Style};
use super::text_block::{Attributes, Line, TextBlock, wrapped};
use super::{Arrangement, Cell, Item, Picture, Row, Sheet};

/// The most rows and columns of a picture on a terminal: enough for the largest grid of a task,
/// and for the 43 cells of a `shoot`.
const MAX_SIDE: usize = 45;
/// The most lines of an [`Item::Text`].
const MAX_TEXT_LINES: usize = 8;
/// The least width of a terminal.
const MIN_COLUMNS: usize = 16;
/// Columns between the items of a row, and between rows side by side.
const GAP: usize = 2;
const ROW_GAP: usize = 4;

impl Picture {
    /// The picture as text at most `columns` wide: its caption, its cells, its notes.
    pub fn to_block(&self, style: &Style, columns: usize) -> TextBlock {
        let size = self.size();
        let caption = match self.label() {
            "" => size,
            label => format!("{label} {size}"),
        };
        captioned(self, &caption, *style, columns.max(MIN_COLUMNS), false).0
    }
}

impl Sheet {
    /// The sheet as text for a terminal `columns` wide.
    pub fn to_text(&self, style: &Style, columns: usize) -> String {
        let (style, columns) = (*style, columns.max(MIN_COLUMNS));
        let mut page = String::new();
        if !self.title.is_empty() {
            page.push_str(&headline(&self.title, style));
            page.push('\n');
        }
        match self.arrangement {
            Arrangement::Lines => {
                for (k, row) in self.rows.iter().enumerate() {
                    if k > 0 {
                        page.push('\n');
                    }
                    if !row.label.is_empty() {
                        page.push_str(&headline(&row.label, style));
                    }
                    page.push_str(&self.items(row, style, columns).into_text());
                }
            }
            Arrangement::Pairs => {
                let mut shelf: Vec<(usize, TextBlock)> = Vec::new();
                for row in &self.rows {
                    let mut block = TextBlock::default();
                    for line in wrapped(&row.label, columns, 1, style.charset) {
                        block.push(Line::new(style).write(&line, Attributes::BOLD));
                    }
                    block.append(self.items(row, style, columns));
                    let used: usize = shelf.iter().map(|(_, b)| b.width() + ROW_GAP).sum();
                    if used > 0 && used + block.width() > columns {
                        page.push_str(&TextBlock::beside(&shelf, ROW_GAP).into_text());
                        page.push('\n');
                        shelf.clear();
                    }
                    shelf.push((0, block));
                }
                page.push_str(&TextBlock::beside(&shelf, ROW_GAP).into_text());
            }
        }
        page
    }

    /// The items of a row side by side, wrapped where the line is full.
    fn items(&self, row: &Row, style: Style, columns: usize) -> TextBlock {
        let mut block = TextBlock::default();
        // If one picture of a row needs large cells, all get them.
        let needs_large = |item: &Item| match item {
            Item::Picture(picture) => picture.has_wrong() || picture.marks().next().is_some(),
            _ => false,
        };
        let mut style = style;
        if row.items.iter().any(needs_large) {
            style.cells = CellSize::Large;
        }
        let mut shelf: Vec<ItemBlock> = Vec::new();
        for item in &row.items {
            let drawn = self.item(item, style, columns);
            let used: usize = shelf.iter().map(|d| d.block.width() + GAP).sum();
            if used > 0 && used + drawn.block.width() > columns {
                block.append(stand(std::mem::take(&mut shelf)));
            }
            shelf.push(drawn);
        }
        block.append(stand(shelf));
        block
    }

    fn item(&self, item: &Item, style: Style, columns: usize) -> ItemBlock {
        let mut block = TextBlock::default();
        match item {
            Item::Picture(picture) => {
                let caption = match (self.arrangement, picture.label()) {
                    (Arrangement::Lines, label) if !label.is_empty() => {
                        format!("{label} {}", picture.size())
                    }
                    _ => picture.size(),
                };
                let (block, middle) = captioned(picture, &caption, style, columns, self.digits);
                return ItemBlock {
                    block,
                    middle: Some(middle),
                };
            }
            Item::Text(text) => {
                for line in wrapped(text, columns, MAX_TEXT_LINES, style.charset) {
                    block.push(Line::new(style).write(&line, Attributes::default()));
                }
                return ItemBlock {
                    block,
                    middle: Some(0),
                };
            }
            Item::Arrow => block.push(Line::new(style).write("─▶", Attributes::DIM)),
            Item::Unknown => block.push(Line::new(style).write("?", Attributes::BOLD)),
        }
        ItemBlock {
            block,
            middle: None,
        }
    }
}

/// A line of its own, which is never truncated.
fn headline(text: &str, style: Style) -> String {
    let mut block = TextBlock::default();
    block.push(Line::new(style).write(text, Attributes::BOLD));
    block.into_text()
}

/// An item as text. Pictures have a middle line, beside which arrows are placed.
struct ItemBlock {
    block: TextBlock,
    middle: Option<usize>,
}

fn stand(items: Vec<ItemBlock>) -> TextBlock {
    // The least middle, so that an arrow is beside the smaller neighbour too.
    let middle = items.iter().filter_map(|d| d.middle).min().unwrap_or(0);
    let place = |d: ItemBlock| (if d.middle.is_some() { 0 } else { middle }, d.block);
    TextBlock::beside(&items.into_iter().map(place).collect::<Vec<_>>(), GAP)
}

/// A picture with its caption and notes, and the line of its middle.
fn captioned(
    picture: &Picture,
    caption: &str,
    style: Style,
    columns: usize,
    digits: bool,
) -> (TextBlock, usize) {
    let cell = CellShape::of(picture, style, digits);
    let picture = picture.clipped(MAX_SIDE, cell.fitting(columns).min(MAX_SIDE));
    let mut block = TextBlock::default();
    for line in wrapped(caption, columns, 2, style.charset) {
        block.push(Line::new(style).write(&line, Attributes::DIM));
    }
    let above = block.height();
    let drawing = if picture.height() == 0 || picture.width() == 0 {
        let mut nothing = TextBlock::default();
        nothing.push(Line::new(style).write("(no cells)", Attributes::DIM));
        nothing
    } else {
        match cell {
            CellShape::Character { width } => characters(&picture, width, style, digits),
            CellShape::Half => halves(&picture, style),
            CellShape::Full { width } => fulls(&picture, width, style, digits),
        }
    };
    let middle = above + (drawing.height() - 1) / 2;
    block.append(drawing);
    for note in picture.notes() {
        for line in wrapped(&note, columns, 2, style.charset) {
            block.push(Line::new(style).write(&line, Attributes::DIM));
        }
    }
    (block, middle)
}

/// The shape of a cell; `width` in columns.
#[derive(Clone, Copy)]
enum CellShape {
    Character { width: usize },
    Half,
    Full { width: usize },
}

impl CellShape {
    fn of(picture: &Picture, style: Style, digits: bool) -> Self {
        let marks = picture.marks().map(|c| c.to_string().len()).max();
        let small = style.cells == CellSize::Small && style.charset == Charset::Unicode && !digits;
        match (style.color, marks) {
            (ColorMode::None, marks) => Self::Character {
                width: marks.unwrap_or(1),
            },
            (_, None) if small && !picture.has_wrong() => Self::Half,
            (_, marks) => Self::Full {
                width: marks.unwrap_or(2).max(2),
            },
        }
    }

    /// The number of cells that fit into `columns`, at least one.
    fn fitting(self, columns: usize) -> usize {
        let cells = match self {
            // Three columns go to a frame.
            Self::Character { width } => columns.saturating_sub(3) / (width + 1),
            Self::Half => columns.saturating_sub(2),
            Self::Full { width } => columns.saturating_sub(2) / width,
        };
        cells.max(1)
    }
}

/// Digits, with a dot for 0 unless `zeros`; a wrong cell is followed by `!`. A picture with absent
/// cells gets a frame.
fn characters(picture: &Picture, width: usize, style: Style, zeros: bool) -> TextBlock {
    let frame = picture.has_absent();
    let corners = match style.charset {
        Charset::Unicode => ["┌", "┐", "└", "┘", "│"],
        Charset::Ascii => ["+", "+", "+", "+", "|"],
    };
    let rule = |left: &str, right: &str| {
        let rule = "─".repeat(picture.width() * (width + 1) + 1);
        Line::new(style).write(&format!("{left}{rule}{right}"), Attributes::default())
    };
    let mut block = TextBlock::default();
    if frame {
        block.push(rule(corners[0], corners[1]));
    }
    for i in 0..picture.height() {
        let mut line = Line::new(style);
        if frame {
            line.add(&format!("{} ", corners[4]), Attributes::default());
        }
        for j in 0..picture.width() {
            let text = match picture.get(i, j) {
                Cell::Absent => String::new(),
                Cell::Place => "#".to_owned(),
                Cell::Color(0) if !zeros => "·".to_owned(),
                Cell::Color(c) => c.to_string(),
            };
            let end = if picture.is_wrong(i, j) { '!' } else { ' ' };
            line.add(&format!("{text:>width$}{end}"), Attributes::default());
        }
        if frame {
            line.add(corners[4], Attributes::default());
        }
        block.push(line);
    }
    if frame {
        block.push(rule(corners[2], corners[3]));
    }
    block
}

fn ground(cell: Cell) -> Paint {
    match cell {
        Cell::Absent => ABSENT,
        Cell::Place => PLACE,
        Cell::Color(c) => of_color(c),
    }
}

/// Two cells per character, one above the other, in a frame as thick as a cell.
fn halves(picture: &Picture, style: Style) -> TextBlock {
    let (height, width) = (picture.height() + 2, picture.width() + 2);
    let paint = |i: usize, j: usize| {
        if i == 0 || j == 0 || i == height - 1 || j == width - 1 {
            FRAME
        } else {
            ground(picture.get(i - 1, j - 1))
        }
    };
    let mut block = TextBlock::default();
    for i in (0..height).step_by(2) {
        let mut line = Line::new(style);
        for j in 0..width {
            let upper = paint(i, j);
            if i + 1 == height {
                line.add("▀", Attributes::of(Some(upper), None));
                continue;
            }
            line.add("▀", Attributes::of(Some(upper), Some(paint(i + 1, j))));
        }
        block.push(line);
    }
    block
}

/// Cells several characters wide, in a thin frame if the character set has one.
fn fulls(picture: &Picture, width: usize, style: Style, digits: bool) -> TextBlock {
    let frame = style.charset == Charset::Unicode;
    let edge = Attributes::of(Some(FRAME), None);
    let rule = |c: &str| {
        let line = Line::new(style).write(" ", Attributes::default());
        line.write(&c.repeat(picture.width() * width), edge)
    };
    let mut block = TextBlock::default();
    if frame {
        block.push(rule("▁"));
    }
    for i in 0..picture.height() {
        let mut line = Line::new(style);
        if frame {
            line.add("▕", edge);
        }
        for j in 0..picture.width() {
            let cell = picture.get(i, j);
            let text = match cell {
                _ if picture.is_wrong(i, j) => "><".to_owned(),
                Cell::Color(c) if digits || !(0..=9).contains(&c) => c.to_string(),
                Cell::Absent => "·".to_owned(),
                _ => String::new(),
            };
            let ground = ground(cell);
            let ink = match cell {
                Cell::Absent if !picture.is_wrong(i, j) => DOT,
                _ => ink_on(ground),
            };
            line.add(
                &format!("{text:^width$}"),
                Attributes::of(Some(ink), Some(ground)),
            );
        }
        if frame {
            line.add("▏", edge);
        }
        block.push(line);
    }
    if frame {
        block.push(rule("▔"));
    }
    block
}

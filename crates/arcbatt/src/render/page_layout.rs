//! The layout of a page: [`Sheet`] in, [`Scene`] out.

use super::cells::{self, ABSENT};
use super::font;
use super::palette::Rgb;
use super::scene::{FontStyle, Scene, Shape};
use super::style::Charset;
use super::text_block::wrapped;
use super::{Arrangement, Item, Picture, Row, Sheet};
use crate::text::grouped;
use std::collections::HashMap;

pub(super) const PAGE: Rgb = [0xFA, 0xFA, 0xF7];
pub(super) const RULE: Rgb = [0xDF, 0xDF, 0xD9];

pub(super) const TITLE: FontStyle = FontStyle {
    size: 13.0,
    bold: true,
    color: [0x1F, 0x23, 0x28],
};
pub(super) const LABEL: FontStyle = FontStyle {
    size: 9.0,
    bold: true,
    color: [0x1F, 0x23, 0x28],
};
const TEXT: FontStyle = FontStyle {
    size: 9.0,
    bold: false,
    color: [0x1F, 0x23, 0x28],
};
pub(super) const CAPTION: FontStyle = FontStyle {
    size: 7.5,
    bold: false,
    color: [0x5C, 0x61, 0x69],
};

const MARGIN: u32 = 28;
/// Between the items of a row.
const GAP: u32 = 22;
/// Above and below the rule between rows.
const ROW_GAP: u32 = 18;
/// From one line of text to the next, above the height of capitals.
const LEADING: u32 = 6;
/// The width at which the items of a row wrap.
const CONTENT: u32 = 1100;
/// The longest label.
const LONGEST_LABEL: u32 = 1600;
/// The most rows of a page, and items of a row.
const MAX_ROWS: usize = 2000;
const MAX_ITEMS: usize = 200;
const MAX_TEXT_LINES: usize = 12;

/// The page of a sheet.
pub(super) fn page(sheet: &Sheet) -> Scene {
    let rows = || sheet.rows.iter().take(MAX_ROWS);
    let cell = match sheet.arrangement {
        // The grids of a task share one scale, so that they can be compared.
        Arrangement::Pairs => rows()
            .flat_map(|row| row.items.iter().take(MAX_ITEMS))
            .filter_map(|item| match item {
                Item::Picture(picture) => Some(cell_side(picture, 280, 28, sheet.digits)),
                _ => None,
            })
            .min(),
        Arrangement::Lines => None,
    };
    let rows: Vec<MeasuredRow<'_>> = rows()
        .map(|row| MeasuredRow::new(row, cell, sheet))
        .collect();
    let mut page = Page {
        scene: Scene::default(),
        ids: HashMap::new(),
        rules: Vec::new(),
        right: 0,
        y: MARGIN,
        digits: sheet.digits,
    };
    if !sheet.title.is_empty() {
        page.line(MARGIN, &sheet.title, TITLE);
        page.y += ROW_GAP + LEADING;
    }
    match sheet.arrangement {
        Arrangement::Pairs => page.pairs(&rows),
        Arrangement::Lines => page.lines(&rows),
    }
    if sheet.rows.len() > MAX_ROWS {
        page.y += ROW_GAP;
        let more = sheet.rows.len() - MAX_ROWS;
        page.line(
            MARGIN,
            &format!("… {} more rows", grouped(more as u64)),
            CAPTION,
        );
    }
    let (width, height) = (page.right.max(MARGIN) + MARGIN, page.y + MARGIN);
    let mut scene = Scene {
        width,
        height,
        shapes: Vec::new(),
    };
    scene.rect((0, 0), (width, height), PAGE);
    for y in page.rules {
        scene.rect((MARGIN, y), (width - 2 * MARGIN, 1), RULE);
    }
    scene.shapes.append(&mut page.scene.shapes);
    scene
}

/// A row of the sheet and the sizes of its items.
struct MeasuredRow<'a> {
    label: &'a str,
    items: Vec<MeasuredItem<'a>>,
    more: usize,
}

/// An item and its size.
struct MeasuredItem<'a> {
    item: &'a Item,
    /// The side of a cell, for pictures.
    cell: u32,
    body: (u32, u32),
    /// Lines under the body.
    foot: Vec<String>,
    /// Lines of a text.
    lines: Vec<String>,
}

impl<'a> MeasuredRow<'a> {
    fn new(row: &'a Row, cell: Option<u32>, sheet: &Sheet) -> Self {
        let items = row.items.iter().take(MAX_ITEMS);
        Self {
            label: &row.label,
            items: items
                .map(|item| MeasuredItem::new(item, cell, sheet))
                .collect(),
            more: row.items.len().saturating_sub(MAX_ITEMS),
        }
    }
}

/// The side of a cell so that the picture's longer side takes about `pixels`.
fn cell_side(picture: &Picture, pixels: u32, most: u32, digits: bool) -> u32 {
    let longer = picture.height().max(picture.width()).max(1) as u32;
    let least = match (picture.marks().next(), digits) {
        (Some(_), _) => 18,
        (None, true) => 14,
        (None, false) => 5,
    };
    (pixels / longer).clamp(least, most)
}

impl<'a> MeasuredItem<'a> {
    fn new(item: &'a Item, cell: Option<u32>, sheet: &Sheet) -> Self {
        let mut measured = Self {
            item,
            cell: cell.unwrap_or(20),
            body: (0, 0),
            foot: Vec::new(),
            lines: Vec::new(),
        };
        match item {
            Item::Picture(picture) => {
                let side = cell.unwrap_or_else(|| cell_side(picture, 200, 20, sheet.digits));
                let (rows, columns) = (picture.height() as u32, picture.width() as u32);
                measured.cell = side;
                measured.body = if rows == 0 || columns == 0 {
                    measured.lines = vec!["(no cells)".to_owned()];
                    (CAPTION.width("(no cells)"), CAPTION.height())
                } else {
                    (columns * side + 1, rows * side + 1)
                };
                measured.foot = vec![match (sheet.arrangement, picture.label()) {
                    (Arrangement::Pairs, _) | (_, "") => picture.size(),
                    (_, label) => format!("{label} {}", picture.size()),
                }];
                measured.foot.extend(picture.notes());
            }
            Item::Text(text) => {
                let fit = font::fitting(CONTENT as f32 / 2.0, TEXT.size);
                measured.lines = wrapped(text, fit, MAX_TEXT_LINES, Charset::Unicode);
                let widest = measured.lines.iter().map(|line| TEXT.width(line)).max();
                let lines = measured.lines.len() as u32;
                let height = lines * (TEXT.height() + LEADING) - LEADING;
                measured.body = (widest.unwrap_or(0), height);
            }
            Item::Arrow => measured.body = (34, 12),
            Item::Unknown => {
                let side = (measured.cell * 3).clamp(48, 84);
                measured.body = (side, side);
            }
        }
        measured
    }

    fn width(&self) -> u32 {
        let foot = self.foot.iter().map(|line| CAPTION.width(line)).max();
        self.body.0.max(foot.unwrap_or(0))
    }

    fn foot_height(&self) -> u32 {
        self.foot.len() as u32 * (CAPTION.height() + LEADING)
    }
}

struct Page {
    scene: Scene,
    /// The ids in use, and how often each was requested.
    ids: HashMap<String, usize>,
    /// The rules between rows, drawn once the width of the page is known.
    rules: Vec<u32>,
    /// The right edge of the drawing.
    right: u32,
    /// The top of the next item.
    y: u32,
    /// Whether cells show the digits of their colours.
    digits: bool,
}

impl Page {
    /// Rows whose items stand in columns, behind a column of labels.
    fn pairs(&mut self, rows: &[MeasuredRow<'_>]) {
        let labels = rows.iter().map(|row| LABEL.width(row.label)).max();
        let labels = labels.unwrap_or(0).min(LONGEST_LABEL / 4);
        let count = rows.iter().map(|row| row.items.len()).max().unwrap_or(0);
        let widest = |k: usize| {
            let items = rows.iter().filter_map(|row| row.items.get(k));
            items.map(MeasuredItem::width).max().unwrap_or(0)
        };
        let columns: Vec<u32> = (0..count).map(widest).collect();
        for (k, row) in rows.iter().enumerate() {
            self.between(k);
            let id = self.open(row.label, row.label);
            let body = row.items.iter().map(|m| m.body.1).max();
            let body = body.unwrap_or(0).max(LABEL.height());
            let label = LABEL.cut(row.label, labels + 4);
            let middle = self.y + (body - LABEL.height()) / 2;
            self.scene.text(MARGIN, middle, &label, LABEL);
            let mut x = MARGIN + if labels > 0 { labels + GAP } else { 0 };
            let mut bottom = self.y + body;
            for (item, column) in row.items.iter().zip(&columns) {
                let y = self.y + (body - item.body.1) / 2;
                self.item(item, (x, y), *column, &id);
                bottom = bottom.max(y + item.body.1 + item.foot_height());
                x += column + GAP;
            }
            self.right = self.right.max(x.saturating_sub(GAP));
            self.y = bottom;
            self.scene.shapes.push(Shape::Close);
        }
    }

    /// Rows one after another, each with its label above its items.
    fn lines(&mut self, rows: &[MeasuredRow<'_>]) {
        for (k, row) in rows.iter().enumerate() {
            self.between(k);
            let id = self.open(row.label, row.label);
            if !row.label.is_empty() {
                self.line(MARGIN, row.label, LABEL);
                self.y += LEADING * 2;
            }
            let mut rest = row.items.as_slice();
            while !rest.is_empty() {
                let mut used = 0;
                let fit = rest.iter().take_while(|m| {
                    let fits = used == 0 || used + m.width() <= CONTENT;
                    used += m.width() + GAP;
                    fits
                });
                let (line, later) = rest.split_at(fit.count());
                self.shelve(line, &id);
                rest = later;
                if !rest.is_empty() {
                    self.y += ROW_GAP;
                }
            }
            if row.more > 0 {
                self.y += LEADING;
                self.line(
                    MARGIN,
                    &format!("… {} more", grouped(row.more as u64)),
                    CAPTION,
                );
            }
            self.scene.shapes.push(Shape::Close);
        }
    }

    /// Items side by side with their tops aligned.
    fn shelve(&mut self, items: &[MeasuredItem<'_>], id: &str) {
        let sign = |m: &&MeasuredItem<'_>| matches!(m.item, Item::Arrow | Item::Unknown);
        let others = items.iter().filter(|m| !sign(m)).map(|m| m.body.1);
        let least = others.min().unwrap_or(0);
        let (mut x, mut bottom) = (MARGIN, self.y);
        for item in items {
            let down = if sign(&item) {
                least.saturating_sub(item.body.1) / 2
            } else {
                0
            };
            self.item(item, (x, self.y + down), item.body.0, id);
            bottom = bottom.max(self.y + down + item.body.1 + item.foot_height());
            x += item.width() + GAP;
        }
        self.right = self.right.max(x.saturating_sub(GAP));
        self.y = bottom;
    }

    /// Draws an item in the middle of a column that starts at `x`.
    fn item(&mut self, m: &MeasuredItem<'_>, (x, y): (u32, u32), column: u32, row: &str) {
        let (width, height) = m.body;
        let left = x + column.saturating_sub(width) / 2;
        match m.item {
            Item::Picture(picture) => {
                let name = format!("{row} {}", picture.label());
                self.open(&name, &format!("{} {}", picture.label(), picture.size()));
                match m.lines.first() {
                    Some(nothing) => self.scene.text(left, y, nothing, CAPTION),
                    None => cells::draw(&mut self.scene, picture, (left, y), m.cell, self.digits),
                }
                let mut below = y + height + LEADING;
                for line in &m.foot {
                    let x = x + column.saturating_sub(CAPTION.width(line)) / 2;
                    self.scene.text(x, below, line, CAPTION);
                    below += CAPTION.height() + LEADING;
                }
                self.scene.shapes.push(Shape::Close);
            }
            Item::Text(_) => {
                for (k, line) in m.lines.iter().enumerate() {
                    let down = k as u32 * (TEXT.height() + LEADING);
                    self.scene.text(left, y + down, line, TEXT);
                }
            }
            Item::Arrow => {
                let (from, to) = (left as f32 + 1.0, (left + width) as f32 - 1.0);
                let (middle, half) = ((y + height / 2) as f32, height as f32 / 2.0 - 1.0);
                let shaft = [(from, middle), (to, middle)];
                let head = [
                    (to - half, middle - half),
                    (to, middle),
                    (to - half, middle + half),
                ];
                self.scene.lines(&[&shaft, &head], 2.0, CAPTION.color);
            }
            Item::Unknown => {
                self.scene.rect((left, y), (width, height), ABSENT.rgb);
                let font = FontStyle {
                    size: height as f32 * 0.42,
                    ..LABEL
                };
                let (w, h) = (font.width("?"), font.height());
                let at = (left + (width - w) / 2, y + (height - h) / 2);
                self.scene.text(
                    at.0,
                    at.1,
                    "?",
                    FontStyle {
                        color: CAPTION.color,
                        ..font
                    },
                );
            }
        }
    }

    /// Writes a line of text and advances below it.
    fn line(&mut self, x: u32, text: &str, font: FontStyle) {
        let text = font.cut(text, LONGEST_LABEL);
        self.scene.text(x, self.y, &text, font);
        self.right = self.right.max(x + font.width(&text));
        self.y += font.height();
    }

    /// Adds the rule above every row but the first.
    fn between(&mut self, row: usize) {
        if row > 0 {
            self.y += ROW_GAP;
            self.rules.push(self.y);
            self.y += ROW_GAP;
        }
    }

    /// Opens a group with a unique id.
    fn open(&mut self, name: &str, title: &str) -> String {
        let words = name.split(|c: char| !c.is_ascii_alphanumeric());
        let words: Vec<&str> = words.filter(|word| !word.is_empty()).take(4).collect();
        let stem = match words.join("-") {
            // An id that starts with a digit cannot be used in style sheets.
            id if id.starts_with(|c: char| c.is_ascii_alphabetic()) => id,
            id if id.is_empty() => "part".to_owned(),
            id => format!("part-{id}"),
        };
        let mut id = stem.clone();
        while self.ids.contains_key(&id) {
            // Continues counting for this name.
            let count = self.ids.entry(stem.clone()).or_insert(1);
            *count += 1;
            id = format!("{stem}-{count}");
        }
        self.ids.insert(id.clone(), 1);
        self.scene.shapes.push(Shape::Open {
            id: id.clone(),
            title: title.trim().to_owned(),
        });
        id
    }
}

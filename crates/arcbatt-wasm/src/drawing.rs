//! Pictures as JSON: cells as text, for the page to paint.

use arcbatt::Item;
use arcbatt::render::{Cell, Picture};
use serde::Serialize;

/// An item of a row: a picture, or text.
#[derive(Serialize)]
#[serde(untagged)]
pub enum Drawn {
    /// A picture.
    Picture(DrawnPicture),
    /// Text.
    Text {
        /// The text.
        text: String,
    },
}

/// A picture: a character per cell, row after row.
#[derive(Serialize)]
pub struct DrawnPicture {
    /// Number of rows.
    pub height: usize,
    /// Number of columns.
    pub width: usize,
    /// `0` to `9` for a colour, `.` for no cell, `#` for a cell without colour, `?` for a mark.
    pub cells: String,
    /// The numbers of the marks, in the order of the cells.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<i64>,
    /// The indices of the wrong cells.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub wrong: Vec<usize>,
    /// The size, and the position unless it is the origin: `3×4 at (2, 5)`.
    pub size: String,
    /// What is clipped or hidden.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

impl From<&Picture> for DrawnPicture {
    fn from(picture: &Picture) -> Self {
        let (height, width) = (picture.height(), picture.width());
        let mut cells = String::with_capacity(height * width);
        let (mut marks, mut wrong) = (Vec::new(), Vec::new());
        for at in 0..height * width {
            let (i, j) = (at / width, at % width);
            cells.push(match picture.get(i, j) {
                Cell::Absent => '.',
                Cell::Place => '#',
                Cell::Color(color @ 0..=9) => char::from(b'0' + color as u8),
                Cell::Color(mark) => {
                    marks.push(mark.into());
                    '?'
                }
            });
            if picture.is_wrong(i, j) {
                wrong.push(at);
            }
        }
        Self {
            height,
            width,
            cells,
            marks,
            wrong,
            size: picture.size(),
            notes: picture.notes(),
        }
    }
}

/// The items as JSON, arrows left out.
pub fn drawn(items: &[Item]) -> Vec<Drawn> {
    let item = |item: &Item| match item {
        Item::Picture(picture) => Some(Drawn::Picture(picture.into())),
        Item::Text(text) => Some(Drawn::Text { text: text.clone() }),
        Item::Unknown => Some(Drawn::Text {
            text: "?".to_owned(),
        }),
        Item::Arrow => None,
    };
    items.iter().filter_map(item).collect()
}

//! A grid in a column of text: rows of digits with `/` between them.

use crate::grid::GridBuf;

/// The text of a grid of colours.
pub(super) fn to_text(grid: &GridBuf) -> String {
    let mut text = String::with_capacity((grid.width() + 1) * grid.height());
    for (i, row) in grid.view().rows().enumerate() {
        if i > 0 {
            text.push('/');
        }
        // What is no colour becomes what is no digit, and is not read back.
        let digit = |&cell: &i8| u8::try_from(cell).ok().filter(|&c| c <= 9);
        text.extend(
            row.iter()
                .map(|c| digit(c).map_or('?', |c| (b'0' + c) as char)),
        );
    }
    text
}

/// The grid of a text; `None` if there is something else in it.
pub(super) fn from_text(text: &str) -> Option<GridBuf> {
    let rows: Vec<&str> = text.split('/').collect();
    GridBuf::from_digits(&rows).filter(|grid| grid.width() > 0)
}

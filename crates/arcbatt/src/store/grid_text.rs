//! Grids as text columns: rows of digits separated by `/`.

use crate::grid::GridBuf;

/// The text of a grid.
pub(crate) fn to_text(grid: &GridBuf) -> String {
    let mut text = String::with_capacity((grid.width() + 1) * grid.height());
    for (i, row) in grid.view().rows().enumerate() {
        if i > 0 {
            text.push('/');
        }
        // A cell that is no colour becomes `?`, which cannot be read back.
        let digit = |&cell: &i8| u8::try_from(cell).ok().filter(|&c| c <= 9);
        text.extend(
            row.iter()
                .map(|c| digit(c).map_or('?', |c| (b'0' + c) as char)),
        );
    }
    text
}

/// The grid of a text; `None` if the text is no grid.
pub(crate) fn from_text(text: &str) -> Option<GridBuf> {
    let rows: Vec<&str> = text.split('/').collect();
    GridBuf::from_digits(&rows).filter(|grid| grid.width() > 0)
}

//! Reads a grid from JSON text into one flat buffer.
//!
//! In: a JSON array of arrays of numbers. Out: a [`GridBuf`] of 1x1 to 30x30 colours, or an error
//! with row and column in the [`Trail`].
//!
//! The fast path reads single digits. If it fails, the grid is read again to find the error.
//! At most 900 cells are kept, however long the rows of the file are.

use super::json::{BadJson, Json};
use crate::grid::{Color, Grid, GridBuf};
use crate::task::error::{DataError, DataErrorKind, FoundJson, Place};
use crate::task::limits::MAX_SIDE;

/// The current place of the reader, and the first error of the current task.
#[derive(Default)]
pub(super) struct Trail {
    /// The place of the current value.
    pub place: Place,
    /// The first error; later ones of the same task are ignored.
    pub fault: Option<DataError>,
    /// Cells of the current grid.
    cells: Vec<Color>,
}

impl Trail {
    /// Notes an error at the current place, unless the task has one already.
    #[cold]
    pub fn note(&mut self, kind: DataErrorKind) {
        if self.fault.is_none() {
            let place = Box::new(self.place.clone());
            self.fault = Some(DataError { place, kind });
        }
    }

    /// Consumes the opening bracket; if there is another value, notes its type and skips it.
    pub fn open(
        &mut self,
        json: &mut Json<'_>,
        bracket: u8,
        wanted: &'static str,
    ) -> Result<bool, BadJson> {
        let opened = json.take(bracket);
        if !opened {
            let found = json.skip()?;
            self.note_type(found, wanted);
        }
        Ok(opened)
    }

    /// Notes a value of the wrong type.
    #[cold]
    pub fn note_type(&mut self, found: FoundJson, wanted: &'static str) {
        self.note(DataErrorKind::WrongType { found, wanted });
    }
}

/// Reads a grid; `None` after an error, or for `null` where `nullable` allows an unknown grid.
pub(super) fn read_grid(
    json: &mut Json<'_>,
    nullable: bool,
    trail: &mut Trail,
) -> Result<Option<GridBuf>, BadJson> {
    let start = json.clone();
    trail.cells.clear();
    if let Some((height, width)) = read_digits(json, &mut trail.cells) {
        return Ok(Some(Grid::new(height, width, &trail.cells).to_buf()));
    }
    *json = start;
    if !json.take(b'[') {
        let found = json.skip()?;
        if !(nullable && found == FoundJson::Null) {
            trail.note_type(found, "a grid (a list of rows)");
        }
        return Ok(None);
    }
    read_slowly(json, trail)?;
    Ok(None)
}

/// Reads a grid of single digits into `cells` and returns its sides; `None` if it is anything
/// else, and then cursor and `cells` are undefined.
#[inline]
fn read_digits(json: &mut Json<'_>, cells: &mut Vec<Color>) -> Option<(usize, usize)> {
    let (mut height, mut width) = (0, 0);
    json.take(b'[').then_some(())?;
    while height < MAX_SIDE {
        let start = cells.len();
        json.take(b'[').then_some(())?;
        while cells.len() - start < MAX_SIDE {
            cells.push(json.digit()?);
            if !json.take(b',') {
                break;
            }
        }
        json.take(b']').then_some(())?;
        if height == 0 {
            width = cells.len();
        }
        height += 1;
        if cells.len() != height * width {
            return None;
        }
        if !json.take(b',') {
            break;
        }
    }
    json.take(b']').then_some((height, width))
}

/// Reads the rest of a bad grid and notes the error.
fn read_slowly(json: &mut Json<'_>, trail: &mut Trail) -> Result<(), BadJson> {
    let (mut height, mut width, mut first) = (0, 0, true);
    while json.next_item(&mut first)? {
        trail.place.row = Some(height + 1);
        let cells = read_row(json, trail)?;
        if height == 0 {
            width = cells;
        }
        if cells == 0 {
            trail.note(DataErrorKind::EmptyRow);
        } else if cells != width {
            let first = width;
            trail.note(DataErrorKind::Ragged { cells, first });
        }
        height += 1;
    }
    trail.place.row = None;
    if height == 0 {
        trail.note(DataErrorKind::EmptyGrid);
    } else {
        // The only remaining error.
        trail.note(DataErrorKind::Size { height, width });
    }
    Ok(())
}

/// Reads a row, notes cells that are not colours, and returns the number of cells.
fn read_row(json: &mut Json<'_>, trail: &mut Trail) -> Result<usize, BadJson> {
    if !trail.open(json, b'[', "a row (a list of colours)")? {
        return Ok(0);
    }
    let (mut cells, mut first) = (0, true);
    while json.next_item(&mut first)? {
        cells += 1;
        trail.place.column = Some(cells);
        match json.skip()? {
            FoundJson::Integer(0..=9) => {}
            found @ (FoundJson::Integer(_) | FoundJson::Number(_)) => {
                trail.note(DataErrorKind::Color(found))
            }
            found => trail.note_type(found, "a colour"),
        }
    }
    trail.place.column = None;
    Ok(cells)
}

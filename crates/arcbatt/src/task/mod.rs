//! Tasks and data sets: every file layout in use, the built-in tasks and their generators.
//!
//! In: files, or a seed. Out: [`Task`]s, and apart from them the [`Answers`] to their tests.
//! What never happens here: a test output inside a [`Task`], so that whatever works on tasks
//! alone (searching, ranking) cannot look at one.

mod content_hash;
mod error;
pub mod generators;
mod limits;
mod load;
mod pull;
mod read;
mod registry;
mod write;

pub use content_hash::ContentHash;
pub use error::{DataError, DataErrorKind, FoundJson, Part, Place, Side};
pub use limits::{MAX_BAD_TASKS, MAX_FILE_MIB, MAX_ID_BYTES, MAX_PAIRS, MAX_SIDE};
pub use load::{Leniency, Loaded, load, load_part};
pub use pull::{PullError, PullOptions, PullStep, Pulled, pull};
pub(crate) use read::{AttemptsByTask, read_submission};
pub use registry::{EMBEDDED, NAMED_SETS, NamedSet, cache_folder, named, named_in, open, open_in};
pub(crate) use write::write_grid;
pub use write::write_task_json;

use crate::grid::GridBuf;

/// A demonstration pair.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Demonstration {
    /// What is given.
    pub input: GridBuf,
    /// What is wanted.
    pub output: GridBuf,
}

/// A task: demonstration pairs and test inputs, without the answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    /// The name under which the task is known, such as `gravity-03` or eight hexadecimal digits.
    pub id: String,
    /// The demonstration pairs, in file order.
    pub train: Vec<Demonstration>,
    /// The test inputs, in file order.
    pub test: Vec<GridBuf>,
}

/// The wanted test outputs of one task, where they are known: one entry a test input.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answers(pub Vec<Option<GridBuf>>);

/// Tasks, and beside them their answers: `answers[k]` belongs to `tasks[k]`.
#[derive(Clone, Debug, Default)]
pub struct DataSet {
    /// The tasks, ascending by id.
    pub tasks: Vec<Task>,
    /// What is known of their test outputs; as long as `tasks`.
    pub answers: Vec<Answers>,
}

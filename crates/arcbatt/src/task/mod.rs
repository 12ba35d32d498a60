//! Tasks and data sets: every file layout in use, the built-in tasks and their generators.
//!
//! In: files, or a seed. Out: [`Task`]s, and separately the [`Answers`] to their tests.
//!
//! Invariant: a [`Task`] holds no test output, so code that is given only tasks (search, ranking)
//! cannot read one.

mod answers;
mod content_hash;
mod error;
mod find;
pub mod generators;
mod limits;
mod load;
mod pull;
mod read;
mod registry;
mod write;
mod write_generated;

pub use answers::{add_solutions, solution_files};
pub use content_hash::ContentHash;
pub use error::{DataError, DataErrorKind, FoundJson, Part, Place, Side};
pub use find::{FoundTask, MADE_FOLDER, find_tasks, present_sets};
pub use limits::{MAX_FILE_MIB, MAX_SIDE};
pub use load::{Leniency, LoadOptions, Loaded, load, load_part, load_text};
pub use pull::{PullError, PullOptions, PullStep, Pulled, pull};
pub(crate) use read::{AttemptsByTask, read_submission};
pub use registry::{
    EMBEDDED, NAMED_SETS, NamedSet, cache_folder, named_in, open, open_in, paths_read,
};
pub(crate) use write::write_grid;
pub use write::write_task_json;
pub use write_generated::{GeneratedFiles, WriteTasksError};

use crate::grid::{Grid, GridBuf};
use std::num::NonZeroUsize;
use std::path::Path;

/// A demonstration pair.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Demonstration {
    /// The input grid.
    pub input: GridBuf,
    /// The expected grid.
    pub output: GridBuf,
}

impl Demonstration {
    /// Views of the input and the output.
    pub fn views(&self) -> (Grid<'_>, Grid<'_>) {
        (self.input.view(), self.output.view())
    }
}

/// A task: demonstration pairs and test inputs, without the answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    /// Its name, such as `gravity_down` or eight hexadecimal digits.
    pub id: String,
    /// The demonstration pairs, in file order.
    pub train: Vec<Demonstration>,
    /// The test inputs, in file order.
    pub test: Vec<GridBuf>,
}

/// The known test outputs of one task, one entry per test input.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answers(pub Vec<Option<GridBuf>>);

/// Tasks and their answers: `answers[k]` belongs to `tasks[k]`.
#[derive(Clone, Debug, Default)]
pub struct DataSet {
    /// The tasks, ascending by id.
    pub tasks: Vec<Task>,
    /// The known test outputs; as long as `tasks`.
    pub answers: Vec<Answers>,
}

impl DataSet {
    /// Loads a file or folder in any layout; the first bad task is an error.
    ///
    /// [`open`] also takes names such as `arc1-training`, and can skip bad tasks.
    pub fn load(path: impl AsRef<Path>) -> Result<Self, DataError> {
        load(path.as_ref(), Leniency::Strict).map(|loaded| loaded.data)
    }

    /// The tasks that come with arcbatt, one of every family of [`generators`].
    pub fn embedded() -> Self {
        generators::embedded()
    }

    /// Keeps only the first tasks.
    pub fn keep_first(&mut self, count: NonZeroUsize) {
        self.tasks.truncate(count.get());
        self.answers.truncate(count.get());
    }

    /// The task with this id.
    pub fn task(&self, id: &str) -> Option<&Task> {
        self.tasks.iter().find(|task| task.id == id)
    }
}

//! What happens during a session, as a stream of events.
//!
//! A progress bar, a web page or a Python callback subscribes with one function. Events of one
//! session never overlap: the next one is sent when the function has returned.

use super::report::TaskReport;
use crate::program::Program;
use crate::score::Attempts;
use crate::store::StopReason;

/// A function that is called with every event of a session, from any of its threads.
pub type OnEvent<'o> = &'o (dyn Fn(&Event<'_>) + Sync);

/// Something that happened in a session.
///
/// Programs and results are in the store, if there is one, before an event reports them.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Event<'e> {
    /// The session starts.
    RunStarted {
        /// Number of tasks.
        tasks: usize,
        /// Tasks with results of the run that is resumed.
        resumed: usize,
    },
    /// A round (evolve) or pass (search) starts.
    RoundStarted {
        /// Its number, from 1.
        round: u32,
        /// Tasks to run or search.
        tasks: usize,
        /// Candidates to run; `None` for a search, which makes them as it goes.
        candidates: Option<usize>,
    },
    /// Tasks of this round are run once more, on the candidates of all tasks.
    TasksAdded {
        /// Number of tasks.
        tasks: usize,
    },
    /// A task starts.
    TaskStarted {
        /// Its id.
        task: &'e str,
    },
    /// A program was found that fits all demonstrations of its task.
    ProgramFound {
        /// The task's id.
        task: &'e str,
        /// The program.
        program: &'e Program,
    },
    /// A task is done for this round.
    TaskDone {
        /// Its id.
        task: &'e str,
        /// Its answers to each test so far.
        attempts: &'e [Attempts],
        /// The state of the session.
        progress: &'e Progress,
    },
    /// A round of evolve is over, and its results are written.
    RoundDone {
        /// The last round that was completed; an interrupted round does not count.
        completed: u32,
        /// The results so far, in the order of the tasks.
        tasks: &'e [TaskReport],
    },
    /// The file of the store takes no more changes; the session goes on.
    StoreMoved {
        /// Why, and where the results are now.
        message: &'e str,
    },
    /// The session is over.
    RunDone {
        /// Why it ended.
        reason: StopReason,
        /// Tasks with a program that fits all their demonstrations.
        fitting: usize,
    },
}

/// The state of a running session.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Progress {
    /// The round or pass, from 1.
    pub round: u32,
    /// Tasks of this round that are done.
    pub done: usize,
    /// Tasks of this round.
    pub of: usize,
    /// All tasks.
    pub tasks: usize,
    /// Tasks with a program that fits all their demonstrations.
    pub fitting: usize,
    /// Programs tried in this session.
    pub programs: u64,
    /// Primitive calls computed in this session.
    pub evaluations: u64,
    /// The task that got a fitting program last, and the program on one line.
    pub latest: Option<(String, String)>,
}

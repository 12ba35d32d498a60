//! What work that is no primitive is called in reports: its phase, its category and its name.

use crate::batt::{Mark, Work};
use crate::search::SearchWork;

/// Planning.
pub const PLANNING: &str = "planning";
/// Arguments found, calls made.
pub const DISPATCH: &str = "dispatch";
/// Memory made, copied and freed.
pub const COPIES: &str = "copies and frees";
/// Equal calls, values and answers as one.
pub const EQUALITY: &str = "equality and de-duplication";
/// Candidates made, chosen and ranked.
pub const CANDIDATES: &str = "candidate management";
/// Matches, and what differs say.
pub const SCORING: &str = "scoring";
/// Outputs taken from the run, results entered into the report.
pub const RESULTS: &str = "result collection";
/// Budgets, memory, the stop sign.
pub const LIMITS: &str = "limits";
/// Data to and from a GPU, and waiting for it.
pub const GPU: &str = "GPU transfers and waits";
/// Keeping what was found.
pub const STORE: &str = "store";
/// Progress, logs, reports.
pub const OUTPUT: &str = "output";
/// Starting and ending runs, and what lies between the phases: all that counts in tiny runs.
pub const SET_UP: &str = "set-up";
/// Looking for programs: which calls are made next, and what their values are good for.
pub const SEARCH: &str = "search";
/// What the profiler does for itself.
pub const PROFILER: &str = "profiler";

/// All categories, in the order of the documentation.
pub const ALL: [&str; 13] = [
    PLANNING, DISPATCH, COPIES, EQUALITY, CANDIDATES, SCORING, RESULTS, LIMITS, GPU, STORE, OUTPUT,
    SET_UP, PROFILER,
];

/// The phase that work belongs to.
pub fn phase(work: Work) -> &'static str {
    match work {
        Work::Card => "card",
        Work::Choose | Work::Plan | Work::Run | Work::Backend => "batt",
        Work::Free | Work::Wait | Work::Glue => "batt",
        Work::Group | Work::Match | Work::Compare | Work::Rank => "score",
        Work::Differ | Work::DifferBackend => "score",
        Work::Collect | Work::Survive => "score",
        Work::Keep => "store",
        Work::Tell => "report",
        Work::Probe => "profiler",
    }
}

/// The name of what comes before the first and after the last reading of a recorder.
pub const STARTING: &str = "starting and ending runs of plans";

/// The category and the name of work; none where a recorder says what it consists of, or where
/// it is no work.
pub fn work(work: Work) -> Option<(&'static str, &'static str)> {
    Some(match work {
        Work::Card => (CANDIDATES, "merging and mutating programs"),
        Work::Choose => (CANDIDATES, "choosing candidates for tasks"),
        Work::Plan => (PLANNING, "ordering the nodes of a block"),
        Work::Backend => (GPU, "candidates on a device"),
        Work::DifferBackend => (GPU, "differs on a device"),
        Work::Group => (EQUALITY, "grouping candidates that answer the same"),
        Work::Match => (SCORING, "matching demonstrations"),
        Work::Compare => (SCORING, "pairing answers for differs"),
        Work::Rank => (CANDIDATES, "ranking the best"),
        Work::Collect => (RESULTS, "entering results of tasks"),
        Work::Survive => (CANDIDATES, "choosing parents of the next round"),
        Work::Tell => (OUTPUT, "telling of progress"),
        Work::Keep => (STORE, "keeping the best programs"),
        Work::Free => (COPIES, "freeing plans and answers"),
        Work::Probe => (PROFILER, "hashing answers, naming nodes"),
        Work::Glue => (SET_UP, "between the phases"),
        Work::Run | Work::Differ | Work::Wait => return None,
    })
}

/// The category and the name of a part of a search, without the calls that it makes.
pub fn search(work: SearchWork) -> (&'static str, String) {
    match work {
        SearchWork::Ready => (SEARCH, "making ready, and who is next".to_owned()),
        SearchWork::Propose(proposer) => (SEARCH, format!("proposing: {}", proposer.name())),
        SearchWork::Rank => (CANDIDATES, "ranking what was found".to_owned()),
    }
}

/// The category of a stretch of a run, and its name with what it was for.
pub fn mark(mark: Mark, primitive: Option<&str>) -> (&'static str, String) {
    let (category, what, link) = match mark {
        Mark::Memory => (COPIES, "readying memory, inputs and constants", ""),
        Mark::Limits => (LIMITS, "budget and memory", "before"),
        Mark::Gather => (DISPATCH, "arguments", "of"),
        Mark::Call => (DISPATCH, "calling", ""),
        Mark::Lookup => (EQUALITY, "looking up calls", "of"),
        Mark::Account => (LIMITS, "accounting for calls", "of"),
        Mark::Number => (EQUALITY, "numbering values", "of"),
        Mark::Record => (RESULTS, "taking outputs from the run", ""),
        Mark::Probe => (PROFILER, "timing calls in detail", ""),
    };
    let name = match primitive {
        Some(primitive) if !link.is_empty() => format!("{what} {link} {primitive}"),
        _ => what.to_owned(),
    };
    (category, name)
}

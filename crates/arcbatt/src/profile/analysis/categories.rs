//! The phase, category and name that reports give to framework work.

use crate::batt::{Mark, Work};
use crate::search::SearchWork;

/// Ordering nodes into plans.
pub const PLANNING: &str = "planning";
/// Gathering arguments and making calls.
pub const DISPATCH: &str = "dispatch";
/// Passing on failures of calls, and entering new ones.
pub const ERRORS: &str = "error handling";
/// Allocating, copying and freeing memory.
pub const COPIES: &str = "copies and frees";
/// Merging equal calls, values and answers.
pub const EQUALITY: &str = "equality and de-duplication";
/// Making the batt: normalising, mutating, type-checking and merging programs.
pub const GENERATOR: &str = "generator";
/// Choosing and ranking candidates.
pub const CANDIDATES: &str = "candidate management";
/// Matching demonstrations and running differs.
pub const SCORING: &str = "scoring";
/// Collecting outputs and results.
pub const RESULTS: &str = "result collection";
/// Checking budgets, memory and the stop flag.
pub const LIMITS: &str = "limits";
/// Transfers to and from a GPU, and waiting for it.
pub const GPU: &str = "GPU transfers and waits";
/// Storing programs.
pub const STORE: &str = "store";
/// Progress, logs, reports.
pub const OUTPUT: &str = "output";
/// Starting and ending runs, and the time between phases; dominates tiny runs.
pub const SET_UP: &str = "set-up";
/// Searching for programs: choosing calls and examining their values.
pub const SEARCH: &str = "search";
/// The work of the profiler itself.
pub const PROFILER: &str = "profiler";

/// The part of the generator that runs on one thread.
pub const MERGING: &str = "merging programs and mutants";

/// The part of scoring that runs the best program of every task alone.
pub const VERIFYING: &str = "running the best programs alone";

/// All categories of a run of the pipeline.
pub const ALL: [&str; 15] = [
    GENERATOR, PLANNING, DISPATCH, ERRORS, COPIES, EQUALITY, CANDIDATES, SCORING, RESULTS, LIMITS,
    GPU, STORE, OUTPUT, SET_UP, PROFILER,
];

/// The phase that work belongs to.
pub fn phase(work: Work) -> &'static str {
    match work {
        Work::Card | Work::CardCache | Work::Normalise => "card",
        Work::Mutate | Work::TypeCheck | Work::Merge => "card",
        Work::Choose | Work::Plan | Work::Run | Work::Backend => "batt",
        Work::Free | Work::Wait | Work::Glue => "batt",
        Work::Group | Work::Match | Work::Compare | Work::Rank => "score",
        Work::Differ | Work::DifferBackend => "score",
        Work::Collect | Work::Survive | Work::Verify => "score",
        Work::Keep => "store",
        Work::Tell => "report",
        Work::Probe => "profiler",
    }
}

/// The name of the time before the first and after the last reading of a recorder.
pub const STARTING: &str = "starting and ending runs of plans";

/// The category and name of work; `None` for waiting, and for work that recorders break down.
pub fn work(work: Work) -> Option<(&'static str, &'static str)> {
    Some(match work {
        Work::Card => (GENERATOR, "between its parts"),
        Work::CardCache => (GENERATOR, "reading and writing the cache"),
        Work::Normalise => (GENERATOR, "normalising programs"),
        Work::Mutate => (GENERATOR, "mutating programs"),
        Work::TypeCheck => (GENERATOR, "type-checking mutants"),
        Work::Merge => (GENERATOR, MERGING),
        Work::Choose => (CANDIDATES, "choosing candidates for tasks"),
        Work::Plan => (PLANNING, "ordering the nodes of a block"),
        Work::Backend => (GPU, "candidates on a device"),
        Work::DifferBackend => (GPU, "differs on a device"),
        Work::Group => (EQUALITY, "grouping candidates with equal answers"),
        Work::Match => (SCORING, "matching demonstrations"),
        Work::Compare => (SCORING, "pairing answers for differs"),
        Work::Rank => (CANDIDATES, "ranking the best"),
        Work::Collect => (RESULTS, "collecting results of tasks"),
        Work::Survive => (CANDIDATES, "choosing parents of the next round"),
        Work::Verify => (SCORING, VERIFYING),
        Work::Tell => (OUTPUT, "reporting progress"),
        Work::Keep => (STORE, "storing the best programs"),
        Work::Free => (COPIES, "freeing plans and answers"),
        Work::Probe => (PROFILER, "hashing answers, naming nodes"),
        Work::Glue => (SET_UP, "between the phases"),
        Work::Run | Work::Differ | Work::Wait => return None,
    })
}

/// The category and name of a part of a search, without the calls it makes.
pub fn search(work: SearchWork) -> (&'static str, String) {
    match work {
        SearchWork::Ready => (SEARCH, "set-up and scheduling".to_owned()),
        SearchWork::Propose(proposer) => (SEARCH, format!("proposing: {}", proposer.name())),
        SearchWork::Rank => (CANDIDATES, "ranking programs".to_owned()),
    }
}

/// The category of a stretch of a run, and its name with the primitive.
pub fn mark(mark: Mark, primitive: Option<&str>) -> (&'static str, String) {
    let (category, what, link) = match mark {
        Mark::Memory => (COPIES, "preparing memory, inputs and constants", ""),
        Mark::Limits => (LIMITS, "budget and memory", "before"),
        Mark::Gather => (DISPATCH, "arguments", "of"),
        Mark::Call => (DISPATCH, "calling", ""),
        Mark::Fail => (ERRORS, "failures", "of"),
        Mark::Lookup => (EQUALITY, "looking up calls", "of"),
        Mark::Account => (LIMITS, "accounting for calls", "of"),
        Mark::Number => (EQUALITY, "interning values", "of"),
        Mark::Record => (RESULTS, "collecting outputs of the run", ""),
        Mark::Probe => (PROFILER, "timing calls in detail", ""),
    };
    let name = match primitive {
        Some(primitive) if !link.is_empty() => format!("{what} {link} {primitive}"),
        _ => what.to_owned(),
    };
    (category, name)
}

//! Searches for programs that solve a task.

use crate::tasks::{GridJson, TaskJson, grid_json};
use arcbatt::search::solve_task_watched;
use arcbatt::{Budget, Library, Outcome};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// The time between two looks at a search.
const PAUSE: Duration = Duration::from_millis(200);

/// The most memory of a search: tabs have less than a machine.
const MEMORY: usize = 256 << 20;

/// A task and a budget.
#[derive(Deserialize)]
pub struct SearchRequest {
    /// The task. The outputs of its tests are not read.
    pub task: TaskJson,
    /// Time in seconds; only the steps count without it.
    pub seconds: Option<f64>,
    /// Calls, one per node and sample; only the time counts without it.
    pub steps: Option<u64>,
}

/// The programs found so far.
#[derive(Serialize)]
pub struct SearchResult {
    /// The programs, best first.
    pub found: Vec<FoundJson>,
    /// Calls, one per node and sample.
    pub evaluations: u64,
    /// Programs with different values.
    pub programs: u64,
    /// Time in seconds.
    pub seconds: f64,
}

/// A program that was found.
#[derive(Serialize)]
pub struct FoundJson {
    /// Its text.
    pub source: String,
    /// Demonstrations that it gets right.
    pub matched: u32,
    /// Its lines.
    pub lines: usize,
    /// The outputs of the tests.
    pub outputs: Vec<Option<GridJson>>,
}

impl From<&Outcome> for SearchResult {
    fn from(outcome: &Outcome) -> Self {
        let found = outcome.found.iter().map(|found| FoundJson {
            source: found.program.to_string(),
            matched: found.matched,
            lines: found.program.lines.len(),
            outputs: found
                .outputs
                .iter()
                .map(|output| output.as_ref().map(grid_json))
                .collect(),
        });
        Self {
            found: found.collect(),
            evaluations: outcome.stats.evaluations,
            programs: outcome.stats.programs,
            seconds: outcome.stats.time.as_secs_f64(),
        }
    }
}

/// Searches until the budget is spent. Calls `watch` with the programs so far several times a second.
pub fn search(
    request: &SearchRequest,
    mut watch: impl FnMut(&SearchResult),
) -> Result<SearchResult, String> {
    let (task, _) = request.task.task()?;
    let time = match request.seconds {
        None => None,
        Some(seconds) => Some(Duration::try_from_secs_f64(seconds).map_err(|e| e.to_string())?),
    };
    if time.is_none() && request.steps.is_none() {
        return Err("a search needs a limit: seconds or steps".to_owned());
    }
    let budget = Budget {
        time,
        steps: request.steps.unwrap_or(u64::MAX),
        memory: MEMORY,
    };
    let library = Library::default();
    let outcome = solve_task_watched(&task, &library, 0, &budget, PAUSE, |so_far| {
        watch(&so_far.into());
    });
    Ok((&outcome).into())
}

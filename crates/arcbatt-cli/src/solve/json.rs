//! The report of `arcbatt solve` as JSON.

use super::Searched;
use crate::json_text::grid_json;
use crate::run::{cut_json, tally_json};
use arcbatt::grid::GridBuf;
use arcbatt::session::TaskReport;
use serde_json::{Value as Json, json};

/// The whole report.
pub fn document(searched: &Searched<'_>) -> Json {
    let report = searched.report;
    let tasks: Vec<Json> = report.tasks.iter().map(task).collect();
    json!({
        "run": report.run.map(|run| run.0),
        "seed": searched.settings.seed,
        "budget": searched.settings.budget_text(),
        "passes": report.passes,
        "library": report.library,
        "library_left_out": report.left_out,
        "resumed": report.resumed,
        "ending": report.stop.name(),
        "wall_ms": searched.wall.as_secs_f64() * 1e3,
        "tasks": tasks,
        "totals": tally_json(&report.tally()),
    })
}

fn task(task: &TaskReport) -> Json {
    let standing = &task.standing;
    let grid = |grid: &Option<GridBuf>| grid.as_ref().map(grid_json);
    let attempts = standing.attempts.iter();
    let attempts: Vec<Json> = attempts
        .map(|both| both.iter().map(grid).collect())
        .collect();
    json!({
        "id": task.id,
        "fits": task.fits(),
        "right": task.test_result.is_right(),
        "matched": standing.matched,
        "demonstrations": task.train,
        "pass": standing.pass,
        "program": standing.best.as_ref().map(|best| best.program.renamed().to_string()),
        "proposer": standing.best.as_ref().map(|best| best.proposer.clone()),
        "bits": standing.best.as_ref().map(|best| best.bits),
        "attempts": attempts,
        "tests": task.tests,
        "tests_known": task.test_result.known,
        "tests_right": task.test_result.right,
        "programs": standing.stats.programs,
        "evaluations": standing.stats.evaluations,
        "memory": standing.stats.memory,
        "ms": standing.stats.time.as_secs_f64() * 1e3,
        "not_searched": task.not_searched.map(|why| why.to_string()),
        "crashed": task.crashed,
        "cut": cut_json(&task.cut),
    })
}

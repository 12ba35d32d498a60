//! What `arcbatt solve` prints for programs.

use crate::show::rows;
use crate::solve::Solved;
use arcbatt::grid::GridBuf;
use arcbatt::score::TestResult;
use arcbatt::session::TaskReport;
use serde_json::{Value as Json, json};

/// The whole report.
pub fn document(solved: &Solved<'_>) -> Json {
    let report = solved.report;
    let tasks: Vec<Json> = report.tasks.iter().zip(solved.verdicts).map(task).collect();
    let sum = |number: fn(&TestResult) -> usize| solved.verdicts.iter().map(number).sum::<usize>();
    json!({
        "run": report.run.0,
        "seed": solved.settings.seed,
        "budget": solved.settings.budget_in_words(),
        "passes": report.passes,
        "library": report.library,
        "resumed": report.resumed,
        "ending": report.ending.name(),
        "wall_ms": solved.wall.as_secs_f64() * 1e3,
        "tasks": tasks,
        "totals": {
            "tasks": report.tasks.len(),
            "solved": report.solved(),
            "tests_known": sum(|verdict| verdict.known),
            "tests_right": sum(|verdict| verdict.right),
        },
    })
}

fn task((task, verdict): (&TaskReport, &TestResult)) -> Json {
    let standing = &task.standing;
    let grid = |grid: &Option<GridBuf>| grid.as_ref().map(rows);
    let attempts = standing.attempts.iter();
    let attempts: Vec<Json> = attempts
        .map(|both| both.iter().map(grid).collect())
        .collect();
    json!({
        "id": task.id,
        "solved": task.solved(),
        "matched": standing.matched,
        "demonstrations": task.train,
        "pass": standing.pass,
        "program": standing.best.as_ref().map(|best| best.program.renamed().to_string()),
        "proposer": standing.best.as_ref().map(|best| best.proposer.name()),
        "bits": standing.best.as_ref().map(|best| best.bits),
        "attempts": attempts,
        "tests": task.tests,
        "tests_known": verdict.known,
        "tests_right": verdict.right,
        "programs": standing.stats.programs,
        "evaluations": standing.stats.evaluations,
        "memory": standing.stats.memory,
        "ms": standing.stats.time.as_secs_f64() * 1e3,
        "crashed": task.crashed,
    })
}

//! What the store holds: runs, how each task fared in them, programs. Opened read-only.

use arcbatt::store::{Store, data_hash, one_line};
use arcbatt::{DataSet, StoreError};
use serde_json::{Value as Json, json};
use std::path::Path;

/// The most programs that are listed.
const MOST_PROGRAMS: usize = 500;

/// All runs, the latest first.
pub fn runs(path: &Path, data: &DataSet) -> Result<Json, StoreError> {
    let own = data_hash(&data.tasks).to_string();
    let runs = Store::open_to_read(path)?.runs()?;
    Ok(runs
        .iter()
        .map(|run| {
            json!({
                "run": run.run.0,
                "command": run.command,
                "version": run.version,
                "settings": run.settings,
                "budget": run.budget,
                "tasks": run.tasks,
                "finished": run.finished,
                "fitting": run.fitting,
                "started": run.started,
                "ended": run.ended,
                "ending": run.ending,
                // Only then are its tasks known by name.
                "is_of_data": run.data == own,
            })
        })
        .collect())
}

/// How each task fared in a run, in the order of the tasks; ids only if the run was of this data.
pub fn run(path: &Path, number: i64, data: &DataSet) -> Result<Option<Json>, StoreError> {
    let store = Store::open_to_read(path)?;
    let Some(summary) = store.runs()?.into_iter().find(|run| run.run.0 == number) else {
        return Ok(None);
    };
    let is_own = summary.data == data_hash(&data.tasks).to_string();
    let standings = store.standings(summary.run)?;
    let tasks = standings.iter().map(|(&place, standing)| {
        let task = data.tasks.get(place).filter(|_| is_own);
        json!({
            "place": place,
            "id": task.map(|task| &task.id),
            "train": task.map(|task| task.train.len()),
            "pass": standing.pass,
            "matched": standing.matched,
            "program": standing.best.as_ref().map(|best| best.program.to_string()),
            "proposer": standing.best.as_ref().map(|best| &best.proposer),
            "evaluations": standing.stats.evaluations,
            "seconds": standing.stats.time.as_secs_f64(),
        })
    });
    Ok(Some(
        json!({ "run": number, "tasks": tasks.collect::<Vec<_>>() }),
    ))
}

/// The programs, those that fit most tasks first.
pub fn programs(path: &Path) -> Result<Json, StoreError> {
    let entries = Store::open_to_read(path)?.entries()?;
    let shown = entries.iter().take(MOST_PROGRAMS).filter_map(|entry| {
        let program = entry.program()?;
        let fits: Vec<&String> = entry.fitted().map(|worth| &worth.task).collect();
        Some(json!({
            "line": one_line(&program),
            "source": program.to_string(),
            "fits": fits,
        }))
    });
    Ok(json!({ "programs": shown.collect::<Vec<_>>(), "of": entries.len() }))
}

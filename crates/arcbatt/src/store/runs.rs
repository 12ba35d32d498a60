//! Runs: command, data, settings, times and result.

use super::canonical::hash_text;
use super::error::StoreError;
use super::{Store, grid_text};
use crate::task::{ContentHash, Task};
use rusqlite::{OptionalExtension, Row, params};

/// The number of a run in its store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RunId(pub i64);

/// A run that starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunStart<'a> {
    /// The command, such as `solve`.
    pub command: &'a str,
    /// The tasks, in order: see [`data_hash`].
    pub data: ContentHash,
    /// Everything that decides the results except the tasks; a run with the same text resumes it.
    pub settings: &'a str,
    /// The seed.
    pub seed: u64,
    /// The budget, as text.
    pub budget: &'a str,
    /// Number of tasks.
    pub tasks: usize,
}

/// Why a run ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StopReason {
    /// All work was done.
    #[default]
    Finished,
    /// The time limit was reached.
    TimeLimit,
    /// Somebody interrupted it.
    Interrupted,
    /// A result could not be written.
    WriteFailed,
}

impl StopReason {
    /// The name in JSON reports and in the store.
    pub fn name(self) -> &'static str {
        match self {
            StopReason::Finished => "done",
            StopReason::TimeLimit => "time",
            StopReason::Interrupted => "stopped",
            StopReason::WriteFailed => "failed",
        }
    }
}

/// A run in the store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunSummary {
    /// Its number.
    pub run: RunId,
    /// The command.
    pub command: String,
    /// The version of arcbatt.
    pub version: String,
    /// Hash of the tasks, in hexadecimal.
    pub data: String,
    /// Everything that decides the results except the tasks.
    pub settings: String,
    /// The budget.
    pub budget: String,
    /// Number of tasks.
    pub tasks: u32,
    /// Tasks with a completed pass.
    pub finished: u32,
    /// Tasks with a program that fits their demonstrations.
    pub fitting: u32,
    /// When it started, as `2026-01-31T12:00:00Z`.
    pub started: String,
    /// When it ended; `None` while it runs or if it was killed.
    pub ended: Option<String>,
    /// Why it ended, see [`StopReason::name`].
    pub ending: Option<String>,
}

/// The hash of the tasks of a run: ids, order, demonstrations and test inputs, without answers.
pub fn data_hash(tasks: &[Task]) -> ContentHash {
    let mut text = String::new();
    for task in tasks {
        // Line breaks separate the parts.
        text.push_str(&task.id.replace('\n', "\\n"));
        let train = task
            .train
            .iter()
            .flat_map(|pair| [&pair.input, &pair.output]);
        for grid in train {
            text.push('\n');
            text.push_str(&grid_text::to_text(grid));
        }
        text.push_str("\ntest");
        for grid in &task.test {
            text.push('\n');
            text.push_str(&grid_text::to_text(grid));
        }
        text.push_str("\nend\n");
    }
    hash_text(&text)
}

const NOW: &str = "strftime('%Y-%m-%dT%H:%M:%SZ', 'now')";

const SUMMARY: &str = "SELECT run, command, version, data, settings, budget, tasks,
    (SELECT count(*) FROM results WHERE results.run = runs.run AND pass > 0),
    (SELECT count(*) FROM results WHERE results.run = runs.run AND demonstrations > 0
        AND matched = demonstrations),
    started, ended, ending FROM runs";

fn summary(row: &Row<'_>) -> rusqlite::Result<RunSummary> {
    Ok(RunSummary {
        run: RunId(row.get(0)?),
        command: row.get(1)?,
        version: row.get(2)?,
        data: row.get(3)?,
        settings: row.get(4)?,
        budget: row.get(5)?,
        tasks: row.get(6)?,
        finished: row.get(7)?,
        fitting: row.get(8)?,
        started: row.get(9)?,
        ended: row.get(10)?,
        ending: row.get(11)?,
    })
}

impl Store {
    /// Enters the start of a run.
    pub fn begin_run(&mut self, start: &RunStart<'_>) -> Result<RunId, StoreError> {
        let sql = format!(
            "INSERT INTO runs (command, version, data, settings, seed, budget, tasks, started)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, {NOW})"
        );
        self.change(|change| {
            change.execute(
                &sql,
                params![
                    start.command,
                    env!("CARGO_PKG_VERSION"),
                    start.data.to_string(),
                    start.settings,
                    start.seed.to_string(),
                    start.budget,
                    start.tasks as i64,
                ],
            )?;
            Ok(RunId(change.last_insert_rowid()))
        })
    }

    /// Enters the end of a run; a resumed run ends again.
    pub fn end_run(&mut self, run: RunId, reason: StopReason) -> Result<(), StoreError> {
        let sql = format!(
            "UPDATE runs SET ended = {NOW}, ending = ?2,
                solved = (SELECT count(*) FROM results WHERE results.run = ?1
                    AND demonstrations > 0 AND matched = demonstrations),
                programs = (SELECT ifnull(sum(programs), 0) FROM timings WHERE run = ?1),
                evaluations = (SELECT ifnull(sum(evaluations), 0) FROM timings WHERE run = ?1)
             WHERE run = ?1"
        );
        self.change(|change| change.execute(&sql, params![run.0, reason.name()]))
            .map(|_| ())
    }

    /// The last run of these tasks with these settings.
    pub fn find_run(
        &self,
        data: ContentHash,
        settings: &str,
    ) -> Result<Option<RunSummary>, StoreError> {
        let sql = format!("{SUMMARY} WHERE data = ?1 AND settings = ?2 ORDER BY run DESC LIMIT 1");
        self.read(|connection| {
            connection
                .query_row(&sql, params![data.to_string(), settings], summary)
                .optional()
        })
    }

    /// All runs, latest first.
    pub fn runs(&self) -> Result<Vec<RunSummary>, StoreError> {
        let sql = format!("{SUMMARY} ORDER BY run DESC");
        self.read(|reader| {
            let charged = |row: &Row<'_>| {
                reader.bounds.charge(row)?;
                summary(row)
            };
            reader.prepare(&sql)?.query_map([], charged)?.collect()
        })
    }
}

//! Runs: what was asked for, when, and what it came to.

use super::canonical::hash_text;
use super::error::StoreError;
use super::{Store, grid_text};
use crate::task::{ContentHash, Task};
use rusqlite::{OptionalExtension, Row, params};

/// The number of a run in its store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RunId(pub i64);

/// What a run is, when it starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunStart<'a> {
    /// The command, such as `solve`.
    pub command: &'a str,
    /// The tasks, in order: see [`data_hash`].
    pub data: ContentHash,
    /// All that decides the answers but the tasks, in words: a run is taken up by one that says
    /// the same.
    pub settings: &'a str,
    /// The seed.
    pub seed: u64,
    /// The budget, in words.
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

/// A run as the store knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunSummary {
    /// Its number.
    pub run: RunId,
    /// The command.
    pub command: String,
    /// The version of arcbatt.
    pub version: String,
    /// The tasks, in hexadecimal digits.
    pub data: String,
    /// What decides the answers.
    pub settings: String,
    /// The budget.
    pub budget: String,
    /// Number of tasks.
    pub tasks: u32,
    /// Tasks that were done at least once.
    pub finished: u32,
    /// Tasks that are solved on their demonstrations.
    pub solved: u32,
    /// When it started, as `2026-01-31T12:00:00Z`.
    pub started: String,
    /// When it ended, unless it was killed or goes on.
    pub ended: Option<String>,
    /// How it ended.
    pub ending: Option<String>,
}

/// The hash of tasks as a run is given them: ids, order, demonstrations and test inputs, and no
/// answers.
pub fn data_hash(tasks: &[Task]) -> ContentHash {
    let mut text = String::new();
    for task in tasks {
        // No id and no grid has a line break in it.
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
        solved: row.get(8)?,
        started: row.get(9)?,
        ended: row.get(10)?,
        ending: row.get(11)?,
    })
}

impl Store {
    /// Notes that a run starts.
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

    /// Notes that a run ended; one that is taken up again later ends again.
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

    /// All runs, the last one first.
    pub fn runs(&self) -> Result<Vec<RunSummary>, StoreError> {
        let sql = format!("{SUMMARY} ORDER BY run DESC");
        self.read(|connection| connection.prepare(&sql)?.query_map([], summary)?.collect())
    }
}

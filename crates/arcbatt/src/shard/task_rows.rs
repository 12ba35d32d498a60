//! The results of `solve` and `run` as a table: one row per program found, or one for a task without.

use super::records::answer_grid;
use super::table::{Table, Values, texts};
use crate::score::Attempts;
use crate::store::grid_to_text;
use crate::task::Task;
use serde::{Deserialize, Serialize};

/// The most programs found for a task.
const MOST_FOUND: usize = 4_096;

/// The result of a task.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct TaskResult {
    /// The index of the task in the plan.
    pub place: usize,
    /// Its id.
    pub task: String,
    /// Demonstrations of the task.
    pub demonstrations: usize,
    /// Whether the search panicked.
    pub crashed: bool,
    /// The programs found, best first.
    pub found: Vec<FoundRow>,
    /// The attempts at every test.
    pub attempts: Vec<Attempts>,
    /// Evaluations, programs tried and bytes of values.
    pub evaluations: u64,
    pub tried: u64,
    pub memory: u64,
    /// Time on the clock; `None` where results are repeatable, so that their bytes are.
    pub seconds: Option<f64>,
    /// The rest.
    pub details: Details,
}

/// A program found for a task.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct FoundRow {
    /// Its canonical text.
    pub program: String,
    /// Demonstrations that it gets right.
    pub matched: u32,
    pub bits: f64,
    pub proposer: String,
    /// Whether it is a parent of the next round of `run`.
    pub survivor: bool,
}

/// What few tasks have, as JSON.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Details {
    /// Programs of the user that hit a limit.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cut: Vec<CutRow>,
    /// How `run` made the best program.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub origin: Option<String>,
    /// Whether a program given to `run` fits.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub fits_before: bool,
    /// The limit of the task that `run` reached.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outlier: Option<OutlierRow>,
}

/// A limit of a whole task, and the heaviest node of its batt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct OutlierRow {
    /// Whether time ran out, and not the budget of cells.
    pub out_of_time: bool,
    /// The number of the node, its call, and its cells.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub node: Option<(u32, String, u64)>,
}

/// A program of the user that hit a limit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CutRow {
    pub source: u32,
    pub program: String,
    /// Whether it was cut on a test.
    pub test: bool,
    pub index: usize,
    pub line: usize,
    pub code: String,
    pub limit: String,
}

/// The table of results.
pub(super) fn table(results: &[TaskResult]) -> Table {
    // A task without programs has one row, too.
    let rows: Vec<(&TaskResult, Option<(usize, &FoundRow)>)> = results
        .iter()
        .flat_map(|result| {
            let found = result.found.iter().enumerate();
            let found = found.map(move |found| (result, Some(found)));
            let none = result.found.is_empty().then_some((result, None));
            found.chain(none)
        })
        .collect();
    let results = || rows.iter().map(|(result, _)| result);
    let found = || rows.iter().map(|(_, found)| found.map(|(_, found)| found));
    let count = |number: u64| Some(i64::try_from(number).unwrap_or(i64::MAX));
    let attempts: Vec<String> = results().map(|r| attempts_text(&r.attempts)).collect();
    let details: Vec<Option<String>> = results()
        .map(|r| match r.details == Details::default() {
            true => None,
            false => serde_json::to_string(&r.details).ok(),
        })
        .collect();
    let fits = |(result, found): &(&TaskResult, Option<(usize, &FoundRow)>)| {
        let all = |(_, found): (usize, &FoundRow)| found.matched as usize == result.demonstrations;
        Some(result.demonstrations > 0 && found.is_some_and(all))
    };
    let rank = |(_, found): &(_, Option<(usize, &FoundRow)>)| found.map(|(k, _)| k as i64 + 1);
    let columns = vec![
        ("task", texts(results().map(|r| Some(r.task.as_str())))),
        (
            "place",
            Values::Int(results().map(|r| count(r.place as u64)).collect()),
        ),
        ("rank", Values::Int(rows.iter().map(rank).collect())),
        ("fits", Values::Bool(rows.iter().map(fits).collect())),
        (
            "matched",
            Values::Int(found().map(|f| Some(f?.matched.into())).collect()),
        ),
        (
            "demonstrations",
            Values::Int(results().map(|r| count(r.demonstrations as u64)).collect()),
        ),
        ("program", texts(found().map(|f| Some(f?.program.as_str())))),
        (
            "proposer",
            texts(found().map(|f| Some(f?.proposer.as_str()))),
        ),
        (
            "bits",
            Values::Float(found().map(|f| Some(f?.bits)).collect()),
        ),
        (
            "survivor",
            Values::Bool(found().map(|f| Some(f?.survivor)).collect()),
        ),
        (
            "attempts",
            texts(attempts.iter().map(|text| Some(text.as_str()))),
        ),
        (
            "tried",
            Values::Int(results().map(|r| count(r.tried)).collect()),
        ),
        (
            "evaluations",
            Values::Int(results().map(|r| count(r.evaluations)).collect()),
        ),
        (
            "memory",
            Values::Int(results().map(|r| count(r.memory)).collect()),
        ),
        (
            "seconds",
            Values::Float(results().map(|r| r.seconds).collect()),
        ),
        (
            "crashed",
            Values::Bool(results().map(|r| Some(r.crashed)).collect()),
        ),
        ("details", texts(details.iter().map(|text| text.as_deref()))),
    ];
    Table {
        columns,
        facts: Vec::new(),
    }
}

/// The most rows of the results of some tasks.
pub(super) fn most_rows(tasks: usize) -> usize {
    tasks.saturating_mul(MOST_FOUND)
}

/// Reads the results of these tasks, which must be all of the table, in order.
pub(super) fn results(table: &Table, tasks: &[(usize, Task)]) -> Result<Vec<TaskResult>, String> {
    let mut results: Vec<TaskResult> = Vec::new();
    let mut row = 0;
    for (place, task) in tasks {
        let fail = |what: &str| format!("row {row}: {what} of task {:?}", task.id);
        let of_task = |row: usize| {
            table.int("place", row) == Some(*place as i64)
                && table.text("task", row) == Some(task.id.as_str())
        };
        if row >= table.rows() || !of_task(row) {
            return Err(fail("expected the results"));
        }
        let count = |name: &str| table.int(name, row).and_then(|n| u64::try_from(n).ok());
        let attempts = table.text("attempts", row).and_then(read_attempts);
        let attempts = attempts.filter(|attempts| attempts.len() == task.test.len());
        let details = match table.text("details", row) {
            None => Details::default(),
            Some(text) => serde_json::from_str(text).map_err(|_| fail("wrong details"))?,
        };
        let mut result = TaskResult {
            place: *place,
            task: task.id.clone(),
            demonstrations: task.train.len(),
            crashed: table.bool("crashed", row),
            found: Vec::new(),
            attempts: attempts.ok_or_else(|| fail("wrong attempts"))?,
            evaluations: count("evaluations").ok_or_else(|| fail("wrong numbers"))?,
            tried: count("tried").ok_or_else(|| fail("wrong numbers"))?,
            memory: count("memory").ok_or_else(|| fail("wrong numbers"))?,
            seconds: table
                .float("seconds", row)
                .filter(|s| s.is_finite() && *s >= 0.0),
            details,
        };
        if table.int("rank", row).is_none() {
            row += 1;
        }
        while row < table.rows() && of_task(row) {
            let fail = |what: &str| format!("row {row}: {what} of task {:?}", task.id);
            let matched = table
                .int("matched", row)
                .and_then(|n| u32::try_from(n).ok());
            let matched = matched.filter(|&matched| matched as usize <= task.train.len());
            let found = || {
                Some(FoundRow {
                    program: table.text("program", row)?.to_owned(),
                    matched: matched?,
                    bits: table.float("bits", row)?,
                    proposer: table.text("proposer", row)?.to_owned(),
                    survivor: table.bool("survivor", row),
                })
            };
            let in_order = table.int("rank", row) == Some(result.found.len() as i64 + 1);
            let found = found().filter(|_| in_order && result.found.len() < MOST_FOUND);
            result
                .found
                .push(found.ok_or_else(|| fail("wrong program"))?);
            row += 1;
        }
        results.push(result);
    }
    match row == table.rows() {
        true => Ok(results),
        false => Err(format!("row {row}: results of another task")),
    }
}

/// Attempts as JSON, with grids as rows of digits.
pub(super) fn attempts_text(attempts: &[Attempts]) -> String {
    let both = |both: &Attempts| [0, 1].map(|k| both[k].as_ref().map(grid_to_text));
    let attempts: Vec<[Option<String>; 2]> = attempts.iter().map(both).collect();
    serde_json::to_string(&attempts).unwrap_or_default()
}

fn read_attempts(text: &str) -> Option<Vec<Attempts>> {
    let texts: Vec<[Option<String>; 2]> = serde_json::from_str(text).ok()?;
    let grid = |text: &Option<String>| match text {
        None => Some(None),
        Some(text) => answer_grid(text).map(Some),
    };
    let both = |[one, two]: &[Option<String>; 2]| Some([grid(one)?, grid(two)?]);
    texts.iter().map(both).collect()
}

//! The results of `rank` as a table: one row per candidate.

use super::records::{ProgramRecord, answer_grid};
use super::table::{Table, Values};
use crate::check::Wrong;
use crate::dsl::{Fail, Limit, Why};
use crate::grid::GridBuf;
use crate::score::{CandidateStatus, Fault, Ranking};
use crate::store::grid_to_text;
use crate::task::{Part, Task};

/// Candidates of a task that ran in one shard.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct RankResult {
    /// The index of the task in the plan.
    pub place: usize,
    /// Its id.
    pub task: String,
    /// The number of the first candidate among those of the task.
    pub first: usize,
    pub candidates: Vec<CandidateRow>,
}

/// A candidate that ran.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct CandidateRow {
    pub name: String,
    /// The line in its file.
    pub line: u32,
    pub calls: usize,
    /// What became of it, without looking at test outputs.
    pub status: CandidateStatus,
    /// Demonstrations matched and wrong cells.
    pub matched: usize,
    pub cells_wrong: Option<usize>,
    /// Its answers on all pairs; `None` if it has none on any.
    pub answers: Option<Vec<Option<GridBuf>>>,
}

impl RankResult {
    /// The part of a ranking that others need.
    pub fn new(
        place: usize,
        task: &Task,
        first: usize,
        records: &[ProgramRecord],
        calls: &[usize],
        ranking: &Ranking,
    ) -> Self {
        let pairs = task.train.len() + task.test.len();
        let row = |(k, record): (usize, &ProgramRecord)| {
            let candidate = ranking.candidates[k];
            let group = candidate.group.map(|group| &ranking.groups[group as usize]);
            CandidateRow {
                name: record.name.clone(),
                line: record.places.first().map_or(0, |place| place[0]),
                calls: calls[k],
                status: candidate.status,
                matched: group.map_or(0, |group| group.matched),
                cells_wrong: group.map(|group| group.cells_wrong),
                answers: group.map(|group| {
                    let answer = |pair| ranking.pair_answer(group, pair).cloned();
                    (0..pairs).map(answer).collect()
                }),
            }
        };
        Self {
            place,
            task: task.id.clone(),
            first,
            candidates: records.iter().enumerate().map(row).collect(),
        }
    }
}

/// A row of the table: a candidate, with what it shares with the others of its task and shard.
struct Row<'r> {
    result: &'r RankResult,
    /// How many of the pairs are demonstrations.
    demonstrations: usize,
    /// The number of the candidate among those of the shard.
    index: usize,
    candidate: &'r CandidateRow,
}

impl Row<'_> {
    fn fits(&self) -> bool {
        let matched = self
            .candidate
            .answers
            .is_some()
            .then_some(self.candidate.matched);
        self.demonstrations > 0 && matched == Some(self.demonstrations)
    }

    /// The answers to the demonstrations or to the tests, as JSON.
    fn answers(&self, train: bool) -> Option<String> {
        let answers = self.candidate.answers.as_ref()?;
        let (first, rest) = answers.split_at(self.demonstrations.min(answers.len()));
        let part = if train { first } else { rest };
        let part: Vec<_> = part.iter().map(|g| g.as_ref().map(grid_to_text)).collect();
        serde_json::to_string(&part).ok()
    }
}

/// The table of results. The answers of a candidate are JSON, with grids as rows of digits.
pub(super) fn table(results: &[(RankResult, usize)]) -> Table {
    let mut rows = Vec::new();
    for (result, demonstrations) in results {
        for (index, candidate) in result.candidates.iter().enumerate() {
            rows.push(Row {
                result,
                demonstrations: *demonstrations,
                index,
                candidate,
            });
        }
    }
    let int = |of: &dyn Fn(&Row) -> Option<usize>| {
        Values::Int(rows.iter().map(|row| of(row).map(|n| n as i64)).collect())
    };
    let text = |of: &dyn Fn(&Row) -> Option<String>| {
        Values::Text(
            rows.iter()
                .map(|row| of(row).map(|text| text.as_str().into()))
                .collect(),
        )
    };
    let fits = Values::Bool(rows.iter().map(|row| Some(row.fits())).collect());
    let columns = vec![
        ("task", text(&|row| Some(row.result.task.clone()))),
        ("place", int(&|row| Some(row.result.place))),
        ("candidate", int(&|row| Some(row.result.first + row.index))),
        ("name", text(&|row| Some(row.candidate.name.clone()))),
        ("line", int(&|row| Some(row.candidate.line as usize))),
        ("calls", int(&|row| Some(row.candidate.calls))),
        ("fits", fits),
        ("matched", int(&|row| Some(row.candidate.matched))),
        ("demonstrations", int(&|row| Some(row.demonstrations))),
        ("cells_wrong", int(&|row| row.candidate.cells_wrong)),
        (
            "status",
            text(&|row| Some(row.candidate.status.word().to_owned())),
        ),
        (
            "fault",
            text(&|row| Some(status_text(&row.candidate.status))),
        ),
        ("train_outputs", text(&|row| row.answers(true))),
        ("test_outputs", text(&|row| row.answers(false))),
    ];
    Table {
        columns,
        facts: Vec::new(),
    }
}

/// The task, its first candidate and the number of its candidates in a shard.
pub(super) struct Expected<'t> {
    pub place: usize,
    pub task: &'t Task,
    pub first: usize,
    pub candidates: usize,
}

/// Reads the results of these candidates, which must be all of the table, in order.
pub(super) fn results(table: &Table, tasks: &[Expected<'_>]) -> Result<Vec<RankResult>, String> {
    let mut row = 0;
    let mut results = Vec::new();
    for Expected {
        place,
        task,
        first,
        candidates,
    } in tasks
    {
        let mut rows = Vec::new();
        for number in *first..first + candidates {
            let is_it = table.int("place", row) == Some(*place as i64)
                && table.text("task", row) == Some(task.id.as_str())
                && table.int("candidate", row) == Some(number as i64);
            let read = read_row(table, row, task).filter(|_| is_it);
            let fail = || {
                format!(
                    "row {row}: expected candidate {number} of task {:?}",
                    task.id
                )
            };
            rows.push(read.ok_or_else(fail)?);
            row += 1;
        }
        results.push(RankResult {
            place: *place,
            task: task.id.clone(),
            first: *first,
            candidates: rows,
        });
    }
    match row == table.rows() {
        true => Ok(results),
        false => Err(format!("row {row}: another candidate")),
    }
}

fn read_row(table: &Table, row: usize, task: &Task) -> Option<CandidateRow> {
    let count = |name: &str| usize::try_from(table.int(name, row)?).ok();
    let part = |name: &str, pairs: usize| {
        let texts: Vec<Option<String>> = serde_json::from_str(table.text(name, row)?).ok()?;
        let grid = |text: &Option<String>| match text {
            None => Some(None),
            Some(text) => answer_grid(text).map(Some),
        };
        let grids: Vec<Option<GridBuf>> = texts.iter().map(grid).collect::<Option<_>>()?;
        (grids.len() == pairs).then_some(grids)
    };
    let answers = match table.text("train_outputs", row) {
        None => None,
        Some(_) => {
            let mut answers = part("train_outputs", task.train.len())?;
            answers.extend(part("test_outputs", task.test.len())?);
            Some(answers)
        }
    };
    Some(CandidateRow {
        name: table.text("name", row)?.to_owned(),
        line: u32::try_from(count("line")?).ok()?,
        calls: count("calls")?,
        status: read_status(table.text("fault", row)?)?,
        matched: count("matched").filter(|&matched| matched <= task.train.len())?,
        cells_wrong: count("cells_wrong"),
        answers,
    })
}

/// A status as text: `fits`, or `train 0: wrong: 4 cells`.
fn status_text(status: &CandidateStatus) -> String {
    let CandidateStatus::Bad { part, index, fault } = status else {
        return status.word().to_owned();
    };
    let part = if *part == Part::Train {
        "train"
    } else {
        "test"
    };
    let fault = match fault {
        Fault::Wrong(Wrong::NoGrid) => "wrong: no grid".to_owned(),
        Fault::Wrong(Wrong::Marks) => "wrong: marks".to_owned(),
        Fault::Wrong(Wrong::Cells(cells)) => format!("wrong: {cells} cells"),
        Fault::Wrong(Wrong::Size { got, wanted }) => {
            let ((a, b), (c, d)) = (got, wanted);
            format!("wrong: {a}x{b} for {c}x{d}")
        }
        Fault::Stopped(Fail::NoAnswer(why)) => format!("failed: {why}"),
        Fault::Stopped(Fail::Limit(limit)) => format!("cut: {limit}"),
    };
    format!("{part} {index}: {fault}")
}

/// Reads the text of [`status_text`].
fn read_status(text: &str) -> Option<CandidateStatus> {
    let Some((place, fault)) = text.split_once(": ") else {
        return (text == "fits").then_some(CandidateStatus::Fits);
    };
    let (part, index) = place.split_once(' ')?;
    let part = match part {
        "train" => Part::Train,
        "test" => Part::Test,
        _ => return None,
    };
    let size = |text: &str| {
        let (height, width) = text.split_once('x')?;
        Some((height.parse().ok()?, width.parse().ok()?))
    };
    let (kind, rest) = fault.split_once(": ")?;
    let fault = match (kind, rest) {
        ("wrong", "no grid") => Fault::Wrong(Wrong::NoGrid),
        ("wrong", "marks") => Fault::Wrong(Wrong::Marks),
        ("wrong", rest) => Fault::Wrong(match rest.split_once(" for ") {
            Some((got, wanted)) => Wrong::Size {
                got: size(got)?,
                wanted: size(wanted)?,
            },
            None => Wrong::Cells(rest.strip_suffix(" cells")?.parse().ok()?),
        }),
        ("failed", why) => {
            let mut all = Why::ALL.iter();
            Fault::Stopped(Fail::NoAnswer(*all.find(|w| w.to_string() == why)?))
        }
        ("cut", limit) => {
            let mut all = Limit::ALL.iter();
            Fault::Stopped(Fail::Limit(*all.find(|l| l.to_string() == limit)?))
        }
        _ => return None,
    };
    let index = index.parse().ok()?;
    Some(CandidateStatus::Bad { part, index, fault })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statuses_are_read_back() {
        let bad = |fault| CandidateStatus::Bad {
            part: Part::Test,
            index: 3,
            fault,
        };
        let wrong = [
            Wrong::NoGrid,
            Wrong::Marks,
            Wrong::Cells(7),
            Wrong::Size {
                got: (3, 4),
                wanted: (30, 1),
            },
        ];
        let wrong = wrong.into_iter().map(Fault::Wrong);
        let failed = Why::ALL
            .iter()
            .map(|&why| Fault::Stopped(Fail::NoAnswer(why)));
        let cut = Limit::ALL
            .iter()
            .map(|&limit| Fault::Stopped(Fail::Limit(limit)));
        let all = wrong.chain(failed).chain(cut).map(bad);
        for status in all.chain([CandidateStatus::Fits]) {
            assert_eq!(read_status(&status_text(&status)), Some(status));
        }
        for bad in [
            "",
            "right",
            "train 0: odd: x",
            "train x: wrong: no grid",
            "cut: time",
        ] {
            assert_eq!(read_status(bad), None, "{bad}");
        }
    }
}

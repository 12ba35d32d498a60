//! The report of a merge as JSON, one task per line. It has no times, so that its bytes are repeatable.

use super::error::ShardError;
use super::merge::{Merged, MergedOutcome, RankedTask};
use crate::check::RunError;
use crate::grid::GridBuf;
use crate::score::{AnswerGroup, CandidateStatus, CutProgram, Tally};
use crate::session::TaskReport;
use crate::task::{Part, Task};
use crate::whole_file::write_whole;
use serde_json::{Value as Json, json};
use std::io::{self, Write};
use std::path::Path;

impl Merged {
    /// Writes the report; a file that is there is replaced as a whole.
    pub fn write_report(&self, path: &Path) -> Result<(), ShardError> {
        let written = write_whole(path, |file| self.write_json(file));
        written.map_err(|error| ShardError::File {
            path: path.to_owned(),
            error,
        })
    }

    /// The report as JSON.
    pub fn to_json(&self) -> String {
        let mut bytes = Vec::new();
        // Writing to a vector cannot fail.
        let _ = self.write_json(&mut bytes);
        String::from_utf8(bytes).unwrap_or_default()
    }

    fn write_json(&self, out: &mut dyn Write) -> io::Result<()> {
        let plan = &self.plan;
        let mut head = json!({
            "command": plan.command,
            "data": plan.data,
            "repeatable": plan.repeatable,
            "complete": self.status.missing.is_empty(),
        });
        if let Some(seed) = plan.seed {
            head["seed"] = seed.into();
        }
        if let Some(budget) = &plan.budget {
            head["budget"] = budget.as_str().into();
            head["library"] = self.library.0.into();
            head["library_left_out"] = self.library.1.into();
        }
        let (tasks, totals): (Vec<Json>, Json) = match &self.outcome {
            MergedOutcome::Tasks(report) if plan.command == "solve" => {
                let tasks = report.tasks.iter().map(solved_json);
                (tasks.collect(), tally_json(&report.tally()))
            }
            MergedOutcome::Tasks(report) => {
                let mut totals = tally_json(&report.program_tally());
                totals["fits_before"] = report.fitting_before().into();
                head["two_attempts"] = tally_json(&report.tally());
                (report.tasks.iter().map(run_json).collect(), totals)
            }
            MergedOutcome::Ranked(ranked) => {
                let task = |ranked: &RankedTask| ranked_json(&self.tasks[ranked.place], ranked);
                let fits = ranked.iter().filter(|ranked| fits(ranked)).count();
                let totals = json!({ "tasks": ranked.len(), "fits": fits });
                (ranked.iter().map(task).collect(), totals)
            }
        };
        head["totals"] = totals;
        let Json::Object(head) = head else {
            return Ok(());
        };
        out.write_all(b"{")?;
        for (name, value) in &head {
            write!(out, "\n\"{name}\": {value},")?;
        }
        out.write_all(b"\n\"tasks\": [")?;
        for (k, task) in tasks.iter().enumerate() {
            out.write_all(if k == 0 { b"\n" } else { b",\n" })?;
            serde_json::to_writer(&mut *out, task)?;
        }
        out.write_all(b"\n]\n}\n")
    }
}

fn grid_json(grid: &GridBuf) -> Json {
    grid.view().rows().map(Json::from).collect()
}

fn tally_json(tally: &Tally) -> Json {
    json!({
        "tasks": tally.tasks,
        "fits": tally.fits,
        "known": tally.known,
        "right": (tally.known > 0).then_some(tally.right),
        "tests_known": tally.outputs_known,
        "tests_right": tally.outputs_right,
    })
}

/// The keys of `arcbatt solve --json`, without times.
fn solved_json(task: &TaskReport) -> Json {
    let standing = &task.standing;
    let best = standing.best.as_ref();
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
        "program": best.map(|best| best.program.renamed().to_string()),
        "proposer": best.map(|best| best.proposer.clone()),
        "bits": best.map(|best| best.bits),
        "attempts": attempts,
        "tests": task.tests,
        "tests_known": task.test_result.known,
        "tests_right": task.test_result.right,
        "programs": standing.stats.programs,
        "evaluations": standing.stats.evaluations,
        "memory": standing.stats.memory,
        "crashed": task.crashed,
        "cut": cut_json(&task.cut),
    })
}

/// The keys of `arcbatt run --json`, without times.
fn run_json(task: &TaskReport) -> Json {
    let best = task.standing.best.as_ref().zip(task.origin);
    let best = best.map(|(best, origin)| {
        json!({
            "program": best.program.to_string(),
            "change": origin.change.name(),
            "round": origin.round,
            "matched": task.standing.matched,
            "differ": origin.differ,
            "differ_most": origin.most,
            "tests_known": task.program_result.known,
            "tests_right": task.program_result.right,
        })
    });
    let outlier = task.outlier.as_ref().map(|outlier| {
        let blame = outlier.blame.as_ref();
        json!({
            "node": blame.map(|(node, ..)| node.0),
            "call": blame.map(|(_, text, _)| text),
            "cells": blame.map(|(.., cells)| cells),
        })
    });
    json!({
        "id": task.id,
        "train": task.train,
        "tests": task.tests,
        "fits_before": task.fits_before,
        "fits": task.fits(),
        "right": task.program_result.is_right(),
        "ran": task.standing.pass > 0,
        "best": best,
        "outlier": outlier,
        "cut": cut_json(&task.cut),
    })
}

fn cut_json(cut: &[CutProgram]) -> Json {
    let one = |cut: &CutProgram| {
        let mut json = json!({
            "solver": cut.program,
            "part": part_name(cut.part),
            "index": cut.index,
        });
        if let RunError::Limit { line, code, limit } = &cut.error {
            json["line"] = (*line).into();
            json["code"] = code.as_str().into();
            json["limit"] = limit.to_string().into();
        }
        json
    };
    cut.iter().map(one).collect()
}

fn part_name(part: Part) -> &'static str {
    match part {
        Part::Train => "train",
        _ => "test",
    }
}

fn fits(ranked: &RankedTask) -> bool {
    let ranking = &ranked.ranking;
    let best = ranking.groups.first().map_or(0, |best| best.matched);
    ranking.demonstrations > 0 && best == ranking.demonstrations
}

/// The keys of `arcbatt rank --json`, without messages.
fn ranked_json(task: &Task, ranked: &RankedTask) -> Json {
    let ranking = &ranked.ranking;
    let outputs = |group: &AnswerGroup| -> Json {
        let tests = 0..ranking.tests;
        tests
            .map(|test| ranking.answer(group, test).map(grid_json))
            .collect()
    };
    let group = |(rank, group): (usize, &AnswerGroup)| {
        json!({
            "rank": rank + 1,
            "votes": group.members.len(),
            "matched": group.matched,
            "cells_wrong": group.cells_wrong,
            "calls": group.calls,
            "test_outputs": outputs(group),
        })
    };
    let candidate = |at: usize| {
        let (result, (name, line)) = (ranking.candidates[at], &ranked.candidates[at]);
        let mut json = json!({
            "number": ranked.numbers[at],
            "name": name,
            "line": line,
            "rank": result.group.map(|rank| rank + 1),
            "status": result.status.word(),
        });
        if let CandidateStatus::Bad { part, index, .. } = result.status {
            json["part"] = part_name(part).into();
            json["index"] = index.into();
        }
        json
    };
    let members = ranking.groups.iter().flat_map(|group| &group.members);
    let without = |&at: &usize| ranking.candidates[at].group.is_none();
    let order = members.map(|&at| at as usize);
    let order = order.chain((0..ranking.candidates.len()).filter(without));
    let rejected = |(name, line, message): &(String, u32, String)| json!({ "name": name, "line": line, "status": "rejected", "message": message });
    json!({
        "id": task.id,
        "demonstrations": ranking.demonstrations,
        "tests": ranking.tests,
        "fits": fits(ranked),
        "groups": ranking.groups.iter().enumerate().map(group).collect::<Json>(),
        "candidates": order.map(candidate).collect::<Json>(),
        "rejected": ranked.rejected.iter().map(rejected).collect::<Json>(),
    })
}

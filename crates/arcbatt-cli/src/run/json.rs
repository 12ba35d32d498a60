//! The report of `arcbatt run` as JSON.

use super::text::{cut_reason, reason};
use crate::check::pair_name;
use arcbatt::check::RunError;
use arcbatt::score::{CutProgram, Tally};
use arcbatt::session::{Report, StopReason, TaskReport};
use arcbatt::task::DataSet;
use serde_json::{Value as Json, json};
use std::time::Duration;

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// The report, without its tasks.
pub fn without_tasks(report: &Report, wall: Duration) -> Json {
    let phases: serde_json::Map<String, Json> = report
        .phases
        .named()
        .into_iter()
        .map(|(name, time)| (name.to_owned(), json!(ms(time))))
        .collect();
    let rounds: Vec<Json> = report
        .rounds
        .iter()
        .map(|round| {
            json!({
                "round": round.number,
                "parents": round.parents,
                "parents_generated": round.made.generated,
                "cached": round.made.cached,
                "candidates": round.candidates,
                "nodes": round.nodes,
                "calls": round.calls,
                "saved": round.saved(),
                "candidate_runs": round.runs,
                "ruled_out": round.ruled_out,
                "distinct": round.distinct,
                "evaluations": round.stats.evaluations,
                "shared": round.stats.shared,
                "skipped": round.stats.skipped,
                "fits": round.fitting,
            })
        })
        .collect();
    let mut totals = tally_json(&report.program_tally());
    totals["fits_before"] = report.fitting_before().into();
    totals["evaluations"] = report.evaluations().into();
    json!({
        "phases_ms": phases,
        "wall_ms": ms(wall),
        "rounds": rounds,
        "totals": totals,
        "two_attempts": tally_json(&report.tally()),
        "stopped": report.stop != StopReason::Finished,
        "ending": report.stop.name(),
        "run": report.run.map(|run| run.0),
        "resumed": report.resumed,
    })
}

/// The tasks of the report.
pub fn tasks(report: &Report, data: &DataSet) -> impl Iterator<Item = Json> {
    let tasks = report.tasks.iter().zip(&data.tasks);
    tasks.map(|(result, task)| {
        json!({
            "id": result.id,
            "train": task.train.len(),
            "tests": task.test.len(),
            "fits_before": result.fits_before,
            "fits": result.fits(),
            "right": result.program_result.is_right(),
            "ms": ms(result.standing.stats.time),
            "best": best(result),
            "outlier": result.outlier.as_ref().map(|outlier| json!({
                "reason": reason(outlier),
                "node": outlier.blame.as_ref().map(|(node, _, _)| node.0),
                "call": outlier.blame.as_ref().map(|(_, text, _)| text),
                "cells": outlier.blame.as_ref().map(|(_, _, cells)| cells),
            })),
            "cut": cut_json(&result.cut),
        })
    })
}

/// How many tasks fit and how many are right; `right` is null if no task has known answers.
pub fn tally_json(tally: &Tally) -> Json {
    json!({
        "tasks": tally.tasks,
        "fits": tally.fits,
        "known": tally.known,
        "right": (tally.known > 0).then_some(tally.right),
        "tests_known": tally.outputs_known,
        "tests_right": tally.outputs_right,
    })
}

/// Programs of the user that hit a limit, and where.
pub fn cut_json(cut: &[CutProgram]) -> Json {
    let one = |cut: &CutProgram| {
        let mut json = json!({
            "solver": cut.program,
            "pair": pair_name(cut.part, cut.index),
            "message": cut_reason(&cut.error),
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

fn best(task: &TaskReport) -> Option<Json> {
    let (best, origin) = (task.standing.best.as_ref()?, task.origin?);
    Some(json!({
        "program": best.program.to_string(),
        "change": origin.change.name(),
        "round": origin.round,
        "matched": task.standing.matched,
        "differ": origin.differ,
        "differ_most": origin.most,
        "tests_known": task.program_result.known,
        "tests_right": task.program_result.right,
    }))
}

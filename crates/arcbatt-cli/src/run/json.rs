//! The report of `arcbatt run` as JSON.

use super::text::reason;
use arcbatt::session::{Report, StopReason, TaskReport};
use arcbatt::task::DataSet;
use serde_json::{Value as Json, json};
use std::time::Duration;

/// The whole report.
pub fn document(report: &Report, data: &DataSet, wall: Duration) -> Json {
    let ms = |time: Duration| time.as_secs_f64() * 1e3;
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
                "parents_reused": round.made.reused,
                "candidates": round.candidates,
                "nodes": round.nodes,
                "calls": round.calls,
                "saved": round.saved(),
                "candidate_runs": round.runs,
                "distinct": round.distinct,
                "evaluations": round.stats.evaluations,
                "shared": round.stats.shared,
                "skipped": round.stats.skipped,
                "solved": round.fitting,
            })
        })
        .collect();
    let tasks: Vec<Json> = report
        .tasks
        .iter()
        .zip(&data.tasks)
        .map(|(result, task)| {
            json!({
                "id": result.id,
                "train": task.train.len(),
                "tests": task.test.len(),
                "solved_before": result.fits_before,
                "solved": result.fits(),
                "fits_demonstrations": result.fits(),
                "ms": ms(result.standing.stats.time),
                "best": best(result),
                "outlier": result.outlier.as_ref().map(|outlier| json!({
                    "reason": reason(outlier),
                    "node": outlier.blame.as_ref().map(|(node, _, _)| node.0),
                    "call": outlier.blame.as_ref().map(|(_, text, _)| text),
                    "cells": outlier.blame.as_ref().map(|(_, _, cells)| cells),
                })),
            })
        })
        .collect();
    let tests = report.test_result();
    json!({
        "phases_ms": phases,
        "wall_ms": ms(wall),
        "rounds": rounds,
        "tasks": tasks,
        "totals": {
            "tasks": report.tasks.len(),
            "solved_before": report.fitting_before(),
            "solved": report.fitting(),
            "tests_known": tests.known,
            "tests_right": tests.right,
            "evaluations": report.evaluations(),
        },
        "stopped": report.stop != StopReason::Finished,
        "ending": report.stop.name(),
        "run": report.run.map(|run| run.0),
        "resumed": report.resumed,
    })
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
        "tests_known": task.test_result.known,
        "tests_right": task.test_result.right,
    }))
}

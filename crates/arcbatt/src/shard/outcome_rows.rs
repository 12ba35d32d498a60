//! Outcomes of tasks as rows of a result, and back.
//!
//! Invariant: what is read from a row is what was written to it, as far as reports, stores and
//! submissions depend on it.

use super::error::ShardError;
use super::task_rows::{CutRow, Details, FoundRow, OutlierRow, TaskResult};
use crate::batt::{EndReason, NodeId};
use crate::check::RunError;
use crate::dsl::Limit;
use crate::program::{Program, parse_file, solver_name};
use crate::score::CutProgram;
use crate::search::{Found, Outcome, ProposerGroup, SearchStats};
use crate::session::{TaskReport, evolve};
use crate::store::{Best, Standing, canonical};
use crate::task::{Part, Task};
use std::time::Duration;

fn canonical_text(program: &Program) -> String {
    canonical(program).to_string()
}

fn cut_rows(cut: &[CutProgram]) -> Vec<CutRow> {
    let row = |cut: &CutProgram| {
        let RunError::Limit { line, code, limit } = &cut.error else {
            return None;
        };
        Some(CutRow {
            source: cut.source,
            program: cut.program.clone(),
            test: cut.part != Part::Train,
            index: cut.index,
            line: *line,
            code: code.clone(),
            limit: limit.to_string(),
        })
    };
    cut.iter().filter_map(row).collect()
}

pub(super) fn solve_result(
    place: usize,
    task: &Task,
    crashed: bool,
    mut outcome: Outcome,
    timed: bool,
) -> TaskResult {
    outcome.attempts.resize(task.test.len(), [None, None]);
    let SearchStats {
        evaluations,
        programs,
        memory,
        time,
    } = outcome.stats;
    TaskResult {
        place,
        task: task.id.clone(),
        demonstrations: task.train.len(),
        crashed,
        found: outcome
            .found
            .iter()
            .map(|found| FoundRow {
                program: canonical_text(&found.program),
                matched: found.matched,
                bits: found.bits,
                proposer: found.proposer.name().to_owned(),
                survivor: false,
            })
            .collect(),
        attempts: outcome.attempts,
        evaluations,
        tried: programs,
        memory: memory as u64,
        seconds: timed.then_some(time.as_secs_f64()),
        details: Details {
            cut: cut_rows(&outcome.cut),
            ..Details::default()
        },
    }
}

pub(super) fn evolve_result(
    place: usize,
    task: &Task,
    report: &TaskReport,
    finds: &evolve::TaskFinds,
) -> TaskResult {
    let mut attempts = report.standing.attempts.clone();
    attempts.resize(task.test.len(), [None, None]);
    let outlier = report.outlier.as_ref().map(|outlier| OutlierRow {
        out_of_time: outlier.ended == EndReason::Time,
        node: outlier
            .blame
            .clone()
            .map(|(node, text, cells)| (node.0, text, cells)),
    });
    TaskResult {
        place,
        task: task.id.clone(),
        demonstrations: task.train.len(),
        crashed: false,
        found: finds
            .programs
            .iter()
            .map(|found| FoundRow {
                program: canonical_text(&found.program),
                matched: found.matched,
                bits: evolve::bits(&found.program),
                proposer: evolve::PROPOSER.to_owned(),
                survivor: found.is_survivor,
            })
            .collect(),
        attempts,
        evaluations: finds.stats.evaluations,
        tried: finds.stats.programs,
        memory: 0,
        seconds: None,
        details: Details {
            cut: cut_rows(&report.cut),
            origin: report.origin.map(|origin| origin.to_text()),
            fits_before: report.fits_before,
            outlier,
        },
    }
}

fn malformed(result: &TaskResult, what: &str) -> ShardError {
    ShardError::Table(format!("task {:?}: {what}", result.task))
}

fn program(result: &TaskResult, text: &str) -> Result<Program, ShardError> {
    let program = parse_file(text).programs.into_iter().next();
    program.ok_or_else(|| malformed(result, "a program of its results cannot be read"))
}

pub(super) fn outcome_of(result: &TaskResult) -> Result<Outcome, ShardError> {
    let found = |row: &FoundRow| {
        let mut groups = ProposerGroup::ALL.into_iter();
        let proposer = groups.find(|group| group.name() == row.proposer);
        Ok(Found {
            program: program(result, &row.program)?,
            proposer: proposer.ok_or_else(|| malformed(result, "an unknown proposer"))?,
            matched: row.matched,
            bits: row.bits,
            outputs: Vec::new(),
        })
    };
    Ok(Outcome {
        found: result
            .found
            .iter()
            .map(found)
            .collect::<Result<_, ShardError>>()?,
        attempts: result.attempts.clone(),
        cut: cut_programs(&result.details.cut),
        stats: stats_of(result),
    })
}

fn stats_of(result: &TaskResult) -> SearchStats {
    SearchStats {
        evaluations: result.evaluations,
        programs: result.tried,
        memory: usize::try_from(result.memory).unwrap_or(usize::MAX),
        time: Duration::try_from_secs_f64(result.seconds.unwrap_or(0.0)).unwrap_or_default(),
    }
}

fn cut_programs(rows: &[CutRow]) -> Vec<CutProgram> {
    let cut = |row: &CutRow| {
        let limit = Limit::ALL
            .into_iter()
            .find(|limit| limit.to_string() == row.limit)?;
        Some(CutProgram {
            source: row.source,
            program: row.program.clone(),
            part: if row.test { Part::Test } else { Part::Train },
            index: row.index,
            error: RunError::Limit {
                line: row.line,
                code: row.code.clone(),
                limit,
            },
        })
    };
    rows.iter().filter_map(cut).collect()
}

/// The report and the finds of a task, as `run` had them in the shard.
pub(super) fn round_of(
    task: &Task,
    result: &TaskResult,
) -> Result<(TaskReport, evolve::TaskFinds), ShardError> {
    let find = |row: &FoundRow| {
        Ok(evolve::Find {
            program: Program {
                name: solver_name(&task.id),
                ..program(result, &row.program)?
            },
            matched: row.matched,
            is_survivor: row.survivor,
        })
    };
    let finds = result.found.iter().map(find);
    let finds = finds.collect::<Result<Vec<_>, ShardError>>()?;
    let best = finds.first().map(|find| Best {
        bits: evolve::bits(&find.program),
        program: find.program.clone(),
        proposer: evolve::PROPOSER.to_owned(),
    });
    let origin = result.details.origin.as_deref();
    let outlier = result.details.outlier.clone();
    let outlier = outlier.map(|outlier| evolve::Outlier {
        ended: match outlier.out_of_time {
            true => EndReason::Time,
            false => EndReason::Budget,
        },
        blame: outlier
            .node
            .map(|(node, text, cells)| (NodeId(node), text, cells)),
    });
    let report = TaskReport {
        id: task.id.clone(),
        train: task.train.len(),
        tests: task.test.len(),
        standing: Standing {
            pass: 0,
            matched: finds.first().map_or(0, |find| find.matched),
            best,
            attempts: result.attempts.clone(),
            stats: stats_of(result),
        },
        fits_before: result.details.fits_before,
        origin: origin.and_then(evolve::Origin::from_text),
        outlier,
        cut: cut_programs(&result.details.cut),
        ..TaskReport::default()
    };
    let finds = evolve::TaskFinds {
        better: !finds.is_empty(),
        newly_fits: report.fits(),
        missing: false,
        stats: stats_of(result),
        programs: finds,
    };
    Ok((report, finds))
}

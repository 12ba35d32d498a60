//! Why tasks are unsolved: what `check` says of the programs given for them, and whose limit was hit.
//!
//! In: the outcomes of a run, and the given programs. Out: [`Unsolved`] by task. Only programs of
//! unsolved tasks run once more, each alone and with the limits of the run.

use crate::batt::EndReason;
use crate::check::{CheckOptions, Matches, PairReport, PairStatus, RunReport, Wrong};
use crate::check::{check_matches, match_programs};
use crate::dsl::{Fail, Limit, Limits};
use crate::profile::evolve_profile::workload::TaskOutcome;
use crate::profile::lines::GivenProgram;
use crate::profile::model::Unsolved;
use crate::program::Program;
use crate::task::{DataSet, Part};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;

/// The reason for every task that is not solved, in the order of the data set.
pub fn reasons(
    outcomes: &[TaskOutcome],
    data: &DataSet,
    given: &[GivenProgram],
    limits: Limits,
) -> Vec<Option<Unsolved>> {
    let is_open = |outcome: &TaskOutcome| !outcome.fits || outcome.right < outcome.known;
    let mut reasons: Vec<Option<Unsolved>> = outcomes
        .iter()
        .map(|outcome| is_open(outcome).then(|| no_solver(outcome)))
        .collect();
    if reasons.iter().all(Option::is_none) {
        return reasons;
    }
    let programs: Vec<Program> = given.iter().map(|given| given.program.clone()).collect();
    let mut runs = match_programs(data, &programs).runs;
    runs.retain(|&(task, _)| reasons.get(task).is_some_and(Option::is_some));
    let matches = Matches {
        runs,
        ..Matches::default()
    };
    let options = CheckOptions {
        limits,
        threads: NonZeroUsize::new(rayon::current_num_threads()),
        ..CheckOptions::default()
    };
    for task in check_matches(data, &programs, &matches, &options, &|_| {
        ControlFlow::Continue(())
    })
    .tasks
    {
        let best = task.runs.iter().rev();
        let best = best.max_by_key(|run| (run.solved(), run.demonstrations_right()));
        if let Some(run) = best {
            reasons[task.task] = Some(reason(run, &given[run.program], &outcomes[task.task]));
        }
    }
    reasons
}

/// Whether the run of a task ended before all candidates were run.
fn is_cut(outcome: &TaskOutcome) -> bool {
    matches!(outcome.ended, Some(EndReason::Budget | EndReason::Time))
}

fn no_solver(outcome: &TaskOutcome) -> Unsolved {
    Unsolved {
        kind: "no solver".to_owned(),
        words: format!("no solver is for it{}", others(outcome)),
        cut: cut_by(outcome, false),
        ..Unsolved::default()
    }
}

/// Says that candidates of others used up the limits of the task.
fn others(outcome: &TaskOutcome) -> &'static str {
    match is_cut(outcome) {
        true => "; a mutant or a program of another task ran away",
        false => "",
    }
}

fn cut_by(outcome: &TaskOutcome, own: bool) -> String {
    match (own, is_cut(outcome)) {
        (true, _) => "own solver",
        (false, true) => "others",
        (false, false) => "",
    }
    .to_owned()
}

/// Why the best program of a task does not solve it.
fn reason(run: &RunReport, given: &GivenProgram, outcome: &TaskOutcome) -> Unsolved {
    let solver = given.program.name.clone();
    let Some(pair) = run.pairs.iter().find(|pair| !pair.status.is_good()) else {
        let why = match is_cut(outcome) {
            true => others(outcome).trim_start_matches("; "),
            false => "another candidate was chosen",
        };
        return Unsolved {
            kind: "not chosen".to_owned(),
            words: format!("{solver} is right when it runs alone; {why}"),
            cut: cut_by(outcome, false),
            solver,
            ..Unsolved::default()
        };
    };
    let (kind, line, what, option) = status(pair, given);
    let at = match line.is_empty() {
        true => String::new(),
        false => format!(", {line}"),
    };
    let pair = pair_name(pair);
    let is_own = kind == "limit";
    let others = if is_own { "" } else { others(outcome) };
    Unsolved {
        kind: kind.to_owned(),
        words: format!("{solver} on {pair}{at}: {what}{others}"),
        cut: cut_by(outcome, is_own),
        option: option.to_owned(),
        solver,
        pair,
        line,
    }
}

/// The kind of a status, its line, what happened, and the option that raises the limit.
fn status(pair: &PairReport, given: &GivenProgram) -> (&'static str, String, String, &'static str) {
    let status = pair.status;
    let (kind, line, option) = match status {
        PairStatus::Limit(stopped) => {
            let option = match stopped.fail {
                Fail::Limit(Limit::Steps) => "--max-steps",
                Fail::Limit(Limit::Cells) => "--max-cells",
                _ => "",
            };
            ("limit", Some(stopped.line), option)
        }
        PairStatus::Fail(stopped) => ("failed", Some(stopped.line), ""),
        PairStatus::Wrong(Wrong::Size { .. }) => ("size", None, ""),
        PairStatus::Wrong(Wrong::Cells(_)) => ("cells", None, ""),
        _ => ("wrong", None, ""),
    };
    let line = line.map_or(String::new(), |line| given.line(line));
    (kind, line, status.to_string(), option)
}

/// `train 1`, `test 2`.
fn pair_name(pair: &PairReport) -> String {
    let part = match pair.part {
        Part::Train => "train",
        _ => "test",
    };
    format!("{part} {}", pair.index + 1)
}

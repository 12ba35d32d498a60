//! Library programs that are named after the searched task: they win unless the search explains more.

use crate::check::RunError;
use crate::grid::GridBuf;
use crate::program::Program;
use crate::score::{CutProgram, two_attempts};
use crate::search::outcome::{Found, Library, Outcome, ProposerGroup};
use crate::task::{Part, Task};

/// Bonus that puts a program that was brought for the task before all that are found.
const BROUGHT: f64 = -1_000.0;

/// Puts the best program of the library that is named after the task first in the outcome, unless a
/// program that was found matches more demonstrations. It runs alone, with the limits of the library.
/// Programs that hit a limit are in the outcome, too.
///
/// Ends early once `is_late`: a program that did not run on all pairs by then is not in the outcome.
pub(super) fn prefer_own_program(
    task: &Task,
    library: &Library,
    outcome: &mut Outcome,
    is_late: impl Fn() -> bool,
) {
    let own = library.programs.iter().enumerate();
    let own = own.filter(|(_, program)| program.task_id() == Some(&task.id));
    let mut run = |(source, program): (usize, &Program), part, index, input: &GridBuf| {
        if is_late() {
            return None;
        }
        let output = program.run_with(&task.train, input, library.limits);
        let is_known = |cut: &CutProgram| cut.source as usize == source;
        if let Err(error @ RunError::Limit { .. }) = &output
            && !outcome.cut.iter().any(is_known)
        {
            outcome.cut.push(CutProgram {
                source: source as u32,
                program: program.name.clone(),
                part,
                index,
                error: error.clone(),
            });
        }
        output.ok()
    };
    let mut best: Option<(u32, (usize, &Program))> = None;
    for own in own {
        let pairs = task.train.iter().enumerate();
        let right = pairs.filter(|&(index, pair)| {
            run(own, Part::Train, index, &pair.input).as_ref() == Some(&pair.output)
        });
        let matched = right.count() as u32;
        let fits = matched as usize == task.train.len();
        // The first of several that match as many.
        if best.is_none_or(|(most, _)| matched > most) {
            best = Some((matched, own));
        }
        if fits {
            break;
        }
    }
    let Some((matched, own)) = best else {
        return;
    };
    let found = outcome.found.first().map_or(0, |found| found.matched);
    if matched == 0 || matched < found {
        return;
    }
    let tests = task.test.iter().enumerate();
    let outputs: Vec<_> = tests
        .map(|(index, input)| run(own, Part::Test, index, input))
        .collect();
    if is_late() {
        return;
    }
    for (attempts, output) in outcome.attempts.iter_mut().zip(&outputs) {
        *attempts = two_attempts(output.iter().chain(attempts.iter().flatten()));
    }
    let program = own.1.clone();
    outcome.found.insert(
        0,
        Found {
            proposer: ProposerGroup::Library,
            matched,
            bits: BROUGHT + program.lines.len() as f64,
            program,
            outputs,
        },
    );
}

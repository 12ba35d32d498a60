//! Library programs that are named after the searched task: they win unless the search explains more.

use crate::dsl::Limits;
use crate::program::Program;
use crate::score::two_attempts;
use crate::search::outcome::{Found, Library, Outcome, ProposerGroup};
use crate::task::{Demonstration, Task};

/// Bonus that puts a program that was brought for the task before all that are found.
const BROUGHT: f64 = -1_000.0;

/// Puts the best program of the library that is named after the task first in the outcome, unless a
/// program that was found matches more demonstrations. It runs alone, with the limits of `check`.
pub(super) fn prefer_own_program(task: &Task, library: &Library, outcome: &mut Outcome) {
    let own = library.programs.iter();
    let own = own.filter(|program| program.task_id() == Some(&task.id));
    let measured = own.map(|program| (matched(program, task), program));
    // The first of several that match as many.
    let Some((matched, program)) = measured.rev().max_by_key(|&(matched, _)| matched) else {
        return;
    };
    let found = outcome.found.first().map_or(0, |found| found.matched);
    if matched == 0 || matched < found {
        return;
    }
    let run = |input| program.run_with(&task.train, input, Limits::default());
    let outputs: Vec<_> = task.test.iter().map(|input| run(input).ok()).collect();
    for (attempts, output) in outcome.attempts.iter_mut().zip(&outputs) {
        *attempts = two_attempts(output.iter().chain(attempts.iter().flatten()));
    }
    let own = Found {
        program: program.clone(),
        proposer: ProposerGroup::Library,
        matched,
        bits: BROUGHT + program.lines.len() as f64,
        outputs,
    };
    outcome.found.insert(0, own);
}

/// Demonstrations that the program gets right.
fn matched(program: &Program, task: &Task) -> u32 {
    let right = |pair: &&Demonstration| {
        let output = program.run_with(&task.train, &pair.input, Limits::default());
        output.as_ref() == Ok(&pair.output)
    };
    task.train.iter().filter(right).count() as u32
}

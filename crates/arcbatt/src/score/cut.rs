//! Programs of the user that hit a limit, and where.

use crate::batt::{Batt, Block, Options, Outcome, Probe};
use crate::check::RunError;
use crate::dsl::{Fail, Limits};
use crate::program::Program;
use crate::task::{Part, Task};

/// A program that the user gave and that hit a limit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CutProgram {
    /// The index of the program in [`Batt::sources`], or in the library of a search.
    pub source: u32,
    /// The name of the program.
    pub program: String,
    /// Whether it was cut on a demonstration or on a test.
    pub part: Part,
    /// The index of the pair, from 0.
    pub index: usize,
    /// The line and the limit.
    pub error: RunError,
}

impl CutProgram {
    /// Runs the program as it was given, so that the error has its line in the file.
    pub fn locate(&mut self, program: &Program, task: &Task, limits: Limits) {
        let input = match self.part {
            Part::Train => task.train.get(self.index).map(|pair| &pair.input),
            _ => task.test.get(self.index),
        };
        let run = input.map(|input| program.run_with(&task.train, input, limits));
        if let Some(Err(error @ RunError::Limit { .. })) = run {
            self.error = error;
        }
    }
}

/// The programs that the user gave for the task and that hit a limit, each with its first pair.
///
/// Merged calls do not know the lines of programs, so these programs, which are few, run once more.
pub(super) fn cut_programs<P: Probe>(
    task: &Task,
    batt: &Batt,
    blocks: &[Block],
    options: &Options<P>,
) -> Vec<CutProgram> {
    let mut cut = Vec::new();
    for block in blocks {
        for (k, &candidate) in block.candidates.iter().enumerate() {
            let is_cut = |o: &Outcome| matches!(o, Outcome::Fail(Fail::Limit(_)));
            let outcomes = block.outputs.of(k);
            let Some(sample) = outcomes.iter().position(is_cut) else {
                continue;
            };
            if !options.is_given(batt, candidate, &task.id) {
                continue;
            }
            let (part, index, input) = match sample.checked_sub(task.train.len()) {
                None => (Part::Train, sample, &task.train[sample].input),
                Some(test) => (Part::Test, test, &task.test[test]),
            };
            let program = batt.extract(candidate);
            let limits = options.limits.given;
            // A program that only ran out of the time of the whole task is not cut on its own.
            if let Err(error @ RunError::Limit { .. }) =
                program.run_with(&task.train, input, limits)
            {
                cut.push(CutProgram {
                    source: batt.candidates[candidate as usize].source,
                    program: program.name,
                    part,
                    index,
                    error,
                });
            }
        }
    }
    cut
}

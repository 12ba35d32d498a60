//! The library of a search: known programs, each once, without those of the tasks to be searched.

use super::evolve::bits;
use crate::check::{CheckOptions, check_matches, match_programs};
use crate::program::Program;
use crate::search::Library;
use crate::store::{ImportScore, without_repeats};
use crate::task::DataSet;

impl Library {
    /// A library of programs without repetitions.
    pub fn of(programs: impl IntoIterator<Item = Program>) -> Self {
        Self {
            programs: without_repeats(programs),
        }
    }
}

/// Leaves out the programs that are named after a task of the data. Returns the others, and the number
/// of those left out.
pub fn without_tasks(programs: Vec<Program>, data: &DataSet) -> (Vec<Program>, usize) {
    let mut is_known = vec![false; programs.len()];
    for (_, program) in match_programs(data, &programs).runs {
        // A program `solve` is matched with the only task, but not named after it.
        is_known[program] = programs[program].task_id().is_some();
    }
    let all = programs.len();
    let known = programs.into_iter().zip(is_known);
    let kept: Vec<Program> = known.filter(|(_, known)| !known).map(|(p, _)| p).collect();
    let left_out = all - kept.len();
    (kept, left_out)
}

/// Runs programs on the tasks that they are named after, to import them with their scores.
pub fn score_imports<'d>(programs: &[Program], data: &'d DataSet) -> Vec<ImportScore<'d>> {
    let matches = match_programs(data, programs);
    let options = CheckOptions::default();
    let report = check_matches(data, programs, &matches, &options, &|_| {});
    let runs = report.tasks.iter().flat_map(|task| {
        let place = task.task;
        task.runs.iter().map(move |run| (place, run))
    });
    runs.map(|(place, run)| ImportScore {
        program: run.program,
        task: &data.tasks[place],
        matched: run.demonstrations_right() as u32,
        bits: bits(&programs[run.program]),
        right: run.right(),
    })
    .collect()
}

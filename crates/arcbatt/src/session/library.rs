//! The library of a search: known programs, each once, without those of the tasks to be searched.

use super::evolve::bits;
use crate::check::{CheckOptions, check_matches, match_programs};
use crate::program::Program;
use crate::search::Library;
use crate::store::{ImportScore, program_hash};
use crate::task::{ContentHash, DataSet};
use std::collections::HashSet;
use std::ops::ControlFlow;

impl Library {
    /// A library of programs without repetitions: each once for every task that it is named after.
    pub fn of(programs: impl IntoIterator<Item = Program>) -> Self {
        let mut seen = HashSet::new();
        let mut programs: Vec<Program> = programs.into_iter().collect();
        let key = |program: &Program| {
            let task = program.task_id().map(str::to_owned);
            (program_hash(program), task)
        };
        programs.retain(|program| seen.insert(key(program)));
        Self {
            programs,
            ..Self::default()
        }
    }
}

/// Leaves out the programs that are named after a task of the data, and equal programs with other
/// names. Returns the others, and the number of those left out.
pub fn without_tasks(mut programs: Vec<Program>, data: &DataSet) -> (Vec<Program>, usize) {
    let matched = match_programs(data, &programs).runs.into_iter();
    let matched = matched.map(|(_, program)| &programs[program]);
    // A program `solve` is matched with the only task, but not named after it.
    let named = matched.filter(|program| program.task_id().is_some());
    let known: HashSet<ContentHash> = named.map(program_hash).collect();
    let all = programs.len();
    programs.retain(|program| !known.contains(&program_hash(program)));
    let left_out = all - programs.len();
    (programs, left_out)
}

/// Runs programs on the tasks that they are named after, to import them with their scores.
pub fn score_imports<'d>(programs: &[Program], data: &'d DataSet) -> Vec<ImportScore<'d>> {
    let matches = match_programs(data, programs);
    let options = CheckOptions::default();
    let report = check_matches(data, programs, &matches, &options, &|_| {
        ControlFlow::Continue(())
    });
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::parse_file;

    #[test]
    fn programs_of_the_data_are_left_out_under_any_name() {
        let source = "def solve_unheard_of(I):\n    return rot180(I)\n\
                      def solve_half_turn(I):\n    x1 = rot180(I)\n    return x1\n\
                      def solve_half_turn(I):\n    return rot180(I)\n\
                      def solve(I):\n    return hmirror(I)\n";
        let library = Library::of(parse_file(source).programs);
        let names: Vec<&str> = library.programs.iter().map(|p| p.name.as_str()).collect();
        assert_eq!(names, ["solve_unheard_of", "solve_half_turn", "solve"]);
        let (kept, left_out) = without_tasks(library.programs, &DataSet::embedded());
        assert_eq!((kept.len(), left_out), (1, 2));
        assert_eq!(kept[0].name, "solve");
    }
}

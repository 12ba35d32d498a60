//! Matching programs with tasks by name.

use crate::program::{Program, Solvers, solver_name};
use crate::task::{DataSet, generators};
use rustc_hash::{FxHashMap, FxHashSet};

/// Programs matched with tasks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Matches {
    /// Indices of task and program, ascending.
    pub runs: Vec<(usize, usize)>,
    /// Solvers without a task in the data set.
    pub idle: Vec<usize>,
    /// Tasks whose solvers were all rejected, ascending.
    pub rejected: Vec<usize>,
}

/// Finds the tasks of each program.
///
/// `solve_<id>` solves the task with that id; characters that a name cannot contain become `_`. So does
/// `solve_<id>_<number>`, if no task has that name. A generated task such as `gravity_down_0000017`
/// without a program of its own is solved by the programs of its family, `solve_gravity_down`. A program
/// `solve` solves the only task of a data set. A task may have several programs. Differs have no task.
pub fn match_programs(data: &DataSet, programs: &[Program]) -> Matches {
    match_named(data, programs, std::iter::empty())
}

/// [`match_programs`] for tasks that are some of the `known` ones: each gets the programs that it would
/// get if all were there.
pub fn match_programs_among(known: &[&str], data: &DataSet, programs: &[Program]) -> Matches {
    let names: Vec<&str> = programs.iter().map(|p| p.name.as_str()).collect();
    let places: FxHashMap<&str, usize> = (0..)
        .zip(&data.tasks)
        .map(|(place, task)| (task.id.as_str(), place))
        .collect();
    let runs = match_names(known, &names).runs.into_iter();
    let mut runs: Vec<(usize, usize)> = runs
        .filter_map(|(task, program)| Some((*places.get(known[task])?, program)))
        .collect();
    runs.sort_unstable();
    Matches {
        runs,
        ..Matches::default()
    }
}

/// [`match_programs`] for solvers read from a source: tasks whose solvers were all rejected are listed,
/// so that they count as unsolved.
pub fn match_solvers(data: &DataSet, solvers: &Solvers) -> Matches {
    match_named(data, &solvers.programs, solvers.rejected())
}

fn match_named<'r>(
    data: &DataSet,
    programs: &'r [Program],
    rejected: impl Iterator<Item = &'r str>,
) -> Matches {
    let ids: Vec<&str> = data.tasks.iter().map(|task| task.id.as_str()).collect();
    let names: Vec<&str> = programs
        .iter()
        .map(|program| program.name.as_str())
        .collect();
    let mut matches = match_names(&ids, &names);
    matches.idle.retain(|&at| !names[at].starts_with("differ"));
    let rejected: Vec<&str> = rejected.collect();
    if !rejected.is_empty() {
        let solved: FxHashSet<usize> = matches.runs.iter().map(|&(task, _)| task).collect();
        let tasks = match_names(&ids, &rejected)
            .runs
            .into_iter()
            .map(|(task, _)| task);
        matches.rejected = tasks.filter(|task| !solved.contains(task)).collect();
        matches.rejected.dedup();
    }
    matches
}

/// Finds the tasks of candidates, given by their names.
///
/// [`match_programs`] by name; where one task is chosen, candidates that name none of the `known` tasks
/// are for it. The idle ones are for tasks that were not chosen, or for none.
pub fn match_candidates(known: &[&str], chosen: &[&str], names: &[&str]) -> Matches {
    let mut matches = match_names(chosen, names);
    if chosen.len() == 1 {
        let idle: Vec<&str> = matches.idle.iter().map(|&at| names[at]).collect();
        let unknown = match_names(known, &idle).idle;
        let unknown: Vec<usize> = unknown.into_iter().map(|k| matches.idle[k]).collect();
        matches.runs.extend(unknown.iter().map(|&at| (0, at)));
        matches.runs.sort_unstable();
        let unknown: FxHashSet<usize> = unknown.into_iter().collect();
        matches.idle.retain(|at| !unknown.contains(at));
    }
    matches
}

/// Matches names of solvers with ids of tasks.
fn match_names(ids: &[&str], names: &[&str]) -> Matches {
    let tasks: Vec<TaskNames> = ids.iter().map(|id| TaskNames::of(id)).collect();
    let known: FxHashSet<&str> = tasks.iter().flat_map(TaskNames::all).collect();
    let mut by_id: FxHashMap<&str, Vec<usize>> = FxHashMap::default();
    for (at, name) in names.iter().enumerate() {
        if let Some(id) = solved_id(name, &known, ids.len() == 1) {
            by_id.entry(id).or_default().push(at);
        }
    }
    let mut matches = Matches::default();
    let mut used = vec![false; names.len()];
    for (task, names) in tasks.iter().enumerate() {
        let found = names.all().find_map(|name| by_id.get(name));
        let plain = by_id.get("").into_iter().flatten();
        let first = matches.runs.len();
        for &program in found.into_iter().flatten().chain(plain) {
            matches.runs.push((task, program));
            used[program] = true;
        }
        matches.runs[first..].sort_unstable();
    }
    matches.idle = (0..names.len()).filter(|&at| !used[at]).collect();
    matches
}

/// The names that solvers of a task may have behind `solve_`, the most specific first.
struct TaskNames<'t> {
    id: &'t str,
    name: String,
    family: Option<&'static str>,
}

impl<'t> TaskNames<'t> {
    fn of(id: &'t str) -> Self {
        Self {
            id,
            name: solver_name(id)["solve_".len()..].to_owned(),
            family: generators::family_of(id).map(|family| family.name),
        }
    }

    fn all(&self) -> impl Iterator<Item = &str> {
        [self.id, &self.name].into_iter().chain(self.family)
    }
}

/// The task that a program solves by its name: one of the known ids, another id, or "" for the only
/// task; `None` if it is no solver.
fn solved_id<'n>(name: &'n str, known: &FxHashSet<&str>, only: bool) -> Option<&'n str> {
    let Some(id) = name.strip_prefix("solve_").filter(|id| !id.is_empty()) else {
        return (name == "solve" && only).then_some("");
    };
    let numbered = || {
        let (stem, number) = id.rsplit_once('_')?;
        let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        (is_number && known.contains(stem)).then_some(stem)
    };
    match known.contains(id) {
        true => Some(id),
        false => numbered().or(Some(id)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::parse_file;
    use crate::task::Task;

    fn found(ids: &[&str], names: &[&str]) -> (Vec<(usize, usize)>, Vec<usize>) {
        let task = |id: &&str| Task {
            id: (*id).to_owned(),
            train: Vec::new(),
            test: Vec::new(),
        };
        let data = DataSet {
            tasks: ids.iter().map(task).collect(),
            answers: Vec::new(),
        };
        let sources: Vec<String> = names
            .iter()
            .map(|name| format!("def {name}(I):\n    return I\n"))
            .collect();
        let parsed = parse_file(&sources.concat());
        assert_eq!(parsed.errors, []);
        let matches = match_programs(&data, &parsed.programs);
        (matches.runs, matches.idle)
    }

    #[test]
    fn by_id_then_by_name_then_by_family() {
        let ids = ["a-1", "b", "half_turn", "half_turn_0000002"];
        let names = ["solve_b", "solve_a_1", "solve_half_turn", "solve_c"];
        let runs = vec![(0, 1), (1, 0), (2, 2), (3, 2)];
        assert_eq!(found(&ids, &names), (runs, vec![3]));
    }

    #[test]
    fn the_own_solver_of_a_made_task_comes_before_its_family_s() {
        let names = ["solve_half_turn", "solve_half_turn_0000002"];
        assert_eq!(
            found(&["half_turn_0000002"], &names),
            (vec![(0, 1)], vec![0])
        );
    }

    #[test]
    fn a_number_behind_the_id_tells_candidates_apart() {
        let names = [
            "solve_a_2",
            "solve_a_1",
            "solve_a_1_7",
            "solve_a_x",
            "solve_b_1",
        ];
        assert_eq!(
            found(&["a", "a_1"], &names),
            (vec![(0, 0), (1, 1), (1, 2)], vec![3, 4])
        );
    }

    #[test]
    fn some_tasks_of_a_set_get_the_programs_that_they_have_in_it() {
        let source = "def solve(I):\n    return I\n\
                      def solve_a(I):\n    return I\n\
                      def solve_a_1(I):\n    return I\n";
        let programs = parse_file(source).programs;
        let mut data = DataSet::embedded();
        data.tasks.truncate(1);
        data.tasks[0].id = "a".to_owned();
        let runs = |known: &[&str]| match_programs_among(known, &data, &programs).runs;
        assert_eq!(runs(&["a"]), match_programs(&data, &programs).runs);
        assert_eq!(runs(&["a"]), [(0, 0), (0, 1), (0, 2)]);
        assert_eq!(runs(&["a", "a_1", "b"]), [(0, 1)]);
    }

    #[test]
    fn several_for_one_task_and_solve_for_the_only_one() {
        let names = ["solve", "solve_a", "differ_x", "solve_a"];
        assert_eq!(
            found(&["a"], &names),
            (vec![(0, 0), (0, 1), (0, 3)], vec![])
        );
        assert_eq!(found(&["a", "b"], &names), (vec![(0, 1), (0, 3)], vec![0]));
    }
}

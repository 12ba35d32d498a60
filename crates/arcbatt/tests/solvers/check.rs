//! Checking solvers: every status, several programs per task, and no leaked answers.

use arcbatt::check::{CheckOptions, CheckReport, PairStatus, check_matches, match_solvers};
use arcbatt::grid::GridBuf;
use arcbatt::program::Solvers;
use arcbatt::task::{Answers, DataSet, Demonstration, Task, generators};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;

fn grid(rows: &[&str]) -> GridBuf {
    GridBuf::from_digits(rows).unwrap()
}

/// A task whose outputs are its inputs upside down; the second test has no answer.
fn upside_down() -> DataSet {
    let task = Task {
        id: "a".to_owned(),
        train: vec![Demonstration {
            input: grid(&["12", "34"]),
            output: grid(&["34", "12"]),
        }],
        test: vec![grid(&["1", "2"]), grid(&["5", "6"])],
    };
    DataSet {
        tasks: vec![task],
        answers: vec![Answers(vec![Some(grid(&["2", "1"])), None])],
    }
}

fn report(data: &DataSet, source: &str, options: CheckOptions) -> (CheckReport, Solvers) {
    let solvers = Solvers::read(source);
    let matches = match_solvers(data, &solvers);
    let report = check_matches(data, &solvers.programs, &matches, &options, &|_| {
        ControlFlow::Continue(())
    });
    (report, solvers)
}

fn words(source: &str) -> Vec<Vec<&'static str>> {
    let (report, _) = report(&upside_down(), source, CheckOptions::default());
    let words = |pairs: &[arcbatt::check::PairReport]| {
        pairs.iter().map(|pair| pair.status.word()).collect()
    };
    let runs = report.tasks.iter().flat_map(|task| &task.runs);
    runs.map(|run| words(&run.pairs)).collect()
}

#[test]
fn every_status() {
    let solve = |body: &str| words(&format!("def solve_a(I):\n    return {body}\n"));
    assert_eq!(solve("hmirror(I)"), [["ok", "ok", "unknown"]]);
    assert_eq!(solve("I"), [["wrong", "wrong", "unknown"]]);
    assert_eq!(solve("height(I)"), [["wrong", "wrong", "wrong"]]);
    assert_eq!(solve("first(sfilter(I, flip))"), [["fail", "fail", "fail"]]);
    assert_eq!(solve("upscale(I, THOUSAND)"), [["limit", "limit", "limit"]]);
    // Cells outside 0 to 9 are no answer, even where the expected one is unknown.
    assert_eq!(solve("canvas(TEN, UNITY)"), [["wrong", "wrong", "wrong"]]);
}

#[test]
fn one_of_several_programs_is_enough() {
    let source = "def solve_a(I):\n    return I\ndef solve_a(I):\n    return hmirror(I)\n";
    let (report, _) = report(&upside_down(), source, CheckOptions::default());
    let solved: Vec<bool> = report.tasks[0]
        .runs
        .iter()
        .map(|run| run.solved())
        .collect();
    assert_eq!(solved, [false, true]);
    let totals = report.totals();
    assert_eq!((totals.tasks, totals.solved), (1, 1));
    assert_eq!((totals.pairs, totals.unknown), (6, 2));
}

#[test]
fn tasks_with_a_rejected_solver_count_as_unsolved() {
    let source = "def solve_a(I):\n    return I + 1\n";
    let (report, solvers) = report(&upside_down(), source, CheckOptions::default());
    assert_eq!(solvers.errors.len(), 1);
    assert_eq!(report.tasks.len(), 1);
    assert!(!report.tasks[0].solved());
}

#[test]
fn solvers_see_the_demonstrations_but_not_the_expected_output() {
    // C is the input, so a program that returns it is wrong.
    let source = "def solve_a(S, I, C):\n    return C\n";
    assert_eq!(words(source), [["wrong", "wrong", "unknown"]]);
    // S holds only the demonstrations, as a tuple of (input, output).
    let source = "def solve_a(S, I, C):\n    x1 = first(S)\n    return last(x1)\n";
    assert_eq!(words(source), [["ok", "wrong", "unknown"]]);
    let source = "def solve_a(S, I, C):\n    x1 = size(S)\n    return canvas(x1, UNITY)\n";
    let (report, _) = report(&upside_down(), source, CheckOptions::default());
    assert!(matches!(
        report.tasks[0].runs[0].pairs[2].status,
        PairStatus::Unknown
    ));
}

#[test]
fn results_do_not_depend_on_the_number_of_threads() {
    let data = generators::embedded();
    let statuses = |threads: usize, repeat: usize| {
        let options = CheckOptions {
            threads: NonZeroUsize::new(threads),
            repeat: NonZeroUsize::new(repeat),
            ..CheckOptions::default()
        };
        let (mut report, _) = report(&data, generators::SOLVERS, options);
        for task in &mut report.tasks {
            for pair in task.runs.iter_mut().flat_map(|run| &mut run.pairs) {
                pair.time = std::time::Duration::ZERO;
            }
        }
        report
    };
    let one = statuses(1, 1);
    let totals = one.totals();
    assert_eq!(totals.tasks, data.tasks.len());
    assert_eq!(totals.solved, data.tasks.len());
    assert_eq!(one, statuses(5, 2));
}

#[test]
fn empty_input_is_accepted() {
    let (empty, _) = report(
        &DataSet::default(),
        generators::SOLVERS,
        CheckOptions::default(),
    );
    assert_eq!(empty, CheckReport::default());
    let (empty, _) = report(&generators::embedded(), "", CheckOptions::default());
    assert_eq!(empty, CheckReport::default());
}

#[test]
fn a_check_can_be_stopped() {
    let data = generators::embedded();
    let solvers = Solvers::read(generators::SOLVERS);
    let matches = match_solvers(&data, &solvers);
    let options = CheckOptions {
        threads: NonZeroUsize::new(1),
        ..CheckOptions::default()
    };
    let stop = |done| match done {
        3 => ControlFlow::Break(()),
        _ => ControlFlow::Continue(()),
    };
    let report = check_matches(&data, &solvers.programs, &matches, &options, &stop);
    assert_eq!(report.tasks.len(), 3);
}

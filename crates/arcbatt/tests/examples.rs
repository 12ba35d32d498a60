//! Runs the programs in `examples/` and asserts what they print.

#![allow(
    dead_code,
    reason = "the examples' own `main` functions are not called"
)]

#[path = "../examples/check_file.rs"]
mod check_file;
#[path = "../examples/draw_trace.rs"]
mod draw_trace;
#[path = "../examples/rank_candidates.rs"]
mod rank_candidates;
#[path = "../examples/run_solver.rs"]
mod run_solver;
#[path = "../examples/search_task.rs"]
mod search_task;

use arcbatt::{DataSet, Style};

/// What an example prints.
fn printed<T>(run: impl FnOnce(&mut Vec<u8>) -> Result<T, Box<dyn std::error::Error>>) -> String {
    let mut out = Vec::new();
    run(&mut out).expect("the example runs");
    String::from_utf8(out).expect("text")
}

#[test]
fn run_solver_prints_the_output_and_the_line_that_fails() {
    assert_eq!(
        printed(|out| run_solver::run(out)),
        "4x7:0000000/0110020/0010020/0000000 -> 2x2:11/01\n\
         2x2:00/00 -> line 4: `x2 = argmax(x1, size)` failed: argmax of an empty container\n"
    );
}

#[test]
fn check_file_prints_errors_wrong_pairs_and_totals() {
    let source = "def solve_half_turn(I):\n    return hmirror(I)\n\
                  def solve_rows_become_columns(I):\n    return dmirror(I)\n\
                  def solve_typo(I):\n    return rot91(I)\n";
    let text = printed(|out| check_file::run(source, &DataSet::embedded(), out));
    assert!(
        text.starts_with("6:12: solve_typo: unknown name `rot91`"),
        "{text}"
    );
    assert!(
        text.contains("\nsolve_half_turn: Train 1: wrong: "),
        "{text}"
    );
    assert!(text.ends_with("\n1 of 2 tasks solved\n"), "{text}");
}

#[test]
fn rank_candidates_prints_groups_best_first() {
    assert_eq!(
        printed(|out| rank_candidates::run(out)),
        "votes: 2, demonstrations matched: 3 of 3, wrong cells: 0\n\
         votes: 1, demonstrations matched: 0 of 3, wrong cells: 76\n\
         line 2, solve_mirror: wrong\nline 5, solve_half_turn: fits\n\
         line 11, solve_two_mirrors: fits\nline 14, solve_broken: failed\n\
         2 attempts at test 1\n"
    );
}

#[test]
fn search_task_finds_a_program() {
    let text = printed(|out| search_task::run("half_turn", out));
    assert!(text.contains("def solve"), "{text}");
    assert!(
        text.ends_with(" tests right\n") && !text.contains("0 of"),
        "{text}"
    );
}

#[test]
fn draw_trace_draws_every_line() {
    let text = printed(|out| draw_trace::run(&Style::PLAIN, out));
    for code in [
        "x1 = objects(I, T, F, T)",
        "x2 = argmax(x1, size)",
        "x3 = subgrid(x2, I)",
    ] {
        assert!(text.contains(code), "{text}");
    }
}

//! The profiler finds planted problems: a slow primitive, an endless loop, logging in the hot
//! path, a wrong answer.
//!
//! No test depends on the speed of the machine, only on work that is far larger than the rest.

use super::support::{BUILT_IN, finding, profiled, profiled_with, solvers};
use arcbatt::profile::model::Finding;
use arcbatt::session::Event;
use std::io::Write;
use std::sync::Mutex;

#[test]
fn a_slow_primitive_is_named() {
    // A right program that finds objects in grids far larger than those of any task.
    let slow = "\
def solve_half_turn(I):
    x1 = upscale(I, NINE)
    x2 = hconcat(x1, x1)
    x3 = objects(x2, T, F, F)
    x4 = objects(x2, F, T, F)
    x5 = objects(x2, T, T, F)
    x6 = objects(x2, F, F, F)
    x7 = combine(x3, x4)
    x8 = combine(x5, x6)
    x9 = combine(x7, x8)
    x10 = size(x9)
    x11 = positive(x10)
    x12 = rot180(I)
    O = branch(x11, x12, I)
    return O
";
    let profile = profiled(&solvers(&[slow, BUILT_IN]));
    assert_eq!(profile.truth.fits, profile.truth.tasks);
    let found = finding(&profile, "primitive");
    assert!(found.sentence.ends_with(": objects"), "{found:?}");
    assert!(found.evidence.contains("on half_turn"), "{found:?}");
    assert_eq!(profile.primitives[0].name, "objects");
    assert_eq!(profile.primitives[0].max_task, "half_turn");
    assert!(profile.primitives[0].max_node.contains(" = objects("));
}

#[test]
fn an_endless_loop_is_named() {
    let endless = "\
def solve_half_turn(I):
    O = rot180(I)
    return O

def solve_half_turn(I):
    f = power(rot90, 1000000)
    O = f(I)
    return O
";
    let profile = profiled(&solvers(&[endless, BUILT_IN]));
    // Another solver solves the task.
    assert_eq!(profile.truth.fits, profile.truth.tasks);
    let found = finding(&profile, "limit");
    assert!(found.sentence.contains("1 task hits a limit"), "{found:?}");
    assert!(found.sentence.ends_with(": half_turn"), "{found:?}");
    let row = &profile.tasks.rows[0];
    assert_eq!(row.id, "half_turn");
    assert_eq!(row.outlier.as_ref().unwrap().kind, "limit");
    assert!(profile.tasks.without_outliers_ns < profile.tasks.total_ns);
}

/// Writes a log while tasks run.
struct Logging(Mutex<std::fs::File>);

impl Logging {
    fn on_event(&self, event: &Event) {
        if !matches!(event, Event::TaskDone { .. }) {
            return;
        }
        let mut file = self.0.lock().unwrap();
        for line in 0..2_000 {
            writeln!(file, "task done, line {line}").unwrap();
            file.flush().unwrap();
        }
    }
}

#[test]
fn a_logging_call_in_the_hot_path_is_named() {
    let log = Logging(Mutex::new(tempfile::tempfile().unwrap()));
    let profile = profiled_with(&solvers(&[BUILT_IN]), &|event| log.on_event(event));
    let found = finding(&profile, "output");
    assert!(found.sentence.contains("logs or prints"), "{found:?}");
    assert!(found.advice.contains("out of the hot path"), "{found:?}");
    // Nothing else would save more.
    let best = |a: &&Finding, b: &&Finding| a.saves_percent.total_cmp(&b.saves_percent);
    let most = profile.verdict.findings.iter().filter(|f| f.kind != "idle");
    assert_eq!(most.max_by(best).unwrap().kind, "output");
}

#[test]
fn a_wrong_answer_is_named_first() {
    let wrong = "\
def solve_half_turn(I):
    O = rot90(I)
    return O
";
    let profile = profiled(&solvers(&[wrong, BUILT_IN]));
    assert_eq!(profile.truth.fits, profile.truth.tasks - 1);
    let first = &profile.verdict.findings[0];
    assert_eq!(first.kind, "wrong-answers");
    assert!(first.sentence.starts_with("1 of "), "{first:?}");
    assert!(
        first.evidence.contains("do not fit: half_turn"),
        "{first:?}"
    );
}

#[test]
fn a_clean_profile_has_none_of_these() {
    let profile = profiled(&solvers(&[
        BUILT_IN,
        "def solve_half_turn(I):\n    O = rot180(I)\n    return O\n",
    ]));
    assert_eq!(profile.verdict.refused, None);
    assert!(profile.verdict.findings.len() <= 7);
    for kind in ["wrong-answers", "limit", "output"] {
        let found = profile.verdict.findings.iter().find(|f| f.kind == kind);
        assert_eq!(found, None);
    }
}

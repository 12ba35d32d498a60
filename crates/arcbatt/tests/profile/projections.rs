//! Projections hold: the counted work of all tasks lies in the interval projected from some.

use arcbatt::profile::model::Projection;
use arcbatt::profile::{Profile, Request, Subject, profile};
use arcbatt::program::{Program, parse_file};
use arcbatt::session::evolve::Settings;
use arcbatt::task::{DataSet, generators};
use std::time::Duration;

/// 400 tasks, each with its solver, in an order in which the first ones are a sample of all: families
/// repeat in the order of their themes.
fn generated(seed: u64) -> (DataSet, Vec<Program>) {
    let solvers = parse_file(generators::SOLVERS).programs;
    let scattered = (0..400).map(|k| (k * 149 + 7 * seed) % 400);
    let (tasks, answers): (Vec<_>, Vec<_>) = scattered.map(|k| generators::task(seed, k)).unzip();
    let solver = |id: &str| {
        let family = generators::family_of(id).unwrap();
        let own = |solver: &&Program| solver.task_id() == Some(family.name);
        let mut solver = solvers.iter().find(own).unwrap().clone();
        solver.name = format!("solve_{id}");
        solver
    };
    let programs = tasks.iter().map(|task| solver(&task.id)).collect();
    (DataSet { tasks, answers }, programs)
}

/// The profile of the first tasks, projected to all.
fn profiled(data: &DataSet, programs: &[Program], first: usize) -> Profile {
    let data = DataSet {
        tasks: data.tasks[..first].to_vec(),
        answers: data.answers[..first].to_vec(),
    };
    let mut settings = Settings::default();
    settings.card.mutants = 0;
    let request = Request {
        given: Default::default(),
        gpu: Default::default(),
        subject: Subject::Pipeline(&programs[..first], &settings),
        data: &data,
        names: Default::default(),
        parts: vec!["pipeline".to_owned()],
        load: Duration::from_millis(1),
        parse: Duration::ZERO,
        reload: None,
        project: vec![400],
        budget: None,
        what_if: &[],
        earlier: None,
        print: &|_, _| {},
        time: Duration::ZERO,
    };
    profile(&request, &|_| {}).unwrap()
}

/// Calls of all tasks, and of those that are no outliers.
fn calls(profile: &Profile) -> (u64, u64) {
    let rows = profile.tasks.rows.iter();
    let usual = rows.filter(|row| row.outlier.is_none());
    let usual = usual.map(|row| row.evaluations).sum();
    (profile.subject.evaluations, usual)
}

#[test]
fn the_counted_work_of_all_tasks_lies_in_the_interval() {
    for seed in 3..6 {
        let (data, programs) = generated(seed);
        let whole = profiled(&data, &programs, 400);
        let (all, usual) = calls(&whole);
        assert_eq!(whole.projections[0].evaluations.value, all);
        let mut widths = Vec::new();
        for first in [10, 32, 100] {
            let profile = profiled(&data, &programs, first);
            let Projection {
                evaluations,
                candidates,
                ..
            } = &profile.projections[0];
            let (low, high) = evaluations.without_outliers;
            let told = format!("from {first}: {evaluations:?}, but {all} and {usual}");
            assert!(evaluations.low <= all, "{told}");
            assert!(evaluations.high.is_none_or(|high| all <= high), "{told}");
            assert!(low <= usual && usual <= high, "{told}");
            assert_eq!(*candidates, 400);
            widths.push(high as f64 / low as f64);
        }
        // More tasks make it narrower, and an interval is never so wide that it says nothing.
        assert!(widths[0] < 8.0 && widths[2] < 2.0, "{widths:?}");
        assert!(widths[2] < widths[0], "{widths:?}");
    }
}

#[test]
fn too_few_tasks_are_not_projected() {
    let (data, programs) = generated(3);
    let profile = profiled(&data, &programs, 4);
    assert_eq!(profile.projections, []);
    let why = profile.projection_refused.unwrap();
    assert!(
        why.starts_with("4 tasks cannot show how tasks differ"),
        "{why}"
    );
    let profile = profiled(&data, &programs, 5);
    assert_eq!(profile.projection_refused, None);
    let projection = &profile.projections[0];
    assert!(projection.low_ns <= projection.ns);
    assert!(projection.words.starts_with("400 tasks would take "));
}

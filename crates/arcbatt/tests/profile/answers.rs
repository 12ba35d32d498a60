//! Profiling changes no answer and no count of steps and cells.

use super::conformance_programs::corpus;
use arcbatt::batt::{Graph, NodeId, Options, Plan, Runner, Samples, TaskLimits};
use arcbatt::dsl::Limits;
use arcbatt::profile::Observer;
use arcbatt::task::DataSet;

/// Compares every program of the corpus with profiling on and off, under these node limits.
fn same_answers(node: Limits) {
    let corpus = corpus();
    assert!(corpus.len() > 1_000);
    let mut runner = Runner::default();
    let limits = TaskLimits {
        node,
        ..TaskLimits::default()
    };
    for vector in &corpus {
        let mut graph = Graph::default();
        let output: NodeId = graph.add(&vector.program, &mut Vec::new()).unwrap();
        let plan = Plan::new(&graph, &[output]);
        let inputs: Vec<_> = vector.inputs.iter().map(|grid| grid.view()).collect();
        let samples = Samples {
            demonstrations: Vec::new(),
            compared: inputs.clone(),
            inputs,
        };
        // A new observer each time, so that the first steps of all primitives are timed in detail.
        let observer = Observer::new(&DataSet::default());
        for equivalence in [true, false] {
            let plain = Options {
                limits,
                equivalence,
                ..Options::default()
            };
            let watched = Options {
                limits,
                equivalence,
                ..Options::probed(observer.probe())
            };
            let (outputs, stats) = runner.run(&plan, &samples, &plain);
            let (watched, watched_stats) = runner.run(&plan, &samples, &watched);
            assert_eq!(outputs.of(0), watched.of(0), "{}", vector.id);
            assert_eq!(outputs.grids(), watched.grids(), "{}", vector.id);
            assert_eq!(stats.spent, watched_stats.spent, "{}", vector.id);
            assert_eq!(stats.evaluations, watched_stats.evaluations);
            assert_eq!(stats.ended, watched_stats.ended);
        }
    }
}

#[test]
fn with_default_limits() {
    same_answers(TaskLimits::default().node);
}

#[test]
fn with_few_steps() {
    for steps in [1, 2, 5, 17] {
        same_answers(Limits {
            steps,
            ..TaskLimits::default().node
        });
    }
}

#[test]
fn with_few_cells() {
    same_answers(Limits {
        cells: 300,
        ..TaskLimits::default().node
    });
}

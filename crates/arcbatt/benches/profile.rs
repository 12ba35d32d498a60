//! What the profiler costs while it is on, next to the same passes with it off.
//!
//! `cargo bench --bench profile` tells the CPU time of a pass over the programs of the conformance
//! data, each on its own inputs, and of all of them merged on the embedded tasks; in turns, so that
//! both meet the same machine. `on` or `off` instead of `--bench` is a single pass, to count
//! instructions: `valgrind --tool=callgrind --toggle-collect='*::corpus_pass'
//! target/release/deps/profile-* on`. That it costs nothing while it is off is counted in instructions:
//! see the top of `batt.rs`.

mod measure;

use arcbatt::batt::{Graph, NodeId, Options, Plan, Probe, Runner, Samples, Stats};
use arcbatt::conform::ProgramVector;
use arcbatt::profile::Observer;
use arcbatt::task::{DataSet, made};
use measure::{best_of, corpus, ms};
use std::hint::black_box;
use std::time::Duration;

/// Turns of off and on.
const TURNS: usize = 15;

fn main() {
    let word = std::env::args().nth(1);
    let watcher = || match word.as_deref() {
        Some("off") => Some(Watcher::Nobody),
        Some("on") => Some(Watcher::Profiler(Box::new(Observer::new(
            &DataSet::default(),
        )))),
        _ => None,
    };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build();
    pool.expect("a thread starts").install(|| {
        let corpus = corpus();
        let plans = plans(&corpus);
        if let Some(watcher) = watcher() {
            black_box(corpus_pass(&plans, &watcher));
            return;
        }
        // `cargo test` runs benches, too, to see that they work.
        if !std::env::args().any(|argument| argument == "--bench") {
            return;
        }
        tell("each on its own inputs", |probe| corpus_pass(&plans, probe));
        let merged = merged(&corpus);
        let tasks = made::embedded().tasks;
        let samples: Vec<Samples> = tasks.iter().take(12).map(Samples::of).collect();
        tell("merged, on 12 embedded tasks", |probe| {
            merged_pass(&merged, &samples, probe)
        });
    });
}

/// Who watches a pass.
enum Watcher {
    Nobody,
    Profiler(Box<Observer>),
}

fn tell(what: &str, mut pass: impl FnMut(&Watcher) -> Stats) {
    let (mut off, mut on) = (Duration::MAX, Duration::MAX);
    let mut evaluations = 0;
    for _ in 0..TURNS {
        let nobody = Watcher::Nobody;
        let (time, stats) = best_of(1, || black_box(pass(&nobody)));
        off = off.min(time);
        evaluations = stats.evaluations;
        // A profiler a pass, as a profile of one pass has.
        let (time, watched) = best_of(1, || {
            let profiler = Watcher::Profiler(Box::new(Observer::new(&DataSet::default())));
            black_box(pass(&profiler))
        });
        on = on.min(time);
        assert_eq!(watched.evaluations, stats.evaluations, "the same work");
    }
    let more = 100.0 * (on.as_secs_f64() / off.as_secs_f64() - 1.0);
    println!(
        "{what}: {evaluations} evaluations, off {:.2} ms, on {:.2} ms: {more:+.1} %",
        ms(off),
        ms(on)
    );
}

fn plans(corpus: &[ProgramVector]) -> Vec<(Plan, Samples<'_>)> {
    let one = |vector| {
        let vector: &ProgramVector = vector;
        let mut graph = Graph::default();
        let output = graph.add(&vector.program, &mut Vec::new());
        let plan = Plan::new(&graph, &[output.expect("few arguments")]);
        let inputs: Vec<_> = vector.inputs.iter().map(|grid| grid.view()).collect();
        let samples = Samples {
            demonstrations: Vec::new(),
            compared: inputs.clone(),
            inputs,
        };
        (plan, samples)
    };
    corpus.iter().map(one).collect()
}

fn merged(corpus: &[ProgramVector]) -> Plan {
    let mut graph = Graph::default();
    let mut lines = Vec::new();
    let outputs: Vec<NodeId> = corpus
        .iter()
        .filter_map(|vector| graph.add(&vector.program, &mut lines))
        .collect();
    Plan::new(&graph, &outputs)
}

#[inline(never)]
fn corpus_pass(plans: &[(Plan, Samples)], watcher: &Watcher) -> Stats {
    // A program on its own has nothing to share.
    let run = plans.iter().map(|(plan, samples)| (plan, samples));
    match watcher {
        Watcher::Nobody => all(run, &with_equivalence(Options::default(), false)),
        Watcher::Profiler(observer) => {
            let options = Options::probed(observer.probe());
            all(run, &with_equivalence(options, false))
        }
    }
}

fn merged_pass(plan: &Plan, samples: &[Samples], watcher: &Watcher) -> Stats {
    let run = samples.iter().map(|samples| (plan, samples));
    match watcher {
        Watcher::Nobody => all(run, &Options::default()),
        Watcher::Profiler(observer) => all(run, &Options::probed(observer.probe())),
    }
}

fn with_equivalence<P: Probe>(options: Options<P>, equivalence: bool) -> Options<P> {
    Options {
        equivalence,
        ..options
    }
}

fn all<'p, P: Probe>(
    runs: impl Iterator<Item = (&'p Plan, &'p Samples<'p>)>,
    options: &Options<P>,
) -> Stats {
    let mut runner = Runner::default();
    let mut sum = Stats::default();
    for (plan, samples) in runs {
        sum.add(&runner.run(plan, samples, options).1);
    }
    sum
}

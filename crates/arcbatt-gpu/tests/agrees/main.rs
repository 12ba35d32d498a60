//! The kernels, compiled for the host, compared with the plain interpreter node by node.
//!
//! Values and failures must be equal, and counts at least those of the interpreter.
//! `ARCBATT_KERNEL=gpu` runs the same tests on the first GPU.

mod classes;
#[path = "../../../arcbatt/tests/data/conformance_programs.rs"]
mod conformance_programs;
mod fuzzed;
mod layout;
mod random;
mod support;

use arcbatt::batt::Backend;
use arcbatt::batt::{Graph, NodeId, Op, Samples};
use arcbatt::card::{Settings, card};
use arcbatt::conform::ProgramVector;
use arcbatt::dsl::{Cx, Fail, primitives};
use arcbatt::grid::GridBuf;
use arcbatt::task::generators::embedded;
use arcbatt_gpu::batch::{Answers, Batch, DeviceOutcome, decode};
use arcbatt_gpu::cuda::{Cuda, DeviceError};
use arcbatt_gpu::devices::Devices;
use arcbatt_gpu::host::HostKernel;
use arcbatt_gpu::run::Kernel;
use bumpalo::Bump;
use conformance_programs::corpus;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use support::*;

fn kernel() -> Box<dyn Kernel> {
    if std::env::var("ARCBATT_KERNEL").is_ok_and(|kernel| kernel == "gpu") {
        return Box::new(Cuda::open(0).unwrap_or_else(|e| panic!("{e}")));
    }
    // The first test compiles the kernels, the others reuse them.
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let _turn = ONE_AT_A_TIME.lock();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let sanitize = std::env::var_os("ARCBATT_SANITIZE").is_some();
    Box::new(HostKernel::compile(folder, sanitize).unwrap_or_else(|e| panic!("{e}")))
}

/// The comparison of many nodes on many samples.
#[derive(Default)]
struct Tally {
    /// Evaluations, except those that depend on a failure.
    evaluations: u64,
    /// Evaluations known on the device.
    fit: u64,
    /// Evaluations whose value was compared.
    compared: u64,
    /// Unknown evaluations by reason and by the primitive that caused it.
    unfit: BTreeMap<(u8, &'static str), u64>,
    wrong: Vec<String>,
}

const REASONS: [&str; 9] = [
    "no primitive",
    "too large",
    "odd colour",
    "odd kind",
    "no memory",
    "near limit",
    "too deep",
    "overlap",
    "bad input",
];

impl Tally {
    /// Compares all calls that some outputs depend on.
    fn compare(
        &mut self,
        kernel: &dyn Kernel,
        graph: &Graph,
        outputs: &[NodeId],
        samples: &Samples,
    ) {
        let nodes = calls(graph, outputs);
        let mut batch = Batch::default();
        batch.test = true;
        batch.keep_grids = true;
        let range = batch.add_samples(samples, &[]);
        batch.add(graph, &nodes, range, &limits());
        let launched = kernel.launch(&batch, &mut |answers| {
            self.read(&batch, answers, graph, &nodes, samples);
        });
        launched.unwrap_or_else(|e| panic!("{e}"));
    }

    fn read(
        &mut self,
        batch: &Batch,
        answers: &Answers,
        graph: &Graph,
        nodes: &[NodeId],
        samples: &Samples,
    ) {
        let (mut all_fit, mut spent) = (true, [0, 0]);
        for sample in 0..samples.inputs.len() {
            let arena = Bump::new();
            let cx = Cx::new(&arena, limits());
            let values = evaluate(&cx, graph, nodes, samples, sample);
            for (k, (&node, &(value, took))) in nodes.iter().zip(&values).enumerate() {
                spent[0] += took.steps;
                spent[1] += took.cells;
                if took.steps == 0 {
                    // It depends on a failure, which is compared itself.
                    continue;
                }
                self.evaluations += 1;
                let got = decode(answers.outcomes[batch.place(0, k, sample)]);
                let right = match (got, value) {
                    (DeviceOutcome::Unfit(why, primitive), _) => {
                        all_fit = false;
                        let name = primitives().get(primitive as usize).map_or("?", |p| p.name);
                        *self.unfit.entry((why, name)).or_default() += 1;
                        continue;
                    }
                    (DeviceOutcome::Fail, Err(Fail::NoAnswer(_))) => true,
                    (DeviceOutcome::Grid(hash) | DeviceOutcome::NoGrid(hash), Ok(value)) => {
                        self.compared += 1;
                        support::hash(value, 1).is_some_and(|wanted| wanted << 5 >> 5 == hash)
                            || support::is_clip(value, hash)
                    }
                    _ => false,
                };
                self.fit += 1;
                if !right && self.wrong.len() < 20 {
                    let args: Vec<String> = graph
                        .args(node)
                        .map(|arg| match nodes.binary_search(&arg) {
                            Ok(at) => values[at].0.map_or("fail".into(), |v| v.to_string()),
                            Err(_) => graph.describe(arg),
                        })
                        .collect();
                    let value = value.map(|v| v.to_string());
                    self.wrong.push(format!(
                        "{} of {args:?}\n  cpu: {value:?}\n  device: {got:?}\n  I = {:?}",
                        graph.describe(node),
                        samples.inputs[sample]
                    ));
                }
            }
        }
        let bound = answers.spent[0];
        if all_fit && (bound[0] < spent[0] || bound[1] < spent[1]) {
            let names: Vec<String> = nodes.iter().map(|&n| graph.describe(n)).collect();
            self.wrong
                .push(format!("{spent:?} spent, {bound:?} counted: {names:?}"));
        }
    }

    /// Prints what was compared; panics if nothing was, or if anything differs.
    fn finish(self, what: &str) -> Self {
        let share = 100.0 * self.fit as f64 / self.evaluations.max(1) as f64;
        println!(
            "{what}: {} evaluations, {} on the device ({share:.1} %), {} values compared",
            self.evaluations, self.fit, self.compared
        );
        let mut unfit: Vec<_> = self.unfit.iter().collect();
        unfit.sort_by_key(|&(_, n)| std::cmp::Reverse(*n));
        for ((why, name), n) in unfit.into_iter().take(60) {
            println!("  {n:7} {name}: {}", REASONS[*why as usize % 9]);
        }
        assert!(self.evaluations > 0, "{what}: nothing was compared");
        assert!(self.wrong.is_empty(), "{}", self.wrong.join("\n"));
        self
    }
}

/// The inputs of a corpus program; known outputs make demonstrations.
fn samples_of(vector: &ProgramVector) -> Samples<'_> {
    let inputs: Vec<_> = vector.inputs.iter().map(GridBuf::view).collect();
    let shown = vector.inputs.iter().zip(&vector.wanted);
    Samples {
        demonstrations: shown
            .filter_map(|(i, o)| Some((i.view(), o.as_ref()?.view())))
            .collect(),
        compared: inputs.clone(),
        inputs,
    }
}

#[test]
fn every_node_of_the_corpus_agrees() {
    let kernel = kernel();
    let mut tally = Tally::default();
    // ARCBATT_ONLY selects the programs that contain a name.
    let only = std::env::var("ARCBATT_ONLY").ok();
    for vector in corpus() {
        if only
            .as_ref()
            .is_some_and(|only| !vector.source.contains(only))
        {
            continue;
        }
        let mut graph = Graph::default();
        let output = graph.add(&vector.program, &mut Vec::new());
        let output = output.expect("no call has too many arguments");
        if matches!(graph.op(output), Op::Call(_) | Op::Apply) {
            tally.compare(&*kernel, &graph, &[output], &samples_of(&vector));
        }
    }
    let tally = tally.finish("corpus");
    assert!(only.is_some() || tally.compared > 5_000);
}

#[test]
fn every_node_of_mutants_agrees() {
    let kernel = kernel();
    let mut tally = Tally::default();
    let parents = arcbatt::program::parse_file(arcbatt::task::generators::SOLVERS).programs;
    let mutants = std::env::var("ARCBATT_MUTANTS").map_or(30, |n| n.parse().unwrap());
    let settings = Settings {
        mutants,
        ..Settings::default()
    };
    let (batt, _) = card(&parents, &settings, None);
    let data = embedded();
    for (k, parent) in parents.iter().enumerate() {
        let id = parent.task_id().unwrap();
        let task = data.tasks.iter().find(|task| task.id == id).unwrap();
        let (first, end) = batt.sources[k].candidates;
        let outputs: Vec<NodeId> = (first..end)
            .map(|c| batt.candidates[c as usize].output)
            .collect();
        tally.compare(&*kernel, &batt.graph, &outputs, &Samples::of(task));
    }
    tally.finish("mutants of the solvers");
}

/// Mutants of corpus programs, each on the inputs of its parent.
#[test]
fn every_node_of_mutants_of_the_corpus_agrees() {
    let kernel = kernel();
    let mut tally = Tally::default();
    let vectors = corpus();
    let parents: Vec<_> = vectors.iter().map(|v| v.program.clone()).collect();
    let mutants = std::env::var("ARCBATT_MUTANTS").map_or(3, |n| n.parse().unwrap());
    let settings = Settings {
        mutants,
        ..Settings::default()
    };
    let (batt, _) = card(&parents, &settings, None);
    for (vector, source) in vectors.iter().zip(&batt.sources) {
        let (first, end) = source.candidates;
        let outputs: Vec<NodeId> = (first..end)
            .map(|c| batt.candidates[c as usize].output)
            .collect();
        tally.compare(&*kernel, &batt.graph, &outputs, &samples_of(vector));
    }
    tally.finish("mutants of the corpus");
}

/// Compares whole runs, in which the CPU computes what the device does not know.
#[test]
fn merged_outcomes_equal_those_of_the_cpu() {
    let kernel = kernel();
    let batt = arcbatt_gpu::bench::batt(4, 3);
    let report = arcbatt_gpu::bench::check(&*kernel, &batt, 0, 11).unwrap();
    assert_eq!(report.wrong_count, 0, "{}", report.wrong.join("\n"));
    assert!(report.compared > 1_000, "{}", report.compared);
    assert!(report.shares.device > 0 && report.shares.cpu > 0);
}

/// A device that fails at once.
struct Dead;

impl Kernel for Dead {
    fn launch(&self, _: &Batch, _: &mut dyn FnMut(&Answers)) -> Result<(), DeviceError> {
        Err(DeviceError::NoDriver)
    }

    fn capacity(&self) -> usize {
        usize::MAX
    }

    fn name(&self) -> &str {
        "dead"
    }
}

/// A device with little memory.
struct Narrow(Box<dyn Kernel>);

impl Kernel for Narrow {
    fn launch(&self, batch: &Batch, read: &mut dyn FnMut(&Answers)) -> Result<(), DeviceError> {
        assert!(batch.values() <= self.capacity());
        self.0.launch(batch, read)
    }

    fn capacity(&self) -> usize {
        900
    }

    fn name(&self) -> &str {
        "narrow"
    }
}

/// Work that exceeds one batch runs in pieces, with the same answers and limits.
#[test]
fn pieces_give_the_answers_of_the_whole() {
    let kernel = Narrow(kernel());
    let batt = arcbatt_gpu::bench::batt(3, 6);
    let data = embedded();
    let samples = Samples::of(&data.tasks[5]);
    let outputs: Vec<NodeId> = batt.candidates.iter().map(|c| c.output).collect();
    let plan = arcbatt::batt::Plan::new(&batt.graph, &outputs);
    let mut ended = 0;
    for steps in [u64::MAX, 2_000, 20] {
        let mut options = arcbatt::batt::Options::default();
        options.limits.steps = options.limits.steps.min(steps);
        let (wanted, stats) = arcbatt::batt::Runner::default().run(&plan, &samples, &options);
        ended += usize::from(stats.ended.is_some());
        let (got, _, _) =
            arcbatt_gpu::run::run(&kernel, &batt.graph, &outputs, &samples, &options).unwrap();
        assert_eq!(got.candidates(), outputs.len());
        for candidate in 0..outputs.len() {
            for sample in 0..samples.inputs.len() {
                assert_eq!(got.grid(candidate, sample), wanted.grid(candidate, sample));
            }
        }
    }
    // At least one limit was reached, and one was not.
    assert!((1..3).contains(&ended), "{ended}");
}

/// Candidates compiled for other samples give the same answers on these.
#[test]
fn compiled_candidates_can_be_reused_for_other_samples() {
    let kernel = kernel();
    let batt = arcbatt_gpu::bench::batt(2, 6);
    let outputs: Vec<NodeId> = batt.candidates.iter().map(|c| c.output).collect();
    let data = embedded();
    let samples: Vec<Samples> = data.tasks.iter().map(Samples::of).collect();
    let count = samples[0].inputs.len();
    let another = |same: bool| {
        let there = samples[1..].iter();
        there.clone().find(|s| (s.inputs.len() == count) == same)
    };
    let (same, other) = (another(true).unwrap(), another(false).unwrap());
    let mut first = Batch::default();
    let range = first.add_samples(&samples[0], &[]);
    first.add(&batt.graph, &outputs, range, &limits());
    let outcomes = |batch: &Batch| {
        let mut outcomes = Vec::new();
        let read = &mut |answers: &Answers| outcomes = answers.outcomes.to_vec();
        kernel.launch(batch, read).unwrap_or_else(|e| panic!("{e}"));
        outcomes
    };
    let mut alone = Batch::default();
    let range = alone.add_samples(same, &[]);
    alone.add(&batt.graph, &outputs, range, &limits());
    let mut again = Batch::default();
    let range = again.add_samples(same, &[]);
    assert_eq!(again.add_as(&first, range, &limits()), Some(0));
    let got = outcomes(&again);
    assert_eq!(got, outcomes(&alone));
    assert_ne!(got, outcomes(&first));
    let mut differs = Batch::default();
    let range = differs.add_samples(other, &[]);
    assert_eq!(differs.add_as(&first, range, &limits()), None);
}

static WARNINGS: AtomicUsize = AtomicUsize::new(0);

/// Another device takes over, or else the CPU; there is one warning per device.
#[test]
fn a_failing_device_loses_nothing() {
    let warn = |why: &str| {
        assert!(why.contains("its work goes to the CPU"), "{why}");
        WARNINGS.fetch_add(1, Ordering::Relaxed);
    };
    let batt = arcbatt_gpu::bench::batt(1, 5);
    let data = embedded();
    let samples = Samples::of(&data.tasks[3]);
    let outputs: Vec<NodeId> = batt.candidates.iter().map(|c| c.output).collect();
    let options = arcbatt::batt::Options::default();
    let devices = Devices::of(vec![Box::new(Dead), kernel()], 0, warn);
    let plan = arcbatt::batt::Plan::new(&batt.graph, &outputs);
    let (wanted, _) = arcbatt::batt::Runner::default().run(&plan, &samples, &options);
    for _ in 0..4 {
        let (got, _) = devices
            .run(&batt.graph, &outputs, &samples, &options)
            .unwrap();
        for candidate in 0..outputs.len() {
            for sample in 0..samples.inputs.len() {
                assert_eq!(got.grid(candidate, sample), wanted.grid(candidate, sample));
            }
        }
    }
    assert_eq!(WARNINGS.load(Ordering::Relaxed), 1);
    let alone = Devices::of(vec![Box::new(Dead)], 0, warn);
    for _ in 0..2 {
        assert!(
            alone
                .run(&batt.graph, &outputs, &samples, &options)
                .is_none()
        );
    }
    assert_eq!(WARNINGS.load(Ordering::Relaxed), 2);
    let small = Devices::of(vec![kernel()], usize::MAX, warn);
    assert!(
        small
            .run(&batt.graph, &outputs, &samples, &options)
            .is_none()
    );
}

/// Primitives on values of wrong types.
#[test]
fn every_primitive_agrees_on_every_class_of_values() {
    let kernel = kernel();
    let mut tally = Tally::default();
    let mut graph = Graph::default();
    let calls = classes::calls(&mut graph);
    let data = embedded();
    // Grids of different sizes, including one that is also a list of pairs.
    let narrow = GridBuf::from_digits(&["10", "02", "11"]).unwrap();
    for input in [data.tasks[7].train[0].input.view(), narrow.view()] {
        let samples = Samples {
            demonstrations: vec![(input, input)],
            inputs: vec![input],
            compared: vec![input],
        };
        for some in calls.chunks(4_000) {
            tally.compare(&*kernel, &graph, some, &samples);
        }
    }
    let tally = tally.finish("classes of values");
    assert!(tally.fit > tally.evaluations * 9 / 10);
}

/// Any primitive on any arguments: wrong types, extreme numbers, nested closures.
#[test]
fn every_random_call_agrees() {
    let kernel = kernel();
    let mut tally = Tally::default();
    let trials = std::env::var("ARCBATT_TRIALS").map_or(10_000, |n| n.parse().unwrap());
    for seed in 0..trials {
        let random = random::Random::new(seed);
        let [i, c] = [0, 1].map(|k| random.grids[k].view());
        let samples = Samples {
            demonstrations: vec![(i, c)],
            inputs: vec![i, c],
            compared: vec![c, i],
        };
        tally.compare(&*kernel, &random.graph, &random.calls, &samples);
    }
    let tally = tally.finish("random calls");
    // Guard against trials in which nearly every call fails.
    assert!(tally.compared > tally.evaluations / 10);
}

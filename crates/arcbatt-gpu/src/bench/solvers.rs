//! Frozen solvers: generated tasks, each with its own solver, in one launch.
//!
//! A frozen solver is not mutated. The samples are repeated up to the requested number.

use crate::batch::{Batch, DeviceOutcome, decode, matches};
use crate::cuda::DeviceError;
use crate::run::Kernel;
use arcbatt::batt::{Executor, Graph, NodeId, Options, Samples};
use arcbatt::program::parse_file;
use arcbatt::task::Task;
use arcbatt::task::generators::{self, SOLVERS};
use rustc_hash::FxHashMap;
use std::time::Instant;

/// The result of a launch of frozen solvers.
#[derive(Clone, Debug, Default)]
pub struct Frozen {
    /// Tasks, each with its solver.
    pub tasks: usize,
    /// The samples of all tasks.
    pub samples: usize,
    /// Node evaluations.
    pub evaluations: u64,
    /// Seconds in all, including packing and transfers.
    pub seconds: f64,
    /// Seconds of the device: uploading, kernel, downloading.
    pub parts: [f64; 3],
    /// Seconds of one core for the same work.
    pub core: f64,
    /// Samples whose outcome the device computed.
    pub known: usize,
    /// Demonstrations that the device computed, and how many of them are right.
    pub demonstrations: (usize, usize),
}

impl Frozen {
    /// Seconds of the device in all.
    pub fn device(&self) -> f64 {
        self.parts.iter().sum()
    }
}

/// A task, the result of its solver, and the number of repetitions of its samples.
struct Solved {
    task: Task,
    output: NodeId,
    times: usize,
}

/// Generated tasks with their solvers; samples are repeated up to the requested number.
fn solved(tasks: usize, samples: usize, graph: &mut Graph) -> Vec<Solved> {
    let mut nodes = Vec::new();
    let outputs: FxHashMap<String, NodeId> = parse_file(SOLVERS)
        .programs
        .iter()
        .filter_map(|program| {
            let id = program.task_id()?.to_owned();
            Some((id, graph.add(program, &mut nodes)?))
        })
        .collect();
    // Every family has a solver; tasks of one without would be left out.
    let mut all: Vec<Solved> = (0..2 * tasks as u64)
        .map(|k| generators::task(1, k).0)
        .filter_map(|task| {
            let family = generators::family_of(&task.id)?;
            Some(Solved {
                output: *outputs.get(family.name)?,
                task,
                times: 1,
            })
        })
        .take(tasks)
        .collect();
    let count = |solved: &Solved| solved.task.train.len() + solved.task.test.len();
    let mut sum: usize = all.iter().map(count).sum();
    let mut next = 0;
    while sum < samples && !all.is_empty() {
        let at = next % all.len();
        all[at].times += 1;
        sum += count(&all[at]).max(1);
        next += 1;
    }
    all
}

/// The samples of a task, repeated.
fn repeated<'t>(task: &'t Task, times: usize) -> Samples<'t> {
    let once = Samples::of(task);
    Samples {
        inputs: once.inputs.repeat(times),
        compared: once.compared.repeat(times),
        demonstrations: once.demonstrations,
    }
}

/// Runs `tasks` tasks, each with its solver, on about `samples` samples in one launch.
pub fn frozen(kernel: &dyn Kernel, tasks: usize, samples: usize) -> Result<Frozen, DeviceError> {
    let mut graph = Graph::default();
    let all = solved(tasks, samples, &mut graph);
    let options = Options::default();
    let started = Instant::now();
    for solved in &all {
        let samples = repeated(&solved.task, solved.times);
        let done = Executor::CPU.run(&graph, &[solved.output], &samples, &options);
        std::hint::black_box(done);
    }
    let core = started.elapsed().as_secs_f64();

    let started = Instant::now();
    let mut batch = Batch::default();
    let mut frozen = Frozen {
        tasks: all.len(),
        core,
        ..Frozen::default()
    };
    for solved in &all {
        let samples = repeated(&solved.task, solved.times);
        let wanted = |k: usize| {
            let once = solved.task.train.len() + solved.task.test.len();
            let pair = solved.task.train.get(k % once)?;
            Some(pair.output.view())
        };
        let count = samples.inputs.len();
        let wanted: Vec<_> = (0..count).map(wanted).collect();
        let range = batch.add_samples(&samples, &wanted);
        let group = batch.add(&graph, &[solved.output], range, &options.limits.node);
        frozen.evaluations += (batch.compiled[group].steps * count) as u64;
        frozen.samples += count;
    }
    kernel.launch(&batch, &mut |answers| {
        frozen.seconds = started.elapsed().as_secs_f64();
        frozen.parts = [answers.times.up, answers.times.kernel, answers.times.down];
        for (group, solved) in all.iter().enumerate() {
            let once = solved.task.train.len() + solved.task.test.len();
            for sample in 0..once * solved.times {
                let outcome = answers.outcomes[batch.place(group, 0, sample)];
                let known = !matches!(
                    decode(outcome),
                    DeviceOutcome::Unfit(..) | DeviceOutcome::NotRun
                );
                frozen.known += usize::from(known);
                if known && sample % once < solved.task.train.len() {
                    frozen.demonstrations.0 += 1;
                    frozen.demonstrations.1 += usize::from(matches(outcome));
                }
            }
        }
    })?;
    Ok(frozen)
}

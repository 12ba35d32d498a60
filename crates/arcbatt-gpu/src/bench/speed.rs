//! The speed of a batch on the device, including all overhead, and on the CPU.

use crate::batch::{Answers, Batch, DeviceOutcome, Times, decode, matches};
use crate::cuda::DeviceError;
use crate::pack::Packed;
use crate::run::Kernel;
use arcbatt::batt::{Batt, NodeId, Options, Plan, Runner, Samples};
use arcbatt::task::Task;
use arcbatt::task::generators::{self, embedded};
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::time::Instant;

thread_local! {
    /// One runner per thread, so that runs reuse its buffers.
    static RUNNER: RefCell<Runner> = RefCell::default();
}

/// The speed of a batch.
#[derive(Clone, Debug, Default)]
pub struct Speed {
    /// Candidates.
    pub candidates: usize,
    /// Samples.
    pub samples: usize,
    /// Node evaluations: nodes of the merged batt times samples.
    pub evaluations: u64,
    /// Seconds in all, including packing and transfers.
    pub seconds: f64,
    /// Seconds of the device: uploading, kernel, downloading.
    pub parts: [f64; 3],
    /// Seconds on the host before the launch: compiling steps and packing.
    pub packing: f64,
    /// The share of outcomes that the device computed.
    pub fit: f64,
    /// Outcomes that equal the expected grid.
    pub matches: u64,
    /// Clock cycles and calls by primitive.
    pub clocks: Vec<[u64; 2]>,
}

impl Speed {
    /// Adds the times of a part.
    fn add(&mut self, part: &Part) {
        let times = &part.times;
        let parts = [times.up, times.kernel, times.down];
        for (sum, part) in self.parts.iter_mut().zip(parts) {
            *sum += part;
        }
        self.packing = self.packing.min(part.packing);
        self.matches += part.matches;
        self.clocks.resize(times.clocks.len(), [0, 0]);
        for (sum, more) in self.clocks.iter_mut().zip(&times.clocks) {
            sum[0] += more[0];
            sum[1] += more[1];
        }
    }

    /// Node evaluations per second, all overhead included.
    pub fn rate(&self) -> f64 {
        self.evaluations as f64 / self.seconds.max(1e-9)
    }
}

/// The embedded tasks, then generated ones, up to `samples` samples.
fn some_tasks(count: usize) -> Vec<Task> {
    let mut tasks = embedded().tasks;
    let samples = |task: &Task| task.train.len() + task.test.len();
    let mut there: usize = tasks.iter().map(samples).sum();
    for k in 0.. {
        if there >= count {
            break;
        }
        let (task, _) = generators::task(1, k);
        there += samples(&task);
        tasks.push(task);
    }
    tasks
}

/// `count` samples of the tasks, each as task and sample.
fn some_samples(tasks: &[Task], count: usize) -> Vec<(usize, usize)> {
    let each =
        |(t, task): (usize, &Task)| (0..task.train.len() + task.test.len()).map(move |s| (t, s));
    let all = tasks.iter().enumerate().flat_map(each);
    let mut picked: Vec<(usize, usize)> = all.take(count).collect();
    // Samples that run side by side should have similar sizes: the largest is the slowest.
    let sizes: Vec<Vec<usize>> = tasks
        .iter()
        .map(|task| {
            Samples::of(task)
                .inputs
                .iter()
                .map(|i| i.cells().len())
                .collect()
        })
        .collect();
    picked.sort_by_key(|&(t, s)| (sizes[t][s], t, s));
    picked
}

/// The most outcomes per launch: while one launch runs, others are prepared or read.
const MOST_OUTCOMES: usize = 1 << 23;

/// The fewest outcomes per launch, and the number of concurrent launches.
const WORTH_A_LAUNCH: usize = 1 << 21;
const SIDE_BY_SIDE: usize = 6;

/// Runs all candidates on `count` samples on the device; only outcomes are copied back.
pub fn speed(
    kernel: &dyn Kernel,
    batt: &Batt,
    outputs: &[NodeId],
    count: usize,
    clocks: bool,
) -> Result<Speed, DeviceError> {
    let tasks = some_tasks(count);
    let picked = some_samples(&tasks, count);
    let all: Vec<Samples> = tasks.iter().map(Samples::of).collect();
    let started = Instant::now();
    let plan = Plan::new(&batt.graph, outputs);
    let mut speed = Speed {
        candidates: outputs.len(),
        samples: count,
        evaluations: (plan.len() * count) as u64,
        packing: f64::MAX,
        ..Speed::default()
    };
    // Pieces of equal numbers of samples; several if there is enough work.
    let pairs = outputs.len() * count;
    let most = (kernel.capacity() / plan.len().max(1)).min(MOST_OUTCOMES / outputs.len().max(1));
    let pieces = count.div_ceil(most.max(1));
    let pieces = pieces.max((pairs / WORTH_A_LAUNCH).min(SIDE_BY_SIDE));
    let most = count.div_ceil(pieces.max(1)).max(1);
    let limits = Options::default().limits.node;
    let made = |some: &[(usize, usize)], like: &Batch| {
        let mut batch = Batch {
            clocks,
            ..Batch::default()
        };
        add_some(&mut batch, &tasks, &all, some);
        let samples = (0, some.len() as u32);
        if batch.add_as(like, samples, &limits).is_none() {
            batch.add_plan(&plan, outputs.len(), samples, &limits);
        }
        batch
    };
    let first = made(&picked[..most.min(picked.len())], &Batch::default());
    let parts: Vec<Part> = picked
        .par_chunks(most)
        .map(|some| {
            let batch = made(some, &first);
            let packing = started.elapsed().as_secs_f64();
            let mut part = Part::default();
            kernel.launch(&batch, &mut |answers| part = Part::of(answers, packing))?;
            Ok(part)
        })
        .collect::<Result<_, DeviceError>>()?;
    speed.seconds = started.elapsed().as_secs_f64();
    for part in &parts {
        speed.add(part);
    }
    let sum = |of: fn(&Part) -> u64| parts.iter().map(of).sum::<u64>();
    speed.fit = sum(|part| part.known) as f64 / sum(|part| part.outcomes).max(1) as f64;
    Ok(speed)
}

/// Adds samples of several tasks.
fn add_some(batch: &mut Batch, tasks: &[Task], all: &[Samples], some: &[(usize, usize)]) {
    let mut demonstrations: FxHashMap<usize, Packed> = FxHashMap::default();
    for &(t, s) in some {
        let of = &all[t];
        let packed = demonstrations.entry(t);
        let packed = *packed.or_insert_with(|| batch.add_demonstrations(of));
        let one = Samples {
            demonstrations: Vec::new(),
            inputs: vec![of.inputs[s]],
            compared: vec![of.compared[s]],
        };
        let wanted = tasks[t].train.get(s).map(|pair| pair.output.view());
        batch.add_more(packed, &one, &[wanted]);
    }
}

/// The counts of one launch.
#[derive(Default)]
struct Part {
    times: Times,
    /// Seconds until the launch.
    packing: f64,
    outcomes: u64,
    known: u64,
    matches: u64,
}

impl Part {
    fn of(answers: &Answers, packing: f64) -> Self {
        let mut part = Self {
            times: answers.times.clone(),
            packing,
            outcomes: answers.outcomes.len() as u64,
            ..Self::default()
        };
        for &outcome in answers.outcomes {
            part.known += u64::from(!matches!(
                decode(outcome),
                DeviceOutcome::Unfit(..) | DeviceOutcome::NotRun
            ));
            part.matches += u64::from(matches(outcome));
        }
        part
    }
}

/// The same on the CPU, in the current rayon pool: blocks of candidates per task, as in a
/// session.
pub fn speed_on_cpu(batt: &Batt, outputs: &[NodeId], count: usize) -> Speed {
    let tasks = some_tasks(count);
    let picked = some_samples(&tasks, count);
    let evaluations = (Plan::new(&batt.graph, outputs).len() * count) as u64;
    let mut by_task: Vec<Vec<usize>> = vec![Vec::new(); tasks.len()];
    for &(t, s) in &picked {
        by_task[t].push(s);
    }
    let started = Instant::now();
    let work: Vec<(usize, &[NodeId])> = by_task
        .iter()
        .enumerate()
        .filter(|(_, samples)| !samples.is_empty())
        .flat_map(|(t, _)| outputs.chunks(arcbatt::batt::BLOCK).map(move |c| (t, c)))
        .collect();
    work.par_iter().for_each(|&(t, outputs)| {
        let all = Samples::of(&tasks[t]);
        let some = Samples {
            demonstrations: all.demonstrations,
            inputs: by_task[t].iter().map(|&s| all.inputs[s]).collect(),
            compared: by_task[t].iter().map(|&s| all.compared[s]).collect(),
        };
        let plan = Plan::new(&batt.graph, outputs);
        let run = |runner: &mut Runner| runner.run(&plan, &some, &Options::default());
        std::hint::black_box(RUNNER.with_borrow_mut(run));
    });
    Speed {
        candidates: outputs.len(),
        samples: count,
        evaluations,
        seconds: started.elapsed().as_secs_f64(),
        fit: 1.0,
        ..Speed::default()
    }
}

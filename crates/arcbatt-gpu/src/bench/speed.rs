//! How fast a batch runs: on the device with all that it takes, and on the cores.

use crate::batch::{Answers, Batch, Said, matches, said};
use crate::cuda::DeviceError;
use crate::pack::Packed;
use crate::run::Kernel;
use arcbatt::batt::{Batt, NodeId, Options, Plan, Runner, Samples};
use arcbatt::task::Task;
use arcbatt::task::made::{self, embedded};
use rayon::prelude::*;
use std::cell::RefCell;
use std::time::Instant;

thread_local! {
    /// A core runs many in the same memory, as the pipeline's do.
    static RUNNER: RefCell<Runner> = RefCell::default();
}

/// How fast a batch ran.
#[derive(Clone, Debug, Default)]
pub struct Speed {
    /// Candidates.
    pub candidates: usize,
    /// Samples.
    pub samples: usize,
    /// Nodes of the merged batt times samples.
    pub evaluations: u64,
    /// Seconds from end to end, packing and transfers included.
    pub seconds: f64,
    /// Seconds of the device: up, kernel, down.
    pub parts: [f64; 3],
    /// Seconds on the host before the launch: making the code, packing.
    pub packing: f64,
    /// Share of candidates on samples that the device knew.
    pub fit: f64,
    /// Candidates on samples whose grid is the wanted one.
    pub matches: u64,
    /// Clocks and calls by primitive.
    pub clocks: Vec<[u64; 2]>,
}

impl Speed {
    /// Node evaluations a second, end to end.
    pub fn rate(&self) -> f64 {
        self.evaluations as f64 / self.seconds.max(1e-9)
    }
}

/// The built-in tasks, and made ones after them, until they have so many samples.
fn some_tasks(count: usize) -> Vec<Task> {
    let mut tasks = embedded().tasks;
    let samples = |task: &Task| task.train.len() + task.test.len();
    let mut there: usize = tasks.iter().map(samples).sum();
    for k in 0.. {
        if there >= count {
            break;
        }
        let (task, _) = made::task(1, k);
        there += samples(&task);
        tasks.push(task);
    }
    tasks
}

/// So many samples of some tasks: the task and the sample.
fn some_samples(tasks: &[Task], count: usize) -> Vec<(usize, usize)> {
    let each =
        |(t, task): (usize, &Task)| (0..task.train.len() + task.test.len()).map(move |s| (t, s));
    let all = tasks.iter().enumerate().flat_map(each);
    let mut picked: Vec<(usize, usize)> = all.take(count).collect();
    // Samples that run side by side should be alike: the largest sets the pace.
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

/// All of some candidates on so many samples, on the device: only outcomes come back.
pub fn speed(
    kernel: &dyn Kernel,
    batt: &Batt,
    outputs: &[NodeId],
    count: usize,
    clocks: bool,
) -> Result<Speed, DeviceError> {
    let tasks = some_tasks(count);
    let picked = some_samples(&tasks, count);
    let limits = Options::default().limits.node;
    let evaluations = (Plan::new(&batt.graph, outputs).len() * count) as u64;
    let started = Instant::now();
    let mut base = Batch {
        clocks,
        ..Batch::default()
    };
    let each = tasks.iter().map(Samples::of);
    let all: Vec<(Samples, Packed)> = each
        .map(|samples| {
            let packed = base.add_demonstrations(&samples);
            (samples, packed)
        })
        .collect();
    for &(t, s) in &picked {
        let (all, demonstrations) = &all[t];
        let one = Samples {
            demonstrations: Vec::new(),
            inputs: vec![all.inputs[s]],
            compared: vec![all.compared[s]],
        };
        let wanted = tasks[t].train.get(s).map(|pair| pair.output.view());
        base.add_more(*demonstrations, &one, &[wanted]);
    }
    // Pieces that fit; several of them, so that one is packed while another runs.
    let pieces = (evaluations as usize).div_ceil(kernel.room()).max(1);
    let size = outputs.len().div_ceil(pieces).max(1);
    let ran: Vec<(Answers, f64)> = outputs
        .par_chunks(size)
        .map(|outputs| {
            let mut batch = base.clone();
            batch.add(&batt.graph, outputs, (0, count as u32), &limits);
            let packing = started.elapsed().as_secs_f64();
            Ok((kernel.launch(&batch)?, packing))
        })
        .collect::<Result<_, DeviceError>>()?;
    let seconds = started.elapsed().as_secs_f64();
    let mut speed = Speed {
        candidates: outputs.len(),
        samples: count,
        evaluations,
        seconds,
        packing: ran
            .iter()
            .map(|(_, packing)| *packing)
            .fold(f64::MAX, f64::min),
        ..Speed::default()
    };
    let (mut known, mut outcomes) = (0, 0);
    for (answers, _) in ran {
        let times = &answers.times;
        for (sum, part) in speed
            .parts
            .iter_mut()
            .zip([times.up, times.kernel, times.down])
        {
            *sum += part;
        }
        speed.clocks.resize(times.clocks.len(), [0, 0]);
        for (sum, more) in speed.clocks.iter_mut().zip(&times.clocks) {
            sum[0] += more[0];
            sum[1] += more[1];
        }
        outcomes += answers.outcomes.len();
        let fit = |&&o: &&u64| !matches!(said(o), Said::Unfit(..) | Said::NotRun);
        known += answers.outcomes.iter().filter(fit).count();
        speed.matches += answers.outcomes.iter().filter(|&&o| matches(o)).count() as u64;
    }
    speed.fit = known as f64 / outcomes.max(1) as f64;
    Ok(speed)
}

/// The same on the CPU, in the rayon pool that it is called in: blocks of candidates on each task,
/// as the pipeline runs them.
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

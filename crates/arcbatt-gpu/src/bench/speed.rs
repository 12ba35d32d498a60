//! How fast a batch runs: on the device with all that it takes, and on the cores.

use crate::batch::{Batch, Said, matches, said};
use crate::cuda::DeviceError;
use crate::run::{Kernel, per_chunk};
use arcbatt::batt::{Batt, NodeId, Options, Plan, Runner, Samples};
use arcbatt::task::Task;
use arcbatt::task::made::embedded;
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

/// Samples of the built-in tasks, again and again until there are enough: the task and the sample.
fn some_samples(tasks: &[Task], count: usize) -> Vec<(usize, usize)> {
    let each =
        |(t, task): (usize, &Task)| (0..task.train.len() + task.test.len()).map(move |s| (t, s));
    let all: Vec<(usize, usize)> = tasks.iter().enumerate().flat_map(each).collect();
    let mut picked: Vec<(usize, usize)> = all.iter().copied().cycle().take(count).collect();
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
    let data = embedded();
    let picked = some_samples(&data.tasks, count);
    let limits = Options::default().limits.node;
    let evaluations = (Plan::new(&batt.graph, outputs).len() * count) as u64;
    let started = Instant::now();
    let mut batch = Batch {
        clocks,
        ..Batch::default()
    };
    let mut range = (0, 0);
    for &(t, s) in &picked {
        let task = &data.tasks[t];
        let all = Samples::of(task);
        let one = Samples {
            demonstrations: all.demonstrations,
            inputs: vec![all.inputs[s]],
            compared: vec![all.compared[s]],
        };
        let wanted = task.train.get(s).map(|pair| pair.output.view());
        let (first, _) = batch.add_samples(&one, &[wanted]);
        if range.1 == 0 {
            range.0 = first;
        }
        range.1 += 1;
    }
    let chunk = per_chunk(outputs.len(), count, kernel.width());
    batch.add(&batt.graph, outputs, range, &limits, chunk);
    let packing = started.elapsed().as_secs_f64();
    let answers = kernel.launch(&batch)?;
    let seconds = started.elapsed().as_secs_f64();
    let fit = answers
        .outcomes
        .iter()
        .filter(|&&o| !matches!(said(o), Said::Unfit(..) | Said::NotRun))
        .count();
    Ok(Speed {
        candidates: outputs.len(),
        samples: count,
        evaluations,
        seconds,
        packing,
        parts: [answers.times.up, answers.times.kernel, answers.times.down],
        fit: fit as f64 / answers.outcomes.len().max(1) as f64,
        matches: answers.outcomes.iter().filter(|&&o| matches(o)).count() as u64,
        clocks: answers.times.clocks,
    })
}

/// The same on the CPU, in the rayon pool that it is called in: blocks of candidates on each task,
/// as the pipeline runs them.
pub fn speed_on_cpu(batt: &Batt, outputs: &[NodeId], count: usize) -> Speed {
    let data = embedded();
    let picked = some_samples(&data.tasks, count);
    let evaluations = (Plan::new(&batt.graph, outputs).len() * count) as u64;
    let mut by_task: Vec<Vec<usize>> = vec![Vec::new(); data.tasks.len()];
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
        let all = Samples::of(&data.tasks[t]);
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

//! Runs candidates on samples: on the device, and on the CPU where the device cannot.
//!
//! In: candidates and samples. Out: the same [`Outputs`] as from the CPU alone, except that failures
//! on the device have no reason. Outcomes that are unfit for the device are computed on the CPU,
//! starting from the inputs.

use crate::batch::{Answers, Batch, DeviceOutcome, decode};
use crate::cuda::{Cuda, DeviceError};
use crate::host::HostKernel;
use arcbatt::batt::{
    Graph, NodeId, Options, Outcome, Outputs, Plan, Probe, Runner, Samples, Stats, TaskLimits,
};
use arcbatt::dsl::{Fail, Why};
use arcbatt::grid::GridBuf;
use rayon::prelude::*;
use rustc_hash::FxHashMap;

/// A device that runs batches.
pub trait Kernel: Send + Sync {
    /// Runs a batch and calls `read` once with its results, without copying them.
    fn launch(&self, batch: &Batch, read: &mut dyn FnMut(&Answers)) -> Result<(), DeviceError>;
    /// The largest number of values of a batch: nodes times samples.
    fn capacity(&self) -> usize;
    /// The name of the device.
    fn name(&self) -> &str;
}

impl Kernel for Cuda {
    fn launch(&self, batch: &Batch, read: &mut dyn FnMut(&Answers)) -> Result<(), DeviceError> {
        self.run(batch, read)
    }

    fn capacity(&self) -> usize {
        Cuda::capacity(self)
    }

    fn name(&self) -> &str {
        &self.name
    }
}

impl Kernel for HostKernel {
    fn launch(&self, batch: &Batch, read: &mut dyn FnMut(&Answers)) -> Result<(), DeviceError> {
        self.run(batch, read);
        Ok(())
    }

    fn capacity(&self) -> usize {
        1 << 20
    }

    fn name(&self) -> &str {
        "the host's compiler"
    }
}

/// How the work of a run was shared between device and CPU.
#[derive(Clone, Copy, Debug, Default)]
pub struct Shares {
    /// Outcomes computed on the device.
    pub device: u64,
    /// Outcomes computed on the CPU.
    pub cpu: u64,
    /// Node evaluations on the device.
    pub evaluations: u64,
    /// Seconds of the device: uploading, kernel, downloading.
    pub seconds: [f64; 3],
    /// Bytes uploaded and downloaded.
    pub bytes: (u64, u64),
}

impl Shares {
    /// Adds the counts of another run.
    pub fn add(&mut self, more: &Shares) {
        self.device += more.device;
        self.cpu += more.cpu;
        self.evaluations += more.evaluations;
        for (sum, more) in self.seconds.iter_mut().zip(more.seconds) {
            *sum += more;
        }
        self.bytes.0 += more.bytes.0;
        self.bytes.1 += more.bytes.1;
    }
}

/// The failure of a candidate on the device.
pub const NO_ANSWER: Fail = Fail::NoAnswer(Why::OnDevice);

/// Runs candidates on samples. `Err` if the device failed; the CPU can then run all of them.
pub fn run<P: Probe>(
    kernel: &dyn Kernel,
    graph: &Graph,
    outputs: &[NodeId],
    samples: &Samples,
    options: &Options<P>,
) -> Result<(Outputs, Stats, Shares), DeviceError> {
    let count = samples.inputs.len();
    let mut batch = Batch {
        keep_grids: true,
        ..Batch::default()
    };
    let range = batch.add_samples(samples, &[]);
    let group = batch.add(graph, outputs, range, &options.limits.node);
    let room = kernel.capacity();
    if batch.values() > room {
        let size = outputs.len().div_ceil(batch.values().div_ceil(room) + 1);
        if size < outputs.len() {
            let pieces: Vec<&[NodeId]> = outputs.chunks(size).collect();
            if let Some(done) = in_pieces(kernel, graph, &pieces, samples, options)? {
                return Ok(done);
            }
        }
        return Ok(on_cpu(graph, outputs, samples, options));
    }
    let mut shares = Shares {
        evaluations: (batch.compiled[group].steps * count) as u64,
        ..Shares::default()
    };
    let mut merged = Merged::default();
    let mut outcomes = Vec::with_capacity(outputs.len() * count);
    let mut unknown: Vec<usize> = Vec::new();
    let mut ends = false;
    kernel.launch(&batch, &mut |answers| {
        shares.seconds = [answers.times.up, answers.times.kernel, answers.times.down];
        shares.bytes = answers.times.bytes;
        let [steps, cells] = answers.spent[group];
        ends = steps > options.limits.steps || cells > options.limits.cells;
        if ends {
            return;
        }
        merged = Merged::new(answers);
        let places = (0..outputs.len()).flat_map(|c| (0..count).map(move |s| (c, s)));
        for (candidate, sample) in places {
            let outcome = answers.outcomes[batch.place(group, candidate, sample)];
            outcomes.push(match decode(outcome) {
                DeviceOutcome::Grid(hash) if merged.numbers.contains_key(&hash) => {
                    Outcome::Grid(merged.numbers[&hash])
                }
                DeviceOutcome::NoGrid(_) => Outcome::NoGrid,
                DeviceOutcome::Fail => Outcome::Fail(NO_ANSWER),
                DeviceOutcome::Grid(_) | DeviceOutcome::Unfit(..) | DeviceOutcome::NotRun => {
                    unknown.push(outcomes.len());
                    Outcome::NoGrid
                }
            });
        }
    })?;
    if ends {
        // The task may exceed its limits; only the CPU knows where.
        let (outputs, stats, more) = on_cpu(graph, outputs, samples, options);
        shares.add(&more);
        return Ok((outputs, stats, shares));
    }
    let mut stats = Stats {
        evaluations: shares.evaluations,
        ..Stats::default()
    };
    shares.cpu = unknown.len() as u64;
    shares.device = outcomes.len() as u64 - shares.cpu;
    if !unknown.is_empty() {
        let stats_there = fill_in(
            graph,
            outputs,
            samples,
            options,
            &unknown,
            &mut |at, outcome, grids| {
                outcomes[at] = match outcome {
                    Outcome::Grid(number) => Outcome::Grid(merged.number(&grids[number as usize])),
                    other => other,
                };
            },
        );
        stats.add(&stats_there);
    }
    Ok((
        Outputs::from_parts(count, outcomes, merged.grids),
        stats,
        shares,
    ))
}

/// Runs all candidates on the CPU.
fn on_cpu<P: Probe>(
    graph: &Graph,
    outputs: &[NodeId],
    samples: &Samples,
    options: &Options<P>,
) -> (Outputs, Stats, Shares) {
    let plan = Plan::with_given(graph, outputs, options.given);
    let (outputs, stats) = Runner::default().run(&plan, samples, options);
    let shares = Shares {
        cpu: (outputs.candidates() * samples.inputs.len()) as u64,
        ..Shares::default()
    };
    (outputs, stats, shares)
}

/// Runs candidates that are too many for one batch, in concurrent pieces. `None` if a piece
/// exceeded its share of the limits of the task.
fn in_pieces<P: Probe>(
    kernel: &dyn Kernel,
    graph: &Graph,
    pieces: &[&[NodeId]],
    samples: &Samples,
    options: &Options<P>,
) -> Result<Option<(Outputs, Stats, Shares)>, DeviceError> {
    let whole = options.limits;
    let limits = TaskLimits {
        steps: whole.steps / pieces.len().max(1) as u64,
        cells: whole.cells / pieces.len().max(1) as u64,
        ..whole
    };
    let options = &Options { limits, ..*options };
    let ran: Vec<(Outputs, Stats, Shares)> = pieces
        .par_iter()
        .map(|piece| run(kernel, graph, piece, samples, options))
        .collect::<Result<_, DeviceError>>()?;
    if ran.iter().any(|(_, stats, _)| stats.ended.is_some()) {
        return Ok(None);
    }
    let (mut stats, mut shares) = (Stats::default(), Shares::default());
    let mut merged = Merged::default();
    let mut outcomes = Vec::new();
    for (outputs, more_stats, more_shares) in ran {
        stats.add(&more_stats);
        shares.add(&more_shares);
        let grids = outputs.grids().iter();
        let numbers: Vec<u32> = grids.map(|grid| merged.number(grid)).collect();
        for candidate in 0..outputs.candidates() {
            let renumbered = |&outcome: &Outcome| match outcome {
                Outcome::Grid(number) => Outcome::Grid(numbers[number as usize]),
                other => other,
            };
            outcomes.extend(outputs.of(candidate).iter().map(renumbered));
        }
    }
    let count = samples.inputs.len();
    let outputs = Outputs::from_parts(count, outcomes, merged.grids);
    Ok(Some((outputs, stats, shares)))
}

/// The distinct grids of device and CPU.
#[derive(Default)]
struct Merged {
    grids: Vec<GridBuf>,
    /// By the hash of the device.
    numbers: FxHashMap<u64, u32>,
    /// By value; built when the CPU adds grids.
    known: Option<FxHashMap<GridBuf, u32>>,
}

impl Merged {
    fn new(answers: &Answers) -> Self {
        let (mut grids, mut numbers) = (Vec::new(), FxHashMap::default());
        answers.each_grid(|hash, grid| {
            numbers.entry(hash).or_insert_with(|| {
                grids.push(grid);
                grids.len() as u32 - 1
            });
        });
        Self {
            grids,
            numbers,
            known: None,
        }
    }

    fn number(&mut self, grid: &GridBuf) -> u32 {
        let known = self
            .known
            .get_or_insert_with(|| self.grids.iter().cloned().zip(0..).collect());
        if let Some(&number) = known.get(grid) {
            return number;
        }
        let number = self.grids.len() as u32;
        known.insert(grid.clone(), number);
        self.grids.push(grid.clone());
        number
    }
}

/// Computes the outcomes that the device could not. `unknown` are ascending indices, candidate by
/// candidate; `put` gets each of them with its outcome.
fn fill_in<P: Probe>(
    graph: &Graph,
    outputs: &[NodeId],
    samples: &Samples,
    options: &Options<P>,
    unknown: &[usize],
    put: &mut dyn FnMut(usize, Outcome, &[GridBuf]),
) -> Stats {
    let count = samples.inputs.len();
    let mut wanted_samples = vec![false; count];
    let mut candidates: Vec<usize> = Vec::new();
    for &at in unknown {
        wanted_samples[at % count] = true;
        if candidates.last() != Some(&(at / count)) {
            candidates.push(at / count);
        }
    }
    let kept: Vec<usize> = (0..count).filter(|&s| wanted_samples[s]).collect();
    let some = Samples {
        demonstrations: samples.demonstrations.clone(),
        inputs: kept.iter().map(|&s| samples.inputs[s]).collect(),
        compared: kept.iter().map(|&s| samples.compared[s]).collect(),
    };
    let nodes: Vec<NodeId> = candidates.iter().map(|&c| outputs[c]).collect();
    let plan = Plan::with_given(graph, &nodes, options.given);
    let (found, stats) = Runner::default().run(&plan, &some, options);
    let mut place_of = vec![usize::MAX; count];
    for (k, &sample) in kept.iter().enumerate() {
        place_of[sample] = k;
    }
    let mut row = 0;
    for &at in unknown {
        while candidates[row] != at / count {
            row += 1;
        }
        let outcome = found.of(row)[place_of[at % count]];
        put(at, outcome, found.grids());
    }
    stats
}

//! The GPUs of this machine as a backend that runs blocks of candidates.
//!
//! Blocks come from many threads. Each thread packs its block while others run, so host and device
//! overlap. A block goes to the least busy device; a large block is split if several are idle;
//! small blocks are left to the CPU. A device that fails is not used again: another device or the
//! CPU takes over its work, with one warning.

use crate::auto::AutoDevices;
use crate::calibrate::{Calibration, calibration, known};
use crate::cuda::{self, Cuda, DeviceError};
use crate::run::{self, Kernel, Shares};
use crate::split::split;
use crate::timed_kernel::{TimedKernel, add_clocks};
use arcbatt::batt::{
    Backend, DeviceStats, Executor, Graph, NodeId, Options, Outputs, Samples, Stats, TaskLimits,
};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The choice of devices, as in `--device`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Choice {
    /// A GPU if there is one and the block is large enough, else the CPU.
    #[default]
    Auto,
    /// The CPU only.
    Cpu,
    /// All GPUs, whatever the size of a block.
    Gpu,
    /// These GPUs, by number.
    Gpus(Vec<usize>),
}

impl std::str::FromStr for Choice {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wanted = || format!("expected auto, cpu, gpu or gpu:0,1, not {text:?}");
        match text {
            "auto" => Ok(Self::Auto),
            "cpu" => Ok(Self::Cpu),
            "gpu" => Ok(Self::Gpu),
            _ => {
                let list = text.strip_prefix("gpu:").ok_or_else(wanted)?;
                let mut numbers = Vec::new();
                for part in list.split(',') {
                    let number = part.trim().parse().map_err(|_| wanted())?;
                    if !numbers.contains(&number) {
                        numbers.push(number);
                    }
                }
                Ok(Self::Gpus(numbers))
            }
        }
    }
}

/// Whether a cached measurement says that the device is never faster than the CPU.
fn never_pays(number: usize) -> bool {
    let measured = cuda::name(number).and_then(|name| known(&name));
    measured.is_some_and(|measured| measured.never())
}

/// Opened devices.
pub struct Devices {
    all: Vec<Device>,
    /// How large a block must be to run on a device.
    pays: Calibration,
    counts: Mutex<Counts>,
    /// Time to open them and to compile the kernel.
    start_up: Duration,
    /// Reports the failure of a device.
    warn: fn(&str),
}

struct Device {
    kernel: TimedKernel,
    /// The number of blocks that it runs.
    busy: AtomicUsize,
    dead: AtomicBool,
}

/// Counters besides those of the kernels.
#[derive(Default)]
struct Counts {
    blocks: u64,
    shares: Shares,
    /// Time of all blocks, summed over threads.
    called: Duration,
}

/// The fewest candidates times samples per device when a block is split.
const SHARED_FROM: usize = 4_096;

impl Devices {
    /// The chosen devices; `None` for the CPU, and for `auto` without a driver. Those of `auto` are
    /// opened when they are needed.
    pub fn choose(
        choice: &Choice,
        warn: fn(&str),
    ) -> Result<Option<Box<dyn Backend>>, DeviceError> {
        match choice {
            Choice::Auto if cuda::driver_is_there() => {
                // `auto` warns instead of failing.
                let open = move || Self::open(&Choice::Auto, warn).unwrap_or_default();
                Ok(Some(Box::new(AutoDevices::new(open))))
            }
            Choice::Auto => Ok(None),
            _ => Ok(Self::open(choice, warn)?.map(|devices| Box::new(devices) as _)),
        }
    }

    /// Opens the chosen devices; `None` for the CPU, and for `auto` without a device. It is an error
    /// if a device that was chosen by number is missing.
    pub fn open(choice: &Choice, warn: fn(&str)) -> Result<Option<Self>, DeviceError> {
        let started = Instant::now();
        let numbers: Vec<usize> = match choice {
            Choice::Cpu => return Ok(None),
            Choice::Auto => match cuda::count() {
                0 => return Ok(None),
                // Devices known never to pay are not opened, because that takes long.
                n => (0..n).filter(|&k| !never_pays(k)).collect(),
            },
            Choice::Gpu => (0..cuda::count().max(1)).collect(),
            Choice::Gpus(numbers) => numbers.clone(),
        };
        let mut all: Vec<Box<dyn Kernel>> = Vec::with_capacity(numbers.len());
        let mut pays = Calibration::from(0);
        for number in numbers {
            let opened = Cuda::open(number).and_then(|device| {
                if *choice == Choice::Auto {
                    pays = pays.and(&calibration(&device)?);
                }
                Ok(device)
            });
            match opened {
                Ok(device) => all.push(Box::new(device)),
                // The user did not ask for this device.
                Err(error) if *choice == Choice::Auto => {
                    warn(&format!("{error}; the CPU is used"));
                }
                Err(error) => return Err(error),
            }
        }
        if all.is_empty() {
            return Ok(None);
        }
        Ok(Some(Self {
            start_up: started.elapsed(),
            ..Self::with_calibration(all, pays, warn)
        }))
    }

    /// Devices with one threshold for blocks of all grids.
    pub fn of(all: Vec<Box<dyn Kernel>>, pays_from: usize, warn: fn(&str)) -> Self {
        Self::with_calibration(all, Calibration::from(pays_from), warn)
    }

    /// Devices with measured thresholds.
    pub fn with_calibration(all: Vec<Box<dyn Kernel>>, pays: Calibration, warn: fn(&str)) -> Self {
        let device = |kernel| Device {
            kernel: TimedKernel::new(kernel),
            busy: AtomicUsize::new(0),
            dead: AtomicBool::new(false),
        };
        Self {
            all: all.into_iter().map(device).collect(),
            pays,
            counts: Mutex::default(),
            start_up: Duration::ZERO,
            warn,
        }
    }

    /// The names of the devices.
    pub fn names(&self) -> Vec<String> {
        let names = self.all.iter().map(|device| device.kernel.name());
        names.map(str::to_owned).collect()
    }

    /// What the devices and the CPU computed so far.
    pub fn shares(&self) -> Shares {
        self.counts().shares
    }

    /// The counters. No code panics while it holds the lock.
    fn counts(&self) -> std::sync::MutexGuard<'_, Counts> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether a block is large enough for a launch.
    fn pays(&self, candidates: usize, samples: &Samples) -> bool {
        let count = samples.inputs.len();
        let cells: usize = samples.inputs.iter().map(|grid| grid.cells().len()).sum();
        candidates * count >= self.pays.pays_from(cells / count.max(1)).max(1)
    }

    /// Runs a block, or a part of one, on device `first` if it works, else on the least busy working
    /// device. `None` if all have failed.
    fn run_on(
        &self,
        first: Option<usize>,
        graph: &Graph,
        outputs: &[NodeId],
        samples: &Samples,
        options: &Options,
    ) -> Option<(Outputs, Stats, Shares)> {
        let mut next = first;
        loop {
            let alive = |k: &usize| !self.all[*k].dead.load(Ordering::Relaxed);
            let least = || {
                let alive = (0..self.all.len()).filter(alive);
                alive.min_by_key(|&k| self.all[k].busy.load(Ordering::Relaxed))
            };
            let k = next.take().filter(alive).or_else(least)?;
            let device = &self.all[k];
            device.busy.fetch_add(1, Ordering::Relaxed);
            let done = run::run(&device.kernel, graph, outputs, samples, options);
            device.busy.fetch_sub(1, Ordering::Relaxed);
            match done {
                Ok(done) => return Some(done),
                Err(error) => {
                    if !device.dead.swap(true, Ordering::Relaxed) {
                        let name = device.kernel.name();
                        (self.warn)(&format!(
                            "GPU {k} ({name}) failed: {error}; its work goes to the CPU"
                        ));
                    }
                }
            }
        }
    }

    /// Splits a large block over all idle devices; `None` if there are fewer than two.
    fn run_shared(
        &self,
        graph: &Graph,
        outputs: &[NodeId],
        samples: &Samples,
        options: &Options,
    ) -> Option<(Outputs, Stats, Shares)> {
        let idle = |k: &usize| {
            let device = &self.all[*k];
            !device.dead.load(Ordering::Relaxed) && device.busy.load(Ordering::Relaxed) == 0
        };
        let idle: Vec<usize> = (0..self.all.len()).filter(idle).collect();
        let count = samples.inputs.len();
        let parts = idle.len().min(outputs.len() * count / SHARED_FROM);
        if parts < 2 {
            return None;
        }
        let split = split(outputs.len(), count, parts);
        // Each part gets an equal share of the limits of the task.
        let whole = options.limits;
        let limits = TaskLimits {
            steps: whole.steps / parts as u64,
            cells: whole.cells / parts as u64,
            ..whole
        };
        let options = Options { limits, ..*options };
        let run = |part: usize| {
            let (outputs, samples) = split.part(part, outputs, samples);
            let there = self.run_on(Some(idle[part]), graph, outputs, &samples, &options);
            there.unwrap_or_else(|| {
                let (done, stats) = Executor::CPU.run(graph, outputs, &samples, &options);
                let cpu = (outputs.len() * samples.inputs.len()) as u64;
                let shares = Shares {
                    cpu,
                    ..Shares::default()
                };
                (done, stats, shares)
            })
        };
        let run = &run;
        let mut done: Vec<Option<(Outputs, Stats, Shares)>> = std::thread::scope(|scope| {
            let others: Vec<_> = (1..split.parts())
                .map(|part| scope.spawn(move || run(part)))
                .collect();
            let first = run(0);
            let others = others.into_iter().map(|other| other.join().ok());
            std::iter::once(Some(first)).chain(others).collect()
        });
        let (mut stats, mut shares) = (Stats::default(), Shares::default());
        let mut parts = Vec::with_capacity(done.len());
        for part in &mut done {
            // A thread panicked, or a part exceeded its share: run the whole block again.
            let (outputs, more, there) = part.take()?;
            if more.ended.is_some() {
                return None;
            }
            stats.add(&more);
            shares.add(&there);
            parts.push(outputs);
        }
        Some((split.join(outputs.len(), count, &parts), stats, shares))
    }
}

impl Backend for Devices {
    fn run(
        &self,
        graph: &Graph,
        outputs: &[NodeId],
        samples: &Samples,
        options: &Options,
    ) -> Option<(Outputs, Stats)> {
        if !self.pays(outputs.len(), samples) {
            return None;
        }
        let started = Instant::now();
        let shared = self.run_shared(graph, outputs, samples, options);
        let done = shared.or_else(|| self.run_on(None, graph, outputs, samples, options));
        let called = started.elapsed();
        let (outputs, stats, shares) = done?;
        let mut counts = self.counts();
        counts.blocks += 1;
        counts.shares.add(&shares);
        counts.called += called;
        Some((outputs, stats))
    }

    fn stats(&self) -> DeviceStats {
        let counts = self.counts();
        let mut stats = DeviceStats {
            names: self.names(),
            blocks: counts.blocks,
            known: counts.shares.device,
            unknown: counts.shares.cpu,
            evaluations: counts.shares.evaluations,
            start_up: self.start_up,
            ..DeviceStats::default()
        };
        let mut called = counts.called;
        drop(counts);
        for device in &self.all {
            let kernel = device.kernel.stats();
            stats.launches += kernel.launches;
            let parts = [&mut stats.up, &mut stats.kernel, &mut stats.down];
            for (sum, part) in parts.into_iter().zip(kernel.parts) {
                *sum += part;
            }
            let working: Duration = kernel.parts.iter().sum();
            stats.waiting += kernel.called.saturating_sub(working);
            called = called.saturating_sub(kernel.called);
            stats.bytes.0 += kernel.bytes.0;
            stats.bytes.1 += kernel.bytes.1;
            stats.room += kernel.warp_cycles;
            add_clocks(&mut stats.clocks, &kernel.clocks);
        }
        stats.host = called;
        stats
    }

    fn set_profiling(&self, on: bool) {
        for device in &self.all {
            device.kernel.count_clocks(on);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_are_read() {
        assert_eq!("auto".parse(), Ok(Choice::Auto));
        assert_eq!("cpu".parse(), Ok(Choice::Cpu));
        assert_eq!("gpu".parse(), Ok(Choice::Gpu));
        assert_eq!("gpu:0,2,0".parse(), Ok(Choice::Gpus(vec![0, 2])));
        for bad in ["", "gpu:", "gpu:x", "cuda", "gpu:1,", "gpu:-1"] {
            assert!(bad.parse::<Choice>().unwrap_err().starts_with("expected "));
        }
    }

    #[test]
    fn without_a_device_auto_is_the_cpu_and_gpu_says_why() {
        if cuda::count() > 0 {
            return;
        }
        let none = Devices::choose(&Choice::Auto, |_| panic!("nobody asked")).unwrap();
        assert!(none.is_none());
        let error = Devices::open(&Choice::Gpu, |_| {}).err().unwrap();
        assert!(error.to_string().contains("no GPU driver"), "{error}");
    }
}

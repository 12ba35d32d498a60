//! A kernel that sums up times, bytes and clock cycles of its launches.
//!
//! Results are those of the kernel, whether cycles are counted or not.

use crate::batch::{Answers, Batch, Times};
use crate::cuda::DeviceError;
use crate::run::Kernel;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The sums over all launches of a kernel.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct KernelStats {
    /// The number of launches.
    pub launches: u64,
    /// Time of all launches, summed over threads.
    pub called: Duration,
    /// Uploading, kernel, downloading.
    pub parts: [Duration; 3],
    /// Bytes uploaded and downloaded.
    pub bytes: (u64, u64),
    /// Clock cycles and calls by the number of the primitive, while counted.
    pub clocks: Vec<[u64; 2]>,
    /// Clock cycles that all warps of the device had meanwhile.
    pub warp_cycles: u64,
}

/// A kernel with its sums.
pub(crate) struct TimedKernel {
    kernel: Box<dyn Kernel>,
    /// Whether to count clock cycles.
    clocks: AtomicBool,
    stats: Mutex<KernelStats>,
}

impl TimedKernel {
    pub fn new(kernel: Box<dyn Kernel>) -> Self {
        Self {
            kernel,
            clocks: AtomicBool::new(false),
            stats: Mutex::default(),
        }
    }

    /// Switches counting of clock cycles on or off.
    pub fn count_clocks(&self, on: bool) {
        self.clocks.store(on, Ordering::Relaxed);
    }

    /// The sums so far.
    pub fn stats(&self) -> KernelStats {
        let stats = self.stats.lock().unwrap_or_else(PoisonError::into_inner);
        stats.clone()
    }
}

/// Adds clock cycles and calls by the number of the primitive.
pub(crate) fn add_clocks(sums: &mut Vec<[u64; 2]>, more: &[[u64; 2]]) {
    sums.resize(sums.len().max(more.len()), [0; 2]);
    for (sum, more) in sums.iter_mut().zip(more) {
        sum[0] += more[0];
        sum[1] += more[1];
    }
}

/// Seconds as a duration; zero if negative or not finite.
fn seconds(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds).unwrap_or_default()
}

impl Kernel for TimedKernel {
    fn launch(&self, batch: &Batch, read: &mut dyn FnMut(&Answers)) -> Result<(), DeviceError> {
        let started = Instant::now();
        let (mut times, mut called) = (Times::default(), Duration::ZERO);
        let read = &mut |answers: &Answers| {
            called = started.elapsed();
            times = answers.times.clone();
            read(answers);
        };
        match self.clocks.load(Ordering::Relaxed) && !batch.clocks {
            true => {
                let batch = Batch {
                    clocks: true,
                    ..batch.clone()
                };
                self.kernel.launch(&batch, read)
            }
            false => self.kernel.launch(batch, read),
        }?;
        let mut stats = self.stats.lock().unwrap_or_else(PoisonError::into_inner);
        stats.launches += 1;
        stats.called += called;
        let parts = [times.up, times.kernel, times.down];
        for (sum, part) in stats.parts.iter_mut().zip(parts) {
            *sum += seconds(part);
        }
        stats.bytes.0 += times.bytes.0;
        stats.bytes.1 += times.bytes.1;
        stats.warp_cycles += times.warp_cycles;
        add_clocks(&mut stats.clocks, &times.clocks);
        Ok(())
    }

    fn capacity(&self) -> usize {
        self.kernel.capacity()
    }

    fn name(&self) -> &str {
        self.kernel.name()
    }
}

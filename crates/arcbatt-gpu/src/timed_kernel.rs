//! A kernel with what it took so far: for reports.
//!
//! In: batches. Out: their answers, as the kernel gives them. What never happens here: an answer that
//! hangs on being watched.

use crate::batch::{Answers, Batch, Times};
use crate::cuda::DeviceError;
use crate::run::Kernel;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// What a kernel did so far.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Seen {
    /// Launches.
    pub launches: u64,
    /// Time from the call of a launch to its end, of all threads.
    pub called: Duration,
    /// Copying up, running, copying back.
    pub parts: [Duration; 3],
    /// Bytes copied up and back.
    pub bytes: (u64, u64),
    /// Clocks and calls by the number of the primitive, while they were counted.
    pub clocks: Vec<[u64; 2]>,
    /// Clocks of warps that there was room for meanwhile.
    pub room: u64,
}

/// A kernel that is watched.
pub(crate) struct Watched {
    kernel: Box<dyn Kernel>,
    /// Whether clocks are counted.
    clocks: AtomicBool,
    seen: Mutex<Seen>,
}

impl Watched {
    pub fn new(kernel: Box<dyn Kernel>) -> Self {
        Self {
            kernel,
            clocks: AtomicBool::new(false),
            seen: Mutex::default(),
        }
    }

    /// From now on clocks are counted, or not.
    pub fn count_clocks(&self, on: bool) {
        self.clocks.store(on, Ordering::Relaxed);
    }

    /// What it did so far.
    pub fn seen(&self) -> Seen {
        let seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        seen.clone()
    }
}

/// A time as the kernel tells it; nonsense is none.
fn seconds(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds).unwrap_or_default()
}

impl Kernel for Watched {
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
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        seen.launches += 1;
        seen.called += called;
        let parts = [times.up, times.kernel, times.down];
        for (sum, part) in seen.parts.iter_mut().zip(parts) {
            *sum += seconds(part);
        }
        seen.bytes.0 += times.bytes.0;
        seen.bytes.1 += times.bytes.1;
        seen.room += times.room;
        if seen.clocks.len() < times.clocks.len() {
            seen.clocks.resize(times.clocks.len(), [0; 2]);
        }
        for (sum, more) in seen.clocks.iter_mut().zip(&times.clocks) {
            sum[0] += more[0];
            sum[1] += more[1];
        }
        Ok(())
    }

    fn room(&self) -> usize {
        self.kernel.room()
    }

    fn name(&self) -> &str {
        self.kernel.name()
    }
}

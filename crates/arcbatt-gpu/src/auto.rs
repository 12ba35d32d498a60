//! `--device auto`: the GPUs, opened once a run has shown that it is long enough to pay for that.
//!
//! Opening a GPU takes 0.1 s or more, and most runs end before. So the CPU runs the first blocks, and
//! the GPUs are opened when these have taken about as long as opening would.

use crate::devices::Devices;
use arcbatt::batt::{Backend, DeviceStats, Graph, NodeId, Options, Outputs, Samples, Stats};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Blocks of fewer candidates times samples are left to the CPU: an estimate.
const MIN_BLOCK: usize = 512;

/// Candidates times samples that take a few cores about as long as opening a GPU takes: an estimate.
const OPEN_AFTER: usize = 100_000;

/// The GPUs of this machine, not opened yet.
pub struct AutoDevices {
    open: Box<dyn Fn() -> Option<Devices> + Send + Sync>,
    opened: OnceLock<Option<Devices>>,
    /// Candidates times samples of the blocks that a GPU could have run.
    seen: AtomicUsize,
    profiling: AtomicBool,
}

impl AutoDevices {
    /// Devices that `open` opens when they are needed; `None` if there are none.
    pub fn new(open: impl Fn() -> Option<Devices> + Send + Sync + 'static) -> Self {
        Self {
            open: Box::new(open),
            opened: OnceLock::new(),
            seen: AtomicUsize::new(0),
            profiling: AtomicBool::new(false),
        }
    }

    fn devices(&self) -> Option<&Devices> {
        self.opened.get()?.as_ref()
    }
}

impl Backend for AutoDevices {
    fn run(
        &self,
        graph: &Graph,
        outputs: &[NodeId],
        samples: &Samples,
        options: &Options,
    ) -> Option<(Outputs, Stats)> {
        let size = outputs.len() * samples.inputs.len();
        if size < MIN_BLOCK {
            return None;
        }
        if self.opened.get().is_none() {
            if self.seen.fetch_add(size, Ordering::Relaxed) < OPEN_AFTER {
                return None;
            }
            self.opened.get_or_init(|| (self.open)());
            if let Some(devices) = self.devices() {
                devices.set_profiling(self.profiling.load(Ordering::Relaxed));
            }
        }
        self.devices()?.run(graph, outputs, samples, options)
    }

    fn stats(&self) -> DeviceStats {
        self.devices().map(Backend::stats).unwrap_or_default()
    }

    fn set_profiling(&self, on: bool) {
        self.profiling.store(on, Ordering::Relaxed);
        if let Some(devices) = self.devices() {
            devices.set_profiling(on);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use arcbatt::batt::Batt;
    use arcbatt::program::parse_file;
    use arcbatt::task::generators;
    use std::sync::Arc;

    #[test]
    fn devices_are_opened_once_and_only_for_large_runs() {
        let opened = Arc::new(AtomicUsize::new(0));
        let counted = opened.clone();
        let devices = AutoDevices::new(move || {
            counted.fetch_add(1, Ordering::Relaxed);
            None
        });
        let solvers = parse_file("def solve(I):\n    return rot90(I)\n");
        let batt = Batt::from_programs(&solvers.programs);
        let data = generators::embedded();
        let samples = Samples::of(&data.tasks[0]);
        let run = |candidates: usize| {
            let outputs = vec![batt.candidates[0].output; candidates];
            let ran = devices.run(&batt.graph, &outputs, &samples, &Options::default());
            assert!(ran.is_none(), "there is no device");
        };
        for _ in 0..10_000 {
            run(MIN_BLOCK / samples.inputs.len() - 1);
        }
        run(OPEN_AFTER);
        assert_eq!(opened.load(Ordering::Relaxed), 0);
        assert_eq!(devices.stats(), DeviceStats::default());
        run(MIN_BLOCK);
        run(MIN_BLOCK);
        assert_eq!(opened.load(Ordering::Relaxed), 1);
    }
}

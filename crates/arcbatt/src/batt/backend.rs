//! Backends: devices that run candidates instead of the CPU.
//!
//! In: candidates and samples. Out: their answers, the same on every backend. The CPU runs whatever a
//! backend declines, so no answer is lost when a device fails.

use super::graph::{Graph, NodeId};
use super::inputs::Samples;
use super::options::Options;
use super::outputs::Outputs;
use super::plan::Plan;
use super::probe::{NoProbe, Probe};
use super::run::Runner;
use super::stats::Stats;
use std::cell::RefCell;
use std::fmt;
use std::time::Duration;

thread_local! {
    static RUNNER: RefCell<Runner> = RefCell::default();
}

/// Runs candidates on a device, with the same outputs as the CPU.
pub trait Backend: Sync {
    /// Runs the candidates with these output nodes; `None` leaves them to the CPU.
    fn run(
        &self,
        graph: &Graph,
        outputs: &[NodeId],
        samples: &Samples,
        options: &Options,
    ) -> Option<(Outputs, Stats)>;

    /// Statistics so far; empty for a backend that keeps none.
    fn stats(&self) -> DeviceStats {
        DeviceStats::default()
    }

    /// Turns the counting of clocks per primitive on or off; it takes a little time itself.
    fn set_profiling(&self, _on: bool) {}
}

/// Statistics of a backend. Times are sums over all threads that waited for it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DeviceStats {
    /// The names of the devices.
    pub names: Vec<String>,
    /// Blocks of candidates that ran on a device.
    pub blocks: u64,
    /// Kernel launches.
    pub launches: u64,
    /// Outcomes (per candidate and sample) that the device computed.
    pub known: u64,
    /// Outcomes that the CPU had to compute instead.
    pub unknown: u64,
    /// Calls on the device, one per node and sample.
    pub evaluations: u64,
    /// Opening the devices and compiling the kernel, once.
    pub start_up: Duration,
    /// Host time: packing, reading answers, computing the outcomes that the device did not.
    pub host: Duration,
    /// Waiting for a free device.
    pub waiting: Duration,
    /// Copying to the device.
    pub up: Duration,
    /// Running kernels.
    pub kernel: Duration,
    /// Copying from the device.
    pub down: Duration,
    /// Bytes copied to the device, and from it.
    pub bytes: (u64, u64),
    /// Clocks and calls by primitive number, if they were counted; the last row is calls of closures.
    pub clocks: Vec<[u64; 2]>,
    /// Clocks available in that time on all lanes.
    pub room: u64,
}

impl DeviceStats {
    /// The difference to an earlier state.
    pub fn since(mut self, before: &DeviceStats) -> Self {
        let numbers = [
            (&mut self.blocks, before.blocks),
            (&mut self.launches, before.launches),
            (&mut self.known, before.known),
            (&mut self.unknown, before.unknown),
            (&mut self.evaluations, before.evaluations),
            (&mut self.bytes.0, before.bytes.0),
            (&mut self.bytes.1, before.bytes.1),
            (&mut self.room, before.room),
        ];
        for (now, before) in numbers {
            *now = now.saturating_sub(before);
        }
        let times = [
            (&mut self.host, before.host),
            (&mut self.waiting, before.waiting),
            (&mut self.up, before.up),
            (&mut self.kernel, before.kernel),
            (&mut self.down, before.down),
        ];
        for (now, before) in times {
            *now = now.saturating_sub(before);
        }
        for (now, before) in self.clocks.iter_mut().zip(&before.clocks) {
            for (now, before) in now.iter_mut().zip(before) {
                *now = now.saturating_sub(*before);
            }
        }
        self
    }
}

/// Runs candidates on a backend or, without one, on the CPU.
#[derive(Clone, Copy, Default)]
pub struct Executor<'e> {
    backend: Option<&'e dyn Backend>,
}

impl<'e> Executor<'e> {
    /// The CPU alone.
    pub const CPU: Self = Self { backend: None };

    /// The backend, and the CPU for whatever the backend declines.
    pub fn with_backend(backend: &'e dyn Backend) -> Self {
        Self {
            backend: Some(backend),
        }
    }

    /// Runs the candidates with these output nodes.
    pub fn run<P: Probe>(
        &self,
        graph: &Graph,
        outputs: &[NodeId],
        samples: &Samples,
        options: &Options<P>,
    ) -> (Outputs, Stats) {
        self.run_on_backend(graph, outputs, samples, options)
            .unwrap_or_else(|| {
                let plan = Plan::with_given(graph, outputs, options.given);
                run_on_cpu(&plan, samples, options)
            })
    }

    /// Statistics of the backend, if there is one.
    pub fn stats(&self) -> Option<DeviceStats> {
        self.backend.map(Backend::stats)
    }

    /// Turns the counting of clocks on the backend on or off.
    pub fn set_profiling(&self, on: bool) {
        if let Some(backend) = self.backend {
            backend.set_profiling(on);
        }
    }

    /// Whether there is a backend.
    pub fn has_backend(&self) -> bool {
        self.backend.is_some()
    }

    /// The results of the backend, if there is one and it does not decline.
    pub(crate) fn run_on_backend<P: Probe>(
        &self,
        graph: &Graph,
        outputs: &[NodeId],
        samples: &Samples,
        options: &Options<P>,
    ) -> Option<(Outputs, Stats)> {
        let without_probe = Options {
            limits: options.limits,
            given_sources: options.given_sources,
            given: options.given,
            costly: options.costly,
            equivalence: options.equivalence,
            stop: options.stop,
            memory: None,
            executor: Executor::CPU,
            probe: &NoProbe,
        };
        self.backend?.run(graph, outputs, samples, &without_probe)
    }
}

/// Runs a plan on the CPU, on this thread.
pub(crate) fn run_on_cpu<P: Probe>(
    plan: &Plan,
    samples: &Samples,
    options: &Options<P>,
) -> (Outputs, Stats) {
    with_runner(|runner| runner.run(plan, samples, options))
}

/// Does something with the runner of this thread: its arena is that of all runs.
pub(crate) fn with_runner<R>(run: impl FnOnce(&mut Runner) -> R) -> R {
    RUNNER.with_borrow_mut(run)
}

impl fmt::Debug for Executor<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.backend {
            None => "Executor(CPU)",
            Some(_) => "Executor(backend)",
        })
    }
}

//! Who runs candidates: this machine's cores, or something else that is asked first.
//!
//! In: candidates and samples. Out: what each candidate answers on each sample, the same whoever
//! computes it. What never happens here: an answer that is lost because something else failed; the
//! cores do what it hands back.

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

/// Runs candidates somewhere else than on this machine's cores, with the same outputs.
pub trait Backend: Sync {
    /// What the candidates whose results are these nodes answer; `None` if the CPU should do it.
    fn run(
        &self,
        graph: &Graph,
        outputs: &[NodeId],
        samples: &Samples,
        options: &Options,
    ) -> Option<(Outputs, Stats)>;

    /// What was done there so far; nothing where nobody keeps count.
    fn told(&self) -> DeviceStats {
        DeviceStats::default()
    }

    /// Whether somebody wants to know what calls cost there: that may take a little time itself.
    fn watch(&self, _on: bool) {}
}

/// What was done elsewhere. Times are sums over all threads that waited for it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DeviceStats {
    /// What people call the devices.
    pub names: Vec<String>,
    /// Blocks of candidates that were handed over, and not handed back.
    pub blocks: u64,
    /// Launches of kernels.
    pub launches: u64,
    /// Candidates on samples whose outcome was known there.
    pub known: u64,
    /// Those that the cores had to compute after all.
    pub unknown: u64,
    /// Calls made there, one a node and sample.
    pub evaluations: u64,
    /// On the host: packing, reading answers, computing what was not known.
    pub host: Duration,
    /// Waiting for a turn.
    pub waiting: Duration,
    /// Copying there.
    pub up: Duration,
    /// The kernels.
    pub kernel: Duration,
    /// Copying back.
    pub down: Duration,
    /// Bytes copied there, and back.
    pub bytes: (u64, u64),
    /// Clocks and calls by the number of the primitive, where they were counted; a last row is that
    /// of calling made functions.
    pub clocks: Vec<[u64; 2]>,
    /// Clocks that there was room for meanwhile; the others are their share at work.
    pub room: u64,
}

impl DeviceStats {
    /// What was done since `before`.
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

/// Who runs candidates: the cores unless it was made of something else.
#[derive(Clone, Copy, Default)]
pub struct Executor<'e> {
    elsewhere: Option<&'e dyn Backend>,
}

impl<'e> Executor<'e> {
    /// This machine's cores alone.
    pub const CPU: Self = Self { elsewhere: None };

    /// Asks `elsewhere` first; what it hands back is done by the cores.
    pub fn first(elsewhere: &'e dyn Backend) -> Self {
        Self {
            elsewhere: Some(elsewhere),
        }
    }

    /// What the candidates whose results are these nodes answer, whoever computes it.
    pub fn run<P: Probe>(
        &self,
        graph: &Graph,
        outputs: &[NodeId],
        samples: &Samples,
        options: &Options<P>,
    ) -> (Outputs, Stats) {
        let there = self.elsewhere(graph, outputs, samples, options);
        there.unwrap_or_else(|| here(&Plan::new(graph, outputs), samples, options))
    }

    /// What something else did so far; none without one.
    pub fn told(&self) -> Option<DeviceStats> {
        self.elsewhere.map(Backend::told)
    }

    /// Whether somebody wants to know what calls cost elsewhere.
    pub fn watch(&self, on: bool) {
        if let Some(elsewhere) = self.elsewhere {
            elsewhere.watch(on);
        }
    }

    /// Whether something else is asked first.
    pub fn is_elsewhere(&self) -> bool {
        self.elsewhere.is_some()
    }

    /// What something else says, if there is any and it does not hand the work back.
    pub(crate) fn elsewhere<P: Probe>(
        &self,
        graph: &Graph,
        outputs: &[NodeId],
        samples: &Samples,
        options: &Options<P>,
    ) -> Option<(Outputs, Stats)> {
        let unwatched = Options {
            limits: options.limits,
            equivalence: options.equivalence,
            stop: options.stop,
            executor: Executor::CPU,
            probe: &NoProbe,
        };
        self.elsewhere?.run(graph, outputs, samples, &unwatched)
    }
}

/// Runs a plan on the core of this thread.
pub(super) fn here<P: Probe>(
    plan: &Plan,
    samples: &Samples,
    options: &Options<P>,
) -> (Outputs, Stats) {
    RUNNER.with_borrow_mut(|runner| runner.run(plan, samples, options))
}

impl fmt::Debug for Executor<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.elsewhere {
            None => "Executor(the CPU)",
            Some(_) => "Executor(elsewhere first)",
        })
    }
}

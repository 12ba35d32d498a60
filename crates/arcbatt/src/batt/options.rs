//! How to run: limits, stop flag, backend, probe.

use super::backend::Executor;
use super::batt::{Batt, Candidate, Change};
use super::graph::NodeId;
use super::memory::Memory;
use super::probe::{NoProbe, Probe};
use crate::dsl::{Limits, Spent};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The limits of a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TaskLimits {
    /// Per program and sample of the programs that the user gave for the task: as when they are
    /// checked. Its timeout extends that of the task.
    pub given: Limits,
    /// Per node and sample of all other candidates; its timeout is not used. The default is a few
    /// times the largest call of the conformance programs (3,829 steps, 89,438 cells), so that
    /// mutants that explode fail early.
    pub node: Limits,
    /// Steps of all nodes on all samples together. Past this and the next limit, only given
    /// programs run on.
    pub steps: u64,
    /// Cells touched by all nodes on all samples together.
    pub cells: u64,
    /// Timeout of the whole task, for what the other limits let through.
    pub time: Duration,
    /// Bytes that values may take before the memory of dead ones is reclaimed.
    pub memory: usize,
}

impl Default for TaskLimits {
    fn default() -> Self {
        Self {
            given: Limits::default(),
            node: Limits {
                steps: 25_000,
                cells: 300_000,
                ..Limits::default()
            },
            steps: 200_000_000,
            cells: 4_000_000_000,
            time: Duration::from_secs(60),
            memory: 64 << 20,
        }
    }
}

/// How to run.
pub struct Options<'s, P: Probe = NoProbe> {
    /// The limits of a task.
    pub limits: TaskLimits,
    /// How many sources of a batt, from the first, are programs of the user.
    pub given_sources: usize,
    /// The outputs of given programs, ascending; the nodes that they need run under
    /// [`TaskLimits::given`]. [`run_tasks`](super::run_tasks) sets it.
    pub given: &'s [NodeId],
    /// Calls that cost more than this are listed in [`Stats::costly`](super::Stats::costly).
    /// [`run_tasks`](super::run_tasks) sets it.
    pub costly: Spent,
    /// Share equal values and memoise calls on them.
    pub equivalence: bool,
    /// Set this flag to end the run early, with the results so far.
    pub stop: Option<&'s AtomicBool>,
    /// The memory for answers; without it, all are kept.
    pub memory: Option<&'s Memory>,
    /// Runs blocks of candidates; a [`Runner`](super::Runner) itself uses the CPU.
    pub executor: Executor<'s>,
    /// Records where the time goes.
    pub probe: &'s P,
}

impl<P: Probe> Clone for Options<'_, P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P: Probe> Copy for Options<'_, P> {}

impl<P: Probe> std::fmt::Debug for Options<'_, P> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Options")
            .field("limits", &self.limits)
            .field("given_sources", &self.given_sources)
            .field("given", &self.given)
            .field("costly", &self.costly)
            .field("equivalence", &self.equivalence)
            .field("stop", &self.stop)
            .field("memory", &self.memory)
            .field("executor", &self.executor)
            .finish_non_exhaustive()
    }
}

impl<'s, P: Probe> Options<'s, P> {
    /// The defaults, with a probe.
    pub fn probed(probe: &'s P) -> Self {
        Self {
            limits: TaskLimits::default(),
            given_sources: usize::MAX,
            given: &[],
            costly: Spent::ENDLESS,
            equivalence: true,
            stop: None,
            memory: None,
            executor: Executor::CPU,
            probe,
        }
    }

    /// Whether the stop flag is set.
    pub(super) fn is_stopped(&self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    /// How often given programs run on so many samples.
    pub(super) fn given_runs(&self, samples: usize) -> u32 {
        (self.given.len() * samples).min(u32::MAX as usize) as u32
    }

    /// The work that given programs may do on so many samples, all together.
    pub(super) fn given_budget(&self, samples: usize) -> Spent {
        let Limits { steps, cells, .. } = self.limits.given;
        Spent { steps, cells }.times(self.given_runs(samples).into())
    }

    /// Whether a candidate is a program that the user gave for this task; mutants never are.
    pub(crate) fn is_given(&self, batt: &Batt, candidate: u32, task: &str) -> bool {
        let Candidate { source, change, .. } = batt.candidates[candidate as usize];
        let is_for = || batt.sources[source as usize].may_be_for(task);
        change == Change::None && (source as usize) < self.given_sources && is_for()
    }
}

impl Default for Options<'_> {
    fn default() -> Self {
        Self::probed(&NoProbe)
    }
}

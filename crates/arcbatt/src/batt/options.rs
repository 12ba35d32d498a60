//! How to run: limits, stop flag, backend, probe.

use super::backend::Executor;
use super::probe::{NoProbe, Probe};
use crate::dsl::Limits;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// What a task may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TaskLimits {
    /// For each node on each sample; its clock is not used. What programs need is far less than a
    /// whole run may use, and mutants that explode run into it: so it is a few times what the
    /// greediest call of the conformance programs takes (3,829 steps, 89,438 cells).
    pub node: Limits,
    /// Calls of all nodes on all samples together.
    pub steps: u64,
    /// Cells touched by all nodes on all samples together.
    pub cells: u64,
    /// Time on the clock for the whole task; for what the other limits let through.
    pub time: Duration,
    /// Bytes of values that may be alive before the memory of dead ones is taken back.
    pub memory: usize,
}

impl Default for TaskLimits {
    fn default() -> Self {
        Self {
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
    /// What a task may use.
    pub limits: TaskLimits,
    /// Run nodes with equal values on all samples as one from there on.
    pub equivalence: bool,
    /// Set from outside to end early, with what is there.
    pub stop: Option<&'s AtomicBool>,
    /// Who runs blocks of candidates; a [`Runner`](super::Runner) does not ask.
    pub executor: Executor<'s>,
    /// Who watches where the time goes.
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
            .field("equivalence", &self.equivalence)
            .field("stop", &self.stop)
            .field("executor", &self.executor)
            .finish_non_exhaustive()
    }
}

impl<'s, P: Probe> Options<'s, P> {
    /// The default, watched.
    pub fn probed(probe: &'s P) -> Self {
        Self {
            limits: TaskLimits::default(),
            equivalence: true,
            stop: None,
            executor: Executor::CPU,
            probe,
        }
    }
}

impl Default for Options<'_> {
    fn default() -> Self {
        Self::probed(&NoProbe)
    }
}

//! Who runs candidates: this machine's cores, or something else that is asked first.
//!
//! In: candidates and samples. Out: what each candidate answers on each sample, the same whoever
//! computes it. What never happens here: an answer that is lost because something else failed; the
//! cores do what it hands back.

use super::graph::{Graph, NodeId};
use super::outputs::Outputs;
use super::plan::Plan;
use super::probe::{Off, Probe};
use super::run::{Options, Runner, Samples, Stats};
use std::cell::RefCell;
use std::fmt;

thread_local! {
    static RUNNER: RefCell<Runner> = RefCell::default();
}

/// Runs candidates somewhere else than on this machine's cores, with the same outputs.
pub trait Elsewhere: Sync {
    /// What the candidates whose results are these nodes answer; `None` if the CPU should do it.
    fn run(
        &self,
        graph: &Graph,
        outputs: &[NodeId],
        samples: &Samples,
        options: &Options,
    ) -> Option<(Outputs, Stats)>;
}

/// Who runs candidates: the cores unless it was made of something else.
#[derive(Clone, Copy, Default)]
pub struct Executor<'e> {
    elsewhere: Option<&'e dyn Elsewhere>,
}

impl<'e> Executor<'e> {
    /// This machine's cores alone.
    pub const CPU: Self = Self { elsewhere: None };

    /// Asks `elsewhere` first; what it hands back is done by the cores.
    pub fn first(elsewhere: &'e dyn Elsewhere) -> Self {
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
            probe: &Off,
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

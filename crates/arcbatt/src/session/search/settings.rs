//! Budgets of a search session.

use crate::dsl::Limits;
use crate::program::Program;
use crate::rng::Rng;
use crate::search::Budget;
use crate::session::programs_hash;
use crate::task::Task;
use crate::threads::default_threads;
use std::time::Duration;

/// The budget of a task in the first pass; every later pass has four times that of the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PerTask {
    /// Wall-clock time.
    Time(Duration),
    /// Node evaluations: the same results on every machine.
    Steps(u64),
}

/// Settings of a search session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Random seed.
    pub seed: u64,
    /// The budget of a task.
    pub per_task: PerTask,
    /// Time limit for all passes; ignored if the budget is in steps.
    pub time_total: Option<Duration>,
    /// The most passes; without, one, or as many as `time_total` allows.
    pub passes: Option<u32>,
    /// Bytes for all threads together.
    pub memory: usize,
    /// Tasks searched at the same time.
    pub threads: usize,
    /// Whether the library may have programs that earlier runs found on the tasks searched.
    pub same_tasks: bool,
    /// The limits of library programs that are named after a task searched.
    pub limits: Limits,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            seed: 0,
            per_task: PerTask::Time(Duration::from_secs(1)),
            time_total: None,
            passes: None,
            memory: 1536 << 20,
            threads: default_threads().get(),
            same_tasks: false,
            limits: Limits::default(),
        }
    }
}

/// Bytes per step, and bounds of the memory of a task, if the budget is in steps. The memory must
/// not depend on the number of threads, because it can end a search.
const STEP_MEMORY: u64 = 200;
const LEAST_MEMORY: u64 = 256 << 20;
const MOST_MEMORY: u64 = 1536 << 20;

fn memory_of(steps: u64) -> usize {
    let bytes = steps.saturating_mul(STEP_MEMORY);
    bytes.clamp(LEAST_MEMORY, MOST_MEMORY) as usize
}

/// The most passes if only time ends them; reached only if every search gives up at once.
const MANY_PASSES: u32 = 24;

/// The budget grows by this factor in every pass.
const GROWTH: u32 = 4;

impl Settings {
    /// Tasks searched at the same time: as many as the memory allows.
    pub fn workers(&self) -> usize {
        let threads = self.threads.max(1);
        match self.per_task {
            PerTask::Time(_) => threads,
            PerTask::Steps(steps) => threads.min((self.memory / memory_of(steps)).max(1)),
        }
    }

    /// Bytes per task.
    pub fn memory_per_task(&self) -> usize {
        match self.per_task {
            PerTask::Time(_) => self.memory / self.workers(),
            PerTask::Steps(steps) => self.memory.min(memory_of(steps)),
        }
    }

    /// The most passes.
    pub fn most_passes(&self) -> u32 {
        let timed = matches!(self.per_task, PerTask::Time(_)) && self.time_total.is_some();
        self.passes.unwrap_or(if timed { MANY_PASSES } else { 1 })
    }

    /// The most time that searching `tasks` tasks takes, if it is limited by time.
    pub fn most_time(&self, tasks: usize) -> Option<Duration> {
        let PerTask::Time(time) = self.per_task else {
            return None;
        };
        let turns = u32::try_from(tasks.div_ceil(self.workers())).unwrap_or(u32::MAX);
        let first_pass = time.saturating_mul(turns);
        match (self.time_total, self.most_passes()) {
            (Some(total), 1) => Some(total.min(first_pass)),
            (Some(total), _) => Some(total),
            (None, 1) => Some(first_pass),
            (None, _) => None,
        }
    }

    /// The budget of a task in a pass; `share` is the most time that it may have.
    pub(super) fn budget(&self, pass: u32, share: Option<Duration>) -> Budget {
        let growth = GROWTH.checked_pow(pass.saturating_sub(1));
        let growth = growth.unwrap_or(u32::MAX);
        let (steps, time) = match self.per_task {
            PerTask::Steps(steps) => (steps.saturating_mul(growth.into()), None),
            PerTask::Time(time) => {
                let time = time.saturating_mul(growth);
                let time = share.map_or(time, |share| time.min(share));
                (u64::MAX, Some(time))
            }
        };
        Budget {
            steps,
            time,
            memory: self.memory_per_task(),
        }
    }

    /// The seed of a task in a pass; it does not depend on other tasks or their order.
    pub(super) fn task_seed(&self, task: &Task, pass: u32) -> u64 {
        let mut start = [0; 8];
        start.copy_from_slice(&task.content_hash().0[..8]);
        let numbers = [self.seed, u64::from_le_bytes(start), pass.into()];
        Rng::of("solve", &numbers).next_u64()
    }

    /// Everything that decides the results except the tasks and the store: runs are resumed by
    /// this text, so it must not change.
    pub(super) fn key(&self, given: &[Program]) -> String {
        let memory = match self.per_task {
            PerTask::Time(_) => String::new(),
            PerTask::Steps(_) => format!(", {} bytes a task", self.memory_per_task()),
        };
        let (seed, budget, library) = (self.seed, self.budget_text(), programs_hash(given));
        let same = match self.same_tasks {
            true => ", programs of the same tasks",
            false => "",
        };
        let limits = match self.limits == Limits::default() {
            true => String::new(),
            false => format!(", {:?}", self.limits),
        };
        format!("seed {seed}, {budget}{memory}, library {library}{same}{limits}")
    }

    /// The budget of a task, as the store and JSON reports have it.
    pub fn budget_text(&self) -> String {
        match self.per_task {
            PerTask::Time(time) => format!("{time:?} a task"),
            PerTask::Steps(steps) => format!("{steps} steps a task"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_memory_of_a_task_depends_only_on_its_steps() {
        let settings = |steps, memory, threads| Settings {
            per_task: PerTask::Steps(steps),
            memory,
            threads,
            ..Settings::default()
        };
        let gib = 1 << 30;
        for threads in [1, 2, 16] {
            assert_eq!(settings(1000, gib, threads).memory_per_task(), 256 << 20);
            let longer = settings(4_000_000, 8 * gib, threads);
            assert_eq!(longer.memory_per_task(), 800_000_000);
            let long = settings(u64::MAX, 8 * gib, threads);
            assert_eq!(long.memory_per_task(), 1536 << 20);
        }
        assert_eq!(settings(1000, gib, 16).workers(), 4);
        assert_eq!(settings(u64::MAX, 8 * gib, 16).workers(), 5);
        assert_eq!(settings(u64::MAX, gib, 16).workers(), 1, "one always works");
    }
}

//! The settings of the commands that a plan divides.

use super::plan::Header;
use super::records::{TaskBudget, Work};
use crate::batt::TaskLimits;
use crate::card;
use crate::session::{PerTask, Settings, evolve};

impl Header {
    /// The settings of `solve`; `None` for another command.
    pub fn search_settings(&self, threads: usize) -> Option<Settings> {
        let Work::Solve {
            seed,
            budget,
            memory,
            same_tasks,
            limits,
            ..
        } = self.work
        else {
            return None;
        };
        Some(Settings {
            seed,
            per_task: match budget {
                TaskBudget::Steps(steps) => PerTask::Steps(steps),
                TaskBudget::Seconds(_) => PerTask::Time(budget.time()?),
            },
            time_total: None,
            passes: Some(1),
            memory,
            threads,
            same_tasks,
            limits: limits.into(),
        })
    }

    /// The settings of `run`.
    pub fn evolve_settings(&self, programs: usize) -> evolve::Settings<'static> {
        let Work::Run {
            seed,
            mutants,
            share,
            limits,
        } = self.work
        else {
            return evolve::Settings::default();
        };
        evolve::Settings {
            card: card::Settings {
                seed,
                mutants,
                ..card::Settings::default()
            },
            share,
            brought: programs,
            limits: TaskLimits {
                given: limits.into(),
                ..TaskLimits::default()
            },
            ..evolve::Settings::default()
        }
    }
}

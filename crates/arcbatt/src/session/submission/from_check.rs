//! The submission of the answers that solvers give.

use super::Submission;
use crate::check::{CheckReport, answer_of};
use crate::dsl::Limits;
use crate::program::Program;
use crate::score::{Attempts, two_attempts};
use crate::task::{DataSet, Part};
use std::cmp::Reverse;

impl Submission {
    /// The first two different answers of each task's solvers: those that are right on the most
    /// demonstrations come first. The report must have kept its outputs; those for which it had no memory
    /// are computed again by the programs, within the limits.
    ///
    /// ```
    /// use arcbatt::check::{CheckOptions, check};
    /// use arcbatt::session::submission::{Submission, score};
    /// use arcbatt::task::generators;
    ///
    /// let data = generators::embedded();
    /// let programs = arcbatt::Solvers::read(generators::SOLVERS).programs;
    /// let options = CheckOptions { keep_outputs: true, ..CheckOptions::default() };
    /// let report = check(&data, &programs, &options);
    /// let submission = Submission::from_check(&data, &report, &programs, options.limits);
    /// assert_eq!(score(&submission, &data)?.output_share(), 1.0);
    /// # Ok::<(), arcbatt::session::submission::NotScored>(())
    /// ```
    pub fn from_check(
        data: &DataSet,
        report: &CheckReport,
        programs: &[Program],
        limits: Limits,
    ) -> Self {
        let mut attempts: Vec<Vec<Attempts>> = vec![Vec::new(); data.tasks.len()];
        for checked in &report.tasks {
            let (task, answers) = (&data.tasks[checked.task], data.answers.get(checked.task));
            let mut runs: Vec<_> = checked.runs.iter().collect();
            // Stable: of equally good solvers, the first in the file comes first.
            runs.sort_by_key(|run| Reverse(run.demonstrations_right()));
            let of_test = |test: usize| {
                two_attempts(runs.iter().filter_map(|run| {
                    let mut pairs = run.pairs.iter();
                    let pair = pairs.find(|pair| pair.part == Part::Test && pair.index == test)?;
                    answer_of(pair, &programs[run.program], task, answers, limits)
                }))
            };
            attempts[checked.task] = (0..task.test.len()).map(of_test).collect();
        }
        Self::new(&data.tasks, |task| &attempts[task])
    }
}

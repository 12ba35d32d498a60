//! Ranking of candidates: groups with equal answers, matches, differs, the two attempts.
//!
//! In: a task, a batt, and the outputs of its candidates. Out: a [`TaskScore`], the groups with
//! equal answers, best first; then the two [`attempts`] at every test. [`rank`] is for programs that a
//! user brings: it says what became of each.
//!
//! Invariants: ranking never reads a test output, because a [`Task`] holds none; only
//! [`check_answers`] takes [`Answers`], and nothing depends on its result. The order of candidates
//! is total and does not depend on the machine or the number of threads: pairs matched, then programs
//! that the user gave before mutants, then differ score, cost, length and text of the program.
//!
//! ```
//! use arcbatt::batt::{Batt, Options, run_tasks};
//! use arcbatt::program::parse_file;
//! use arcbatt::score::{Differs, ScoreOptions, attempts, score_task};
//!
//! let programs = parse_file(
//!     "def solve_still(I):\n    return I\n\
//!      def solve_turned(I):\n    O = rot180(I)\n    return O\n",
//! ).programs;
//! let batt = Batt::from_programs(&programs);
//! let data = arcbatt::task::generators::embedded();
//! let half_turn = data.tasks.iter().position(|task| task.id == "half_turn").expect("is there");
//! let task = &data.tasks[half_turn..=half_turn];
//! let scores = run_tasks(&batt, task, &Options::default(), |_| vec![0, 1], |k, blocks| {
//!     score_task(&task[k], &batt, &blocks, Differs::starter(), &ScoreOptions::default())
//! });
//! assert!(scores[0].fits);
//! assert_eq!(scores[0].best[0].candidates, [1]);
//! assert_eq!(attempts(&scores[0], 0)[0], data.answers[half_turn].0[0]);
//! ```
//!
//! [`Task`]: crate::task::Task
//! [`Answers`]: crate::task::Answers

mod attempts;
mod batt_scores;
mod by_prefix;
mod check_tally;
mod cut;
mod device_differs;
mod differs;
mod groups;
mod merged_run;
mod needed;
mod rank;
mod rank_options;
mod ranking;
mod test_result;
mod tie_break;

pub use attempts::{Attempts, all_attempts, attempts, best_answers, two_attempts};
pub use batt_scores::{BattScore, score_batt};
pub use cut::CutProgram;
pub use differs::{DifferScores, Differs, NO_DIFFERENCE};
pub use needed::matches_needed;
pub use rank::{RankedGroup, ScoreOptions, ScoreStats, TaskScore, score_task};
pub use rank_options::{ForeignCandidate, RankOptions};
pub use ranking::{
    AnswerGroup, CandidateStatus, Fault, RankedCandidate, Ranking, fingerprint, rank, rank_with,
};
pub use test_result::{Tally, TestResult, check_answers};

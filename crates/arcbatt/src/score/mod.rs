//! Candidates: equal ones, matches, differs, ranking, the two attempts.
//!
//! In: a task, a batt, and what its candidates answered. Out: a [`TaskScore`], the candidates with
//! equal answers as one, best first; then the two [`attempts`] at every test.
//! What never happens here: a look at a wanted test output while ranking. A [`Task`] holds none,
//! and nothing but [`check_answers`], which comes after the ranking and whose verdict nothing here
//! takes back in, is given [`Answers`].
//!
//! The order of candidates is total and the same on every machine, for any number of threads and
//! in whatever order they were run: samples matched, then what the differs say, then cost, length
//! and text.
//!
//! ```
//! use arcbatt::batt::{Batt, Candidate, Change, Options, Source, run_tasks};
//! use arcbatt::program::parse_file;
//! use arcbatt::score::{Differs, ScoreOptions, attempts, score_task};
//!
//! let programs = parse_file(
//!     "def solve_still(I):\n    return I\n\
//!      def solve_turned(I):\n    O = rot180(I)\n    return O\n",
//! ).programs;
//! let mut batt = Batt::default();
//! for (program, k) in programs.iter().zip(0..) {
//!     let output = batt.graph.add(program, &mut Vec::new()).expect("few arguments");
//!     batt.sources.push(Source {
//!         name: program.name.clone(),
//!         fingerprint: 0,
//!         candidates: (k, k + 1),
//!     });
//!     batt.candidates.push(Candidate { output, source: k, change: Change::None });
//! }
//! let data = arcbatt::task::generators::embedded();
//! let half_turn = data.tasks.iter().position(|task| task.id == "half_turn").expect("is there");
//! let task = &data.tasks[half_turn..=half_turn];
//! let scores = run_tasks(&batt, task, &Options::default(), |_| vec![0, 1], |k, blocks| {
//!     score_task(&task[k], &batt, &blocks, Differs::starter(), &ScoreOptions::default())
//! });
//! assert!(scores[0].solved);
//! assert_eq!(scores[0].best[0].candidates, [1]);
//! assert_eq!(attempts(&scores[0], 0)[0], data.answers[half_turn].0[0]);
//! ```
//!
//! [`Task`]: crate::task::Task
//! [`Answers`]: crate::task::Answers

mod attempts;
mod candidates;
mod device_differs;
mod differs;
mod groups;
mod rank;
mod test_result;
mod tie_break;

pub use attempts::{all_attempts, attempts};
pub use candidates::rank;
pub use differs::{DifferScores, Differs, NO_DIFFERENCE};
pub use rank::{RankedGroup, ScoreOptions, ScoreStats, TaskScore, score_task};
pub use test_result::{TestResult, check_answers};

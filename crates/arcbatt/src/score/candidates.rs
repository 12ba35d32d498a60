//! [`rank`]: candidate programs in, a ranking of their answers out.

use super::{Differs, ScoreOptions, TaskScore, score_task};
use crate::batt::{Batt, Options, run_tasks};
use crate::program::Program;
use crate::task::Task;

/// Runs every program on all inputs of a task and ranks the groups with equal answers.
///
/// The numbers in [`RankedGroup::candidates`](super::RankedGroup::candidates) are indices into
/// `programs`. The embedded differs give partial credit to wrong answers.
///
/// ```
/// use arcbatt::{DataSet, parse_file, rank};
///
/// let data = DataSet::embedded();
/// let task = data.task("half_turn").expect("an embedded task");
/// let candidates = parse_file(
///     "def solve_a(I):\n    return hmirror(I)\n\
///      def solve_b(I):\n    return rot180(I)\n\
///      def solve_c(I):\n    x1 = hmirror(I)\n    return vmirror(x1)\n",
/// );
/// let score = rank(task, &candidates.programs);
/// assert!(score.fits);
/// assert_eq!(score.best[0].candidates, [1, 2], "the same answers, the shorter program first");
/// assert_eq!(score.best[1].candidates, [0]);
/// ```
pub fn rank(task: &Task, programs: &[Program]) -> TaskScore {
    let batt = Batt::from_programs(programs);
    let candidates = (0..batt.candidates.len() as u32).collect::<Vec<_>>();
    let scores = run_tasks(
        &batt,
        std::slice::from_ref(task),
        &Options::default(),
        |_| candidates.clone(),
        |_, blocks| {
            let options = ScoreOptions::default();
            score_task(task, &batt, &blocks, Differs::starter(), &options)
        },
    );
    // One task was given, so there is one score.
    scores.into_iter().next().unwrap_or_default()
}

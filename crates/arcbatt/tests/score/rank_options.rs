//! Ranking with options: stop flag, progress, candidates that ran elsewhere.

use super::support::{programs, task};
use arcbatt::score::{ForeignCandidate, RankOptions, rank, rank_with};
use arcbatt::{GridBuf, Limits, Program};
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

const SOURCE: &str = "def solve_a(I):\n    return I\n\
                      def solve_b(I):\n    return rot180(I)\n\
                      def solve_c(I):\n    x1 = vmirror(I)\n    return hmirror(x1)\n";

#[test]
fn a_stopped_ranking_says_what_did_not_run() {
    let (task, programs) = (task("half_turn"), programs(SOURCE));
    let stop = AtomicBool::new(true);
    let options = RankOptions {
        stop: Some(&stop),
        ..RankOptions::default()
    };
    let ranking = rank_with(&task, &programs, &options);
    assert!(ranking.groups.is_empty());
    let words = ranking.candidates.iter().map(|c| c.status.word());
    assert_eq!(words.collect::<Vec<_>>(), ["not run"; 3]);
}

#[test]
fn progress_ends_with_all_candidates() {
    let (task, few) = (task("half_turn"), programs(SOURCE));
    let programs: Vec<&Program> = few.iter().cycle().take(12_000).collect();
    let seen = Mutex::new(Vec::new());
    let options = RankOptions {
        progress: Some(&|done| seen.lock().unwrap().push(done)),
        ..RankOptions::default()
    };
    rank_with(&task, &programs, &options);
    let mut seen = seen.into_inner().unwrap();
    seen.sort_unstable();
    assert!(seen.len() > 1);
    assert_eq!(seen.last(), Some(&programs.len()));
}

#[test]
fn candidates_that_ran_elsewhere_vote_with_the_others() {
    let (task, programs) = (task("half_turn"), programs(SOURCE));
    let alone = rank(&task, &programs, Limits::default());
    let best = &alone.groups[0];
    let answers: Vec<Option<GridBuf>> = (0..task.train.len() + task.test.len())
        .map(|pair| alone.pair_answer(best, pair).cloned())
        .collect();
    let foreign = [
        ForeignCandidate { answers, length: 7 },
        ForeignCandidate::default(),
    ];
    let options = RankOptions {
        foreign: &foreign,
        ..RankOptions::default()
    };
    let ranking = rank_with(&task, &programs, &options);
    assert_eq!(ranking.groups[0].members, [1, 2, 3], "the shortest first");
    assert_eq!(ranking.candidates[3].status.word(), "fits");
    assert_eq!(ranking.candidates[4].group, None);
    assert_eq!(ranking.candidates[4].status.word(), "wrong");
    let fingerprint = ranking.fingerprint(&ranking.groups[0]);
    assert_eq!(fingerprint, alone.fingerprint(best));
    assert_ne!(fingerprint, alone.fingerprint(&alone.groups[1]));
}

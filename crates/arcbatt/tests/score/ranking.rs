//! Ranking: groups of equal answers, a total order, the two attempts.

use super::support::{all, programs, score, task, with_blocks};
use arcbatt::batt::{Batt, Block};
use arcbatt::card;
use arcbatt::grid::GridBuf;
use arcbatt::program::Program;
use arcbatt::rng::Rng;
use arcbatt::score::{
    Differs, RankedGroup, ScoreOptions, TaskScore, all_attempts, attempts, check_answers,
    score_task,
};
use arcbatt::task::{Answers, Task, generators};
use std::collections::{BTreeMap, BTreeSet};

fn scored(batt: &Batt, task: &Task) -> TaskScore {
    score_with(batt, task, &ScoreOptions::default())
}

fn score_with(batt: &Batt, task: &Task, options: &ScoreOptions) -> TaskScore {
    score(batt, task, &all(batt), Differs::starter(), options)
}

fn solvers() -> Vec<Program> {
    programs(generators::SOLVERS)
}

/// Ranking cannot see the test outputs: neither its arguments nor a task hold them.
///
/// If one of these types ever holds them, this test does not compile.
#[test]
fn ranking_cannot_see_test_outputs() {
    let _: fn(&Task, &Batt, &[Block], &Differs, &ScoreOptions) -> TaskScore = score_task;
    let Task {
        id: _,
        train: _,
        test: _,
    } = task("half_turn");
    let _: fn(&TaskScore, usize) -> [Option<GridBuf>; 2] = attempts;
}

/// The ranking does not depend on the answers; they are only counted afterwards.
#[test]
fn built_in_solvers_rank_first_on_their_tasks() {
    let batt = Batt::from_programs(&solvers());
    let data = generators::embedded();
    assert!(data.tasks.len() >= 50 && batt.candidates.len() >= 51);
    for (task, answers) in data.tasks.iter().zip(&data.answers) {
        let score = scored(&batt, task);
        assert!(score.fits, "{}", task.id);
        let own = batt
            .sources
            .iter()
            .position(|s| s.task_id() == Some(&task.id));
        let own = own.unwrap() as u32;
        // Another family's solver may match all pairs as well.
        let place = score.best.iter().position(|s| s.candidates.contains(&own));
        let best = &score.best[place.unwrap()];
        assert_eq!(best.matched as usize, task.train.len(), "{}", task.id);
        assert_eq!(best.differ, score.most);
        assert_eq!(score.candidates, batt.candidates.len());
        let verdict = check_answers(&all_attempts(&score), answers);
        assert_eq!(verdict.tests, task.test.len());
        assert_eq!(verdict.known, task.test.len());
        assert!(verdict.is_right() == Some(true), "{}", task.id);
    }
}

/// Compares the groups with a map from the answers of every candidate.
#[test]
fn equal_answers_form_one_group() {
    let mut programs = solvers();
    programs.extend(programs.clone());
    let batt = Batt::from_programs(&programs);
    let options = ScoreOptions {
        keep: 1000,
        programs: 1000,
        ..ScoreOptions::default()
    };
    for task in generators::embedded().tasks.iter().step_by(7) {
        let answers = with_blocks(&batt, task, &all(&batt), |blocks| {
            let mut answers: BTreeMap<Vec<Option<GridBuf>>, BTreeSet<u32>> = BTreeMap::new();
            for block in &blocks {
                for (k, &candidate) in block.candidates.iter().enumerate() {
                    let small = |g: &&GridBuf| g.height() <= 30 && g.width() <= 30;
                    let samples = 0..task.train.len() + task.test.len();
                    let grid = |sample| block.outputs.grid(k, sample).filter(small).cloned();
                    let key = samples.map(grid).collect();
                    answers.entry(key).or_default().insert(candidate);
                }
            }
            answers
        });
        let score = score_with(&batt, task, &options);
        let never = |key: &[Option<GridBuf>]| key.iter().all(Option::is_none);
        let failed: usize = answers
            .iter()
            .filter(|(key, _)| never(key))
            .map(|(_, candidates)| candidates.len())
            .sum();
        assert_eq!(score.failed, failed, "{}", task.id);
        assert_eq!(score.distinct, score.best.len());
        let found: BTreeMap<_, BTreeSet<u32>> = score
            .best
            .iter()
            .map(|s| (s.outputs.clone(), s.candidates.iter().copied().collect()))
            .collect();
        let wanted: BTreeMap<_, _> = answers.into_iter().filter(|(key, _)| !never(key)).collect();
        assert_eq!(found, wanted, "{}", task.id);
        for scored in &score.best {
            assert_eq!(scored.programs, scored.candidates.len());
            let train = scored.outputs.iter().zip(&task.train);
            let matched = train.filter(|(out, pair)| out.as_ref() == Some(&pair.output));
            assert_eq!(scored.matched as usize, matched.count());
        }
    }
}

/// A program that the user gave for a task is the best, unless another matches more pairs.
#[test]
fn programs_of_the_user_come_before_mutants() {
    let settings = card::Settings {
        mutants: 60,
        ..card::Settings::default()
    };
    let (batt, _) = card::card(&solvers(), &settings, None);
    let mut shorter = 0;
    for task in &generators::embedded().tasks {
        let score = scored(&batt, task);
        let own = batt.sources.iter().find(|s| s.task_id() == Some(&task.id));
        let own = own.unwrap().candidates.0;
        assert_eq!(score.best[0].candidates[0], own, "{}", task.id);
        let others = score.best.iter().flat_map(|group| &group.candidates);
        shorter += others.filter(|&&c| batt.cost(c) < batt.cost(own)).count();
    }
    assert!(shorter > 0, "no mutant is shorter than the program");
}

/// The ranking is strictly in the documented order.
#[test]
fn ranks_by_matches_differ_cost_length_text() {
    let batt = Batt::from_programs(&solvers());
    let mut ties = 0;
    // Names do not count.
    let text = |c: u32| {
        batt.graph
            .extract(batt.candidates[c as usize].output, "solve")
    };
    let text = |c: u32| text(c).to_string();
    // No program counts as given by the user.
    let mut options = ScoreOptions::default();
    options.run.given_sources = 0;
    for task in generators::embedded().tasks.iter().step_by(5) {
        let score = score_with(&batt, task, &options);
        for pair in score.best.windows(2) {
            let key = |s: &RankedGroup| {
                let text = text(s.candidates[0]);
                let descending = std::cmp::Reverse((s.matched, s.differ));
                (descending, s.cost, s.length, text)
            };
            assert!(key(&pair[0]) < key(&pair[1]), "{}", task.id);
            ties += usize::from(pair[0].differ == pair[1].differ);
        }
        for scored in &score.best {
            assert_eq!(scored.cost, batt.cost(scored.candidates[0]));
            assert_eq!(scored.length, batt.length(scored.candidates[0]));
            assert!(scored.candidates.is_sorted_by_key(|&c| (
                batt.cost(c),
                batt.length(c),
                text(c)
            )));
        }
    }
    assert!(ties > 0, "no task put the later keys to the test");
}

#[test]
fn order_of_candidates_and_blocks_does_not_matter() {
    let batt = Batt::from_programs(&solvers());
    let mut rng = Rng::new(3);
    let mut left_out = 0;
    for task in generators::embedded().tasks.iter().step_by(9) {
        // Keep and compare only a few, so that truncation is tested as well.
        let options = ScoreOptions {
            keep: 5,
            programs: 2,
            compared: 9,
            ..ScoreOptions::default()
        };
        let first = score_with(&batt, task, &options);
        left_out += first.stats.left_out;
        for _ in 0..4 {
            let mut candidates = all(&batt);
            rng.shuffle(&mut candidates);
            let again = score(&batt, task, &candidates, Differs::starter(), &options);
            assert_eq!(again, first, "{}", task.id);
            let (left, right) = candidates.split_at(candidates.len() / 3);
            let again = with_blocks(&batt, task, left, |left| {
                with_blocks(&batt, task, right, |right| {
                    let blocks: Vec<Block> = right.iter().chain(&left).map(copy).collect();
                    score_task(task, &batt, &blocks, Differs::starter(), &options)
                })
            });
            assert_eq!(again, first, "{}", task.id);
        }
    }
    assert!(left_out > 0, "nothing was cut off");
}

fn copy<'c>(block: &Block<'c>) -> Block<'c> {
    Block {
        candidates: block.candidates,
        outputs: block.outputs.clone(),
        stats: block.stats.clone(),
        time: block.time,
    }
}

#[test]
fn a_solver_comes_first_among_fifty_wrong_ones() {
    let mut all_programs = solvers();
    let own = |p: &Program| p.name == "solve_gravity_down";
    let solver = all_programs.iter().find(|p| own(p)).unwrap().clone();
    all_programs.retain(|p| !own(p));
    all_programs.truncate(50);
    all_programs.push(solver);
    let batt = Batt::from_programs(&all_programs);
    let score = scored(&batt, &task("gravity_down"));
    assert!(score.fits);
    assert_eq!(score.best[0].candidates[0], 50);
    assert!(score.best[1].matched < score.best[0].matched);
}

/// Where nothing matches, the differs decide.
#[test]
fn the_nearer_miss_is_ranked_higher() {
    let batt = Batt::from_programs(&programs(
        "def solve_far(I):\n    O = canvas(ZERO, UNITY)\n    return O\n\
         def solve_near(I):\n    x1 = rot180(I)\n    x2 = shoot(ORIGIN, RIGHT)\n    \
         O = fill(x1, FIVE, x2)\n    return O\n\
         def solve_middle(I):\n    x1 = mostcolor(I)\n    x2 = shape(I)\n    \
         O = canvas(x1, x2)\n    return O\n",
    ));
    let score = scored(&batt, &task("half_turn"));
    assert!(!score.fits);
    let order: Vec<u32> = score.best.iter().map(|s| s.candidates[0]).collect();
    assert_eq!(order, [1, 2, 0]);
    assert!(score.best[0].differ < score.most);
}

#[test]
fn a_truncated_ranking_is_the_head_of_the_full_one() {
    let batt = Batt::from_programs(&solvers());
    let task = task("half_turn");
    let whole = scored(&batt, &task);
    for keep in [0, 1, 2, 7] {
        let options = ScoreOptions {
            keep,
            ..ScoreOptions::default()
        };
        let head = score_with(&batt, &task, &options);
        assert_eq!(head.best, whole.best[..keep]);
        assert_eq!(head.distinct, whole.distinct);
        assert_eq!(head.stats.left_out, 0);
        assert!(head.fits);
    }
}

/// With more groups than the differs may score, those with most cells right are scored.
#[test]
fn differs_score_a_limited_number_of_groups() {
    let batt = Batt::from_programs(&solvers());
    let task = task("half_turn");
    let candidates: Vec<u32> = all(&batt)
        .into_iter()
        .filter(|&c| !["solve_half_turn", "solve_turn_by_example"].contains(&name(&batt, c)))
        .collect();
    let options = |compared| ScoreOptions {
        keep: 2,
        compared,
        ..ScoreOptions::default()
    };
    let differs = Differs::starter();
    let whole = score(&batt, &task, &candidates, differs, &options(4096));
    assert_eq!((whole.stats.left_out, whole.best[1].matched), (0, 0));
    let few = score(&batt, &task, &candidates, differs, &options(10));
    assert_eq!(few.stats.compared, 10);
    assert_eq!(few.stats.left_out, few.distinct - 10);
    assert!(few.stats.pairs <= 10 * task.train.len());
    assert_eq!(few.best.len(), 2);
    let right = |scored: &RankedGroup| -> usize {
        let pairs = scored.outputs.iter().flatten().zip(&task.train);
        pairs
            .map(|(grid, pair)| cells_right(grid, &pair.output))
            .sum()
    };
    // Scored groups have more cells right than most of the others.
    let everything = ScoreOptions {
        keep: 1000,
        ..ScoreOptions::default()
    };
    let whole = score(&batt, &task, &candidates, differs, &everything);
    let mut all_right: Vec<usize> = whole.best.iter().map(right).collect();
    all_right.sort_unstable();
    for scored in &few.best {
        assert!(right(scored) >= all_right[all_right.len() - 10]);
        // The score does not depend on the other groups scored.
        assert!(whole.best.contains(scored));
    }
}

fn cells_right(grid: &GridBuf, wanted: &GridBuf) -> usize {
    if (grid.height(), grid.width()) != (wanted.height(), wanted.width()) {
        return 0;
    }
    let cells = grid.view().cells().iter().zip(wanted.view().cells());
    cells.filter(|(a, b)| a == b).count()
}

fn name(batt: &Batt, candidate: u32) -> &str {
    &batt.sources[batt.candidates[candidate as usize].source as usize].name
}

#[test]
fn programs_that_never_answer_are_only_counted() {
    let batt = Batt::from_programs(&programs(
        "def solve_fails(I):\n    x1 = divide(ONE, ZERO)\n    return x1\n\
         def solve_number(I):\n    x1 = size(I)\n    return x1\n\
         def solve_huge(I):\n    x1 = canvas(ONE, (31, 1))\n    return x1\n\
         def solve_still(I):\n    return I\n",
    ));
    let task = task("half_turn");
    let score = scored(&batt, &task);
    assert_eq!((score.candidates, score.failed, score.distinct), (4, 3, 1));
    assert_eq!(score.best[0].candidates, [3]);
    let nobody = scored(&Batt::default(), &task);
    assert_eq!((nobody.candidates, nobody.distinct), (0, 0));
    assert!(nobody.best.is_empty() && !nobody.fits);
    assert_eq!(all_attempts(&nobody), vec![[None, None]; task.test.len()]);
}

/// Of programs with equal answers, the cheapest comes first; the text breaks ties.
#[test]
fn programs_with_one_answer_are_ordered() {
    let batt = Batt::from_programs(&programs(
        "def solve_d(I):\n    x1 = rot90(I)\n    O = rot90(x1)\n    return O\n\
         def solve_c(I):\n    x1 = hmirror(I)\n    O = vmirror(x1)\n    return O\n\
         def solve_b(I):\n    O = rot180(I)\n    return O\n\
         def solve_a(I):\n    x1 = vmirror(I)\n    O = hmirror(x1)\n    return O\n",
    ));
    let task = task("half_turn");
    let score = scored(&batt, &task);
    assert_eq!(score.distinct, 1);
    assert_eq!(score.best[0].candidates, [2, 1, 0, 3]);
    let options = ScoreOptions {
        programs: 2,
        ..ScoreOptions::default()
    };
    let score = score_with(&batt, &task, &options);
    assert_eq!(score.best[0].candidates, [2, 1]);
    assert_eq!(score.best[0].programs, 4);
}

#[test]
fn the_second_attempt_differs_from_the_first() {
    let grid = |color| GridBuf::filled(1, 1, color);
    let like = |outputs: [Option<i8>; 3]| RankedGroup {
        candidates: vec![0],
        programs: 1,
        matched: 0,
        differ: 0,
        cost: 0,
        length: 0,
        outputs: outputs.map(|o| o.map(grid)).to_vec(),
    };
    let mut score = scored(&Batt::default(), &task("half_turn"));
    (score.train, score.tests) = (1, 2);
    score.best = vec![
        like([Some(9), None, Some(1)]),
        like([Some(8), Some(2), Some(1)]),
        like([Some(7), Some(3), Some(1)]),
    ];
    let all = all_attempts(&score);
    assert_eq!(all, [[Some(grid(2)), Some(grid(3))], [Some(grid(1)), None]]);
    assert_eq!(attempts(&score, 2), [None, None]);
    assert_eq!(attempts(&score, usize::MAX), [None, None]);
    let right = |answers: Vec<Option<GridBuf>>| {
        let verdict = check_answers(&all, &Answers(answers));
        (
            verdict.known,
            verdict.right,
            verdict.is_right() == Some(true),
        )
    };
    assert_eq!(right(vec![Some(grid(3)), Some(grid(1))]), (2, 2, true));
    assert_eq!(right(vec![Some(grid(4)), Some(grid(1))]), (2, 1, false));
    assert_eq!(right(vec![Some(grid(2)), None]), (1, 1, false));
    assert_eq!(right(vec![]), (0, 0, false));
}

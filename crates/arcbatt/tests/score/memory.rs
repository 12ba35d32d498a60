//! Answers for which there is no memory are computed again: results are the same.

use super::support::*;
use arcbatt::Limits;
use arcbatt::batt::{Block, Memory, Options, run_tasks};
use arcbatt::card::{self, card};
use arcbatt::program::Program;
use arcbatt::score::{
    Differs, RankOptions, ScoreOptions, TaskScore, matches_needed, rank_with, score_task,
};
use arcbatt::task::generators;

/// Memory for so many bytes of answers.
fn memory(bytes: usize) -> Memory {
    Memory::new(4 * bytes, 1)
}

#[test]
fn scores_do_not_depend_on_memory() {
    let settings = card::Settings {
        mutants: 20,
        ..card::Settings::default()
    };
    let mut programs = programs(generators::SOLVERS);
    programs.truncate(30);
    let (batt, _) = card(&programs, &settings, None);
    let data = generators::embedded();
    let tasks: Vec<_> = data.tasks.iter().step_by(9).collect();
    let everyone = all(&batt);
    for partial in [true, false] {
        let scores = |memory: Option<&Memory>| -> Vec<(TaskScore, u32, usize)> {
            let options = Options {
                memory,
                ..Options::default()
            };
            let finish = |k: usize, blocks: Vec<Block>| {
                let how = ScoreOptions {
                    partial,
                    compared: 70,
                    ..ScoreOptions::with(options)
                };
                let score = score_task(tasks[k], &batt, &blocks, Differs::starter(), &how);
                let kept = blocks.iter().map(|block| block.outputs.grids().len()).sum();
                (score, matches_needed(tasks[k], &blocks, 3), kept)
            };
            run_tasks(&batt, &tasks, &options, |_| everyone.clone(), finish)
        };
        let wanted = scores(None);
        assert!(wanted.iter().any(|(score, ..)| score.fits));
        assert!(wanted.iter().any(|(score, ..)| score.stats.left_out > 0));
        // With some memory, some grids are kept.
        for bytes in [0, 70_000] {
            let got = scores(Some(&memory(bytes)));
            let kept = |scores: &[(TaskScore, u32, usize)]| {
                scores.iter().map(|score| score.2).sum::<usize>()
            };
            let (kept, all) = (kept(&got), kept(&wanted));
            assert_eq!(kept == 0, bytes == 0);
            assert!(kept < all, "{kept} of {all}");
            for (got, wanted) in got.iter().zip(&wanted) {
                assert_eq!((&got.0, got.1), (&wanted.0, wanted.1));
            }
        }
    }
}

#[test]
fn rankings_do_not_depend_on_memory() {
    let data = generators::embedded();
    let solvers = programs(generators::SOLVERS);
    let settings = card::Settings {
        mutants: 5,
        ..card::Settings::default()
    };
    let (batt, _) = card(&solvers, &settings, None);
    let candidates: Vec<Program> = all(&batt).iter().map(|&c| batt.extract(c)).collect();
    let limits = Limits {
        steps: 200_000,
        cells: 2_000_000,
        ..Limits::default()
    };
    for (task, answers) in data.tasks.iter().zip(&data.answers).step_by(25) {
        let rank = |memory: Option<&Memory>| {
            let options = RankOptions {
                limits,
                memory,
                ..RankOptions::default()
            };
            let mut ranking = rank_with(task, &candidates, &options);
            let from = (task, candidates.as_slice(), limits);
            ranking.compare_computed_tests(answers, from);
            let answer = |group, test| ranking.computed_answer(group, test, from);
            let attempts = ranking.attempts_with(answer);
            let first: Vec<_> = ranking
                .groups
                .iter()
                .map(|group| answer(group, 0))
                .collect();
            let first: Vec<_> = first
                .into_iter()
                .map(|grid| grid.map(|g| g.into_owned()))
                .collect();
            (
                ranking.groups.clone(),
                ranking.candidates.clone(),
                attempts,
                first,
            )
        };
        let wanted = rank(None);
        assert!(wanted.0.len() > 20, "{}", wanted.0.len());
        for bytes in [0, 100_000] {
            assert_eq!(rank(Some(&memory(bytes))), wanted, "{}", task.id);
        }
    }
}

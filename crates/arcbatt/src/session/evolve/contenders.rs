//! The candidates of all tasks that may be among the best of a task, found with few runs.
//!
//! In: tasks that their own candidates do not fit, and how many demonstrations another candidate must
//! match to rank high enough ([`matches_needed`](crate::score::matches_needed)). Out: the candidates
//! to run on all samples. The others fail so many demonstrations that no result depends on them;
//! their runs on the remaining samples are saved.

use crate::batt::{Batt, Block, Options, Probe, Samples, Stats, run_samples};
use crate::task::Task;
use std::time::Duration;

/// A task that gets the candidates of all tasks.
pub(crate) struct OpenTask<'t> {
    pub task: &'t Task,
    /// The candidates of its own programs: all of them are contenders.
    pub own: &'t [u32],
    /// The number of demonstrations that another candidate must match.
    pub needed: u32,
}

/// The candidates to run on all samples of a task.
pub(crate) struct Contenders {
    /// Ascending.
    pub candidates: Vec<u32>,
    /// Statistics of the runs that ruled out the others, and their time on threads.
    pub stats: Stats,
    pub time: Duration,
}

/// The contenders of every task. Uses the rayon pool that it is called in.
pub(crate) fn contenders<P: Probe>(
    batt: &Batt,
    open: &[OpenTask],
    options: &Options<P>,
) -> Vec<Contenders> {
    let tasks: Vec<&Task> = open.iter().map(|open| open.task).collect();
    let demonstrations: Vec<Vec<usize>> = open.iter().map(OpenTask::deciding).collect();
    // Own and given programs are reported, whatever they match.
    let kept = |k: usize| {
        let mut kept = vec![demonstrations[k].is_empty(); batt.candidates.len()];
        for &own in open[k].own {
            kept[own as usize] = true;
        }
        for (candidate, kept) in (0..).zip(&mut kept) {
            *kept |= options.is_given(batt, candidate, &tasks[k].id);
        }
        kept
    };
    let choose = |k: usize| {
        let others = (0..).zip(kept(k)).filter(|(_, kept)| !kept);
        let others = others.map(|(candidate, _)| candidate).collect();
        let samples = Samples::of_demonstrations(tasks[k], &demonstrations[k]);
        (others, samples)
    };
    let finish = |k: usize, blocks: Vec<Block>| {
        let mut kept = kept(k);
        let (mut stats, mut time) = (Stats::default(), Duration::ZERO);
        for block in &blocks {
            stats.add(&block.stats);
            time += block.time;
            for (at, &candidate) in block.candidates.iter().enumerate() {
                let mut samples = demonstrations[k].iter().enumerate();
                kept[candidate as usize] = samples.any(|(sample, &pair)| {
                    let wanted = &tasks[k].train[pair].output;
                    block.outputs.is_grid(at, sample, wanted)
                });
            }
        }
        let candidates = (0..).zip(kept).filter(|(_, kept)| *kept);
        Contenders {
            candidates: candidates.map(|(candidate, _)| candidate).collect(),
            stats,
            time,
        }
    };
    run_samples(batt, &tasks, options, choose, finish)
}

impl OpenTask<'_> {
    /// The smallest demonstrations, so many that a candidate that fails all of them cannot match as
    /// many as needed. None if every candidate is a contender.
    fn deciding(&self) -> Vec<usize> {
        let train = &self.task.train;
        let mut smallest: Vec<usize> = (0..train.len()).collect();
        smallest.sort_by_key(|&k| train[k].input.height() * train[k].input.width());
        match self.needed {
            0 => smallest.clear(),
            needed => smallest.truncate((train.len() + 1).saturating_sub(needed as usize)),
        }
        smallest
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batt::run_tasks;
    use crate::card::{self, card};
    use crate::program::parse_file;
    use crate::score::{
        Differs, ScoreOptions, TaskScore, all_attempts, matches_needed, score_task,
    };
    use crate::task::generators;

    const BEST: usize = 3;

    /// The first groups, the attempts and whether a program fits are those of running everything.
    #[test]
    fn candidates_that_are_ruled_out_change_no_result() {
        let settings = card::Settings {
            mutants: 30,
            ..card::Settings::default()
        };
        let programs = parse_file(generators::SOLVERS).programs;
        let (batt, _) = card(&programs, &settings, None);
        let everyone: Vec<u32> = (0..batt.candidates.len() as u32).collect();
        let options = Options {
            given_sources: 0,
            ..Options::default()
        };
        let data = generators::embedded();
        let tasks: Vec<&Task> = data.tasks.iter().step_by(4).collect();
        let score = |task: &Task, blocks: &[Block]| {
            let options = ScoreOptions {
                keep: 16,
                ..ScoreOptions::default()
            };
            score_task(task, &batt, blocks, Differs::starter(), &options)
        };
        let scores = |chosen: &[Vec<u32>]| -> Vec<TaskScore> {
            let choose = |k: usize| chosen[k].clone();
            let finish = |k: usize, blocks: Vec<Block>| score(tasks[k], &blocks);
            run_tasks(&batt, &tasks, &options, choose, finish)
        };
        // The mutants of a task's solver that do not fit it.
        let own = run_tasks(
            &batt,
            &tasks,
            &options,
            |k| {
                let is_for = |&c: &u32| batt.source(c).task_id() == Some(tasks[k].id.as_str());
                everyone.iter().copied().filter(is_for).collect()
            },
            |k, blocks| {
                let mut own = Vec::new();
                for block in &blocks {
                    for (at, &candidate) in block.candidates.iter().enumerate() {
                        let mut pairs = tasks[k].train.iter().enumerate();
                        let differs = |(sample, pair): (usize, &crate::task::Demonstration)| {
                            block.outputs.grid(at, sample) != Some(&pair.output)
                        };
                        if pairs.any(differs) {
                            own.push(candidate);
                        }
                    }
                }
                own
            },
        );
        let needed = run_tasks(
            &batt,
            &tasks,
            &options,
            |k| own[k].clone(),
            |k, blocks| matches_needed(tasks[k], &blocks, BEST),
        );
        let open: Vec<OpenTask> = (0..tasks.len())
            .map(|k| OpenTask {
                task: tasks[k],
                own: &own[k],
                needed: needed[k],
            })
            .collect();
        let contenders: Vec<Vec<u32>> = contenders(&batt, &open, &options)
            .into_iter()
            .map(|contenders| contenders.candidates)
            .collect();
        let few = scores(&contenders);
        let all = scores(&vec![everyone.clone(); tasks.len()]);
        for ((few, all), task) in few.iter().zip(&all).zip(&tasks) {
            assert_eq!(few.fits, all.fits, "{}", task.id);
            let best = |score: &TaskScore| score.best[..BEST.min(score.best.len())].to_vec();
            assert_eq!(best(few), best(all), "{}", task.id);
            assert_eq!(all_attempts(few), all_attempts(all), "{}", task.id);
        }
        let is_saved = |contenders: &Vec<u32>| 2 * contenders.len() < everyone.len();
        assert!(contenders.iter().any(is_saved), "no task needs fewer runs");
        assert!(needed.contains(&0), "some task needs every candidate");
    }
}

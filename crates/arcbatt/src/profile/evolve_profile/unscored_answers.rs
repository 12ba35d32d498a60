//! Computes the answers of all candidates with profiling off, without scoring them.
//!
//! In: a [`Workload`]. Out: the digests that a full run would have. Scoring reads answers and changes
//! none, but takes most of the time if many tasks stay unsolved; without it, all answers can be
//! compared even if there is no time for a second full run. The CPU computes them, even if a GPU
//! ran the profiled candidates.
//! Invariant: exactly the candidates of a full run are run.

use crate::batt::{Batt, Block, Options, run_tasks};
use crate::card::{self, card};
use crate::check::match_programs;
use crate::profile::evolve_profile::workload::{Subject, Workload};
use crate::profile::probe::answer_digest::AnswersOnly;
use crate::score::matches_needed;
use crate::session::evolve::Settings;
use crate::session::evolve::contenders::{OpenTask, contenders};
use crate::task::Task;

/// The digests by task; `None` with several rounds, as later ones depend on scores.
pub fn answers(workload: &Workload) -> Option<Vec<(String, u128)>> {
    let probe = AnswersOnly::default();
    match workload.subject {
        Subject::Batt(batt, settings) => every_candidate(workload, batt, settings, &probe),
        Subject::Pipeline(_, settings) if settings.rounds == 1 => {
            first_round(workload, settings, &probe);
        }
        Subject::Pipeline(..) => return None,
    }
    Some(probe.0.into_sorted())
}

fn every_candidate(workload: &Workload, batt: &Batt, settings: &Settings, probe: &AnswersOnly) {
    let all: Vec<u32> = (0..batt.candidates.len() as u32).collect();
    let options = Options {
        memory: settings.memory,
        ..Options::probed(probe)
    };
    let tasks = &workload.data().tasks;
    run_tasks(batt, tasks, &options, |_| all.clone(), |_, _| ());
}

/// Runs each task on the candidates of its own programs, then the unsolved tasks on those of all tasks
/// that may be among the best.
fn first_round(workload: &Workload, settings: &Settings, probe: &AnswersOnly) {
    let card_settings = card::Settings {
        mutants: workload.mutants,
        seed: settings
            .card
            .seed
            .wrapping_add(u64::from(settings.first_round.saturating_sub(1))),
        ..settings.card
    };
    let (batt, _) = card(workload.programs(), &card_settings, None);
    let tasks: Vec<&Task> = workload.data().tasks.iter().collect();
    let mut own: Vec<Vec<u32>> = vec![Vec::new(); tasks.len()];
    for (task, program) in match_programs(workload.data(), workload.programs()).runs {
        let (first, end) = batt.sources[program].candidates;
        own[task].extend(first..end);
    }
    let options = Options {
        memory: settings.memory,
        ..Options::probed(probe)
    };
    let open = run_tasks(
        &batt,
        &tasks,
        &options,
        |k| own[k].clone(),
        |k, blocks| {
            let needed = || matches_needed(tasks[k], &blocks, settings.survivors);
            (!is_solved(tasks[k], &blocks)).then(needed)
        },
    );
    if settings.share {
        let open = tasks.iter().zip(&own).zip(open);
        let open: Vec<OpenTask> = open
            .filter_map(|((task, own), needed)| {
                let needed = needed?;
                Some(OpenTask { task, own, needed })
            })
            .collect();
        let chosen = contenders(&batt, &open, &options);
        let tasks: Vec<&Task> = open.iter().map(|open| open.task).collect();
        let choose = |k: usize| chosen[k].candidates.clone();
        run_tasks(&batt, &tasks, &options, choose, |_, _| ());
    }
}

/// Whether some candidate gets all demonstrations right.
fn is_solved(task: &Task, blocks: &[Block]) -> bool {
    let right = |block: &Block, candidate: usize| {
        let mut pairs = task.train.iter().enumerate();
        pairs.all(|(k, pair)| block.outputs.is_grid(candidate, k, &pair.output))
    };
    let one = |block: &Block| (0..block.candidates.len()).any(|candidate| right(block, candidate));
    !task.train.is_empty() && blocks.iter().any(one)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::parse_file;
    use crate::task::generators;

    /// The answers without scoring, and those of a full run.
    fn both(subject: Subject, mutants: u32) -> [Option<Vec<(String, u128)>>; 2] {
        let data = generators::embedded();
        let workload = Workload::new(subject, &data, 30, mutants);
        let probe = AnswersOnly::default();
        workload.run(&probe, &|_| {}, &|_, _| {}).unwrap();
        [answers(&workload), Some(probe.0.into_sorted())]
    }

    #[test]
    fn unscored_answers_equal_those_of_a_full_run() {
        // Half of the solvers are missing, so that tasks get the candidates of others.
        let mut programs = parse_file(generators::SOLVERS).programs;
        programs.truncate(programs.len() / 2);
        let settings = Settings::default();
        let alone = Settings {
            share: false,
            ..settings
        };
        let [without, whole] = both(Subject::Pipeline(&programs, &settings), 2);
        assert_eq!(without, whole);
        assert_eq!(whole.map(|tasks| tasks.len()), Some(30));
        let [without, not_shared] = both(Subject::Pipeline(&programs, &alone), 2);
        assert_eq!(without, not_shared);
        let (batt, _) = card(&programs, &settings.card, None);
        let [without, whole] = both(Subject::Batt(&batt, &settings), 0);
        assert_eq!(without, whole);
        assert_ne!(without, not_shared);
    }

    #[test]
    fn several_rounds_need_scores() {
        let settings = Settings {
            rounds: 2,
            ..Settings::default()
        };
        let data = generators::embedded();
        let workload = Workload::new(Subject::Pipeline(&[], &settings), &data, 1, 0);
        assert_eq!(answers(&workload), None);
    }
}

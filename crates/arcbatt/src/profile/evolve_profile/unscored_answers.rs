//! What the candidates of some work answer, with profiling off and without scoring.
//!
//! In: a [`Scene`]. Out: the digests that a whole run of it would have. Scoring looks at answers and
//! changes none, but it is most of the time where many tasks are not solved: without it the answers
//! to everything can be compared even where there is no time to do everything twice.
//! The cores compute them, whoever ran the candidates that they are compared with.
//! What never happens here: candidates that the whole run would not have run.

use crate::batt::{Batt, Block, Options, run_tasks};
use crate::card::{self, card};
use crate::check::match_programs;
use crate::profile::evolve_profile::workload::{Scene, Subject};
use crate::profile::probe::answer_digest::AnswersOnly;
use crate::session::evolve::Settings;
use crate::task::Task;

/// The digests by task; none where only scoring can tell what is run: in later rounds.
pub fn answers(scene: &Scene) -> Option<Vec<(String, u128)>> {
    let probe = AnswersOnly::default();
    match scene.subject {
        Subject::Batt(batt, _) => every_candidate(scene, batt, &probe),
        Subject::Pipeline(_, settings) if settings.rounds == 1 => {
            first_round(scene, settings, &probe);
        }
        Subject::Pipeline(..) => return None,
    }
    Some(probe.0.into_sorted())
}

fn every_candidate(scene: &Scene, batt: &Batt, probe: &AnswersOnly) {
    let everyone: Vec<u32> = (0..batt.candidates.len() as u32).collect();
    let options = Options::probed(probe);
    let tasks = &scene.data().tasks;
    run_tasks(batt, tasks, &options, |_| everyone.clone(), |_, _| ());
}

/// Every task on the candidates of its own programs, and those that these do not solve on all.
fn first_round(scene: &Scene, settings: &Settings, probe: &AnswersOnly) {
    let card_settings = card::Settings {
        mutants: scene.mutants,
        seed: settings
            .card
            .seed
            .wrapping_add(u64::from(settings.first_round.saturating_sub(1))),
        ..settings.card
    };
    let (batt, _) = card(scene.programs(), &card_settings, None);
    let tasks: Vec<&Task> = scene.data().tasks.iter().collect();
    let mut own: Vec<Vec<u32>> = vec![Vec::new(); tasks.len()];
    for (task, program) in match_programs(scene.data(), scene.programs()).runs {
        let (first, end) = batt.sources[program].candidates;
        own[task].extend(first..end);
    }
    let options = Options::probed(probe);
    let solved = run_tasks(
        &batt,
        &tasks,
        &options,
        |k| own[k].clone(),
        |k, blocks| is_solved(tasks[k], &blocks),
    );
    if settings.share {
        let open = tasks.into_iter().zip(solved);
        let open: Vec<&Task> = open.filter(|(_, solved)| !solved).map(|(t, _)| t).collect();
        let everyone: Vec<u32> = (0..batt.candidates.len() as u32).collect();
        run_tasks(&batt, &open, &options, |_| everyone.clone(), |_, _| ());
    }
}

/// Whether a candidate gets all demonstrations right.
fn is_solved(task: &Task, blocks: &[Block]) -> bool {
    let right = |block: &Block, candidate: usize| {
        let mut pairs = task.train.iter().enumerate();
        pairs.all(|(k, pair)| block.outputs.grid(candidate, k) == Some(&pair.output))
    };
    let one = |block: &Block| (0..block.candidates.len()).any(|candidate| right(block, candidate));
    !task.train.is_empty() && blocks.iter().any(one)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batt::Executor;
    use crate::program::parse_file;
    use crate::task::generators;

    /// The answers without scoring, and those of a whole run.
    fn both(subject: Subject, mutants: u32) -> [Option<Vec<(String, u128)>>; 2] {
        let data = generators::embedded();
        let scene = Scene::new(subject, &data, 30, mutants);
        let probe = AnswersOnly::default();
        scene.run(&probe, &|_| {}, &|_, _| {}).unwrap();
        [answers(&scene), Some(probe.0.into_sorted())]
    }

    #[test]
    fn they_are_those_of_a_whole_run() {
        // Without half of the solvers, so that tasks are given the candidates of others.
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
        let [without, whole] = both(Subject::Batt(&batt, Executor::CPU), 0);
        assert_eq!(without, whole);
        assert_ne!(without, not_shared);
    }

    #[test]
    fn later_rounds_cannot_be_told() {
        let settings = Settings {
            rounds: 2,
            ..Settings::default()
        };
        let data = generators::embedded();
        let scene = Scene::new(Subject::Pipeline(&[], &settings), &data, 1, 0);
        assert_eq!(answers(&scene), None);
    }
}

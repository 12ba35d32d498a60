//! Tests of every family: sizes, colours, variety, order, and stable seeds.

use super::*;
use crate::rng::Fnv;
use std::collections::BTreeSet;
use std::hash::Hasher;

const SEEDS: u64 = 200;

/// All pairs of a task, demonstrations first.
fn pairs<'a>(task: &'a Task, answers: &'a Answers) -> Vec<(&'a GridBuf, &'a GridBuf)> {
    assert_eq!(task.test.len(), answers.0.len());
    let train = task.train.iter().map(|d| (&d.input, &d.output));
    let test = task.test.iter().zip(answers.0.iter().flatten());
    train.chain(test).collect()
}

/// A checksum of all cells of all tasks.
fn digest<'a>(tasks: impl Iterator<Item = (&'a Task, &'a Answers)>) -> u64 {
    let mut hash = Fnv(0xcbf2_9ce4_8422_2325);
    for (task, answers) in tasks {
        hash.write(task.id.as_bytes());
        for (input, output) in pairs(task, answers) {
            hash.write(format!("{input:?}>{output:?};").as_bytes());
        }
    }
    hash.finish()
}

#[test]
fn every_family_makes_sound_tasks_for_many_seeds() {
    for family in families() {
        let mut different = BTreeSet::new();
        for seed in 0..SEEDS {
            let (task, answers) = family.task(seed);
            let name = format!("{} with seed {seed}", family.name);
            assert!((3..=5).contains(&task.train.len()), "{name}");
            assert!((1..=2).contains(&task.test.len()), "{name}");
            let pairs = pairs(&task, &answers);
            for (k, (input, output)) in pairs.iter().enumerate() {
                for grid in [input, output] {
                    assert!((1..=30).contains(&grid.height()), "{name}");
                    assert!((1..=30).contains(&grid.width()), "{name}");
                    assert!(grid.view().is_colored(), "{name}");
                }
                assert_ne!(input, output, "{name}");
                assert!(pairs[..k].iter().all(|other| other.0 != *input), "{name}");
                let first = input.view().cells()[0];
                assert!(
                    input.view().cells().iter().any(|&c| c != first),
                    "{name}: empty input"
                );
            }
            different.insert(pairs[0].0.clone());
        }
        // There are only a few hundred pictures of 3x3 cells of one colour.
        assert!(
            different.len() as u64 > SEEDS / 2,
            "{}: {}",
            family.name,
            different.len()
        );
    }
}

#[test]
fn no_family_needs_its_fallback() {
    for family in families() {
        assert!(
            family.attempt(EMBEDDED_SEED, 0).is_some(),
            "{}",
            family.name
        );
        let failed = (0..SEEDS)
            .filter(|&seed| family.attempt(seed, 0).is_none())
            .count();
        // Even at one failure in four, twenty in a row are one in 10^12.
        assert!(
            failed as u64 * 4 < SEEDS,
            "{}: {failed} of {SEEDS}",
            family.name
        );
    }
}

#[test]
fn the_same_seed_gives_the_same_task_in_any_order() {
    let forwards: Vec<_> = (0..300).map(|k| task(7, k)).collect();
    for k in (0..300).rev() {
        assert_eq!(task(7, k), forwards[k as usize]);
    }
    assert_ne!(task(8, 0).0.train, task(7, 0).0.train);
    let ids: BTreeSet<&str> = forwards.iter().map(|(task, _)| task.id.as_str()).collect();
    assert_eq!(ids.len(), forwards.len());
}

#[test]
fn tasks_are_frozen() {
    // If this fails, a seed gives another task than before: repair the generator, not the number.
    let set = embedded();
    assert_eq!(digest(set.tasks.iter().zip(&set.answers)), EMBEDDED_DIGEST);
    let made: Vec<_> = (0..2000).map(|k| task(7, k)).collect();
    assert_eq!(
        digest(made.iter().map(|(task, answers)| (task, answers))),
        MADE_DIGEST
    );
}

const EMBEDDED_DIGEST: u64 = 0xff3f_95d3_6c41_6248;
const MADE_DIGEST: u64 = 0xf60c_d697_3451_7139;

#[test]
fn the_embedded_set_is_sorted_varied_and_complete() {
    let set = embedded();
    assert!(set.tasks.len() >= 60);
    assert_eq!(set.tasks.len(), set.answers.len());
    assert!(set.tasks.is_sorted_by(|a, b| a.id < b.id));
    let themes: BTreeSet<&str> = families().iter().map(|family| family.theme).collect();
    assert!(themes.len() >= 12);
    let large = |task: &&Task| {
        task.train
            .iter()
            .any(|d| d.input.height().max(d.input.width()) >= 20)
    };
    let small = |task: &&Task| {
        task.train
            .iter()
            .all(|d| d.input.height().max(d.input.width()) <= 12)
    };
    assert!(set.tasks.iter().filter(large).count() >= 15);
    assert!(set.tasks.iter().filter(small).count() >= 15);
}

#[test]
fn every_family_has_one_name_and_one_solver() {
    let names: BTreeSet<&str> = families().iter().map(|family| family.name).collect();
    assert_eq!(names.len(), families().len());
    let solved: Vec<&str> = SOLVERS
        .lines()
        .filter_map(|line| line.strip_prefix("def solve_")?.split('(').next())
        .collect();
    assert_eq!(solved.len(), names.len());
    assert_eq!(solved.into_iter().collect::<BTreeSet<_>>(), names);
    for family in families() {
        assert!(family.doc.ends_with('.') && !family.theme.is_empty());
        assert!(!family.name.ends_with(|c: char| c.is_ascii_digit()));
    }
}

#[test]
fn ids_lead_back_to_their_families() {
    for (k, family) in families().iter().enumerate() {
        let found = |id: &str| family_of(id).map(|family| family.name);
        assert_eq!(found(family.name), Some(family.name));
        assert_eq!(found(&task(3, k as u64).0.id), Some(family.name));
    }
    for id in [
        "",
        "_",
        "_17",
        "gravity_down_",
        "gravity_downs",
        "007bbfb7",
        "17",
    ] {
        assert!(family_of(id).is_none(), "{id}");
    }
}

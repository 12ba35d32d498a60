//! Incremental generation: unchanged programs keep their candidates.

use super::support::*;
use super::terms::{COMMUTING, Term, term};
use arcbatt::batt::{Batt, Change};
use arcbatt::card::{CardOptions, CardStats, Settings, card, card_with};
use arcbatt::program::Program;
use std::sync::atomic::AtomicBool;

fn settings() -> Settings {
    Settings {
        mutants: 25,
        ..Settings::default()
    }
}

/// The candidates of a source, as text.
fn part(batt: &Batt, source: usize) -> Vec<(String, Change)> {
    let (first, end) = batt.sources[source].candidates;
    (first..end)
        .map(|c| {
            // Lines may be in another order; as terms they are equal.
            let term = sorted(&term(&batt.extract(c)));
            (format!("{term:?}"), batt.candidates[c as usize].change)
        })
        .collect()
}

/// The term with commuting arguments sorted.
fn sorted(term: &Term) -> Term {
    let all = |args: &[Term]| args.iter().map(sorted).collect::<Vec<_>>();
    match term {
        Term::Call(p, args) => {
            let mut args = all(args);
            if COMMUTING.contains(&p.name) {
                args.sort_by_key(|arg| format!("{arg:?}"));
            }
            Term::Call(p, args)
        }
        Term::Apply(args) => Term::Apply(all(args)),
        other => other.clone(),
    }
}

fn parts(batt: &Batt) -> Vec<Vec<(String, Change)>> {
    (0..batt.sources.len()).map(|k| part(batt, k)).collect()
}

/// The list with one program replaced.
fn changed(programs: &[Program], at: usize) -> Vec<Program> {
    let mut changed = programs.to_vec();
    changed[at] = self::programs(&format!(
        "def {}(I):\n    x1 = rot90(I)\n    x2 = hconcat(x1, x1)\n    O = vconcat(x2, x2)\n    return O\n",
        programs[at].name
    ))
    .remove(0);
    changed
}

#[test]
fn generating_again_makes_nothing_new() {
    let programs = solvers();
    let (first, made) = card(&programs, &settings(), None);
    assert_eq!((made.generated, made.reused), (programs.len(), 0));
    let (second, made) = card(&programs, &settings(), Some(&first));
    let all_reused = CardStats {
        generated: 0,
        reused: programs.len(),
        discarded: 0,
        cached: false,
        stopped: false,
    };
    assert_eq!(made, all_reused);
    assert_eq!(first.sources, second.sources);
    assert!(parts(&first) == parts(&second));
    // Renaming a program's variables changes nothing.
    let renamed: Vec<Program> = programs.iter().map(Program::renamed).collect();
    assert_eq!(card(&renamed, &settings(), Some(&first)).1, all_reused);
}

#[test]
fn other_settings_regenerate_everything() {
    let programs = solvers();
    let (first, _) = card(&programs, &settings(), None);
    let mut other = settings();
    other.seed = 1;
    assert_eq!(card(&programs, &other, Some(&first)).1.reused, 0);
    let mut other = settings();
    other.mutants = 26;
    assert_eq!(card(&programs, &other, Some(&first)).1.reused, 0);
    let mut other = settings();
    other.rates = other.rates.with(Change::Constant, 7);
    assert_eq!(card(&programs, &other, Some(&first)).1.reused, 0);
}

#[test]
fn a_changed_program_regenerates_itself_and_its_recipients_only() {
    let programs = solvers();
    let (before, _) = card(&programs, &settings(), None);
    let parts_before = parts(&before);
    let mut most = 0;
    for at in [0, 17, 50, 105] {
        let now = changed(&programs, at);
        let (batt, made) = card(&now, &settings(), Some(&before));
        assert_eq!(made.generated + made.reused, programs.len());
        assert!(made.generated >= 1);
        most = most.max(made.generated);
        let parts_now = parts(&batt);
        let same = (0..programs.len())
            .filter(|&k| before.sources[k].fingerprint == batt.sources[k].fingerprint)
            .inspect(|&k| assert!(parts_now[k] == parts_before[k], "{}", programs[k].name))
            .count();
        assert_eq!(same, made.reused);
        assert_ne!(before.sources[at].fingerprint, batt.sources[at].fingerprint);
        // Partial reuse gives the same candidates as generating everything.
        let (anew, made) = card(&now, &settings(), None);
        assert_eq!(made.generated, programs.len());
        assert_eq!(anew.sources, batt.sources);
        for (k, part) in parts(&anew).into_iter().enumerate() {
            assert!(part == parts_now[k], "{}", programs[k].name);
        }
    }
    // Each program has four donors, so it is a donor of a few others.
    assert!((2..=30).contains(&most), "{most} regenerated");
}

#[test]
fn mutants_depend_only_on_their_program_and_its_donors() {
    // Without donors, other programs make no difference.
    let programs = solvers();
    let settings = Settings {
        donors: 0,
        ..settings()
    };
    let (together, _) = card(&programs, &settings, None);
    for at in (0..programs.len()).step_by(5) {
        let (alone, _) = card(&programs[at..=at], &settings, None);
        assert!(
            part(&alone, 0) == part(&together, at),
            "{}",
            programs[at].name
        );
    }
    let backwards: Vec<Program> = programs.iter().rev().cloned().collect();
    let (backwards, _) = card(&backwards, &settings, None);
    let mut parts_backwards = parts(&backwards);
    parts_backwards.reverse();
    assert!(parts_backwards == parts(&together));
}

#[test]
fn no_mutant_displaces_a_given_program() {
    // Each is a mutant of the other, and both follow a program that has both as mutants.
    let names = ["rot90", "rot180", "rot270"];
    let source =
        names.map(|name| format!("def solve_half_turn(I):\n    O = {name}(I)\n    return O\n"));
    let programs = programs(&source.concat());
    let (batt, _) = card(&programs, &settings(), None);
    for (k, source) in batt.sources.iter().enumerate() {
        let first = source.candidates.0;
        assert_eq!(batt.candidates[first as usize].change, Change::None);
        assert_eq!(batt.extract(first), batt.extract(first).renamed());
        assert_eq!(term(&batt.extract(first)), term(&programs[k]));
    }
    // Another program for a task regenerates that task's programs, and is itself in the batt.
    let (fewer, _) = card(&programs[..2], &settings(), None);
    let (more, made) = card(&programs, &settings(), Some(&fewer));
    assert_eq!((made.generated, made.reused), (3, 0));
    assert_eq!(written(&more), written(&batt));
}

#[test]
fn a_batt_read_from_a_file_can_be_reused() {
    let programs = solvers();
    let (before, _) = card(&programs, &settings(), None);
    let read = Batt::read(&written(&before)).unwrap();
    let now = changed(&programs, 33);
    let (from_memory, made_memory) = card(&now, &settings(), Some(&before));
    let (from_file, made_file) = card(&now, &settings(), Some(&read));
    assert_eq!(made_memory, made_file);
    assert_eq!(written(&from_memory), written(&from_file));
}

#[test]
fn a_stopped_generation_has_no_mutants_and_is_not_reused() {
    let programs = solvers();
    let stopped = AtomicBool::new(true);
    let (cut, made) = card_with(
        &programs,
        &settings(),
        &CardOptions {
            stop: Some(&stopped),
            ..CardOptions::default()
        },
    );
    assert_eq!(cut.sources.len(), programs.len());
    assert_eq!(made.generated, programs.len());
    assert!(cut.candidates.iter().all(|c| c.change == Change::None));
    let (whole, made) = card(&programs, &settings(), Some(&cut));
    assert_eq!(made.reused, 0);
    assert_eq!(
        whole.candidates,
        card(&programs, &settings(), None).0.candidates
    );
}

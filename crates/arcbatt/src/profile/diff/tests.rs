//! Tests of the comparison and its noise, on made-up profiles.

use super::noise::spread;
use super::*;
use crate::rng::Rng;

fn profile(walls: &[u64], primitive: &[u64]) -> Profile {
    let run = |(&wall_ns, &ns): (&u64, &u64)| RunTotals {
        wall_ns,
        evaluations: 1_000,
        primitives: vec![
            ("objects".to_owned(), ns, 100),
            ("size".to_owned(), 1_000, 10),
        ],
        ..RunTotals::default()
    };
    Profile {
        runs: walls.iter().zip(primitive).map(run).collect(),
        ..Profile::default()
    }
}

fn kind_of(before: &Profile, after: &Profile, name: &str) -> Kind {
    let changes = diff(before, after);
    changes.iter().find(|c| c.name == name).unwrap().kind
}

#[test]
fn changes_beyond_the_noise_are_reported() {
    let base = profile(&[1_000, 1_010, 1_020, 1_015], &[500, 505, 510, 507]);
    let slower = profile(&[1_300, 1_310, 1_305, 1_320], &[800, 801, 803, 805]);
    assert_eq!(kind_of(&base, &slower, "whole"), Kind::Regressed);
    assert_eq!(kind_of(&base, &slower, "objects"), Kind::Regressed);
    assert_eq!(kind_of(&slower, &base, "objects"), Kind::Improved);
    assert_eq!(kind_of(&base, &slower, "size"), Kind::Same);
    assert_eq!(kind_of(&base, &base, "whole"), Kind::Same);
}

#[test]
fn noisy_runs_hide_small_changes() {
    let noisy = profile(&[1_000, 1_500, 1_400, 1_300], &[500, 900, 800, 700]);
    let other = profile(&[1_200, 1_210, 1_230, 1_500], &[600, 610, 620, 630]);
    assert_eq!(kind_of(&noisy, &other, "whole"), Kind::Same);
    assert_eq!(kind_of(&noisy, &other, "objects"), Kind::Same);
}

#[test]
fn a_busy_machine_adds_noise_to_wall_times_first() {
    let base = profile(&[1_000, 1_000, 1_000, 1_000], &[500, 500, 500, 500]);
    let mut slower = profile(&[1_400, 1_400, 1_400, 1_400], &[800, 800, 800, 800]);
    assert_eq!(kind_of(&base, &slower, "whole"), Kind::Regressed);
    slower.account.capacity_ns = 100;
    slower.account.waiting_ns = 40;
    assert_eq!(kind_of(&base, &slower, "whole"), Kind::Same);
    assert_eq!(kind_of(&base, &slower, "objects"), Kind::Regressed);
}

#[test]
fn sampling_errors_are_noise() {
    let row = crate::profile::model::PrimitiveRow {
        name: "objects".to_owned(),
        error_percent: 70.0,
        ..Default::default()
    };
    let base = profile(&[1_000; 4], &[500; 4]);
    let mut slower = profile(&[1_000; 4], &[800; 4]);
    assert_eq!(kind_of(&base, &slower, "objects"), Kind::Regressed);
    slower.primitives = vec![row];
    assert_eq!(kind_of(&base, &slower, "objects"), Kind::Same);
}

#[test]
fn parts_that_agree_by_chance_have_the_typical_noise() {
    let profile = |lucky: u64| Profile {
        runs: (0..4)
            .map(|k| RunTotals {
                wall_ns: 1_000,
                evaluations: 1_000,
                tasks: (0..9)
                    .map(|task| (task.to_string(), 1_000 + 150 * ((k + task) % 4)))
                    .chain([("lucky".to_owned(), lucky)])
                    .collect(),
                ..RunTotals::default()
            })
            .collect(),
        ..Profile::default()
    };
    assert_eq!(
        kind_of(&profile(1_000), &profile(1_250), "lucky"),
        Kind::Same
    );
    let far = kind_of(&profile(1_000), &profile(3_000), "lucky");
    assert_eq!(far, Kind::Regressed);
}

/// Whether the whole and a primitive with these times count as slower.
fn slower(walls: [u64; 2], runs: usize, waiting: u64) -> (bool, bool) {
    let side = |time: u64| {
        let mut profile = profile(&vec![time; runs], &vec![time; runs]);
        profile.account.capacity_ns = 1_000;
        profile.account.waiting_ns = waiting;
        profile
    };
    let (base, other) = (side(walls[0]), side(walls[1]));
    let is = |name| kind_of(&base, &other, name) == Kind::Regressed;
    (is("whole"), is("objects"))
}

#[test]
fn the_noise_threshold_from_both_sides() {
    // 5 % if runs agree; 5.8 % for the two primitives.
    assert_eq!(slower([10_000, 10_490], 4, 0), (false, false));
    assert_eq!(slower([10_000, 10_510], 4, 0), (true, false));
    assert_eq!(slower([10_000, 10_590], 4, 0), (true, true));
    // 20 % for a single run, whose noise is unknown.
    assert_eq!(slower([10_000, 11_990], 1, 0), (false, false));
    assert!(slower([10_000, 12_010], 1, 0).0);
    // Waiting 1/5 of the time is 25 % noise in wall times, half of that in others.
    assert_eq!(slower([10_000, 11_240], 4, 200), (false, false));
    assert_eq!(slower([10_000, 11_460], 4, 200), (false, true));
    assert_eq!(slower([10_000, 12_490], 4, 200), (false, true));
    assert_eq!(slower([10_000, 12_510], 4, 200), (true, true));
}

#[test]
fn few_runs_have_twice_their_spread_as_noise() {
    let spread_of = |runs: &[f64]| spread(runs).round();
    assert_eq!(spread_of(&[100.0, 110.0, 120.0]), 20.0);
    assert_eq!(spread_of(&[100.0, 110.0, 110.0, 190.0]), 10.0);
    assert_eq!(spread_of(&[100.0]), 20.0);
    assert_eq!(spread_of(&[]), 0.0);
}

#[test]
fn the_typical_noise_is_twice_the_median_spread() {
    // Three tasks whose runs vary by 10 %, and one whose runs agree.
    let profile = |time: u64| {
        let run = |k: u64| RunTotals {
            evaluations: 1,
            tasks: ["a", "b", "c"]
                .map(|id| (id.to_owned(), 10_000 + 1_000 * u64::from(k > 1)))
                .into_iter()
                .chain([("steady".to_owned(), time)])
                .collect(),
            ..RunTotals::default()
        };
        Profile {
            runs: (0..4).map(run).collect(),
            ..Profile::default()
        }
    };
    let steady = |time: u64| kind_of(&profile(10_000), &profile(time), "steady");
    // Of four tasks: 20 % times sqrt(1 + ln(4) / 2).
    assert_eq!(steady(12_590), Kind::Same);
    assert_eq!(steady(12_610), Kind::Regressed);
}

#[test]
fn small_parts_are_noise() {
    // A part with 0.2 % of the run.
    let profile = |small: u64| {
        let run = RunTotals {
            evaluations: 1,
            tasks: vec![("large".to_owned(), 100_000), ("small".to_owned(), small)],
            ..RunTotals::default()
        };
        Profile {
            runs: vec![run; 4],
            ..Profile::default()
        }
    };
    let small = |after: u64| kind_of(&profile(100), &profile(after), "small");
    assert_eq!(small(199), Kind::Same);
    assert_eq!(small(202), Kind::Regressed);
}

/// Five runs of the same work: times vary by chance, and some runs are interrupted.
fn repeated(rng: &mut Rng) -> Profile {
    let mut time = |ns: u64| {
        let noise: u64 = (0..4).map(|_| rng.below(40)).sum();
        let interrupted = if rng.chance(10) { 500 } else { 0 };
        ns * (1_000 + noise + interrupted) / 1_000
    };
    let run = |_| RunTotals {
        wall_ns: time(100_000_000),
        evaluations: 1_000,
        phases: (1..7)
            .map(|k| (format!("phase {k}"), time(10_000_000 * k)))
            .collect(),
        primitives: (0..100)
            .map(|k| (format!("f{k}"), time(1_000_000), 1_000))
            .collect(),
        tasks: (0..300).map(|k| (format!("t{k}"), time(100_000))).collect(),
    };
    Profile {
        runs: (0..5).map(run).collect(),
        ..Profile::default()
    }
}

#[test]
fn repeated_profiles_of_one_run_do_not_differ() {
    let mut rng = Rng::new(17);
    let trials = 200;
    let (mut failed, mut reported) = (0, 0);
    for _ in 0..trials {
        let changes = diff(&repeated(&mut rng), &repeated(&mut rng));
        failed += usize::from(has_regressed(&changes));
        reported += usize::from(changes.iter().any(|c| c.kind == Kind::Regressed));
    }
    // Of more than 400 comparisons each.
    assert!(failed * 50 <= trials, "{failed} of {trials} fail");
    assert!(reported * 20 <= trials, "{reported} of {trials} report");
    // A primitive that is three times as slow is still found, and does not decide.
    let (before, mut after) = (repeated(&mut rng), repeated(&mut rng));
    for run in &mut after.runs {
        run.primitives[7].1 *= 3;
    }
    assert_eq!(kind_of(&before, &after, "f7"), Kind::Regressed);
    assert!(!has_regressed(&diff(&before, &after)));
    for run in &mut after.runs {
        run.phases[5].1 *= 2;
    }
    assert!(has_regressed(&diff(&before, &after)));
}

#[test]
fn more_work_is_no_regression() {
    let base = profile(&[1_000, 1_001], &[500, 500]);
    let mut double = profile(&[2_000, 2_002], &[1_000, 1_000]);
    for run in &mut double.runs {
        run.evaluations *= 2;
        run.primitives[0].2 *= 2;
    }
    assert_eq!(kind_of(&base, &double, "whole"), Kind::Same);
    assert_eq!(kind_of(&base, &double, "objects"), Kind::Same);
}

#[test]
fn added_and_removed_parts_are_reported() {
    let base = profile(&[1_000, 1_000], &[500, 500]);
    let mut other = base.clone();
    for run in &mut other.runs {
        run.primitives.remove(0);
    }
    assert_eq!(kind_of(&base, &other, "objects"), Kind::Gone);
    assert_eq!(kind_of(&other, &base, "objects"), Kind::Added);
}

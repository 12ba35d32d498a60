//! Compares two profiles: what improved, what regressed, what is within noise.
//!
//! Times are compared per unit of work: per computed call for the whole and for phases, per call for
//! primitives. Noise is the spread of runs of the same work, on either side. It grows with the number of
//! comparisons: of a hundred parts that did not change, some differ by chance.
//! Invariant: a difference below the noise is no change.

use crate::profile::model::{Profile, RunTotals};
use std::collections::BTreeMap;

/// The least noise, in percent, however well runs agree.
const LEAST_NOISE: f64 = 5.0;
/// With few runs on a side, their spread is multiplied by this.
const FEW: f64 = 2.0;
/// Noise is at least this many times the median spread of the parts of a kind.
const MANY: f64 = 2.0;
/// Times without waits have this share of the noise of the wall clock.
const CACHES: f64 = 0.5;
/// Parts with a smaller share of a run are too small to compare.
const SMALL: f64 = 0.002;
/// If threads wait for a processor for more than this share of the time, a phase may wait for this
/// long: about a slice of the scheduler.
const BUSY: f64 = 0.02;
const SLICE_NS: f64 = 4e6;

/// The most noise that is reported, in percent.
const MOST_NOISE: f64 = 999.0;

/// The kind of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Slower, by more than the noise.
    Regressed,
    /// Faster, by more than the noise.
    Improved,
    /// The same, within noise.
    Same,
    /// Only in the later profile.
    Added,
    /// Only in the earlier profile.
    Gone,
}

impl Kind {
    /// The kind as text.
    pub fn words(self) -> &'static str {
        match self {
            Kind::Regressed => "regressed",
            Kind::Improved => "improved",
            Kind::Same => "within noise",
            Kind::Added => "new",
            Kind::Gone => "gone",
        }
    }
}

/// A change of the whole, a phase, a primitive or a task.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    /// `whole`, `phase`, `primitive` or `task`.
    pub part: &'static str,
    /// Its name.
    pub name: String,
    /// Nanoseconds per unit of work in the earlier profile.
    pub before: f64,
    /// Nanoseconds per unit of work in the later profile.
    pub after: f64,
    /// The change in percent of `before`.
    pub percent: f64,
    /// The noise, in percent.
    pub noise_percent: f64,
    /// The kind of the change.
    pub kind: Kind,
}

/// Whether the whole or a phase regressed. Single primitives and tasks vary too much to decide that.
pub fn has_regressed(changes: &[Change]) -> bool {
    let decides = |change: &&Change| matches!(change.part, "whole" | "phase");
    let mut deciding = changes.iter().filter(decides);
    deciding.any(|change| change.kind == Kind::Regressed)
}

/// All changes: the whole first, then phases, primitives and tasks, each the largest first.
pub fn diff(before: &Profile, after: &Profile) -> Vec<Change> {
    let mut changes = vec![compare_whole(before, after)];
    let parts: [(&'static str, Times); 3] = [
        ("phase", |run| {
            let work = run.evaluations.max(1) as f64;
            run.phases
                .iter()
                .map(|(name, ns)| (name.clone(), (*ns as f64 / work, *ns)))
                .collect()
        }),
        ("primitive", |run| {
            run.primitives
                .iter()
                .map(|(name, ns, calls)| (name.clone(), (*ns as f64 / (*calls).max(1) as f64, *ns)))
                .collect()
        }),
        ("task", |run| {
            run.tasks
                .iter()
                .map(|(name, ns)| (name.clone(), (*ns as f64, *ns)))
                .collect()
        }),
    ];
    for (part, times) in parts {
        // Primitives and tasks are timed without waits for a processor, but other programs also
        // displace the caches.
        let clock = clock_noise(before).max(clock_noise(after));
        let least = match part {
            "phase" => clock,
            _ => LEAST_NOISE.max(clock * CACHES),
        };
        let noise = |name: &str| match part {
            "primitive" => least.max(sampling(before, name)).max(sampling(after, name)),
            "phase" => least.max(waits(before, name)).max(waits(after, name)),
            _ => least,
        };
        changes.extend(by_name(part, &before.runs, &after.runs, times, &noise));
    }
    // The exit code of a comparison depends on the whole and the phases, so these are a family.
    let deciding = changes
        .iter()
        .take_while(|c| matches!(c.part, "whole" | "phase"));
    let deciding = deciding.count();
    correct(&mut changes[..deciding]);
    correct(&mut changes[deciding..]);
    for of_part in changes.chunk_by_mut(|a, b| a.part == b.part) {
        of_part.sort_by(|a, b| {
            let size = |change: &Change| (change.after - change.before).abs();
            a.kind.cmp(&b.kind).then(size(b).total_cmp(&size(a)))
        });
    }
    changes
}

/// Raises the noise for the number of comparisons, and decides again which changes exceed it.
///
/// This is Bonferroni's correction of a normal distribution: if a noise of 1 is exceeded by chance with
/// a probability of 5 %, one of sqrt(1 + ln(n) / 2) is with 5 % / n.
fn correct(changes: &mut [Change]) {
    let compared = |change: &&Change| {
        change.noise_percent.is_finite() && !matches!(change.kind, Kind::Added | Kind::Gone)
    };
    let comparisons = changes.iter().filter(compared).count().max(1) as f64;
    let factor = (1.0 + comparisons.ln() / 2.0).sqrt();
    for change in changes {
        change.noise_percent *= factor;
        if change.kind == Kind::Regressed || change.kind == Kind::Improved {
            change.kind = kind(change.percent, change.noise_percent);
        }
        change.noise_percent = change.noise_percent.min(MOST_NOISE);
    }
}

/// The change of the whole: wall time per computed call.
pub fn whole(before: &Profile, after: &Profile) -> Change {
    let mut change = compare_whole(before, after);
    change.noise_percent = change.noise_percent.min(MOST_NOISE);
    change
}

fn compare_whole(before: &Profile, after: &Profile) -> Change {
    let times = |profile: &Profile| -> Vec<f64> {
        let one = |run: &RunTotals| run.wall_ns as f64 / run.evaluations.max(1) as f64;
        profile.runs.iter().map(one).collect()
    };
    let least = clock_noise(before).max(clock_noise(after));
    compare("whole", "whole", &times(before), &times(after), least)
}

/// The sampling error of a primitive, in percent.
fn sampling(profile: &Profile, name: &str) -> f64 {
    let row = profile.primitives.iter().find(|row| row.name == name);
    row.map_or(0.0, |row| row.error_percent)
}

/// The noise of a phase in percent if it waited once for a processor.
fn waits(profile: &Profile, name: &str) -> f64 {
    if waiting(profile) < BUSY {
        return 0.0;
    }
    let phases = profile.runs.iter().flat_map(|run| &run.phases);
    let times = phases.filter(|(phase, _)| phase == name).map(|(_, ns)| *ns);
    times
        .min()
        .map_or(0.0, |ns| 100.0 * SLICE_NS / ns.max(1) as f64)
}

/// The share of time that threads waited for a processor.
fn waiting(profile: &Profile) -> f64 {
    let account = &profile.account;
    account.waiting_ns as f64 / account.capacity_ns.max(1) as f64
}

/// The least noise of wall times, in percent: the share of time taken by other programs varies.
fn clock_noise(profile: &Profile) -> f64 {
    let waiting = waiting(profile);
    LEAST_NOISE.max(100.0 * waiting / (1.0 - waiting.min(0.99)))
}

/// By name: nanoseconds per unit of work, and in total.
type Times = fn(&RunTotals) -> Vec<(String, (f64, u64))>;

fn by_name(
    part: &'static str,
    before: &[RunTotals],
    after: &[RunTotals],
    times: Times,
    noise: &dyn Fn(&str) -> f64,
) -> Vec<Change> {
    // The times of both sides by name, and the largest share of any run.
    let mut all: BTreeMap<String, (Vec<f64>, Vec<f64>, f64)> = BTreeMap::new();
    for (side, runs) in [before, after].into_iter().enumerate() {
        for run in runs {
            let rows = times(run);
            let sum: u64 = rows.iter().map(|(_, (_, ns))| ns).sum();
            for (name, (one, ns)) in rows {
                let entry = all.entry(name).or_default();
                match side {
                    0 => entry.0.push(one),
                    _ => entry.1.push(one),
                }
                entry.2 = entry.2.max(ns as f64 / sum.max(1) as f64);
            }
        }
    }
    // Among many parts, some have runs that agree by chance: use the typical spread for all.
    let large = all.values().filter(|(.., share)| *share >= SMALL);
    let mut usual: Vec<f64> = large
        .map(|(before, after, _)| spread(before).max(spread(after)))
        .collect();
    usual.sort_by(f64::total_cmp);
    let usual = usual.get(usual.len() / 2).map_or(0.0, |usual| MANY * usual);
    all.into_iter()
        .map(|(name, (before, after, share))| {
            // Too small to compare: everything is noise.
            let least = if share < SMALL {
                f64::INFINITY
            } else {
                noise(&name).max(usual)
            };
            compare(part, &name, &before, &after, least)
        })
        .collect()
}

fn compare(
    part: &'static str,
    name: &str,
    before: &[f64],
    after: &[f64],
    least_noise: f64,
) -> Change {
    // Other programs can only add time, so the minimum is the best estimate.
    let least = |times: &[f64]| times.iter().copied().fold(f64::INFINITY, f64::min);
    let (a, b) = (least(before), least(after));
    let noise_percent = spread(before).max(spread(after)).max(least_noise);
    let percent = 100.0 * (b / a - 1.0);
    let kind = match (a.is_finite(), b.is_finite()) {
        (false, _) => Kind::Added,
        (_, false) => Kind::Gone,
        _ => kind(percent, noise_percent),
    };
    let finite = |x: f64| if x.is_finite() { x } else { 0.0 };
    Change {
        part,
        name: name.to_owned(),
        before: finite(a),
        after: finite(b),
        percent: finite(percent),
        noise_percent,
        kind,
    }
}

/// The kind of a change, given the noise.
fn kind(percent: f64, noise_percent: f64) -> Kind {
    match percent {
        _ if !percent.is_finite() || percent.abs() <= noise_percent => Kind::Same,
        0.0.. => Kind::Regressed,
        _ => Kind::Improved,
    }
}

/// The spread of runs, in percent: the median above the minimum, so that one interrupted run does
/// not turn everything into noise.
fn spread(times: &[f64]) -> f64 {
    let mut sorted = times.to_vec();
    sorted.sort_by(f64::total_cmp);
    let Some(&least) = sorted.first() else {
        return 0.0;
    };
    match sorted.len() {
        // One run says nothing about the noise.
        1 => 10.0 * FEW,
        len => {
            let middle = sorted[len / 2];
            let few = if len < 4 { FEW } else { 1.0 };
            100.0 * few * (middle / least.max(f64::MIN_POSITIVE) - 1.0)
        }
    }
}

#[cfg(test)]
mod tests {
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
}

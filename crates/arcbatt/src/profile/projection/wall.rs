//! The time of each phase on the clock, at another number of tasks.

use super::sampling::Spread;
use super::{Class, Classes, class};
use crate::profile::diff::noise;
use crate::profile::model::{Measured, Phase, Profile, TaskRow};

/// The phases at `tasks` tasks, in the order of the profile.
pub fn phases(
    profile: &Profile,
    classes: &Classes,
    tasks: u64,
    with_outliers: bool,
) -> Vec<Spread> {
    let seen = profile.subject.tasks;
    let is_exact = tasks == seen && (with_outliers || !has_outliers(profile));
    let run = Threads::new(profile, classes, with_outliers);
    let clock = 1.0 + noise::of_whole(profile).max(LEAST_CLOCK) / 100.0;
    let one = |phase: &Phase| {
        if is_exact {
            return Spread::exact(phase.ns as f64);
        }
        let range = match phase.name.as_str() {
            "batt" | "score" => run.phase(phase),
            name => by_line(
                phase,
                profile,
                tasks,
                program_factor(name, profile, classes),
            ),
        };
        Spread {
            value: range.value,
            low: range.low / clock,
            high: range.high * clock,
        }
    };
    profile.phases.iter().map(one).collect()
}

/// The least noise of the clock from one size to another, in percent: caches and the scheduler behave
/// differently.
const LEAST_CLOCK: f64 = 15.0;

fn has_outliers(profile: &Profile) -> bool {
    let mut rows = profile.tasks.rows.iter();
    rows.any(|row| row.outlier.is_some())
}

/// The sizes that were measured with all candidates, the smallest first.
pub fn sizes(profile: &Profile) -> impl Iterator<Item = &Measured> {
    profile.phases.first().map(sizes_of).into_iter().flatten()
}

fn sizes_of(phase: &Phase) -> impl Iterator<Item = &Measured> {
    // The same tasks were also measured with fewer candidates.
    let is_whole = |at: &&Measured| {
        let same = phase
            .measured
            .iter()
            .filter(|other| other.tasks == at.tasks);
        same.map(|other| other.candidates).max() == Some(at.candidates)
    };
    phase.measured.iter().filter(is_whole)
}

/// A line `fixed + each * n` through the last of some points: no part of it is negative, and what is
/// fixed is at most the smallest value.
pub fn line(points: &[(f64, f64)]) -> Option<(f64, f64)> {
    let &(last, at_last) = points.last()?;
    let (fixed, ..) = fixed_part(points);
    Some((fixed, (at_last - fixed) / last.max(1.0)))
}

/// The fixed part of some points, and its least and most: the standard error of the intercept, times
/// [`FIXED_ERRORS`], and a share of the smallest value.
fn fixed_part(points: &[(f64, f64)]) -> (f64, f64, f64) {
    let count = points.len() as f64;
    let mean = |of: fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / count;
    let (x, y) = (mean(|point| point.0), mean(|point| point.1));
    let across: f64 = points
        .iter()
        .map(|point| (point.0 - x) * (point.1 - y))
        .sum();
    let along: f64 = points.iter().map(|point| (point.0 - x).powi(2)).sum();
    let slope = if along > 0.0 { across / along } else { 0.0 };
    let least = points.iter().map(|point| point.1).reduce(f64::min);
    let least = least.unwrap_or(0.0);
    if points.is_empty() || along <= 0.0 {
        // One size: it may be all fixed, or not at all.
        return (0.0, 0.0, least);
    }
    let fixed = y - slope * x;
    let square = |&(a, b): &(f64, f64)| (fixed + slope * a - b).powi(2);
    let residuals: f64 = points.iter().map(square).sum::<f64>() / (count - 2.0).max(1.0);
    let error = (residuals * (1.0 / count + x * x / along)).sqrt();
    let error = FIXED_ERRORS * error + FIXED_SHARE * least;
    let within = |fixed: f64| fixed.clamp(0.0, least);
    (within(fixed), within(fixed - error), within(fixed + error))
}

/// Standard errors of an intercept of three points in its interval, more than for many points ...
const FIXED_ERRORS: f64 = 4.0;
/// ... and the share of the smallest value by which it may be wrong in any case.
const FIXED_SHARE: f64 = 0.1;

/// A phase with a fixed part and a part per task, each task varying by `factor` on average.
fn by_line(phase: &Phase, profile: &Profile, tasks: u64, factor: f64) -> Spread {
    let points: Vec<(f64, f64)> = sizes_of(phase)
        .map(|at| (at.tasks as f64, at.ns as f64))
        .collect();
    let times = tasks as f64 / profile.subject.tasks.max(1) as f64;
    let measured = phase.measured.last().map_or(phase.ns, |at| at.ns) as f64;
    let (fixed, least_fixed, most_fixed) = fixed_part(&points);
    let at = |fixed: f64| fixed + (measured - fixed) * times;
    // The first time, which is reported, takes longer than those that measure growth: a fixed cost, or
    // one per task if files are read from a disk.
    let first = (phase.ns as f64 - measured).max(0.0);
    let ends = [at(least_fixed), at(most_fixed)];
    Spread {
        value: at(fixed) + first,
        low: ends[0].min(ends[1]) / factor + first * times.min(1.0),
        high: ends[0].max(ends[1]) * factor + first * times.max(1.0),
    }
}

/// How much the mean of programs may differ: as their numbers of calls do.
fn program_factor(phase: &str, profile: &Profile, classes: &Classes) -> f64 {
    if phase != "card" {
        return 1.0;
    }
    let calls = classes.sum(&profile.tasks.rows, false, &|row| row.evaluations);
    match calls.low > 0.0 {
        true => (calls.high / calls.low).sqrt(),
        false => 1.0,
    }
}

/// The tasks on threads: their total time, the longest, and how well threads are used.
struct Threads {
    batt: Spread,
    score: Spread,
    /// The time on the clock of both phases.
    wall: Spread,
}

impl Threads {
    fn new(profile: &Profile, classes: &Classes, with_outliers: bool) -> Self {
        let rows = &profile.tasks.rows;
        let sum = |of: &dyn Fn(&TaskRow) -> u64| classes.sum(rows, with_outliers, of);
        let (batt, score) = (sum(&|row| row.batt_ns), sum(&|row| row.score_ns));
        let threads = profile.subject.threads.max(1) as f64;
        let longest = |with_outliers: bool| {
            let rows = rows.iter();
            let rows = rows.filter(|row| with_outliers || class(row) != Class::Outlier);
            rows.map(|row| row.ns).max().unwrap_or(0) as f64
        };
        // A schedule takes at least its longest task, and its share of all.
        let best = |total: f64, longest: f64| (total / threads).max(longest);
        let measured: u64 = profile
            .phases
            .iter()
            .filter(|phase| matches!(phase.name.as_str(), "batt" | "score"))
            .map(|phase| phase.ns)
            .sum();
        let seen: u64 = rows.iter().map(|row| row.ns).sum();
        let ratio = measured as f64 / best(seen as f64, longest(true)).max(1.0);
        let (least, most) = (ratio.min(1.0), ratio.max(1.0));
        let (all, longest) = (batt.plus(score), longest(with_outliers));
        // With fewer tasks, the longest may not be among them.
        let is_in = |total: f64| longest.min(total);
        let wall = Spread {
            value: best(all.value, is_in(all.value)) * (least * most).sqrt(),
            low: best(all.low, is_in(all.low)) * least,
            high: (all.high / threads + is_in(all.high) * (1.0 - 1.0 / threads)) * most,
        };
        Self { batt, score, wall }
    }

    /// The part of a phase in the time on the clock.
    fn phase(&self, phase: &Phase) -> Spread {
        let own = match phase.name.as_str() {
            "batt" => self.batt,
            _ => self.score,
        };
        let share = own.value / (self.batt.value + self.score.value).max(1.0);
        Spread {
            value: self.wall.value * share,
            low: self.wall.low * share,
            high: self.wall.high * share,
        }
    }
}

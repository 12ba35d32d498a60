//! Projects a profile to other numbers of tasks, with honest intervals.
//!
//! In: a [`Profile`]. Out: a [`Projection`] per size. Each phase is modelled by what it depends on:
//! | phase | depends on |
//! |---|---|
//! | load | reading the programs: fixed; reading the tasks: fixed and per task |
//! | card | candidates, which grow with tasks if each task has its own |
//! | batt, score | the tasks one by one; a task that no own candidate fits also runs all candidates |
//! | store, report | fixed and per task |
//!
//! Tasks are a sample: the interval is that of their sum (`sampling`), times what the clock and the
//! model may be wrong by. Outliers are a class of their own, so that every size has a figure without
//! them; if none was seen, there is no upper end with them.
//! Never: a projection from too few tasks, or a number below what was measured on the same tasks.

mod sampling;
pub mod scale;
mod wall;
pub mod what_if;

use crate::profile::model::{CountRange, PhaseProjection, Profile, Projection, Range, TaskRow};
use crate::text::counted;
use sampling::{Spread, most_of_class, most_unseen, sum};

/// With fewer tasks, nothing can be said about others.
pub const LEAST_TASKS: u64 = 5;

/// Why a profile of so few tasks is not projected.
pub fn refusal(tasks: u64) -> Option<String> {
    (tasks < LEAST_TASKS).then(|| {
        format!(
            "{} cannot show how tasks differ: profile at least {LEAST_TASKS} to project",
            counted(tasks, "task"),
        )
    })
}

/// The profile at these numbers of tasks. Sizes above the profiled one are left out if there is a
/// [`refusal`], all if the phases were not measured.
pub fn project(profile: &Profile, sizes: &[u64]) -> Vec<Projection> {
    let seen = profile.subject.tasks;
    if profile.phases.is_empty() || profile.tasks.rows.is_empty() {
        return Vec::new();
    }
    let refused = refusal(seen).is_some();
    let sizes = sizes.iter().filter(|&&size| size == seen || !refused);
    sizes.map(|&size| one(profile, size)).collect()
}

fn one(profile: &Profile, tasks: u64) -> Projection {
    let rows = &profile.tasks.rows;
    let classes = Classes::new(profile, tasks);
    let mut phases = wall::phases(profile, &classes, tasks, true);
    let usual = wall::phases(profile, &classes, tasks, false);
    let total = |phases: &[Spread]| phases.iter().fold(Spread::default(), |a, &b| a.plus(b));
    let (all, usual) = (total(&phases), total(&usual));
    let outliers = rows.iter().filter(|row| row.outlier.is_some()).count() as u64;
    let most_outliers = match outliers {
        0 => most_unseen(rows.len(), tasks),
        seen => most_of_class(seen, rows.len(), tasks),
    };
    // One outlier does not tell how slow the next one is.
    let is_open_ended = outliers < 2 && most_outliers > outliers;
    let whole = |x: f64| x.round() as u64;
    let names = profile.phases.iter().map(|phase| phase.name.clone());
    let ranges = phases
        .drain(..)
        .zip(names)
        .map(|(range, name)| PhaseProjection {
            name,
            ns: whole(range.value),
            low_ns: whole(range.low),
            high_ns: whole(range.high),
        });
    let ranges: Vec<_> = ranges.collect();
    let ns = ranges.iter().map(|phase| phase.ns).sum();
    let mut projection = Projection {
        tasks,
        ns,
        error_ns: whole((all.high - all.value).max(all.value - all.low)),
        phases_ns: ranges.iter().map(|phase| phase.ns).collect(),
        low_ns: whole(all.low).min(ns),
        high_ns: (!is_open_ended).then_some(whole(all.high).max(ns)),
        without_outliers: Range {
            ns: whole(usual.value),
            low_ns: whole(usual.low),
            high_ns: whole(usual.high),
        },
        outliers,
        most_outliers,
        evaluations: classes.counts(rows, is_open_ended, |row| row.evaluations),
        candidates: candidates(profile, tasks),
        phases: ranges,
        words: String::new(),
    };
    projection.words = projection.sentence(profile.subject.tasks);
    projection
}

/// The number of candidates at another number of tasks: fixed and per task.
fn candidates(profile: &Profile, tasks: u64) -> u64 {
    let points: Vec<(f64, f64)> = wall::sizes(profile)
        .map(|at| (at.tasks as f64, at.candidates as f64))
        .collect();
    match wall::line(&points) {
        Some((fixed, each)) => (fixed + each * tasks as f64).round() as u64,
        None => profile.subject.candidates,
    }
}

/// The tasks by how their work grows.
struct Classes {
    /// Number of tasks wanted.
    wanted: u64,
    /// How many times the candidates are as many.
    growth: f64,
}

/// Which tasks a sum is about.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    /// A program of its own fits.
    Usual,
    /// None fits: all candidates run on it.
    Open,
    /// Takes far longer than others.
    Outlier,
}

fn class(row: &TaskRow) -> Class {
    match (row.outlier.is_some(), row.fits) {
        (true, _) => Class::Outlier,
        (_, true) => Class::Usual,
        _ => Class::Open,
    }
}

impl Classes {
    fn new(profile: &Profile, wanted: u64) -> Self {
        let now = profile.subject.candidates.max(1) as f64;
        let growth = candidates(profile, wanted) as f64 / now;
        Self { wanted, growth }
    }

    /// The sum over all wanted tasks of a quantity of each; `with_outliers` or without.
    fn sum(&self, rows: &[TaskRow], with_outliers: bool, of: &dyn Fn(&TaskRow) -> u64) -> Spread {
        let mut total = Spread::default();
        for wanted in [Class::Usual, Class::Open, Class::Outlier] {
            if wanted == Class::Outlier && !with_outliers {
                continue;
            }
            // Of the tasks that no own candidate fits, each also gets more candidates.
            for is_open in [false, true] {
                let own = rows.iter();
                let own = own.filter(|row| class(row) == wanted && is_open != row.fits);
                let values: Vec<f64> = own.map(|row| of(row) as f64).collect();
                let sum = sum(&values, rows.len(), self.wanted);
                total = total.plus(match is_open {
                    true => self.with_more_candidates(sum),
                    false => sum,
                });
            }
        }
        total
    }

    /// Between no growth (a slow program of its own) and all of it (many candidates).
    fn with_more_candidates(&self, sum: Spread) -> Spread {
        Spread {
            value: sum.value * self.growth.sqrt(),
            low: sum.low * self.growth.min(1.0),
            high: sum.high * self.growth.max(1.0),
        }
    }

    fn counts(
        &self,
        rows: &[TaskRow],
        is_open_ended: bool,
        of: impl Fn(&TaskRow) -> u64,
    ) -> CountRange {
        let (all, usual) = (self.sum(rows, true, &of), self.sum(rows, false, &of));
        let whole = |x: f64| x.round() as u64;
        CountRange {
            value: whole(all.value),
            low: all.low.floor() as u64,
            high: (!is_open_ended).then_some(all.high.ceil() as u64),
            without_outliers: (usual.low.floor() as u64, usual.high.ceil() as u64),
        }
    }
}

//! Compares two profiles: what improved, what regressed, what is within noise.
//!
//! Times are compared per unit of work: per computed call for the whole and for phases, per call for
//! primitives. Noise is the spread of runs of the same work, on either side. It grows with the number of
//! comparisons: of a hundred parts that did not change, some differ by chance.
//! Invariant: a difference below the noise is no change.

pub(crate) mod noise;
#[cfg(test)]
mod tests;
pub mod totals;

use crate::profile::model::{Profile, RunTotals};
use noise::{LEAST_NOISE, MOST_NOISE, clock_noise, correct, kind, sampling, spread, waits};
use std::collections::BTreeMap;

/// Noise is at least this many times the median spread of the parts of a kind.
const MANY: f64 = 2.0;
/// Times without waits have this share of the noise of the wall clock.
const CACHES: f64 = 0.5;
/// Parts with a smaller share of a run are too small to compare.
const SMALL: f64 = 0.002;

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

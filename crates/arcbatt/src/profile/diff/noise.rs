//! The noise of times: how much repeated runs of the same work vary, in percent.

use super::{Change, Kind};
use crate::profile::model::{Profile, RunTotals};

/// The least noise, in percent, however well runs agree.
pub const LEAST_NOISE: f64 = 5.0;
/// With few runs on a side, their spread is multiplied by this.
const FEW: f64 = 2.0;
/// If threads wait for a processor for more than this share of the time, a phase may wait for this
/// long: about a slice of the scheduler.
const BUSY: f64 = 0.02;
const SLICE_NS: f64 = 4e6;
/// The most noise that is reported, in percent.
pub const MOST_NOISE: f64 = 999.0;

/// Raises the noise for the number of comparisons, and decides again which changes exceed it.
///
/// This is Bonferroni's correction of a normal distribution: if a noise of 1 is exceeded by chance with
/// a probability of 5 %, one of sqrt(1 + ln(n) / 2) is with 5 % / n.
pub fn correct(changes: &mut [Change]) {
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

/// The sampling error of a primitive, in percent.
pub fn sampling(profile: &Profile, name: &str) -> f64 {
    let row = profile.primitives.iter().find(|row| row.name == name);
    row.map_or(0.0, |row| row.error_percent)
}

/// The noise of a phase in percent if it waited once for a processor.
pub fn waits(profile: &Profile, name: &str) -> f64 {
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
pub fn clock_noise(profile: &Profile) -> f64 {
    let waiting = waiting(profile);
    LEAST_NOISE.max(100.0 * waiting / (1.0 - waiting.min(0.99)))
}

/// The kind of a change, given the noise.
pub fn kind(percent: f64, noise_percent: f64) -> Kind {
    match percent {
        _ if !percent.is_finite() || percent.abs() <= noise_percent => Kind::Same,
        0.0.. => Kind::Regressed,
        _ => Kind::Improved,
    }
}

/// The spread of runs, in percent: the median above the minimum, so that one interrupted run does
/// not turn everything into noise.
pub fn spread(times: &[f64]) -> f64 {
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

/// The noise of the whole run on the wall clock, in percent.
pub fn of_whole(profile: &Profile) -> f64 {
    let one = |run: &RunTotals| run.wall_ns as f64 / run.evaluations.max(1) as f64;
    let times: Vec<f64> = profile.runs.iter().map(one).collect();
    spread(&times).max(clock_noise(profile)).min(MOST_NOISE)
}

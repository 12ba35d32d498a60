//! The phases of the pipeline: time, share, rate, growth, and runs that fit into a budget.

use crate::profile::analysis::growth_fit::fit;
use crate::profile::analysis::observation::phases_of;
use crate::profile::evolve_profile::workload::{RunOutcome, Workload};
use crate::profile::model::{Budget, Growth, Measured, Phase, Projection};
use std::time::Duration;

/// Phase times of runs at one size.
#[derive(Clone, Debug)]
pub struct Point {
    /// Number of tasks.
    pub tasks: u64,
    /// Number of samples.
    pub samples: u64,
    /// Number of candidates.
    pub candidates: u64,
    /// The series that it belongs to.
    pub of: Series,
    /// The minimum time of each phase, by name.
    pub phases: Vec<(&'static str, u64)>,
}

impl Point {
    /// The times of runs at one size; `None` without a run.
    pub fn new(
        workload: &Workload,
        runs: &[RunOutcome],
        load: Duration,
        of: Series,
    ) -> Option<Self> {
        let first = runs.first()?;
        let mut phases = vec![("load", load.as_nanos() as u64)];
        for (k, (name, _)) in phases_of(first).into_iter().enumerate() {
            let least = runs.iter().map(|outcome| phases_of(outcome)[k].1).min();
            phases.push((name, least.unwrap_or(0)));
        }
        Some(Self {
            tasks: workload.data().tasks.len() as u64,
            samples: workload.samples(),
            candidates: first.candidates,
            of,
            phases,
        })
    }
}

/// The series of sizes that a point belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Series {
    /// Growing numbers of tasks, with all mutants.
    Tasks,
    /// Growing numbers of candidates, on the same tasks.
    Candidates,
    /// Both series.
    Both,
}

/// The unit that a phase works on.
fn unit(phase: &str) -> &'static str {
    match phase {
        "load" | "store" | "report" => "tasks",
        "card" => "candidates",
        _ => "samples",
    }
}

/// Below this time, in nanoseconds, a phase has no rate: it did nothing, or the clock is too coarse.
const SHORTEST: u64 = 1_000;

/// Units per second; 0 if the time is too short to tell.
pub fn rate(count: u64, ns: u64) -> f64 {
    match ns {
        ..SHORTEST => 0.0,
        _ => count as f64 / (ns as f64 / 1e9),
    }
}

/// The phases, from points of which the last has the full size. `loading` is the measured time of
/// reading the data set.
pub fn phases(points: &[Point], loading: Duration) -> Vec<Phase> {
    let Some(full) = points.last() else {
        return Vec::new();
    };
    let load = loading.as_nanos() as u64;
    let time_of = |k: usize| match full.phases[k] {
        ("load", _) => load,
        (_, ns) => ns,
    };
    let all: u64 = (0..full.phases.len()).map(time_of).sum();
    let phase = |(k, &(name, _)): (usize, &(&str, u64))| {
        let ns = time_of(k);
        let unit = unit(name);
        let count = match unit {
            "candidates" => full.candidates,
            "samples" => full.samples,
            _ => full.tasks,
        };
        let measured = |point: &Point| Measured {
            tasks: point.tasks,
            samples: point.samples,
            candidates: point.candidates,
            ns: point.phases[k].1,
        };
        Phase {
            name: name.to_owned(),
            ns,
            percent: 100.0 * ns as f64 / all.max(1) as f64,
            unit: unit.to_owned(),
            count,
            rate: rate(count, ns),
            measured: points.iter().map(measured).collect(),
            growth: growth(points, k),
        }
    };
    full.phases.iter().enumerate().map(phase).collect()
}

/// Growth fits of a phase, the best first.
fn growth(points: &[Point], phase: usize) -> Vec<Growth> {
    let by = |name: &str, of: Series, size: fn(&Point) -> u64| {
        let chosen = points.iter();
        let chosen = chosen.filter(|point| point.of == of || point.of == Series::Both);
        let points: Vec<(f64, f64)> = chosen
            .map(|point| (size(point) as f64, point.phases[phase].1 as f64))
            .collect();
        fit(name, &points)
    };
    let mut fits: Vec<Growth> = [
        by("tasks", Series::Tasks, |point| point.tasks),
        by("samples", Series::Tasks, |point| point.samples),
        by("candidates", Series::Candidates, |point| point.candidates),
    ]
    .into_iter()
    .flatten()
    .collect();
    fits.sort_by(|a, b| a.error_percent.total_cmp(&b.error_percent));
    fits
}

/// How many runs of the profiled and the projected sizes fit into a budget.
pub fn budget(time: Duration, phases: &[Phase], tasks: u64, projected: &[Projection]) -> Budget {
    let ns = time.as_nanos() as u64;
    let whole: u64 = phases.iter().map(|phase| phase.ns).sum();
    let fits = |one: u64| ns / one.max(1);
    let mut runs = vec![(tasks, fits(whole))];
    let others = projected.iter().filter(|p| p.tasks != tasks);
    runs.extend(others.map(|p| (p.tasks, fits(p.ns))));
    Budget { ns, runs }
}

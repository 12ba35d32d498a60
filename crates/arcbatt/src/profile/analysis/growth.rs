//! The phases of the pipeline: time, share, rate, growth, and projections to other sizes.

use crate::profile::analysis::growth_fit::fit;
use crate::profile::analysis::observation::phases_of;
use crate::profile::evolve_profile::workload::{RunOutcome, Workload};
use crate::profile::model::{Budget, Growth, Measured, Phase, Projection};
use crate::program::Solvers;
use crate::task::{Leniency, load, write_task_json};
use std::io;
use std::time::{Duration, Instant};

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
        load: Option<Duration>,
        of: Series,
    ) -> Option<Self> {
        let first = runs.first()?;
        let mut phases = vec![("load", load.map_or(0, |time| time.as_nanos() as u64))];
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

/// Measures how long it takes to read the tasks and programs of a workload, each in one file.
pub fn time_load(workload: &Workload, repeats: usize) -> io::Result<Duration> {
    // The loader rejects a file without tasks.
    if workload.data().tasks.is_empty() {
        return Ok(Duration::ZERO);
    }
    let mut text = b"{".to_vec();
    for (k, (task, answers)) in workload
        .data()
        .tasks
        .iter()
        .zip(&workload.data().answers)
        .enumerate()
    {
        if k > 0 {
            text.push(b',');
        }
        // An id may hold any character, so it is quoted as JSON.
        serde_json::to_writer(&mut text, &task.id)?;
        text.push(b':');
        write_task_json(task, answers, &mut text)?;
    }
    text.push(b'}');
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("tasks.json");
    std::fs::write(&path, text)?;
    let programs: Vec<String> = workload.programs().iter().map(|p| p.to_string()).collect();
    let programs = programs.join("\n");
    let mut least = Duration::MAX;
    for _ in 0..repeats.max(1) {
        let started = Instant::now();
        let tasks = load(&path, Leniency::Lenient).map_err(io::Error::other)?;
        let solvers = Solvers::read(&programs);
        std::hint::black_box((tasks, solvers));
        least = least.min(started.elapsed());
    }
    Ok(least)
}

/// The unit that a phase works on.
fn unit(phase: &str) -> &'static str {
    match phase {
        "load" | "store" | "report" => "tasks",
        "card" => "candidates",
        _ => "samples",
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
            rate: count as f64 / (ns.max(1) as f64 / 1e9),
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

/// Projects the total time to other numbers of tasks.
pub fn project(phases: &[Phase], tasks: u64, counts: &[u64]) -> Vec<Projection> {
    let one = |&count: &u64| {
        let mut projection = Projection {
            tasks: count,
            ..Projection::default()
        };
        let mut squares = 0.0;
        for phase in phases {
            let growth = phase.growth.iter().find(|growth| growth.by == "tasks");
            let (ns, error) = match growth {
                Some(growth) => {
                    let at = |n: u64| growth.fixed_ns + growth.each_ns * n as f64;
                    // Scale the measured time by the growth of the fit.
                    let ns = phase.ns as f64 * at(count) / at(tasks).max(1.0);
                    (ns, ns * growth.error_percent / 100.0)
                }
                // Too few sizes for a fit: assume linear growth, with an error of 100 %.
                None => {
                    let ns = phase.ns as f64 * count as f64 / tasks.max(1) as f64;
                    (ns, ns)
                }
            };
            projection.phases_ns.push(ns as u64);
            projection.ns += ns as u64;
            squares += error * error;
        }
        projection.error_ns = squares.sqrt() as u64;
        projection
    };
    counts.iter().map(one).collect()
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

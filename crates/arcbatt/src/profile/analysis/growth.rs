//! The phases of the pipeline: time, share, rate, growth, and what they would take at other sizes.

use crate::check::Solvers;
use crate::profile::analysis::growth_fit::fit;
use crate::profile::analysis::observation::phases_of;
use crate::profile::evolve_profile::workload::{Done, Scene};
use crate::profile::model::{Budget, Growth, Measured, Phase, Projection};
use crate::task::{Leniency, load, write_task_json};
use std::io;
use std::time::{Duration, Instant};

/// The phases of runs at one size.
#[derive(Clone, Debug)]
pub struct Point {
    /// Tasks, samples and candidates.
    pub tasks: u64,
    /// See there.
    pub samples: u64,
    /// See there.
    pub candidates: u64,
    /// Which growth it is a point of.
    pub of: Series,
    /// The least time of each phase, by name.
    pub phases: Vec<(&'static str, u64)>,
}

impl Point {
    /// What runs at one size took. None of no run.
    pub fn new(scene: &Scene, runs: &[Done], load: Option<Duration>, of: Series) -> Option<Self> {
        let first = runs.first()?;
        let mut phases = vec![("load", load.map_or(0, |time| time.as_nanos() as u64))];
        for (k, (name, _)) in phases_of(first).into_iter().enumerate() {
            let least = runs.iter().map(|done| phases_of(done)[k].1).min();
            phases.push((name, least.unwrap_or(0)));
        }
        Some(Self {
            tasks: scene.data().tasks.len() as u64,
            samples: scene.samples(),
            candidates: first.candidates,
            of,
            phases,
        })
    }
}

/// Which growth a point belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Series {
    /// More tasks, with all mutants.
    Tasks,
    /// More candidates, on the same tasks.
    Candidates,
    /// Either.
    Both,
}

/// How long it takes to read the tasks and programs of a scene, each in one file.
pub fn time_load(scene: &Scene, repeats: usize) -> io::Result<Duration> {
    // A file without tasks is none of tasks.
    if scene.data().tasks.is_empty() {
        return Ok(Duration::ZERO);
    }
    let mut text = b"{".to_vec();
    for (k, (task, answers)) in scene
        .data()
        .tasks
        .iter()
        .zip(&scene.data().answers)
        .enumerate()
    {
        if k > 0 {
            text.push(b',');
        }
        // An id may hold anything: as a JSON text it is quoted.
        serde_json::to_writer(&mut text, &task.id)?;
        text.push(b':');
        write_task_json(task, answers, &mut text)?;
    }
    text.push(b'}');
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("tasks.json");
    std::fs::write(&path, text)?;
    let programs: Vec<String> = scene.programs().iter().map(|p| p.to_string()).collect();
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

/// The phases, from points of which the last is the full size. `loading` is what reading the data
/// set really took.
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

/// Fits of a phase, the best first.
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

/// The whole at other numbers of tasks.
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
                    // What was measured counts; the fit says how it grows from there.
                    let ns = phase.ns as f64 * at(count) / at(tasks).max(1.0);
                    (ns, ns * growth.error_percent / 100.0)
                }
                // Too few sizes: as if it grew with tasks, and no more than that is known.
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

/// How many runs of the profiled and the projected sizes fit into a time.
pub fn budget(time: Duration, phases: &[Phase], tasks: u64, projected: &[Projection]) -> Budget {
    let ns = time.as_nanos() as u64;
    let whole: u64 = phases.iter().map(|phase| phase.ns).sum();
    let fits = |one: u64| ns / one.max(1);
    let mut runs = vec![(tasks, fits(whole))];
    let others = projected.iter().filter(|p| p.tasks != tasks);
    runs.extend(others.map(|p| (p.tasks, fits(p.ns))));
    Budget { ns, runs }
}

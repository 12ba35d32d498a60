//! Shared helpers: programs and tasks, CPU time, peak memory.

#![allow(dead_code, unused_imports, reason = "each benchmark uses a part of it")]

#[path = "../../tests/data/conformance_programs.rs"]
mod conformance_programs;

pub use conformance_programs::corpus;

use arcbatt::batt::{Graph, NodeId, Plan, Samples};
use arcbatt::conform::ProgramVector;
use arcbatt::program::{Program, parse_file};
use arcbatt::task::{Answers, DataSet, Task, generators};
use std::time::{Duration, Instant};

/// The conformance programs, each as a plan with its own inputs.
pub fn corpus_plans(corpus: &[ProgramVector]) -> Vec<(Plan, Samples<'_>)> {
    corpus.iter().map(corpus_plan).collect()
}

fn corpus_plan(vector: &ProgramVector) -> (Plan, Samples<'_>) {
    let mut graph = Graph::default();
    let output = graph.add(&vector.program, &mut Vec::new());
    let plan = Plan::new(&graph, &[output.expect("few arguments")]);
    let inputs: Vec<_> = vector.inputs.iter().map(|grid| grid.view()).collect();
    let samples = Samples {
        demonstrations: Vec::new(),
        compared: inputs.clone(),
        inputs,
    };
    (plan, samples)
}

/// All conformance programs as one plan.
pub fn merged_plan(corpus: &[ProgramVector]) -> Plan {
    let mut graph = Graph::default();
    let mut lines = Vec::new();
    let outputs: Vec<NodeId> = corpus
        .iter()
        .filter_map(|vector| graph.add(&vector.program, &mut lines))
        .collect();
    Plan::new(&graph, &outputs)
}

/// The built-in solvers, sorted by name.
pub fn embedded_solvers() -> Vec<Program> {
    let mut programs = parse_file(generators::SOLVERS).programs;
    programs.sort_by(|a, b| a.name.cmp(&b.name));
    programs
}

/// Generated tasks of seed 7, and for each its family's solver under the task's name.
pub fn made_tasks(count: u64) -> (DataSet, Vec<Program>) {
    let solvers = embedded_solvers();
    let (tasks, answers): (Vec<Task>, Vec<Answers>) =
        (0..count).map(|k| generators::task(7, k)).unzip();
    let solver_of = |task: &Task| {
        let family = generators::family_of(&task.id).expect("a generated task has a family");
        let wanted = |solver: &&Program| solver.task_id() == Some(family.name);
        let mut solver = solvers.iter().find(wanted).expect("a solver").clone();
        solver.name = format!("solve_{}", task.id);
        solver
    };
    let programs = tasks.iter().map(solver_of).collect();
    (DataSet { tasks, answers }, programs)
}

/// CPU time of this thread, or wall time where the system has no CPU time.
pub fn cpu_time() -> Duration {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = text.and_then(|text| text.split(' ').next()?.parse().ok());
    nanoseconds.map_or_else(clock, Duration::from_nanos)
}

fn clock() -> Duration {
    static START: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}

/// The least CPU time of some runs, and the result of the last one.
///
/// Short runs are repeated until the system's coarse CPU clock gives a precision of 1 %.
pub fn best_of<T>(runs: usize, mut run: impl FnMut() -> T) -> (Duration, T) {
    const ENOUGH: Duration = Duration::from_millis(400);
    let mut one = || {
        let start = cpu_time();
        let mut repeats = 0;
        loop {
            let result = run();
            repeats += 1;
            let time = cpu_time().saturating_sub(start);
            if time >= ENOUGH {
                return (time / repeats, result);
            }
        }
    };
    let mut best = one();
    for _ in 1..runs {
        let next = one();
        best = (best.0.min(next.0), next.1);
    }
    best
}

/// A field of `/proc/self/status` in megabytes.
fn status(name: &str) -> Option<f64> {
    let text = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = text.lines().find(|line| line.starts_with(name))?;
    let kilobytes: f64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kilobytes / 1024.0)
}

/// The peak memory of the process so far, in megabytes.
pub fn peak_memory() -> f64 {
    status("VmHWM:").unwrap_or(f64::NAN)
}

/// Milliseconds.
pub fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

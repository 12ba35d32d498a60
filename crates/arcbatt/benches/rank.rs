//! 100,000 candidates of one task, ranked in one merged run and checked one by one; on one core.
//!
//! Two sets of candidates per task. The *distinct* set has no program twice: a built-in solver, its mutants
//! and their mutants, with parts of other solvers. The *drawn* set repeats programs, as the samples of a
//! language model do: 100,000 programs drawn from 10,000 of the first. Both ways must give every candidate
//! the same status.
//!
//!     cargo bench -p arcbatt --bench rank [-- TASK...]

use arcbatt::card::{Settings, card};
use arcbatt::check::{CheckOptions, RunReport, Wrong, check};
use arcbatt::program::{Program, parse_file};
use arcbatt::score::{CandidateStatus, Fault};
use arcbatt::task::{DataSet, Task, generators};
use arcbatt::{Limits, Rng, rank};
use std::collections::HashSet;
use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

const CANDIDATES: usize = 100_000;
/// Mutants of the solver in the first generation.
const PARENTS: u32 = 250;
/// Different programs in the drawn set.
const DRAWN_FROM: u64 = 10_000;
/// Built-in tasks whose solvers have 11 to 14 calls, as many as hand-written ones on average.
const TASKS: [&str; 4] = ["staircase", "diagonal_rays", "size_colors", "drop_to_floor"];

/// Programs and their mutants; those of the first only, unless `all`.
fn mutants(programs: &[Program], mutants: u32, all: bool) -> Vec<Program> {
    let settings = Settings {
        mutants,
        ..Settings::default()
    };
    let (batt, _) = card(programs, &settings, None);
    let end = match all {
        true => batt.candidates.len() as u32,
        false => batt.sources[0].candidates.1,
    };
    (0..end).map(|candidate| batt.extract(candidate)).collect()
}

/// The built-in solvers, that of the task first.
fn solvers(task: &Task) -> Vec<Program> {
    let mut solvers = parse_file(generators::SOLVERS).programs;
    let own = |solver: &Program| solver.task_id() == Some(&task.id);
    let at = solvers.iter().position(own).expect("a built-in solver");
    solvers.swap(0, at);
    solvers
}

/// Mutants of the solver of a task, and mutants of those that have an answer to every pair.
fn distinct(task: &Task) -> Vec<Program> {
    let mut all = mutants(&solvers(task), PARENTS, false);
    // Equal mutants count once, so one generation may not be enough.
    while all.len() < CANDIDATES {
        let ranking = rank(task, &all, Limits::default());
        let stopped = |k: usize| matches!(ranking.candidates[k].status.word(), "failed" | "cut");
        let kept = (0..all.len()).filter(|&k| !stopped(k));
        let mut parents: Vec<Program> = kept.map(|k| all[k].clone()).collect();
        for program in &mut parents {
            program.name = format!("solve_{}", task.id);
        }
        let each = 2 * CANDIDATES as u32 / parents.len() as u32;
        all = mutants(&parents, each.max(2), true);
    }
    all.truncate(CANDIDATES);
    all
}

/// The status of a candidate that was checked alone.
fn status(run: &RunReport) -> CandidateStatus {
    match run.pairs.iter().find(|pair| !pair.status.is_good()) {
        None => CandidateStatus::Right,
        Some(pair) => CandidateStatus::Bad {
            part: pair.part,
            index: pair.index,
            fault: pair.status.into(),
        },
    }
}

/// What a status tells without a run of the candidate alone: not which of several failures came first,
/// nor why an answer is no grid.
fn told(status: CandidateStatus) -> (&'static str, CandidateStatus) {
    let word = status.word();
    match status {
        CandidateStatus::Bad {
            part,
            index,
            fault: Fault::Stopped(_) | Fault::Wrong(Wrong::NoGrid | Wrong::Marks),
        } => {
            let fault = Fault::Wrong(Wrong::NoGrid);
            (word, CandidateStatus::Bad { part, index, fault })
        }
        other => (word, other),
    }
}

fn measure(id: &str) {
    let all = DataSet::embedded();
    let place = all.tasks.iter().position(|task| task.id == id);
    let place = place.expect("a built-in task");
    let data = DataSet {
        tasks: vec![all.tasks[place].clone()],
        answers: vec![all.answers[place].clone()],
    };
    let mut rng = Rng::new(0);
    let mut distinct = distinct(&data.tasks[0]);
    rng.shuffle(&mut distinct);
    let draw = |_| distinct[rng.below(DRAWN_FROM) as usize].clone();
    let drawn: Vec<Program> = (0..CANDIDATES).map(draw).collect();
    compare(&data, "drawn", &drawn);
    compare(&data, "distinct", &distinct);
}

/// Runs the candidates both ways, three times in turn, and prints the shortest times.
fn compare(data: &DataSet, name: &str, programs: &[Program]) {
    let id = &data.tasks[0].id;
    let distinct: HashSet<String> = programs.iter().map(Program::to_string).collect();
    let calls: usize = programs.iter().map(|program| program.lines.len()).sum();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build();
    let pool = pool.expect("a thread");
    let options = CheckOptions {
        threads: NonZeroUsize::new(1),
        ..CheckOptions::default()
    };
    let (mut merged, mut one_by_one) = (Duration::MAX, Duration::MAX);
    for _ in 0..3 {
        let started = Instant::now();
        let mut ranking = pool.install(|| rank(&data.tasks[0], programs, Limits::default()));
        ranking.compare_tests(&data.answers[0]);
        merged = merged.min(started.elapsed());
        let started = Instant::now();
        let report = check(data, programs, &options);
        one_by_one = one_by_one.min(started.elapsed());
        let runs = &report.tasks[0].runs;
        assert_eq!(runs.len(), programs.len());
        for (run, ranked) in runs.iter().zip(&ranking.candidates) {
            let program = &programs[run.program];
            assert_eq!(told(ranked.status), told(status(run)), "{id}\n{program}");
        }
    }
    let seconds = |time: Duration| time.as_secs_f64();
    println!(
        "{id}, {name}: {} candidates, {} different, {:.1} calls on average; merged {:.2} s, one by one {:.2} s: {:.1} times",
        programs.len(),
        distinct.len(),
        calls as f64 / programs.len() as f64,
        seconds(merged),
        seconds(one_by_one),
        seconds(one_by_one) / seconds(merged)
    );
}

fn main() {
    let named: Vec<String> = std::env::args()
        .skip(1)
        .filter(|argument| !argument.starts_with('-'))
        .collect();
    match named.is_empty() {
        true => TASKS.iter().for_each(|task| measure(task)),
        false => named.iter().for_each(|task| measure(task)),
    }
}

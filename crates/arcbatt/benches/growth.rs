//! Growth of time and memory with the number of candidates and of tasks.
//!
//! `cargo bench --bench growth` prints both tables up to 100,000 candidates and 1,000 tasks;
//! `cargo bench --bench growth -- full` up to 1,000,000 and 100,000, which takes minutes. Every
//! row runs in a process of its own, so that peak memory can be measured: `candidates 1000` or
//! `tasks 10` after `--` runs one row.
//!
//! Candidates: mutants of the built-in solvers, merged into a batt, run on one task and ranked.
//! Tasks: generated tasks, each with its family's solver and ten mutants, through a whole run.
//! CPU time is that of one thread.

mod measure;

use arcbatt::batt::{Options, run_tasks};
use arcbatt::card::{Settings as CardSettings, card};
use arcbatt::score::{Differs, ScoreOptions, score_task};
use arcbatt::session::Outputs;
use arcbatt::session::evolve::{self, Settings};
use arcbatt::task::generators;
use measure::{cpu_time, embedded_solvers, made_tasks, ms, peak_memory};
use std::process::Command;
use std::sync::atomic::AtomicBool;

const CANDIDATES: [u64; 4] = [1_000, 10_000, 100_000, 1_000_000];
const TASKS: [u64; 5] = [10, 100, 1_000, 10_000, 100_000];
/// Mutants per solver in the table of tasks.
const MUTANTS: u32 = 10;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |k: usize| arguments.get(k).and_then(|text| text.parse().ok());
    match (arguments.first().map(String::as_str), number(1)) {
        (Some("candidates"), Some(count)) => on_one_thread(|| candidates_row(count)),
        (Some("tasks"), Some(count)) => on_one_thread(|| tasks_row(count)),
        // `cargo test` only checks that benchmarks start.
        _ if !arguments.iter().any(|argument| argument == "--bench") => {}
        _ => {
            let full = arguments.iter().any(|argument| argument == "full");
            let (candidates, tasks) = if full {
                (1_000_000, 100_000)
            } else {
                (100_000, 1_000)
            };
            println!("candidates   card ms    run ms  score ms  us each  peak MB  bytes each");
            table("candidates", &CANDIDATES, candidates);
            println!("     tasks   make ms        run ms        us each  peak MB  bytes each");
            table("tasks", &TASKS, tasks);
        }
    }
}

fn table(what: &str, sizes: &[u64], most: u64) {
    let this = std::env::current_exe().expect("a name");
    for size in sizes.iter().filter(|&&size| size <= most) {
        let row = Command::new(&this).args([what, &size.to_string()]).status();
        assert!(row.is_ok_and(|row| row.success()), "{what} {size} failed");
    }
}

fn on_one_thread(row: impl FnOnce() + Send) {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build();
    pool.expect("a thread starts").install(row);
}

/// Bytes of memory per item, above what the process had before.
fn bytes_each(before: f64, count: u64) -> f64 {
    (peak_memory() - before) * 1024.0 * 1024.0 / count as f64
}

/// Runs at least this many candidates on one task.
fn candidates_row(count: u64) {
    let solvers = embedded_solvers();
    let data = generators::embedded();
    let wanted = |id: &str| data.tasks.iter().position(|task| task.id == id);
    let k = wanted("gravity_down").expect("an embedded task");
    let tasks = &data.tasks[k..=k];
    Differs::starter();
    let before = peak_memory();
    let start = cpu_time();
    // A program has a limited number of mutants: if these are too few, mutate mutants.
    let settings = CardSettings::default();
    let mut parents = solvers.clone();
    let (batt, _) = loop {
        let made = card(&parents, &settings, None);
        let found = made.0.candidates.len();
        if found as u64 >= count {
            break made;
        }
        let wanted = (count as usize / 25).clamp(parents.len() + 1, found);
        parents = (0..wanted)
            .map(|k| made.0.extract((k * found / wanted) as u32))
            .collect();
    };
    let carded = cpu_time();
    let mut ran = carded;
    let all: Vec<u32> = (0..count as u32).collect();
    let options = Options::default();
    // One task on one thread, so this is set once.
    let ran_at = std::sync::Mutex::new(&mut ran);
    let scores = run_tasks(
        &batt,
        tasks,
        &options,
        |_| all.clone(),
        |_, blocks| {
            **ran_at.lock().expect("nobody panics") = cpu_time();
            score_task(
                &tasks[0],
                &batt,
                &blocks,
                Differs::starter(),
                &ScoreOptions::default(),
            )
        },
    );
    assert_eq!(scores[0].candidates as u64, count);
    let end = cpu_time();
    println!(
        "{count:10} {:9.1} {:9.1} {:9.1} {:8.2} {:8.0} {:11.0}",
        ms(carded - start),
        ms(ran - carded),
        ms(end - ran),
        (end - start).as_secs_f64() * 1e6 / count as f64,
        peak_memory(),
        bytes_each(before, count)
    );
}

/// Runs this many generated tasks.
fn tasks_row(count: u64) {
    Differs::starter();
    let before = peak_memory();
    let start = cpu_time();
    let (data, programs) = made_tasks(count);
    let made = cpu_time();
    let settings = Settings {
        card: CardSettings {
            mutants: MUTANTS,
            ..CardSettings::default()
        },
        share: false,
        ..Settings::default()
    };
    let (outputs, stop) = (Outputs::default(), AtomicBool::new(false));
    let report = evolve::run(&data, &programs, &settings, outputs, &stop, &|_| {});
    let report = report.expect("nothing is written");
    assert_eq!(report.fitting() as u64, count);
    let end = cpu_time();
    println!(
        "{count:10} {:9.1} {:13.1} {:14.2} {:8.0} {:11.0}",
        ms(made - start),
        ms(end - made),
        (end - made).as_secs_f64() * 1e6 / count as f64,
        peak_memory(),
        bytes_each(before, count)
    );
}

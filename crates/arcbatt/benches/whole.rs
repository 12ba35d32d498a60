//! `arcbatt run --freeze` from process start to report.
//!
//! `cargo build --release -p arcbatt-cli && cargo bench --bench whole` runs it on the built-in tasks,
//! and on 400 generated tasks with 400 solvers, one file per task, in a temporary folder. Beside
//! it `arcbatt --version` shows the cost of starting a process. The figures are the least and the
//! median wall time of many runs; a busy machine makes them longer.

mod measure;

use arcbatt::program::print_file;
use arcbatt::task::write_task_json;
use measure::{made_tasks, ms};
use std::fs::{self, File};
use std::io::BufWriter;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const TASKS: u64 = 400;
const RUNS: usize = 50;

fn main() {
    // `cargo test` only checks that benchmarks start.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    let Some(command) = command() else {
        eprintln!("the command is not built: cargo build --release -p arcbatt-cli");
        std::process::exit(1);
    };
    let folder = tempfile::tempdir().expect("a folder");
    let (tasks, solvers) = (folder.path().join("tasks"), folder.path().join("s.py"));
    write(&tasks, &solvers);
    let (tasks, solvers) = (tasks.display().to_string(), solvers.display().to_string());
    let rows: [(&str, &[&str]); 3] = [
        ("--version", &["--version"]),
        ("built-in tasks", &["run", "--freeze"]),
        (
            "400 generated tasks, 400 solvers",
            &["run", "--freeze", "--data", &tasks, "--solvers", &solvers],
        ),
    ];
    println!("arcbatt run --freeze, process start to report, least and median of {RUNS} runs");
    for (name, arguments) in rows {
        let mut times: Vec<Duration> = (0..RUNS).map(|_| time(&command, arguments)).collect();
        times.sort_unstable();
        println!(
            "  {name:28} {:7.1} ms {:7.1} ms",
            ms(times[0]),
            ms(times[RUNS / 2])
        );
    }
}

/// The command, built beside this benchmark.
fn command() -> Option<PathBuf> {
    let this = std::env::current_exe().ok()?;
    let command = this.parent()?.parent()?.join("arcbatt");
    command.exists().then_some(command)
}

fn write(tasks: &Path, solvers: &Path) {
    let (data, programs) = made_tasks(TASKS);
    fs::create_dir(tasks).expect("a folder");
    for (task, answers) in data.tasks.iter().zip(&data.answers) {
        let file = File::create(tasks.join(format!("{}.json", task.id))).expect("a file");
        write_task_json(task, answers, BufWriter::new(file)).expect("a task is written");
    }
    fs::write(solvers, print_file(&programs)).expect("solvers are written");
}

fn time(command: &Path, arguments: &[&str]) -> Duration {
    let start = Instant::now();
    let status = Command::new(command)
        .args(arguments)
        .stdout(Stdio::null())
        .status();
    assert!(
        status.is_ok_and(|status| status.success()),
        "{arguments:?} failed"
    );
    start.elapsed()
}

//! Loading 400 tasks from files and 400 solvers from text.
//!
//! The tasks are generated, one file each, in a temporary folder. The solvers are the first
//! conformance programs in one text: parsed, type-checked and compiled.

mod corpus;

use arcbatt::batt::Code;
use arcbatt::program::{Checker, Program, parse_file};
use arcbatt::task::{Leniency, generators, load, write_task_json};
use criterion::{Criterion, criterion_group, criterion_main};
use std::fmt::Write;
use std::fs::{self, File};
use std::hint::black_box;
use std::io::BufWriter;
use std::path::Path;

const TASKS: u64 = 400;
const SOLVERS: usize = 400;

fn write_tasks(folder: &Path) {
    for k in 0..TASKS {
        let (task, answers) = generators::task(1, k);
        let file = File::create(folder.join(format!("{}.json", task.id))).expect("a file");
        write_task_json(&task, &answers, BufWriter::new(file)).expect("a task is written");
    }
}

fn solvers() -> String {
    let mut text = String::from("from dsl import *\n\n");
    for (k, entry) in corpus::corpus().iter().take(SOLVERS).enumerate() {
        let solver = entry.source.replacen("solve(", &format!("solve_{k}("), 1);
        write!(text, "\n{solver}\n").expect("text grows");
    }
    text
}

fn load_tasks(folder: &Path) {
    let loaded = load(folder, Leniency::Strict).expect("good tasks");
    assert_eq!(loaded.data.tasks.len(), TASKS as usize);
    black_box(loaded);
}

fn parse(text: &str) -> Vec<Program> {
    let parsed = parse_file(text);
    assert_eq!((parsed.programs.len(), parsed.errors.len()), (SOLVERS, 0));
    parsed.programs
}

fn check(programs: &[Program]) {
    let mut checker = Checker::new();
    let accepted = programs.iter().filter(|program| checker.accepts(program));
    black_box(accepted.count());
}

fn make_ready(programs: &[Program]) {
    black_box(programs.iter().map(Code::new).collect::<Vec<Code>>());
}

fn loading(criterion: &mut Criterion) {
    let folder = tempfile::tempdir().expect("a folder");
    write_tasks(folder.path());
    let text = solvers();
    let programs = parse(&text);
    let bytes: u64 = fs::read_dir(folder.path())
        .expect("the folder")
        .map(|file| file.and_then(|file| file.metadata()).expect("a file").len())
        .sum();
    println!(
        "{TASKS} task files of {bytes} bytes; {SOLVERS} solvers of {} bytes",
        text.len()
    );
    let mut group = criterion.benchmark_group("loading");
    group.bench_function("tasks", |bencher| {
        bencher.iter(|| load_tasks(folder.path()))
    });
    group.bench_function("parse", |bencher| bencher.iter(|| black_box(parse(&text))));
    group.bench_function("check", |bencher| bencher.iter(|| check(&programs)));
    group.bench_function("make ready", |bencher| {
        bencher.iter(|| make_ready(&programs))
    });
    group.bench_function("all", |bencher| {
        bencher.iter(|| {
            load_tasks(folder.path());
            let programs = parse(&text);
            check(&programs);
            make_ready(&programs);
        })
    });
    group.finish();
}

criterion_group!(benches, loading);
criterion_main!(benches);

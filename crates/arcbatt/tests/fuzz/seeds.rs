//! Seeds of fuzz targets: the files of `fuzz/seeds`, and what the library writes. A store has the time
//! of its import in it, all others are the same in every run.

use arcbatt::Store;
use arcbatt::batt::Batt;
use arcbatt::card::{Settings, card};
use arcbatt::program::{Program, parse_file, print_file};
use arcbatt::session::submission::Submission;
use arcbatt::task::{generators, write_task_json};
use std::path::Path;

/// The seeds of a target.
pub fn of(name: &str) -> Vec<Vec<u8>> {
    let mut seeds = files(name);
    seeds.extend(match name {
        "parse" | "run" | "differential" => {
            let mut texts = solvers();
            texts.push(long_program());
            texts
        }
        "tasks" => tasks(),
        "submission" => vec![submission()],
        "batt_file" => batts(),
        "store" => vec![store()],
        _ => Vec::new(),
    });
    seeds
}

/// The committed files of a target, by name.
fn files(name: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../fuzz/seeds")
        .join(name);
    let Ok(entries) = std::fs::read_dir(folder) else {
        return Vec::new();
    };
    let mut paths: Vec<_> = entries
        .map(|entry| entry.expect("an entry").path())
        .collect();
    paths.sort();
    paths
        .iter()
        .map(|path| std::fs::read(path).expect("a seed"))
        .collect()
}

/// The built-in solvers.
fn built_in() -> Vec<Program> {
    parse_file(generators::SOLVERS).programs
}

fn solvers() -> Vec<Vec<u8>> {
    let programs = built_in();
    programs
        .iter()
        .take(12)
        .map(|program| print_file([program]).into_bytes())
        .collect()
}

/// A program of many lines, each of which needs the one before.
fn long_program() -> Vec<u8> {
    let mut text = "def solve(I):\n    x1 = hmirror(I)\n".to_owned();
    for line in 2..=2_000 {
        let name = ["hmirror", "vmirror", "rot90"][line % 3];
        text.push_str(&format!("    x{line} = {name}(x{})\n", line - 1));
    }
    text.push_str("    return x2000\n");
    text.into_bytes()
}

fn tasks() -> Vec<Vec<u8>> {
    let data = generators::embedded();
    let written = data
        .tasks
        .iter()
        .zip(&data.answers)
        .take(3)
        .map(|(task, answers)| {
            let mut out = Vec::new();
            write_task_json(task, answers, &mut out).expect("writing to memory");
            out
        });
    let written: Vec<Vec<u8>> = written.collect();
    // A Kaggle file: tasks by id.
    let mut kaggle = b"{\"a\": ".to_vec();
    kaggle.extend(&written[0]);
    kaggle.extend(b", \"b\": ");
    kaggle.extend(&written[1]);
    kaggle.push(b'}');
    written.into_iter().chain([kaggle]).collect()
}

fn submission() -> Vec<u8> {
    let mut out = Vec::new();
    let tasks = &generators::embedded().tasks[..3];
    Submission::new(tasks, |_| &[])
        .write(&mut out)
        .expect("writing to memory");
    out
}

fn batts() -> Vec<Vec<u8>> {
    let programs = built_in();
    let settings = Settings {
        mutants: 3,
        ..Settings::default()
    };
    let (mutated, _) = card(&programs[..3], &settings, None);
    let text = |batt: &Batt| {
        let mut out = Vec::new();
        batt.write(&mut out).expect("writing to memory");
        out
    };
    vec![text(&mutated), text(&Batt::from_programs(&programs[..2]))]
}

fn store() -> Vec<u8> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("store.sqlite");
    let mut store = Store::open(&path).expect("a store");
    store
        .import(&built_in()[..2], "a fuzz target", &[])
        .expect("an import");
    drop(store);
    std::fs::read(&path).expect("a file")
}

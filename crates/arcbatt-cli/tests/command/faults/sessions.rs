//! `solve` and `run` with a store, a submission and a solver file: whatever change of a file fails, the
//! command ends in words, old files are whole or new ones complete, and what is reported as kept is kept.

use super::{Fault, Stage, for_every_change};
use crate::Json;
use arcbatt::session::submission::Submission;
use arcbatt::store::Store;
use std::fs;
use std::path::Path;

/// A search that finds a program for one of two tasks.
pub const SOLVE: &str = "solve --task half_turn --task count_to_nine --steps 100 --threads 1 \
    --store @lib.sqlite --submission @s.json --out @best.py --json";

/// Two rounds of mutants of the built-in solvers; their merged batts are large enough for the cache.
const RUN: &str = "run --task half_turn --task count_to_nine --rounds 2 --mutants 20 --seed 7 \
    --threads 1 --store @lib.sqlite --submission @s.json --out @best.py --json --force";

/// The program that the store has from the start.
const IMPORTED: &str =
    "def solve_old(I):\n    x1 = lefthalf(I)\n    O = tophalf(x1)\n    return O\n";

/// The files that a session finds, with those that it writes: a store with a program, and the outputs of
/// an earlier session with another seed.
pub struct Before {
    stage: Stage,
}

impl Before {
    pub fn new(line: &str) -> Self {
        let stage = Stage::with(&[]);
        fs::write(stage.file("old.py"), IMPORTED).unwrap();
        let import = "library import @old.py --store @lib.sqlite";
        stage.run(import).exits(0);
        let earlier = line.replace("@lib.sqlite", "@other.sqlite");
        let earlier = earlier.replace("--seed 7", "--seed 8");
        stage.run(&earlier.replace("--steps 100", "--steps 10"));
        Self { stage }
    }

    /// A stage with copies of these files.
    pub fn copy(&self) -> Stage {
        Stage::with(&["lib.sqlite", "s.json", "best.py"].map(|name| self.stage.file(name)))
    }

    fn bytes(&self, name: &str) -> Vec<u8> {
        fs::read(self.stage.file(name)).unwrap()
    }
}

/// The tasks of a report: what must not depend on faults.
pub fn essence(report: &Json) -> Vec<Json> {
    let tasks = report["tasks"].as_array().unwrap();
    let keys = ["id", "fits", "program", "best", "attempts"];
    tasks
        .iter()
        .map(|task| keys.map(|key| task[key].clone()).to_vec().into())
        .collect()
}

/// The results of a session without a fault.
pub struct Whole {
    pub report: Vec<Json>,
    pub submission: Vec<u8>,
    pub solvers: Vec<u8>,
}

impl Whole {
    pub fn of(stage: &Stage, line: &str) -> Self {
        let said = stage.run(line);
        let read = |name: &str| fs::read(stage.file(name)).unwrap();
        Self {
            report: essence(&said.json()),
            submission: read("s.json"),
            solvers: read("best.py"),
        }
    }
}

/// The number of tasks of the last run that the store has results of, and of those that fit; panics if
/// the store is damaged or has lost the imported program.
#[track_caller]
fn in_store(path: &Path, fitting: usize, where_: &str) {
    let store = Store::open(path).unwrap_or_else(|e| panic!("{where_}: {e}"));
    let run = store.runs().unwrap().into_iter().next().expect(where_);
    assert_eq!(run.finished, run.tasks, "{where_}");
    assert_eq!(run.fitting as usize, fitting, "{where_}");
    let standings = store.standings(run.run).unwrap();
    let with_program = standings.values().filter(|standing| {
        let best = standing.best.as_ref();
        best.is_some_and(|best| !best.program.lines.is_empty())
    });
    assert!(with_program.count() >= fitting, "{where_}");
    has_imported(&store, where_);
}

#[track_caller]
fn has_imported(store: &Store, where_: &str) {
    let entries = store.entries().unwrap();
    let imported = entries.iter().any(|entry| entry.imported);
    assert!(imported, "{where_}: the imported program is lost");
}

/// Runs a session with every fault of a kind; returns how many reports were printed whole, how many with
/// an error, and how many runs had none.
fn every_fault(line: &str, fault: Fault) -> [u32; 3] {
    let before = Before::new(line);
    let whole = Whole::of(&before.copy(), line);
    let tallies = std::sync::Mutex::new([0; 3]);
    let changes = for_every_change(|at| {
        let stage = before.copy();
        let (said, changes) = stage.run_with_fault(line, fault, at);
        let is_reached = changes.len() >= at as usize;
        let last = changes.get(at as usize - 1);
        let where_ = format!("{fault:?} at change {at}, {}", last.map_or("", |s| s));
        said.ended_in_words(&where_);
        // Old files are whole, new ones complete.
        let submission = fs::read(stage.file("s.json")).unwrap();
        let is_new_submission = submission == whole.submission;
        if !is_new_submission && submission != before.bytes("s.json") {
            // One of those that are written on the way.
            let read = Submission::read(&stage.file("s.json")).expect(&where_);
            assert_eq!(read.ids().count(), whole.report.len(), "{where_}");
        }
        let solvers = fs::read(stage.file("best.py")).unwrap();
        let is_new_file = solvers == whole.solvers;
        if !is_new_file && solvers != before.bytes("best.py") {
            // `run` writes one after every round.
            let parsed = arcbatt::program::parse_file(std::str::from_utf8(&solvers).unwrap());
            assert_eq!(parsed.errors, [], "{where_}");
            assert!(
                line.starts_with("run") && solvers.ends_with(b"\n"),
                "{where_}"
            );
        }
        let left = stage.files_like(".arcbatt-");
        assert!(left.is_empty(), "{where_}: {left:?} is left");
        // What the report says is in all files, but for those that a message names.
        let mut tally = 2;
        if said.out.is_empty() {
            assert_eq!(said.code, Some(2), "{where_}");
            has_imported(
                &Store::open(&stage.file("lib.sqlite")).expect(&where_),
                &where_,
            );
        } else {
            let report = said.json();
            assert_eq!(essence(&report), whole.report, "{where_}");
            // A round that cannot be written ends the run, with the files of the rounds before.
            let ended_early = said.err.contains("ended early");
            for (name, is_new) in [("s.json", is_new_submission), ("best.py", is_new_file)] {
                let path = stage.file(name).display().to_string();
                let is_named = said.err.contains(&format!("{path}: cannot write"));
                assert!(
                    is_new || is_named || ended_early,
                    "{where_}: {name}\n{}",
                    said.err
                );
            }
            let fitting = report["totals"]["fits"].as_u64().unwrap() as usize;
            let refuge = said.err.split_once("from now on, is in ");
            let refuge = refuge.and_then(|(_, rest)| rest.split_once("; `arcbatt library merge`"));
            match refuge {
                Some((path, _)) => in_store(Path::new(path), fitting, &where_),
                None if said.err.contains("is in no store") => {}
                None => in_store(&stage.file("lib.sqlite"), fitting, &where_),
            }
            let rescued = stage.files_like("lib-rescued-");
            let rescued = rescued.iter().filter(|name| !said.err.contains(*name));
            assert_eq!(rescued.count(), 0, "{where_}: a copy that no message names");
            // Every store can be written again.
            has_imported(
                &Store::open(&stage.file("lib.sqlite")).expect(&where_),
                &where_,
            );
            tally = usize::from(said.code == Some(2));
        }
        // Without a fault, all is as it was without the preloaded library.
        if !is_reached {
            assert!(matches!(said.code, Some(0 | 1)), "{where_}: {}", said.err);
        }
        tallies.lock().unwrap()[tally] += 1;
        is_reached
    });
    println!("{line}: {changes} changes");
    assert!(changes > 60, "only {changes} changes");
    tallies.into_inner().unwrap()
}

/// All kinds of ends occur: no report, a report with an error, and an unharmed one.
#[track_caller]
fn is_varied(tallies: [u32; 3]) {
    assert!(tallies.iter().all(|&count| count > 0), "{tallies:?}");
}

#[test]
fn solve_survives_every_error_of_the_device() {
    is_varied(every_fault(SOLVE, Fault::Device));
}

#[test]
fn solve_survives_a_disk_that_is_full_from_any_change_on() {
    is_varied(every_fault(SOLVE, Fault::FullDisk));
}

#[test]
fn run_survives_every_error_of_the_device() {
    is_varied(every_fault(RUN, Fault::Device));
}

#[test]
fn run_survives_a_disk_that_is_full_from_any_change_on() {
    is_varied(every_fault(RUN, Fault::FullDisk));
}

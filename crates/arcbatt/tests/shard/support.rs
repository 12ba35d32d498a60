//! Plans on the built-in tasks, and outputs to compare.

use arcbatt::card;
use arcbatt::session::{PerTask, Settings, evolve};
use arcbatt::shard::{Candidate, MergeOutputs, Merged, Plan, RunOptions, merge};
use arcbatt::store::Store;
use arcbatt::task::{DataSet, generators};
use arcbatt::{Limits, Program, Solvers, Task};
use rusqlite::Connection;
use rusqlite::types::Value;
use std::path::Path;

/// The first built-in tasks.
pub fn data(count: usize) -> DataSet {
    let mut data = generators::embedded();
    data.tasks.truncate(count);
    data.answers.truncate(count);
    data
}

/// The built-in solvers.
pub fn solvers() -> Vec<Program> {
    Solvers::read(generators::SOLVERS).programs
}

/// A search of so many steps per task.
pub fn search(steps: u64, threads: usize) -> Settings {
    Settings {
        seed: 3,
        per_task: PerTask::Steps(steps),
        passes: Some(1),
        threads,
        ..Settings::default()
    }
}

/// Few mutants.
pub fn evolution(programs: usize) -> evolve::Settings<'static> {
    evolve::Settings {
        card: card::Settings {
            seed: 5,
            mutants: 8,
            ..card::Settings::default()
        },
        brought: programs,
        ..evolve::Settings::default()
    }
}

/// Candidates of every task: solvers of all kinds, in turn, and some that cannot be read.
pub struct Candidates(Vec<Solvers>);

impl Candidates {
    pub fn new(tasks: &[Task]) -> Self {
        let all = solvers();
        let of_task = |(k, _): (usize, &Task)| {
            let mut text = String::new();
            for (j, program) in all.iter().enumerate().filter(|(j, _)| j % 3 != k % 3) {
                let name = format!("solve_{j}");
                let program = program.clone();
                text += &Program { name, ..program }.to_string();
            }
            if k % 2 == 0 {
                text += "def solve_bad(I):\n    return I + 1\n";
            }
            Solvers::read(&text)
        };
        Self(tasks.iter().enumerate().map(of_task).collect())
    }

    pub fn of_tasks(&self) -> Vec<Vec<Candidate<'_>>> {
        self.0
            .iter()
            .map(|solvers| both(solvers).collect())
            .collect()
    }

    pub fn programs(&self, task: usize) -> &[Program] {
        &self.0[task].programs
    }
}

fn both(solvers: &Solvers) -> impl Iterator<Item = Candidate<'_>> {
    let programs = solvers.programs.iter().map(Ok);
    programs.chain(solvers.errors.iter().map(Err))
}

pub fn plan_of_rank(data: &DataSet, candidates: &Candidates, shards: usize) -> Plan {
    let candidates = candidates.of_tasks();
    Plan::rank(
        "embedded",
        &data.tasks,
        &candidates,
        Limits::default(),
        shards,
    )
    .unwrap()
}

/// Runs all shards of a plan, which is read back from its JSON first.
pub fn run_all(plan: &Plan, folder: &Path, threads: usize) {
    let options = RunOptions {
        threads,
        ..RunOptions::default()
    };
    let plan = Plan::from_json(&plan.to_json()).unwrap();
    for index in 0..plan.len() {
        plan.job(index).unwrap().run_into(folder, &options).unwrap();
    }
}

/// Everything that a merge writes.
#[derive(Clone, Debug, PartialEq)]
pub struct Written {
    pub report: String,
    pub submission: String,
    pub solvers: String,
    pub store: Vec<String>,
}

/// Merges into files.
pub fn merged(plan: &Plan, results: &Path, data: &DataSet) -> (Merged, Written) {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let is_rank = plan.command() == "rank";
    let (store_path, submission, solvers) = (path("s.sqlite"), path("s.json"), path("s.py"));
    let mut store = Store::open(&store_path).unwrap();
    let outputs = MergeOutputs {
        store: (!is_rank).then_some(&mut store),
        submission: Some(&submission),
        solvers: (!is_rank).then_some(&solvers),
        replace: false,
    };
    let mut merged = merge(plan, results, outputs).unwrap();
    assert_eq!(merged.judge(data), plan.tasks().len());
    drop(store);
    let read = |path: &Path| std::fs::read_to_string(path).unwrap_or_default();
    let written = Written {
        report: merged.to_json(),
        submission: read(&submission),
        solvers: read(&solvers),
        store: dump(&store_path),
    };
    (merged, written)
}

/// All rows of a store, without times.
pub fn dump(path: &Path) -> Vec<String> {
    let connection = Connection::open(path).unwrap();
    let tables = "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name";
    let mut tables = connection.prepare(tables).unwrap();
    let tables: Vec<String> = tables
        .query_map([], |row| row.get(0))
        .unwrap()
        .collect::<Result<_, _>>()
        .unwrap();
    let mut rows = Vec::new();
    for table in tables.iter().filter(|table| !table.starts_with("sqlite")) {
        let mut query = connection
            .prepare(&format!("SELECT * FROM {table}"))
            .unwrap();
        let names: Vec<String> = query.column_names().map(str::to_owned).collect();
        let mut found = query.query([]).unwrap();
        let mut of_table = Vec::new();
        while let Some(row) = found.next().unwrap() {
            let timeless =
                |name: &&String| !["started", "ended", "seconds"].contains(&name.as_str());
            let cells = names.iter().filter(timeless);
            let cells = cells
                .map(|name| format!("{name}={:?}", row.get::<_, Value>(name.as_str()).unwrap()));
            of_table.push(format!("{table}: {}", cells.collect::<Vec<_>>().join(", ")));
        }
        of_table.sort();
        rows.extend(of_table);
    }
    rows
}

//! Checks a file of solvers on the tasks they are for, and prints what each one gets wrong.
//!
//!     cargo run --example check_file            # the embedded solvers
//!     cargo run --example check_file my.py tasks.json

use arcbatt::task::generators::SOLVERS;
use arcbatt::{CheckOptions, DataSet, Solvers, check};
use std::error::Error;
use std::io::Write;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let source = match arguments.first() {
        Some(file) => std::fs::read_to_string(file)?,
        None => SOLVERS.to_owned(),
    };
    let data = match arguments.get(1) {
        Some(path) => DataSet::load(path)?,
        None => DataSet::embedded(),
    };
    run(&source, &data, &mut std::io::stdout())
}

/// Prints functions that are not programs, pairs that are wrong, and the totals.
pub fn run(source: &str, data: &DataSet, out: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    let solvers = Solvers::read(source);
    for error in &solvers.errors {
        writeln!(out, "{error}")?;
    }
    // A solver finds its task by name: `solve_half_turn` is for `half_turn`.
    let report = check(data, &solvers.programs, &CheckOptions::default());
    for task in &report.tasks {
        for run in &task.runs {
            let name = &solvers.programs[run.program].name;
            for pair in run.pairs.iter().filter(|pair| !pair.status.is_good()) {
                let (part, number) = (pair.part, pair.index + 1);
                writeln!(out, "{name}: {part:?} {number}: {}", pair.status)?;
            }
        }
    }
    let totals = report.totals();
    writeln!(out, "{} of {} tasks solved", totals.solved, totals.tasks)?;
    Ok(())
}

//! Searches for a program that solves a task, and checks its attempts.
//!
//!     cargo run --release --example search_task
//!     cargo run --release --example search_task gravity_down

use arcbatt::{DataSet, Library, SolveOptions, check_answers, solve};
use std::error::Error;
use std::io::Write;

fn main() -> Result<(), Box<dyn Error>> {
    let id = std::env::args().nth(1);
    run(id.as_deref().unwrap_or("half_turn"), &mut std::io::stdout())
}

/// Prints the best program found, and how many tests its attempts get right.
pub fn run(id: &str, out: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    let data = DataSet::embedded();
    let at = data.tasks.iter().position(|task| task.id == id);
    let at = at.ok_or_else(|| format!("no embedded task {id}"))?;
    // A budget in steps instead of time gives the same answer on every machine. Without a library
    // the program is found from nothing.
    let options = SolveOptions {
        time: None,
        steps: 100_000,
        library: Library::default(),
        ..SolveOptions::default()
    };
    let outcome = solve(&data.tasks[at..=at], &options).remove(0);
    let Some(best) = outcome.found.first() else {
        writeln!(out, "nothing found")?;
        return Ok(());
    };
    let (matched, train) = (best.matched, data.tasks[at].train.len());
    writeln!(out, "{matched} of {train} demonstrations matched by")?;
    write!(out, "{}", best.program)?;
    let result = check_answers(&outcome.attempts, &data.answers[at]);
    writeln!(out, "{} of {} tests right", result.right, result.tests)?;
    Ok(())
}

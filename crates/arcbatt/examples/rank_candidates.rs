//! Ranks candidate programs for a task, as a language model may write them by the thousand.
//!
//!     cargo run --example rank_candidates

use arcbatt::{DataSet, Limits, Solvers, rank};
use std::error::Error;
use std::io::Write;

const CANDIDATES: &str = "
def solve_mirror(I):
    return hmirror(I)

def solve_half_turn(I):
    return rot180(I)

def mirrored(grid):
    return vmirror(grid)

def solve_two_mirrors(I):
    return mirrored(hmirror(I))

def solve_broken(I):
    x1 = sizefilter(objects(I, T, F, T), THOUSAND)
    return subgrid(first(x1), I)
";

fn main() -> Result<(), Box<dyn Error>> {
    run(&mut std::io::stdout())
}

/// Prints the groups of candidates with equal answers, best first, and what became of each candidate.
pub fn run(out: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    let data = DataSet::embedded();
    let task = data.task("half_turn").ok_or("no such task")?;
    let programs = Solvers::read(CANDIDATES).programs;
    // All candidates are merged into one batt: calls that they share run once per sample.
    let ranking = rank(task, &programs, Limits::default());
    for group in &ranking.groups {
        writeln!(
            out,
            "votes: {}, demonstrations matched: {} of {}, wrong cells: {}",
            group.members.len(),
            group.matched,
            ranking.demonstrations,
            group.cells_wrong
        )?;
    }
    for (program, candidate) in programs.iter().zip(&ranking.candidates) {
        let line = program.place.line;
        writeln!(
            out,
            "line {line}, {}: {}",
            program.name,
            candidate.status.word()
        )?;
    }
    let tried = ranking.attempts()[0].iter().flatten().count();
    writeln!(out, "{tried} attempts at test 1")?;
    Ok(())
}

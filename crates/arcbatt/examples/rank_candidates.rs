//! Ranks candidate programs for a task, as a language model may write them by the thousand.
//!
//!     cargo run --example rank_candidates

use arcbatt::{DataSet, attempts, parse_file, rank};
use std::error::Error;
use std::io::Write;

const CANDIDATES: &str = "
def solve_mirror(I):
    return hmirror(I)

def solve_half_turn(I):
    return rot180(I)

def solve_two_mirrors(I):
    return vmirror(hmirror(I))

def solve_broken(I):
    return upscale(I, ZERO)
";

fn main() -> Result<(), Box<dyn Error>> {
    run(&mut std::io::stdout())
}

/// Prints the groups of candidates with equal answers, best first, and the two attempts.
pub fn run(out: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    let data = DataSet::embedded();
    let task = data.task("half_turn").ok_or("no such task")?;
    let programs = parse_file(CANDIDATES).programs;
    // All candidates are merged into one batt: calls that they share run once per sample.
    let score = rank(task, &programs);
    for group in &score.best {
        let names: Vec<&str> = group
            .candidates
            .iter()
            .map(|&candidate| programs[candidate as usize].name.as_str())
            .collect();
        let (matched, partial) = (group.matched, group.differ * 100 / score.most);
        let train = score.train;
        writeln!(
            out,
            "{matched} of {train} matched, {partial} % alike: {}",
            names.join(", ")
        )?;
    }
    writeln!(
        out,
        "{} of {} candidates failed",
        score.failed, score.candidates
    )?;
    let tried = attempts(&score, 0).iter().flatten().count();
    writeln!(out, "{tried} attempts at test 1")?;
    Ok(())
}

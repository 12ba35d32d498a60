//! Parses a solver and runs it on a grid.
//!
//!     cargo run --example run_solver

use arcbatt::{GridBuf, Program};
use std::error::Error;
use std::io::Write;

/// A solver is a Python function that calls primitives; nested calls are fine.
const SOLVER: &str = "
def solve(I):
    x1 = objects(I, T, F, T)            # the connected objects
    x2 = argmax(x1, size)               # the largest
    return subgrid(x2, I)               # its bounding box, cut out
";

fn main() -> Result<(), Box<dyn Error>> {
    run(&mut std::io::stdout())
}

/// Runs the solver on two grids: on the second one it fails, and the error says where.
pub fn run(out: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    let program = Program::parse(SOLVER)?;
    let shapes = GridBuf::from_digits(&[
        "0000000", //
        "0110020", //
        "0010020", //
        "0000000",
    ]);
    let empty = GridBuf::from_digits(&["00", "00"]);
    for grid in [shapes, empty].into_iter().flatten() {
        match program.run(&grid) {
            Ok(output) => writeln!(out, "{grid:?} -> {output:?}")?,
            Err(error) => writeln!(out, "{grid:?} -> {error}")?,
        }
    }
    Ok(())
}

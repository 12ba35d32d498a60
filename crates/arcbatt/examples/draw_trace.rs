//! Draws the value of every line of a program, in the terminal and as an SVG file.
//!
//!     cargo run --example draw_trace
//!     cargo run --example draw_trace trace.svg

use arcbatt::{DataSet, Limits, Program, Sheet, Style};
use std::error::Error;
use std::io::{IsTerminal, Write};

const SOLVER: &str = "
def solve(I):
    x1 = objects(I, T, F, T)
    x2 = argmax(x1, size)
    x3 = subgrid(x2, I)
    return x3
";

fn main() -> Result<(), Box<dyn Error>> {
    // Colours and characters that this terminal can show.
    let style = Style::detect(std::io::stdout().is_terminal(), |name| {
        std::env::var(name).ok()
    });
    let sheet = run(&style, &mut std::io::stdout())?;
    if let Some(file) = std::env::args().nth(1) {
        std::fs::write(file, sheet.to_svg())?;
    }
    Ok(())
}

/// Prints the trace of the solver on the first demonstration of a task.
pub fn run(style: &Style, out: &mut dyn Write) -> Result<Sheet, Box<dyn Error>> {
    let data = DataSet::embedded();
    let task = data.task("crop_largest").ok_or("no such task")?;
    let program = Program::parse(SOLVER)?;
    let pair = &task.train[0];
    // S, the demonstrations, is there for programs that read constants off them.
    let trace = program.trace(
        &task.train,
        &pair.input,
        Some(&pair.output),
        Limits::default(),
    );
    let sheet = trace.sheet("the largest object, cut out");
    write!(out, "{}", sheet.to_text(style, 80))?;
    Ok(sheet)
}

//! The time and the calls of every line of a program.

use crate::run::{Chosen, RunRequest, samples};
use arcbatt::LineTime;
use serde::Serialize;

/// A line on all pairs together.
#[derive(Clone, Default, Serialize)]
pub struct LineTotal {
    /// Calls: that of the line, and those inside it.
    pub calls: u64,
    /// Time in nanoseconds; short lines are below the resolution of a browser's clock.
    pub nanoseconds: f64,
}

/// The calls and the time of every line, summed over all pairs.
pub fn times(request: RunRequest) -> Result<Vec<LineTotal>, String> {
    let (task, answers) = request.task.task()?;
    let program = Chosen::new(&request.source, &task).program;
    let program = program.ok_or("there is no program to time")?;
    let mut totals = vec![LineTotal::default(); program.lines.len()];
    for (input, _) in samples(&task, &answers) {
        let times: Vec<LineTime> = program.time_lines(&task.train, input, request.limits());
        for (total, time) in totals.iter_mut().zip(times) {
            total.calls += time.calls;
            total.nanoseconds += time.total_ns;
        }
    }
    Ok(totals)
}

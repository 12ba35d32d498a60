//! The header of reports: when, by which command, on which machine, how much work, how fast.

use crate::output::Output;
use arcbatt::batt::DeviceStats;
use arcbatt::header::{Header, WorkDone};
use arcbatt::task::DataSet;
use std::time::Duration;

/// The command as it was typed; the program without its folder.
pub fn typed_command() -> Vec<String> {
    let arguments = crate::typed_arguments();
    std::iter::once("arcbatt".to_owned())
        .chain(arguments)
        .collect()
}

/// The header of a report on work that took `wall`.
pub fn header(
    name: &str,
    data: &DataSet,
    candidates: u64,
    wall: Duration,
    device: Option<&DeviceStats>,
) -> Header {
    let samples = data.tasks.iter();
    let samples = samples.map(|task| (task.train.len() + task.test.len()) as u64);
    let work = WorkDone {
        data: name.to_owned(),
        tasks: data.tasks.len() as u64,
        samples: samples.sum(),
        candidates,
        wall,
        gpus: device.map_or(Vec::new(), |stats| stats.names.clone()),
    };
    Header::new(&typed_command(), work)
}

/// Prints a header.
pub fn print(header: &Header, output: &mut Output) -> anyhow::Result<()> {
    for line in header.lines() {
        let line = output.dim(&line);
        output.print_sentence(&line)?;
    }
    Ok(())
}

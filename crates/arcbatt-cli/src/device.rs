//! `arcbatt device`: the GPUs that can run a batt, and the statistics of GPUs after a run.

use crate::Outcome;
use crate::output::{Output, counted, grouped};
use arcbatt::batt::DeviceStats;
use arcbatt_gpu::calibrate::{Calibration, RULE_OF_THUMB, calibration};
use arcbatt_gpu::cuda::{self, Cuda};
use arcbatt_gpu::source;
use serde_json::json;
use std::io::Write;
use std::time::Duration;

/// Prints the statistics of the GPUs, if any were used.
pub fn print_stats(stats: Option<&DeviceStats>, output: &mut Output) -> anyhow::Result<()> {
    if let Some(stats) = stats.filter(|stats| !stats.names.is_empty()) {
        writeln!(output.stdout, "\n{}", summary(stats))?;
    }
    Ok(())
}

/// The statistics in one line.
fn summary(stats: &DeviceStats) -> String {
    let gpus = counted(stats.names.len(), "GPU");
    if stats.blocks == 0 {
        return format!("{gpus}: no block of candidates was large enough to be faster there");
    }
    let ms = |time: Duration| format!("{:.1} ms", time.as_secs_f64() * 1e3);
    format!(
        "{gpus}: {} answers from the GPU, {} from the CPU; {} up, {} kernel, {} down ({:.1} MB up, {:.1} MB down)",
        grouped(stats.known),
        grouped(stats.unknown),
        ms(stats.up),
        ms(stats.kernel),
        ms(stats.down),
        stats.bytes.0 as f64 / 1e6,
        stats.bytes.1 as f64 / 1e6,
    )
}

/// Adds the statistics of the GPUs to a JSON document, if any were used.
pub fn add_stats(stats: Option<&DeviceStats>, json: &mut serde_json::Value) {
    let Some(stats) = stats.filter(|stats| !stats.names.is_empty()) else {
        return;
    };
    json["device"] = json!({
        "gpus": stats.names,
        "blocks": stats.blocks,
        "launches": stats.launches,
        "known": stats.known,
        "on_cpu": stats.unknown,
        "evaluations": stats.evaluations,
        "up_s": stats.up.as_secs_f64(),
        "kernel_s": stats.kernel.as_secs_f64(),
        "down_s": stats.down.as_secs_f64(),
        "up_bytes": stats.bytes.0,
        "down_bytes": stats.bytes.1,
    });
}

/// Show the GPUs, and how large a job must be before they are faster
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  arcbatt device                  the GPUs, and how large a job must be before they are faster
  arcbatt device --json           the same as JSON
  arcbatt dsl --gpu               the primitives that run on a GPU
  arcbatt run --device gpu:0,1    run on two GPUs

The sizes are measured once per GPU and version, in about a second, and cached; --device auto uses
them. It opens a GPU only when a run has lasted about as long as that takes. Without a GPU, a driver
or NVRTC, everything runs on the CPU with the same answers. Exit codes: 0 success; 1 there is a GPU
that cannot be used.")]
pub struct Device {}

impl Device {
    /// Prints the devices.
    pub fn run(self, output: &mut Output) -> anyhow::Result<Outcome> {
        let mut unusable = 0;
        let mut found = Vec::new();
        for number in 0..cuda::count() {
            let opened = Cuda::open(number).and_then(|device| {
                let measured = calibration(&device)?;
                Ok((device, measured))
            });
            match opened {
                Ok((device, measured)) => {
                    if !output.json {
                        print(&device, &measured, output)?;
                    }
                    found.push(as_json(&device, &measured));
                }
                Err(error) => {
                    unusable += 1;
                    if !output.json {
                        writeln!(output.stdout, "GPU {number} cannot be used: {error}")?;
                    }
                    found.push(json!({"number": number, "error": error.to_string()}));
                }
            }
        }
        let known = source::supported().len();
        let all = arcbatt::dsl::primitives().len();
        let cores = rayon::current_num_threads();
        if output.json {
            output.print_json(&json!({
                "gpus": found,
                "cores": cores,
                "primitives_on_device": known,
                "primitives": all,
            }))?;
        } else if found.is_empty() {
            let cores = counted(cores, "core");
            writeln!(
                output.stdout,
                "no GPU: everything runs on the CPU, on {cores}"
            )?;
        } else {
            writeln!(
                output.stdout,
                "{known} of {all} primitives run on a GPU (`arcbatt dsl --gpu` lists them)"
            )?;
        }
        Ok(Outcome::of(unusable == 0))
    }
}

/// Prints a GPU, and how large a job must be before it is faster.
fn print(device: &Cuda, measured: &Calibration, output: &mut Output) -> anyhow::Result<()> {
    let (major, minor) = device.capability;
    writeln!(
        output.stdout,
        "GPU {}: {}, compute capability {major}.{minor}, {} multiprocessors, {} warps at once, {:.1} of {:.1} GB free; kernel ready in {:.2} s",
        device.index,
        device.name,
        device.processors,
        device.warps,
        device.memory.0 as f64 / 1e9,
        device.memory.1 as f64 / 1e9,
        device.prepared,
    )?;
    for line in break_even(measured, rayon::current_num_threads()) {
        writeln!(output.stdout, "  {line}")?;
    }
    Ok(())
}

/// The break-even sizes as a small table.
fn break_even(measured: &Calibration, cores: usize) -> Vec<String> {
    let mut lines = vec![
        format!(
            "compared with {}; the smallest block takes {:.2} ms",
            counted(cores, "core"),
            measured.launch * 1e3
        ),
        "cells per grid  faster from candidates x samples".to_owned(),
    ];
    for &(cells, faster_from) in &measured.rows {
        let from = match faster_from {
            usize::MAX => "never".to_owned(),
            n => grouped(n as u64),
        };
        let thumb = match cells {
            RULE_OF_THUMB => "  (rule of thumb: faster from this size)",
            _ => "",
        };
        lines.push(format!("{cells:>14}  {from:>32}{thumb}"));
    }
    lines
}

fn as_json(device: &Cuda, measured: &Calibration) -> serde_json::Value {
    let pays = |&(cells, pays_from): &(usize, usize)| {
        let pays_from = (pays_from < usize::MAX).then_some(pays_from);
        json!({"cells": cells, "pays_from": pays_from})
    };
    json!({
        "number": device.index,
        "name": device.name,
        "capability": [device.capability.0, device.capability.1],
        "multiprocessors": device.processors,
        "warps": device.warps,
        "memory_free": device.memory.0,
        "memory": device.memory.1,
        "ready_s": device.prepared,
        "smallest_block_ms": measured.launch * 1e3,
        "rule_of_thumb_cells": RULE_OF_THUMB,
        "pays": measured.rows.iter().map(pays).collect::<Vec<_>>(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_summary_is_one_line() {
        let mut stats = DeviceStats {
            names: vec!["one".to_owned(), "two".to_owned()],
            ..DeviceStats::default()
        };
        assert_eq!(
            summary(&stats),
            "2 GPUs: no block of candidates was large enough to be faster there"
        );
        (stats.blocks, stats.known, stats.unknown) = (1, 1_234, 5);
        (stats.kernel, stats.bytes) = (Duration::from_micros(2_500), (3_000_000, 100_000));
        assert_eq!(
            summary(&stats),
            "2 GPUs: 1,234 answers from the GPU, 5 from the CPU; 0.0 ms up, 2.5 ms kernel, \
             0.0 ms down (3.0 MB up, 0.1 MB down)"
        );
    }

    #[test]
    fn break_even_sizes_are_a_small_table() {
        let measured = Calibration {
            launch: 0.000_312,
            rows: vec![(9, usize::MAX), (70, 24_576), (900, 96)],
        };
        let wanted = [
            "compared with 16 cores; the smallest block takes 0.31 ms",
            "cells per grid  faster from candidates x samples",
            "             9                             never",
            "            70                            24,576  (rule of thumb: faster from this size)",
            "           900                                96",
        ];
        assert_eq!(break_even(&measured, 16), wanted);
    }
}

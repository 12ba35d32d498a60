//! `arcbatt device`: the GPUs that a batt can run on, and `--device`, which chooses among them.

use crate::Outcome;
use crate::output::{Output, counted, grouped};
use arcbatt::batt::DeviceStats;
use arcbatt_gpu::calibrate::{Calibration, RULE_OF_THUMB, calibration};
use arcbatt_gpu::cuda::{self, Cuda};
use arcbatt_gpu::source;
use serde_json::json;
use std::io::Write;
use std::time::Duration;

/// Prints what the devices did.
pub fn tell(told: Option<&DeviceStats>, output: &mut Output) -> anyhow::Result<()> {
    if let Some(told) = told {
        writeln!(output.stdout, "\n{}", what_was_done(told))?;
    }
    Ok(())
}

/// What the devices did, in a line.
fn what_was_done(told: &DeviceStats) -> String {
    let gpus = counted(told.names.len(), "GPU");
    if told.blocks == 0 {
        return format!("{gpus}: no block of candidates was large enough to pay there");
    }
    let ms = |time: Duration| format!("{:.1} ms", time.as_secs_f64() * 1e3);
    format!(
        "{gpus}: {} answers on the device, {} on the CPU; {} up, {} kernel, {} down ({:.1} MB up, {:.1} MB down)",
        grouped(told.known),
        grouped(told.unknown),
        ms(told.up),
        ms(told.kernel),
        ms(told.down),
        told.bytes.0 as f64 / 1e6,
        told.bytes.1 as f64 / 1e6,
    )
}

/// The same for tools: adds `device` to what is printed, where there are devices.
pub fn add_told(told: Option<&DeviceStats>, json: &mut serde_json::Value) {
    let Some(told) = told else {
        return;
    };
    json["device"] = json!({
        "gpus": told.names,
        "blocks": told.blocks,
        "launches": told.launches,
        "known": told.known,
        "on_cpu": told.unknown,
        "evaluations": told.evaluations,
        "up_s": told.up.as_secs_f64(),
        "kernel_s": told.kernel.as_secs_f64(),
        "down_s": told.down.as_secs_f64(),
        "up_bytes": told.bytes.0,
        "down_bytes": told.bytes.1,
    });
}

/// Show the GPUs that a batt can run on, and from which size of work they pay
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  arcbatt device                  the GPUs, and from which size of work they pay
  arcbatt device --json           the same, for tools
  arcbatt dsl --gpu               the primitives that run on a GPU
  arcbatt run --device gpu:0,1    the pipeline on two GPUs

What pays is measured once, in about a second, and kept by GPU and version; --device auto goes by
it. Without a GPU, a driver or NVRTC everything runs on the CPU, with the same answers. Exit codes:
0 what would be used can be used; 1 there is a GPU that cannot.")]
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
                "no GPU: everything runs on the CPU, on {cores}; --device auto means just that"
            )?;
        } else {
            writeln!(
                output.stdout,
                "{known} of {all} primitives run on a device (arcbatt dsl --gpu lists them)"
            )?;
        }
        Ok(match unusable {
            0 => Outcome::Success,
            _ => Outcome::Failure,
        })
    }
}

/// Prints a device, and what pays there.
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
    for line in what_pays(measured, rayon::current_num_threads()) {
        writeln!(output.stdout, "  {line}")?;
    }
    Ok(())
}

/// What pays, as a small table.
fn what_pays(measured: &Calibration, cores: usize) -> Vec<String> {
    let mut lines = vec![
        format!(
            "against {}; the smallest block takes {:.2} ms",
            counted(cores, "core"),
            measured.launch * 1e3
        ),
        "cells of a grid  pays from candidates times samples".to_owned(),
    ];
    for &(cells, pays_from) in &measured.rows {
        let pays = match pays_from {
            usize::MAX => "never".to_owned(),
            n => grouped(n as u64),
        };
        let thumb = match cells {
            RULE_OF_THUMB => "  (people's rule of thumb: pays from here on)",
            _ => "",
        };
        lines.push(format!("{cells:>15}  {pays:>34}{thumb}"));
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
    fn what_was_done_is_a_line() {
        let mut told = DeviceStats {
            names: vec!["one".to_owned(), "two".to_owned()],
            ..DeviceStats::default()
        };
        assert_eq!(
            what_was_done(&told),
            "2 GPUs: no block of candidates was large enough to pay there"
        );
        (told.blocks, told.known, told.unknown) = (1, 1_234, 5);
        (told.kernel, told.bytes) = (Duration::from_micros(2_500), (3_000_000, 100_000));
        assert_eq!(
            what_was_done(&told),
            "2 GPUs: 1,234 answers on the device, 5 on the CPU; 0.0 ms up, 2.5 ms kernel, \
             0.0 ms down (3.0 MB up, 0.1 MB down)"
        );
    }

    #[test]
    fn what_pays_is_a_small_table() {
        let measured = Calibration {
            launch: 0.000_312,
            rows: vec![(9, usize::MAX), (70, 24_576), (900, 96)],
        };
        let wanted = [
            "against 16 cores; the smallest block takes 0.31 ms",
            "cells of a grid  pays from candidates times samples",
            "              9                               never",
            "             70                              24,576  (people's rule of thumb: pays from here on)",
            "            900                                  96",
        ];
        assert_eq!(what_pays(&measured, 16), wanted);
    }
}

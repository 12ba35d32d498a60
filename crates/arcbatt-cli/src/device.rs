//! `arcbatt device`: the GPUs that a batt can run on, and `--device`, which chooses among them.

use crate::Outcome;
use crate::screen::{Screen, counted, note};
use anyhow::anyhow;
use arcbatt::batt::Executor;
use arcbatt_gpu::calibrate::calibration;
use arcbatt_gpu::cuda::{self, Cuda};
use arcbatt_gpu::devices::{Choice, Devices};
use arcbatt_gpu::source;
use serde_json::json;
use std::io::Write;

/// Where the work runs.
#[derive(clap::Args)]
pub struct DeviceArgs {
    /// Where to run: auto, cpu, gpu, or gpu:0,1 for some of several
    #[arg(long, value_name = "WHERE", default_value = "auto")]
    device: Choice,
}

impl DeviceArgs {
    /// Opens what was chosen; nothing without a GPU. Say what was run where with [`tell`].
    pub fn open(&self) -> anyhow::Result<Option<Devices>> {
        Devices::open(&self.device, |why| note(why))
            .map_err(|why| anyhow!("{why}; --device cpu runs without a GPU"))
    }
}

/// Who runs candidates: the devices that were opened, if any, and the cores.
pub fn executor(devices: Option<&Devices>) -> Executor<'_> {
    devices.map_or(Executor::CPU, |devices| Executor::first(devices))
}

/// Prints what the devices did.
pub fn tell(devices: Option<&Devices>, screen: &mut Screen) -> anyhow::Result<()> {
    let Some(devices) = devices else {
        return Ok(());
    };
    let shares = devices.shares();
    let ms = |seconds: f64| format!("{:.1} ms", seconds * 1e3);
    writeln!(
        screen.out,
        "\n{}: {} answers on the device, {} on the CPU; {} up, {} kernel, {} down ({:.1} MB up, {:.1} MB down)",
        counted(devices.all.len(), "GPU"),
        shares.device,
        shares.cpu,
        ms(shares.seconds[0]),
        ms(shares.seconds[1]),
        ms(shares.seconds[2]),
        shares.bytes.0 as f64 / 1e6,
        shares.bytes.1 as f64 / 1e6,
    )?;
    Ok(())
}

/// Show the GPUs that a batt can run on
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  arcbatt device                  the GPUs, and from which size of work they pay
  arcbatt device --json           the same, for tools
  arcbatt dsl --gpu               the primitives that run on a GPU
  arcbatt run --device gpu:0,1    the pipeline on two GPUs

Without a GPU, a driver or NVRTC everything runs on the CPU, with the same answers. Exit codes: 0
there is a GPU that can be used; 1 there is none.")]
pub struct Device {}

impl Device {
    /// Prints the devices.
    pub fn run(self, screen: &mut Screen) -> anyhow::Result<Outcome> {
        let count = cuda::count();
        let mut usable = 0;
        let mut found = Vec::new();
        for number in 0..count {
            match Cuda::open(number) {
                Ok(device) => {
                    usable += 1;
                    let (major, minor) = device.capability;
                    let measured = calibration(&device)?;
                    if !screen.json {
                        writeln!(
                            screen.out,
                            "GPU {number}: {}, compute capability {major}.{minor}, {} multiprocessors, {} warps at once, {:.1} of {:.1} GB free; kernel ready in {:.2} s",
                            device.name,
                            device.processors,
                            device.warps,
                            device.memory.0 as f64 / 1e9,
                            device.memory.1 as f64 / 1e9,
                            device.prepared,
                        )?;
                        let pays = match measured.pays_from {
                            usize::MAX => "never pays against all cores here".to_owned(),
                            n => format!("pays from {n} candidates times samples in a block on"),
                        };
                        writeln!(
                            screen.out,
                            "  {pays}; the smallest block takes {:.2} ms",
                            measured.launch * 1e3
                        )?;
                    }
                    found.push(json!({
                        "number": number,
                        "name": device.name,
                        "capability": [major, minor],
                        "multiprocessors": device.processors,
                        "warps": device.warps,
                        "memory_free": device.memory.0,
                        "memory": device.memory.1,
                        "ready_s": device.prepared,
                        "pays_from": measured.pays_from,
                        "smallest_block_ms": measured.launch * 1e3,
                    }));
                }
                Err(error) => {
                    if !screen.json {
                        writeln!(screen.out, "GPU {number} cannot be used: {error}")?;
                    }
                    found.push(json!({"number": number, "error": error.to_string()}));
                }
            }
        }
        let known = source::known().len();
        let all = arcbatt::dsl::primitives().len();
        if screen.json {
            screen.print_json(&json!({
                "gpus": found,
                "primitives_on_device": known,
                "primitives": all,
            }))?;
        } else {
            if count == 0 {
                writeln!(screen.out, "no GPU: everything runs on the CPU")?;
            }
            writeln!(
                screen.out,
                "{known} of {all} primitives run on a device (arcbatt dsl --gpu lists them)"
            )?;
        }
        Ok(match usable {
            0 => Outcome::No,
            _ => Outcome::Yes,
        })
    }
}

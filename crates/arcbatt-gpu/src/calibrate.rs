//! From which size of work on a device pays: measured once, kept by device and version.
//!
//! In: a device. Out: candidates times samples from which a block is faster there than on the
//! cores. Takes about a second, the first time.

use crate::bench;
use crate::cuda::{Cuda, DeviceError, cache_folder};
use crate::run::run;
use arcbatt::batt::{NodeId, Options, Plan, Runner, Samples};
use arcbatt::task::made::embedded;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// What was measured.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Calibration {
    /// Candidates times samples from which a block goes to the device; `usize::MAX` if never.
    pub pays_from: usize,
    /// Seconds of a launch that does next to nothing.
    pub launch: f64,
}

/// Sizes of blocks that are tried: candidates, of the built-in batt.
const SIZES: [usize; 5] = [16, 64, 256, 1_024, 4_096];

/// Time that measuring takes, about.
const ENOUGH: Duration = Duration::from_millis(800);

/// Where the measurement of a device of that name is kept: by the cores that it is compared with,
/// and by the version of this program.
fn kept(name: &str) -> Option<PathBuf> {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
    let name: String = name.chars().map(plain).collect();
    let cores = rayon::current_num_threads();
    let version = env!("CARGO_PKG_VERSION");
    cache_folder().map(|folder| folder.join(format!("pays-{name}-{cores}-{version}.txt")))
}

/// What was measured before on a device of that name, by this version.
pub fn known(name: &str) -> Option<Calibration> {
    read(&std::fs::read_to_string(kept(name)?).ok()?)
}

/// What was measured before on such a device by this version, or what is measured now.
pub fn calibration(device: &Cuda) -> Result<Calibration, DeviceError> {
    if let Some(known) = known(&device.name) {
        return Ok(known);
    }
    let measured = measure(device, rayon::current_num_threads())?;
    if let Some(path) = kept(&device.name) {
        // Without a cache it is measured again the next time.
        let _ = path.parent().map(std::fs::create_dir_all);
        let _ = std::fs::write(
            path,
            format!("{} {}\n", measured.pays_from, measured.launch),
        );
    }
    Ok(measured)
}

fn read(text: &str) -> Option<Calibration> {
    let (pays_from, launch) = text.trim().split_once(' ')?;
    Some(Calibration {
        pays_from: pays_from.parse().ok()?,
        launch: launch.parse().ok()?,
    })
}

/// Runs blocks of growing size on one core and on the device. A device serves all cores at once, so
/// it must be faster than one of them by their number.
fn measure(device: &Cuda, cores: usize) -> Result<Calibration, DeviceError> {
    let started = Instant::now();
    let batt = bench::batt(60, 0);
    let data = embedded();
    let samples = Samples::of(&data.tasks[0]);
    let options = Options::default();
    let outputs: Vec<NodeId> = batt.candidates.iter().map(|c| c.output).collect();
    let some = &outputs[..SIZES[0].min(outputs.len())];
    // The first launch makes buffers.
    run(device, &batt.graph, some, &samples, &options)?;
    let mut launch = f64::MAX;
    let mut pays_from = usize::MAX;
    for size in SIZES {
        let some = &outputs[..size.min(outputs.len())];
        let before = Instant::now();
        run(device, &batt.graph, some, &samples, &options)?;
        let there = before.elapsed().as_secs_f64();
        launch = launch.min(there);
        let before = Instant::now();
        let plan = Plan::new(&batt.graph, some);
        std::hint::black_box(Runner::default().run(&plan, &samples, &options));
        let here = before.elapsed().as_secs_f64() / cores.max(1) as f64;
        match there < here {
            true => pays_from = pays_from.min(size * samples.inputs.len()),
            false => pays_from = usize::MAX,
        }
        if started.elapsed() > ENOUGH {
            break;
        }
    }
    Ok(Calibration { pays_from, launch })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_kept_is_read_again_and_nonsense_is_not() {
        let known = read("28672 0.00025\n").unwrap();
        assert_eq!(known.pays_from, 28_672);
        for bad in ["", "x 1", "1", "1 x", "-1 0.1"] {
            assert!(read(bad).is_none());
        }
    }
}

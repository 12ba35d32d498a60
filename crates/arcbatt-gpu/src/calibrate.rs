//! How large a block must be before the GPU is faster than the CPU.
//!
//! In: a device. Out: for several grid sizes, the number of candidates times samples from which a
//! block is faster on the device than on the cores. Measured once, in about a second, and cached by
//! device, number of cores and version of the kernels.

use crate::bench;
use crate::cuda::{Cuda, DeviceError};
use crate::nvrtc::cache_folder;
use crate::run::{Kernel, run};
use crate::source;
use arcbatt::batt::{Batt, Executor, NodeId, Options, Samples};
use arcbatt::grid::GridBuf;
use arcbatt::rng::Rng;
use std::fmt::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// A common rule of thumb: a GPU pays for grids of at least this many cells.
pub const RULE_OF_THUMB: usize = 70;

/// The measured thresholds.
#[derive(Clone, Debug, PartialEq)]
pub struct Calibration {
    /// Seconds of the smallest block measured.
    pub launch: f64,
    /// Ascending cells of a grid, each with the candidates times samples from which the device is
    /// faster; `usize::MAX` if never.
    pub rows: Vec<(usize, usize)>,
}

impl Calibration {
    /// One threshold for all grids.
    pub fn from(pays_from: usize) -> Self {
        Self {
            launch: 0.0,
            rows: vec![(0, pays_from)],
        }
    }

    /// Candidates times samples from which a block of grids of `cells` cells runs on the device.
    /// Between two measured sizes the smaller one, which favours the CPU, counts.
    pub fn pays_from(&self, cells: usize) -> usize {
        let after = self
            .rows
            .partition_point(|&(measured, _)| measured <= cells);
        let row = self.rows.get(after.saturating_sub(1));
        row.map_or(usize::MAX, |&(_, pays_from)| pays_from)
    }

    /// Whether the device is never faster.
    pub fn never(&self) -> bool {
        self.rows
            .iter()
            .all(|&(_, pays_from)| pays_from == usize::MAX)
    }

    /// The thresholds for blocks that may run on either of two devices.
    pub fn and(&self, other: &Self) -> Self {
        let cells = self.rows.iter().chain(&other.rows).map(|&(cells, _)| cells);
        let mut cells: Vec<usize> = cells.collect();
        cells.sort_unstable();
        cells.dedup();
        let both = |cells| (cells, self.pays_from(cells).max(other.pays_from(cells)));
        Self {
            launch: self.launch.max(other.launch),
            rows: cells.into_iter().map(both).collect(),
        }
    }
}

/// Heights and widths of the grids to measure; one has the cells of the rule of thumb.
const GRIDS: [(usize, usize); 6] = [(3, 3), (5, 5), (7, 10), (12, 12), (20, 20), (30, 30)];

/// Candidates of the blocks to measure.
const SIZES: [usize; 5] = [16, 64, 256, 1_024, 4_096];

/// Samples of the blocks to measure; about as many as a task has.
const SAMPLES: usize = 6;

/// The approximate time of a measurement.
const ENOUGH: Duration = Duration::from_millis(900);

/// The cache file of a device; its name depends on the number of cores and on the version of the
/// program and its kernels.
fn kept(name: &str) -> Option<PathBuf> {
    use std::hash::{Hash, Hasher};
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
    let name: String = name.chars().map(plain).collect();
    let cores = rayon::current_num_threads();
    let mut hasher = rustc_hash::FxHasher::default();
    (env!("CARGO_PKG_VERSION"), source::single()).hash(&mut hasher);
    let version = hasher.finish();
    cache_folder().map(|folder| folder.join(format!("pays-{name}-{cores}-{version:016x}.txt")))
}

/// The cached measurement of a device.
pub fn known(name: &str) -> Option<Calibration> {
    read(&std::fs::read_to_string(kept(name)?).ok()?)
}

/// The name and the cached measurement of the first device of this machine that has one. Opens no
/// device.
pub fn of_this_machine() -> Option<(String, Calibration)> {
    let names = (0..crate::cuda::count()).filter_map(crate::cuda::name);
    names
        .filter_map(|name| known(&name).map(|measured| (name, measured)))
        .next()
}

/// The cached measurement of a device, or a new one.
pub fn calibration(device: &Cuda) -> Result<Calibration, DeviceError> {
    if let Some(known) = known(&device.name) {
        return Ok(known);
    }
    let started = Instant::now();
    let mut race = Blocks::new(device)?;
    let measured = measure(&mut race, rayon::current_num_threads(), || {
        started.elapsed() > ENOUGH
    })?;
    if let Some(path) = kept(&device.name) {
        // If it cannot be cached, the next start measures again.
        let _ = path.parent().map(std::fs::create_dir_all);
        let _ = std::fs::write(path, written(&measured));
    }
    Ok(measured)
}

/// A calibration as text: the seconds of the smallest block, then one line per grid size.
fn written(calibration: &Calibration) -> String {
    let mut text = format!("{}\n", calibration.launch);
    for (cells, pays_from) in &calibration.rows {
        // Writing to a string does not fail.
        let _ = writeln!(text, "{cells} {pays_from}");
    }
    text
}

fn read(text: &str) -> Option<Calibration> {
    let mut lines = text.lines();
    let launch: f64 = lines.next()?.parse().ok()?;
    let row = |line: &str| {
        let (cells, pays_from) = line.split_once(' ')?;
        Some((cells.parse().ok()?, pays_from.parse().ok()?))
    };
    let rows: Vec<(usize, usize)> = lines.map(row).collect::<Option<_>>()?;
    let ascending = rows.is_sorted_by(|a, b| a.0 < b.0);
    let sound = launch.is_finite() && ascending && !rows.is_empty();
    sound.then_some(Calibration { launch, rows })
}

/// Measures blocks on the device and on one core.
pub trait BlockTimer {
    /// Seconds of a block of candidates on grids of a height and width, on the device.
    fn on_device(&mut self, grid: (usize, usize), candidates: usize) -> Result<f64, DeviceError>;

    /// The same on one core.
    fn on_core(&mut self, grid: (usize, usize), candidates: usize) -> f64;
}

/// Finds the thresholds. A device serves all cores at once, so it must be faster than one core by
/// their number. If a block pays, so do larger blocks and blocks of larger grids; therefore few
/// blocks are measured. When `enough` time has passed, the last threshold counts for the rest.
pub fn measure(
    race: &mut impl BlockTimer,
    cores: usize,
    enough: impl Fn() -> bool,
) -> Result<Calibration, DeviceError> {
    let mut launch = f64::MAX;
    // The smallest block known to pay.
    let mut least = SIZES.len();
    let mut rows = Vec::with_capacity(GRIDS.len());
    for grid in GRIDS {
        while least > 0 && !enough() {
            let candidates = SIZES[least - 1];
            let there = race.on_device(grid, candidates)?;
            launch = launch.min(there);
            if there >= race.on_core(grid, candidates) / cores.max(1) as f64 {
                break;
            }
            least -= 1;
        }
        let pays_from = SIZES.get(least).map_or(usize::MAX, |size| size * SAMPLES);
        rows.push((grid.0 * grid.1, pays_from));
    }
    Ok(Calibration {
        launch: if launch == f64::MAX { 0.0 } else { launch },
        rows,
    })
}

/// Blocks of mutants of the embedded solvers on random grids.
pub struct Blocks<'k> {
    kernel: &'k dyn Kernel,
    batt: Batt,
    outputs: Vec<NodeId>,
}

impl<'k> Blocks<'k> {
    /// Blocks for a device. Runs one on each side to allocate buffers.
    pub fn new(kernel: &'k dyn Kernel) -> Result<Self, DeviceError> {
        let batt = bench::batt(60, 0);
        let outputs = batt.candidates.iter().map(|c| c.output).collect();
        let mut blocks = Self {
            kernel,
            batt,
            outputs,
        };
        blocks.on_device(GRIDS[0], SIZES[0])?;
        blocks.on_core(GRIDS[0], SIZES[0]);
        Ok(blocks)
    }

    /// `count` candidates, spread evenly, because those of one solver are similar.
    fn candidates(&self, count: usize) -> Vec<NodeId> {
        let stride = (self.outputs.len() / count.max(1)).max(1);
        let some = self.outputs.iter().step_by(stride).take(count);
        some.copied().collect()
    }
}

/// Random grids: some colours on a background.
fn grids((height, width): (usize, usize)) -> Vec<GridBuf> {
    let mut rng = Rng::of("calibrate", &[height as u64, width as u64]);
    let mut grid = || {
        let mut grid = GridBuf::filled(height, width, 0);
        for i in 0..height {
            for j in 0..width {
                let drawn = rng.next_u64() >> 32;
                if drawn.is_multiple_of(3) {
                    grid.set(i as i64, j as i64, (1 + drawn / 3 % 4) as i8);
                }
            }
        }
        grid
    };
    (0..SAMPLES).map(|_| grid()).collect()
}

fn samples(grids: &[GridBuf]) -> Samples<'_> {
    let inputs: Vec<_> = grids.iter().map(GridBuf::view).collect();
    Samples {
        demonstrations: inputs
            .windows(2)
            .take(3)
            .map(|two| (two[0], two[1]))
            .collect(),
        compared: inputs.clone(),
        inputs,
    }
}

impl BlockTimer for Blocks<'_> {
    fn on_device(&mut self, grid: (usize, usize), candidates: usize) -> Result<f64, DeviceError> {
        let (grids, some) = (grids(grid), self.candidates(candidates));
        let samples = samples(&grids);
        let options = Options::default();
        let mut least = f64::MAX;
        // The first run may grow buffers.
        for _ in 0..2 {
            let started = Instant::now();
            let done = run(self.kernel, &self.batt.graph, &some, &samples, &options)?;
            std::hint::black_box(done);
            least = least.min(started.elapsed().as_secs_f64());
        }
        Ok(least)
    }

    fn on_core(&mut self, grid: (usize, usize), candidates: usize) -> f64 {
        let (grids, some) = (grids(grid), self.candidates(candidates));
        let samples = samples(&grids);
        let started = Instant::now();
        let options = Options::default();
        std::hint::black_box(Executor::CPU.run(&self.batt.graph, &some, &samples, &options));
        started.elapsed().as_secs_f64()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_kept_is_read_again_and_nonsense_is_not() {
        let calibration = Calibration {
            launch: 0.00025,
            rows: vec![(9, usize::MAX), (70, 24_576), (900, 96)],
        };
        assert_eq!(read(&written(&calibration)), Some(calibration));
        // The last is the format of an earlier version.
        let bad = [
            "",
            "x\n9 1",
            "0.1",
            "0.1\n9",
            "0.1\n9 x",
            "0.1\n9 1\n9 1",
            "NaN\n9 1",
            "28672 0.1",
        ];
        for bad in bad {
            assert_eq!(read(bad), None, "{bad}");
        }
    }

    /// A simulated device and core of given speeds.
    struct Made {
        /// Seconds per launch and per candidate.
        launch: f64,
        each: f64,
        /// Seconds of a core per cell and candidate.
        cell: f64,
        tried: usize,
    }

    impl BlockTimer for Made {
        fn on_device(&mut self, _: (usize, usize), candidates: usize) -> Result<f64, DeviceError> {
            self.tried += 1;
            Ok(self.launch + self.each * candidates as f64)
        }

        fn on_core(&mut self, (height, width): (usize, usize), candidates: usize) -> f64 {
            self.cell * (height * width * candidates) as f64
        }
    }

    fn made(launch: f64, each: f64, cell: f64) -> Made {
        Made {
            launch,
            each,
            cell,
            tried: 0,
        }
    }

    #[test]
    fn blocks_and_grids_pay_from_where_the_lines_cross() {
        // Two cores take 0.5 us per cell and candidate; the device 1 us per candidate and 1 ms.
        let mut race = made(1e-3, 1e-6, 1e-6);
        let measured = measure(&mut race, 2, || false).unwrap();
        // 9 cells: 4.5 us against 1 us, from 286 candidates on. 900 cells: from 3 on.
        let wanted = [
            (9, 1_024 * SAMPLES),
            (25, 256 * SAMPLES),
            (70, 64 * SAMPLES),
            (144, 16 * SAMPLES),
            (400, 16 * SAMPLES),
            (900, 16 * SAMPLES),
        ];
        assert_eq!(measured.rows, wanted);
        assert!(measured.launch < 1.1e-3);
        assert!(race.tried <= GRIDS.len() + SIZES.len());
        assert_eq!(measured.pays_from(69), 256 * SAMPLES);
        assert_eq!(measured.pays_from(RULE_OF_THUMB), 64 * SAMPLES);
        assert_eq!(measured.pays_from(1), 1_024 * SAMPLES);
        assert_eq!(measured.pays_from(5_000), 16 * SAMPLES);
        assert!(!measured.never());
    }

    #[test]
    fn a_slow_device_pays_never_and_of_two_the_slower_counts() {
        let slow = measure(&mut made(1.0, 1.0, 1e-9), 2, || false).unwrap();
        assert!(slow.never());
        assert_eq!(slow.pays_from(900), usize::MAX);
        let large_grids = measure(&mut made(1e-5, 1e-4, 1e-6), 1, || false).unwrap();
        assert_eq!(large_grids.pays_from(70), usize::MAX);
        assert_eq!(large_grids.pays_from(144), 16 * SAMPLES);
        let fast = measure(&mut made(1e-6, 1e-9, 1e-6), 1, || false).unwrap();
        assert_eq!(fast.pays_from(9), 16 * SAMPLES);
        let both = fast.and(&large_grids);
        assert_eq!(both.rows, large_grids.rows);
        assert_eq!(both.and(&Calibration::from(0)).rows[1..], large_grids.rows);
    }

    #[test]
    fn without_time_what_is_not_known_does_not_pay() {
        let mut race = made(1e-6, 1e-9, 1e-6);
        let measured = measure(&mut race, 1, || true).unwrap();
        assert!(measured.never());
        assert_eq!(race.tried, 0);
    }

    #[test]
    fn a_device_that_fails_is_no_measurement() {
        struct Dead;
        impl BlockTimer for Dead {
            fn on_device(&mut self, _: (usize, usize), _: usize) -> Result<f64, DeviceError> {
                Err(DeviceError::NoDriver)
            }
            fn on_core(&mut self, _: (usize, usize), _: usize) -> f64 {
                1.0
            }
        }
        assert!(measure(&mut Dead, 1, || false).is_err());
    }
}

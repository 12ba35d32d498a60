//! From which size of work and of grids on a device pays: measured once, kept by device and version.
//!
//! In: a device. Out: for grids of some sizes the candidates times samples from which a block is
//! faster there than on the cores. Takes about a second, the first time. What never happens here: a
//! measurement of another version, or of other cores, that is taken for this one's.

use crate::bench;
use crate::cuda::{Cuda, DeviceError, cache_folder};
use crate::run::{Kernel, run};
use crate::source;
use arcbatt::batt::{Batt, Executor, NodeId, Options, Samples};
use arcbatt::grid::GridBuf;
use arcbatt::rng::Rng;
use std::fmt::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// People's rule of thumb: a GPU pays from so many cells of a grid on.
pub const RULE_OF_THUMB: usize = 70;

/// What was measured.
#[derive(Clone, Debug, PartialEq)]
pub struct Calibration {
    /// Seconds of the smallest block that was tried.
    pub launch: f64,
    /// Cells of a grid, ascending, and candidates times samples from which a block of such grids
    /// goes to the device; `usize::MAX` if never.
    pub rows: Vec<(usize, usize)>,
}

impl Calibration {
    /// Blocks pay from a size on, whatever their grids.
    pub fn from(pays_from: usize) -> Self {
        Self {
            launch: 0.0,
            rows: vec![(0, pays_from)],
        }
    }

    /// Candidates times samples from which a block of grids of so many cells goes to the device.
    /// Between two sizes that were measured the smaller one counts, for which the device pays
    /// less.
    pub fn pays_from(&self, cells: usize) -> usize {
        let after = self
            .rows
            .partition_point(|&(measured, _)| measured <= cells);
        let row = self.rows.get(after.saturating_sub(1));
        row.map_or(usize::MAX, |&(_, pays_from)| pays_from)
    }

    /// Whether no block pays.
    pub fn never(&self) -> bool {
        self.rows
            .iter()
            .all(|&(_, pays_from)| pays_from == usize::MAX)
    }

    /// What pays on this device and on another one.
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

/// Heights and widths of the grids that are tried; one of them is the rule of thumb.
const GRIDS: [(usize, usize); 6] = [(3, 3), (5, 5), (7, 10), (12, 12), (20, 20), (30, 30)];

/// Candidates of the blocks that are tried.
const SIZES: [usize; 5] = [16, 64, 256, 1_024, 4_096];

/// Samples of the blocks that are tried: about as many as a task has.
const SAMPLES: usize = 6;

/// Time that measuring takes, about.
const ENOUGH: Duration = Duration::from_millis(900);

/// Where the measurement of a device of that name is kept: by the cores that it is compared with,
/// and by the version of this program and of its kernels.
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

/// What was measured before on a device of that name, by this version.
pub fn known(name: &str) -> Option<Calibration> {
    read(&std::fs::read_to_string(kept(name)?).ok()?)
}

/// What was measured before on such a device by this version, or what is measured now.
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
        // Without a cache it is measured again the next time.
        let _ = path.parent().map(std::fs::create_dir_all);
        let _ = std::fs::write(path, written(&measured));
    }
    Ok(measured)
}

/// A calibration as text: the smallest block's seconds, then a line a size of grid.
fn written(calibration: &Calibration) -> String {
    let mut text = format!("{}\n", calibration.launch);
    for (cells, pays_from) in &calibration.rows {
        // Writing to a text does not fail.
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

/// Runs blocks on the device and on a core, and says how long each takes.
pub trait Race {
    /// Seconds of a block of so many candidates on grids of this height and width, on the device.
    fn there(&mut self, grid: (usize, usize), candidates: usize) -> Result<f64, DeviceError>;

    /// The same on one core.
    fn here(&mut self, grid: (usize, usize), candidates: usize) -> f64;
}

/// Finds out what pays. A device serves all cores at once, so it must be faster than one of them by
/// their number. A block of larger grids pays wherever one of smaller grids does, and so does a
/// larger block: so few of all blocks are tried, and when `enough` time has passed the rest is
/// taken to be as what was tried last.
pub fn measure(
    race: &mut impl Race,
    cores: usize,
    enough: impl Fn() -> bool,
) -> Result<Calibration, DeviceError> {
    let mut launch = f64::MAX;
    // The smallest block that is known to pay.
    let mut least = SIZES.len();
    let mut rows = Vec::with_capacity(GRIDS.len());
    for grid in GRIDS {
        while least > 0 && !enough() {
            let candidates = SIZES[least - 1];
            let there = race.there(grid, candidates)?;
            launch = launch.min(there);
            if there >= race.here(grid, candidates) / cores.max(1) as f64 {
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

/// Blocks of mutants of the built-in solvers, on made grids.
pub struct Blocks<'k> {
    kernel: &'k dyn Kernel,
    batt: Batt,
    outputs: Vec<NodeId>,
}

impl<'k> Blocks<'k> {
    /// Blocks for a device. Runs one here and there, which makes buffers.
    pub fn new(kernel: &'k dyn Kernel) -> Result<Self, DeviceError> {
        let batt = bench::batt(60, 0);
        let outputs = batt.candidates.iter().map(|c| c.output).collect();
        let mut blocks = Self {
            kernel,
            batt,
            outputs,
        };
        blocks.there(GRIDS[0], SIZES[0])?;
        blocks.here(GRIDS[0], SIZES[0]);
        Ok(blocks)
    }

    /// So many candidates; scattered, as those of one solver are alike.
    fn candidates(&self, count: usize) -> Vec<NodeId> {
        let stride = (self.outputs.len() / count.max(1)).max(1);
        let some = self.outputs.iter().step_by(stride).take(count);
        some.copied().collect()
    }
}

/// Grids of a size: some colours on a background.
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

impl Race for Blocks<'_> {
    fn there(&mut self, grid: (usize, usize), candidates: usize) -> Result<f64, DeviceError> {
        let (grids, some) = (grids(grid), self.candidates(candidates));
        let samples = samples(&grids);
        let options = Options::default();
        let mut least = f64::MAX;
        // The first of a size may grow buffers.
        for _ in 0..2 {
            let started = Instant::now();
            let done = run(self.kernel, &self.batt.graph, &some, &samples, &options)?;
            std::hint::black_box(done);
            least = least.min(started.elapsed().as_secs_f64());
        }
        Ok(least)
    }

    fn here(&mut self, grid: (usize, usize), candidates: usize) -> f64 {
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
        // The last is what an earlier version wrote.
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

    /// A device and a core of given speeds.
    struct Made {
        /// Seconds of any launch, and for each candidate.
        launch: f64,
        each: f64,
        /// Seconds of a core for a cell of a candidate.
        cell: f64,
        tried: usize,
    }

    impl Race for Made {
        fn there(&mut self, _: (usize, usize), candidates: usize) -> Result<f64, DeviceError> {
            self.tried += 1;
            Ok(self.launch + self.each * candidates as f64)
        }

        fn here(&mut self, (height, width): (usize, usize), candidates: usize) -> f64 {
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
        // On one of two cores a candidate takes 0.5 µs for a cell; there 1 µs, and 1 ms to begin.
        let mut race = made(1e-3, 1e-6, 1e-6);
        let measured = measure(&mut race, 2, || false).unwrap();
        // 9 cells: 4.5 µs against 1: from 286 candidates on. 900 cells: from 3 on.
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
        impl Race for Dead {
            fn there(&mut self, _: (usize, usize), _: usize) -> Result<f64, DeviceError> {
                Err(DeviceError::NoDriver)
            }
            fn here(&mut self, _: (usize, usize), _: usize) -> f64 {
                1.0
            }
        }
        assert!(measure(&mut Dead, 1, || false).is_err());
    }
}

//! `--memory SIZE`, and what follows from it: threads, memory for answers, the largest files.

use crate::args::{ThreadArgs, pool_of, split_unit, what_solvers};
use anyhow::bail;
use arcbatt::batt::{MEMORY_PER_THREAD, Memory};
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// `--memory SIZE`: the most memory for values and answers.
#[derive(clap::Args)]
pub struct MemoryArgs {
    /// Memory for all values and answers together, such as 512M or 4G
    ///
    /// With less, fewer threads run and fewer answers are kept, with the same results. A single thread
    /// may need about 192M for values. The default is 1536M, or 256M per thread if that is more.
    #[arg(long, value_name = "SIZE", value_parser = parse_memory)]
    memory: Option<usize>,
}

/// The memory of a command, and the threads that fit into it.
pub struct MemoryLimit {
    bytes: usize,
    /// Number of threads.
    pub threads: NonZeroUsize,
    /// The memory for the answers of candidates.
    pub answers: Memory,
}

/// The memory unless the user says otherwise, and threads need no more.
const DEFAULT_MEMORY: usize = 1536 << 20;

impl MemoryArgs {
    /// The memory and the threads of a command.
    pub fn limit(&self, threads: &ThreadArgs) -> MemoryLimit {
        let wanted = threads.count();
        let default = || DEFAULT_MEMORY.max(wanted.saturating_mul(MEMORY_PER_THREAD));
        let bytes = self.memory.unwrap_or_else(default);
        let threads = Memory::threads(bytes, wanted);
        MemoryLimit {
            bytes,
            threads: NonZeroUsize::new(threads).unwrap_or(NonZeroUsize::MIN),
            answers: Memory::new(bytes, threads),
        }
    }
}

impl MemoryLimit {
    /// A pool of the threads.
    pub fn pool(&self) -> anyhow::Result<rayon::ThreadPool> {
        pool_of(self.threads.get())
    }

    /// Fails if files are so large that what they hold would take more than all memory, with so many
    /// bytes per byte of the files.
    pub fn check_files(&self, paths: &[PathBuf], factor: u64) -> anyhow::Result<()> {
        // Pipes have no size; they are read up to a limit of their own.
        let size = |path: &PathBuf| std::fs::metadata(path).map_or(0, |file| file.len());
        let size: u64 = paths.iter().map(size).sum();
        let needed = size.saturating_mul(factor);
        if needed > self.bytes as u64 {
            bail!(
                "{}: reading {} MiB and running what is in it takes more than the memory limit of {} MiB: \
                 give --memory {}M",
                what_solvers(paths),
                size.div_ceil(1 << 20),
                self.bytes >> 20,
                needed.div_ceil(1 << 20)
            );
        }
        Ok(())
    }

    /// Fails if files of solvers are too large for the memory.
    pub fn check_solvers(&self, paths: &[PathBuf]) -> anyhow::Result<()> {
        self.check_files(paths, SOLVER_BYTES)
    }
}

/// Bytes that solvers take while they run on a few samples, per byte of their file; a file of the
/// largest size fits into the usual memory.
const SOLVER_BYTES: u64 = 24;

/// The least memory that may be asked for; with less, no search finds anything.
const LEAST_MEMORY: f64 = (1u64 << 20) as f64;

/// Parses an amount of memory with its unit: `512M`, `2G`, `1.5 GiB`.
pub fn parse_memory(text: &str) -> Result<usize, String> {
    let wrong = || {
        "write a size of at least 1M with its unit (K, M, G or T), such as 512M or 2G".to_owned()
    };
    let (number, unit) = split_unit(text);
    let unit = unit.to_ascii_lowercase();
    let shift = match unit.trim_end_matches("ib").trim_end_matches('b') {
        "k" => 10,
        "m" => 20,
        "g" => 30,
        "t" => 40,
        _ => return Err(wrong()),
    };
    let bytes = number.parse::<f64>().map_err(|_| wrong())? * (1u64 << shift) as f64;
    // `as` saturates: past the address space there is no limit.
    match bytes >= LEAST_MEMORY {
        true => Ok(bytes as usize),
        false => Err(wrong()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_units() {
        assert_eq!(parse_memory("512M"), Ok(512 << 20));
        assert_eq!(parse_memory("1.5 GiB"), Ok(3 << 29));
        assert_eq!(parse_memory("2048kb"), Ok(2 << 20));
        let refused = [
            "", "G", "-1", "0", "1X", "nan", "1e9", "10", "4096", "0.5M", "64K",
        ];
        for bad in refused {
            let said = parse_memory(bad).unwrap_err();
            assert!(said.contains("K, M, G or T"), "{bad}: {said}");
        }
    }
}

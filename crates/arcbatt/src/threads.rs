//! The number of threads to use unless the user says otherwise.

use std::num::NonZeroUsize;

/// The most threads that may be asked for; more would take minutes to start.
pub const MOST_THREADS: usize = 1024;

/// Number of threads: `ARCBATT_THREADS` if it is a number from 1 to 1024, else one per core that the
/// process may use, which the CPU quota of a container bounds.
pub fn default_threads() -> NonZeroUsize {
    let given = std::env::var("ARCBATT_THREADS").ok();
    given
        .and_then(|text| text.trim().parse::<NonZeroUsize>().ok())
        .filter(|threads| threads.get() <= MOST_THREADS)
        .or_else(|| std::thread::available_parallelism().ok())
        .unwrap_or(NonZeroUsize::MIN)
}

//! The memory for the answers of candidates, shared by all threads.
//!
//! In: requests for bytes. Out: whether they may be used. An [`Outputs`](super::Outputs) keeps its grids
//! as long as there are bytes left, then only their hashes; whoever needs such a grid runs the candidate
//! again. So results do not depend on the amount, nor on which task comes first.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Bytes that a thread takes for the values of what it runs; one program may take more on one sample, up
/// to its own limit.
const PER_THREAD: usize = 192 << 20;

/// Bytes per thread from which no thread waits for memory: its values, and the answers that it keeps.
pub const MEMORY_PER_THREAD: usize = 256 << 20;

/// Bytes for answers.
#[derive(Clone, Debug)]
pub struct Memory(Arc<AtomicUsize>);

impl Memory {
    /// The memory for answers if everything together has so many bytes, with so many threads: what the
    /// threads leave, at least a quarter.
    pub fn new(bytes: usize, threads: usize) -> Self {
        let values = threads.saturating_mul(PER_THREAD);
        let answers = bytes.saturating_sub(values).max(bytes / 4);
        Self(Arc::new(AtomicUsize::new(answers)))
    }

    /// How many threads may run with so many bytes: at most `wanted`, at least 1.
    pub fn threads(bytes: usize, wanted: usize) -> usize {
        wanted.min(bytes / MEMORY_PER_THREAD).max(1)
    }

    /// Takes bytes if they are left; nobody returns them.
    pub(crate) fn take(&self, bytes: usize) -> bool {
        let less = |free: usize| free.checked_sub(bytes);
        self.0
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, less)
            .is_ok()
    }
}

/// The part of the memory that an output keeps; returned when it is dropped.
#[derive(Debug, Default)]
pub(super) struct Share {
    of: Option<Memory>,
    /// Bytes taken, and those of them in use.
    taken: usize,
    used: usize,
}

/// Bytes taken at once.
const PORTION: usize = 64 << 10;

impl Share {
    /// No bytes yet; without a memory, there is no limit.
    pub fn new(of: Option<&Memory>) -> Self {
        Self {
            of: of.cloned(),
            ..Self::default()
        }
    }

    /// Uses more bytes if they are left.
    pub fn use_bytes(&mut self, bytes: usize) -> bool {
        let Some(memory) = &self.of else {
            return true;
        };
        if self.used + bytes > self.taken {
            let more = bytes.max(PORTION);
            if !memory.take(more) {
                return false;
            }
            self.taken += more;
        }
        self.used += bytes;
        true
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        if let Some(memory) = &self.of {
            memory.0.fetch_add(self.taken, Ordering::Relaxed);
        }
    }
}

impl Clone for Share {
    /// A copy has what it needs; the memory does not count it.
    fn clone(&self) -> Self {
        Self::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_return_what_they_took() {
        let memory = Memory::new(4 * 10 * PORTION, 1);
        for _ in 0..3 {
            let mut shares = [(); 2].map(|()| Share::new(Some(&memory)));
            let mut used = 0;
            while shares[used % 2].use_bytes(PORTION / 2) {
                used += 1;
            }
            assert_eq!(used, 20);
            assert!(!shares[0].use_bytes(PORTION / 2) && !shares[1].use_bytes(1));
        }
        let mut endless = Share::new(None);
        assert!(endless.use_bytes(usize::MAX));
    }

    #[test]
    fn little_memory_has_fewer_threads() {
        assert_eq!(Memory::threads(1 << 20, 8), 1);
        assert_eq!(Memory::threads(1 << 30, 8), 4);
        assert_eq!(Memory::threads(1 << 40, 8), 8);
    }
}

//! A clock that does not count the time a runnable thread waits for a processor.
//!
//! On a busy machine the scheduler interrupts threads, often for longer than their work takes.
//! Linux reports how long a thread has waited. Reading that is far slower than reading a clock, so
//! it is read only after an interval long enough to contain such a wait. On other systems this is
//! a plain clock. The file is opened once per thread.

use quanta::Clock;
use std::cell::{Cell, RefCell};
use std::fs::File;
use std::io::Read;

/// Intervals longer than this may contain a wait, in nanoseconds.
const LONG: f64 = 200_000.0;

thread_local! {
    /// Ticks that this thread has waited, as far as known.
    static LOST: Cell<u64> = const { Cell::new(0) };
    /// Waiting time at the last reading, in nanoseconds.
    static LAST_WAIT: Cell<Option<u64>> = const { Cell::new(None) };
    static FILE: RefCell<Option<File>> = const { RefCell::new(None) };
}

/// The clock. Only times of the same thread can be compared.
#[derive(Clone)]
pub struct WorkClock {
    /// The underlying clock.
    pub raw: Clock,
    /// Nanoseconds per tick, approximately.
    pub ns_per_tick: f64,
    long: u64,
}

impl WorkClock {
    /// A clock on top of `raw`.
    pub fn new(raw: Clock) -> Self {
        const TICKS: u64 = 1 << 30;
        let ns_per_tick = raw.delta_as_nanos(0, TICKS).max(1) as f64 / TICKS as f64;
        Self {
            raw,
            ns_per_tick,
            long: (LONG / ns_per_tick) as u64,
        }
    }

    /// Starts to count waits of this thread.
    pub fn begin_thread(&self) {
        LAST_WAIT.set(waiting_time());
    }

    /// The time now, in ticks.
    #[inline]
    pub fn now(&self) -> u64 {
        self.raw.raw().wrapping_sub(LOST.get())
    }

    /// The time now, and ticks since `then`.
    #[inline]
    pub fn since(&self, then: u64) -> (u64, u64) {
        let now = self.now();
        let ticks = now.saturating_sub(then);
        match ticks > self.long {
            true => self.subtract_wait(then),
            false => (now, ticks),
        }
    }

    /// Ticks that this thread has waited since it began.
    pub fn lost(&self) -> u64 {
        LOST.get()
    }

    #[cold]
    fn subtract_wait(&self, then: u64) -> (u64, u64) {
        let now = waiting_time();
        if let (Some(before), Some(after)) = (LAST_WAIT.replace(now), now) {
            let waited = after.saturating_sub(before) as f64 / self.ns_per_tick;
            let most = self.now().saturating_sub(then);
            // A wait before this interval does not count in it.
            LOST.set(LOST.get().wrapping_add((waited as u64).min(most)));
        }
        let now = self.now();
        (now, now.saturating_sub(then))
    }
}

/// Nanoseconds that this thread has waited for a processor.
fn waiting_time() -> Option<u64> {
    schedule(1)
}

/// Nanoseconds that this thread has run, if the system reports it.
pub fn cpu_time() -> Option<u64> {
    schedule(0)
}

/// A number of Linux's `schedstat`: 0 is the time run, 1 the time waited.
fn schedule(place: usize) -> Option<u64> {
    use std::io::{Seek, SeekFrom};
    let mut text = [0; 64];
    let length = FILE.with_borrow_mut(|file| {
        if file.is_none() {
            *file = File::open("/proc/thread-self/schedstat").ok();
        }
        let file = file.as_mut()?;
        file.seek(SeekFrom::Start(0)).ok()?;
        file.read(&mut text).ok()
    })?;
    let text = std::str::from_utf8(&text[..length]).ok()?;
    text.split_ascii_whitespace().nth(place)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_never_goes_back() {
        let clock = WorkClock::new(Clock::new());
        clock.begin_thread();
        let mut last = clock.now();
        for _ in 0..1_000 {
            let (now, ticks) = clock.since(last);
            assert!(now >= last);
            assert_eq!(now - last, ticks);
            last = now;
        }
    }

    #[test]
    fn work_is_counted() {
        let clock = WorkClock::new(Clock::new());
        clock.begin_thread();
        let begun = clock.raw.raw();
        let then = clock.now();
        let mut sum = 0u64;
        for n in 0..3_000_000u64 {
            sum = std::hint::black_box(sum ^ n);
        }
        let (_, ticks) = clock.since(then);
        assert!(ticks > 0);
        assert!(ticks <= clock.raw.raw() - begun);
    }
}

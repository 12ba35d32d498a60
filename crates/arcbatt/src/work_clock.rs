//! A clock that stands still while its thread has work but no processor.
//!
//! On a machine that does other things as well, a thread is made to wait in the middle of whatever
//! it does, often for longer than all its work takes. That says nothing about the work. Linux tells
//! how long a thread has waited; asking costs far more than reading a clock, so it is asked only
//! after a stretch that is long enough to hold such a wait. Backend the clock is a plain one.
//! What never happens here: a file that is opened more than once a thread.

use quanta::Clock;
use std::cell::{Cell, RefCell};
use std::fs::File;
use std::io::Read;

/// Stretches longer than this may hold a wait, in nanoseconds.
const LONG: f64 = 200_000.0;

thread_local! {
    /// Ticks that this thread is known to have waited.
    static LOST: Cell<u64> = const { Cell::new(0) };
    /// Nanoseconds that the system said when it was last asked.
    static TOLD: Cell<Option<u64>> = const { Cell::new(None) };
    static FILE: RefCell<Option<File>> = const { RefCell::new(None) };
}

/// The clock. Its times can be compared on one thread alone.
#[derive(Clone)]
pub struct WorkClock {
    /// The clock that does not stand still.
    pub raw: Clock,
    /// Nanoseconds a tick, about.
    pub ns_per_tick: f64,
    long: u64,
}

impl WorkClock {
    /// A clock that reads another.
    pub fn new(raw: Clock) -> Self {
        const TICKS: u64 = 1 << 30;
        let ns_per_tick = raw.delta_as_nanos(0, TICKS).max(1) as f64 / TICKS as f64;
        Self {
            raw,
            ns_per_tick,
            long: (LONG / ns_per_tick) as u64,
        }
    }

    /// From now on waits of this thread are noticed: those until now are over.
    pub fn begin_thread(&self) {
        TOLD.set(told());
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
            true => self.look(then),
            false => (now, ticks),
        }
    }

    /// Ticks that this thread is known to have waited, since it began.
    pub fn lost(&self) -> u64 {
        LOST.get()
    }

    #[cold]
    fn look(&self, then: u64) -> (u64, u64) {
        let told = told();
        if let (Some(before), Some(after)) = (TOLD.replace(told), told) {
            let waited = after.saturating_sub(before) as f64 / self.ns_per_tick;
            let most = self.now().saturating_sub(then);
            // What was waited before the stretch is not noticed in it.
            LOST.set(LOST.get().wrapping_add((waited as u64).min(most)));
        }
        let now = self.now();
        (now, now.saturating_sub(then))
    }
}

/// Nanoseconds that this thread has waited for a processor, as the system knows it.
fn told() -> Option<u64> {
    schedule(1)
}

/// Nanoseconds that this thread has had a processor, where the system tells it.
pub fn cpu_time() -> Option<u64> {
    schedule(0)
}

/// A number of those that Linux tells of a thread: time on a processor, time waited for one.
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
    fn it_goes_on_and_never_back() {
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
    fn work_is_counted_whether_or_not_it_is_interrupted() {
        let clock = WorkClock::new(Clock::new());
        clock.begin_thread();
        let (then, begun) = (clock.now(), clock.raw.raw());
        let mut sum = 0u64;
        for n in 0..3_000_000u64 {
            sum = std::hint::black_box(sum ^ n);
        }
        let (_, ticks) = clock.since(then);
        assert!(ticks > 0);
        assert!(ticks <= clock.raw.raw() - begun);
    }
}

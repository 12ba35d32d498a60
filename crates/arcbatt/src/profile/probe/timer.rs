//! The timer: the CPU's counter where it is steady, otherwise the system clock.

use crate::profile::model;
use crate::work_clock::WorkClock;
use std::time::Instant;

/// The timer; its rate is measured from its start.
#[derive(Clone)]
pub struct Timer {
    /// The clock that is read.
    pub clock: WorkClock,
    started: (u64, Instant),
    /// Ticks per reading.
    pub read: f64,
}

impl Timer {
    /// Starts the timer.
    pub fn start() -> Self {
        let clock = WorkClock::new(quanta::Clock::new());
        const ROUNDS: u32 = 200;
        let mut read = f64::MAX;
        // The minimum of several: whatever else runs can only add to it.
        for _ in 0..5 {
            let begun = clock.now();
            let mut last = begun;
            for _ in 0..ROUNDS {
                last = clock.now();
            }
            read = read.min(last.saturating_sub(begun) as f64 / ROUNDS as f64);
        }
        let started = (clock.raw.raw(), Instant::now());
        Self {
            clock,
            started,
            read,
        }
    }

    /// The wall clock now, in ticks, whatever the thread does.
    pub fn now(&self) -> u64 {
        self.clock.raw.raw()
    }

    /// Nanoseconds per tick, measured from the start until now; more exact the longer it runs.
    pub fn ns_per_tick(&self) -> f64 {
        let ticks = self.now().saturating_sub(self.started.0);
        let time = self.started.1.elapsed().as_nanos() as f64;
        // Too short to measure: use the calibration of the clock.
        if time < 1e6 || ticks == 0 {
            return self.clock.ns_per_tick;
        }
        time / ticks as f64
    }

    /// The timer as a row of the profile.
    pub fn describe(&self) -> model::Clock {
        let ns_per_tick = self.ns_per_tick();
        let counter = (ns_per_tick - 1.0).abs() > 1e-6;
        let source = match counter {
            true => "CPU counter",
            false => "system clock",
        };
        model::Clock {
            source: source.to_owned(),
            ns_per_tick,
            read_ns: self.read * ns_per_tick,
        }
    }
}

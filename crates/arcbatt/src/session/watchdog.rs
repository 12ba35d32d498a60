//! Ends a session when its time is up or when somebody interrupts it.

use crate::store::StopReason;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

/// How often the clock and the interrupt flag are checked.
const PERIOD: Duration = Duration::from_millis(10);

/// A stop flag that the clock or an interrupt sets, and the reason why it is set.
pub(super) struct Watchdog<'w> {
    interrupted: &'w AtomicBool,
    deadline: Option<Instant>,
    stop: AtomicBool,
}

impl<'w> Watchdog<'w> {
    /// Runs `work` while a thread watches the clock and the flag `interrupted`.
    pub fn guard<T>(
        interrupted: &'w AtomicBool,
        deadline: Option<Instant>,
        work: impl FnOnce(&Self) -> T,
    ) -> T {
        let watchdog = &Self {
            interrupted,
            deadline,
            stop: AtomicBool::new(interrupted.load(Ordering::Relaxed)),
        };
        let (running, ended) = mpsc::channel::<()>();
        std::thread::scope(move |scope| {
            // Dropped after the work, or when it panics: that ends the thread.
            let _running = running;
            scope.spawn(move || {
                while ended.recv_timeout(PERIOD) == Err(RecvTimeoutError::Timeout) {
                    if watchdog.is_late() || interrupted.load(Ordering::Relaxed) {
                        watchdog.stop();
                        return;
                    }
                }
            });
            work(watchdog)
        })
    }

    fn is_late(&self) -> bool {
        self.deadline
            .is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// The flag that work polls.
    pub fn flag(&self) -> &AtomicBool {
        &self.stop
    }

    /// Whether work must end now.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Ends the work, as when a result cannot be written.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// The time until the deadline.
    pub fn time_left(&self) -> Option<Duration> {
        let deadline = self.deadline?;
        Some(deadline.saturating_duration_since(Instant::now()))
    }

    /// Why the work ended, or would end now.
    pub fn reason(&self) -> StopReason {
        if !self.is_stopped() {
            StopReason::Finished
        } else if self.interrupted.load(Ordering::Relaxed) {
            StopReason::Interrupted
        } else if self.is_late() {
            StopReason::TimeLimit
        } else {
            StopReason::WriteFailed
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wait(watchdog: &Watchdog) {
        while !watchdog.is_stopped() {
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    #[test]
    fn the_reason_says_what_ended_the_work() {
        let flag = AtomicBool::new(false);
        let soon = Instant::now() + Duration::from_millis(20);
        let reason = |deadline, work: fn(&Watchdog)| {
            Watchdog::guard(&flag, deadline, |watchdog| {
                work(watchdog);
                watchdog.reason()
            })
        };
        assert_eq!(reason(None, |_| {}), StopReason::Finished);
        assert_eq!(reason(Some(soon), wait), StopReason::TimeLimit);
        assert_eq!(reason(None, |w| w.stop()), StopReason::WriteFailed);
        flag.store(true, Ordering::Relaxed);
        assert_eq!(reason(None, wait), StopReason::Interrupted);
    }

    #[test]
    fn a_panic_in_the_work_ends_the_thread() {
        let flag = AtomicBool::new(false);
        let work = || {
            Watchdog::guard(&flag, None, |_| -> () {
                panic!("this panic is part of the test")
            })
        };
        assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(work)).is_err());
    }
}

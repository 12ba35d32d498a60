//! The time limit of a command holds for reading its files, too.

use anyhow::bail;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

/// As much as the first thread of a process usually has.
const STACK: usize = 8 << 20;

/// The time limit of a command, from its start.
#[derive(Clone, Copy, Debug)]
pub struct Deadline {
    started: Instant,
    limit: Option<Duration>,
}

impl Deadline {
    /// A limit that begins now; none if there is no limit.
    pub fn starts_now(limit: Option<Duration>) -> Self {
        let started = Instant::now();
        Self { started, limit }
    }

    /// The time left; none if there is no limit.
    pub fn left(&self) -> Option<Duration> {
        let elapsed = self.started.elapsed();
        self.limit.map(|limit| limit.saturating_sub(elapsed))
    }

    /// Reads the input of the command. If it takes too long, this fails: the thread that reads is left
    /// behind, and ends with the process.
    pub fn load<T: Send + 'static>(
        &self,
        load: impl FnOnce() -> anyhow::Result<T> + Send + 'static,
    ) -> anyhow::Result<T> {
        let Some(left) = self.left() else {
            return load();
        };
        let (sender, loaded) = mpsc::channel();
        std::thread::Builder::new()
            .stack_size(STACK)
            .spawn(move || {
                // Nobody receives what comes too late.
                let _ = sender.send(load());
            })?;
        match loaded.recv_timeout(left) {
            Ok(loaded) => loaded,
            Err(RecvTimeoutError::Timeout) => bail!(
                "the time limit was reached while reading the input, so nothing was run: give a \
                 longer --time-limit"
            ),
            Err(RecvTimeoutError::Disconnected) => bail!("reading the input failed"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_takes_too_long_is_left_behind() {
        let slow = || {
            std::thread::sleep(Duration::from_secs(600));
            Ok(())
        };
        let deadline = Deadline::starts_now(Some(Duration::from_millis(20)));
        let error = deadline.load(slow).unwrap_err().to_string();
        assert!(
            error.starts_with("the time limit was reached while"),
            "{error}"
        );
        assert_eq!(deadline.left(), Some(Duration::ZERO));
        let deadline = Deadline::starts_now(None);
        assert_eq!(deadline.load(|| Ok(1)).unwrap(), 1);
        assert_eq!(deadline.left(), None);
    }
}

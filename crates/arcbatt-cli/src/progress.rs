//! A progress bar, drawn only on a terminal and only if a command takes longer than a second.

use crate::output::is_quiet;
use crate::sanitize::sanitized;
use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use std::fmt;
use std::io::{self, IsTerminal};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::JoinHandle;
use std::time::Duration;

/// Time before a bar is drawn.
const SILENCE: Duration = Duration::from_secs(1);
/// Time between two redraws.
const TICK: Duration = Duration::from_millis(120);

/// Whether bars are drawn at all: only on a terminal that can move its cursor, and not if `--quiet`.
pub fn is_drawn() -> bool {
    let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    io::stderr().is_terminal() && !dumb && !is_quiet()
}

/// The time until all of `length` things are done, at the pace so far; at most what is left of `most`.
pub fn time_left(
    elapsed: Duration,
    done: u64,
    length: u64,
    most: Option<Duration>,
) -> Option<Duration> {
    let most = most.map(|most| most.saturating_sub(elapsed));
    let pace = (done > 0).then(|| elapsed.div_f64(done as f64));
    let left = pace.map(|pace| pace.mul_f64(length.saturating_sub(done) as f64));
    match (left, most) {
        (Some(left), Some(most)) => Some(left.min(most)),
        (left, most) => left.or(most),
    }
}

/// A progress bar; dropping it removes it.
pub struct Progress {
    bar: ProgressBar,
    /// Dropping the sender ends the thread.
    waiting: Option<(Sender<()>, JoinHandle<()>)>,
}

impl Progress {
    /// A bar for `length` things, such as `tasks`.
    pub fn of(length: usize, things: &str) -> Self {
        let bar = ProgressBar::new(length as u64).with_message(things.to_owned());
        // What is too wide for the output is cut: a bar of two lines cannot be drawn over.
        Self::new(
            bar,
            "{bar:20} {human_pos} of {human_len}, {eta} left: {wide_msg}",
        )
    }

    /// A bar for `length` things with the text of [`Progress::set_message`] beside it. It shows the
    /// time elapsed and left from the start, if the most time that all take is known.
    pub fn with_message(length: usize, most: Option<Duration>) -> Self {
        let template = "{bar:20} {human_pos} of {human_len}, {elapsed} elapsed{left}; {wide_msg}";
        let progress = Self::new(ProgressBar::new(length as u64), template);
        let left = move |state: &ProgressState, out: &mut dyn fmt::Write| {
            let length = state.len().unwrap_or(0);
            if let Some(left) = time_left(state.elapsed(), state.pos(), length, most) {
                // A failure shows no time.
                let _ = write!(out, ", about {:#} left", HumanDuration(left));
            }
        };
        progress
            .bar
            .set_style(progress.bar.style().with_key("left", left));
        progress
    }

    /// A spinner for work of unknown length.
    pub fn spinner(what: &'static str) -> Self {
        let bar = ProgressBar::new_spinner().with_message(what);
        Self::new(bar, "{spinner} {msg}, {elapsed}")
    }

    fn new(bar: ProgressBar, template: &str) -> Self {
        bar.set_draw_target(ProgressDrawTarget::hidden());
        // The templates are constants; with a wrong one the default style is used.
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style.progress_chars("━╸─"));
        }
        let waiting = is_drawn().then(|| {
            let (sender, receiver) = mpsc::channel();
            let bar = bar.clone();
            let thread = std::thread::spawn(move || {
                if receiver.recv_timeout(SILENCE) == Err(RecvTimeoutError::Timeout) {
                    bar.set_draw_target(ProgressDrawTarget::stderr());
                    bar.enable_steady_tick(TICK);
                }
            });
            (sender, thread)
        });
        Self { bar, waiting }
    }

    /// Moves the bar.
    pub fn set_position(&self, position: usize) {
        self.bar.set_position(position as u64);
    }

    /// Prints a line above the bar.
    pub fn print_above(&self, print: impl FnOnce()) {
        self.bar.suspend(print);
    }

    /// Adds things to do.
    pub fn lengthen(&self, more: usize) {
        self.bar.inc_length(more as u64);
    }

    /// Replaces the text beside the bar.
    pub fn set_message(&self, message: String) {
        self.bar.set_message(sanitized(&message));
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some((sender, thread)) = self.waiting.take() {
            drop(sender);
            // The thread cannot panic.
            let _ = thread.join();
        }
        self.bar.finish_and_clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_left_is_known_from_the_start() {
        let seconds = Duration::from_secs;
        let left = |elapsed, done, most: Option<u64>| {
            time_left(seconds(elapsed), done, 10, most.map(seconds))
        };
        assert_eq!(left(0, 0, None), None);
        assert_eq!(left(3, 0, Some(60)), Some(seconds(57)));
        // At the pace so far, but never more than the limit leaves.
        assert_eq!(left(10, 5, None), Some(seconds(10)));
        assert_eq!(left(10, 1, Some(60)), Some(seconds(50)));
        assert_eq!(left(90, 10, Some(60)), Some(seconds(0)));
    }
}

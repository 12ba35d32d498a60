//! A progress bar, drawn only on a terminal and only if a command takes longer than a second.

use crate::output::is_quiet;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
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

    /// A bar for `length` things with the text of [`Progress::set_message`] beside it.
    pub fn with_message(length: usize) -> Self {
        let template = "{bar:20} {human_pos} of {human_len}, {wide_msg}";
        Self::new(ProgressBar::new(length as u64), template)
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

    /// Adds things to do.
    pub fn lengthen(&self, more: usize) {
        self.bar.inc_length(more as u64);
    }

    /// Replaces the text beside the bar.
    pub fn set_message(&self, message: String) {
        self.bar.set_message(message);
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

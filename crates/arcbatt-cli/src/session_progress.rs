//! Progress of a session: a bar on a terminal, otherwise a plain line every 20 seconds.

use crate::output::{clipped, grouped, note, time, warn};
use crate::progress::{self, Progress as Bar};
use arcbatt::session::{Event, Progress};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Time between two plain lines.
const PERIOD: Duration = Duration::from_secs(20);

/// The most characters of a plain line.
const MAX_LINE: usize = 160;

/// The most characters of a program on it.
const MAX_PROGRAM: usize = 60;

/// Shows the events of a session.
pub struct SessionProgress {
    started: Instant,
    /// The number of the last round or pass.
    rounds: u32,
    /// The most time that the session takes, if that is known.
    most: Option<Duration>,
    terminal: bool,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    bar: Option<Bar>,
    last_line: Option<Instant>,
}

impl SessionProgress {
    /// Progress of a session with at most this many rounds or passes, and this much time.
    pub fn new(rounds: u32, most: Option<Duration>) -> Self {
        Self {
            started: Instant::now(),
            rounds,
            most,
            terminal: progress::is_drawn(),
            state: Mutex::default(),
        }
    }

    /// Shows an event.
    pub fn on_event(&self, event: &Event) {
        let Ok(mut state) = self.state.lock() else {
            return;
        };
        match event {
            Event::RoundStarted { tasks, .. } => {
                // Remove the old bar before the new one is drawn.
                state.bar.take();
                let most = self
                    .most
                    .map(|most| most.saturating_sub(self.started.elapsed()));
                state.bar = Some(Bar::with_message(*tasks, most));
            }
            Event::TasksAdded { tasks } => {
                if let Some(bar) = &state.bar {
                    bar.lengthen(*tasks);
                }
            }
            Event::TaskDone { progress, .. } => self.show(progress, &mut state),
            // At once: the process may be killed before its report.
            Event::StoreMoved { message } => {
                let message = format!("error: {message}");
                match &state.bar {
                    Some(bar) => bar.print_above(|| warn(&message)),
                    None => warn(&message),
                }
            }
            Event::RunDone { .. } => {
                state.bar.take();
            }
            _ => {}
        }
    }

    fn show(&self, progress: &Progress, state: &mut State) {
        if let Some(bar) = &state.bar {
            bar.set_position(progress.done);
            bar.set_message(self.line(progress));
        }
        let last = state.last_line.unwrap_or(self.started);
        if !self.terminal && last.elapsed() >= PERIOD {
            state.last_line = Some(Instant::now());
            let (done, of) = (progress.done, progress.of);
            let elapsed = self.started.elapsed();
            let left = match progress::time_left(elapsed, done as u64, of as u64, self.most) {
                Some(left) => format!(", about {} left", time(left)),
                None => String::new(),
            };
            let (elapsed, rest) = (time(elapsed), self.line(progress));
            let line = format!("{done} of {of} tasks, {elapsed} elapsed{left}; {rest}");
            note(clipped(&line, MAX_LINE));
        }
    }

    /// The state of the session on one line.
    fn line(&self, progress: &Progress) -> String {
        let seconds = self.started.elapsed().as_secs_f64().max(1e-3);
        let rate = grouped((progress.programs as f64 / seconds) as u64);
        let round = match self.rounds {
            1 => String::new(),
            rounds => format!("round {} of {rounds}, ", progress.round),
        };
        let latest = match &progress.latest {
            Some((task, program)) => format!("; {task}: {}", clipped(program, MAX_PROGRAM)),
            None => String::new(),
        };
        let fitting = progress.fitting;
        format!("{round}{fitting} fit, {rate} programs/s{latest}")
    }
}

impl Drop for SessionProgress {
    fn drop(&mut self) {
        if let Ok(mut state) = self.state.lock() {
            state.bar.take();
        }
    }
}

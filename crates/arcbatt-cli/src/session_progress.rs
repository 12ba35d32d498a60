//! How `arcbatt solve` shows that it lives: a line that changes on a terminal, else a plain line
//! now and then.

use crate::output::{clipped, grouped, note};
use crate::progress::{self, Progress as Bar};
use arcbatt::session::{Progress, Watch};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// How often a plain line comes.
const NOW_AND_THEN: Duration = Duration::from_secs(20);

/// How long a plain line may be: programs can be many times that.
const MOST: usize = 160;

/// Shows progress.
pub struct Watcher {
    started: Instant,
    /// Whether there may be a second pass.
    several: bool,
    terminal: bool,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    bar: Option<Bar>,
    told: Option<Instant>,
}

impl Watcher {
    /// A watcher of so many passes, at most.
    pub fn new(passes: u32) -> Self {
        Self {
            started: Instant::now(),
            several: passes > 1,
            terminal: progress::is_drawn(),
            state: Mutex::default(),
        }
    }

    /// Takes the bar away.
    pub fn end(&self) {
        if let Ok(mut state) = self.state.lock() {
            state.bar.take();
        }
    }

    /// Where it stands, in one line.
    fn line(&self, progress: &Progress) -> String {
        let seconds = self.started.elapsed().as_secs_f64().max(1e-3);
        let rate = grouped((progress.programs as f64 / seconds) as u64);
        let left = progress.tasks.saturating_sub(progress.solved);
        let pass = match self.several {
            true => format!("pass {}, ", progress.pass),
            false => String::new(),
        };
        let latest = match &progress.latest {
            Some((task, program)) => format!("; {task}: {program}"),
            None => String::new(),
        };
        let solved = progress.solved;
        format!("{pass}{solved} solved, {left} left, {rate} programs/s{latest}")
    }
}

impl Watch for Watcher {
    fn pass(&self, _pass: u32, tasks: usize) {
        if let Ok(mut state) = self.state.lock() {
            // The old bar goes before the new one comes.
            state.bar.take();
            state.bar = Some(Bar::told(tasks));
        }
    }

    fn task_done(&self, progress: &Progress) {
        let Ok(mut state) = self.state.lock() else {
            return;
        };
        if let Some(bar) = &state.bar {
            bar.at(progress.done);
            bar.say(self.line(progress));
        }
        let last = state.told.unwrap_or(self.started);
        if !self.terminal && last.elapsed() >= NOW_AND_THEN {
            state.told = Some(Instant::now());
            let (done, of) = (progress.done, progress.of);
            let line = format!("{done} of {of} tasks, {}", self.line(progress));
            note(clipped(&line, MOST));
        }
    }
}

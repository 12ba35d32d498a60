//! The header of a report: when, by which command, on which machine, how much work, how fast.
//!
//! Never: a path of the user's home folder, which is written as `~`, or a control character.

use crate::text::{counted, time};
use serde::{Deserialize, Serialize};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The header of a report. Unknown texts are empty, unknown numbers 0.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Header {
    /// When the report was made, such as `2026-11-16 12:40 UTC`.
    pub date: String,
    /// The command line.
    pub command: String,
    /// The version of arcbatt.
    pub version: String,
    /// The model of the CPU, or its architecture.
    pub cpu: String,
    /// Number of cores that the process may use.
    pub cores: u64,
    /// The names of the GPUs in use.
    pub gpus: Vec<String>,
    /// The name of the data set.
    pub data: String,
    /// Number of tasks.
    pub tasks: u64,
    /// Number of samples of all tasks.
    pub samples: u64,
    /// Number of candidates or programs tried.
    pub candidates: u64,
    /// Wall time per task.
    pub ms_per_task: f64,
    /// Wall time per sample.
    pub ms_per_sample: f64,
    /// The most memory that the process has used, in bytes.
    pub peak_memory: u64,
}

/// The work that a report is about.
#[derive(Clone, Debug, Default)]
pub struct WorkDone {
    /// The name of the data set.
    pub data: String,
    /// Number of tasks.
    pub tasks: u64,
    /// Number of samples of all tasks.
    pub samples: u64,
    /// Number of candidates or programs tried.
    pub candidates: u64,
    /// Time on the clock.
    pub wall: Duration,
    /// The names of the GPUs in use.
    pub gpus: Vec<String>,
}

impl Header {
    /// The header of a report that is made now, on this machine.
    pub fn new(command: &[String], work: WorkDone) -> Self {
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        let ms = |count: u64| work.wall.as_secs_f64() * 1e3 / count.max(1) as f64;
        Self {
            date: date(now.unwrap_or_default()),
            command: command_line(
                command,
                std::env::home_dir().and_then(|p| p.to_str().map(str::to_owned)),
            ),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            cpu: cpu(),
            cores: std::thread::available_parallelism().map_or(0, |cores| cores.get() as u64),
            gpus: work.gpus,
            data: work.data,
            tasks: work.tasks,
            samples: work.samples,
            candidates: work.candidates,
            ms_per_task: ms(work.tasks),
            ms_per_sample: ms(work.samples),
            peak_memory: peak_memory(),
        }
    }

    /// Names and values, for tables; empty if the header is.
    pub fn rows(&self) -> Vec<(&'static str, String)> {
        if self.version.is_empty() {
            return Vec::new();
        }
        let speed = [(self.ms_per_task, "task"), (self.ms_per_sample, "sample")];
        let speed = speed.map(|(ms, what)| format!("{} per {what}", time(ms * 1e6)));
        vec![
            ("date", self.date.clone()),
            ("command", self.command.clone()),
            ("version", format!("arcbatt {}", self.version)),
            ("CPU", self.machine()),
            ("GPU", self.gpu()),
            ("data", self.data.clone()),
            ("work", self.work()),
            ("speed", speed.join(", ")),
            ("peak memory", self.memory()),
        ]
    }

    /// The header in three lines, for text; empty if the header is.
    pub fn lines(&self) -> Vec<String> {
        if self.version.is_empty() {
            return Vec::new();
        }
        let gpu = match self.gpus.is_empty() {
            true => "no GPU in use".to_owned(),
            false => self.gpu(),
        };
        vec![
            format!("arcbatt {}, {}: {}", self.version, self.date, self.command),
            format!("{}, {gpu}, peak memory {}", self.machine(), self.memory()),
            format!(
                "{}: {}, {} per task, {} per sample",
                self.data,
                self.work(),
                time(self.ms_per_task * 1e6),
                time(self.ms_per_sample * 1e6)
            ),
        ]
    }

    fn machine(&self) -> String {
        format!("{}, {}", self.cpu, counted(self.cores, "core"))
    }

    fn gpu(&self) -> String {
        match self.gpus.is_empty() {
            true => "none in use".to_owned(),
            false => self.gpus.join(", "),
        }
    }

    fn work(&self) -> String {
        let (tasks, samples) = (counted(self.tasks, "task"), counted(self.samples, "sample"));
        format!(
            "{tasks}, {samples}, {}",
            counted(self.candidates, "candidate")
        )
    }

    fn memory(&self) -> String {
        match self.peak_memory {
            0 => "unknown".to_owned(),
            bytes => format!("{:.0} MB", bytes as f64 / 1e6),
        }
    }
}

/// The most characters of a command line; the rest is cut.
const LONGEST: usize = 1_000;

/// The command line as one would type it, with `~` for the home folder.
fn command_line(arguments: &[String], home: Option<String>) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "-_./:=,+@%~".contains(c);
    let quoted = |argument: &String| {
        let shown = |c: char| if c.is_control() { '?' } else { c };
        let mut text: String = argument.chars().map(shown).collect();
        if let Some(home) = home.as_deref().filter(|home| home.len() > 1) {
            text = text.replace(home, "~");
        }
        match !text.is_empty() && text.chars().all(is_plain) {
            true => text,
            false => format!("'{}'", text.replace('\'', "'\\''")),
        }
    };
    let words: Vec<String> = arguments.iter().map(quoted).collect();
    crate::text::clipped(&words.join(" "), LONGEST)
}

/// The date of a time since 1970, in UTC.
fn date(since: Duration) -> String {
    let minutes = since.as_secs() / 60;
    let (mut days, minute) = (minutes / 1_440, minutes % 1_440);
    let is_leap = |year: u64| {
        year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
    };
    let mut year = 1970;
    while days >= 365 + u64::from(is_leap(year)) {
        days -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let february = 28 + u64::from(is_leap(year));
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    let (hour, minute) = (minute / 60, minute % 60);
    format!(
        "{year}-{month:02}-{:02} {hour:02}:{minute:02} UTC",
        days + 1
    )
}

/// The model of the CPU where Linux says it, else the architecture.
fn cpu() -> String {
    let file = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = file.lines().find(|line| line.starts_with("model name"));
    let model = model.and_then(|line| line.split_once(':'));
    let shown = |c: &char| !c.is_control();
    model.map_or(std::env::consts::ARCH.to_owned(), |(_, name)| {
        name.trim().chars().filter(shown).collect()
    })
}

/// The most memory that the process has used so far, in bytes; known on Linux only.
fn peak_memory() -> u64 {
    let file = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = file.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|line| line.trim().trim_end_matches("kB").trim().parse().ok());
    kilobytes.unwrap_or(0u64) * 1024
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_those_of_the_calendar() {
        let at = |seconds| date(Duration::from_secs(seconds));
        assert_eq!(at(0), "1970-01-01 00:00 UTC");
        assert_eq!(at(951_782_400), "2000-02-29 00:00 UTC");
        assert_eq!(at(1_767_225_599), "2025-12-31 23:59 UTC");
        assert_eq!(at(4_107_542_400), "2100-03-01 00:00 UTC");
    }

    #[test]
    fn commands_are_quoted_and_name_no_home_folder() {
        let line = |arguments: &[&str]| {
            let arguments: Vec<String> = arguments.iter().map(|&a| a.to_owned()).collect();
            command_line(&arguments, Some("/home/ann".to_owned()))
        };
        assert_eq!(
            line(&["arcbatt", "run", "--data", "D"]),
            "arcbatt run --data D"
        );
        assert_eq!(line(&["a", "/home/ann/s.py"]), "a ~/s.py");
        assert_eq!(line(&["a b", "it's", ""]), r"'a b' 'it'\''s' ''");
        assert_eq!(line(&["x\x1b[2J\n"]), "'x?[2J?'");
        assert!(line(&["y".repeat(9_999).as_str()]).chars().count() <= LONGEST);
    }

    #[test]
    fn speed_is_wall_time_by_tasks_and_samples() {
        let work = WorkDone {
            tasks: 4,
            samples: 10,
            wall: Duration::from_millis(20),
            ..WorkDone::default()
        };
        let header = Header::new(&["arcbatt".to_owned()], work);
        assert_eq!((header.ms_per_task, header.ms_per_sample), (5.0, 2.0));
        assert!(header.cores > 0 && !header.cpu.is_empty());
        assert_eq!(header.lines().len(), 3);
        assert!(Header::default().rows().is_empty());
    }
}

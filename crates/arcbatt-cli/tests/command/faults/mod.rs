//! Faults of the file system: every change of a file that a command makes fails once, the first, the
//! second, and so on, until it runs without a fault; or the process is killed in the middle of it.
//!
//! A preloaded library (`shim.cpp`) lets calls of the C library fail, those of SQLite among them.

mod commands;
mod kills;
mod sessions;

use super::{Said, command, run_with};
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use tempfile::TempDir;

/// What a change that fails ends with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// An error of the device, once.
    Device,
    /// No space from here on; the first write writes a part.
    FullDisk,
    /// `kill -9`, after a part of a write.
    Killed,
}

/// A folder for one command.
pub struct Stage(TempDir);

impl Stage {
    /// A stage with copies of these files.
    pub fn with(files: &[PathBuf]) -> Self {
        let stage = Self(tempfile::tempdir().unwrap());
        for name in ["work", "tmp"] {
            fs::create_dir(stage.0.path().join(name)).unwrap();
        }
        for file in files {
            fs::copy(file, stage.work().join(file.file_name().unwrap())).unwrap();
        }
        stage
    }

    /// The folder whose changes fail.
    pub fn work(&self) -> PathBuf {
        self.0.path().join("work")
    }

    /// A file in it.
    pub fn file(&self, name: &str) -> PathBuf {
        self.work().join(name)
    }

    /// The command with arguments divided by spaces, in the folder: `@x` is the file `x` in it.
    pub fn command(&self, line: &str) -> Command {
        let args: Vec<String> = line
            .split_whitespace()
            .map(|arg| match arg.strip_prefix('@') {
                Some(name) => self.file(name).display().to_string(),
                None => arg.to_owned(),
            })
            .collect();
        let mut command = command(&args.iter().map(String::as_str).collect::<Vec<_>>());
        command
            .current_dir(self.work())
            .env("TMPDIR", self.0.path().join("tmp"))
            .env("XDG_CACHE_HOME", self.file("cache"))
            .env("ARCBATT_PYTHON", self.python());
        command
    }

    /// The Python of `data pull`: a file that is not there, unless a test makes it.
    pub fn python(&self) -> PathBuf {
        self.0.path().join("python")
    }

    /// Runs the command without a fault.
    pub fn run(&self, line: &str) -> Said {
        run_with(self.command(line), "")
    }

    /// Runs the command with a fault at the change with this number. Also returns the changes, each a
    /// kind and a file.
    pub fn run_with_fault(&self, line: &str, fault: Fault, at: u32) -> (Said, Vec<String>) {
        run_faulty(self.command(line), &self.work(), fault, at)
    }

    /// The names of the files in the folder that begin like this.
    pub fn files_like(&self, start: &str) -> Vec<String> {
        let names = fs::read_dir(self.work()).unwrap();
        let names = names.map(|item| item.unwrap().file_name().to_string_lossy().into_owned());
        let mut names: Vec<_> = names.filter(|name| name.starts_with(start)).collect();
        names.sort();
        names
    }
}

/// Runs a command with a fault at the change of a file in `folder` with this number.
pub fn run_faulty(
    mut command: Command,
    folder: &Path,
    fault: Fault,
    at: u32,
) -> (Said, Vec<String>) {
    let log = folder.with_extension("log");
    let _ = fs::remove_file(&log);
    let (error, lasting) = match fault {
        Fault::Device => ("5", "0"),
        Fault::FullDisk => ("28", "1"),
        Fault::Killed => ("0", "0"),
    };
    command
        .env("LD_PRELOAD", shim())
        .env("FAULT_FOLDER", folder)
        .env("FAULT_LOG", &log)
        .env("FAULT_AT", at.to_string())
        .env("FAULT_ERROR", error)
        .env("FAULT_LASTING", lasting);
    let said = run_with(command, "");
    let changes = fs::read_to_string(&log).unwrap_or_default();
    let change = |line: &str| line.split_once(' ').unwrap().1.to_owned();
    (said, changes.lines().map(change).collect())
}

/// The preloaded library, compiled once.
fn shim() -> &'static OsStr {
    static SHIM: OnceLock<PathBuf> = OnceLock::new();
    SHIM.get_or_init(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/command/faults/shim.cpp");
        // Compiled aside and renamed, as every test may be a process of its own.
        let own = tempfile::tempdir_in(folder).unwrap();
        let built = own.path().join("shim.so");
        let compiled = Command::new("g++")
            .args(["-std=c++17", "-O1", "-Wall", "-Werror", "-shared", "-fPIC"])
            .arg("-o")
            .args([&built, &source])
            .output()
            .expect("g++ is needed (Debian: apt-get install g++)");
        let said = String::from_utf8_lossy(&compiled.stderr).into_owned();
        assert!(compiled.status.success(), "{said}");
        let shim = folder.join("faults-shim.so");
        fs::rename(&built, &shim).unwrap();
        shim
    })
    .as_os_str()
}

/// Calls `check` with 1, 2, 3, ... on two threads until it says that there are not so many changes.
/// Returns their number.
pub fn for_every_change(check: impl Fn(u32) -> bool + Sync) -> u32 {
    let (next, end) = (AtomicU32::new(1), AtomicU32::new(u32::MAX));
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    if at >= end.load(Ordering::Relaxed) {
                        break;
                    }
                    if !check(at) {
                        end.fetch_min(at, Ordering::Relaxed);
                        break;
                    }
                }
            });
        }
    });
    end.into_inner() - 1
}

impl Said {
    /// Asserts that the command ended by itself, and that every line on the error stream is a message:
    /// nothing panicked. Exit code 2 comes with an error.
    #[track_caller]
    fn ended_in_words(&self, where_: &str) {
        let Some(code) = self.code else {
            panic!("{where_}: killed by a signal\n{}", self.err)
        };
        assert!((0..=2).contains(&code), "{where_}: {code}\n{}", self.err);
        for line in self.err.lines() {
            // What a message continues with, such as the words of pip, is indented.
            let is_message = ["error: ", "warning: ", "note: ", "ended early: ", "  "]
                .iter()
                .any(|start| line.starts_with(start));
            assert!(is_message, "{where_}: {}", self.err);
        }
        let errors = self.err.matches("error: ").count();
        assert_eq!(code == 2, errors > 0, "{where_}: {code}\n{}", self.err);
    }
}

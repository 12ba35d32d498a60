//! Solver files: the programs of a session as Python source.
//!
//! ```text
//! # arcbatt run: round 12, seed 0
//!
//!
//! # gravity_down: 3 of 3 demonstrations, differ 27000
//! def solve_gravity_down(I):
//!     ...
//! ```
//!
//! All commands write programs with [`write_solver`]. A [`SolverFile`] is replaced as a whole
//! after every round, so that a killed run leaves a complete file behind.
//!
//! Invariants: a program in the file is never replaced by a worse one, and programs of tasks that
//! a run does not have stay in the file.

use super::report::{Report, TaskReport};
pub use crate::program::solver_name;
use crate::program::{Program, parse_file};
use crate::store::Entry;
use crate::whole_file::{can_write, write_whole};
use std::collections::HashSet;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// The first words of a file of `arcbatt run --out`.
const RUN: &str = "# arcbatt run: ";

/// The first words of a file of `arcbatt solve --out`.
const SOLVE: &str = "# arcbatt solve: ";

/// Why a solver file cannot be used.
#[derive(Debug, Error)]
#[error("{}:{}{problem}", path.display(), problem.space())]
pub struct SolverFileError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong with it.
    pub problem: SolverFileProblem,
}

/// What is wrong with a solver file.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SolverFileProblem {
    /// The system does not allow it.
    #[error("cannot write there: {0}")]
    CannotWrite(io::Error),
    /// The system does not allow it.
    #[error("cannot read it: {0}")]
    CannotRead(io::Error),
    /// A new run must not overwrite it.
    #[error(
        "exists already; add --resume to resume its run or --force to replace it, or name another file"
    )]
    Exists,
    /// Somebody else's file.
    #[error("was not written by `arcbatt {0} --out`; name another file{hint}", hint = if_forced(.0))]
    Foreign(&'static str),
    /// The run in it had another seed.
    #[error("its run has the seed {0}; add --seed {0}")]
    Seed(u64),
    /// A program in it cannot be read; rewriting the file would lose it.
    #[error("{0}; fix or remove this program")]
    Program(String),
}

/// A run that is resumed replaces nothing else.
fn if_forced(command: &str) -> &'static str {
    match command {
        "run" => "",
        _ => ", or add --force to replace it",
    }
}

impl SolverFileProblem {
    /// A program's error starts with its line, as in `solvers.py:5:9: ...`.
    fn space(&self) -> &'static str {
        match self {
            SolverFileProblem::Program(_) => "",
            _ => " ",
        }
    }
}

/// The solver file of a run: the best program of every task.
#[derive(Debug)]
pub struct SolverFile {
    path: PathBuf,
    seed: u64,
    completed: u32,
    /// The programs that were in the file when it was opened.
    known: Vec<Known>,
}

/// A program of the file, with the remark above it.
#[derive(Debug)]
struct Known {
    /// The task's id, on one line.
    id: String,
    train: usize,
    score: Score,
    program: Program,
}

/// Demonstrations matched, then the differ score: more is better.
type Score = (u32, u64);

impl SolverFile {
    /// Opens the solver file of `arcbatt run --out`; reads it if the run is to be resumed.
    pub fn open(path: &Path, resume: bool, seed: u64) -> Result<Self, SolverFileError> {
        let opened = || {
            can_write(path).map_err(SolverFileProblem::CannotWrite)?;
            match (resume, path.is_file()) {
                (false, true) => Err(SolverFileProblem::Exists),
                // No round was completed yet.
                (_, false) => Ok((0, Vec::new())),
                (true, true) => read(path, seed),
            }
        };
        let (completed, known) = opened().map_err(|problem| error(path, problem))?;
        Ok(Self {
            path: path.to_owned(),
            seed,
            completed,
            known,
        })
    }

    /// The solver file of a run that replaces whatever is in it.
    pub fn replacing(path: &Path, seed: u64) -> Result<Self, SolverFileError> {
        can_write(path).map_err(|e| error(path, SolverFileProblem::CannotWrite(e)))?;
        Ok(Self {
            path: path.to_owned(),
            seed,
            completed: 0,
            known: Vec::new(),
        })
    }

    /// The last completed round of the run that wrote the file.
    pub fn completed(&self) -> u32 {
        self.completed
    }

    /// The programs that were in the file when it was opened.
    pub fn programs(&self) -> impl Iterator<Item = &Program> {
        self.known.iter().map(|known| &known.program)
    }

    /// The path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Replaces the file by the best programs known now.
    pub(super) fn write(&self, completed: u32, tasks: &[TaskReport]) -> io::Result<()> {
        write_whole(&self.path, |out| self.write_to(out, completed, tasks))
    }

    fn write_to(
        &self,
        out: &mut dyn Write,
        completed: u32,
        tasks: &[TaskReport],
    ) -> io::Result<()> {
        writeln!(out, "{RUN}round {completed}, seed {}", self.seed)?;
        let mut written = HashSet::new();
        for task in tasks {
            let id = printable(&task.id);
            let score = task.score();
            let better =
                |known: &&Known| known.id == id && known.train == task.train && known.score > score;
            match (self.known.iter().find(better), &task.standing.best) {
                (Some(known), _) => known.write(out)?,
                (None, Some(best)) => {
                    write_solver(out, [remark(&id, task.train, score)], &best.program)?;
                }
                (None, None) => continue,
            }
            written.insert(id);
        }
        let others = self
            .known
            .iter()
            .filter(|known| !written.contains(&known.id));
        for known in others {
            known.write(out)?;
        }
        Ok(())
    }
}

fn error(path: &Path, problem: SolverFileProblem) -> SolverFileError {
    SolverFileError {
        path: path.to_owned(),
        problem,
    }
}

/// The completed rounds and the programs of a file of `arcbatt run --out`.
fn read(path: &Path, seed: u64) -> Result<(u32, Vec<Known>), SolverFileProblem> {
    let text = std::fs::read_to_string(path).map_err(SolverFileProblem::CannotRead)?;
    let header = text.lines().next().and_then(|line| line.strip_prefix(RUN));
    let numbers = header.and_then(|rest| {
        let (round, seed) = rest.strip_prefix("round ")?.split_once(", seed ")?;
        Some((round.parse().ok()?, seed.parse::<u64>().ok()?))
    });
    let (round, written) = numbers.ok_or(SolverFileProblem::Foreign("run"))?;
    if written != seed {
        return Err(SolverFileProblem::Seed(written));
    }
    let parsed = parse_file(&text);
    if let Some(problem) = parsed.errors.first() {
        return Err(SolverFileProblem::Program(problem.to_string()));
    }
    let lines: Vec<&str> = text.lines().collect();
    let known = parsed.programs.into_iter().map(|program| {
        // The line above `def`, which counts from 1.
        let above = (program.place.line as usize).checked_sub(2);
        let above = above.and_then(|k| lines.get(k)).copied();
        Known::read(above.unwrap_or_default(), program)
    });
    Ok((round, known.collect()))
}

impl Known {
    /// A program and the comment above it. A program without a comment scores nothing, so that
    /// any program found for its task replaces it.
    fn read(comment: &str, program: Program) -> Self {
        let read = || {
            let (id, rest) = comment.strip_prefix("# ")?.rsplit_once(": ")?;
            let (matched, rest) = rest.split_once(" of ")?;
            let (train, rest) = rest.split_once(" demonstrations")?;
            let differ = rest.strip_prefix(", differ ").unwrap_or("0");
            let score = (matched.parse().ok()?, differ.parse().ok()?);
            Some((id.to_owned(), train.parse().ok()?, score))
        };
        let by_name = || {
            let id = program.task_id().unwrap_or(&program.name);
            (id.to_owned(), 0, (0, 0))
        };
        let (id, train, score) = read().unwrap_or_else(by_name);
        Self {
            id,
            train,
            score,
            program,
        }
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        write_solver(
            out,
            [remark(&self.id, self.train, self.score)],
            &self.program,
        )
    }
}

fn remark(id: &str, train: usize, (matched, differ): Score) -> String {
    format!("{id}: {matched} of {train} demonstrations, differ {differ}")
}

/// Checks that `arcbatt solve --out` may write this file: it is new, or one of its own.
pub fn check_solve_file(path: &Path) -> Result<(), SolverFileError> {
    let check = || {
        can_write(path).map_err(SolverFileProblem::CannotWrite)?;
        if !path.is_file() {
            return Ok(());
        }
        let mut start = Vec::new();
        File::open(path)
            .and_then(|file| file.take(SOLVE.len() as u64).read_to_end(&mut start))
            .map_err(SolverFileProblem::CannotRead)?;
        match start.is_empty() || start == SOLVE.as_bytes() {
            true => Ok(()),
            false => Err(SolverFileProblem::Foreign("solve")),
        }
    };
    check().map_err(|problem| error(path, problem))
}

/// Writes the best program of every task whose demonstrations it fits.
pub fn write_solve_file(path: &Path, report: &Report) -> Result<(), SolverFileError> {
    let write = |out: &mut dyn Write| {
        let (fitting, tasks) = (report.fitting(), report.tasks.len());
        writeln!(out, "{SOLVE}{fitting} of {tasks} tasks")?;
        for task in report.tasks.iter().filter(|task| task.fits()) {
            let Some(best) = &task.standing.best else {
                continue;
            };
            let program = named(best.program.renamed(), solver_name(&task.id));
            let remark = format!(
                "{}: {} of {} demonstrations, {:.1} bits, {}",
                task.id, task.standing.matched, task.train, best.bits, best.proposer
            );
            write_solver(out, [remark], &program)?;
        }
        Ok(())
    };
    write_whole(path, write).map_err(|e| error(path, SolverFileProblem::CannotWrite(e)))
}

/// Writes programs of a store: each is named for the first task that it fits, with a remark for
/// every such task. `header` becomes comments at the top.
pub fn write_entries(entries: &[Entry], header: &str, out: &mut dyn Write) -> io::Result<()> {
    for line in header.lines() {
        writeln!(out, "# {line}")?;
    }
    for entry in entries {
        // Skip programs with primitives that this version lacks.
        let Some(program) = entry.program() else {
            continue;
        };
        let name = match entry.fitted().next() {
            Some(worth) => solver_name(&worth.task),
            None => format!("solve_{}", &entry.hash[..entry.hash.len().min(12)]),
        };
        let remarks = entry.fitted().map(|worth| {
            format!(
                "{}: {} of {} demonstrations, {:.1} bits, {}",
                worth.task, worth.matched, worth.demonstrations, worth.bits, worth.proposer
            )
        });
        write_solver(out, remarks, &named(program, name))?;
    }
    Ok(())
}

/// Writes one program, with remarks as comments above it.
pub fn write_solver(
    out: &mut dyn Write,
    remarks: impl IntoIterator<Item = String>,
    program: &Program,
) -> io::Result<()> {
    write!(out, "\n\n")?;
    for remark in remarks {
        writeln!(out, "# {}", printable(&remark))?;
    }
    write!(out, "{program}")
}

fn named(program: Program, name: String) -> Program {
    Program { name, ..program }
}

/// The text with `?` for control characters, so that it stays within a comment.
fn printable(text: &str) -> String {
    let shown = |c: char| if c.is_control() { '?' } else { c };
    text.chars().map(shown).collect()
}

//! The file of `--out`: the best program of every task, written whole after every round.
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
//! What never happens here: a program of an earlier run that gives way to a worse one, or is lost
//! because this run did not get to its task.

use crate::read_file::read_text;
use anyhow::{Context, bail};
use arcbatt::program::{Program, parse_file};
use arcbatt::session::evolve::TaskResult;
use arcbatt::whole_file::{can_write, write_whole};
use std::collections::HashSet;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// What begins the first line of such a file.
const HEADER: &str = "# arcbatt run: ";

/// What an earlier run kept, and where this one keeps.
pub struct Kept {
    path: PathBuf,
    seed: u64,
    /// The rounds that are over.
    pub round: u32,
    best: Vec<Best>,
}

/// The best program of a task.
struct Best {
    /// The task's id, on one line.
    id: String,
    train: usize,
    worth: Worth,
    program: Program,
}

/// Demonstrations matched, then what the differs say: more is better.
type Worth = (u32, u64);

impl Kept {
    /// The file, read if the run is to be taken up again.
    pub fn open(path: &Path, resume: bool, seed: u64) -> anyhow::Result<Self> {
        let mut kept = Self {
            path: path.to_owned(),
            seed,
            round: 0,
            best: Vec::new(),
        };
        let shown = path.display();
        // Told now, not after the first round.
        can_write(path).with_context(|| format!("{shown}: cannot write there"))?;
        if !resume {
            if path.exists() {
                bail!(
                    "{shown}: is there already; add --resume to take its run up, or name another"
                );
            }
            return Ok(kept);
        }
        let text = match read_text(path) {
            Ok(text) => text,
            // Nothing was kept yet: the first round did not get to its end.
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(kept),
            Err(error) => return Err(error).with_context(|| format!("{shown}: cannot read it")),
        };
        let header = text
            .lines()
            .next()
            .and_then(|line| line.strip_prefix(HEADER));
        let numbers = header.and_then(|rest| {
            let (round, seed) = rest.strip_prefix("round ")?.split_once(", seed ")?;
            Some((round.parse().ok()?, seed.parse::<u64>().ok()?))
        });
        let Some((round, written)) = numbers else {
            bail!("{shown}: was not written by `arcbatt run --out`; name another file");
        };
        if written != seed {
            bail!("{shown}: its run has the seed {written}: add --seed {written}");
        }
        kept.round = round;
        let parsed = parse_file(&text);
        if let Some(problem) = parsed.errors.first() {
            // Written again, the file would lack this program.
            bail!("{shown}:{problem}; mend it, or take the program out");
        }
        let lines: Vec<&str> = text.lines().collect();
        kept.best = parsed
            .programs
            .into_iter()
            .map(|program| {
                // The line above `def`, which counts from 1.
                let above = (program.place.line as usize).checked_sub(2);
                let above = above.and_then(|k| lines.get(k)).copied();
                Best::read(above.unwrap_or_default(), program)
            })
            .collect();
        Ok(kept)
    }

    /// The programs that were kept.
    pub fn programs(&self) -> impl Iterator<Item = &Program> {
        self.best.iter().map(|best| &best.program)
    }

    /// Writes what is known now, beside its place, then renames: the file is whole at any moment.
    pub fn write(&self, rounds: u32, tasks: &[TaskResult]) -> io::Result<()> {
        write_whole(&self.path, |file| self.write_to(file, rounds, tasks))
    }

    fn write_to(
        &self,
        mut file: &mut dyn Write,
        rounds: u32,
        tasks: &[TaskResult],
    ) -> io::Result<()> {
        writeln!(file, "{HEADER}round {rounds}, seed {}", self.seed)?;
        let mut written = HashSet::new();
        for task in tasks {
            let id = one_line(&task.id);
            let better = |worth: Worth| {
                let earlier = self.best.iter().find(|best| best.id == id);
                earlier.filter(|best| best.train == task.train && best.worth >= worth)
            };
            let found = task.best.as_ref();
            match (
                found,
                better(found.map_or((0, 0), |f| (f.matched, f.differ))),
            ) {
                (_, Some(earlier)) => earlier.write(&mut file)?,
                (Some(found), None) => {
                    let worth = (found.matched, found.differ);
                    write_best(&mut file, &id, task.train, worth, &found.program)?;
                }
                (None, None) => continue,
            }
            written.insert(id);
        }
        // Tasks that this run was not given.
        for best in &self.best {
            if !written.contains(&best.id) {
                best.write(&mut file)?;
            }
        }
        Ok(())
    }
}

impl Best {
    /// A program and the comment above it. One that somebody wrote into the file by hand has
    /// none; then it is as good as nothing, and one of its task that is found takes its place.
    fn read(comment: &str, program: Program) -> Self {
        let read = || {
            let (id, rest) = comment.strip_prefix("# ")?.rsplit_once(": ")?;
            let (matched, rest) = rest.split_once(" of ")?;
            let (train, rest) = rest.split_once(" demonstrations")?;
            let differ = rest.strip_prefix(", differ ").unwrap_or("0");
            let worth = (matched.parse().ok()?, differ.parse().ok()?);
            Some((id.to_owned(), train.parse().ok()?, worth))
        };
        let by_name = || {
            let id = program.task_id().unwrap_or(&program.name);
            (id.to_owned(), 0, (0, 0))
        };
        let (id, train, worth) = read().unwrap_or_else(by_name);
        Self {
            id,
            train,
            worth,
            program,
        }
    }

    fn write(&self, file: &mut impl Write) -> io::Result<()> {
        write_best(file, &self.id, self.train, self.worth, &self.program)
    }
}

fn write_best(
    file: &mut impl Write,
    id: &str,
    train: usize,
    (matched, differ): Worth,
    program: &Program,
) -> io::Result<()> {
    write!(
        file,
        "\n\n# {id}: {matched} of {train} demonstrations, differ {differ}\n{program}"
    )
}

/// The id as it may stand in a comment.
fn one_line(id: &str) -> String {
    let shown = |c: char| if c.is_control() { '?' } else { c };
    id.chars().map(shown).collect()
}

//! The file of `--out`: the best program of every task, written whole after every round.

use anyhow::{Context, bail};
use arcbatt::pipeline::TaskResult;
use arcbatt::program::{Program, parse_file};
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
    /// The programs that were kept.
    pub programs: Vec<Program>,
}

impl Kept {
    /// The file, read if the run is to be taken up again.
    pub fn open(path: &Path, resume: bool, seed: u64) -> anyhow::Result<Self> {
        let mut kept = Self {
            path: path.to_owned(),
            seed,
            round: 0,
            programs: Vec::new(),
        };
        let shown = path.display();
        if !resume {
            if path.exists() {
                bail!(
                    "{shown}: is there already; add --resume to take its run up, or name another"
                );
            }
            return Ok(kept);
        }
        let text = match std::fs::read_to_string(path) {
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
        kept.programs = parse_file(&text).programs;
        Ok(kept)
    }

    /// Writes what is known now, beside its place, then renames: the file is whole at any moment.
    pub fn write(&self, round: u32, tasks: &[TaskResult]) -> io::Result<()> {
        let folder = match self.path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        let mut file = tempfile::NamedTempFile::new_in(folder)?;
        writeln!(file, "{HEADER}round {round}, seed {}", self.seed)?;
        for task in tasks {
            let Some(best) = &task.best else { continue };
            // A run that is taken up again finds the programs of the earlier one in the file.
            let (matched, train) = (best.matched, task.train);
            writeln!(
                file,
                "\n\n# {}: {matched} of {train} demonstrations",
                task.id
            )?;
            write!(file, "{}", best.program)?;
        }
        file.as_file().sync_all()?;
        file.persist(&self.path).map_err(|error| error.error)?;
        Ok(())
    }
}

//! The file of `arcbatt solve --out`: the best program of every solved task.

use crate::read_file::open;
use anyhow::{Context, bail};
use arcbatt::session::Report;
use arcbatt::store::solver_name;
use arcbatt::whole_file::{can_write, write_whole};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// What begins the first line of such a file.
const HEADER: &str = "# arcbatt solve: ";

/// Where the solvers go.
pub struct SolversFile {
    path: PathBuf,
}

impl SolversFile {
    /// The file, which must not be somebody else's.
    pub fn open(path: &Path) -> anyhow::Result<Self> {
        let shown = path.display();
        let file = Self {
            path: path.to_owned(),
        };
        // Told now, not after the search.
        can_write(path).with_context(|| format!("{shown}: cannot write there"))?;
        if path.is_file() {
            let mut start = Vec::new();
            open(path)
                .and_then(|file| file.take(HEADER.len() as u64).read_to_end(&mut start))
                .with_context(|| format!("{shown}: cannot read it"))?;
            if !start.is_empty() && start != HEADER.as_bytes() {
                bail!("{shown}: was not written by `arcbatt solve --out`; name another file")
            }
        }
        Ok(file)
    }

    /// Writes the file.
    pub fn write(&self, report: &Report) -> anyhow::Result<()> {
        write_whole(&self.path, |file| write_report(file, report))
            .with_context(|| format!("{}: cannot write the solvers", self.path.display()))
    }
}

fn write_report(file: &mut dyn Write, report: &Report) -> io::Result<()> {
    let (solved, tasks) = (report.solved(), report.tasks.len());
    writeln!(file, "{HEADER}{solved} of {tasks} tasks")?;
    for task in report.tasks.iter().filter(|task| task.solved()) {
        let Some(best) = &task.standing.best else {
            continue;
        };
        let mut program = best.program.renamed();
        program.name = solver_name(&task.id);
        let shown = |c: char| if c.is_control() { '?' } else { c };
        let id: String = task.id.chars().map(shown).collect();
        let (bits, proposer) = (best.bits, best.proposer.name());
        write!(
            file,
            "\n\n# {id}: {} of {} demonstrations, {bits:.1} bits, {proposer}\n{program}",
            task.standing.matched, task.train
        )?;
    }
    Ok(())
}

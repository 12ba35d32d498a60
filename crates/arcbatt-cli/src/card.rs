//! `arcbatt card`: merges solvers into one batt.

use crate::Outcome;
use crate::args::{ForceArgs, SolverArgs, TaskArgs, ThreadArgs, batt_path, need_solvers};
use crate::memory_args::MemoryLimit;
use crate::output::{Output, counted, grouped, note, time};
use crate::read_file::{read_text, starts_with};
use crate::solver_source::Source;
use anyhow::{Context, bail};
use arcbatt::batt;
use arcbatt::card::{CardOptions, Settings, card, card_with};
use arcbatt::check::match_programs;
use arcbatt::output_files::FileKind;
use arcbatt::whole_file::write_whole;
use serde_json::json;
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Merge solvers and their mutants into one program, the batt
///
/// Calls that candidates share become one node. If the file of --out exists, unchanged parts of it
/// are reused.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  arcbatt card                                merge the built-in solvers; print statistics
  arcbatt card solvers.py --mutants 1000 --out x.batt
  arcbatt card solvers.py --task 007bbfb7 --out x.batt     only the solvers of this task
  arcbatt batt x.batt --data arc1-training    run it")]
pub struct Card {
    #[command(flatten)]
    solvers: SolverArgs,

    #[command(flatten)]
    tasks: TaskArgs,

    /// Seed of the random choices
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,

    /// The most mutants per solver
    #[arg(long, value_name = "N", default_value_t = 100)]
    mutants: u32,

    #[command(flatten)]
    threads: ThreadArgs,

    /// Write the batt to this file
    #[arg(short, long, value_name = "F.batt", value_parser = batt_path)]
    out: Option<PathBuf>,

    #[command(flatten)]
    force: ForceArgs,
}

/// The start of every batt file, in all versions.
const BATT: &str = "arcbatt batt ";

/// Whether a file is a batt, by its extension or its start, and not a file of solvers.
pub fn is_batt(path: &Path) -> bool {
    let extension = path.extension().unwrap_or_default();
    extension.eq_ignore_ascii_case("batt") || starts_with(path, BATT.as_bytes())
}

/// Merges solvers without mutants.
pub fn merged(source: &Source) -> batt::Batt {
    let settings = Settings {
        mutants: 0,
        ..Settings::default()
    };
    card(&source.solvers.programs, &settings, None).0
}

/// Bytes that a batt takes while it runs on a few samples, per byte of its file.
const BATT_BYTES: u64 = 20;

/// Reads a batt that is not too large for the memory.
pub fn open_batt(path: &Path, memory: &MemoryLimit) -> anyhow::Result<batt::Batt> {
    memory.check_files(&[path.to_owned()], BATT_BYTES)?;
    let shown = path.display();
    let text = read_text(path).with_context(|| format!("{shown}: cannot read it"))?;
    batt::Batt::read(&text).map_err(|error| anyhow::anyhow!("{shown}: {error}"))
}

/// The batt in the output file, if there is one that can be reused.
fn earlier(path: &Path) -> anyhow::Result<Option<batt::Batt>> {
    let shown = path.display();
    if !starts_with(path, BATT.as_bytes()) {
        return Ok(None);
    }
    let text = read_text(path).with_context(|| format!("{shown}: cannot read it"))?;
    Ok(batt::Batt::read(&text)
        .inspect_err(|error| note(format_args!("{shown}: {error}; not reused")))
        .ok())
}

impl Card {
    /// Builds the batt.
    pub fn run(self, output: &mut Output) -> anyhow::Result<Outcome> {
        let mut files = self.force.files();
        self.solvers.add_to(&mut files);
        self.tasks.data.add_to(&mut files);
        files.may_write_some("--out", self.out.as_deref(), FileKind::Batt)?;
        let mut source = self.solvers.open()?;
        need_solvers(&source)?;
        self.choose_tasks(&mut source)?;
        let earlier = self.out.as_deref().map(earlier).transpose()?.flatten();
        let settings = Settings {
            seed: self.seed,
            mutants: self.mutants,
            ..Settings::default()
        };
        let options = CardOptions {
            earlier: earlier.as_ref(),
            parallel: true,
            ..CardOptions::default()
        };
        let pool = self.threads.pool()?;
        let started = Instant::now();
        let programs = &source.solvers.programs;
        let (batt, made) = pool.install(|| card_with(programs, &settings, &options));
        let took = started.elapsed();
        if let Some(path) = &self.out {
            write_whole(path, |mut file| batt.write(&mut file))
                .with_context(|| format!("{}: cannot write it", path.display()))?;
        }
        let (nodes, calls) = (batt.nodes(), batt.calls());
        let saved = 1.0 - nodes as f64 / (calls as f64).max(1.0);
        if output.json {
            output.print_json(&json!({
                "programs": batt.sources.len(),
                "generated": made.generated,
                "reused": made.reused,
                "discarded": made.discarded,
                "candidates": batt.candidates.len(),
                "nodes": nodes,
                "calls": calls,
                "saved": saved,
                "card_ms": took.as_secs_f64() * 1e3,
                "file": self.out,
            }))?;
        } else {
            output.print_sentence(&format!(
                "{} of {}, {} for {}: merging saves {:.0} %",
                counted(batt.candidates.len(), "candidate"),
                counted(batt.sources.len(), "program"),
                counted(nodes, "node"),
                counted(calls, "call"),
                100.0 * saved
            ))?;
            let file = match &self.out {
                Some(path) => format!("; written to {}", path.display()),
                None => "; --out F.batt writes it to a file".to_owned(),
            };
            output.print_sentence(&format!(
                "{} built, {} reused, {}{file}",
                counted(made.generated, "program"),
                grouped(made.reused as u64),
                time(took)
            ))?;
        }
        Ok(Outcome::of(source.solvers.errors.is_empty()))
    }

    /// Keeps the solvers of the chosen tasks; all, if no tasks are named.
    fn choose_tasks(&self, source: &mut Source) -> anyhow::Result<()> {
        if self.tasks.data.data.is_none() && !self.tasks.is_selection() {
            return Ok(());
        }
        let programs = &mut source.solvers.programs;
        let runs = match_programs(&self.tasks.open()?, programs).runs;
        let chosen: HashSet<usize> = runs.into_iter().map(|(_, program)| program).collect();
        let all = std::mem::take(programs).into_iter().enumerate();
        programs.extend(all.filter_map(|(k, program)| chosen.contains(&k).then_some(program)));
        match programs.is_empty() {
            true => bail!("{}: no solver in it for the chosen tasks", source.file),
            false => Ok(()),
        }
    }
}

//! `arcbatt library`: the programs in a store.

mod print;

use crate::Outcome;
use crate::args::{EntryArgs, open_solvers, solver_path, store_path};
use crate::output::{Output, counted, note};
use crate::suggestions::did_you_mean;
use anyhow::{Context, bail};
use arcbatt::session::write_entries;
use arcbatt::store::{Lookup, Store};
use arcbatt::whole_file::write_whole;
use clap::Subcommand;
use serde_json::json;
use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};

/// List, show, export, import or prune the programs in a store
///
/// `arcbatt solve --store` and `arcbatt run --store` write stores.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  arcbatt library --store lib.sqlite                        all programs (as `library list`)
  arcbatt library show crop_largest --store lib.sqlite      the programs of a task
  arcbatt library show 3fa9 --store lib.sqlite              the program with this hash prefix
  arcbatt library export --store lib.sqlite > solvers.py    the best of every task
  arcbatt library import solvers.py --store lib.sqlite
  arcbatt library stats --store lib.sqlite
  arcbatt library prune --store lib.sqlite --dry-run

Exit codes: 0 success; 1 nothing found, or a program was rejected; 2 bad usage or input.")]
pub struct Library {
    /// The store; required
    // clap cannot require a global option.
    #[arg(long, value_name = "F.sqlite", global = true, value_parser = store_path)]
    store: Option<PathBuf>,

    #[command(subcommand)]
    command: Option<LibraryCommand>,
}

#[derive(Subcommand)]
enum LibraryCommand {
    /// List all programs, best first: those that fit most tasks, then the shortest
    List,
    /// Show the programs of a task, or a program by its hash
    Show {
        /// A task id, or the first digits of a hash
        name: String,
    },
    /// Export the best program of every task that one fits, as a solver file
    Export {
        /// Export all programs that fit a task
        #[arg(long)]
        all: bool,
        /// A comment for the top of the file, such as the command that made it
        #[arg(long, value_name = "TEXT")]
        note: Option<String>,
        /// Write to this file instead of the standard output
        #[arg(short, long, value_name = "F.py", value_parser = solver_path)]
        out: Option<PathBuf>,
    },
    /// Import the programs of a solver file: parsed and type-checked, never executed
    Import {
        /// Files of solvers, `-` for the standard input
        #[arg(value_name = "FILE", required = true)]
        files: Vec<PathBuf>,
        #[command(flatten)]
        entry: EntryArgs,
    },
    /// Show statistics: programs, tasks, proposers, lengths, primitives
    Stats,
    /// Remove programs that fit no task, and those whose tasks are fitted by shorter ones
    Prune {
        /// Only list what would be removed
        #[arg(long)]
        dry_run: bool,
        /// Remove imported programs that fit no task, too
        #[arg(long)]
        imported: bool,
    },
}

impl Library {
    /// Runs the subcommand.
    pub fn run(self, output: &mut Output) -> anyhow::Result<Outcome> {
        let Some(path) = self.store.as_deref() else {
            bail!("name a store, as in --store lib.sqlite; `arcbatt solve --store F` makes one");
        };
        match self.command {
            None | Some(LibraryCommand::List) => {
                let entries = Store::open_to_read(path)?.entries()?;
                match output.json {
                    true => {
                        let programs: Vec<_> = entries.iter().map(print::entry_json).collect();
                        output.print_json(&json!({ "programs": programs }))?;
                    }
                    false => print::list(&entries, output)?,
                }
                Ok(Outcome::Success)
            }
            Some(LibraryCommand::Show { name }) => show(&Store::open_to_read(path)?, &name, output),
            Some(LibraryCommand::Export { all, note, out }) => export(
                &Store::open_to_read(path)?,
                all,
                note,
                out.as_deref(),
                output,
            ),
            Some(LibraryCommand::Import { files, entry }) => import(path, &files, &entry, output),
            Some(LibraryCommand::Stats) => {
                let stats = Store::open_to_read(path)?.stats()?;
                match output.json {
                    true => output.print_json(&print::stats_json(&stats))?,
                    false => print::stats(&stats, output)?,
                }
                Ok(Outcome::Success)
            }
            Some(LibraryCommand::Prune { dry_run, imported }) => {
                prune(path, imported, dry_run, output)
            }
        }
    }
}

fn show(store: &Store, name: &str, output: &mut Output) -> anyhow::Result<Outcome> {
    let entries = match store.look_up(name)? {
        Lookup::Task(entries) => entries,
        Lookup::Program(entry) => vec![*entry],
        Lookup::Several(entries) => {
            note(format_args!(
                "the hashes of {} begin with {name}",
                counted(entries.len(), "program")
            ));
            entries
        }
        Lookup::Nothing => {
            let entries = store.entries()?;
            let tasks = entries.iter().flat_map(|entry| &entry.worth);
            let tasks: BTreeSet<&str> = tasks.map(|worth| worth.task.as_str()).collect();
            let nearest = did_you_mean(name, tasks.into_iter());
            note(format_args!(
                "{}: no program for a task {name:?}, and no hash that begins like this{nearest}",
                store.file()
            ));
            if output.json {
                output.print_json(&json!({ "programs": [] }))?;
            }
            return Ok(Outcome::Failure);
        }
    };
    match output.json {
        true => {
            let programs: Vec<_> = entries.iter().map(print::entry_json).collect();
            output.print_json(&json!({ "programs": programs }))?;
        }
        false => {
            for (k, entry) in entries.iter().enumerate() {
                if k > 0 {
                    writeln!(output.stdout)?;
                }
                print::entry(entry, output)?;
            }
        }
    }
    Ok(Outcome::Success)
}

fn export(
    store: &Store,
    all: bool,
    text: Option<String>,
    out: Option<&Path>,
    output: &mut Output,
) -> anyhow::Result<Outcome> {
    let mut entries = store.solvers(all)?;
    if entries.is_empty() {
        // Imported programs have no scores; export all of them.
        entries = store.entries()?;
        if entries.iter().any(|entry| !entry.worth.is_empty()) {
            note("no program fits a task: exporting all programs");
        }
    }
    let header = format!(
        "arcbatt library export: {}{}",
        counted(entries.len(), "program"),
        text.map_or_else(String::new, |text| format!("\n{text}"))
    );
    let Some(path) = out else {
        if output.json {
            let programs: Vec<_> = entries.iter().map(print::entry_json).collect();
            output.print_json(&json!({ "programs": programs }))?;
            return Ok(Outcome::Success);
        }
        write_entries(&entries, &header, &mut output.stdout)?;
        return Ok(Outcome::Success);
    };
    let shown = path.display();
    write_whole(path, |file| write_entries(&entries, &header, file))
        .with_context(|| format!("{shown}: cannot write it"))?;
    let programs = counted(entries.len(), "program");
    match output.json {
        true => output.print_json(&json!({ "written": entries.len(), "file": path }))?,
        false => note(format_args!("wrote {programs} to {shown}")),
    }
    Ok(Outcome::Success)
}

fn import(
    path: &Path,
    files: &[PathBuf],
    entry: &EntryArgs,
    output: &mut Output,
) -> anyhow::Result<Outcome> {
    let source = open_solvers(files, entry)?;
    let rejected = source.solvers.errors.len();
    let mut store = Store::open(path)?;
    let imported = store.import(&source.solvers.programs, &source.file)?;
    match output.json {
        true => output.print_json(&json!({
            "new": imported.new,
            "known": imported.known,
            "problems": rejected,
        }))?,
        false => writeln!(
            output.stdout,
            "{} imported, {} known before, {}",
            counted(imported.new, "program"),
            imported.known,
            counted(rejected, "problem"),
        )?,
    }
    Ok(Outcome::of(rejected == 0))
}

fn prune(path: &Path, imported: bool, dry: bool, output: &mut Output) -> anyhow::Result<Outcome> {
    let mut store = Store::open_existing(path)?;
    let pruned = store.prune(imported, dry)?;
    if output.json {
        let hashes = |entries: &[arcbatt::store::Entry]| {
            let hashes = entries.iter().map(|entry| entry.hash.clone());
            hashes.collect::<Vec<String>>()
        };
        output.print_json(&json!({
            "dry_run": dry,
            "useless": hashes(&pruned.useless),
            "covered": hashes(&pruned.covered),
            "kept": pruned.kept,
        }))?;
    } else {
        let verb = if dry { "would be removed" } else { "removed" };
        let (useless, covered) = (pruned.useless.len(), pruned.covered.len());
        writeln!(
            output.stdout,
            "{} {verb}: {useless} fit no task, {covered} are covered by shorter ones; {} left",
            counted(useless + covered, "program"),
            pruned.kept,
        )?;
    }
    Ok(Outcome::Success)
}

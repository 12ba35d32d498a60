//! `arcbatt library`: the programs in a store.

mod print;

use crate::Outcome;
use crate::args::{DataArgs, EntryArgs, ForceArgs, open_solvers, solver_path, store_path};
use crate::output::{Output, counted, note};
use crate::solver_source::Source;
use crate::suggestions::did_you_mean;
use anyhow::{Context, bail};
use arcbatt::output_files::{FileKind, OutputFiles};
use arcbatt::session::{score_imports, write_entries};
use arcbatt::store::{Entry, ImportScore, Lookup, MergedStores, Store, merge_stores};
use arcbatt::whole_file::write_whole;
use clap::Subcommand;
use serde_json::json;
use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};

/// List, show, export, import, merge or prune the programs in a store
///
/// `arcbatt solve --store` and `arcbatt run --store` write stores.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  arcbatt library --store lib.sqlite                        all programs (as `library list`)
  arcbatt library show crop_largest --store lib.sqlite      the best program of a task
  arcbatt library show --store lib.sqlite                   the best program of every task
  arcbatt library show 3fa9 --store lib.sqlite              the program with this hash prefix
  arcbatt library export --store lib.sqlite > solvers.py    the best of every task
  arcbatt library import solvers.py --store lib.sqlite
  arcbatt library import s.py --data arc1-training --store lib.sqlite    checks them, too
  arcbatt library merge a.sqlite b.sqlite --into lib.sqlite
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
    /// Show the best program of a task, or of every task, or a program by its hash
    Show {
        /// A task id, or the first digits of a hash [default: every task]
        name: Option<String>,
        /// Show all programs, not only the best of every task
        #[arg(long)]
        all: bool,
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
        #[command(flatten)]
        force: ForceArgs,
    },
    /// Import the programs of solver files: parsed and type-checked, never executed as Python
    ///
    /// The task that a program is named after is kept. With --data, programs are run on their tasks:
    /// the store keeps whether they fit the demonstrations and are right on the tests.
    Import {
        /// Files of solvers, `-` for the standard input
        #[arg(value_name = "FILE", required = true)]
        files: Vec<PathBuf>,
        #[command(flatten)]
        data: DataArgs,
        #[command(flatten)]
        entry: EntryArgs,
    },
    /// Merge stores that were made apart, such as on several machines
    ///
    /// The stores are only read. The same task, program or run is there once, so merging again changes
    /// nothing.
    Merge {
        /// The stores to read
        #[arg(value_name = "F.sqlite", required = true, value_parser = store_path)]
        stores: Vec<PathBuf>,
        /// The store to add them to; created if there is none
        #[arg(long, value_name = "F.sqlite", required = true, value_parser = store_path)]
        into: PathBuf,
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
        if let Some(LibraryCommand::Merge { stores, into }) = &self.command {
            return merge(stores, into, output);
        }
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
            Some(LibraryCommand::Show { name, all }) => {
                show(&Store::open_to_read(path)?, name.as_deref(), all, output)
            }
            Some(LibraryCommand::Export {
                all,
                note,
                out,
                force,
            }) => {
                let mut files = force.files();
                files.reads_store("--store", path);
                files.may_write_some("--out", out.as_deref(), FileKind::Export)?;
                let store = Store::open_to_read(path)?;
                export(&store, all, note, out.as_deref(), output)
            }
            Some(LibraryCommand::Import { files, data, entry }) => {
                let mut known = OutputFiles::default();
                for file in &files {
                    known.reads("FILE", file);
                }
                data.add_to(&mut known);
                known.keeps_store("--store", path)?;
                let source = open_solvers(&files, &entry)?;
                import(path, &source, &data, output)
            }
            // It names its stores itself, so it is done by now.
            Some(LibraryCommand::Merge { .. }) => Ok(Outcome::Success),
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

fn merge(stores: &[PathBuf], into: &Path, output: &mut Output) -> anyhow::Result<Outcome> {
    let paths: Vec<&Path> = stores.iter().map(PathBuf::as_path).collect();
    let merged = merge_stores(&paths, into)?;
    let left_out: usize = merged.iter().map(|merged| merged.left_out).sum();
    if left_out > 0 {
        let programs = counted(left_out, "program");
        note(format_args!(
            "{programs} left out: the text does not fit the hash"
        ));
    }
    if output.json {
        let of_store = |(path, merged): (&PathBuf, &MergedStores)| {
            json!({
                "store": path.display().to_string(),
                "new_programs": merged.new_programs,
                "known_programs": merged.known_programs,
                "new_runs": merged.new_runs,
                "known_runs": merged.known_runs,
                "left_out": merged.left_out,
            })
        };
        let stores: Vec<_> = stores.iter().zip(&merged).map(of_store).collect();
        output.print_json(&json!({ "into": into.display().to_string(), "stores": stores }))?;
        return Ok(Outcome::of(left_out == 0));
    }
    for (path, merged) in stores.iter().zip(&merged) {
        writeln!(
            output.stdout,
            "{}: {} new, {} known; {} new, {} known",
            path.display(),
            counted(merged.new_programs, "program"),
            merged.known_programs,
            counted(merged.new_runs, "run"),
            merged.known_runs,
        )?;
    }
    Ok(Outcome::of(left_out == 0))
}

fn show(
    store: &Store,
    name: Option<&str>,
    all: bool,
    output: &mut Output,
) -> anyhow::Result<Outcome> {
    let Some(name) = name else {
        let entries = match all {
            true => store.entries()?,
            false => store.solvers(false)?,
        };
        return show_entries(&entries, output);
    };
    let entries = match store.look_up(name)? {
        Lookup::Task(mut entries) => {
            let more = entries.len() - 1;
            if !all && more > 0 {
                note(format_args!(
                    "{} more for {name}; --all shows them",
                    counted(more, "program")
                ));
                entries.truncate(1);
            }
            entries
        }
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
    show_entries(&entries, output)
}

fn show_entries(entries: &[Entry], output: &mut Output) -> anyhow::Result<Outcome> {
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
    source: &Source,
    data: &DataArgs,
    output: &mut Output,
) -> anyhow::Result<Outcome> {
    let rejected = source.solvers.errors.len();
    let programs = &source.solvers.programs;
    let opened = match data.data {
        Some(_) => Some(data.open()?),
        None => None,
    };
    let scores = opened.as_ref().map(|data| score_imports(programs, data));
    let mut store = Store::open(path)?;
    let imported = store.import(
        programs,
        &source.file,
        scores.as_deref().unwrap_or_default(),
    )?;
    let checked = scores.map(|scores| {
        let fits = scores.iter().filter(|score| score.fits()).count();
        let known = scores.iter().filter(|score| score.right.is_some()).count();
        let right = |score: &&ImportScore| score.right == Some(true);
        let right = scores.iter().filter(right).count();
        (scores.len(), fits, known, right)
    });
    if output.json {
        output.print_json(&json!({
            "new": imported.new,
            "known": imported.known,
            "problems": rejected,
            "checked": checked.map(|(checked, fits, known, right)| json!({
                "programs": checked,
                "fits": fits,
                "known": known,
                "right": (known > 0).then_some(right),
            })),
        }))?;
        return Ok(Outcome::of(rejected == 0));
    }
    writeln!(
        output.stdout,
        "{} imported, {} known before, {}",
        counted(imported.new, "program"),
        imported.known,
        counted(rejected, "problem"),
    )?;
    if let Some((checked, fits, known, right)) = checked {
        let programs = counted(checked, "program");
        let tests = match known {
            0 => "unknown, as the data has no answers".to_owned(),
            known => format!("{right} of {}", counted(known, "program")),
        };
        let line = output.wrapped(&format!(
            "checked on {}: fit their demonstrations: {fits} of {programs}; right on their tests: {tests}",
            data.what(),
        ));
        writeln!(output.stdout, "{line}")?;
    }
    Ok(Outcome::of(rejected == 0))
}

fn prune(path: &Path, imported: bool, dry: bool, output: &mut Output) -> anyhow::Result<Outcome> {
    let mut store = Store::open_existing(path)?;
    let pruned = store.prune(imported, dry)?;
    if output.json {
        let hashes = |entries: &[Entry]| {
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

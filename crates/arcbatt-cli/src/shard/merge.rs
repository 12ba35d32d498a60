//! `arcbatt shard merge`: joins the results of shards.

use super::status::print_left_out;
use crate::Outcome;
use crate::args::{ForceArgs, json_path, solver_path};
use crate::output::{Output, counted, grouped, note};
use crate::run::print_tally;
use crate::session_files::{SessionFiles, print_stop};
use arcbatt::Leniency;
use arcbatt::output_files::FileKind;
use arcbatt::session::{SolverFile, check_solve_file};
use arcbatt::shard::{MergeOutputs, Merged, MergedOutcome, Plan, RESULT_EXTENSION, merge};
use arcbatt::task::{LoadOptions, open};
use std::io::Write;
use std::path::PathBuf;

/// Merge the results of a plan into a store, a submission, a report and a solver file
///
/// The outputs are those of one process that does all of it with the same steps. Shards without a
/// result are named and left out: their tasks stay open, and merging again later adds them. Attempts are
/// compared with the answers of the plan's data set, if it is there.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  arcbatt shard merge plan.json results --submission submission.json
  arcbatt shard merge plan.json results --store lib.sqlite --report report.json --out best.py
  arcbatt shard plan solve --data D --library lib.sqlite --steps 4000000 --shards 40 --out p.json
                                        the next plan draws on what the merged ones found

Exit codes: 0 all shards are merged; 1 some are missing; 2 bad usage or input.")]
pub struct Merge {
    /// The plan
    #[arg(value_name = "PLAN")]
    plan: PathBuf,

    /// The folder of results
    #[arg(value_name = "DIR")]
    folder: PathBuf,

    #[command(flatten)]
    files: SessionFiles,

    /// Write a report as JSON, without times
    #[arg(long, value_name = "F.json", value_parser = json_path)]
    report: Option<PathBuf>,

    /// Write the best programs into this solver file
    #[arg(short, long, value_name = "F.py", value_parser = solver_path)]
    out: Option<PathBuf>,

    #[command(flatten)]
    force: ForceArgs,
}

impl Merge {
    /// Merges and prints.
    pub fn run(self, output: &mut Output) -> anyhow::Result<Outcome> {
        let plan = Plan::read(&self.plan)?;
        let is_rank = plan.command() == "rank";
        let mut files = self.force.files();
        files.reads("PLAN", &self.plan);
        files.reads_folder("DIR", &self.folder, RESULT_EXTENSION);
        self.files.check(&mut files)?;
        files.may_write_some("--report", self.report.as_deref(), FileKind::Report)?;
        files.may_write_some("--out", self.out.as_deref(), FileKind::Solvers)?;
        match (&self.out, plan.command()) {
            _ if files.is_forced() => {}
            (Some(path), "solve") => check_solve_file(path)?,
            (Some(path), "run") => drop(SolverFile::open(path, false, 0)?),
            _ => {}
        }
        // A store is not made for a plan that keeps none.
        let mut store = match is_rank && self.files.has_store() {
            true => Some(arcbatt::Store::in_memory()?),
            false => self.files.open_store(false)?,
        };
        let outputs = MergeOutputs {
            store: store.as_mut(),
            submission: self.files.submission.as_deref(),
            solvers: self.out.as_deref(),
            replace: self.force.force,
        };
        let mut merged = merge(&plan, &self.folder, outputs)?;
        judge(&plan, &mut merged);
        if let Some(path) = &self.report {
            merged.write_report(path)?;
        }
        print_left_out(&merged.status);
        if merged.was_stored {
            note("the store has these results already");
        }
        match output.json {
            true => output.stdout.write_all(merged.to_json().as_bytes())?,
            false => print(&plan, &merged, output)?,
        }
        Ok(Outcome::of(merged.status.missing.is_empty()))
    }
}

/// Compares the attempts with the answers, if the data set of the plan is there.
fn judge(plan: &Plan, merged: &mut Merged) {
    let options = LoadOptions {
        leniency: Leniency::Lenient,
        first: None,
    };
    match open(plan.data(), options) {
        Err(error) => note(format_args!(
            "not compared with the answers of tests: {error}; `arcbatt score` compares a submission"
        )),
        Ok(loaded) => {
            let compared = merged.judge(&loaded.data);
            if compared < merged.tasks.len() {
                let other = counted(merged.tasks.len() - compared, "task");
                let data = plan.data();
                note(format_args!(
                    "{other} differ in {data}, and are not compared with it"
                ));
            }
        }
    }
}

fn print(plan: &Plan, merged: &Merged, output: &mut Output) -> anyhow::Result<()> {
    let status = &merged.status;
    let (done, all) = (
        grouped(status.done.len() as u64),
        counted(plan.len(), "shard"),
    );
    writeln!(output.stdout, "merged: {done} of {all}")?;
    if !status.missing.is_empty() {
        writeln!(output.stdout, "missing: {}", status.missing_text())?;
    }
    match &merged.outcome {
        MergedOutcome::Tasks(report) => {
            print_stop(report);
            let tally = match plan.command() {
                "run" => report.program_tally(),
                _ => report.tally(),
            };
            let line = format!("{}; {}", tally.fits_text(), tally.right_text());
            print_tally(&tally, &line, output)?;
        }
        MergedOutcome::Ranked(ranked) => {
            let candidates = ranked.iter().map(|task| task.candidates.len() as u64);
            let fitting = ranked.iter().filter(|task| {
                let best = task.ranking.groups.first();
                best.is_some_and(|best| best.matched == task.ranking.demonstrations)
            });
            writeln!(
                output.stdout,
                "{} of {}; {} with one that fits",
                counted(candidates.sum::<u64>(), "candidate"),
                counted(ranked.len(), "task"),
                grouped(fitting.count() as u64),
            )?;
        }
    }
    Ok(())
}

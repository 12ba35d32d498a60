//! `arcbatt shard plan`: divides work into shards.

use crate::Outcome;
use crate::args::{
    ForceArgs, LimitArgs, SolverArgs, TaskArgs, json_path, need_solvers, parse_count,
};
use crate::data_source::EMBEDDED;
use crate::evolve_args::EvolveArgs;
use crate::output::{Output, counted, note};
use crate::rank::{CandidateArgs, all_candidates};
use crate::search_args::SearchArgs;
use arcbatt::output_files::{FileKind, OutputFiles};
use arcbatt::shard::{Candidate, Plan};
use clap::Subcommand;
use serde_json::json;
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// Divide `solve`, `run` or `rank` into shards of about equal cost
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  arcbatt shard plan solve --data arc1-training --steps 1000000 --shards 40 --out plan.json
  arcbatt shard plan solve --data D --library l.sqlite --time-per-task 60s --shards 40 --out p.json
  arcbatt shard plan rank samples.jsonl --data arc1-training --shards 100 --out plan.json
  arcbatt shard plan run solvers.py --data arc1-training --mutants 1000 --shards 20 --out plan.json

The plan holds the tasks without their answers, and the programs. A task of `solve` or `run` goes to
one shard; candidates of one task of `rank` may be divided among several. There are never more
shards than there is work to divide.

Exit codes: 0 success; 2 bad usage or input.")]
pub struct PlanCommand {
    #[command(subcommand)]
    work: WorkCommand,
}

/// `--shards N --out plan.json`.
#[derive(clap::Args)]
struct PlanArgs {
    /// Into how many shards the work is divided, at most
    #[arg(long, value_name = "N", value_parser = parse_count::<NonZeroUsize>)]
    shards: NonZeroUsize,

    /// Write the plan into this file
    #[arg(short, long, value_name = "F.json", value_parser = json_path)]
    out: PathBuf,

    #[command(flatten)]
    force: ForceArgs,
}

#[derive(Subcommand)]
enum WorkCommand {
    /// Plan a search, as `arcbatt solve` does it in one pass
    ///
    /// Every shard starts from the same library, which the plan holds; tasks share nothing else.
    Solve {
        #[command(flatten)]
        tasks: TaskArgs,
        #[command(flatten)]
        search: SearchArgs,
        #[command(flatten)]
        plan: PlanArgs,
    },
    /// Plan one round of `arcbatt run`
    Run {
        #[command(flatten)]
        solvers: SolverArgs,
        #[command(flatten)]
        tasks: TaskArgs,
        #[command(flatten)]
        evolve: EvolveArgs,
        #[command(flatten)]
        plan: PlanArgs,
    },
    /// Plan the ranking of candidates, as `arcbatt rank` does it
    Rank {
        #[command(flatten)]
        candidates: CandidateArgs,
        #[command(flatten)]
        limits: LimitArgs,
        #[command(flatten)]
        plan: PlanArgs,
    },
}

impl PlanCommand {
    /// Writes the plan.
    pub fn run(self, output: &mut Output) -> anyhow::Result<Outcome> {
        let (plan, out) = match &self.work {
            WorkCommand::Solve {
                tasks,
                search,
                plan,
            } => {
                let mut files = plan.force.files();
                tasks.data.add_to(&mut files);
                search.add_to(&mut files);
                plan.check(&mut files)?;
                let data = tasks.open()?;
                let (library, left_out) = search.given(&data)?;
                let settings = search.settings();
                let shards = plan.shards.get();
                let made = Plan::solve(
                    name_of(tasks),
                    &data.tasks,
                    &library,
                    &settings,
                    left_out,
                    shards,
                );
                (made?, plan)
            }
            WorkCommand::Run {
                solvers,
                tasks,
                evolve,
                plan,
            } => {
                let mut files = plan.force.files();
                solvers.add_to(&mut files);
                tasks.data.add_to(&mut files);
                plan.check(&mut files)?;
                let source = solvers.open()?;
                need_solvers(&source)?;
                let data = tasks.open()?;
                let programs = &source.solvers.programs;
                let settings = evolve.settings(programs.len());
                let shards = plan.shards.get();
                let made = Plan::run(name_of(tasks), &data.tasks, programs, &settings, shards);
                (made?, plan)
            }
            WorkCommand::Rank {
                candidates,
                limits,
                plan,
            } => {
                let mut files = plan.force.files();
                candidates.add_to(&mut files);
                plan.check(&mut files)?;
                let sources = candidates.open()?;
                let all = all_candidates(&sources);
                let (data, runs) = candidates.load(&sources, &all)?;
                let mut of_tasks: Vec<Vec<Candidate<'_>>> = vec![Vec::new(); data.tasks.len()];
                for (task, candidate) in runs {
                    of_tasks[task].push(all[candidate].program);
                }
                let (name, shards) = (name_of(&candidates.tasks), plan.shards.get());
                let made = Plan::rank(name, &data.tasks, &of_tasks, limits.limits(), shards);
                (made?, plan)
            }
        };
        plan.write(&out.out)?;
        print(&plan, out, output)
    }
}

impl PlanArgs {
    fn check(&self, files: &mut OutputFiles) -> anyhow::Result<()> {
        Ok(files.may_write("--out", &self.out, FileKind::Plan)?)
    }
}

/// The data set as `--data` has it, so that a merge finds its answers.
fn name_of(tasks: &TaskArgs) -> &str {
    tasks.data.data.as_deref().unwrap_or(EMBEDDED)
}

fn print(plan: &Plan, args: &PlanArgs, output: &mut Output) -> anyhow::Result<Outcome> {
    let path = args.out.display();
    if !plan.is_repeatable() {
        note(
            "a budget in seconds is not repeatable: results depend on the machine; --steps gives the \
             same ones everywhere",
        );
    }
    if output.json {
        let shards = plan.ids().zip(plan.costs()).enumerate();
        let shards: Vec<_> = shards
            .map(|(index, (id, cost))| json!({ "index": index, "id": id, "cost": cost }))
            .collect();
        output.print_json(&json!({
            "plan": path.to_string(),
            "command": plan.command(),
            "tasks": plan.tasks().len(),
            "repeatable": plan.is_repeatable(),
            "shards": shards,
        }))?;
        return Ok(Outcome::Success);
    }
    let total: u64 = plan.costs().fold(0, u64::saturating_add);
    let most = plan.costs().max().unwrap_or(0) as f64;
    let ratio = most * plan.len() as f64 / total.max(1) as f64;
    writeln!(
        output.stdout,
        "{path}: {} of {} in {}; the largest is estimated at {ratio:.2} times the mean",
        plan.command(),
        counted(plan.tasks().len(), "task"),
        counted(plan.len(), "shard"),
    )?;
    let last = plan.len() - 1;
    writeln!(
        output.stdout,
        "Run each: arcbatt shard run {path} --index I --out DIR, with I from 0 to {last}"
    )?;
    Ok(Outcome::Success)
}

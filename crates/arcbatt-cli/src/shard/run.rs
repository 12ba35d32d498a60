//! `arcbatt shard run`: runs one shard.

use crate::Outcome;
use crate::args::{DeviceArgs, ThreadArgs, executor};
use crate::interrupt::stop_on_ctrl_c;
use crate::output::{Output, counted, grouped, time};
use crate::session_progress::SessionProgress;
use arcbatt::card::CardCache;
use arcbatt::default_threads;
use arcbatt::session::Event;
use arcbatt::shard::{Job, Ran, RunOptions, index_from_environment};
use arcbatt::task::cache_folder;
use serde_json::json;
use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

/// Run one shard of a plan
///
/// The result is one file in the folder, named by the shard's id and written whole. If it is there
/// already, nothing is run. Ctrl-C ends the shard without a result.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  arcbatt shard run plan.json --index 3 --out results
  sbatch --array=0-39 shard.sh     where the script says: arcbatt shard run plan.json --out results

Without --index, it is the task of a Slurm array (SLURM_ARRAY_TASK_ID), the process of an HTCondor
cluster (ProcId in the file _CONDOR_JOB_AD), or the index of a Kubernetes job
(JOB_COMPLETION_INDEX).

Exit codes: 0 the result is there; 2 bad usage or input, or interrupted.")]
pub struct RunShard {
    /// The plan
    #[arg(value_name = "PLAN")]
    plan: PathBuf,

    /// Which shard, from 0 [default: what the batch system says]
    #[arg(long, value_name = "I")]
    index: Option<usize>,

    /// The folder of results; created if there is none
    #[arg(short, long, value_name = "DIR")]
    out: PathBuf,

    #[command(flatten)]
    threads: ThreadArgs,

    #[command(flatten)]
    device: DeviceArgs,
}

impl RunShard {
    /// Runs the shard and writes its result.
    pub fn run(self, output: &mut Output) -> anyhow::Result<Outcome> {
        let started = Instant::now();
        let index = match self.index {
            Some(index) => index,
            None => index_from_environment(|name| std::env::var(name).ok())?,
        };
        let job = Job::read(&self.plan, index)?;
        let threads = self.threads.threads.unwrap_or_else(default_threads).get();
        let devices = self.device.open()?;
        let cache = cache_folder().map(|folder| CardCache::new(folder.join("cards")));
        let stop = stop_on_ctrl_c()?;
        let progress = SessionProgress::new(1, job.most_time(threads));
        let on_event = |event: &Event| progress.on_event(event);
        let options = RunOptions {
            threads,
            executor: executor(devices.as_deref()),
            cache: cache.as_ref(),
            stop: &stop,
            on_event: &on_event,
        };
        let ran = job.run_into(&self.out, &options);
        // Removes the bar.
        drop(progress);
        let (path, result) = match ran? {
            Ran::Already(path) => (path, None),
            Ran::Now(path, result) => (path, Some(result)),
        };
        if output.json {
            output.print_json(&json!({
                "index": index,
                "id": job.id(),
                "result": path.display().to_string(),
                "ran": result.is_some(),
                "tasks": job.tasks(),
                "fits": result.as_ref().map(|result| result.fitting),
                "wall_ms": started.elapsed().as_secs_f64() * 1e3,
            }))?;
            return Ok(Outcome::Success);
        }
        let (shard, path) = (
            format!("shard {index} of {}", grouped(job.shards() as u64)),
            path.display(),
        );
        let tasks = counted(job.tasks(), "task");
        match result {
            None => writeln!(output.stdout, "{shard}: done before, see {path}")?,
            Some(result) => writeln!(
                output.stdout,
                "{shard}: {tasks}, {} with a program that fits; wrote {path} after {}",
                grouped(result.fitting as u64),
                time(started.elapsed()),
            )?,
        }
        Ok(Outcome::Success)
    }
}

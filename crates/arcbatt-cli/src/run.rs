//! `arcbatt run`: the whole pipeline, from tasks and solvers to a report.

use crate::data_source::{DataArgs, first_tasks, keep_tasks};
use crate::device::{self, DeviceArgs};
use crate::interrupt::stop_on_ctrl_c;
use crate::kept::Kept;
use crate::output::{Output, note, parse_count, parse_duration, parse_threads};
use crate::progress::Progress;
use crate::solver_source::Source;
use crate::{Outcome, profile, run_text, solver_source};
use anyhow::{Context, bail};
use arcbatt::card;
use arcbatt::profile::{Observer, profile_of};
use arcbatt::session::evolve::{self, Report, Settings, TaskResult, Watch};
use arcbatt::task::{Answers, DataSet};
use serde_json::{Value as Json, json};
use std::num::{NonZeroU32, NonZeroUsize};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// Run the whole pipeline: merge and mutate solvers, run them on tasks, score the candidates
///
/// Every solver and its mutants run on the task that the solver is for; a task that these do not
/// solve is given the candidates of all others, too. With several rounds, the best of the tasks
/// that are not solved yet are parents of the next round.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  arcbatt run                                       built-in tasks, built-in solvers
  arcbatt run --freeze                              no mutants: the solvers as they are
  arcbatt run --data arc1-training --solvers s.py   your solvers on the ARC tasks
  arcbatt run --task gravity_down --mutants 1000 --rounds 5
  arcbatt run --data D --solvers s.py --rounds 50 --time-limit 8h --out best.py
  arcbatt run --data D --solvers s.py --rounds 50 --out best.py --resume

--out keeps the best program known for every task in a file of solvers, written anew after each
round, before the round is told; --resume takes the run up after the last round in that file.
Ctrl-C ends the run with what is there. Exit codes: 0 all tasks solved on their demonstrations;
1 some are not; 2 wrong arguments, or data that cannot be read.")]
pub struct Run {
    #[command(flatten)]
    data: DataArgs,

    /// A file of solvers, `-` for the standard input [default: the built-in solvers]
    #[arg(long, value_name = "F")]
    solvers: Option<PathBuf>,

    /// Only the first N tasks
    #[arg(long, value_name = "N", value_parser = parse_count::<NonZeroUsize>)]
    tasks: Option<NonZeroUsize>,

    /// Only this task; may be given several times
    #[arg(long, value_name = "ID")]
    task: Vec<String>,

    /// Another seed makes other mutants
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,

    /// Mutants of every solver, at most
    #[arg(long, value_name = "N", default_value_t = 100)]
    mutants: u32,

    /// No mutants, and no candidates of other tasks: the solvers as they are
    #[arg(long)]
    freeze: bool,

    /// How often to mutate, run and score
    #[arg(long, value_name = "N", default_value = "1", value_parser = parse_count::<NonZeroU32>)]
    rounds: NonZeroU32,

    /// End after this time, such as 90s, 15m or 8h
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    time_limit: Option<Duration>,

    /// Threads to run on [default: all cores]
    #[arg(long, value_name = "N", value_parser = parse_threads)]
    threads: Option<NonZeroUsize>,

    /// Keep the best program of every task in this file of solvers
    #[arg(long, value_name = "F.py")]
    out: Option<PathBuf>,

    /// Take up the run that wrote the file of --out
    #[arg(long, requires = "out")]
    resume: bool,

    #[command(flatten)]
    device: DeviceArgs,

    /// Write where the time went: .json, .html, or .svg for a flame graph
    #[arg(long, value_name = "F", value_parser = profile::files::parse_path)]
    profile: Option<PathBuf>,
}

impl Run {
    /// Runs and prints.
    pub fn run(self, output: &mut Output) -> anyhow::Result<Outcome> {
        let started = Instant::now();
        let source = Source::open_or_embedded(self.solvers.as_deref())?;
        source.print_problems();
        let mut data = self.data.open()?;
        keep_tasks(&mut data, &self.task, &self.data)?;
        first_tasks(&mut data, self.tasks);
        let mut programs = source.solvers.programs;
        let kept = self
            .out
            .as_deref()
            .map(|path| Kept::open(path, self.resume, self.seed));
        let kept = kept.transpose()?;
        if let Some(kept) = &kept {
            programs.extend(kept.programs().cloned());
        }
        if programs.is_empty() {
            bail!("{}: {}", source.file, solver_source::NONE);
        }
        self.profile
            .as_deref()
            .map_or(Ok(()), profile::files::check)?;
        let load = started.elapsed();

        let devices = self.device.open()?;
        let settings = Settings {
            card: card::Settings {
                seed: self.seed,
                mutants: if self.freeze { 0 } else { self.mutants },
                ..card::Settings::default()
            },
            rounds: if self.freeze { 1 } else { self.rounds.get() },
            first_round: kept.as_ref().map_or(1, |kept| kept.round.saturating_add(1)),
            share: !self.freeze,
            time_limit: self.time_limit,
            executor: device::executor(devices.as_ref()),
            ..Settings::default()
        };
        let stop = stop_on_ctrl_c()?;
        let watcher = Watcher {
            progress: Mutex::new(None),
            done: AtomicUsize::new(0),
            rounds: settings.first_round.saturating_add(settings.rounds) - 1,
            kept,
            failed: Mutex::new(None),
            stop: stop.clone(),
        };
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(self.threads.map_or(0, NonZeroUsize::get))
            .build()
            .context("cannot start threads")?;
        let go = || match &self.profile {
            None => (
                evolve::run(&data, &programs, &settings, &stop, &watcher),
                None,
            ),
            Some(_) => {
                let observer = Observer::of(&data, settings.executor);
                let probe = observer.probe();
                let report =
                    evolve::run_probed(&data, &programs, &settings, &stop, &watcher, probe);
                (report, Some(observer))
            }
        };
        let (report, observer) = pool.install(go);
        let told = settings.executor.told();
        drop(watcher.progress);
        let mut report = report?;
        report.phases.load = load;
        if report.stopped {
            note("ended early: what follows is what was found until then");
        }
        let wall = started.elapsed();
        if output.json {
            let mut json = as_json(&report, &data, wall);
            device::add_told(told.as_ref(), &mut json);
            output.print_json(&json)?;
        } else {
            let known = data
                .answers
                .iter()
                .flat_map(|Answers(known)| known.iter().flatten());
            run_text::print(&report, known.count(), wall, output)?;
            device::tell(told.as_ref(), output)?;
        }
        if let (Some(path), Some(observer)) = (&self.profile, observer) {
            let solvers = self.solvers.as_ref();
            let names = (
                self.data.what().to_owned(),
                solvers.map_or("the built-in solvers".to_owned(), |s| {
                    s.display().to_string()
                }),
            );
            let profile =
                pool.install(|| profile_of(observer, &report, &programs, &settings, &data, names))?;
            profile::files::write_by_ending(path, &profile)?;
            if let Some(refused) = &profile.verdict.refused {
                note(format_args!("{}: no verdict: {refused}", path.display()));
            }
        }
        // After the report: it is all that is left of the last round.
        if let (Some(path), Ok(Some(error))) = (&self.out, watcher.failed.into_inner()) {
            return Err(error)
                .with_context(|| format!("{}: cannot keep what was found", path.display()));
        }
        Ok(match report.solved() == report.tasks.len() {
            true => Outcome::Success,
            false => Outcome::Failure,
        })
    }
}

/// Shows progress, and keeps what was found.
struct Watcher {
    progress: Mutex<Option<Progress>>,
    done: AtomicUsize,
    rounds: u32,
    kept: Option<Kept>,
    /// Why the last round could not be kept.
    failed: Mutex<Option<std::io::Error>>,
    stop: Arc<AtomicBool>,
}

impl Watch for Watcher {
    fn round(&self, round: u32, candidates: usize, tasks: usize) {
        let things = match self.rounds {
            1 => format!("tasks, {candidates} candidates"),
            rounds => format!("tasks, round {round} of {rounds}, {candidates} candidates"),
        };
        self.done.store(0, Ordering::Relaxed);
        if let Ok(mut progress) = self.progress.lock() {
            // The old bar goes before the new one comes.
            progress.take();
            *progress = Some(Progress::of(tasks, &things));
        }
    }

    fn again(&self, tasks: usize) {
        if let Ok(progress) = self.progress.lock()
            && let Some(progress) = progress.as_ref()
        {
            progress.lengthen(tasks);
        }
    }

    fn task_done(&self) {
        let done = self.done.fetch_add(1, Ordering::Relaxed) + 1;
        if let Ok(progress) = self.progress.lock()
            && let Some(progress) = progress.as_ref()
        {
            progress.at(done);
        }
    }

    fn keep(&self, rounds: u32, tasks: &[TaskResult]) -> std::io::Result<()> {
        let Some(kept) = &self.kept else {
            return Ok(());
        };
        // Given on as an error, it would end the run without a report.
        let failed = kept.write(rounds, tasks).err();
        if failed.is_some() {
            self.stop.store(true, Ordering::Relaxed);
        }
        if let Ok(mut last) = self.failed.lock() {
            *last = failed;
        }
        Ok(())
    }
}

/// What is printed with `--json`.
pub fn as_json(report: &Report, data: &DataSet, wall: Duration) -> Json {
    let ms = |time: Duration| time.as_secs_f64() * 1e3;
    let phases: serde_json::Map<String, Json> = report
        .phases
        .named()
        .into_iter()
        .map(|(name, time)| (name.to_owned(), json!(ms(time))))
        .collect();
    let rounds: Vec<Json> = report
        .rounds
        .iter()
        .map(|round| {
            json!({
                "round": round.number,
                "parents": round.parents,
                "parents_generated": round.made.generated,
                "parents_reused": round.made.reused,
                "candidates": round.candidates,
                "nodes": round.nodes,
                "calls": round.calls,
                "saved": round.saved(),
                "candidate_runs": round.runs,
                "distinct": round.distinct,
                "evaluations": round.stats.evaluations,
                "shared": round.stats.shared,
                "skipped": round.stats.skipped,
                "solved": round.solved,
            })
        })
        .collect();
    let tasks: Vec<Json> = report
        .tasks
        .iter()
        .zip(&data.tasks)
        .map(|(result, task)| {
            json!({
                "id": result.id,
                "train": task.train.len(),
                "tests": task.test.len(),
                "solved_before": result.solved_before,
                "solved": result.solved,
                "ms": ms(result.time),
                "best": result.best.as_ref().map(|best| json!({
                    "program": best.program.to_string(),
                    "change": best.change.name(),
                    "round": best.round,
                    "matched": best.matched,
                    "differ": best.differ,
                    "differ_most": best.most,
                    "tests_known": best.verdict.known,
                    "tests_right": best.verdict.right,
                })),
                "outlier": result.outlier.as_ref().map(|outlier| json!({
                    "reason": run_text::reason(outlier),
                    "node": outlier.blame.as_ref().map(|(node, _, _)| node.0),
                    "call": outlier.blame.as_ref().map(|(_, text, _)| text),
                    "cells": outlier.blame.as_ref().map(|(_, _, cells)| cells),
                })),
            })
        })
        .collect();
    json!({
        "phases_ms": phases,
        "wall_ms": ms(wall),
        "rounds": rounds,
        "tasks": tasks,
        "totals": {
            "tasks": report.tasks.len(),
            "solved_before": report.solved_before(),
            "solved": report.solved(),
            "evaluations": report.evaluations(),
        },
        "stopped": report.stopped,
    })
}

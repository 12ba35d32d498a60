//! The profiled work: the pipeline on tasks and programs, or a batt on tasks.
//!
//! In: a [`Subject`] and tasks. Out: a [`RunOutcome`] per run. A subset of the tasks, with their
//! programs, is a smaller [`Workload`] of the same kind; growth is measured on such subsets.
//! Invariant: choosing the subset is not part of the measured time.

use crate::batt::{Batt, EndReason, Executor, Options, Probe, Stats, Work};
use crate::check::match_programs;
use crate::program::Program;
use crate::rng::Rng;
use crate::score::{check_answers, score_batt};
use crate::session::evolve::{Phases, Settings, run_probed};
use crate::session::{Event, OnEvent, Outputs, Progress, Report, SolverFile, TaskReport};
use crate::task::{DataSet, Task};
use std::io;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// What runs on the tasks.
#[derive(Clone, Copy)]
pub enum Subject<'s> {
    /// The pipeline: programs are merged, mutated, run, scored and stored.
    Pipeline(&'s [Program], &'s Settings<'s>),
    /// A batt: every candidate runs on every task and is scored, by the executor and in the memory of
    /// the settings.
    Batt(&'s Batt, &'s Settings<'s>),
}

impl<'s> Subject<'s> {
    /// The executor that runs it.
    pub fn executor(&self) -> Executor<'s> {
        match self {
            Subject::Pipeline(_, settings) | Subject::Batt(_, settings) => settings.executor,
        }
    }
}

/// Work of a given size, ready to run.
pub struct Workload<'s> {
    /// What runs on the tasks.
    pub subject: Subject<'s>,
    data: DataSet,
    programs: Vec<Program>,
    /// The most mutants per program.
    pub mutants: u32,
}

/// The outcome of a run.
#[derive(Clone, Debug, Default)]
pub struct RunOutcome {
    /// Time on the clock.
    pub wall: Duration,
    /// Time by phase.
    pub phases: Phases,
    /// Time to print the result.
    pub report: Duration,
    /// Number of candidates.
    pub candidates: u64,
    /// Number of nodes.
    pub nodes: u64,
    /// Statistics of all calls.
    pub stats: Stats,
    /// Outcomes by task.
    pub tasks: Vec<TaskOutcome>,
}

/// The outcome of a task.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TaskOutcome {
    /// Its id.
    pub id: String,
    /// Whether all demonstrations are right.
    pub fits: bool,
    /// Number of known test outputs.
    pub known: u64,
    /// Number of those that are right.
    pub right: u64,
    /// Whether all tests are right; `None` if an answer is unknown.
    pub is_right: Option<bool>,
    /// Set if it hit a limit of the task.
    pub ended: Option<EndReason>,
    /// The node that touched most cells, if it hit a limit.
    pub blame: String,
}

impl<'s> Workload<'s> {
    /// A workload of `tasks` tasks and `mutants` mutants per program. The tasks are scattered over
    /// the data set, whose order may have a meaning; a larger workload contains a smaller one.
    pub fn new(subject: Subject<'s>, data: &DataSet, tasks: usize, mutants: u32) -> Self {
        let data = subset(data, tasks);
        let programs = match subject {
            Subject::Pipeline(programs, _) => for_tasks(&data, programs),
            Subject::Batt(..) => Vec::new(),
        };
        Self {
            subject,
            data,
            programs,
            mutants,
        }
    }

    /// The tasks.
    pub fn data(&self) -> &DataSet {
        &self.data
    }

    /// The programs.
    pub fn programs(&self) -> &[Program] {
        &self.programs
    }

    /// Samples of all tasks.
    pub fn samples(&self) -> u64 {
        let samples = |task: &Task| (task.train.len() + task.test.len()) as u64;
        self.data.tasks.iter().map(samples).sum()
    }

    /// Runs the workload. `print` prints the result.
    pub fn run<P: Probe>(
        &self,
        probe: &P,
        on_event: OnEvent,
        print: &dyn Fn(&Report, &DataSet),
    ) -> io::Result<RunOutcome> {
        let started = Instant::now();
        probe.open(Work::Glue, "");
        let outcome = match self.subject {
            Subject::Pipeline(_, settings) => self.pipeline(settings, probe, on_event, print),
            Subject::Batt(batt, settings) => Ok(self.batt(batt, settings, probe, on_event)),
        };
        probe.close();
        Ok(RunOutcome {
            wall: started.elapsed(),
            ..outcome?
        })
    }

    fn pipeline<P: Probe>(
        &self,
        settings: &Settings,
        probe: &P,
        on_event: OnEvent,
        print: &dyn Fn(&Report, &DataSet),
    ) -> io::Result<RunOutcome> {
        let mut settings = *settings;
        settings.card.mutants = self.mutants;
        let stop = AtomicBool::new(false);
        // Write solvers to nowhere, so that there is a phase `store` to measure.
        let discard = SolverFile::open(Path::new(DISCARD), false, 0).map_err(io::Error::other)?;
        let outputs = Outputs {
            solvers: Some(&discard),
            ..Outputs::default()
        };
        let (data, programs) = (&self.data, &self.programs);
        let report = run_probed(data, programs, &settings, outputs, &stop, on_event, probe);
        let mut report = report.map_err(io::Error::other)?;
        if let Some(failure) = report.failure {
            return Err(io::Error::other(failure));
        }
        report.judge(&self.data.answers);
        let started = Instant::now();
        probe.during(Work::Tell, "", || print(&report, &self.data));
        let printing = started.elapsed();
        let outcome = RunOutcome {
            report: printing,
            ..RunOutcome::of(&report)
        };
        probe.during(Work::Free, "", || drop(report));
        Ok(outcome)
    }

    fn batt<P: Probe>(
        &self,
        batt: &Batt,
        settings: &Settings,
        probe: &P,
        on_event: OnEvent,
    ) -> RunOutcome {
        let options = Options {
            executor: settings.executor,
            memory: settings.memory,
            ..Options::probed(probe)
        };
        let started = Instant::now();
        let scores = probe.during(Work::Wait, "", || {
            score_batt(batt, &self.data.tasks, &options, |task| {
                on_event(&Event::TaskDone {
                    task,
                    attempts: &[],
                    progress: &Progress::default(),
                });
            })
        });
        let wall = started.elapsed();
        probe.open(Work::Collect, "");
        let mut outcome = RunOutcome {
            candidates: batt.candidates.len() as u64,
            nodes: batt.graph.len() as u64,
            ..RunOutcome::default()
        };
        let (mut running, mut scoring) = (Duration::ZERO, Duration::ZERO);
        let scores = scores.iter().enumerate();
        for (k, scored) in scores.filter_map(|(k, scored)| Some((k, scored.as_ref()?))) {
            outcome.stats.add(&scored.stats);
            running += scored.running;
            scoring += scored.scoring;
            let result = check_answers(&scored.score.attempts, &self.data.answers[k]);
            let ended = scored.stats.ended;
            let blame = scored.stats.heaviest.filter(|_| ended.is_some());
            outcome.tasks.push(TaskOutcome {
                id: self.data.tasks[k].id.clone(),
                fits: scored.score.fits,
                known: result.known as u64,
                right: result.right as u64,
                is_right: result.is_right(),
                ended,
                blame: blame.map_or(String::new(), |(node, _)| batt.graph.describe(node)),
            });
        }
        let share = running.as_secs_f64() / (running + scoring).as_secs_f64().max(1e-9);
        outcome.phases.batt = wall.mul_f64(share);
        outcome.phases.score = wall.mul_f64(1.0 - share);
        probe.close();
        probe.round(batt);
        outcome
    }
}

impl RunOutcome {
    /// The outcome of a run of the pipeline.
    pub fn of(report: &Report) -> Self {
        let mut outcome = RunOutcome {
            phases: report.phases,
            tasks: report.tasks.iter().map(task_outcome).collect(),
            ..RunOutcome::default()
        };
        for round in &report.rounds {
            outcome.candidates += round.candidates as u64;
            outcome.nodes += round.nodes as u64;
            outcome.stats.add(&round.stats);
        }
        outcome
    }
}

/// A subset of the tasks, in the order of the data set.
fn subset(data: &DataSet, tasks: usize) -> DataSet {
    let mut chosen: Vec<usize> = (0..data.tasks.len()).collect();
    chosen.sort_by_cached_key(|&k| Rng::of("part", &[k as u64]).next_u64());
    chosen.truncate(tasks);
    chosen.sort_unstable();
    DataSet {
        tasks: chosen.iter().map(|&k| data.tasks[k].clone()).collect(),
        answers: chosen.iter().map(|&k| data.answers[k].clone()).collect(),
    }
}

/// The programs written for a task of the data set; all programs if there is none.
fn for_tasks(data: &DataSet, programs: &[Program]) -> Vec<Program> {
    let mut wanted: Vec<usize> = match_programs(data, programs)
        .runs
        .into_iter()
        .map(|(_, program)| program)
        .collect();
    wanted.sort_unstable();
    wanted.dedup();
    match wanted.is_empty() {
        true => programs.to_vec(),
        false => wanted.into_iter().map(|k| programs[k].clone()).collect(),
    }
}

fn task_outcome(task: &TaskReport) -> TaskOutcome {
    TaskOutcome {
        id: task.id.clone(),
        fits: task.fits(),
        known: task.test_result.known as u64,
        right: task.test_result.right as u64,
        is_right: task.test_result.is_right(),
        ended: task.outlier.as_ref().map(|outlier| outlier.ended),
        blame: task
            .outlier
            .as_ref()
            .and_then(|outlier| outlier.blame.as_ref())
            .map_or(String::new(), |(_, text, _)| text.clone()),
    }
}

/// A file that discards what is written to it.
const DISCARD: &str = if cfg!(windows) { "NUL" } else { "/dev/null" };

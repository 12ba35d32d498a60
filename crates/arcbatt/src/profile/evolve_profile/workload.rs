//! The work that is profiled: the pipeline on tasks and programs, or a batt on tasks.
//!
//! In: a [`Subject`] and tasks. Out: what a run of it came to. A part of the tasks, with the
//! programs that are for them, is a smaller work of the same kind: growth is measured on such.
//! What never happens here: a clock that runs while the work is being cut out.

use crate::batt::{Batt, Block, EndReason, Executor, Options, Probe, Stats, Work, run_tasks};
use crate::check::match_programs;
use crate::program::Program;
use crate::rng::Rng;
use crate::score::{Differs, ScoreOptions, TaskScore, all_attempts, check_answers, score_task};
use crate::session::evolve::{Phases, Settings, run_probed};
use crate::session::{Event, OnEvent, Outputs, Progress, Report, SolverFile, TaskReport};
use crate::task::{DataSet, Task};
use std::io;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// What is run on tasks.
#[derive(Clone, Copy)]
pub enum Subject<'s> {
    /// The pipeline: programs merged, mutated, run, scored, kept.
    Pipeline(&'s [Program], &'s Settings<'s>),
    /// A batt: every candidate on every task, scored.
    Batt(&'s Batt, Executor<'s>),
}

impl<'s> Subject<'s> {
    /// Who runs it.
    pub fn executor(&self) -> Executor<'s> {
        match self {
            Subject::Pipeline(_, settings) => settings.executor,
            Subject::Batt(_, executor) => *executor,
        }
    }
}

/// Work of some size, ready to run.
pub struct Scene<'s> {
    /// What is run.
    pub subject: Subject<'s>,
    data: DataSet,
    programs: Vec<Program>,
    /// Mutants of every program, at most.
    pub mutants: u32,
}

/// What a run came to.
#[derive(Clone, Debug, Default)]
pub struct Done {
    /// Time on the clock of all of it.
    pub wall: Duration,
    /// By phase.
    pub phases: Phases,
    /// Printing what was found.
    pub report: Duration,
    /// Candidates of the batt.
    pub candidates: u64,
    /// Its nodes.
    pub nodes: u64,
    /// What running it took.
    pub stats: Stats,
    /// By task.
    pub tasks: Vec<TaskDone>,
}

/// What came of a task.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TaskDone {
    /// Its id.
    pub id: String,
    /// Whether all demonstrations are right.
    pub solved: bool,
    /// Known test outputs, and how many are right.
    pub known: u64,
    /// See there.
    pub right: u64,
    /// Set if it used up what a task may use.
    pub ended: Option<EndReason>,
    /// The node that touched most cells, if it did.
    pub blame: String,
}

impl<'s> Scene<'s> {
    /// So many of the tasks, so many mutants a program. The tasks are scattered over the data set,
    /// whose order often has a meaning; a larger scene has those of a smaller one.
    pub fn new(subject: Subject<'s>, data: &DataSet, tasks: usize, mutants: u32) -> Self {
        let data = part(data, tasks);
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

    /// Does the work. `print` prints what was found.
    pub fn run<P: Probe>(
        &self,
        probe: &P,
        on_event: OnEvent,
        print: &dyn Fn(&Report, &DataSet),
    ) -> io::Result<Done> {
        let started = Instant::now();
        probe.open(Work::Glue, "");
        let done = match self.subject {
            Subject::Pipeline(_, settings) => self.pipeline(settings, probe, on_event, print),
            Subject::Batt(batt, executor) => Ok(self.batt(batt, executor, probe, on_event)),
        };
        probe.close();
        Ok(Done {
            wall: started.elapsed(),
            ..done?
        })
    }

    fn pipeline<P: Probe>(
        &self,
        settings: &Settings,
        probe: &P,
        on_event: OnEvent,
        print: &dyn Fn(&Report, &DataSet),
    ) -> io::Result<Done> {
        let mut settings = *settings;
        settings.card.mutants = self.mutants;
        let stop = AtomicBool::new(false);
        // A file that is thrown away, so that there is a phase of writing to measure.
        let scratch = SolverFile::open(Path::new(SCRATCH), false, 0).map_err(io::Error::other)?;
        let outputs = Outputs {
            solvers: Some(&scratch),
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
        let done = Done {
            report: printing,
            ..Done::of(&report)
        };
        probe.during(Work::Free, "", || drop(report));
        Ok(done)
    }

    fn batt<P: Probe>(
        &self,
        batt: &Batt,
        executor: Executor,
        probe: &P,
        on_event: OnEvent,
    ) -> Done {
        let everyone: Vec<u32> = (0..batt.candidates.len() as u32).collect();
        let options = Options {
            executor,
            ..Options::probed(probe)
        };
        let how = ScoreOptions::with(options);
        let started = Instant::now();
        let finish = |k: usize, blocks: Vec<Block>| {
            let task: &Task = &self.data.tasks[k];
            let running: Duration = blocks.iter().map(|block| block.time).sum();
            let mut stats = Stats::default();
            for block in &blocks {
                stats.add(&block.stats);
            }
            let scoring = Instant::now();
            let score = score_task(task, batt, &blocks, Differs::starter(), &how);
            let scoring = scoring.elapsed();
            probe.during(Work::Free, &task.id, || drop(blocks));
            probe.during(Work::Tell, &task.id, || {
                on_event(&Event::TaskDone {
                    task: &task.id,
                    progress: &Progress::default(),
                })
            });
            (score, stats, running, scoring)
        };
        let ran: Vec<(TaskScore, Stats, Duration, Duration)> = probe.during(Work::Wait, "", || {
            run_tasks(
                batt,
                &self.data.tasks,
                &options,
                |_| everyone.clone(),
                finish,
            )
        });
        let wall = started.elapsed();
        probe.open(Work::Collect, "");
        let mut done = Done {
            candidates: batt.candidates.len() as u64,
            nodes: batt.graph.len() as u64,
            ..Done::default()
        };
        let (mut running, mut scoring) = (Duration::ZERO, Duration::ZERO);
        for (k, (score, stats, run, scored)) in ran.iter().enumerate() {
            done.stats.add(stats);
            running += *run;
            scoring += *scored;
            let verdict = check_answers(&all_attempts(score), &self.data.answers[k]);
            let blame = stats.heaviest.filter(|_| stats.ended.is_some());
            done.tasks.push(TaskDone {
                id: self.data.tasks[k].id.clone(),
                solved: score.solved,
                known: verdict.known as u64,
                right: verdict.right as u64,
                ended: stats.ended,
                blame: blame.map_or(String::new(), |(node, _)| batt.graph.describe(node)),
            });
        }
        let share = running.as_secs_f64() / (running + scoring).as_secs_f64().max(1e-9);
        done.phases.batt = wall.mul_f64(share);
        done.phases.score = wall.mul_f64(1.0 - share);
        probe.close();
        probe.round(batt);
        done
    }
}

impl Done {
    /// What a run of the pipeline came to.
    pub fn of(report: &Report) -> Self {
        let mut done = Done {
            phases: report.phases,
            tasks: report.tasks.iter().map(task_done).collect(),
            ..Done::default()
        };
        for round in &report.rounds {
            done.candidates += round.candidates as u64;
            done.nodes += round.nodes as u64;
            done.stats.add(&round.stats);
        }
        done
    }
}

/// So many tasks of a data set, in its order.
fn part(data: &DataSet, tasks: usize) -> DataSet {
    let mut chosen: Vec<usize> = (0..data.tasks.len()).collect();
    chosen.sort_by_cached_key(|&k| Rng::of("part", &[k as u64]).next_u64());
    chosen.truncate(tasks);
    chosen.sort_unstable();
    DataSet {
        tasks: chosen.iter().map(|&k| data.tasks[k].clone()).collect(),
        answers: chosen.iter().map(|&k| data.answers[k].clone()).collect(),
    }
}

/// The programs that are for a task of the data set; all of them if none is.
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

fn task_done(task: &TaskReport) -> TaskDone {
    TaskDone {
        id: task.id.clone(),
        solved: task.fits(),
        known: task.test_result.known as u64,
        right: task.test_result.right as u64,
        ended: task.outlier.as_ref().map(|outlier| outlier.ended),
        blame: task
            .outlier
            .as_ref()
            .and_then(|outlier| outlier.blame.as_ref())
            .map_or(String::new(), |(_, text, _)| text.clone()),
    }
}

/// A file that takes any text and keeps none.
const SCRATCH: &str = if cfg!(windows) { "NUL" } else { "/dev/null" };

//! The evolve strategy: card, batt, score, and again.
//!
//! In: tasks and programs for some of them. Out: a [`Report`] with the best program for every
//! task. Each round merges the programs and their mutants into a batt, runs it on all tasks and
//! ranks the candidates. The best candidates of every task are parents of the next round.
//!
//! Invariants: an interrupted round does not count, so a resumed run repeats it; a program is
//! reported only after it was written.

pub(crate) mod contenders;
mod report;
mod round;

pub use report::{Origin, Outlier, Phases, Round};
pub(crate) use round::{Find, TaskFinds};

use super::event::{Event, OnEvent, Progress};
use super::outputs::Outputs;
use super::report::{Report, TaskReport};
use super::solver_file::solver_name;
use super::watchdog::Watchdog;
use super::{SessionError, programs_hash};
use crate::batt::{Executor, Memory, NoProbe, Probe, TaskLimits, Work};
use crate::card::{self, CardCache, CardOptions, card_with};
use crate::grid::GridBuf;
use crate::program::{Arg, Program};
use crate::store::{FoundProgram, Pass, RunId, RunStart, StopReason, data_hash, one_line};
use crate::task::{DataSet, Demonstration, Task};
use rayon::prelude::*;
use round::RoundRun;
use std::borrow::Cow;
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Settings of an evolve session.
#[derive(Clone, Copy, Debug)]
pub struct Settings<'e> {
    /// Mutation; the seed of round `n` is this seed plus `n - 1`.
    pub card: card::Settings,
    /// Number of rounds.
    pub rounds: u32,
    /// The number of the first round, from 1. A run that the store resumes ignores it.
    pub first_round: u32,
    /// Whether a task that its own candidates do not fit gets those of all tasks.
    pub share: bool,
    /// Time limit, from the start.
    pub time_limit: Option<Duration>,
    /// Parents in the next round of a task without a fitting program.
    pub survivors: usize,
    /// How many of the programs are the user's own; the others come from an earlier run.
    pub brought: usize,
    /// The limits of a task, and of the programs given for it.
    pub limits: TaskLimits,
    /// The backend that runs the candidates.
    pub executor: Executor<'e>,
    /// The ids of the data set that the tasks are part of, to find the programs of each task; without,
    /// the tasks are all.
    pub known: Option<&'e [&'e str]>,
    /// The memory for the answers of candidates; without it, all are kept.
    pub memory: Option<&'e Memory>,
    /// Batts of earlier runs.
    pub cache: Option<&'e CardCache>,
}

impl Default for Settings<'_> {
    fn default() -> Self {
        Self {
            card: card::Settings::default(),
            rounds: 1,
            first_round: 1,
            share: true,
            time_limit: None,
            survivors: 3,
            brought: usize::MAX,
            limits: TaskLimits::default(),
            executor: Executor::CPU,
            known: None,
            memory: None,
            cache: None,
        }
    }
}

impl Settings<'_> {
    /// Everything that decides the results except the tasks: runs are resumed by this text.
    pub(crate) fn key(&self, programs: &[Program]) -> String {
        let card::Settings { seed, mutants, .. } = self.card;
        let share = if self.share { ", shared" } else { "" };
        let (survivors, programs) = (self.survivors, programs_hash(programs));
        let limits = match self.limits == TaskLimits::default() {
            true => String::new(),
            false => format!(", {:?}", self.limits),
        };
        format!(
            "seed {seed}, {mutants} mutants per program{share}, {survivors} survivors, \
             programs {programs}{limits}"
        )
    }
}

/// How long after the time limit the best programs may run alone.
const GRACE: Duration = Duration::from_millis(300);

/// The name of this strategy as a proposer in the store.
pub(crate) const PROPOSER: &str = "evolve";

/// Runs an evolve session; `interrupt` ends it early. Uses the rayon pool that it is called in.
///
/// If the results of a round cannot be written, the session ends, and [`Report::failure`] says why.
pub fn run(
    data: &DataSet,
    programs: &[Program],
    settings: &Settings,
    outputs: Outputs,
    interrupt: &AtomicBool,
    on_event: OnEvent,
) -> Result<Report, SessionError> {
    run_probed(
        data, programs, settings, outputs, interrupt, on_event, &NoProbe,
    )
}

/// [`run`] under a probe.
pub fn run_probed<P: Probe>(
    data: &DataSet,
    programs: &[Program],
    settings: &Settings,
    outputs: Outputs,
    interrupt: &AtomicBool,
    on_event: OnEvent,
    probe: &P,
) -> Result<Report, SessionError> {
    let started = Instant::now();
    let mut evolution = Evolution::begin(data, programs, settings, outputs, on_event)?;
    let deadline = settings.time_limit.and_then(|t| started.checked_add(t));
    Watchdog::guard(interrupt, deadline, |watchdog| {
        evolution.rounds(watchdog, probe)
    });
    evolution.end(started, deadline, probe)
}

/// The first round, without writing anything: the reports of the tasks, and what was found.
pub(crate) fn first_round(
    data: &DataSet,
    programs: &[Program],
    settings: &Settings,
    interrupt: &AtomicBool,
    on_event: OnEvent,
) -> Result<(Report, Vec<TaskFinds>), SessionError> {
    let outputs = Outputs::default();
    let mut evolution = Evolution::begin(data, programs, settings, outputs, on_event)?;
    evolution.keeps_given = true;
    let finds = Watchdog::guard(interrupt, None, |watchdog| {
        evolution.round(1, watchdog, &NoProbe)
    });
    Ok((evolution.report, finds))
}

/// Ends a run of one round whose tasks were run elsewhere: writes the outputs, as [`run`] does. Tasks
/// without results stay open.
pub(crate) fn merge_round(
    data: &DataSet,
    programs: &[Program],
    settings: &Settings,
    outputs: Outputs,
    results: Vec<Option<(TaskReport, TaskFinds)>>,
) -> Result<Report, SessionError> {
    let started = Instant::now();
    let mut evolution = Evolution::begin(data, programs, settings, outputs, &|_| {})?;
    let mut finds = Vec::new();
    for (known, result) in evolution.report.tasks.iter_mut().zip(results) {
        finds.push(match result {
            Some((report, found)) => {
                *known = report;
                found
            }
            None => TaskFinds::missing(),
        });
    }
    evolution.write(1, &finds)?;
    evolution.end(started, None, &NoProbe)
}

/// How the best program of a resumed run came about.
fn origin_of(standing: &crate::store::Standing) -> Option<Origin> {
    Origin::from_text(&standing.best.as_ref()?.proposer)
}

/// A session in progress.
struct Evolution<'s> {
    data: &'s DataSet,
    programs: &'s [Program],
    settings: &'s Settings<'s>,
    outputs: Outputs<'s>,
    run: Option<RunId>,
    first_round: u32,
    /// The survivors of the last round, each with the index of its task.
    parents: Vec<(usize, Program)>,
    /// Whether the programs given are kept, too, as the store wants them.
    keeps_given: bool,
    report: Report,
    progress: Mutex<Progress>,
    on_event: OnEvent<'s>,
}

impl<'s> Evolution<'s> {
    /// Enters the run into the store, or takes over the state of the one to resume.
    fn begin(
        data: &'s DataSet,
        programs: &'s [Program],
        settings: &'s Settings<'s>,
        mut outputs: Outputs<'s>,
        on_event: OnEvent<'s>,
    ) -> Result<Self, SessionError> {
        let start = RunStart {
            command: "run",
            data: data_hash(&data.tasks),
            settings: &settings.key(programs),
            seed: settings.card.seed,
            budget: &format!("{} rounds", settings.rounds),
            tasks: data.tasks.len(),
        };
        let (run, standings) = outputs.begin(&data.tasks, &start)?;
        let tasks = data.tasks.iter().zip(standings);
        let tasks = tasks.map(|(task, standing)| TaskReport {
            id: task.id.clone(),
            train: task.train.len(),
            tests: task.test.len(),
            origin: origin_of(&standing),
            standing,
            ..TaskReport::default()
        });
        let mut evolution = Self {
            data,
            programs,
            settings,
            outputs,
            run,
            first_round: settings.first_round,
            parents: Vec::new(),
            keeps_given: run.is_some(),
            report: Report {
                run,
                tasks: tasks.collect(),
                ..Report::default()
            },
            progress: Mutex::default(),
            on_event,
        };
        evolution.resume()?;
        Ok(evolution)
    }

    /// Runs the best programs alone, and enters the end of the run into the store.
    fn end<P: Probe>(
        mut self,
        started: Instant,
        deadline: Option<Instant>,
        probe: &P,
    ) -> Result<Report, SessionError> {
        let never = AtomicBool::new(false);
        let deadline = deadline.map(|deadline| deadline.max(Instant::now()) + GRACE);
        Watchdog::guard(&never, deadline, |watchdog| {
            self.run_best_alone(watchdog, probe);
        });
        let mut report = self.report;
        report.wall = started.elapsed();
        let standings: Vec<_> = report.tasks.iter().map(|task| &task.standing).collect();
        report.store_moved = self
            .outputs
            .end(self.run, report.stop, &standings, self.on_event);
        (self.on_event)(&Event::RunDone {
            reason: report.stop,
            fitting: report.fitting(),
        });
        Ok(report)
    }

    /// Takes over the state of the run that is resumed, and writes a first submission.
    fn resume(&mut self) -> Result<(), SessionError> {
        let tasks = &mut self.report.tasks;
        let completed = tasks.iter().map(|task| task.standing.pass).min();
        for task in tasks.iter_mut() {
            if let Some(best) = &mut task.standing.best {
                best.proposer = PROPOSER.to_owned();
                best.program.name = solver_name(&task.id);
            }
        }
        let resumed = completed.unwrap_or(0) > 0;
        self.report.resumed = if resumed { tasks.len() } else { 0 };
        if let (true, Some(run), Some(store)) = (resumed, self.run, &self.outputs.store) {
            self.first_round = completed.unwrap_or(0).saturating_add(1);
            self.parents = store.parents(run, self.first_round)?;
            for (place, program) in &mut self.parents {
                program.name = solver_name(&self.data.tasks[*place].id);
            }
        }
        let fitting = self.report.fitting();
        let mut progress = lock(&self.progress);
        (progress.tasks, progress.fitting) = (self.data.tasks.len(), fitting);
        drop(progress);
        (self.on_event)(&Event::RunStarted {
            tasks: self.data.tasks.len(),
            resumed: self.report.resumed,
        });
        let tasks = &self.report.tasks;
        self.outputs
            .write_submission(&self.data.tasks, |place| &tasks[place].standing.attempts)
    }

    /// The number of the last round.
    fn last_round(&self) -> u32 {
        // A resumed run does the rounds that are missing.
        let first = match self.report.resumed {
            0 => self.first_round,
            _ => self.settings.first_round,
        };
        first.saturating_add(self.settings.rounds).saturating_sub(1)
    }

    fn rounds<P: Probe>(&mut self, watchdog: &Watchdog, probe: &P) {
        if self.settings.rounds == 0 {
            return;
        }
        for number in self.first_round..=self.last_round() {
            let finds = self.round(number, watchdog, probe);
            let started = Instant::now();
            let written = probe.during(Work::Keep, "", || self.write(number, &finds));
            self.report.phases.store += started.elapsed();
            if let Err(error) = written {
                self.report.failure = Some(error.to_string());
                self.report.stop = StopReason::WriteFailed;
            }
            probe.during(Work::Tell, "", || self.announce(number, &finds));
            if self.report.stop != StopReason::Finished {
                break;
            }
        }
    }

    /// Makes the batt of a round, runs and scores it, and enters the results into the report.
    fn round<P: Probe>(&mut self, number: u32, watchdog: &Watchdog, probe: &P) -> Vec<TaskFinds> {
        let card_settings = card::Settings {
            seed: self
                .settings
                .card
                .seed
                .wrapping_add(number.saturating_sub(1) as u64),
            ..self.settings.card
        };
        let started = Instant::now();
        // Most of the time is left to run what is made.
        let share = watchdog.time_left().map(|left| started + left / 3);
        let survivors = self.parents.iter().map(|(_, program)| program);
        let parents: Cow<[Program]> = match self.parents.is_empty() {
            // Millions of programs are not copied.
            true => self.programs.into(),
            false => self.programs.iter().chain(survivors).cloned().collect(),
        };
        let (batt, made) = probe.during(Work::Card, "", || {
            Watchdog::guard(watchdog.flag(), share, |making| {
                let options = CardOptions {
                    // The seed differs from round to round, so no mutant comes back.
                    earlier: None,
                    stop: Some(making.flag()),
                    cache: self.settings.cache,
                    parallel: true,
                    probe,
                };
                card_with(&parents, &card_settings, &options)
            })
        });
        self.report.phases.card += started.elapsed();
        let turn = RoundRun {
            data: self.data,
            batt: &batt,
            parents: &parents,
            given: self.programs.len(),
            settings: self.settings,
            number,
            stored: self.keeps_given,
            stop: watchdog.flag(),
            progress: &self.progress,
            on_event: self.on_event,
            probe,
        };
        let (mut round, finds) = turn.run(made, &mut self.report);
        round.fitting = self.report.fitting();
        self.report.rounds.push(round);
        self.report.stop = match watchdog.reason() {
            // Another machine would have made more mutants.
            StopReason::Finished if made.stopped => StopReason::TimeLimit,
            reason => reason,
        };
        probe.during(Work::Free, "", || drop(batt));
        finds
    }

    /// Runs the best programs once more, each alone, as `check` does: what is reported of them is
    /// what the files that hold them will give.
    ///
    /// Where there is no time for that, the answers from the batt stay, which are the first attempts.
    fn run_best_alone<P: Probe>(&mut self, watchdog: &Watchdog, probe: &P) {
        let started = Instant::now();
        let limits = self.settings.limits.given;
        let tasks = self.data.tasks.par_iter().zip(&mut self.report.tasks);
        let run_alone = |(task, report): (&Task, &mut TaskReport)| {
            let Some(best) = &report.standing.best else {
                return;
            };
            let run = |input: &GridBuf| match watchdog.is_stopped() {
                true => None,
                false => best.program.run_with(&task.train, input, limits).ok(),
            };
            let matches = |pair: &&Demonstration| run(&pair.input).as_ref() == Some(&pair.output);
            let matched = task.train.iter().filter(matches).count();
            let outputs = task.test.iter().map(run).collect();
            if watchdog.is_stopped() {
                let attempts = report.standing.attempts.iter();
                report.outputs = attempts.map(|[first, _]| first.clone()).collect();
                return;
            }
            report.outputs = outputs;
            report.standing.matched = matched as u32;
        };
        let one = |pair: (&Task, &mut TaskReport)| {
            let id = pair.0.id.as_str();
            probe.during(Work::Verify, id, || run_alone(pair));
        };
        probe.during(Work::Wait, "", || tasks.for_each(one));
        self.report.phases.score += started.elapsed();
    }

    /// Writes the results of a round. An interrupted round adds programs to the store, but does
    /// not change the state of the run.
    fn write(&mut self, number: u32, finds: &[TaskFinds]) -> Result<(), SessionError> {
        let finished = self.report.stop == StopReason::Finished;
        self.parents.clear();
        for (place, finds) in finds.iter().enumerate() {
            let survivors = finds.programs.iter().filter(|found| found.is_survivor);
            let parents = survivors.map(|found| (place, found.program.clone()));
            self.parents.extend(parents);
            if finished && !finds.missing {
                self.report.tasks[place].standing.pass = number;
            }
        }
        let complete = finished && !finds.iter().any(|finds| finds.missing);
        let tasks = &self.report.tasks;
        let pass = |(place, finds)| pass(&self.data.tasks, tasks, number, finished, place, finds);
        let passes: Vec<Pass> = match self.run {
            Some(_) => finds.iter().enumerate().map(pass).collect(),
            None => Vec::new(),
        };
        let completed = number.saturating_sub(u32::from(!complete));
        let parents = (number.saturating_add(1), self.parents.as_slice());
        self.outputs.write_round(
            self.run,
            completed,
            (&self.data.tasks, tasks),
            &passes,
            complete.then_some(parents),
            self.on_event,
        )
    }

    /// Sends the events of a round that was written.
    fn announce(&self, number: u32, finds: &[TaskFinds]) {
        for (task, _) in self
            .report
            .tasks
            .iter()
            .zip(finds)
            .filter(|(_, f)| f.newly_fits)
        {
            if let Some(best) = &task.standing.best {
                let latest = (task.id.clone(), one_line(&best.program));
                lock(&self.progress).latest = Some(latest);
                (self.on_event)(&Event::ProgramFound {
                    task: &task.id,
                    program: &best.program,
                });
            }
        }
        let interrupted = self.report.stop != StopReason::Finished;
        (self.on_event)(&Event::RoundDone {
            completed: number.saturating_sub(u32::from(interrupted)),
            tasks: &self.report.tasks,
        });
    }
}

/// The result of a round on a task, for the store.
fn pass<'a>(
    tasks: &'a [crate::task::Task],
    reports: &'a [TaskReport],
    number: u32,
    finished: bool,
    place: usize,
    finds: &'a TaskFinds,
) -> Pass<'a> {
    let report = &reports[place];
    // The first program is the best of the round; the store takes it if it is `better`.
    let found = finds.programs.iter().map(|found| FoundProgram {
        program: &found.program,
        matched: found.matched,
        bits: bits(&found.program),
        proposer: PROPOSER,
    });
    Pass {
        place,
        task: &tasks[place],
        pass: number,
        finished: finished && !finds.missing,
        better: finished && finds.better,
        found: found.collect(),
        origin: report.origin.map(Origin::to_text),
        attempts: &report.standing.attempts,
        stats: finds.stats,
    }
}

/// Description length of a program: about what the search charges for its calls and constants.
pub(crate) fn bits(program: &Program) -> f64 {
    const CALL: f64 = 6.5;
    const CONSTANT: f64 = 4.0;
    let args = program.lines.iter().flat_map(|line| &line.args);
    let constants = args.filter(|arg| matches!(arg, Arg::Constant(_) | Arg::Literal(_)));
    CALL * program.lines.len() as f64 + CONSTANT * constants.count() as f64
}

/// A callback that panicked leaves the progress usable.
fn lock(progress: &Mutex<Progress>) -> std::sync::MutexGuard<'_, Progress> {
    progress.lock().unwrap_or_else(PoisonError::into_inner)
}

//! The whole way of the data: card, batt, score, and again.
//!
//! In: tasks and the programs known for some of them. Out: a [`Report`], with the best program
//! known for every task. Each round makes a batt of the programs and their mutants, runs it and
//! ranks the candidates; the best of the tasks that are not solved yet are parents of the next.
//! What never happens here: a wanted test output as an argument of anything but the verdict at
//! the end, or a found program that is reported before it was kept.

mod report;
mod round;

pub use report::{Best, Outlier, Phases, Report, Round, TaskResult};

use crate::batt::{Batt, Executor, NoProbe, Probe, Work};
use crate::card::{self, card_until};
use crate::program::Program;
use crate::task::{DataSet, Task};
use round::Turn;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};

/// What to do.
#[derive(Clone, Copy, Debug)]
pub struct Settings<'e> {
    /// What is made of the programs; the seed of a round is this one and the round's number.
    pub card: card::Settings,
    /// How often.
    pub rounds: u32,
    /// The first round's number, from 1: later than 1 when an earlier run is taken up again.
    pub first_round: u32,
    /// Whether tasks that their own candidates do not solve are given all others, too.
    pub share: bool,
    /// When to end, counted from the start.
    pub time_limit: Option<Duration>,
    /// Parents that an unsolved task has in the next round.
    pub survivors: usize,
    /// Who runs the candidates.
    pub executor: Executor<'e>,
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
            executor: Executor::CPU,
        }
    }
}

/// Watches a run from outside.
pub trait Watch: Sync {
    /// A round begins: its number, the candidates, the tasks to run.
    fn round(&self, _round: u32, _candidates: usize, _tasks: usize) {}

    /// So many tasks of the round are run once more, on the candidates of all others.
    fn again(&self, _tasks: usize) {}

    /// Another task of the round was run and scored.
    fn task_done(&self) {}

    /// What was found so far is to be kept now; `_rounds` is the number of the last round that got
    /// to its end.
    fn keep(&self, _rounds: u32, _tasks: &[TaskResult]) -> std::io::Result<()> {
        Ok(())
    }
}

/// Nobody watches.
impl Watch for () {}

/// Runs the pipeline. `stop` ends it early, with what is there; the error is that of
/// [`Watch::keep`]. Uses the rayon pool that it is called in.
pub fn run(
    data: &DataSet,
    programs: &[Program],
    settings: &Settings,
    stop: &AtomicBool,
    watch: &impl Watch,
) -> std::io::Result<Report> {
    run_probed(data, programs, settings, stop, watch, &NoProbe)
}

/// [`run`] under a probe.
pub fn run_probed<P: Probe>(
    data: &DataSet,
    programs: &[Program],
    settings: &Settings,
    stop: &AtomicBool,
    watch: &impl Watch,
    probe: &P,
) -> std::io::Result<Report> {
    let started = Instant::now();
    let deadline = settings
        .time_limit
        .and_then(|limit| started.checked_add(limit));
    // Ended from outside and ended by the clock look the same to the runner.
    let over = AtomicBool::new(stop.load(Ordering::Relaxed));
    let (running, ended) = std::sync::mpsc::channel::<()>();
    let over = &over;
    std::thread::scope(move |scope| {
        scope.spawn(move || {
            // Looks every now and then until the sender is gone, however that comes about.
            while ended.recv_timeout(LOOK) == Err(RecvTimeoutError::Timeout) {
                let late = deadline.is_some_and(|deadline| Instant::now() >= deadline);
                if late || stop.load(Ordering::Relaxed) {
                    over.store(true, Ordering::Relaxed);
                    return;
                }
            }
        });
        let report = rounds(data, programs, settings, over, watch, probe);
        drop(running);
        report
    })
}

/// How often the clock and the stop sign are looked at.
const LOOK: Duration = Duration::from_millis(10);

fn rounds<P: Probe>(
    data: &DataSet,
    programs: &[Program],
    settings: &Settings,
    over: &AtomicBool,
    watch: &impl Watch,
    probe: &P,
) -> std::io::Result<Report> {
    let mut report = Report {
        tasks: data.tasks.iter().map(unsolved).collect(),
        ..Report::default()
    };
    let mut parents = programs.to_vec();
    let mut earlier: Option<Batt> = None;
    for number in settings.first_round..settings.first_round.saturating_add(settings.rounds) {
        let card_settings = card::Settings {
            seed: settings
                .card
                .seed
                .wrapping_add(number.saturating_sub(1) as u64),
            ..settings.card
        };
        let started = Instant::now();
        let (batt, made) = probe.during(Work::Card, "", || {
            card_until(&parents, &card_settings, earlier.as_ref(), over)
        });
        report.phases.card += started.elapsed();
        let turn = Turn {
            data,
            batt: &batt,
            parents: &parents,
            given: programs.len(),
            settings,
            number,
            over,
            watch,
            probe,
        };
        let (mut round, survivors) = turn.run(made, &mut report);
        round.solved = report.solved();
        report.rounds.push(round);
        let started = Instant::now();
        // A round that was cut short is kept, but does not count: it is for the next run to do.
        report.stopped = over.load(Ordering::Relaxed);
        probe.during(Work::Keep, "", || {
            watch.keep(number.saturating_sub(report.stopped as u32), &report.tasks)
        })?;
        report.phases.store += started.elapsed();
        if report.stopped {
            break;
        }
        parents.truncate(programs.len());
        parents.extend(survivors);
        probe.during(Work::Free, "", || earlier = Some(batt));
    }
    probe.during(Work::Free, "", || drop((parents, earlier)));
    Ok(report)
}

fn unsolved(task: &Task) -> TaskResult {
    TaskResult {
        id: task.id.clone(),
        train: task.train.len(),
        ..TaskResult::default()
    }
}

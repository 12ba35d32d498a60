//! The whole way of the data: card, batt, score, and again.
//!
//! In: tasks and the programs known for some of them. Out: a [`Report`], with the best program
//! known for every task. Each round makes a batt of the programs and their mutants, runs it and
//! ranks the candidates; the best of the tasks that are not solved yet are parents of the next.
//! What never happens here: a wanted test output as an argument of anything but the verdict at
//! the end, or a found program that is reported before it was kept.

mod report;

pub use report::{Best, Outlier, Phases, Report, Round, TaskResult};

use crate::batt::{Batt, Block, Candidate, Change, Options, Stats, run_tasks};
use crate::card::{self, card};
use crate::program::Program;
use crate::score::{Differs, ScoreOptions, TaskScore, all_attempts, check_answers, score_task};
use crate::task::{DataSet, Task};
use crate::verify::match_programs;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};

/// What to do.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
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
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            card: card::Settings::default(),
            rounds: 1,
            first_round: 1,
            share: true,
            time_limit: None,
            survivors: 3,
        }
    }
}

/// Watches a run from outside.
pub trait Watch: Sync {
    /// A round begins: its number, the candidates, the tasks to run.
    fn round(&self, _round: u32, _candidates: usize, _tasks: usize) {}

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
        let report = rounds(data, programs, settings, over, watch);
        drop(running);
        report
    })
}

/// How often the clock and the stop sign are looked at.
const LOOK: Duration = Duration::from_millis(10);

fn rounds(
    data: &DataSet,
    programs: &[Program],
    settings: &Settings,
    over: &AtomicBool,
    watch: &impl Watch,
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
        let (batt, made) = card(&parents, &card_settings, earlier.as_ref());
        report.phases.card += started.elapsed();
        let mut round = Round {
            number,
            parents: parents.len(),
            candidates: batt.candidates.len(),
            nodes: batt.nodes(),
            calls: batt.calls(),
            made,
            ..Round::default()
        };
        let survivors = run_round(
            data,
            &parents,
            programs.len(),
            &batt,
            settings,
            number,
            over,
            watch,
            &mut report,
            &mut round,
        );
        round.solved = report.solved();
        report.rounds.push(round);
        let started = Instant::now();
        // A round that was cut short is kept, but does not count: it is for the next run to do.
        report.stopped = over.load(Ordering::Relaxed);
        watch.keep(number.saturating_sub(report.stopped as u32), &report.tasks)?;
        report.phases.store += started.elapsed();
        if report.stopped {
            break;
        }
        parents.truncate(programs.len());
        parents.extend(survivors);
        earlier = Some(batt);
    }
    Ok(report)
}

fn unsolved(task: &Task) -> TaskResult {
    TaskResult {
        id: task.id.clone(),
        train: task.train.len(),
        ..TaskResult::default()
    }
}

/// What is kept of a task that was run.
struct Ran {
    score: TaskScore,
    stats: Stats,
    solved_before: bool,
    batt_time: Duration,
    score_time: Duration,
}

/// Runs and scores a batt; returns programs for the next round, besides the first `given` parents.
#[expect(
    clippy::too_many_arguments,
    reason = "all of it is the state of one round"
)]
fn run_round(
    data: &DataSet,
    parents: &[Program],
    given: usize,
    batt: &Batt,
    settings: &Settings,
    number: u32,
    over: &AtomicBool,
    watch: &impl Watch,
    report: &mut Report,
    round: &mut Round,
) -> Vec<Program> {
    let options = Options {
        stop: Some(over),
        ..Options::default()
    };
    // The candidates of the programs that are for a task.
    let mut own: Vec<Vec<u32>> = vec![Vec::new(); data.tasks.len()];
    for (task, program) in match_programs(data, parents).runs {
        let (first, end) = batt.sources[program].candidates;
        own[task].extend(first..end);
    }
    watch.round(number, batt.candidates.len(), data.tasks.len());
    let pass = |tasks: &[usize], choose: &(dyn Fn(usize) -> Vec<u32> + Sync)| {
        let chosen: Vec<Task> = tasks.iter().map(|&k| data.tasks[k].clone()).collect();
        let begun: Vec<std::sync::OnceLock<Instant>> =
            tasks.iter().map(|_| std::sync::OnceLock::new()).collect();
        run_tasks(
            batt,
            &chosen,
            &options,
            |k| {
                begun[k].get_or_init(Instant::now);
                choose(tasks[k])
            },
            |k, blocks| {
                let batt_time = begun[k].get_or_init(Instant::now).elapsed();
                let ran = score_blocks(&chosen[k], batt, &blocks, &options, batt_time);
                watch.task_done();
                ran
            },
        )
    };

    let mut survivors = Vec::new();
    let started = Instant::now();
    let all: Vec<usize> = (0..data.tasks.len()).collect();
    let mut ran = pass(&all, &|k| own[k].clone());
    let mut taken: Vec<(usize, Ran)> = Vec::new();
    if settings.share {
        let open: Vec<usize> = (0..ran.len())
            .filter(|&k| !ran[k].score.solved && !report.tasks[k].solved)
            .collect();
        let everyone: Vec<u32> = (0..batt.candidates.len() as u32).collect();
        let more = pass(&open, &|_| everyone.clone());
        taken.extend(open.into_iter().zip(more));
    }
    // A task that was given all candidates has its own among them.
    for (k, with_all) in taken {
        let own = std::mem::replace(&mut ran[k], with_all);
        ran[k].solved_before = own.solved_before;
        ran[k].batt_time += own.batt_time;
        ran[k].score_time += own.score_time;
        add(&mut round.stats, &own.stats);
    }
    let wall = started.elapsed();
    let (batt_time, score_time) = ran.iter().fold((Duration::ZERO, Duration::ZERO), |sum, r| {
        (sum.0 + r.batt_time, sum.1 + r.score_time)
    });
    // Threads run and score side by side: the time on the clock is split as theirs is.
    let share = batt_time.as_secs_f64() / (batt_time + score_time).as_secs_f64().max(1e-9);
    report.phases.batt += wall.mul_f64(share);
    report.phases.score += wall.mul_f64(1.0 - share);

    for (k, ran) in ran.into_iter().enumerate() {
        let result = &mut report.tasks[k];
        round.runs += ran.score.candidates as u64;
        round.distinct += ran.score.distinct as u64;
        add(&mut round.stats, &ran.stats);
        result.time += ran.batt_time + ran.score_time;
        result.solved_before |= number == settings.first_round && ran.solved_before;
        if let Some(ended) = ran.stats.ended
            && ended != crate::batt::Ended::Stopped
        {
            let blame = ran.stats.heaviest;
            result.outlier = Some(Outlier {
                ended,
                blame: blame.map(|(node, cells)| (node, batt.graph.describe(node), cells)),
            });
        }
        let Some(best) = ran.score.best.first() else {
            continue;
        };
        let known = result.best.as_ref().map(|b| (b.matched, b.differ));
        if known.is_none_or(|known| (best.matched, best.differ) > known) {
            let candidate = best.candidates[0];
            let mut program = batt.extract(candidate);
            program.name = format!("solve_{}", as_name(&result.id));
            result.best = Some(Best {
                program,
                change: batt.candidates[candidate as usize].change,
                round: number,
                matched: best.matched,
                differ: best.differ,
                most: ran.score.most,
                verdict: check_answers(&all_attempts(&ran.score), &data.answers[k]),
            });
            result.solved |= ran.score.solved;
        }
        let wanted = if ran.score.solved {
            1
        } else {
            settings.survivors
        };
        for scored in ran.score.best.iter().take(wanted) {
            let candidate = scored.candidates[0];
            let Candidate { source, change, .. } = batt.candidates[candidate as usize];
            // The programs given are parents of every round anyway; a survivor has to survive
            // again, changed or not.
            if change != Change::None || source as usize >= given {
                let mut program = batt.extract(candidate);
                program.name = format!("solve_{}", as_name(&result.id));
                survivors.push(program);
            }
        }
    }
    survivors
}

/// The id as part of a function's name.
fn as_name(id: &str) -> String {
    let allowed = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    id.chars().map(allowed).collect()
}

fn score_blocks(
    task: &Task,
    batt: &Batt,
    blocks: &[Block],
    options: &Options,
    batt_time: Duration,
) -> Ran {
    let started = Instant::now();
    let mut stats = Stats::default();
    let mut solved_before = false;
    for block in blocks {
        add(&mut stats, &block.stats);
        for (k, &candidate) in block.candidates.iter().enumerate() {
            let unchanged = batt.candidates[candidate as usize].change == Change::None;
            solved_before |= unchanged && !task.train.is_empty() && {
                let mut pairs = task.train.iter().enumerate();
                pairs.all(|(sample, pair)| block.outputs.grid(k, sample) == Some(&pair.output))
            };
        }
    }
    let score_options = ScoreOptions {
        run: *options,
        partial: false,
        ..ScoreOptions::default()
    };
    let score = score_task(task, batt, blocks, Differs::starter(), &score_options);
    Ran {
        score,
        stats,
        solved_before,
        batt_time,
        score_time: started.elapsed(),
    }
}

fn add(sum: &mut Stats, more: &Stats) {
    sum.evaluations += more.evaluations;
    sum.shared += more.shared;
    sum.skipped += more.skipped;
    sum.spent.steps += more.spent.steps;
    sum.spent.cells += more.spent.cells;
    sum.sweeps += more.sweeps;
    sum.ended = sum.ended.or(more.ended);
    if more.heaviest.map(|(_, c)| c) > sum.heaviest.map(|(_, c)| c) {
        sum.heaviest = more.heaviest;
    }
}

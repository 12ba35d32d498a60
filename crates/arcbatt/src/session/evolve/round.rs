//! One turn of the pipeline: a batt run on all tasks, and its candidates scored.

use super::{Best, Outlier, Report, Round, Settings, TaskResult, Watch};
use crate::batt::{Batt, Block, Candidate, Change, Ended, Options, Probe, Stats, Work, run_tasks};
use crate::card::CardStats;
use crate::check::match_programs;
use crate::program::Program;
use crate::score::{
    Differs, RankedGroup, ScoreOptions, TaskScore, all_attempts, check_answers, score_task,
};
use crate::task::{DataSet, Task};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// A batt, and all that it takes to run it.
pub(super) struct Turn<'t, W, P> {
    pub data: &'t DataSet,
    pub batt: &'t Batt,
    /// The programs that the batt was made of.
    pub parents: &'t [Program],
    /// The first so many of them were given, the others are survivors.
    pub given: usize,
    pub settings: &'t Settings<'t>,
    /// The number of the round.
    pub number: u32,
    /// Set to end early.
    pub over: &'t AtomicBool,
    pub watch: &'t W,
    /// Who watches where the time goes.
    pub probe: &'t P,
}

/// What is kept of a task that was run.
struct Ran {
    score: TaskScore,
    stats: Stats,
    solved_before: bool,
    batt_time: Duration,
    score_time: Duration,
}

impl<W: Watch, P: Probe> Turn<'_, W, P> {
    /// Runs and scores the batt, and enters what came of it into the report. Returns programs for
    /// the next round, too.
    pub fn run(&self, made: CardStats, report: &mut Report) -> (Round, Vec<Program>) {
        let batt = self.batt;
        let mut round = Round {
            number: self.number,
            parents: self.parents.len(),
            candidates: batt.candidates.len(),
            nodes: batt.nodes(),
            calls: batt.calls(),
            made,
            ..Round::default()
        };
        let tasks = self.data.tasks.len();
        self.probe.during(Work::Tell, "", || {
            self.watch.round(self.number, batt.candidates.len(), tasks);
        });
        let started = Instant::now();
        let ran = self.run_tasks(&report.tasks, &mut round.stats);
        let wall = started.elapsed();
        let sum = |time: fn(&Ran) -> Duration| ran.iter().map(time).sum::<Duration>();
        let (batt_time, score_time) = (sum(|ran| ran.batt_time), sum(|ran| ran.score_time));
        // Threads run and score side by side: the time on the clock is split as theirs is.
        let share = batt_time.as_secs_f64() / (batt_time + score_time).as_secs_f64().max(1e-9);
        report.phases.batt += wall.mul_f64(share);
        report.phases.score += wall.mul_f64(1.0 - share);
        self.probe.open(Work::Collect, "");
        let mut survivors = Vec::new();
        for (k, ran) in ran.into_iter().enumerate() {
            round.runs += ran.score.candidates as u64;
            round.distinct += ran.score.distinct as u64;
            round.stats.add(&ran.stats);
            self.enter(k, &ran, &mut report.tasks[k]);
            let wanted = match ran.score.solved {
                true => 1,
                false => self.settings.survivors,
            };
            let best = ran.score.best.iter().take(wanted);
            self.probe.during(Work::Survive, "", || {
                survivors.extend(best.filter_map(|scored| self.survivor(k, scored)));
            });
        }
        self.probe.close();
        self.probe.round(batt);
        (round, survivors)
    }

    /// Runs every task on its own candidates, and those that these do not solve on all.
    fn run_tasks(&self, known: &[TaskResult], stats: &mut Stats) -> Vec<Ran> {
        self.probe.open(Work::Choose, "");
        // The candidates of the programs that are for a task.
        let mut own: Vec<Vec<u32>> = vec![Vec::new(); self.data.tasks.len()];
        for (task, program) in match_programs(self.data, self.parents).runs {
            let (first, end) = self.batt.sources[program].candidates;
            own[task].extend(first..end);
        }
        let all: Vec<usize> = (0..own.len()).collect();
        self.probe.close();
        let mut ran = self.pass(&all, |k| own[k].clone());
        if self.settings.share && !self.over.load(Ordering::Relaxed) {
            let is_open = |&k: &usize| !ran[k].score.solved && !known[k].solved;
            let open: Vec<usize> = all.into_iter().filter(is_open).collect();
            let everyone: Vec<u32> = (0..self.batt.candidates.len() as u32).collect();
            self.probe
                .during(Work::Tell, "", || self.watch.again(open.len()));
            let with_all = self.pass(&open, |_| everyone.clone());
            // A task that was given all candidates has its own among them.
            for (k, with_all) in open.into_iter().zip(with_all) {
                let own = std::mem::replace(&mut ran[k], with_all);
                ran[k].solved_before = own.solved_before;
                ran[k].batt_time += own.batt_time;
                ran[k].score_time += own.score_time;
                stats.add(&own.stats);
                // Unless it was ended early, or by its budget.
                if own.score.worth() > ran[k].score.worth() {
                    ran[k].score = own.score;
                }
            }
        }
        ran
    }

    /// Runs and scores some tasks.
    fn pass(&self, tasks: &[usize], choose: impl Fn(usize) -> Vec<u32> + Sync) -> Vec<Ran> {
        let options = Options {
            stop: Some(self.over),
            executor: self.settings.executor,
            ..Options::probed(self.probe)
        };
        let chosen: Vec<&Task> = tasks.iter().map(|&k| &self.data.tasks[k]).collect();
        let finish = |k: usize, blocks: Vec<Block>| {
            let task = chosen[k];
            let ran = score_blocks(task, self.batt, &blocks, &options);
            self.probe.during(Work::Free, &task.id, || drop(blocks));
            self.probe
                .during(Work::Tell, &task.id, || self.watch.task_done());
            ran
        };
        self.probe.during(Work::Wait, "", || {
            let choose = |k: usize| match self.over.load(Ordering::Relaxed) {
                // Nobody waits until candidates are laid out that will not be run.
                true => Vec::new(),
                false => choose(tasks[k]),
            };
            run_tasks(self.batt, &chosen, &options, choose, finish)
        })
    }

    /// Enters what came of a task.
    fn enter(&self, task: usize, ran: &Ran, result: &mut TaskResult) {
        result.time += ran.batt_time + ran.score_time;
        result.solved_before |= self.number == self.settings.first_round && ran.solved_before;
        if let Some(ended @ (Ended::Budget | Ended::Time)) = ran.stats.ended {
            let graph = &self.batt.graph;
            let blame = ran.stats.heaviest;
            result.outlier = Some(Outlier {
                ended,
                blame: blame.map(|(node, cells)| (node, graph.describe(node), cells)),
            });
        }
        let Some(best) = ran.score.best.first() else {
            return;
        };
        let known = result.best.as_ref().map(|b| (b.matched, b.differ));
        if known.is_none_or(|known| (best.matched, best.differ) > known) {
            let candidate = best.candidates[0];
            result.best = Some(Best {
                program: self.named(task, candidate),
                change: self.batt.candidates[candidate as usize].change,
                round: self.number,
                matched: best.matched,
                differ: best.differ,
                most: ran.score.most,
                verdict: check_answers(&all_attempts(&ran.score), &self.data.answers[task]),
            });
            result.solved |= ran.score.solved;
        }
    }

    /// The program for the next round, unless it is one of those given: these are parents of every
    /// round anyway. A survivor has to survive again, changed or not.
    fn survivor(&self, task: usize, scored: &RankedGroup) -> Option<Program> {
        let candidate = scored.candidates[0];
        let Candidate { source, change, .. } = self.batt.candidates[candidate as usize];
        let is_new = change != Change::None || source as usize >= self.given;
        is_new.then(|| self.named(task, candidate))
    }

    /// A candidate as a solver of the task.
    fn named(&self, task: usize, candidate: u32) -> Program {
        let allowed = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
        let id: String = self.data.tasks[task].id.chars().map(allowed).collect();
        Program {
            name: format!("solve_{id}"),
            ..self.batt.extract(candidate)
        }
    }
}

/// Scores what a task's candidates answered. Partial ones matter only until one is right, and then
/// as parents of a few: so few are looked at by differs.
fn score_blocks<P: Probe>(task: &Task, batt: &Batt, blocks: &[Block], options: &Options<P>) -> Ran {
    let started = Instant::now();
    options.probe.open(Work::Match, &task.id);
    let mut stats = Stats::default();
    let mut batt_time = Duration::ZERO;
    let mut solved_before = false;
    for block in blocks {
        stats.add(&block.stats);
        batt_time += block.time;
        for (k, &candidate) in block.candidates.iter().enumerate() {
            let unchanged = batt.candidates[candidate as usize].change == Change::None;
            solved_before |= unchanged && !task.train.is_empty() && {
                let mut pairs = task.train.iter().enumerate();
                pairs.all(|(sample, pair)| block.outputs.grid(k, sample) == Some(&pair.output))
            };
        }
    }
    options.probe.close();
    let score_options = ScoreOptions {
        keep: 16,
        compared: 128,
        partial: false,
        ..ScoreOptions::with(*options)
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

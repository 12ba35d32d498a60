//! One round of evolve: a batt run on all tasks, and its candidates scored.

use super::contenders::{OpenTask, contenders};
use super::{Origin, Outlier, PROPOSER, Round, Settings, bits, lock};
use crate::batt::{
    Batt, Block, Candidate, Change, EndReason, Options, Probe, Stats, Work, run_tasks,
};
use crate::card::CardStats;
use crate::check::{match_programs, match_programs_among};
use crate::program::Program;
use crate::score::{Differs, RankedGroup, ScoreOptions, TaskScore, matches_needed, score_task};
use crate::search::SearchStats;
use crate::session::event::{Event, OnEvent, Progress};
use crate::session::report::{Report, TaskReport};
use crate::session::solver_file::solver_name;
use crate::store::{Best, canonical};
use crate::task::{DataSet, Task};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// A batt, and what it takes to run it.
pub(super) struct RoundRun<'t, P> {
    pub data: &'t DataSet,
    pub batt: &'t Batt,
    /// The programs that the batt was made from: those given, then survivors.
    pub parents: &'t [Program],
    /// How many of the parents were given.
    pub given: usize,
    pub settings: &'t Settings<'t>,
    /// The number of the round.
    pub number: u32,
    /// Whether there is a store, which wants given programs, too.
    pub stored: bool,
    pub stop: &'t AtomicBool,
    pub progress: &'t Mutex<Progress>,
    pub on_event: OnEvent<'t>,
    pub probe: &'t P,
}

/// The result of running and scoring a task.
struct Ran {
    /// The groups without their outputs: those of all tasks are kept until the end of the round.
    score: TaskScore,
    /// How many demonstrations the candidate of another task must match to change the result.
    needed: u32,
    stats: Stats,
    fits_before: bool,
    batt_time: Duration,
    score_time: Duration,
}

/// The programs that a round found for a task.
#[derive(Default)]
pub(crate) struct TaskFinds {
    /// The best programs, best first.
    pub programs: Vec<Find>,
    /// Whether the best one replaces that of earlier rounds.
    pub better: bool,
    /// Whether the task has a fitting program since this round.
    pub newly_fits: bool,
    /// Whether there is no result: the task was to be run elsewhere.
    pub missing: bool,
    pub stats: SearchStats,
}

impl TaskFinds {
    /// Of a task without a result.
    pub fn missing() -> Self {
        Self {
            missing: true,
            ..Self::default()
        }
    }
}

/// A program that a round found for a task.
pub(crate) struct Find {
    pub program: Program,
    /// Demonstrations that it gets right.
    pub matched: u32,
    /// Whether it is a parent of the next round beside the programs given.
    pub is_survivor: bool,
}

impl<P: Probe> RoundRun<'_, P> {
    /// Runs and scores the batt, and enters the results into the report.
    pub fn run(&self, made: CardStats, report: &mut Report) -> (Round, Vec<TaskFinds>) {
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
        self.tell("", |progress| {
            (progress.round, progress.done, progress.of) = (self.number, 0, tasks);
            (self.on_event)(&Event::RoundStarted {
                round: self.number,
                tasks,
                candidates: Some(batt.candidates.len()),
            });
        });
        let started = Instant::now();
        let ran = self.run_tasks(&report.tasks, &mut round);
        let wall = started.elapsed();
        let sum = |time: fn(&Ran) -> Duration| ran.iter().map(time).sum::<Duration>();
        let (batt_time, score_time) = (sum(|ran| ran.batt_time), sum(|ran| ran.score_time));
        // Threads run and score side by side: split the wall-clock time as theirs is.
        let share = batt_time.as_secs_f64() / (batt_time + score_time).as_secs_f64().max(1e-9);
        report.phases.batt += wall.mul_f64(share);
        report.phases.score += wall.mul_f64(1.0 - share);
        self.probe.open(Work::Collect, "");
        let mut finds = Vec::new();
        for (k, ran) in ran.into_iter().enumerate() {
            round.runs += ran.score.candidates as u64;
            round.distinct += ran.score.distinct as u64;
            round.stats.add(&ran.stats);
            finds.push(self.enter(k, &ran, &mut report.tasks[k]));
        }
        self.probe.close();
        self.probe.round(batt);
        (round, finds)
    }

    /// Sends an event while nobody else does.
    fn tell(&self, task: &str, send: impl FnOnce(&mut Progress)) {
        self.probe
            .during(Work::Tell, task, || send(&mut lock(self.progress)));
    }

    /// Runs every task on its own candidates; tasks that these do not fit, on all candidates that may
    /// be among the best.
    fn run_tasks(&self, known: &[TaskReport], round: &mut Round) -> Vec<Ran> {
        self.probe.open(Work::Choose, "");
        // The candidates of the programs that are for a task.
        let mut own: Vec<Vec<u32>> = vec![Vec::new(); self.data.tasks.len()];
        let matches = match self.settings.known {
            Some(known) => match_programs_among(known, self.data, self.parents),
            None => match_programs(self.data, self.parents),
        };
        for (task, program) in matches.runs {
            let (first, end) = self.batt.sources[program].candidates;
            own[task].extend(first..end);
        }
        let all: Vec<usize> = (0..own.len()).collect();
        self.probe.close();
        let mut ran = self.pass(&all, known, |k| own[k].clone());
        if self.settings.share && !self.stop.load(Ordering::Relaxed) {
            let is_open = |&k: &usize| !ran[k].score.fits && !known[k].fits();
            let open: Vec<usize> = all.into_iter().filter(is_open).collect();
            self.tell("", |progress| {
                progress.of += open.len();
                (self.on_event)(&Event::TasksAdded { tasks: open.len() });
            });
            let tasks: Vec<OpenTask> = open
                .iter()
                .map(|&k| OpenTask {
                    task: &self.data.tasks[k],
                    own: &own[k],
                    needed: ran[k].needed,
                })
                .collect();
            let chosen = self.probe.during(Work::Wait, "", || {
                contenders(self.batt, &tasks, &self.options())
            });
            let mut chosen_by_task: Vec<&[u32]> = vec![&[]; own.len()];
            for (&k, chosen) in open.iter().zip(&chosen) {
                chosen_by_task[k] = &chosen.candidates;
                round.ruled_out += (self.batt.candidates.len() - chosen.candidates.len()) as u64;
            }
            let with_all = self.pass(&open, known, |k| chosen_by_task[k].to_vec());
            // The contenders include the task's own candidates.
            for ((k, with_all), chosen) in open.into_iter().zip(with_all).zip(&chosen) {
                let own = std::mem::replace(&mut ran[k], with_all);
                ran[k].fits_before = own.fits_before;
                ran[k].stats.add(&chosen.stats);
                ran[k].batt_time += own.batt_time + chosen.time;
                ran[k].score_time += own.score_time;
                round.stats.add(&own.stats);
                // An interrupted run, or one over its budget, may be worse.
                if own.score.worth() > ran[k].score.worth() {
                    ran[k].score = own.score;
                }
            }
        }
        ran
    }

    fn options(&self) -> Options<'_, P> {
        Options {
            limits: self.settings.limits,
            given_sources: self.given.min(self.settings.brought),
            stop: Some(self.stop),
            memory: self.settings.memory,
            executor: self.settings.executor,
            ..Options::probed(self.probe)
        }
    }

    /// Runs and scores some tasks.
    fn pass(
        &self,
        tasks: &[usize],
        known: &[TaskReport],
        choose: impl Fn(usize) -> Vec<u32> + Sync,
    ) -> Vec<Ran> {
        let options = self.options();
        let chosen: Vec<&Task> = tasks.iter().map(|&k| &self.data.tasks[k]).collect();
        let finish = |k: usize, blocks: Vec<Block>| {
            let task = chosen[k];
            let ran = self.score_blocks(task, &blocks, &options);
            self.probe.during(Work::Free, &task.id, || drop(blocks));
            self.tell(&task.id, |progress| {
                progress.done += 1;
                progress.fitting += usize::from(ran.score.fits && !known[tasks[k]].fits());
                progress.programs += ran.score.candidates as u64;
                progress.evaluations += ran.stats.evaluations;
                (self.on_event)(&Event::TaskDone {
                    task: &task.id,
                    attempts: &ran.score.attempts,
                    progress,
                });
            });
            ran
        };
        self.probe.during(Work::Wait, "", || {
            let choose = |k: usize| match self.stop.load(Ordering::Relaxed) {
                true => Vec::new(),
                false => {
                    let task = &chosen[k].id;
                    self.tell(task, |_| (self.on_event)(&Event::TaskStarted { task }));
                    choose(tasks[k])
                }
            };
            run_tasks(self.batt, &chosen, &options, choose, finish)
        })
    }

    /// Enters the result of a task into its report.
    fn enter(&self, task: usize, ran: &Ran, report: &mut TaskReport) -> TaskFinds {
        let stats = SearchStats {
            evaluations: ran.stats.evaluations,
            programs: ran.score.candidates as u64,
            memory: 0,
            time: ran.batt_time + ran.score_time,
        };
        let sum = &mut report.standing.stats;
        sum.evaluations += stats.evaluations;
        sum.programs += stats.programs;
        sum.time += stats.time;
        report.fits_before |= ran.fits_before;
        report.cut.clone_from(&ran.score.cut);
        for cut in &mut report.cut {
            // The programs as given know their lines in the file.
            let limits = self.settings.limits.given;
            cut.locate(
                &self.parents[cut.source as usize],
                &self.data.tasks[task],
                limits,
            );
        }
        if let Some(ended @ (EndReason::Budget | EndReason::Time)) = ran.stats.ended {
            let graph = &self.batt.graph;
            let blame = ran.stats.heaviest;
            report.outlier = Some(Outlier {
                ended,
                blame: blame.map(|(node, cells)| (node, graph.describe(node), cells)),
            });
        }
        let fitted = report.fits();
        let better = self.enter_best(task, ran, report);
        TaskFinds {
            programs: self.best_programs(task, &ran.score),
            better,
            newly_fits: report.fits() && !fitted,
            missing: false,
            stats,
        }
    }

    /// Replaces the best program of a task if there is a better one; says whether there is.
    fn enter_best(&self, task: usize, ran: &Ran, report: &mut TaskReport) -> bool {
        let Some(best) = ran.score.best.first() else {
            return false;
        };
        // A program that the user gave stays unless another matches more demonstrations.
        let is_given = report.origin.is_some_and(|o| o.change == Change::None);
        let (matched, differ) = report.score();
        let is_better = match is_given {
            true => best.matched > matched,
            false => (best.matched, best.differ) > (matched, differ),
        };
        if report.standing.best.is_some() && !is_better {
            return false;
        }
        let candidate = best.candidates[0];
        let program = self.named(task, candidate);
        let standing = &mut report.standing;
        standing.matched = best.matched;
        standing.best = Some(Best {
            bits: bits(&program),
            program,
            proposer: PROPOSER.to_owned(),
        });
        standing.attempts.clone_from(&ran.score.attempts);
        report.origin = Some(Origin {
            change: self.batt.candidates[candidate as usize].change,
            round: self.number,
            differ: best.differ,
            most: ran.score.most,
        });
        true
    }

    /// The programs of a task that survive the round or go into the store.
    fn best_programs(&self, task: usize, score: &TaskScore) -> Vec<Find> {
        let wanted = match score.fits {
            true => 1,
            false => self.settings.survivors,
        };
        let find = |group: &RankedGroup| {
            let candidate = group.candidates[0];
            let Candidate { source, change, .. } = self.batt.candidates[candidate as usize];
            // The programs given are parents of every round anyway.
            let is_survivor = change != Change::None || source as usize >= self.given;
            (is_survivor || self.stored).then(|| Find {
                program: self.named(task, candidate),
                matched: group.matched,
                is_survivor,
            })
        };
        self.probe.during(Work::Survive, "", || {
            score.best.iter().take(wanted).filter_map(find).collect()
        })
    }

    /// A candidate as a solver of the task, in canonical form: so it is the same program whether
    /// it comes from this batt or, in a resumed run, from the store.
    fn named(&self, task: usize, candidate: u32) -> Program {
        Program {
            name: solver_name(&self.data.tasks[task].id),
            ..canonical(&self.batt.extract(candidate))
        }
    }

    /// Scores the answers of a task's candidates. The differs rank few candidates: those that fit
    /// only some demonstrations matter as parents alone.
    fn score_blocks(&self, task: &Task, blocks: &[Block], options: &Options<P>) -> Ran {
        let started = Instant::now();
        self.probe.open(Work::Match, &task.id);
        let mut stats = Stats::default();
        let mut batt_time = Duration::ZERO;
        let mut fits_before = false;
        for block in blocks {
            stats.add(&block.stats);
            batt_time += block.time;
            for (k, &candidate) in block.candidates.iter().enumerate() {
                let Candidate { source, change, .. } = self.batt.candidates[candidate as usize];
                let is_given = change == Change::None && (source as usize) < self.given;
                fits_before |= is_given && !task.train.is_empty() && {
                    let mut pairs = task.train.iter().enumerate();
                    pairs.all(|(sample, pair)| block.outputs.is_grid(k, sample, &pair.output))
                };
            }
        }
        self.probe.close();
        let score_options = ScoreOptions {
            keep: 16,
            compared: 128,
            partial: false,
            outputs: false,
            ..ScoreOptions::with(*options)
        };
        let differs = Differs::starter();
        let mut score = score_task(task, self.batt, blocks, differs, &score_options);
        score.best.truncate(self.settings.survivors.max(1));
        for group in &mut score.best {
            group.outputs = Vec::new();
        }
        let needed = match score.fits {
            true => task.train.len() as u32,
            false => matches_needed(task, blocks, self.settings.survivors),
        };
        Ran {
            score,
            needed,
            stats,
            fits_before,
            batt_time,
            score_time: started.elapsed(),
        }
    }
}

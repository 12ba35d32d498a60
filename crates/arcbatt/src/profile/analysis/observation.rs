//! One run under the probe: done, and what the probe saw.

use crate::batt::{DeviceStats, Executor, Work};
use crate::dsl::CallTree;
use crate::profile::analysis::estimate::{Estimate, Scale};
use crate::profile::analysis::{categories, estimate};
use crate::profile::evolve_profile::workload::{Done, Scene};
use crate::profile::model::{self, Account, RunTotals};
use crate::profile::probe::answer_digest;
use crate::profile::probe::timer::Timer;
use crate::profile::probe::timing_probe::{
    Merging, NO_TASK, Stretch, TaskNotes, ThreadNotes, TimingProbe, WORKS,
};
use crate::profile::recorder::merged_tables::Merged;
use crate::session::{OnEvent, Report};
use crate::task::DataSet;
use rustc_hash::FxHashMap;
use std::io;

/// A run, and what the probe saw of it.
pub struct Observed {
    /// What it came to.
    pub done: Done,
    /// Where the time went.
    pub estimate: Estimate,
    /// All of it.
    pub account: Account,
    /// The timer.
    pub clock: model::Clock,
    /// Stretches by thread, in nanoseconds from the start.
    pub threads: Vec<Vec<Stretch>>,
    /// By task, in the order of the data set; ticks are nanoseconds.
    pub tasks: Vec<TaskNotes>,
    /// Nodes as text, by round and node.
    pub texts: FxHashMap<(u32, u32), String>,
    /// What the candidates of each task answered.
    pub digests: Vec<(String, u128)>,
    /// What merging spared.
    pub merging: Merging,
    /// CPU time of all threads; 0 where the system does not tell it.
    pub cpu_ns: u64,
    /// What was done elsewhere, if anything could be.
    pub elsewhere: Option<DeviceStats>,
}

/// CPU time of all threads of the pool so far, in nanoseconds; 0 where the system does not tell it.
pub fn cpu_of_pool() -> u64 {
    let all = rayon::broadcast(|_| crate::work_clock::cpu_time().unwrap_or(0));
    all.into_iter().sum()
}

/// The kinds of work, by number.
const ALL_WORK: [Work; WORKS] = [
    Work::Card,
    Work::Choose,
    Work::Plan,
    Work::Run,
    Work::Backend,
    Work::DifferBackend,
    Work::Group,
    Work::Match,
    Work::Compare,
    Work::Differ,
    Work::Rank,
    Work::Collect,
    Work::Survive,
    Work::Tell,
    Work::Keep,
    Work::Free,
    Work::Wait,
    Work::Glue,
    Work::Probe,
];

/// A probe that waits for its run to be over.
pub struct Observer<'e> {
    on: TimingProbe,
    executor: Executor<'e>,
    /// What was done elsewhere before.
    before: DeviceStats,
    begun: u64,
    tasks: usize,
    threads: usize,
}

impl<'e> Observer<'e> {
    /// A probe for work on some tasks that begins now, in the rayon pool that this is called in.
    pub fn new(data: &DataSet) -> Self {
        Self::of(data, Executor::CPU)
    }

    /// The same for work that `executor` does.
    pub fn of(data: &DataSet, executor: Executor<'e>) -> Self {
        executor.set_profiling(true);
        let threads = rayon::current_num_threads();
        let on = TimingProbe::new(data.tasks.iter().map(|task| task.id.as_str()), threads);
        Self {
            before: executor.stats().unwrap_or_default(),
            executor,
            begun: on.timer.now(),
            on,
            tasks: data.tasks.len(),
            threads,
        }
    }

    /// The probe.
    pub fn probe(&self) -> &TimingProbe {
        &self.on
    }

    /// The work is over, and came to this.
    pub(crate) fn finish(self, done: Done) -> Observed {
        let wall = self.on.timer.now().saturating_sub(self.begun);
        self.executor.set_profiling(false);
        let elsewhere = self.executor.stats();
        let timer = self.on.timer.clone();
        let left = self.on.into_left();
        let observed = Observed {
            done,
            estimate: Estimate::default(),
            account: Account::default(),
            clock: timer.describe(),
            threads: Vec::new(),
            tasks: vec![TaskNotes::default(); self.tasks],
            texts: left.texts,
            digests: left.digests.into_sorted(),
            merging: left.merging,
            cpu_ns: 0,
            elsewhere: elsewhere.map(|told| told.since(&self.before)),
        };
        observed.with(left.threads, &timer, self.begun, wall, self.threads)
    }
}

impl Observed {
    /// Does the work under the probe. Uses the rayon pool that it is called in.
    pub fn new(
        scene: &Scene,
        on_event: OnEvent,
        print: &dyn Fn(&Report, &DataSet),
    ) -> io::Result<Self> {
        let before = cpu_of_pool();
        let observer = Observer::of(scene.data(), scene.subject.executor());
        let done = scene.run(observer.probe(), on_event, print)?;
        let cpu_ns = cpu_of_pool().saturating_sub(before);
        Ok(Self {
            cpu_ns,
            ..observer.finish(done)
        })
    }

    fn with(
        mut self,
        notes: Vec<ThreadNotes>,
        timer: &Timer,
        begun: u64,
        wall: u64,
        threads: usize,
    ) -> Self {
        let rate = timer.ns_per_tick();
        let ns = |ticks: u64| (ticks as f64 * rate) as u64;
        let mut work = [(0u64, 0u64); WORKS];
        let mut waited = 0;
        let mut tables = [Merged::default(), Merged::default()];
        let mut around = [(0u64, 0u64); 2];
        for notes in notes {
            waited += notes.waited;
            for (sum, more) in work.iter_mut().zip(&notes.work) {
                sum.0 += more.0;
                sum.1 += more.1;
            }
            for (task, more) in notes.tasks {
                if task != NO_TASK && (task as usize) < self.tasks.len() {
                    add_task(&mut self.tasks[task as usize], &more, rate);
                }
            }
            for (sum, more) in around.iter_mut().zip(notes.around) {
                sum.0 += more.0;
                sum.1 += more.1;
            }
            for (merged, table) in tables.iter_mut().zip(notes.tables) {
                if let Some(table) = table {
                    merged.add(*table);
                }
            }
            let stretch = |stretch: Stretch| Stretch {
                start: ns(stretch.start.saturating_sub(begun)),
                end: ns(stretch.end.saturating_sub(begun)),
                ..stretch
            };
            self.threads
                .push(notes.stretches.into_iter().map(stretch).collect());
        }
        // The last is of a thread in no pool, which seldom does anything.
        if self.threads.last().is_some_and(Vec::is_empty) {
            self.threads.pop();
        }
        let scale = Scale {
            ns_per_tick: rate,
            watching: CallTree::cost(&timer.clock),
        };
        for (phase, merged) in ["batt", "score"].into_iter().zip(&tables) {
            self.estimate.add(phase, merged, scale);
        }
        for (phase, (ticks, count)) in ["batt", "score"].into_iter().zip(around) {
            let part = estimate::Part {
                ns: ticks as f64 * rate,
                count: count as f64,
            };
            let name = categories::STARTING.to_owned();
            self.estimate
                .add_part(phase, categories::SET_UP, name, part);
        }
        for (kind, &(ticks, count)) in ALL_WORK.into_iter().zip(&work) {
            if let Some((category, name)) = categories::work(kind) {
                let part = estimate::Part {
                    ns: ticks as f64 * rate,
                    count: count as f64,
                };
                let phase = categories::phase(kind);
                self.estimate
                    .add_part(phase, category, name.to_owned(), part);
            }
        }
        let busy: u64 = ALL_WORK
            .iter()
            .zip(&work)
            .filter(|(kind, _)| **kind != Work::Wait)
            .map(|(_, &(ticks, _))| ticks)
            .sum();
        let capacity = wall as f64 * rate * threads as f64;
        let primitives: f64 = self.estimate.primitives.values().map(|row| row.own).sum();
        let framework: f64 = self.estimate.framework.values().map(|part| part.ns).sum();
        let waiting = waited as f64 * rate;
        let idle = (capacity - busy as f64 * rate - waiting).max(0.0);
        let remainder = capacity - primitives - framework - idle - waiting;
        self.account = Account {
            wall_ns: ns(wall),
            capacity_ns: capacity as u64,
            primitives_ns: primitives as u64,
            framework_ns: framework as u64,
            idle_ns: idle as u64,
            waiting_ns: waiting as u64,
            remainder_ns: remainder as i64,
            remainder_percent: 100.0 * remainder / capacity.max(1.0),
        };
        self
    }

    /// Time that threads were busy, in nanoseconds.
    pub fn busy(&self) -> f64 {
        self.account.busy_ns() as f64
    }

    /// All answers as one number.
    pub fn digest(&self) -> String {
        answer_digest::whole(&self.digests)
    }

    /// The time of a task on threads, in the batt and in scoring.
    pub fn task_times(&self, task: usize) -> (u64, u64) {
        let notes = &self.tasks[task];
        let mut times = (0, 0);
        for (kind, &ns) in ALL_WORK.into_iter().zip(&notes.work) {
            match categories::phase(kind) {
                _ if matches!(kind, Work::Wait | Work::Glue) => {}
                "batt" => times.0 += ns,
                "score" => times.1 += ns,
                _ => {}
            }
        }
        times
    }

    /// By primitive: name, time in itself, calls.
    pub fn primitive_totals(&self) -> Vec<(String, u64, u64)> {
        let rows = self.estimate.primitives.iter();
        rows.filter(|(_, row)| row.calls > 0.0)
            .map(|(name, row)| (name.clone(), row.own as u64, row.calls as u64))
            .collect()
    }

    /// What is kept of the run to compare others with.
    pub fn totals(&self) -> RunTotals {
        let phases = phases_of(&self.done);
        let tasks = self.done.tasks.iter().enumerate();
        RunTotals {
            wall_ns: self.account.wall_ns,
            evaluations: self.done.stats.evaluations,
            phases: phases
                .iter()
                .map(|(name, ns)| ((*name).to_owned(), *ns))
                .collect(),
            primitives: self.primitive_totals(),
            tasks: tasks
                .map(|(k, task)| {
                    let (batt, score) = self.task_times(k);
                    (task.id.clone(), batt + score)
                })
                .collect(),
        }
    }
}

/// The phases of a run that are measured in it, with their names.
pub fn phases_of(done: &Done) -> [(&'static str, u64); 5] {
    let ns = |time: std::time::Duration| time.as_nanos() as u64;
    [
        ("card", ns(done.phases.card)),
        ("batt", ns(done.phases.batt)),
        ("score", ns(done.phases.score)),
        ("store", ns(done.phases.store)),
        ("report", ns(done.report)),
    ]
}

/// Adds what another thread knows of a task, in nanoseconds.
fn add_task(task: &mut TaskNotes, more: &TaskNotes, rate: f64) {
    let ns = |ticks: u64| (ticks as f64 * rate) as u64;
    for (sum, &more) in task.work.iter_mut().zip(&more.work) {
        *sum += ns(more);
    }
    let mut longest = more.longest;
    longest.ticks = ns(longest.ticks);
    task.longest = task.longest.max(longest);
    if more.limits > 0 {
        task.limits += more.limits;
        (task.limited, task.limited_round) = (more.limited, more.limited_round);
    }
    task.evaluations += more.evaluations;
    task.candidates += more.candidates;
}

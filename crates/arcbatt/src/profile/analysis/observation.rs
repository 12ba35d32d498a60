//! One run under the probe: its outcome, and where its time went.

use crate::batt::{DeviceStats, Executor, Work};
use crate::profile::analysis::categories;
use crate::profile::analysis::estimate::{Estimate, Part, Scale, row_of};
use crate::profile::evolve_profile::workload::{RunOutcome, Workload};
use crate::profile::lines::{GivenPrograms, NodeLines};
use crate::profile::model::{self, Account, RunTotals};
use crate::profile::probe::answer_digest;
use crate::profile::probe::timer::Timer;
use crate::profile::probe::timing_probe::{
    Interval, MergeCounts, NO_TASK, NodeTexts, TaskRecord, ThreadRecord, TimingProbe, WORK_KINDS,
};
use crate::profile::recorder::merged_tables::MergedTable;
use crate::session::{OnEvent, Report};
use crate::task::DataSet;
use std::collections::BTreeMap;
use std::io;

/// A run, and where its time went.
#[derive(Default)]
pub struct Observation {
    /// The outcome of the run.
    pub outcome: RunOutcome,
    /// Where the time went.
    pub estimate: Estimate,
    /// The time of all threads, accounted for.
    pub account: Account,
    /// The timer.
    pub clock: model::Clock,
    /// Intervals by thread, in nanoseconds from the start.
    pub threads: Vec<Vec<Interval>>,
    /// Records by task, in the order of the data set, in nanoseconds.
    pub tasks: Vec<TaskRecord>,
    /// The names of notable nodes.
    pub texts: NodeTexts,
    /// The lines of the given programs in the batt of the first round.
    pub lines: NodeLines,
    /// Ticks and evaluations by node of that batt.
    pub nodes: Vec<(u64, u64)>,
    /// Time of the steps of candidates by task and primitive, in ticks.
    pub task_primitives: Vec<BTreeMap<String, u64>>,
    /// The hash of all answers, by task.
    pub digests: Vec<(String, u128)>,
    /// Calls before and after merging.
    pub merging: MergeCounts,
    /// CPU time of all threads; 0 where the system does not report it.
    pub cpu_ns: u64,
    /// Statistics of the GPUs, if any could be used.
    pub device: Option<DeviceStats>,
}

/// CPU time of the pool so far, in nanoseconds; 0 where the system does not report it.
pub fn cpu_of_pool() -> u64 {
    let all = rayon::broadcast(|_| crate::work_clock::cpu_time().unwrap_or(0));
    all.into_iter().sum()
}

/// All [`Work`] variants, by number.
const ALL_WORK: [Work; WORK_KINDS] = [
    Work::Card,
    Work::CardCache,
    Work::Normalise,
    Work::Mutate,
    Work::TypeCheck,
    Work::Merge,
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
    Work::Verify,
    Work::Tell,
    Work::Keep,
    Work::Free,
    Work::Wait,
    Work::Glue,
    Work::Probe,
];

/// A probe, its start, and the executor that it watches.
pub struct Observer<'e> {
    probe: TimingProbe,
    executor: Executor<'e>,
    /// GPU statistics at the start.
    before: DeviceStats,
    begun: u64,
    tasks: usize,
    threads: usize,
}

impl<'e> Observer<'e> {
    /// A probe for work on these tasks that begins now, in the current rayon pool.
    pub fn new(data: &DataSet) -> Self {
        Self::of(data, Executor::CPU)
    }

    /// [`Observer::new`] for work that `executor` runs.
    pub fn of(data: &DataSet, executor: Executor<'e>) -> Self {
        executor.set_profiling(true);
        let threads = rayon::current_num_threads();
        let probe = TimingProbe::new(data.tasks.iter().map(|task| task.id.as_str()), threads);
        Self {
            before: executor.stats().unwrap_or_default(),
            executor,
            begun: probe.timer.now(),
            probe,
            tasks: data.tasks.len(),
            threads,
        }
    }

    /// The same for work on these programs, whose lines name the nodes.
    pub fn with_programs(self, given: GivenPrograms) -> Self {
        Self {
            probe: self.probe.with_programs(given),
            ..self
        }
    }

    /// The probe.
    pub fn probe(&self) -> &TimingProbe {
        &self.probe
    }

    /// Ends the observation of a run with this outcome.
    pub(crate) fn finish(self, outcome: RunOutcome) -> Observation {
        let wall = self.probe.timer.now().saturating_sub(self.begun);
        self.executor.set_profiling(false);
        let device = self.executor.stats();
        let timer = self.probe.timer.clone();
        let parts = self.probe.into_parts();
        let observation = Observation {
            outcome,
            clock: timer.describe(),
            tasks: vec![TaskRecord::default(); self.tasks],
            task_primitives: vec![BTreeMap::new(); self.tasks],
            texts: parts.texts,
            lines: parts.lines,
            digests: parts.digests.into_sorted(),
            merging: parts.merging,
            device: device.map(|stats| stats.since(&self.before)),
            ..Observation::default()
        };
        observation.with_threads(parts.threads, &timer, self.begun, wall, self.threads)
    }
}

impl Observation {
    /// Runs a workload under the probe, in the current rayon pool.
    pub fn new(
        workload: &Workload,
        given: &GivenPrograms,
        on_event: OnEvent,
        print: &dyn Fn(&Report, &DataSet),
    ) -> io::Result<Self> {
        let before = cpu_of_pool();
        let observer = Observer::of(workload.data(), workload.subject.executor());
        let observer = observer.with_programs(given.clone());
        let outcome = workload.run(observer.probe(), on_event, print)?;
        let cpu_ns = cpu_of_pool().saturating_sub(before);
        Ok(Self {
            cpu_ns,
            ..observer.finish(outcome)
        })
    }

    /// Adds the records of all threads.
    fn with_threads(
        mut self,
        records: Vec<ThreadRecord>,
        timer: &Timer,
        begun: u64,
        wall: u64,
        threads: usize,
    ) -> Self {
        let rate = timer.ns_per_tick();
        let ns = |ticks: u64| (ticks as f64 * rate) as u64;
        let part = |(ticks, count): (u64, u64)| Part {
            ns: ticks as f64 * rate,
            count: count as f64,
        };
        let mut work = [(0u64, 0u64); WORK_KINDS];
        let mut waited = 0;
        let mut tables = [MergedTable::default(), MergedTable::default()];
        let mut around = [(0u64, 0u64); 2];
        for record in records {
            waited += record.waited;
            add_pairs(&mut work, &record.work);
            add_pairs(&mut around, &record.around);
            let callees = record.tables[0]
                .as_ref()
                .map_or(&[][..], |table| &table.callees);
            for (task, more) in record.tasks {
                if task != NO_TASK && (task as usize) < self.tasks.len() {
                    add_task(&mut self.tasks[task as usize], &more, rate);
                    let primitives = &mut self.task_primitives[task as usize];
                    for (&callee, ticks) in callees.iter().zip(more.rows) {
                        *primitives.entry(row_of(callee)).or_default() += ticks;
                    }
                }
            }
            for (merged, table) in tables.iter_mut().zip(record.tables) {
                if let Some(table) = table {
                    merged.add(*table);
                }
            }
            let interval = |interval: Interval| Interval {
                start: ns(interval.start.saturating_sub(begun)),
                end: ns(interval.end.saturating_sub(begun)),
                ..interval
            };
            self.threads
                .push(record.intervals.into_iter().map(interval).collect());
        }
        // The last is of a thread outside the pool, which seldom does anything.
        if self.threads.last().is_some_and(Vec::is_empty) {
            self.threads.pop();
        }
        self.nodes = std::mem::take(&mut tables[0].nodes);
        let scale = Scale::new(timer);
        for ((phase, merged), around) in ["batt", "score"].into_iter().zip(&tables).zip(around) {
            self.estimate.add(phase, merged, scale);
            let name = categories::STARTING.to_owned();
            self.estimate
                .add_part(phase, categories::SET_UP, name, part(around));
        }
        for (kind, &total) in ALL_WORK.into_iter().zip(&work) {
            if let Some((category, name)) = categories::work(kind) {
                let phase = categories::phase(kind);
                self.estimate
                    .add_part(phase, category, name.to_owned(), part(total));
            }
        }
        let busy = ALL_WORK.iter().zip(&work);
        let busy = busy.filter(|(kind, _)| **kind != Work::Wait);
        let busy: u64 = busy.map(|(_, &(ticks, _))| ticks).sum();
        let capacity = wall as f64 * rate * threads as f64;
        let waiting = waited as f64 * rate;
        let idle = (capacity - busy as f64 * rate - waiting).max(0.0);
        self.account = account(&mut self.estimate, ns(wall), capacity, idle, waiting);
        self
    }

    /// Time that threads were busy, in nanoseconds.
    pub fn busy(&self) -> f64 {
        self.account.busy_ns() as f64
    }

    /// One hash of all answers.
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

    /// Name, own time and calls of every primitive.
    pub fn primitive_totals(&self) -> Vec<(String, u64, u64)> {
        let rows = self.estimate.primitives.iter();
        rows.filter(|(_, row)| row.calls > 0.0)
            .map(|(name, row)| (name.clone(), row.own as u64, row.calls as u64))
            .collect()
    }

    /// The totals that other runs are compared with.
    pub fn totals(&self) -> RunTotals {
        let phases = phases_of(&self.outcome);
        let tasks = self.outcome.tasks.iter().enumerate();
        RunTotals {
            wall_ns: self.account.wall_ns,
            evaluations: self.outcome.stats.evaluations,
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

/// The phases measured inside a run: name and nanoseconds.
pub fn phases_of(outcome: &RunOutcome) -> [(&'static str, u64); 5] {
    let ns = |time: std::time::Duration| time.as_nanos() as u64;
    [
        ("card", ns(outcome.phases.card)),
        ("batt", ns(outcome.phases.batt)),
        ("score", ns(outcome.phases.score)),
        ("store", ns(outcome.phases.store)),
        ("report", ns(outcome.report)),
    ]
}

/// Accounts for the time of all threads; all times in nanoseconds. No part is negative, and together
/// they are the capacity: estimates and clocks that disagree by a little are made to fit.
pub fn account(
    estimate: &mut Estimate,
    wall_ns: u64,
    capacity: f64,
    idle: f64,
    waiting: f64,
) -> Account {
    estimate.fit_into(capacity);
    let primitives: f64 = estimate.primitives.values().map(|row| row.own).sum();
    let framework: f64 = estimate.framework.values().map(|part| part.ns).sum();
    let mut rest = capacity as u64;
    let mut take = |part: f64| {
        let part = (part as u64).min(rest);
        rest -= part;
        part
    };
    let mut account = Account {
        wall_ns,
        capacity_ns: capacity as u64,
        primitives_ns: take(primitives),
        framework_ns: take(framework),
        waiting_ns: take(waiting),
        idle_ns: take(idle),
        ..Account::default()
    };
    account.remainder_ns = rest as i64;
    account.remainder_percent = 100.0 * rest as f64 / capacity.max(1.0);
    account
}

/// Adds times and counts, element by element.
fn add_pairs(sums: &mut [(u64, u64)], more: &[(u64, u64)]) {
    for (sum, more) in sums.iter_mut().zip(more) {
        sum.0 += more.0;
        sum.1 += more.1;
    }
}

/// Adds the record of a task on another thread, in nanoseconds.
fn add_task(task: &mut TaskRecord, more: &TaskRecord, rate: f64) {
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

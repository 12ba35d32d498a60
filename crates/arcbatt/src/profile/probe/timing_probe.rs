//! The probe that times: a timeline per thread, and the tables of its recorders.
//!
//! In: calls of [`Probe::open`] and [`Probe::close`] around work, recorders as their runs end. Out:
//! one [`ThreadRecord`] per thread. A thread that waits may steal tasks of others, so work nests:
//! time counts for the innermost open work.
//! Never: a lock that two threads of one pool contend for.

use crate::batt::{Batt, Block, NodeId, Op, Probe, Stats, Work};
use crate::profile::lines::{GivenPrograms, NodeLines, owners, programs_for, programs_of};
use crate::profile::probe::answer_digest::Digests;
use crate::profile::probe::timer::Timer;
use crate::profile::recorder::step_recorder::{LongestStep, RunContext, StepRecorder, StepTable};
use rustc_hash::FxHashMap;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard};

/// The most intervals that a thread stores; the time of further ones still counts.
const MOST_INTERVALS: usize = 1 << 17;
/// Intervals of one task and phase are joined if the gap is below this many ticks.
const JOIN_GAP: u64 = 2_000;
/// Marks work that belongs to no task.
pub const NO_TASK: u32 = u32::MAX;

/// Number of [`Work`] variants.
pub const WORK_KINDS: usize = Work::Probe as usize + 1;

/// The probe.
pub struct TimingProbe {
    /// The timer.
    pub timer: Timer,
    tasks: FxHashMap<String, u32>,
    threads: Vec<Mutex<ThreadRecord>>,
    /// Hashes of the answers of all candidates.
    pub digests: Digests,
    round: AtomicU32,
    /// The names of notable nodes.
    texts: Mutex<NodeTexts>,
    /// The programs that the user gave, and the batt of the first round: once the run is over, their
    /// lines are found in it.
    given: GivenPrograms,
    first: Mutex<Option<Batt>>,
    merging: Mutex<MergeCounts>,
}

/// Names of nodes, by round, node and task.
pub type NodeTexts = FxHashMap<(u32, u32, u32), String>;

/// By primitive: calls of all candidates run one by one, and nodes that make them once merged.
pub type MergeCounts = FxHashMap<&'static str, (u64, u64)>;

/// Above this many candidates, their calls are counted on an even sample.
const MOST_COUNTED: usize = 20_000;

/// Adds the calls and nodes of a batt.
fn count_merging(batt: &Batt, merging: &mut MergeCounts) {
    let stride = batt.candidates.len().div_ceil(MOST_COUNTED).max(1);
    // The last candidate that counted each node.
    let mut counted = vec![u32::MAX; batt.graph.len()];
    let mut open: Vec<NodeId> = Vec::new();
    for (candidate, k) in batt.candidates.iter().step_by(stride).zip(0..) {
        open.push(candidate.output);
        while let Some(node) = open.pop() {
            let last = std::mem::replace(&mut counted[node.index()], k);
            if last == k {
                continue;
            }
            if let Op::Call(primitive) = batt.graph.op(node) {
                let (calls, nodes) = merging.entry(primitive.name).or_default();
                *calls += 1;
                *nodes += u64::from(last == u32::MAX);
            }
            open.extend(batt.graph.args(node));
        }
    }
}

/// A stretch of work on a thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interval {
    /// When it began, in ticks.
    pub start: u64,
    /// When it ended.
    pub end: u64,
    /// The first work in it; adjacent work of the same phase is joined.
    pub work: Work,
    /// The task, by number.
    pub task: u32,
}

/// The time of a task on one thread.
#[derive(Clone, Debug, Default)]
pub struct TaskRecord {
    /// Ticks by kind of work.
    pub work: [u64; WORK_KINDS],
    /// The node that took longest.
    pub longest: LongestStep,
    /// Calls that hit a limit.
    pub limits: u64,
    /// The node of the last such call.
    pub limited: u32,
    /// The round of that node.
    pub limited_round: u32,
    /// Calls computed by candidates.
    pub evaluations: u64,
    /// Candidates run.
    pub candidates: u64,
    /// Ticks of the steps of candidates, by row of the thread's table.
    pub rows: Vec<u64>,
}

/// Everything recorded on one thread.
#[derive(Default)]
pub struct ThreadRecord {
    /// The open work and its task, innermost last.
    open: Vec<(Work, u32)>,
    /// When the innermost work was last resumed: wall clock and work clock.
    resumed: (u64, u64),
    begun: bool,
    lost: u64,
    /// Ticks in which it had work but no processor.
    pub waited: u64,
    /// Its intervals, in order of time.
    pub intervals: Vec<Interval>,
    /// Ticks and count by kind of work.
    pub work: Vec<(u64, u64)>,
    /// By task number.
    pub tasks: FxHashMap<u32, TaskRecord>,
    /// The recorder tables: of candidates, and of differs.
    pub tables: [Option<Box<StepTable>>; 2],
    /// Ticks before and after those recorders, and their number.
    pub around: [(u64, u64); 2],
    /// Whether the last recorder was of differs, and its last reading; cleared once counted.
    ended: Option<(bool, u64)>,
}

impl ThreadRecord {
    /// Adds the time since the last call to the innermost open work.
    fn account(&mut self, timer: &Timer) {
        if !self.begun {
            self.begun = true;
            timer.clock.begin_thread();
            self.lost = timer.clock.lost();
        }
        let (worked, ticks) = timer.clock.since(self.resumed.1);
        if let Some((differs, at)) = self.ended.take() {
            self.around[usize::from(differs)].0 += worked.saturating_sub(at);
        }
        let now = timer.now();
        let (start, _) = std::mem::replace(&mut self.resumed, (now, worked));
        let lost = timer.clock.lost();
        let waited = lost.wrapping_sub(std::mem::replace(&mut self.lost, lost));
        let Some(&(work, task)) = self.open.last() else {
            return;
        };
        self.work[work as usize].0 += ticks;
        // Waiting for other threads is not waiting for a processor.
        if work != Work::Wait {
            self.waited += waited;
        }
        if task != NO_TASK {
            self.tasks.entry(task).or_default().work[work as usize] += ticks;
        }
        if matches!(work, Work::Wait | Work::Glue) {
            return;
        }
        if let Some(last) = self.intervals.last_mut()
            && (
                last.task,
                crate::profile::analysis::categories::phase(last.work),
            ) == (task, crate::profile::analysis::categories::phase(work))
            && start.saturating_sub(last.end) < JOIN_GAP
        {
            last.end = now;
        } else if self.intervals.len() < MOST_INTERVALS {
            self.intervals.push(Interval {
                start,
                end: now,
                work,
                task,
            });
        }
    }
}

impl TimingProbe {
    /// A probe for tasks with these ids, in a pool of `threads` threads.
    pub fn new<'t>(ids: impl Iterator<Item = &'t str>, threads: usize) -> Self {
        let record = || {
            Mutex::new(ThreadRecord {
                work: vec![(0, 0); WORK_KINDS],
                ..ThreadRecord::default()
            })
        };
        let timer = Timer::start();
        Self {
            timer,
            tasks: ids.map(str::to_owned).zip(0..).collect(),
            // The last is for a thread outside the pool.
            threads: (0..=threads).map(|_| record()).collect(),
            digests: Digests::default(),
            round: AtomicU32::new(0),
            texts: Mutex::default(),
            given: GivenPrograms::default(),
            first: Mutex::default(),
            merging: Mutex::default(),
        }
    }

    fn here(&self) -> MutexGuard<'_, ThreadRecord> {
        let outside = self.threads.len() - 1;
        let place = rayon::current_thread_index().map_or(outside, |k| k.min(outside));
        lock(&self.threads[place])
    }

    /// The longest nodes and those that hit a limit in a round, with their tasks.
    fn notable(&self, round: u32, batt: &Batt) -> Vec<(u32, u32)> {
        let mut all = Vec::new();
        for thread in &self.threads {
            let thread = lock(thread);
            let rows = thread.tables[0].iter().flat_map(|table| &table.rows);
            let longest = rows.map(|row| row.longest);
            let longest = longest.chain(thread.tasks.values().map(|task| task.longest));
            for step in longest.filter(|step| step.ticks > 0 && step.at.round == round) {
                all.push((step.node, step.at.task));
            }
            let limited = thread.tasks.iter().filter(|(_, record)| record.limits > 0);
            let limited = limited.filter(|(_, record)| record.limited_round == round);
            all.extend(limited.map(|(&task, record)| (record.limited, task)));
        }
        all.retain(|&(node, _)| (node as usize) < batt.graph.len());
        all
    }

    fn task(&self, id: &str) -> u32 {
        self.tasks.get(id).copied().unwrap_or(NO_TASK)
    }

    /// The same probe for work on these programs, whose lines name the nodes.
    pub fn with_programs(self, given: GivenPrograms) -> Self {
        Self { given, ..self }
    }

    /// Ends the probe.
    pub fn into_parts(self) -> ProbeParts {
        let lines = unlocked(self.first).map(|batt| match self.given.is_empty() {
            true => NodeLines::new(&programs_of(&batt), &batt.graph),
            false => NodeLines::new(&self.given, &batt.graph),
        });
        ProbeParts {
            threads: self.threads.into_iter().map(unlocked).collect(),
            texts: unlocked(self.texts),
            lines: lines.unwrap_or_default(),
            digests: self.digests,
            merging: unlocked(self.merging),
        }
    }
}

/// Everything that a probe recorded.
pub struct ProbeParts {
    /// The records of the threads.
    pub threads: Vec<ThreadRecord>,
    /// The names of notable nodes.
    pub texts: NodeTexts,
    /// The lines of the given programs in the batt of the first round.
    pub lines: NodeLines,
    /// Hashes of the answers.
    pub digests: Digests,
    /// Calls before and after merging.
    pub merging: MergeCounts,
}

/// Locks even if a thread panicked: counts stay valid.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|broken| broken.into_inner())
}

/// The value of a mutex that no thread uses any more.
fn unlocked<T>(mutex: Mutex<T>) -> T {
    mutex
        .into_inner()
        .unwrap_or_else(|broken| broken.into_inner())
}

impl Probe for TimingProbe {
    type Recorder = StepRecorder;

    fn recorder(&self) -> StepRecorder {
        let mut here = self.here();
        let (differs, task) = match here.open.last() {
            Some(&(work, task)) => (work == Work::Differ, task),
            None => (false, NO_TASK),
        };
        let table = here.tables[usize::from(differs)].take();
        drop(here);
        let at = RunContext {
            task,
            round: self.round.load(Ordering::Relaxed),
            differs,
        };
        let recording = StepRecorder::new(&self.timer, table.unwrap_or_default(), at);
        let mut here = self.here();
        if !here.open.is_empty() {
            // Since the work was opened, or since its last recorder ended.
            let from = here.ended.take().map_or(here.resumed.1, |(_, at)| at);
            let around = &mut here.around[usize::from(differs)];
            around.0 += recording.read_last().saturating_sub(from);
            around.1 += 1;
        }
        recording
    }

    fn give_back(&self, recorder: StepRecorder, _stats: &Stats) {
        let mut here = self.here();
        let read_last = recorder.read_last();
        let rows: Vec<(usize, u64)> = match recorder.at {
            RunContext {
                differs: false,
                task,
                ..
            } if task != NO_TASK => recorder.run_ticks().collect(),
            _ => Vec::new(),
        };
        let StepRecorder {
            table, notes, at, ..
        } = recorder;
        here.tables[usize::from(at.differs)] = Some(table);
        if !here.open.is_empty() {
            here.ended = Some((at.differs, read_last));
        }
        if at.differs || at.task == NO_TASK {
            return;
        }
        let task = here.tasks.entry(at.task).or_default();
        task.longest = task.longest.max(notes.longest);
        for (row, ticks) in rows {
            if task.rows.len() <= row {
                task.rows.resize(row + 1, 0);
            }
            task.rows[row] += ticks;
        }
        if notes.limits > 0 {
            task.limits += notes.limits;
            task.limited = notes.limited;
            task.limited_round = at.round;
        }
    }

    fn open(&self, work: Work, task: &str) {
        let task = self.task(task);
        let mut here = self.here();
        here.account(&self.timer);
        here.open.push((work, task));
        here.work[work as usize].1 += 1;
    }

    fn close(&self) {
        let mut here = self.here();
        here.account(&self.timer);
        here.open.pop();
    }

    fn now(&self) -> u64 {
        self.timer.now()
    }

    fn split_off(&self, work: Work, ticks: u64, count: u64) {
        let mut here = self.here();
        here.account(&self.timer);
        let Some(&(open, _)) = here.open.last() else {
            return;
        };
        // The clock of the work stands still while the thread has no processor.
        let ticks = ticks.min(here.work[open as usize].0);
        here.work[open as usize].0 -= ticks;
        here.work[work as usize].0 += ticks;
        here.work[work as usize].1 += count;
    }

    fn answers(&self, task: &str, blocks: &[Block]) {
        self.open(Work::Probe, task);
        self.digests.add(task, blocks);
        let number = self.task(task);
        let candidates: usize = blocks.iter().map(|block| block.candidates.len()).sum();
        // Those on a device, too, which no recorder sees.
        let evaluations: u64 = blocks.iter().map(|block| block.stats.evaluations).sum();
        let mut here = self.here();
        let record = here.tasks.entry(number).or_default();
        record.candidates += candidates as u64;
        record.evaluations += evaluations;
        drop(here);
        self.close();
    }

    fn round(&self, batt: &Batt) {
        self.open(Work::Probe, "");
        let round = self.round.fetch_add(1, Ordering::Relaxed);
        let mut texts = lock(&self.texts);
        let nodes: Vec<(u32, u32)> = self.notable(round, batt);
        let all: Vec<u32> = nodes.iter().map(|&(node, _)| node).collect();
        let owners = owners(batt, &all);
        let ids: FxHashMap<u32, &str> =
            self.tasks.iter().map(|(id, &k)| (k, id.as_str())).collect();
        let tasks = nodes.iter().filter_map(|(_, task)| ids.get(task).copied());
        let programs = programs_for(&self.given, batt, &owners, tasks);
        let lines = NodeLines::new(&programs, &batt.graph);
        for (node, task) in nodes {
            let name = || {
                let id = ids.get(&task).copied().unwrap_or_default();
                lines.name(batt, NodeId(node), id, owners.get(&node).copied())
            };
            texts.entry((round, node, task)).or_insert_with(name);
        }
        if round == 0 {
            *lock(&self.first) = Some(batt.clone());
        }
        drop(texts);
        count_merging(batt, &mut lock(&self.merging));
        self.close();
    }
}

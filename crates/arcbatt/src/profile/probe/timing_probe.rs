//! The probe that is on: what every thread did when, and the tables of its recorders.
//!
//! In: work as it begins and ends, recorders as their runs end. Out: [`ThreadNotes`], one a thread.
//! Work may begin while other work waits, as threads that wait take up tasks of others: time counts
//! for what was opened last.
//! What never happens here: a lock that two threads of one pool wait for.

use crate::batt::{Batt, Block, NodeId, Op, Probe, Stats, Work};
use crate::profile::probe::answer_digest::Digests;
use crate::profile::probe::timer::Timer;
use crate::profile::recorder::step_recorder::{At, Longest, Recording, Table};
use rustc_hash::FxHashMap;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard};

/// The most stretches that a thread keeps; time counts all the same.
const MOST_STRETCHES: usize = 1 << 17;
/// Stretches of one task and phase that are closer than this many ticks are drawn as one.
const NEAR: u64 = 2_000;
/// No task.
pub const NO_TASK: u32 = u32::MAX;

/// Number of kinds of work.
pub const WORKS: usize = Work::Probe as usize + 1;

/// The probe.
pub struct TimingProbe {
    /// The timer.
    pub timer: Timer,
    tasks: FxHashMap<String, u32>,
    threads: Vec<Mutex<ThreadNotes>>,
    /// What the candidates answered.
    pub digests: Digests,
    round: AtomicU32,
    /// Nodes as text, by round and node.
    texts: Mutex<FxHashMap<(u32, u32), String>>,
    merging: Mutex<Merging>,
}

/// Calls that the candidates of all batts would make one by one, and nodes that make them, by name.
pub type Merging = FxHashMap<&'static str, (u64, u64)>;

/// Candidates of a batt whose calls are counted; of more, every so-manieth.
const COUNTED: usize = 20_000;

/// Adds the calls and nodes of a batt.
fn count_merging(batt: &Batt, merging: &mut Merging) {
    let stride = batt.candidates.len().div_ceil(COUNTED).max(1);
    // By which candidate a node was last counted.
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

/// What is left when the work is over.
pub struct Left {
    /// What every thread did.
    pub threads: Vec<ThreadNotes>,
    /// Nodes as text, by round and node.
    pub texts: FxHashMap<(u32, u32), String>,
    /// What the candidates answered.
    pub digests: Digests,
    /// What merging spared.
    pub merging: Merging,
}

/// A stretch of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stretch {
    /// From, in ticks.
    pub start: u64,
    /// Until.
    pub end: u64,
    /// What for; work of the same phase as the first is drawn as one.
    pub work: Work,
    /// The task, by number.
    pub task: u32,
}

/// What is known of a task on one thread.
#[derive(Clone, Copy, Debug, Default)]
pub struct TaskNotes {
    /// Ticks by kind of work.
    pub work: [u64; WORKS],
    /// The node that took longest.
    pub longest: Longest,
    /// Calls that hit a limit, and the node of such a call.
    pub limits: u64,
    /// See there.
    pub limited: u32,
    /// And the round.
    pub limited_round: u32,
    /// Calls computed by candidates.
    pub evaluations: u64,
    /// Candidates run.
    pub candidates: u64,
}

/// What a thread did.
#[derive(Default)]
pub struct ThreadNotes {
    open: Vec<(Work, u32)>,
    /// When what is open went on: on the clock, and as work.
    resumed: (u64, u64),
    begun: bool,
    lost: u64,
    /// Ticks that it had work, but no processor.
    pub waited: u64,
    /// Its stretches, in order.
    pub stretches: Vec<Stretch>,
    /// Ticks and how often, by kind of work.
    pub work: Vec<(u64, u64)>,
    /// By task number.
    pub tasks: FxHashMap<u32, TaskNotes>,
    /// What recorders of candidates and of differs took down.
    pub tables: [Option<Box<Table>>; 2],
    /// Ticks before and after these recorders, and how often.
    pub around: [(u64, u64); 2],
    /// Whether the last recorder was of differs, and when it was read last, until that is counted.
    ended: Option<(bool, u64)>,
}

impl ThreadNotes {
    /// The time until now counts for what is open.
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
        // Who waits for other threads waits for no processor.
        if work != Work::Wait {
            self.waited += waited;
        }
        if task != NO_TASK {
            self.tasks.entry(task).or_default().work[work as usize] += ticks;
        }
        if matches!(work, Work::Wait | Work::Glue) {
            return;
        }
        if let Some(last) = self.stretches.last_mut()
            && (
                last.task,
                crate::profile::analysis::categories::phase(last.work),
            ) == (task, crate::profile::analysis::categories::phase(work))
            && start.saturating_sub(last.end) < NEAR
        {
            last.end = now;
        } else if self.stretches.len() < MOST_STRETCHES {
            self.stretches.push(Stretch {
                start,
                end: now,
                work,
                task,
            });
        }
    }
}

impl TimingProbe {
    /// A probe for tasks of these ids, in a pool of so many threads.
    pub fn new<'t>(ids: impl Iterator<Item = &'t str>, threads: usize) -> Self {
        let notes = || {
            Mutex::new(ThreadNotes {
                work: vec![(0, 0); WORKS],
                ..ThreadNotes::default()
            })
        };
        let timer = Timer::start();
        Self {
            timer,
            tasks: ids.map(str::to_owned).zip(0..).collect(),
            // The last is for a thread that is in no pool.
            threads: (0..=threads).map(|_| notes()).collect(),
            digests: Digests::default(),
            round: AtomicU32::new(0),
            texts: Mutex::default(),
            merging: Mutex::default(),
        }
    }

    fn here(&self) -> MutexGuard<'_, ThreadNotes> {
        let outside = self.threads.len() - 1;
        let place = rayon::current_thread_index().map_or(outside, |k| k.min(outside));
        lock(&self.threads[place])
    }

    fn task(&self, id: &str) -> u32 {
        self.tasks.get(id).copied().unwrap_or(NO_TASK)
    }

    /// What is left when the work is over.
    pub fn into_left(self) -> Left {
        fn inner<T>(mutex: Mutex<T>) -> T {
            mutex
                .into_inner()
                .unwrap_or_else(|broken| broken.into_inner())
        }
        Left {
            threads: self.threads.into_iter().map(inner).collect(),
            texts: inner(self.texts),
            digests: self.digests,
            merging: inner(self.merging),
        }
    }
}

/// Counts are right even if a thread panicked while it counted.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|broken| broken.into_inner())
}

impl Probe for TimingProbe {
    type Recorder = Recording;

    fn recorder(&self) -> Recording {
        let mut here = self.here();
        let (differs, task) = match here.open.last() {
            Some(&(work, task)) => (work == Work::Differ, task),
            None => (false, NO_TASK),
        };
        let table = here.tables[usize::from(differs)].take();
        drop(here);
        let at = At {
            task,
            round: self.round.load(Ordering::Relaxed),
            differs,
        };
        let recording = Recording::new(&self.timer, table.unwrap_or_default(), at);
        let mut here = self.here();
        if !here.open.is_empty() {
            // Since it was opened, or since the last recorder of the same work.
            let from = here.ended.take().map_or(here.resumed.1, |(_, at)| at);
            let around = &mut here.around[usize::from(differs)];
            around.0 += recording.read_last().saturating_sub(from);
            around.1 += 1;
        }
        recording
    }

    fn give_back(&self, recorder: Recording, stats: &Stats) {
        let mut here = self.here();
        let read_last = recorder.read_last();
        let Recording {
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
        task.evaluations += stats.evaluations;
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

    fn answers(&self, task: &str, blocks: &[Block]) {
        self.open(Work::Probe, task);
        self.digests.take(task, blocks);
        let number = self.task(task);
        let candidates: usize = blocks.iter().map(|block| block.candidates.len()).sum();
        self.here().tasks.entry(number).or_default().candidates += candidates as u64;
        self.close();
    }

    fn round(&self, batt: &Batt) {
        self.open(Work::Probe, "");
        let round = self.round.fetch_add(1, Ordering::Relaxed);
        let mut texts = lock(&self.texts);
        for thread in &self.threads {
            let thread = lock(thread);
            let rows = thread.tables[0].iter().flat_map(|table| &table.rows);
            let tasks = thread.tasks.values();
            let nodes = rows
                .map(|row| row.longest)
                .chain(tasks.clone().map(|task| task.longest))
                .filter(|longest| longest.ticks > 0)
                .map(|longest| (longest.at.round, longest.node))
                .chain(
                    tasks
                        .filter(|t| t.limits > 0)
                        .map(|t| (t.limited_round, t.limited)),
                );
            for (_, node) in nodes.filter(|&(of, _)| of == round) {
                if (node as usize) < batt.graph.len() {
                    let text = || batt.graph.describe(NodeId(node));
                    texts.entry((round, node)).or_insert_with(text);
                }
            }
        }
        drop(texts);
        count_merging(batt, &mut lock(&self.merging));
        self.close();
    }
}

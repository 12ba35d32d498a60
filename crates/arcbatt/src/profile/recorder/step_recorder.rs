//! Records, on the thread of a run, where its time goes.
//!
//! Every step is timed as a whole: one clock reading ends this step and begins the next. Some steps
//! also have one sample timed in detail: all steps of a rare primitive, fewer the more frequent it
//! is. So totals are exact, and their breakdown is estimated.
//! Never: memory that grows with the number of steps.

use crate::batt::{Mark, NodeId, Recorder, StepCounts};
use crate::dsl::{CallTree, Callee, Primitive};
use crate::profile::probe::timer::Timer;
use crate::profile::probe::timing_probe::NO_TASK;
use crate::work_clock::WorkClock;
use rustc_hash::FxHashMap;

/// The first steps of a primitive are all timed in detail.
const EXACT: u64 = 4;

/// Primitives whose mean step exceeds this many nanoseconds are timed in detail more often: they
/// are few and take most of the time.
const LONG: f64 = 20_000.0;

/// Of how many steps one is timed in detail, after `steps` steps.
fn interval(steps: u64, long: bool) -> u64 {
    match steps {
        0..EXACT => 1,
        EXACT..4096 if long => 8,
        EXACT..1024 => 32,
        1024..16_384 => 64,
        _ => 256,
    }
}

/// The longest step of something.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct LongestStep {
    /// Its duration in ticks.
    pub ticks: u64,
    /// Its node.
    pub node: u32,
    /// The run it was in.
    pub at: RunContext,
}

/// What a run is about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct RunContext {
    /// The number of the task in the probe.
    pub task: u32,
    /// The round, from 0.
    pub round: u32,
    /// Whether it runs differs instead of candidates.
    pub differs: bool,
}

/// The measured steps of a primitive.
#[derive(Clone, Debug, Default)]
pub struct PrimitiveStats {
    /// Number of steps.
    pub steps: u64,
    /// Ticks of all steps, without those of the recorder itself.
    pub ticks: u64,
    /// Evaluations, shared calls, failures and the like.
    pub counts: StepCounts,
    /// Bytes left in the arena.
    pub bytes: u64,
    /// The longest step.
    pub longest: LongestStep,
    /// Runs with at least one step.
    pub runs: u64,
    /// The last such run.
    pub(crate) run: u64,
    /// Ticks of the steps in that run.
    pub(crate) run_ticks: u64,
    /// Steps until the next that is timed in detail.
    pub(crate) wait: u64,
    // Rarely touched, hence last.
    /// Steps with a sample timed in detail.
    pub detailed: u64,
    /// Ticks of detailed samples, by mark.
    pub marks: [u64; Mark::COUNT],
    /// Sum of squared framework ticks of detailed samples.
    pub squares: f64,
}

impl PrimitiveStats {
    /// Adds the steps of another thread.
    pub fn add(&mut self, more: &PrimitiveStats) {
        self.steps += more.steps;
        self.ticks += more.ticks;
        self.bytes += more.bytes;
        self.runs += more.runs;
        self.detailed += more.detailed;
        self.squares += more.squares;
        self.longest = self.longest.max(more.longest);
        for (mark, more) in self.marks.iter_mut().zip(more.marks) {
            *mark += more;
        }
        let (counts, more) = (&mut self.counts, &more.counts);
        counts.evaluations += more.evaluations;
        counts.shared += more.shared;
        counts.skipped += more.skipped;
        counts.failures += more.failures;
        counts.limits += more.limits;
        counts.cells += more.cells;
    }

    /// Calls that were evaluated, shared or skipped.
    pub fn visits(&self) -> u64 {
        self.counts.evaluations + self.counts.shared + self.counts.skipped
    }
}

/// The steps of one thread, in runs of candidates or in runs of differs.
#[derive(Default)]
pub struct StepTable {
    /// The callee of each row.
    pub callees: Vec<Callee>,
    /// The rows.
    pub rows: Vec<PrimitiveStats>,
    numbers: FxHashMap<usize, usize>,
    /// Ticks and evaluations by node, in the first round.
    pub nodes: Vec<(u64, u64)>,
    /// Ticks and count of work that is always timed, by mark.
    pub always: [(u64, u64); Mark::COUNT],
    /// The call tree of detailed samples.
    pub tree: Option<Box<CallTree>>,
    /// Ticks of the recorder itself.
    pub own: u64,
    /// Runs so far.
    pub runs: u64,
}

/// Notable steps of the current run.
#[derive(Clone, Copy, Debug, Default)]
pub struct RunSummary {
    /// The longest step.
    pub longest: LongestStep,
    /// Calls that hit a limit.
    pub limits: u64,
    /// The node of the last such call.
    pub limited: u32,
}

/// The recorder of one run.
pub struct StepRecorder {
    clock: WorkClock,
    read: u64,
    /// Its table; boxed, as it moves from run to run.
    pub table: Box<StepTable>,
    /// Notable steps of this run.
    pub notes: RunSummary,
    /// What this run is about.
    pub at: RunContext,
    run: u64,
    /// Nodes below this number are recorded one by one.
    node_limit: usize,
    /// The row and node of the current step.
    row: usize,
    node: u32,
    /// The sample of the current step to time in detail.
    chosen: usize,
    detailed: bool,
    /// When the last step ended, and when the last mark was set.
    last_step: u64,
    last_mark: u64,
    /// Ticks of the current step spent in the recorder.
    own: u64,
    framework: u64,
    /// [`LONG`] in ticks.
    long: u64,
    random: u32,
}

const NO_SAMPLE: usize = usize::MAX;

/// Nodes above this number are not recorded one by one; those of given programs come first.
const MOST_NODES: usize = 1 << 18;

impl StepRecorder {
    /// A recorder of a run that begins now.
    pub fn new(timer: &Timer, mut table: Box<StepTable>, at: RunContext) -> Self {
        let now = timer.clock.now();
        table.runs += 1;
        Self {
            run: table.runs,
            random: (table.runs as u32).wrapping_mul(0x9e37_79b9) | 1,
            read: timer.read as u64,
            clock: timer.clock.clone(),
            table,
            notes: RunSummary::default(),
            node_limit: match at.differs || at.round > 0 || at.task == NO_TASK {
                true => 0,
                false => MOST_NODES,
            },
            at,
            row: 0,
            node: 0,
            chosen: NO_SAMPLE,
            detailed: false,
            last_step: now,
            last_mark: now,
            own: 0,
            framework: 0,
            long: (LONG / timer.clock.ns_per_tick) as u64,
        }
    }

    /// The last clock reading.
    pub fn read_last(&self) -> u64 {
        self.last_step
    }

    /// Ticks since the end of the last step, or since the last call.
    pub fn since_step(&mut self) -> u64 {
        let (now, ticks) = self.clock.since(self.last_step);
        self.last_step = now;
        ticks
    }

    /// A pseudo-random number; answers never depend on it.
    fn draw(&mut self) -> u32 {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 17;
        self.random ^= self.random << 5;
        self.random
    }

    /// Ticks since the last mark, without the clock reading itself.
    #[inline]
    fn since_mark(&mut self) -> u64 {
        let (now, ticks) = self.clock.since(self.last_mark);
        self.last_mark = now;
        let own = ticks.min(self.read);
        self.own += own;
        ticks - own
    }

    #[cold]
    fn new_row(&mut self, key: usize, primitive: Option<&'static Primitive>) -> usize {
        let row = self.table.rows.len();
        self.table.numbers.insert(key, row);
        self.table
            .callees
            .push(primitive.map_or(Callee::Apply, Callee::Primitive));
        self.table.rows.push(PrimitiveStats::default());
        row
    }

    /// Makes room for the current node, if nodes are recorded.
    #[cold]
    fn new_node(&mut self, ticks: u64, calls: u64) {
        let node = self.node as usize;
        if node < self.node_limit {
            let len = (node + 1).next_power_of_two().min(MOST_NODES);
            self.table.nodes.resize(len, (0, 0));
            self.table.nodes[node] = (ticks, calls);
        }
    }

    /// Ticks of each row in this run.
    pub fn run_ticks(&self) -> impl Iterator<Item = (usize, u64)> + '_ {
        let rows = self.table.rows.iter().enumerate();
        let rows = rows.filter(|(_, row)| row.run == self.run);
        rows.map(|(k, row)| (k, row.run_ticks))
    }

    /// Chooses the sample of the current step to time in detail.
    #[cold]
    fn choose(&mut self, samples: usize) {
        let random = self.draw();
        let row = &mut self.table.rows[self.row];
        let long = row.ticks > self.long.saturating_mul(row.steps);
        let interval = interval(row.steps, long);
        // Between 0.5 and 1.5 intervals, so that sampling does not lock onto a rhythm of the plan.
        row.wait = match interval {
            1 => 0,
            _ => interval / 2 + u64::from(random) % interval,
        };
        row.detailed += 1;
        self.chosen = (random >> 8) as usize % samples.max(1);
        let ticks = self.since_mark_of_step();
        self.table.rows[self.row].marks[Mark::Limits as usize] += ticks;
    }

    // Out of line, as few samples are timed in detail.

    #[cold]
    #[inline(never)]
    fn begin_detail(&mut self) {
        self.last_mark = self.clock.now();
    }

    #[cold]
    #[inline(never)]
    fn detail(&mut self, mark: Mark) -> u64 {
        let ticks = self.since_mark();
        match mark {
            Mark::Probe => self.own += ticks,
            Mark::Call => {}
            _ => self.framework += ticks,
        }
        self.table.rows[self.row].marks[mark as usize] += ticks;
        ticks
    }

    #[cold]
    #[inline(never)]
    fn end_detail(&mut self) {
        let framework = self.framework as f64;
        self.table.rows[self.row].squares += framework * framework;
        self.table.own += self.own;
        self.chosen = NO_SAMPLE;
        self.own = 0;
        self.framework = 0;
    }

    fn since_mark_of_step(&mut self) -> u64 {
        self.last_mark = self.last_step;
        self.since_mark()
    }
}

impl Recorder for StepRecorder {
    fn take_tree(&mut self) -> Option<Box<CallTree>> {
        let new = || Box::new(CallTree::new(self.clock.clone()));
        Some(self.table.tree.take().unwrap_or_else(new))
    }

    fn put_tree(&mut self, tree: Option<Box<CallTree>>) {
        self.table.tree = tree;
    }

    #[inline]
    fn begin_step(&mut self, primitive: Option<&'static Primitive>, node: NodeId, samples: usize) {
        let key = primitive.map_or(0, |p| std::ptr::from_ref(p).addr());
        self.row = match self.table.numbers.get(&key) {
            Some(&row) => row,
            None => self.new_row(key, primitive),
        };
        self.node = node.0;
        let wait = &mut self.table.rows[self.row].wait;
        match wait.checked_sub(1) {
            Some(less) => *wait = less,
            None => self.choose(samples),
        }
    }

    #[inline]
    fn in_detail(&self) -> bool {
        self.chosen != NO_SAMPLE
    }

    #[inline]
    fn begin_sample(&mut self, sample: usize) {
        self.detailed = sample == self.chosen;
        if self.detailed {
            self.begin_detail();
        }
    }

    #[inline]
    fn detailed(&self) -> bool {
        self.detailed
    }

    #[inline]
    fn mark(&mut self, mark: Mark) -> u64 {
        match self.detailed {
            true => self.detail(mark),
            false => 0,
        }
    }

    #[inline]
    fn mark_always(&mut self, mark: Mark) {
        let (now, taken) = self.clock.since(self.last_step);
        let (ticks, count) = &mut self.table.always[mark as usize];
        *ticks += taken;
        *count += 1;
        self.last_step = now;
    }

    #[inline]
    fn end_step(&mut self, counts: &StepCounts, bytes: usize) {
        let (now, all) = self.clock.since(self.last_step);
        self.last_step = now;
        let ticks = all.saturating_sub(self.own);
        let row = &mut self.table.rows[self.row];
        row.steps += 1;
        row.ticks += ticks;
        row.counts.evaluations += counts.evaluations;
        row.counts.shared += counts.shared;
        row.counts.skipped += counts.skipped;
        row.counts.failures += counts.failures;
        row.counts.cells += counts.cells;
        row.bytes += bytes as u64;
        if row.run != self.run {
            row.run = self.run;
            row.run_ticks = 0;
            row.runs += 1;
        }
        row.run_ticks += ticks;
        if ticks > row.longest.ticks {
            row.longest = LongestStep {
                ticks,
                node: self.node,
                at: self.at,
            };
        }
        if ticks > self.notes.longest.ticks {
            self.notes.longest = LongestStep {
                ticks,
                node: self.node,
                at: self.at,
            };
        }
        if counts.limits > 0 {
            row.counts.limits += counts.limits;
            self.notes.limits += counts.limits;
            self.notes.limited = self.node;
        }
        match self.table.nodes.get_mut(self.node as usize) {
            Some((sum, calls)) if self.node_limit > 0 => {
                *sum += ticks;
                *calls += counts.evaluations;
            }
            Some(_) => {}
            None => self.new_node(ticks, counts.evaluations),
        }
        if self.chosen != NO_SAMPLE {
            self.end_detail();
        }
    }
}

//! Takes down, on the thread of a run, where its time goes.
//!
//! Every step is timed as a whole: one reading of the clock, which ends this step and begins the
//! next. One sample of a step is timed in detail now and then: every step of a primitive that is
//! rare, ever fewer of one that is frequent. So totals are exact, and what they consist of is
//! estimated.
//! What never happens here: memory that grows with the number of steps.

use crate::batt::{Mark, NodeId, Recorder, StepCounts};
use crate::dsl::{CallTree, Callee, Primitive};
use crate::profile::probe::timer::Timer;
use crate::work_clock::WorkClock;
use rustc_hash::FxHashMap;

/// Steps of a primitive that are all timed in detail.
const EXACT: u64 = 4;

/// Steps that take longer than this on average are timed in detail more often, in nanoseconds:
/// there are few of them, and most of the time is in them.
const LONG: f64 = 20_000.0;

/// How many steps there are to one that is timed in detail, after so many of them.
fn interval(steps: u64, long: bool) -> u64 {
    match steps {
        0..EXACT => 1,
        EXACT..4096 if long => 8,
        EXACT..1024 => 32,
        1024..16_384 => 64,
        _ => 256,
    }
}

/// Where something was longest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Longest {
    /// How long, in ticks.
    pub ticks: u64,
    /// The node.
    pub node: u32,
    /// The run.
    pub at: At,
}

/// Where a run is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct At {
    /// The task, by its number in the probe.
    pub task: u32,
    /// The round, from 0.
    pub round: u32,
    /// Whether differs are run, and not candidates.
    pub differs: bool,
}

/// What is known of the steps of a primitive.
#[derive(Clone, Debug, Default)]
pub struct RowStats {
    /// Steps.
    pub steps: u64,
    /// Ticks of all steps, without those of the recorder.
    pub ticks: u64,
    /// What the steps came to.
    pub counts: StepCounts,
    /// Bytes left in the arena.
    pub bytes: u64,
    /// The step that took longest.
    pub longest: Longest,
    /// Runs in which there was such a step.
    pub runs: u64,
    /// The last of these.
    pub(crate) run: u64,
    /// Steps until the next that is timed in detail.
    pub(crate) wait: u64,
    // What follows is touched seldom, so it lies behind the rest.
    /// Steps with a sample that was timed in detail.
    pub detailed: u64,
    /// Ticks of detailed samples, by mark.
    pub marks: [u64; Mark::COUNT],
    /// Framework ticks of detailed samples, squared and summed.
    pub squares: f64,
}

impl RowStats {
    /// Adds what another thread took down.
    pub fn add(&mut self, more: &RowStats) {
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

    /// Samples that the steps were taken on.
    pub fn visits(&self) -> u64 {
        self.counts.evaluations + self.counts.shared + self.counts.skipped
    }
}

/// What was taken down in runs of one kind: of candidates, or of differs.
#[derive(Default)]
pub struct Table {
    /// By callee.
    pub callees: Vec<Callee>,
    /// In the same order.
    pub rows: Vec<RowStats>,
    numbers: FxHashMap<usize, usize>,
    /// Ticks that are timed in any case, by mark, and how often.
    pub always: [(u64, u64); Mark::COUNT],
    /// Calls inside calls, of detailed samples.
    pub tree: Option<Box<CallTree>>,
    /// Ticks of the recorder itself.
    pub own: u64,
    /// Runs so far.
    pub runs: u64,
}

/// What is kept of the run at hand.
#[derive(Clone, Copy, Debug, Default)]
pub struct RunNotes {
    /// The step that took longest.
    pub longest: Longest,
    /// Calls that hit a limit, and the last node of such a call.
    pub limits: u64,
    /// See there.
    pub limited: u32,
}

/// The recorder of a run.
pub struct Recording {
    clock: WorkClock,
    read: u64,
    /// What is taken down; in a box, as it is handed on with every run.
    pub table: Box<Table>,
    /// Of the run at hand.
    pub notes: RunNotes,
    /// Where it is.
    pub at: At,
    run: u64,
    /// The step at hand.
    row: usize,
    node: u32,
    /// The sample of the step to time in detail.
    chosen: usize,
    detailed: bool,
    /// When the last step ended, and when the last mark was set.
    last_step: u64,
    last_mark: u64,
    /// Ticks of the step at hand that are the recorder's.
    own: u64,
    framework: u64,
    /// [`LONG`] in ticks.
    long: u64,
    random: u32,
}

const NO_SAMPLE: usize = usize::MAX;

impl Recording {
    /// A recorder for a run that begins now.
    pub fn new(timer: &Timer, mut table: Box<Table>, at: At) -> Self {
        let now = timer.clock.now();
        table.runs += 1;
        Self {
            run: table.runs,
            random: (table.runs as u32).wrapping_mul(0x9e37_79b9) | 1,
            read: timer.read as u64,
            clock: timer.clock.clone(),
            table,
            notes: RunNotes::default(),
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

    /// When the clock was read last.
    pub fn read_last(&self) -> u64 {
        self.last_step
    }

    /// Ticks since the last step ended, or since this was last asked.
    pub fn since_step(&mut self) -> u64 {
        let (now, ticks) = self.clock.since(self.last_step);
        self.last_step = now;
        ticks
    }

    /// A number that is different every time; no answer hangs on it.
    fn draw(&mut self) -> u32 {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 17;
        self.random ^= self.random << 5;
        self.random
    }

    /// Time since the last mark, without the reading itself.
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
        self.table.rows.push(RowStats::default());
        row
    }

    /// The step at hand has a sample that is timed in detail.
    #[cold]
    fn choose(&mut self, samples: usize) {
        let random = self.draw();
        let row = &mut self.table.rows[self.row];
        let long = row.ticks > self.long.saturating_mul(row.steps);
        let interval = interval(row.steps, long);
        // Between half and one and a half of it, so that no rhythm of the plan is met.
        row.wait = match interval {
            1 => 0,
            _ => interval / 2 + u64::from(random) % interval,
        };
        row.detailed += 1;
        self.chosen = (random >> 8) as usize % samples.max(1);
        let ticks = self.since_mark_of_step();
        self.table.rows[self.row].marks[Mark::Limits as usize] += ticks;
    }

    // What is done for few samples is kept out of the loop over all.

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

impl Recorder for Recording {
    const ON: bool = true;

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
            row.runs += 1;
        }
        if ticks > row.longest.ticks {
            row.longest = Longest {
                ticks,
                node: self.node,
                at: self.at,
            };
        }
        if ticks > self.notes.longest.ticks {
            self.notes.longest = Longest {
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
        if self.chosen != NO_SAMPLE {
            self.end_detail();
        }
    }
}

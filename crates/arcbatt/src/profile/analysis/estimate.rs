//! Estimates where the time went from what the recorders measured.
//!
//! The total time of a primitive's steps is exact. Its framework part is estimated from the samples
//! timed in detail. The rest is inside the call; it is split over the callees in the proportions of
//! the watched calls. Watching a call costs time itself: its cost to the call and to the caller is
//! measured and subtracted.
//! Invariant: no time is counted twice.

use crate::batt::Mark;
use crate::dsl::{CallTree, Callee};
use crate::histogram::Histogram;
use crate::profile::analysis::categories;
use crate::profile::probe::timer::Timer;
use crate::profile::recorder::merged_tables::{MergedBranch, MergedTable};
use crate::profile::recorder::step_recorder::{LongestStep, PrimitiveStats};
use std::collections::BTreeMap;

/// A call takes at least this share of its time, however cheap it is next to timing it.
const LEAST_OF_CALL: f64 = 0.05;

/// The name of the row for calls of closures.
pub const CLOSURES: &str = "(closures)";

/// Converts ticks to nanoseconds without the cost of watching.
#[derive(Clone, Copy, Debug)]
pub struct Scale {
    /// Nanoseconds per tick.
    pub ns_per_tick: f64,
    /// Ticks that watching adds to a call, and to its caller.
    pub watching: (f64, f64),
}

impl Scale {
    /// The scale of a timer.
    pub fn new(timer: &Timer) -> Self {
        Self {
            ns_per_tick: timer.ns_per_tick(),
            watching: CallTree::cost(&timer.clock),
        }
    }
}

/// The estimated times of a primitive, in nanoseconds.
#[derive(Clone, Debug, Default)]
pub struct PrimitiveEstimate {
    /// Its own time, without callees.
    pub own: f64,
    /// Its time, callees included.
    pub total: f64,
    /// The variance of `own`.
    pub variance: f64,
    /// Number of calls, those inside other primitives included.
    pub calls: f64,
    /// Whether `calls` is an estimate, as not all calls inside others were watched.
    pub is_estimate: bool,
    /// The steps of its nodes.
    pub row: PrimitiveStats,
    /// Histogram of its call times, in ticks.
    pub times: Histogram,
    /// Its longest node.
    pub longest: LongestStep,
}

/// Time and count of a part of the framework or a stack.
#[derive(Clone, Copy, Debug, Default)]
pub struct Part {
    /// Nanoseconds.
    pub ns: f64,
    /// Number of times.
    pub count: f64,
}

/// Where the time went.
#[derive(Default)]
pub struct Estimate {
    /// By name.
    pub primitives: BTreeMap<String, PrimitiveEstimate>,
    /// By category and name.
    pub framework: BTreeMap<(&'static str, String), Part>,
    /// Time and calls by stack.
    pub stacks: BTreeMap<Vec<String>, Part>,
    /// Number of calls by nodes, of candidates and of differs.
    pub node_calls: u64,
    /// Number of those timed in detail.
    pub watched: u64,
    /// The steps of candidates, by callee of the node.
    pub steps: BTreeMap<String, StepTotals>,
}

/// The time of all nodes that call one primitive.
#[derive(Clone, Copy, Debug, Default)]
pub struct StepTotals {
    /// Nanoseconds, callees and framework included.
    pub ns: f64,
    /// The part without callees and framework, from 0 to 1.
    pub own_share: f64,
}

/// The name of the row that a callee counts in.
pub fn row_of(callee: Callee) -> String {
    match callee {
        Callee::Primitive(primitive) => primitive.name.to_owned(),
        Callee::Closure(_) | Callee::Apply => CLOSURES.to_owned(),
    }
}

impl Estimate {
    /// Adds framework work to its category and stack.
    pub fn add_part(&mut self, phase: &str, category: &'static str, name: String, part: Part) {
        if part.ns <= 0.0 && part.count <= 0.0 {
            return;
        }
        let frames = vec![phase.to_owned(), category.to_owned(), name.clone()];
        for into in [
            self.framework.entry((category, name)).or_default(),
            self.stacks.entry(frames).or_default(),
        ] {
            into.ns += part.ns;
            into.count += part.count;
        }
    }

    /// Scales all times down if they exceed the time of all threads, `capacity` in nanoseconds: clocks
    /// of several threads differ a little.
    pub fn fit_into(&mut self, capacity: f64) {
        let own: f64 = self.primitives.values().map(|row| row.own).sum();
        let framework: f64 = self.framework.values().map(|part| part.ns).sum();
        let shrink = capacity / (own + framework);
        if own + framework <= capacity || !shrink.is_finite() {
            return;
        }
        for row in self.primitives.values_mut() {
            row.own *= shrink;
            row.total *= shrink;
        }
        let parts = self.framework.values_mut().chain(self.stacks.values_mut());
        parts.for_each(|part| part.ns *= shrink);
    }

    /// Adds the steps recorded in a phase.
    pub fn add(&mut self, phase: &str, merged: &MergedTable, scale: Scale) {
        for (mark, &(ticks, count)) in merged.always.iter().enumerate() {
            let Some(mark) = mark_of(mark) else { continue };
            let (category, name) = categories::mark(mark, None);
            let part = Part {
                ns: ticks as f64 * scale.ns_per_tick,
                count: count as f64,
            };
            self.add_part(phase, category, name, part);
        }
        let (category, name) = categories::mark(Mark::Probe, None);
        let own = Part {
            ns: merged.own as f64 * scale.ns_per_tick,
            count: merged.rows.iter().map(|(_, row)| row.detailed as f64).sum(),
        };
        self.add_part(phase, category, name, own);
        for (callee, row) in &merged.rows {
            let inside = self.add_steps(phase, *callee, row, scale);
            let own = self.add_calls(phase, merged, *callee, row, inside, scale);
            if phase == "batt" {
                let ns = row.ticks as f64 * scale.ns_per_tick;
                let own_share = (own / ns.max(1.0)).clamp(0.0, 1.0);
                self.steps
                    .insert(callee.name(), StepTotals { ns, own_share });
            }
        }
        for (callee, times) in &merged.times {
            let row = self.primitives.entry(row_of(*callee)).or_default();
            row.times.merge(times);
        }
    }

    /// Adds the framework part of a primitive's steps; returns the time left for its calls.
    fn add_steps(
        &mut self,
        phase: &str,
        callee: Callee,
        row: &PrimitiveStats,
        scale: Scale,
    ) -> f64 {
        let name = callee.name();
        let detailed = row.detailed.max(1) as f64;
        let (visits, steps) = (row.visits() as f64, row.steps as f64);
        let mut framework = 0.0;
        let all = row.ticks as f64 * scale.ns_per_tick;
        let failures = (row.counts.skipped + row.counts.failures) as f64;
        // Of each, how often a step timed in detail may have it, and how often it is.
        let marks = [
            (Mark::Limits, steps, steps),
            (Mark::Gather, visits, visits),
            (Mark::Fail, visits, failures),
            (Mark::Lookup, visits, visits),
            (Mark::Account, visits, visits),
            (Mark::Number, visits, visits),
        ];
        let estimated = marks.map(|(mark, times, count)| {
            let one = row.marks[mark as usize] as f64 / detailed;
            (mark, one * times * scale.ns_per_tick, count)
        });
        // Detailed samples may have been slower than the rest: never exceed the exact total, and leave
        // the calls their share of those samples.
        let sum: f64 = estimated.iter().map(|(_, ns, _)| ns).sum();
        let most = match row.counts.evaluations {
            0 => all,
            _ => all * (1.0 - call_share(row)),
        };
        let shrink = if sum > most { most / sum } else { 1.0 };
        for (mark, ns, count) in estimated {
            let (category, name) = categories::mark(mark, Some(&name));
            let ns = ns * shrink;
            framework += ns;
            self.add_part(phase, category, name, Part { ns, count });
        }
        let into = self.primitives.entry(row_of(callee)).or_default();
        into.row.add(row);
        into.longest = into.longest.max(row.longest);
        into.variance += framework_variance(row, scale);
        (all - framework).max(0.0)
    }

    /// Splits the time `inside` calls over the callees of a row; returns the part without callees.
    fn add_calls(
        &mut self,
        phase: &str,
        merged: &MergedTable,
        callee: Callee,
        row: &PrimitiveStats,
        inside: f64,
        scale: Scale,
    ) -> f64 {
        let branches = &merged.branches;
        let is_root = |b: &MergedBranch| b.parent.is_none() && b.callee == callee;
        let root = branches.iter().position(is_root);
        let evaluations = row.counts.evaluations as f64;
        self.node_calls += row.counts.evaluations;
        let below = root.map(|root| CallSubtree::new(branches, root, scale));
        let Some(below) = below.filter(|below| below.sum > 0.0) else {
            // Never watched: all of it counts as own time.
            let into = self.primitives.entry(row_of(callee)).or_default();
            into.own += inside;
            into.total += inside;
            into.calls += evaluations;
            let frames = vec![phase.to_owned(), callee.name()];
            let stack = self.stacks.entry(frames).or_default();
            stack.ns += inside;
            stack.count += evaluations;
            return inside;
        };
        let mut without_callees = 0.0;
        let root_calls = branches[below.root].calls.max(1);
        self.watched += root_calls.min(row.counts.evaluations);
        let (time, calls) = (inside / below.sum, evaluations / root_calls as f64);
        let unseen = 1.0 - (root_calls as f64 / evaluations.max(1.0)).min(1.0);
        let several = below.places.len() > 1;
        for &place in &below.places {
            let branch = &branches[place];
            let own = below.own[place] * time;
            if branch.parent == Some(below.root) {
                without_callees += own;
            }
            let total = below.total[place] * time;
            let name = row_of(branch.callee);
            let into = self.primitives.entry(name.clone()).or_default();
            into.own += own;
            into.calls += branch.calls as f64 * calls;
            // The callee of a node is called once per call of the node.
            let is_of_node = branch.parent == Some(below.root) && branch.calls == root_calls;
            into.is_estimate |= unseen > 0.0 && !is_of_node;
            // A recursive call is counted in its outermost call.
            if !below.is_inside(branches, place, &name) {
                into.total += total;
            }
            if several {
                into.variance += (own * relative_error(branch)).powi(2) * unseen;
            }
            let mut frames = below.frames(branches, place);
            frames.insert(0, phase.to_owned());
            let stack = self.stacks.entry(frames).or_default();
            stack.ns += own;
            stack.count += branch.calls as f64 * calls;
        }
        without_callees
    }
}

/// The share of detailed samples inside the call.
fn call_share(row: &PrimitiveStats) -> f64 {
    let all: u64 = row.marks.iter().sum();
    let call = row.marks[Mark::Call as usize] as f64 / all.max(1) as f64;
    call.max(LEAST_OF_CALL)
}

/// The variance of the framework part of a row, in squared nanoseconds.
fn framework_variance(row: &PrimitiveStats, scale: Scale) -> f64 {
    let (detailed, visits) = (row.detailed as f64, row.visits() as f64);
    if detailed < 2.0 || visits <= detailed {
        return 0.0;
    }
    let marks = [
        Mark::Gather,
        Mark::Fail,
        Mark::Lookup,
        Mark::Account,
        Mark::Number,
    ];
    let sum: u64 = marks.iter().map(|&mark| row.marks[mark as usize]).sum();
    let mean = sum as f64 / detailed;
    let variance = (row.squares / detailed - mean * mean).max(0.0);
    let error = visits * (variance / detailed).sqrt() * scale.ns_per_tick;
    error * error * (1.0 - detailed / visits)
}

/// The relative standard error of a branch's mean own time.
fn relative_error(branch: &MergedBranch) -> f64 {
    let calls = branch.calls as f64;
    let own = branch.ticks.saturating_sub(branch.inner.0) as f64;
    if calls < 2.0 || own <= 0.0 {
        return if calls > 0.0 { 1.0 } else { 0.0 };
    }
    let mean = own / calls;
    let variance = (branch.squares / calls - mean * mean).max(0.0);
    (variance / calls).sqrt() / mean
}

/// The call tree below a node, without the cost of watching.
struct CallSubtree {
    root: usize,
    /// Branches below the root.
    places: Vec<usize>,
    /// Ticks by branch: own, and callees included.
    own: Vec<f64>,
    total: Vec<f64>,
    /// The sum of all own ticks.
    sum: f64,
}

impl CallSubtree {
    fn new(branches: &[MergedBranch], root: usize, scale: Scale) -> Self {
        let mut inside = vec![false; branches.len()];
        inside[root] = true;
        let mut places = Vec::new();
        for place in root + 1..branches.len() {
            if branches[place].parent.is_some_and(|parent| inside[parent]) {
                inside[place] = true;
                places.push(place);
            }
        }
        let mut own = vec![0.0; branches.len()];
        let mut total = vec![0.0; branches.len()];
        for &place in &places {
            let branch = &branches[place];
            let ticks = branch.ticks.saturating_sub(branch.inner.0) as f64;
            let watching =
                branch.calls as f64 * scale.watching.0 + branch.inner.1 as f64 * scale.watching.1;
            own[place] = (ticks - watching).max(LEAST_OF_CALL * ticks);
        }
        for &place in places.iter().rev() {
            total[place] += own[place];
            if let Some(parent) = branches[place].parent {
                total[parent] += total[place];
            }
        }
        Self {
            root,
            sum: places.iter().map(|&place| own[place]).sum(),
            places,
            own,
            total,
        }
    }

    /// Whether a caller of the branch counts in the row `name`.
    fn is_inside(&self, branches: &[MergedBranch], place: usize, name: &str) -> bool {
        let mut at = branches[place].parent;
        while let Some(caller) = at.filter(|&caller| caller != self.root) {
            if row_of(branches[caller].callee) == name {
                return true;
            }
            at = branches[caller].parent;
        }
        false
    }

    /// The stack of callees, from the node's callee inwards.
    fn frames(&self, branches: &[MergedBranch], place: usize) -> Vec<String> {
        let mut frames = vec![branches[place].callee.name()];
        let mut at = branches[place].parent;
        while let Some(caller) = at.filter(|&caller| caller != self.root) {
            frames.push(branches[caller].callee.name());
            at = branches[caller].parent;
        }
        frames.reverse();
        frames
    }
}

/// The mark with this number.
fn mark_of(number: usize) -> Option<Mark> {
    let all = [
        Mark::Memory,
        Mark::Limits,
        Mark::Gather,
        Mark::Fail,
        Mark::Lookup,
        Mark::Call,
        Mark::Account,
        Mark::Number,
        Mark::Record,
    ];
    all.into_iter().find(|&mark| mark as usize == number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batt::StepCounts;
    use crate::dsl::primitive;

    fn branch(callee: Callee, parent: Option<usize>, calls: u64, ticks: u64) -> MergedBranch {
        MergedBranch {
            callee,
            parent,
            calls,
            ticks,
            inner: (0, 0),
            squares: 0.0,
        }
    }

    /// 100 calls of apply, of which 10 are watched and call size 3 times each.
    fn example() -> MergedTable {
        let callee = |name| Callee::Primitive(primitive(name).unwrap());
        let mut row = PrimitiveStats {
            steps: 100,
            ticks: 10_000,
            counts: StepCounts {
                evaluations: 100,
                ..StepCounts::default()
            },
            detailed: 10,
            ..PrimitiveStats::default()
        };
        row.marks[Mark::Gather as usize] = 200;
        let mut apply = branch(callee("apply"), Some(0), 10, 1_000);
        apply.inner = (600, 30);
        let branches = vec![
            branch(callee("apply"), None, 10, 1_000),
            apply,
            branch(callee("size"), Some(1), 30, 600),
        ];
        MergedTable {
            rows: vec![(callee("apply"), row)],
            branches,
            ..MergedTable::default()
        }
    }

    #[test]
    fn time_adds_up_and_goes_to_the_callees() {
        let mut estimate = Estimate::default();
        let scale = Scale {
            ns_per_tick: 1.0,
            watching: (0.0, 0.0),
        };
        estimate.add("batt", &example(), scale);
        let row = |name: &str| &estimate.primitives[name];
        // 100 visits with 20 ticks of dispatch each leave 8,000 ticks for calls.
        let dispatch: f64 = estimate.framework.values().map(|part| part.ns).sum();
        assert_eq!(dispatch.round(), 2_000.0);
        assert_eq!(row("apply").own.round(), 3_200.0);
        assert_eq!(row("apply").total.round(), 8_000.0);
        assert_eq!(row("size").own.round(), 4_800.0);
        assert_eq!(row("size").calls.round(), 300.0);
        assert_eq!(row("apply").calls.round(), 100.0);
        let stacks: f64 = estimate.stacks.values().map(|part| part.ns).sum();
        assert_eq!(stacks.round(), 10_000.0);
    }

    #[test]
    fn the_cost_of_watching_is_subtracted() {
        let mut estimate = Estimate::default();
        let scale = Scale {
            ns_per_tick: 1.0,
            watching: (10.0, 5.0),
        };
        estimate.add("batt", &example(), scale);
        // apply: 400 - 10 * 10 - 30 * 5 = 150; size: 600 - 30 * 10 = 300.
        let own = estimate.primitives["apply"].own;
        assert_eq!(own.round(), (8_000.0_f64 * 150.0 / 450.0).round());
    }
}

//! The call tree of traced calls.
//!
//! In: the start and the end of every traced call. Out: a tree of callees with their number of calls
//! and ticks, and a histogram of times per callee.
//!
//! Invariants: the tree is bounded; tracing does not change results; without tracing, no clock is read.

use crate::dsl::table::Primitive;
use crate::dsl::value::ClosureKind;
use crate::histogram::Histogram;
use crate::work_clock::WorkClock;
use rustc_hash::FxHashMap;
use std::cell::RefCell;

/// The callee of a traced call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Callee {
    /// A primitive.
    Primitive(&'static Primitive),
    /// A closure, by its kind.
    Closure(ClosureKind),
    /// A node that calls its first argument.
    Apply,
}

impl Callee {
    /// The name in reports: that of the primitive, or the kind of closure in brackets.
    pub fn name(self) -> String {
        match self {
            Callee::Primitive(primitive) => primitive.name.to_owned(),
            Callee::Closure(kind) => format!("({})", kind.name()),
            Callee::Apply => "(apply)".to_owned(),
        }
    }

    /// A number that identifies the callee.
    fn key(self) -> usize {
        match self {
            Callee::Primitive(primitive) => std::ptr::from_ref(primitive).addr(),
            // No primitive is at an address this low.
            Callee::Closure(kind) => 1 + kind as usize,
            Callee::Apply => 0,
        }
    }
}

/// The index of a callee in a tree.
pub type Row = usize;

/// A branch of the tree: a callee, called from another.
#[derive(Clone, Debug)]
pub struct Branch {
    /// The callee.
    pub row: Row,
    /// The branch that calls it; `None` for a node.
    pub parent: Option<usize>,
    /// Number of calls.
    pub calls: u64,
    /// Ticks spent in it, callees included.
    pub ticks: u64,
    /// Ticks and number of the calls that it makes.
    pub inner: (u64, u64),
    /// Sum of the squares of its own ticks per call, for the sampling error.
    pub squares: f64,
    first_child: u32,
    next_sibling: u32,
    /// The key of the callee.
    key: usize,
}

impl Branch {
    fn add(&mut self, ticks: u64, inner: (u64, u64)) {
        self.calls += 1;
        self.ticks += ticks;
        self.inner = (self.inner.0 + inner.0, self.inner.1 + inner.1);
    }
}

const NONE: u32 = u32::MAX;

/// The most branches of a tree; further calls count as their caller's own work.
const MAX_BRANCHES: usize = 1 << 14;

/// The call tree of traced calls.
pub struct CallTree {
    clock: WorkClock,
    state: RefCell<State>,
}

#[derive(Default)]
struct State {
    callees: Vec<Callee>,
    rows: FxHashMap<usize, Row>,
    /// The times of each row's calls, in ticks.
    times: Vec<Histogram>,
    branches: Vec<Branch>,
    /// The branch of each row, called by a node.
    roots: Vec<u32>,
    /// The stack of open calls.
    open: Vec<Open>,
}

struct Open {
    branch: u32,
    begun: u64,
    inner: (u64, u64),
}

impl CallTree {
    /// An empty tree.
    pub(crate) fn new(clock: WorkClock) -> Self {
        Self {
            clock,
            state: RefCell::default(),
        }
    }

    /// Starts the call of a node.
    pub fn begin_node(&self, callee: Callee) {
        let mut state = self.state.borrow_mut();
        let row = state.row(callee);
        let branch = match state.roots[row] {
            NONE => state.branch(row, None),
            branch => Some(branch),
        };
        let branch = branch.unwrap_or(0);
        state.roots[row] = branch;
        state.open.clear();
        state.open.push(Open {
            branch,
            begun: 0,
            inner: (0, 0),
        });
    }

    /// Ends the call of the node, which took `ticks`.
    pub fn end_node(&self, ticks: u64) {
        let mut state = self.state.borrow_mut();
        let Some(open) = state.open.pop() else {
            return;
        };
        let branch = &mut state.branches[open.branch as usize];
        branch.add(ticks, open.inner);
        state.open.clear();
    }

    /// Starts a call.
    pub(in crate::dsl) fn enter(&self, callee: Callee) {
        let mut state = self.state.borrow_mut();
        let branch = state.child(callee);
        // Read the clock last, so that finding the branch counts for the caller.
        let begun = self.clock.now();
        state.open.push(Open {
            branch,
            begun,
            inner: (0, 0),
        });
    }

    /// Ends the innermost call.
    pub(in crate::dsl) fn leave(&self) {
        let state = &mut *self.state.borrow_mut();
        let Some(open) = state.open.pop() else {
            return;
        };
        let (_, ticks) = self.clock.since(open.begun);
        if let Some(caller) = state.open.last_mut() {
            caller.inner.0 += ticks;
            caller.inner.1 += 1;
        }
        if open.branch == NONE {
            return;
        }
        let branch = &mut state.branches[open.branch as usize];
        branch.add(ticks, open.inner);
        let own = ticks.saturating_sub(open.inner.0) as f64;
        branch.squares += own * own;
        state.times[branch.row].add(ticks);
    }

    /// Ticks and number of the calls that nodes of this callee made so far, without the callee itself.
    pub fn inside(&self, callee: Callee) -> (u64, u64) {
        let mut state = self.state.borrow_mut();
        let row = state.row(callee);
        let Some(root) = state.branches.get(state.roots[row] as usize) else {
            return (0, 0);
        };
        let (mut sum, mut next) = ((0, 0), root.first_child);
        while let Some(branch) = state.branches.get(next as usize) {
            sum = (sum.0 + branch.inner.0, sum.1 + branch.inner.1);
            next = branch.next_sibling;
        }
        sum
    }

    /// The callees by row, their histograms of ticks, and the branches, callers first.
    pub fn into_parts(self) -> (Vec<Callee>, Vec<Histogram>, Vec<Branch>) {
        let state = self.state.into_inner();
        (state.callees, state.times, state.branches)
    }

    /// The overhead of tracing a call, in ticks: on its own time, and on its caller's.
    pub(crate) fn cost(clock: &WorkClock) -> (f64, f64) {
        const ROUNDS: u32 = 500;
        let tree = CallTree::new(clock.clone());
        let mut best = (f64::MAX, f64::MAX);
        // The minimum of several rounds is least disturbed by other processes.
        for _ in 0..5 {
            tree.state.borrow_mut().branches.clear();
            tree.state.borrow_mut().roots.fill(NONE);
            let begun = clock.now();
            tree.begin_node(Callee::Apply);
            for _ in 0..ROUNDS {
                tree.enter(Callee::Closure(ClosureKind::Compose));
                tree.leave();
            }
            let all = clock.now().saturating_sub(begun);
            tree.end_node(all);
            let state = tree.state.borrow();
            let inside = state.branches.get(1).map_or(0, |branch| branch.ticks);
            let own = inside as f64 / ROUNDS as f64;
            let callers = all.saturating_sub(inside) as f64 / ROUNDS as f64;
            best = (best.0.min(own), best.1.min(callers));
        }
        best
    }
}

impl State {
    fn row(&mut self, callee: Callee) -> Row {
        let next = self.callees.len();
        let row = *self.rows.entry(callee.key()).or_insert(next);
        if row == next {
            self.callees.push(callee);
            self.times.push(Histogram::default());
            self.roots.push(NONE);
        }
        row
    }

    fn branch(&mut self, row: Row, parent: Option<usize>) -> Option<u32> {
        if self.branches.len() >= MAX_BRANCHES {
            return None;
        }
        let number = self.branches.len() as u32;
        self.branches.push(Branch {
            row,
            parent,
            calls: 0,
            ticks: 0,
            inner: (0, 0),
            squares: 0.0,
            first_child: NONE,
            next_sibling: NONE,
            key: self.callees[row].key(),
        });
        Some(number)
    }

    /// The branch of a callee in the innermost open call.
    fn child(&mut self, callee: Callee) -> u32 {
        let Some(caller) = self.open.last().map(|open| open.branch) else {
            return NONE;
        };
        if caller == NONE {
            return NONE;
        }
        let key = callee.key();
        let mut next = self.branches[caller as usize].first_child;
        while next != NONE {
            let branch = &self.branches[next as usize];
            if branch.key == key {
                return next;
            }
            next = branch.next_sibling;
        }
        let row = self.row(callee);
        let Some(new) = self.branch(row, Some(caller as usize)) else {
            return NONE;
        };
        let caller = &mut self.branches[caller as usize];
        let sibling = std::mem::replace(&mut caller.first_child, new);
        self.branches[new as usize].next_sibling = sibling;
        new
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_are_counted_per_caller() {
        let (clock, time) = quanta::Clock::mock();
        let tree = CallTree::new(WorkClock::new(clock));
        tree.begin_node(Callee::Apply);
        for _ in 0..2 {
            tree.enter(Callee::Closure(ClosureKind::Compose));
            time.increment(5u64);
            tree.enter(Callee::Closure(ClosureKind::Rbind));
            time.increment(7u64);
            tree.leave();
            tree.leave();
        }
        tree.end_node(30);
        let (callees, times, branches) = tree.into_parts();
        let counted: Vec<_> = branches
            .iter()
            .map(|b| (callees[b.row].name(), b.calls, b.ticks, b.inner.0))
            .collect();
        let name = str::to_owned;
        assert_eq!(
            counted,
            [
                (name("(apply)"), 1, 30, 24),
                (name("(compose)"), 2, 24, 14),
                (name("(rbind)"), 2, 14, 0),
            ]
        );
        assert_eq!(times[2].count(), 2);
    }

    #[test]
    fn the_tree_is_bounded() {
        let tree = CallTree::new(WorkClock::new(quanta::Clock::new()));
        tree.begin_node(Callee::Apply);
        for _ in 0..MAX_BRANCHES + 10 {
            tree.enter(Callee::Closure(ClosureKind::Compose));
        }
        for _ in 0..MAX_BRANCHES + 10 {
            tree.leave();
        }
        tree.end_node(1);
        assert_eq!(tree.into_parts().2.len(), MAX_BRANCHES);
    }
}

//! The loop of a search.

use super::bank::{Bank, MAX_SAMPLES, StateId};
use super::cellwise::Cellwise;
use super::goal::{Goal, count};
use super::grow::Grow;
use super::kind::Kind;
use super::outcome::{Budget, Found, Outcome, Proposer, SearchStats};
use super::pieces::Stack;
use super::rank;
use crate::dsl::Value;
use crate::dsl::constants::ConstantValue;
use crate::grid::GridBuf;
use crate::program::output_grid;
use crate::task::Task;
use bumpalo::Bump;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// A search on one task.
pub(super) struct Search<'a> {
    task: &'a Task,
    bank: Bank<'a>,
    goal: Goal<'a>,
    grow: Grow,
    stack: Stack,
    cellwise: Cellwise,
    /// States that were looked at.
    looked: usize,
    /// States that explain all demonstrations.
    found: Vec<(StateId, Proposer)>,
    /// The best of those that do not: cells that are wrong, and the state.
    partial: Vec<(u32, u32, StateId)>,
}

/// Steps between two looks at the clock.
const SLICE: usize = 64;

impl<'a> Search<'a> {
    /// A search on a task; none if the task is not of a size that is searched on.
    pub fn new(arena: &'a Bump, task: &'a Task) -> Option<Self> {
        let samples = task.train.len() + task.test.len();
        let outputs = task.train.iter().map(|pair| &pair.output);
        let mut grids = task.train.iter().map(|pair| &pair.input).chain(&task.test).chain(outputs);
        if task.train.is_empty() || samples > MAX_SAMPLES || grids.any(|g| g.width() > 60) {
            return None;
        }
        let mut bank = Bank::new(arena, task);
        let goal = Goal::new(&mut bank, task);
        for color in 0..10 {
            let occurs = |grid: &GridBuf| grid.view().cells().contains(&(color as i8));
            let inputs = task.train.iter().all(|pair| occurs(&pair.input));
            let outputs = task.train.iter().any(|pair| occurs(&pair.output));
            if inputs || outputs {
                bank.constant(ConstantValue::Int(color), Kind::Color, 1);
            }
        }
        let stack = Stack::new(&goal);
        Some(Self {
            task,
            bank,
            goal,
            grow: Grow::new(),
            stack,
            cellwise: Cellwise::default(),
            looked: 0,
            found: Vec::new(),
            partial: Vec::new(),
        })
    }

    #[cfg(test)]
    pub fn debug(&mut self, p: &crate::program::Program) {
        let before = self.bank.states.len();
        for op in super::operators::all() {
            if op.name == "operator_joined" {
                println!("{op:?} {:?} level {}", op.apply(&mut self.bank, 878, 878, &mut vec![]), self.grow.cost);
            }
        }
        let mut nodes = vec![];
        self.bank.graph.add(p, &mut nodes);
        for n in nodes {
            let s = self.bank.evaluate(n, 1);
            println!("{} {:?} {:?} of {before}", self.bank.graph.describe(n), s, s.map(|s| self.bank.states[s as usize]));
        }
    }

    /// Where the enumeration is.
    pub fn level(&self) -> (u16, usize) {
        (self.grow.cost, self.bank.states.len())
    }

    /// Searches until the budget is spent.
    pub fn run(&mut self, budget: &Budget, started: Instant, stop: &AtomicBool) {
        self.sizes();
        self.look(Proposer::BottomUp);
        loop {
            for _ in 0..SLICE {
                if !self.grow.step(&mut self.bank) {
                    return;
                }
                self.look(Proposer::BottomUp);
            }
            if self.stack.is_ready() {
                self.stack.paint(&mut self.bank);
                self.look(Proposer::Stacking);
            }
            for _ in 0..SLICE {
                if self.cellwise.is_ready() {
                    self.cellwise.step(&mut self.bank, &self.goal);
                }
            }
            self.look(Proposer::Goal);
            let late = budget.time.is_some_and(|time| started.elapsed() >= time);
            if late
                || stop.load(Ordering::Relaxed)
                || self.bank.evaluations >= budget.steps
                || self.bank.memory() >= budget.memory
            {
                return;
            }
        }
    }

    /// Empty grids of the size of the outputs, where that is always the same.
    fn sizes(&mut self) {
        let first = self.goal.sizes[0];
        if self.goal.sizes.iter().all(|&size| size == first) {
            let (height, width) = (first.0 as i32, first.1 as i32);
            self.bank.constant(ConstantValue::Pair(height, width), Kind::Pair, 2);
        }
    }

    /// Looks at all states that are new.
    fn look(&mut self, proposer: Proposer) {
        while self.looked < self.bank.states.len() {
            let state = self.looked as StateId;
            self.looked += 1;
            if self.bank.states[state as usize].kind == Kind::Grid {
                if self.bank.train_ids(state) == self.goal.ids {
                    self.found.push((state, proposer));
                    continue;
                }
                self.consider_partial(state);
            }
            self.stack.consider(&mut self.bank, &self.goal, state);
            self.cellwise.consider(&mut self.bank, &self.goal, state);
        }
    }

    fn consider_partial(&mut self, state: StateId) {
        if !self.goal.fits(&self.bank, state) {
            return;
        }
        let Some(wrong) = self.goal.wrong(&self.bank, state) else {
            return;
        };
        let right = (0..self.bank.train)
            .filter(|&demo| self.goal.rows(demo).all(|row| wrong[row] == 0))
            .count() as u32;
        let entry = (self.bank.train as u32 - right, count(&wrong), state);
        let at = self.partial.partition_point(|other| *other <= entry);
        self.partial.insert(at, entry);
        self.partial.truncate(8);
    }

    /// What was found.
    pub fn outcome(&self) -> Outcome {
        let mut all: Vec<(f64, StateId, Proposer)> = self
            .found
            .iter()
            .map(|&(state, proposer)| (rank::bits(&self.bank, state) / 20.0 + f64::from(self.bank.cost(state)), state, proposer))
            .collect();
        all.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let train = self.bank.train as u32;
        let mut found: Vec<Found> = all
            .iter()
            .take(10)
            .map(|&(bits, state, proposer)| self.as_found(state, proposer, train, bits))
            .collect();
        for &(missed, _, state) in self.partial.iter().take(3) {
            let bits = rank::bits(&self.bank, state);
            found.push(self.as_found(state, Proposer::BottomUp, train - missed, bits));
        }
        let attempts = (0..self.task.test.len())
            .map(|test| {
                let mut answers = found.iter().filter_map(|found| found.outputs[test].as_ref());
                let first = answers.next();
                let second = answers.find(|&grid| Some(grid) != first);
                [first.cloned(), second.cloned()]
            })
            .collect();
        Outcome {
            found,
            attempts,
            stats: SearchStats {
                evaluations: self.bank.evaluations,
                programs: self.bank.states.len() as u64,
                memory: self.bank.memory(),
                time: std::time::Duration::ZERO,
            },
        }
    }

    fn as_found(&self, state: StateId, proposer: Proposer, matched: u32, bits: f64) -> Found {
        let answer = |sample| {
            let value: Value = self.bank.value(state, sample);
            output_grid(value).map(|grid| grid.to_buf())
        };
        Found {
            program: self.bank.program(state, &format!("solve_{}", self.task.id)),
            proposer,
            matched,
            bits,
            outputs: (self.bank.train..self.bank.samples).map(answer).collect(),
        }
    }
}

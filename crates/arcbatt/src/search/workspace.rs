//! The search on one task: its bank, its target, its proposers and the programs found.
//!
//! In: a task. Out: states that match all demonstrations, the best of the others, and grids that
//! may be a first step.
//! Invariant: every state of the bank is offered once, in the order of the bank, before any
//! proposer takes its next step.

use super::bank::{Bank, StateId};
use super::not_searched::NotSearched;
use super::outcome::ProposerGroup;
use super::proposers::{Entry, NewState, SLICE, registry};
use super::residual::{FirstStep, FirstSteps};
use super::state_type::StateType;
use super::target::{Mask, Target, count};
use crate::dsl::constants::ConstantValue;
use crate::grid::GridBuf;
use crate::prim;
use crate::program::Program;
use crate::task::Task;
use bumpalo::Bump;

/// The search on one task.
pub(super) struct Workspace<'a> {
    pub task: &'a Task,
    pub bank: Bank<'a>,
    pub target: Target<'a>,
    proposers: Vec<Entry<'a>>,
    /// How many states of the bank were offered to the proposers.
    offered: usize,
    /// Buffer for the cells of the state on offer.
    cells: Mask,
    /// States that match all demonstrations, and the group that found each.
    pub found: Vec<(StateId, ProposerGroup)>,
    /// The best other grids: demonstrations missed, wrong cells, state.
    pub partial: Vec<(u32, u32, StateId)>,
    first_steps: FirstSteps,
}

/// How far a search has come; compared before and after a slice.
#[derive(Clone, Copy)]
pub(super) struct Progress {
    /// States that match all demonstrations.
    pub found: usize,
    /// The cost of the cheapest of them.
    pub cheapest: u16,
    /// Wrong cells of the best other grid.
    pub wrong: u32,
}

/// Other grids that are ranked as partial solutions.
const MAX_PARTIAL: usize = 8;

/// Once a library program matches all demonstrations, enumerate past this cost, then stop: something
/// as simple may match, too.
const MIN_COST_AFTER_LIBRARY_HIT: u16 = 4;

/// Once a program matches all demonstrations, enumerate this much beyond its cost, then stop.
const COST_BEYOND_CHEAPEST: u16 = 2;

impl<'a> Workspace<'a> {
    /// A search on a task; none if it is [`NotSearched`].
    pub fn new(arena: &'a Bump, task: &'a Task) -> Option<Self> {
        let mut workspace = Self::without_proposers(arena, task)?;
        workspace.proposers = registry(&workspace.target);
        workspace.offer_new(ProposerGroup::BottomUp);
        Some(workspace)
    }

    /// A search without proposers; none if it is [`NotSearched`].
    pub fn without_proposers(arena: &'a Bump, task: &'a Task) -> Option<Self> {
        if NotSearched::of(task).is_some() {
            return None;
        }
        let mut bank = Bank::new(arena, task);
        let target = Target::new(&mut bank, task);
        add_constants(&mut bank, task);
        // As expensive as the enumerated measure, but known from the start.
        let color = bank.function(prim!(color));
        bank.also(color, StateType::Measure, 3);
        let first = target.sizes[0];
        if target.sizes.iter().all(|&size| size == first) {
            let size = ConstantValue::Pair(first.0 as i32, first.1 as i32);
            bank.constant(size, StateType::Pair, 1);
        }
        Some(Self {
            task,
            proposers: Vec::new(),
            offered: 0,
            cells: vec![0; target.all.len()],
            found: Vec::new(),
            partial: Vec::new(),
            first_steps: FirstSteps::new(&bank, &target),
            bank,
            target,
        })
    }

    /// Adds a proposer that the registry does not hold, as it needs more than a task.
    pub fn add_proposer(&mut self, entry: Entry<'a>) {
        self.proposers.push(entry);
    }

    /// Whether any proposer of a group is ready.
    pub fn is_ready(&self, group: ProposerGroup) -> bool {
        let mut of_group = self.proposers.iter().filter(|entry| entry.group == group);
        of_group.any(|entry| entry.proposer.is_ready(&self.bank))
    }

    /// Gives the proposers of a group a slice; the first that is ready takes each step.
    pub fn slice(&mut self, group: ProposerGroup) {
        self.slice_of(group, SLICE);
    }

    /// A slice of this many evaluations; the last step may take it a little beyond.
    pub fn slice_of(&mut self, group: ProposerGroup, evaluations: u64) {
        let end = self.bank.evaluations.saturating_add(evaluations);
        let mut steps = 0;
        while self.bank.evaluations < end {
            let of_group = self
                .proposers
                .iter_mut()
                .filter(|entry| entry.group == group);
            let mut proposers = of_group.map(|entry| &mut entry.proposer);
            let Some(proposer) = proposers.find(|proposer| proposer.is_ready(&self.bank)) else {
                return;
            };
            if steps == proposer.steps_per_slice() {
                return;
            }
            steps += 1;
            proposer.step(&mut self.bank, &self.target);
            self.offer_new(group);
        }
    }

    /// Gives a slice to every group that is ready. Returns whether there was one.
    pub fn turn(&mut self) -> bool {
        use ProposerGroup::{BottomUp, Goal, Stacking};
        let mut any = false;
        for group in [BottomUp, Stacking, Goal] {
            if self.is_ready(group) {
                self.slice(group);
                any = true;
            }
        }
        any
    }

    /// How far the search has come.
    pub fn progress(&self) -> Progress {
        let costs = self.found.iter().map(|&(state, _)| self.bank.cost(state));
        let best = self.partial.first();
        Progress {
            found: self.found.len(),
            cheapest: costs.min().unwrap_or(u16::MAX),
            wrong: best.map_or(u32::MAX, |&(_, wrong, _)| wrong),
        }
    }

    /// Whether everything still to be enumerated costs far more than a program that was found.
    pub fn is_settled(&self) -> bool {
        let reached = self.proposers.iter();
        let reached = reached.filter_map(|entry| entry.proposer.cost_reached());
        let reached = reached.max().unwrap_or(0);
        let mut groups = self.found.iter().map(|&(_, group)| group);
        let library_hit = groups.any(|group| group == ProposerGroup::Library);
        let enough = self
            .progress()
            .cheapest
            .saturating_add(COST_BEYOND_CHEAPEST);
        reached > enough || library_hit && reached > MIN_COST_AFTER_LIBRARY_HIT
    }

    /// The programs found since the first `before`, with their costs.
    pub fn programs_found(&self, before: usize) -> Vec<(Program, u16)> {
        let new = self.found.iter().skip(before);
        new.map(|&(state, _)| (self.bank.program(state, "solve"), self.bank.cost(state)))
            .collect()
    }

    /// The best grid that is not right yet if it is better than the best of another search: its program
    /// and its cost.
    pub fn better_partial(&self, other: &Self) -> Option<(Program, u16)> {
        let rank = |search: &Self| {
            search
                .partial
                .first()
                .map(|&(missed, wrong, _)| (missed, wrong))
        };
        let &(missed, wrong, state) = self.partial.first()?;
        let is_better = rank(other).is_none_or(|best| (missed, wrong) < best);
        is_better.then(|| (self.bank.program(state, "solve"), self.bank.cost(state)))
    }

    /// Adds a program to the bank, as found by a group.
    pub fn add_program(&mut self, program: &Program, cost: u16, group: ProposerGroup) {
        self.bank.add(program, cost);
        self.offer_new(group);
    }

    /// The best first step that was not taken yet.
    pub fn take_first_step(&mut self) -> Option<FirstStep> {
        self.first_steps.take(&self.bank, &self.target, self.task)
    }

    /// Offers all new states to the proposers. `group` added them.
    fn offer_new(&mut self, group: ProposerGroup) {
        while self.offered < self.bank.states.len() {
            let id = self.offered as StateId;
            self.offered += 1;
            let state_type = self.bank.state_type(id);
            let cells: &[u64] = match state_type {
                StateType::Grid if self.bank.train_ids(id) == self.target.ids => {
                    self.found.push((id, group));
                    continue;
                }
                StateType::Grid => {
                    if !self.target.mark_wrong(&self.bank, id, &mut self.cells) {
                        continue;
                    }
                    self.consider_partial(id);
                    &self.cells
                }
                StateType::Patch | StateType::Object => {
                    self.target.cells_of(&self.bank, id, &mut self.cells);
                    &self.cells
                }
                _ => &[],
            };
            let state = NewState {
                id,
                state_type,
                cells,
            };
            for entry in &mut self.proposers {
                if entry.interests.contains(&state_type) {
                    let proposer = &mut entry.proposer;
                    proposer.consider(&mut self.bank, &self.target, &state);
                }
            }
        }
    }

    /// Notes a grid of the right size with wrong cells.
    fn consider_partial(&mut self, state: StateId) {
        let is_missed = |demo: &usize| {
            let mut words = self.target.words(*demo);
            words.any(|word| self.cells[word] != 0)
        };
        let missed = (0..self.bank.train).filter(is_missed).count() as u32;
        let wrong = count(&self.cells);
        let entry = (missed, wrong, state);
        let at = self.partial.partition_point(|other| *other <= entry);
        self.partial.insert(at, entry);
        self.partial.truncate(MAX_PARTIAL);
        self.first_steps.consider(&self.bank, state, wrong);
    }
}

/// Adds the colours that programs may name, those of several grids alone at a higher cost, and two
/// numbers.
fn add_constants(bank: &mut Bank, task: &Task) {
    for color in 0..10 {
        let occurs = |grid: &GridBuf| grid.view().cells().contains(&(color as i8));
        let inputs = task.train.iter().filter(|pair| occurs(&pair.input)).count();
        let in_outputs = task.train.iter().any(|pair| occurs(&pair.output));
        let cost = if inputs == task.train.len() || in_outputs {
            1
        } else if inputs > 1 || inputs == 1 && task.test.iter().all(occurs) {
            2
        } else {
            continue;
        };
        bank.constant(ConstantValue::Int(color), StateType::Color, cost);
    }
    for number in [2, 3] {
        bank.constant(ConstantValue::Int(number), StateType::Number, 2);
    }
}

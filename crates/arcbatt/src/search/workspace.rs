//! The loop of a search.

use crate::dsl::Value;
use crate::dsl::constants::ConstantValue;
use crate::grid::GridBuf;
use crate::prim;
use crate::program::Program;
use crate::search::bank::{Bank, MAX_SAMPLES, StateId};
use crate::search::outcome::ProposerGroup;
use crate::search::proposers::combine_grids::CombineGrids;
use crate::search::proposers::copy_objects::CopyObjects;
use crate::search::proposers::enumerate::Enumerate;
use crate::search::proposers::output_size::OutputSize;
use crate::search::proposers::patch_pairs::PatchPairs;
use crate::search::proposers::per_object::PerObject;
use crate::search::proposers::recolor_by_feature::RecolorByFeature;
use crate::search::proposers::stacking::Stacking;
use crate::search::residual;
use crate::search::state_type::StateType;
use crate::search::target::{Mask, Target, count};
use crate::task::Task;
use bumpalo::Bump;

/// A search on one task.
pub(super) struct Workspace<'a> {
    pub(super) task: &'a Task,
    /// What is known.
    pub bank: Bank<'a>,
    /// What is wanted.
    pub target: Target<'a>,
    grow: Enumerate,
    stack: Stacking,
    cellwise: CombineGrids,
    by_object: RecolorByFeature,
    each: PerObject,
    both: PatchPairs,
    stamps: CopyObjects,
    sizes: OutputSize,
    /// Whether all that may be enumerated was.
    exhausted: bool,
    /// States that were looked at.
    looked: usize,
    /// The cells of the state that is looked at, or those at which it is wrong.
    mask: Mask,
    /// States that explain all demonstrations.
    pub(super) found: Vec<(StateId, ProposerGroup)>,
    /// Cells at which the input is wrong; all, where it is not of the right size.
    changed: u32,
    /// The best of those that do not: cells that are wrong, and the state.
    pub(super) partial: Vec<(u32, u32, StateId)>,
    /// Grids that may be a first step, best first: what speaks against each, and the state.
    first_steps: Vec<(u32, StateId)>,
    /// Steps that were taken.
    taken: Vec<StateId>,
}

/// Evaluations of a slice.
pub(super) const SLICE: u64 = 2_000;

/// What is looked for, at least, where a program of the library explains everything.
const KNOWN: u16 = 4;

/// Bases that are painted on in a slice.
const BASES: u64 = 40;

/// Grids that are kept to be a first step.
const MAX_STEPS: usize = 40;

/// How much dearer than a program that was found others may be and still be looked for.
const SETTLED: u16 = 2;

impl<'a> Workspace<'a> {
    /// A search on a task; none if the task is not of a size that is searched on.
    pub fn new(arena: &'a Bump, task: &'a Task) -> Option<Self> {
        let samples = task.train.len() + task.test.len();
        let outputs = task.train.iter().map(|pair| &pair.output);
        let mut grids = task
            .train
            .iter()
            .map(|pair| &pair.input)
            .chain(&task.test)
            .chain(outputs);
        if task.train.is_empty() || samples > MAX_SAMPLES || grids.any(|g| g.width() > 60) {
            return None;
        }
        let mut bank = Bank::new(arena, task);
        let target = Target::new(&mut bank, task);
        for color in 0..10 {
            let occurs = |grid: &GridBuf| grid.view().cells().contains(&(color as i8));
            let inputs = task.train.iter().all(|pair| occurs(&pair.input));
            let outputs = task.train.iter().any(|pair| occurs(&pair.output));
            let some = (task.train.iter().filter(|pair| occurs(&pair.input))).count() > 1
                || task.train.iter().any(|pair| occurs(&pair.input))
                    && task.test.iter().all(occurs);
            if inputs || outputs {
                bank.constant(ConstantValue::Int(color), StateType::Color, 1);
            } else if some {
                bank.constant(ConstantValue::Int(color), StateType::Color, 2);
            }
        }
        for number in [2, 3] {
            bank.constant(ConstantValue::Int(number), StateType::Number, 2);
        }
        // As dear as where it is enumerated, but there from the start.
        let color = bank.function(prim!(color));
        bank.also(color, StateType::Measure, 3);
        let changed = match target.wrong(&bank, Bank::INPUT) {
            Some(wrong) => count(&wrong),
            None => count(&target.all),
        };
        let (stack, both) = (Stacking::new(&target), PatchPairs::new(&target));
        let mut search = Self {
            task,
            bank,
            mask: vec![0; target.all.len()],
            target,
            grow: Enumerate::new(),
            stack,
            cellwise: CombineGrids::default(),
            by_object: RecolorByFeature::default(),
            each: PerObject::default(),
            both,
            stamps: CopyObjects::default(),
            sizes: OutputSize::default(),
            exhausted: false,
            looked: 0,
            changed,
            found: Vec::new(),
            partial: Vec::new(),
            first_steps: Vec::new(),
            taken: Vec::new(),
        };
        search.fixed_size();
        search.look(ProposerGroup::BottomUp);
        Some(search)
    }

    /// Whether a proposer has anything to do.
    pub fn is_ready(&self, proposer: ProposerGroup) -> bool {
        match proposer {
            ProposerGroup::BottomUp => !self.exhausted,
            ProposerGroup::Goal => {
                self.cellwise.is_ready()
                    || self.by_object.is_ready()
                    || self.each.is_ready(&self.bank)
                    || self.both.is_ready()
                    || self.stamps.is_ready()
            }
            ProposerGroup::Stacking => self.stack.is_ready(),
            ProposerGroup::Library | ProposerGroup::Augmentation => false,
        }
    }

    /// Gives a proposer a slice.
    pub fn slice(&mut self, proposer: ProposerGroup) {
        let end = self.bank.evaluations + SLICE;
        let steps = match proposer {
            ProposerGroup::Stacking => BASES,
            _ => SLICE,
        };
        for _ in 0..steps {
            if self.bank.evaluations >= end || !self.is_ready(proposer) {
                break;
            }
            match proposer {
                ProposerGroup::BottomUp => self.exhausted = !self.grow.step(&mut self.bank),
                ProposerGroup::Goal if self.by_object.is_ready() => {
                    self.by_object.step(&mut self.bank, &self.target);
                }
                ProposerGroup::Goal if self.both.is_ready() => {
                    self.both.step(&mut self.bank);
                }
                ProposerGroup::Goal if self.stamps.is_ready() => {
                    self.stamps.step(&mut self.bank, &self.target);
                }
                ProposerGroup::Goal if self.each.is_ready(&self.bank) => {
                    self.each.step(&mut self.bank, &self.target);
                }
                ProposerGroup::Goal => self.cellwise.step(&mut self.bank, &self.target),
                _ => self.stack.paint(&mut self.bank),
            }
            self.look(proposer);
        }
    }

    /// Gives every proposer a slice that has anything to do. Says whether there was one.
    pub fn turn(&mut self) -> bool {
        let mut any = false;
        for proposer in [
            ProposerGroup::BottomUp,
            ProposerGroup::Stacking,
            ProposerGroup::Goal,
        ] {
            if self.is_ready(proposer) {
                self.slice(proposer);
                any = true;
            }
        }
        any
    }

    /// How far the search has come: states that explain everything, what the cheapest of them
    /// costs, and what the best of the others gets wrong.
    pub fn progress(&self) -> (usize, u16, u32) {
        let cheapest = self
            .found
            .iter()
            .map(|&(state, _)| self.bank.cost(state))
            .min();
        let wrong = self
            .partial
            .first()
            .map_or(u32::MAX, |&(_, wrong, _)| wrong);
        (self.found.len(), cheapest.unwrap_or(u16::MAX), wrong)
    }

    /// Whether what is still to be found is far dearer than what was found.
    pub fn is_settled(&self) -> bool {
        let (_, cheapest, _) = self.progress();
        let known = self
            .found
            .iter()
            .any(|&(_, by)| by == ProposerGroup::Library);
        let known = known && self.grow.cost > KNOWN;
        known || self.grow.cost > cheapest.saturating_add(SETTLED)
    }

    /// The programs of the states found since the first `before`, and what each costs.
    pub fn programs_found(&self, before: usize) -> Vec<(Program, u16)> {
        let new = self.found.iter().skip(before);
        new.map(|&(state, _)| (self.bank.program(state, "solve"), self.bank.cost(state)))
            .collect()
    }

    /// Empty grids of the size of the outputs, where that is always the same.
    fn fixed_size(&mut self) {
        let first = self.target.sizes[0];
        if self.target.sizes.iter().all(|&size| size == first) {
            let (height, width) = (first.0 as i32, first.1 as i32);
            self.bank
                .constant(ConstantValue::Pair(height, width), StateType::Pair, 1);
        }
    }

    /// Looks at all states that are new.
    pub fn look(&mut self, proposer: ProposerGroup) {
        while self.looked < self.bank.states.len() {
            let state = self.looked as StateId;
            self.looked += 1;
            let (bank, target) = (&mut self.bank, &self.target);
            match bank.states[state as usize].kind {
                StateType::Grid if bank.train_ids(state) == target.ids => {
                    self.found.push((state, proposer));
                }
                StateType::Grid => {
                    let mut wrong = std::mem::take(&mut self.mask);
                    if target.mark_wrong(bank, state, &mut wrong) {
                        self.consider_partial(state, &wrong);
                        let (bank, target) = (&mut self.bank, &self.target);
                        self.stack.consider_grid(bank, target, state, &wrong);
                        self.cellwise.consider(bank, target, state);
                    }
                    self.mask = wrong;
                }
                StateType::Patch | StateType::Object => {
                    target.cells_of(bank, state, &mut self.mask);
                    self.stack.consider_patch(bank, target, state, &self.mask);
                    self.each.consider(bank, target, state);
                    self.both.consider(bank, target, state, &self.mask);
                    self.stamps.consider(bank, target, state);
                }
                StateType::Objects => {
                    self.stamps.consider(bank, target, state);
                    self.by_object.consider(bank, target, state);
                    self.each.consider(bank, target, state);
                }
                StateType::Number => self.sizes.consider(bank, target, state),
                _ => {}
            }
        }
    }

    fn consider_partial(&mut self, state: StateId, wrong: &[u64]) {
        let right = (0..self.bank.train)
            .filter(|&demo| self.target.words(demo).all(|row| wrong[row] == 0))
            .count() as u32;
        let entry = (self.bank.train as u32 - right, count(wrong), state);
        let at = self.partial.partition_point(|other| *other <= entry);
        self.partial.insert(at, entry);
        self.partial.truncate(8);
        self.consider_step(state, count(wrong));
    }

    /// Notes a grid that is partly right, if it is better than the input, where that is of the right
    /// size itself.
    fn consider_step(&mut self, state: StateId, wrong: u32) {
        let changed = self.changed;
        if state == Bank::INPUT || wrong >= changed {
            return;
        }
        // From a grid of one colour nothing can be told.
        let tells = |sample| match self.bank.value(state, sample) {
            Value::Grid(grid) => grid.cells().iter().any(|c| Some(c) != grid.cells().first()),
            _ => false,
        };
        if !(0..self.bank.samples).all(tells) {
            return;
        }
        // A unit of cost weighs as much as a twentieth of all cells that are to change.
        let against = wrong * 20 / changed.max(1) + u32::from(self.bank.cost(state));
        let at = (self.first_steps).partition_point(|other| *other <= (against, state));
        if at < MAX_STEPS {
            self.first_steps.insert(at, (against, state));
            self.first_steps.truncate(MAX_STEPS);
        }
    }

    /// The best first step that was not taken yet: its program, what that costs, and the task that
    /// is left.
    pub fn step(&mut self) -> Option<(Program, u16, Task)> {
        // Grids with the same cells right lead to the same place, and so do mirrored ones.
        let traits = |state| {
            let wrong = self.target.wrong(&self.bank, state);
            let turned = match self.bank.value(state, 0) {
                Value::Grid(grid) => Some(residual::however_turned(grid)),
                _ => None,
            };
            (wrong, turned)
        };
        let taken: Vec<_> = self.taken.iter().map(|&state| traits(state)).collect();
        let is_new = |&&(_, state): &&(u32, StateId)| {
            let (wrong, turned) = traits(state);
            let alike = |other: &(_, _)| other.0 == wrong || other.1 == turned;
            !taken.iter().any(alike)
        };
        let &(_, state) = self.first_steps.iter().find(is_new)?;
        self.taken.push(state);
        let task = residual::rest(&self.bank, self.task, state)?;
        let program = self.bank.program(state, "step");
        Some((program, self.bank.cost(state), task))
    }
}

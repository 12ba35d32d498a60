//! What functions of an object do to the objects of the demonstrations.
//!
//! In: a state of a bank of objects: cells, or coloured cells, of each object. Out: an [`Effect`] for
//! each object of a demonstration: whether the output shows that.

use crate::dsl::Value;
use crate::grid::Cells;
use crate::search::bank::{Bank, StateId};
use crate::search::target::{Mask, Target, common};

/// What a function does to an object of a demonstration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    /// Nothing that can be seen.
    None,
    /// The output shows one colour where the function says.
    Fills(u8),
    /// The output shows what the function gives.
    Paints,
    /// The output shows something else.
    Wrong,
}

/// An object of a sample.
pub(super) struct Item<'a> {
    /// Which.
    pub sample: usize,
    /// The object.
    pub value: Value<'a>,
    /// Its colour, if it has one only.
    pub color: Option<u8>,
}

/// The cells that are not as they were.
pub(super) fn changed(target: &Target) -> Mask {
    let mut changed = target.all.clone();
    for (input, output) in target.input_planes.iter().flatten().zip(&target.planes) {
        for (row, (input, output)) in changed.iter_mut().zip(input.iter().zip(output)) {
            *row &= !(input & output);
        }
    }
    changed
}

/// Says what functions do.
pub(super) struct Judge<'g, 'a> {
    /// What is wanted.
    pub target: &'g Target<'g>,
    /// The objects.
    pub items: &'g [Item<'a>],
    /// The cells that are not as they were.
    pub changed: &'g Mask,
    /// Only cells where the input has this colour count.
    pub within: Option<usize>,
    /// StepSlot for the cells of an object.
    pub part: Mask,
}

impl Judge<'_, '_> {
    /// What a function does to the objects of the demonstrations; none if it changes nothing for the
    /// better.
    pub fn effects(&mut self, inner: &Bank, state: StateId) -> Option<Vec<Effect>> {
        let mut useful = false;
        let mut effects = Vec::with_capacity(inner.train);
        for item in 0..inner.train {
            let (effect, better) = match inner.value(state, item) {
                Value::Indices(cells) => self.filled(item, cells),
                Value::Object(object) => match self.painted(item, object) {
                    (Effect::Wrong, _) => self.filled(item, &object.shape),
                    paints => paints,
                },
                _ => (Effect::None, false),
            };
            useful |= better;
            effects.push(effect);
        }
        useful.then_some(effects)
    }

    fn lay(&mut self, demo: usize, cells: &Cells) {
        let rows = self.target.words(demo);
        self.part[rows.clone()].fill(0);
        self.target.lay(demo, cells, &mut self.part);
        if let (Some(color), Some(planes)) = (self.within, &self.target.input_planes) {
            let plane = &planes[color][rows.clone()];
            for (part, row) in self.part[rows].iter_mut().zip(plane) {
                *part &= row;
            }
        }
    }

    fn filled(&mut self, item: usize, cells: &Cells) -> (Effect, bool) {
        let demo = self.items[item].sample;
        self.lay(demo, cells);
        match self.target.color_under(demo, &self.part) {
            Ok(Some(color)) => (Effect::Fills(color), self.is_better(demo)),
            Ok(None) => (Effect::None, false),
            Err(()) => (Effect::Wrong, false),
        }
    }

    fn painted(&mut self, item: usize, object: &crate::grid::Object) -> (Effect, bool) {
        let demo = self.items[item].sample;
        let mut better = false;
        let mut any = false;
        for (k, &color) in object.colors.iter().enumerate() {
            self.lay(demo, &object.cells_of(k));
            let Some(plane) = self.target.planes.get(color as usize) else {
                return (Effect::Wrong, false);
            };
            let mut rows = self.target.words(demo);
            if rows.any(|row| self.part[row] & !plane[row] != 0) {
                return (Effect::Wrong, false);
            }
            better |= self.is_better(demo);
            any |= self.target.words(demo).any(|row| self.part[row] != 0);
        }
        match any {
            true => (Effect::Paints, better),
            false => (Effect::None, false),
        }
    }

    fn is_better(&self, demo: usize) -> bool {
        let rows = self.target.words(demo);
        common(&self.part[rows.clone()], &self.changed[rows]) > 0
    }
}

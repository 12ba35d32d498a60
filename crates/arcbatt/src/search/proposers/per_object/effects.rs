//! What a function of an object does to the objects of the demonstrations.
//!
//! In: a state of a bank of objects whose values are patches or objects. Out: an [`Effect`] for each
//! object of a demonstration.

use crate::dsl::Value;
use crate::grid::{Cells, Object};
use crate::search::bank::{Bank, StateId};
use crate::search::target::{Mask, Target, common};

/// How the result of a function for one object compares with the output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    /// It has no cells inside the output.
    None,
    /// The output has this colour at all its cells.
    Fills(u8),
    /// The output has its colours at all its cells.
    Paints,
    /// The output has other colours.
    Wrong,
}

/// An object of a sample.
pub(super) struct Item<'a> {
    pub sample: usize,
    pub value: Value<'a>,
    /// Its colour, if it has only one.
    pub color: Option<u8>,
}

/// Compares the results of functions with the outputs.
pub(super) struct Judge<'g, 'a> {
    target: &'g Target<'g>,
    items: &'g [Item<'a>],
    /// The cells that differ between input and output.
    changed: Mask,
    /// Only cells where the input has this colour count.
    within: Option<usize>,
    /// Buffer for the cells of a result.
    part: Mask,
}

impl<'g, 'a> Judge<'g, 'a> {
    pub fn new(target: &'g Target<'g>, items: &'g [Item<'a>]) -> Self {
        let mut changed = target.all.clone();
        for (input, output) in target.input_planes.iter().flatten().zip(&target.planes) {
            for (row, (input, output)) in changed.iter_mut().zip(input.iter().zip(output)) {
                *row &= !(input & output);
            }
        }
        Self {
            target,
            items,
            changed,
            within: None,
            part: vec![0; target.all.len()],
        }
    }

    /// The effect on each object, counting only cells of colour `within` in the input; none if no
    /// right effect changes a cell.
    pub fn effects(
        &mut self,
        inner: &Bank,
        state: StateId,
        within: Option<usize>,
    ) -> Option<Vec<Effect>> {
        self.within = within;
        let mut useful = false;
        let mut effects = Vec::with_capacity(inner.train);
        for item in 0..inner.train {
            let (effect, changes) = match inner.value(state, item) {
                Value::Indices(cells) => self.filled(item, cells),
                Value::Object(object) => match self.painted(item, object) {
                    (Effect::Wrong, _) => self.filled(item, &object.shape),
                    painted => painted,
                },
                _ => (Effect::None, false),
            };
            useful |= changes;
            effects.push(effect);
        }
        useful.then_some(effects)
    }

    /// Puts the cells that count into the buffer.
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

    /// The effect of cells without colours, and whether it changes a cell.
    fn filled(&mut self, item: usize, cells: &Cells) -> (Effect, bool) {
        let demo = self.items[item].sample;
        self.lay(demo, cells);
        match self.target.color_under(demo, &self.part) {
            Ok(Some(color)) => (Effect::Fills(color), self.changes(demo)),
            Ok(None) => (Effect::None, false),
            Err(()) => (Effect::Wrong, false),
        }
    }

    /// The effect of coloured cells, and whether it changes a cell.
    fn painted(&mut self, item: usize, object: &Object) -> (Effect, bool) {
        let demo = self.items[item].sample;
        let mut changes = false;
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
            changes |= self.changes(demo);
            any |= self.target.words(demo).any(|row| self.part[row] != 0);
        }
        match any {
            true => (Effect::Paints, changes),
            false => (Effect::None, false),
        }
    }

    fn changes(&self, demo: usize) -> bool {
        let rows = self.target.words(demo);
        common(&self.part[rows.clone()], &self.changed[rows]) > 0
    }
}

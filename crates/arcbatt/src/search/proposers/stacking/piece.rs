//! A piece of a stack, and the calls that paint it over a grid.

use crate::prim;
use crate::search::bank::{Bank, StateId};
use crate::search::proposers::cells::as_patch;
use crate::search::proposers::colors::color_constant;

/// How a piece is painted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Paint {
    /// Filled with the colour of a state.
    Fill(StateId),
    /// In its own colours.
    AsIs,
    /// The cells of a grid that are not 0.
    NotZero,
}

/// A piece of a stack.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece {
    /// The patch, the object or the grid.
    pub state: StateId,
    /// How it is painted.
    pub paint: Paint,
    /// Only the cells where the input has this colour.
    pub within: Option<u8>,
    /// Added to the cost of a base that it is painted over.
    pub cost: u16,
}

impl Piece {
    /// A piece that costs `extra` more than its state.
    pub fn new(bank: &Bank, state: StateId, paint: Paint, within: Option<u8>, extra: u16) -> Self {
        Self {
            state,
            paint,
            within,
            cost: bank.cost(state).saturating_add(extra),
        }
    }

    /// Adds the piece painted over a grid.
    pub fn paint_over(&self, bank: &mut Bank, base: StateId, cost: u16) -> Option<StateId> {
        let mut patch = self.state;
        if let Some(color) = self.within {
            let color = color_constant(bank, color);
            let cells = bank.call(prim!(ofcolor), &[Bank::INPUT, color], cost)?;
            if self.paint == Paint::AsIs {
                let contained = bank.function(prim!(contained));
                let last = bank.function(prim!(last));
                let within = bank.call(prim!(rbind), &[contained, cells], cost)?;
                let within = bank.call(prim!(compose), &[within, last], cost)?;
                let object = bank.call(prim!(sfilter), &[patch, within], cost)?;
                return bank.call(prim!(paint), &[base, object], cost);
            }
            patch = as_patch(bank, patch, cost)?;
            patch = bank.call(prim!(intersection), &[patch, cells], cost)?;
        }
        match self.paint {
            Paint::Fill(color) => bank.call(prim!(fill), &[base, color, patch], cost),
            Paint::AsIs => bank.call(prim!(paint), &[base, patch], cost),
            Paint::NotZero => {
                let zero = color_constant(bank, 0);
                let empty = bank.call(prim!(ofcolor), &[patch, zero], cost)?;
                let all = bank.call(prim!(asindices), &[patch], cost)?;
                let cells = bank.call(prim!(difference), &[all, empty], cost)?;
                let object = bank.call(prim!(toobject), &[cells, patch], cost)?;
                bank.call(prim!(paint), &[base, object], cost)
            }
        }
    }
}

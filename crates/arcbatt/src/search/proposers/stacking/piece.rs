//! A piece that is painted over a grid: what it is, and the calls that do it.

use crate::dsl::constants::ConstantValue;
use crate::prim;
use crate::search::bank::{Bank, StateId};
use crate::search::state_type::StateType;

/// How a piece is painted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Paint {
    /// In the colour that a state holds.
    Fill(StateId),
    /// As it is.
    AsIs,
    /// A grid: what is not 0 in it.
    NotZero,
}

/// A piece.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    /// The patch, the object or the grid.
    pub state: StateId,
    /// How it is painted.
    pub paint: Paint,
    /// Only the cells where the input has this colour.
    pub within: Option<u8>,
    /// What it costs.
    pub cost: u16,
}

impl Piece {
    /// Paints the piece over a grid.
    pub fn lay(&self, bank: &mut Bank, base: StateId, cost: u16) -> Option<StateId> {
        let mut patch = self.state;
        if let Some(color) = self.within {
            let color = bank.constant(ConstantValue::Int(i64::from(color)), StateType::Color, 1);
            let cells = bank.call(prim!(ofcolor), &[Bank::INPUT, color], cost)?;
            if self.paint == Paint::AsIs {
                let contained = bank.function(prim!(contained));
                let last = bank.function(prim!(last));
                let within = bank.call(prim!(rbind), &[contained, cells], cost)?;
                let within = bank.call(prim!(compose), &[within, last], cost)?;
                let object = bank.call(prim!(sfilter), &[patch, within], cost)?;
                return bank.call(prim!(paint), &[base, object], cost);
            }
            if bank.states[patch as usize].kind == StateType::Object {
                patch = bank.call(prim!(toindices), &[patch], cost)?;
            }
            patch = bank.call(prim!(intersection), &[patch, cells], cost)?;
        }
        match self.paint {
            Paint::Fill(color) => bank.call(prim!(fill), &[base, color, patch], cost),
            Paint::AsIs => bank.call(prim!(paint), &[base, patch], cost),
            Paint::NotZero => {
                let zero = bank.constant(ConstantValue::Int(0), StateType::Color, 1);
                let empty = bank.call(prim!(ofcolor), &[patch, zero], cost)?;
                let all = bank.call(prim!(asindices), &[patch], cost)?;
                let cells = bank.call(prim!(difference), &[all, empty], cost)?;
                let object = bank.call(prim!(toobject), &[cells, patch], cost)?;
                bank.call(prim!(paint), &[base, object], cost)
            }
        }
    }
}

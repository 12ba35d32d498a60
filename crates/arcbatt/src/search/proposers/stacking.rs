//! Stacking: pieces that are never wrong, painted over a grid that is partly right.
//!
//! A piece is a patch filled with one colour, or an object painted as it is, whose every cell is
//! right on all demonstrations. A base is a grid of the right size. Where pieces cover all cells
//! at which a base is wrong, a few of them make it right: the cheapest for what they cover first.

mod patches;
mod piece;
mod set_cover;

pub(in crate::search) use super::colors::{color_state, color_states};
use crate::dsl::Value;
use crate::grid::bitplanes::color_row;
use crate::search::bank::{Bank, StateId};
use crate::search::proposers::stacking::set_cover::SetCover;
use crate::search::target::{Mask, Target, count, meet};
use piece::{Paint, Piece};
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};

#[derive(Clone, Debug)]
struct Base {
    state: StateId,
    wrong: Mask,
    /// How many pieces there were when it was last tried.
    tried: usize,
}

/// Pieces and bases.
pub(in crate::search) struct Stacking {
    pieces: Vec<Piece>,
    /// What each of the pieces covers.
    covers: SetCover,
    bases: Vec<Base>,
    /// What all pieces together may make right.
    covered: Mask,
    seen: FxHashMap<u64, u8>,
    /// Bases that one piece alone makes right, to be painted.
    alone: Vec<(StateId, usize)>,
    /// How many pieces are wrong somewhere.
    layers: usize,
    /// How many pieces that are no grids are wrong somewhere.
    unders: usize,
    /// What the first base gets wrong: a piece that covers none of it is of no use.
    open: Option<Mask>,
    /// What bases get wrong, with the pieces that were chosen for it, and of how many: several get
    /// the same wrong.
    choices: FxHashMap<Mask, (usize, Vec<Vec<usize>>)>,
    /// StepSlot for masks that are needed for a while.
    room: [Mask; 2],
}

/// The most pieces and bases that are kept.
const MAX_PIECES: usize = 12_000;
const MAX_BASES: usize = 300;
const MAX_LAYERED: usize = 200;
/// The most patches and objects that are wrong somewhere, and the dearest of them.
const MAX_UNDER: usize = 200;
const MAX_COST_UNDER: u16 = 9;
/// The most pieces with the same cells that are kept.
const MAX_ALIKE: u8 = 4;
/// The most bases that a piece alone is painted on.
const MAX_ALONE: usize = 4;

impl Stacking {
    pub fn new(target: &Target) -> Self {
        Self {
            pieces: Vec::new(),
            covers: SetCover::new(target.all.len()),
            bases: Vec::new(),
            covered: vec![0; target.all.len()],
            seen: FxHashMap::default(),
            alone: Vec::new(),
            layers: 0,
            unders: 0,
            open: None,
            choices: FxHashMap::default(),
            room: [(); 2].map(|()| vec![0; target.all.len()]),
        }
    }

    /// Looks at a grid of the right size, and at what it gets wrong.
    pub fn consider_grid(&mut self, bank: &Bank, target: &Target, state: StateId, wrong: &[u64]) {
        if self.open.is_none() {
            self.open = Some(wrong.to_vec());
        }
        let mut room = std::mem::take(&mut self.room);
        self.lay_grid(bank, target, state, wrong, &mut room);
        self.room = room;
        if self.bases.len() < MAX_BASES {
            self.bases.push(Base {
                state,
                wrong: wrong.to_vec(),
                tried: 0,
            });
        }
    }

    /// Notes what a grid shows besides 0, as a piece.
    fn lay_grid(
        &mut self,
        bank: &Bank,
        target: &Target,
        state: StateId,
        wrong: &[u64],
        [mask, bad]: &mut [Mask; 2],
    ) {
        mask.fill(0);
        for demo in 0..bank.train {
            if let Value::Grid(grid) = bank.value(state, demo) {
                target.note(demo, grid, mask, |_, row| !color_row(row, 0));
            }
        }
        for (bad, (mask, wrong)) in bad.iter_mut().zip(mask.iter().zip(wrong)) {
            *bad = mask & wrong;
        }
        let right = count(mask) - count(bad);
        if bad.iter().all(|&row| row == 0) {
            self.keep(bank, state, Paint::NotZero, None, mask, 3);
        } else if self.layers < MAX_LAYERED && right > 0 {
            self.layers += 1;
            for (all, (row, bad)) in self.covered.iter_mut().zip(mask.iter().zip(bad.iter())) {
                *all |= row & !bad;
            }
            let piece = Piece {
                state,
                paint: Paint::NotZero,
                within: None,
                cost: bank.cost(state).saturating_add(3),
            };
            self.covers.push(mask, piece.cost, Some(bad));
            self.pieces.push(piece);
        }
    }

    /// Whether a piece with these cells covers nothing of what the first base gets wrong.
    fn useless(&self, mask: &[u64]) -> bool {
        self.open.as_ref().is_some_and(|open| !meet(open, mask))
    }

    fn keep(
        &mut self,
        bank: &Bank,
        state: StateId,
        paint: Paint,
        within: Option<u8>,
        mask: &[u64],
        cost: u16,
    ) {
        if self.useless(mask) || self.pieces.len() >= MAX_PIECES {
            return;
        }
        let mut hasher = FxHasher::default();
        (mask, matches!(paint, Paint::Fill(_))).hash(&mut hasher);
        // Alike on the demonstrations, they may differ on the tests.
        let alike = self.seen.entry(hasher.finish()).or_insert(0);
        if *alike == MAX_ALIKE {
            return;
        }
        *alike += 1;
        for (all, row) in self.covered.iter_mut().zip(mask) {
            *all |= row;
        }
        let covers = |base: &&Base| {
            let both = base.wrong.iter().zip(mask);
            both.into_iter().all(|(wrong, row)| wrong & !row == 0)
        };
        let piece = self.pieces.len();
        let made_right = self.bases.iter().filter(covers).take(MAX_ALONE);
        self.alone
            .extend(made_right.map(|base| (base.state, piece)));
        let piece = Piece {
            state,
            paint,
            within,
            cost: bank.cost(state).saturating_add(cost),
        };
        self.covers.push(mask, piece.cost, None);
        self.pieces.push(piece);
    }

    /// Whether a state is still wanted as a piece that is wrong at some cells.
    fn may_lie_under(&self, bank: &Bank, state: StateId) -> bool {
        let cheap = bank.cost(state) <= MAX_COST_UNDER;
        self.open.is_some() && cheap && self.unders < MAX_UNDER
    }

    /// Keeps a piece that is wrong at some cells, which others must hide; not many of them, and only
    /// those that are right at far more cells where the first base is wrong.
    fn keep_under(
        &mut self,
        bank: &Bank,
        state: StateId,
        paint: Paint,
        mask: &[u64],
        bad: &[u64],
        cost: u16,
    ) {
        let Some(open) = self
            .open
            .as_ref()
            .filter(|_| self.may_lie_under(bank, state))
        else {
            return;
        };
        let good = || mask.iter().zip(bad).map(|(mask, bad)| mask & !bad);
        let helps = |(good, open): (u64, &u64)| (good & open).count_ones();
        if good().zip(open).map(helps).sum::<u32>() < 3 * count(bad) {
            return;
        }
        self.unders += 1;
        for (all, row) in self.covered.iter_mut().zip(good()) {
            *all |= row;
        }
        let piece = Piece {
            state,
            paint,
            within: None,
            cost: bank.cost(state).saturating_add(cost),
        };
        self.covers.push(mask, piece.cost, Some(bad));
        self.pieces.push(piece);
    }

    /// Whether a base may be made right by pieces that are new since it was last tried.
    pub fn is_ready(&self) -> bool {
        !self.alone.is_empty() || self.bases.iter().any(|base| self.promises(base))
    }

    fn promises(&self, base: &Base) -> bool {
        let grown = base.tried == 0 || self.pieces.len() >= base.tried + base.tried / 2;
        grown
            && self.pieces.len() > base.tried
            && base
                .wrong
                .iter()
                .zip(&self.covered)
                .all(|(wrong, all)| wrong & !all == 0)
    }

    /// Paints pieces over the next base that promises something; what comes out are new states of
    /// the bank.
    pub fn paint(&mut self, bank: &mut Bank) {
        for (base, piece) in std::mem::take(&mut self.alone) {
            self.lay(bank, base, &[piece]);
        }
        let Some(at) = self.bases.iter().position(|base| self.promises(base)) else {
            return;
        };
        let pieces = self.pieces.len();
        self.bases[at].tried = pieces;
        let base = &self.bases[at];
        let is_new = (self.choices.get(&base.wrong)).is_none_or(|&(of, _)| of != pieces);
        if is_new {
            let choices = self.covers.of(&base.wrong);
            self.choices.insert(base.wrong.clone(), (pieces, choices));
        }
        if let Some((_, choices)) = self.choices.get(&base.wrong) {
            for chosen in choices {
                self.lay(bank, base.state, chosen);
            }
        }
    }

    fn lay(&self, bank: &mut Bank, base: StateId, chosen: &[usize]) -> Option<StateId> {
        let mut result = base;
        let mut cost = bank.cost(base);
        // The first chosen is on top of the others.
        for &piece in chosen.iter().rev() {
            let piece = &self.pieces[piece];
            cost = cost.saturating_add(piece.cost);
            result = piece.lay(bank, result, cost)?;
        }
        Some(result)
    }
}

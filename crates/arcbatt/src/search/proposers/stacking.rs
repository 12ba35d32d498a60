//! Stacking: pieces painted over a grid that is partly right.
//!
//! A piece is a patch filled with one colour, an object painted as it is, or the cells of a grid that
//! are not 0. Nearly all pieces are right at every cell; the others must lie under pieces that hide
//! their wrong cells. A base is a grid of the size of the outputs. If pieces cover all wrong cells of a
//! base, a greedy set cover chooses a few of them.

mod patches;
mod piece;
mod set_cover;

use super::{NewState, Proposer};
use crate::dsl::Value;
use crate::grid::bitplanes::color_row;
use crate::search::bank::{Bank, StateId};
use crate::search::state_type::StateType;
use crate::search::target::{Mask, Target, count, meet};
use piece::{Paint, Piece};
use rustc_hash::{FxHashMap, FxHasher};
use set_cover::SetCover;
use std::hash::{Hash, Hasher};

/// A grid of the size of the outputs.
#[derive(Clone, Debug)]
struct Base {
    state: StateId,
    wrong: Mask,
    /// The number of pieces when it was last tried.
    tried: usize,
}

/// The pieces and the bases.
pub(super) struct Stacking {
    pieces: Vec<Piece>,
    /// The cells of each piece.
    cover: SetCover,
    bases: Vec<Base>,
    /// The right cells of all pieces together.
    covered: Mask,
    /// By hash of the cells and the way of painting: how many pieces were kept.
    alike: FxHashMap<u64, u8>,
    /// Bases that one piece alone makes right, with that piece.
    alone: Vec<(StateId, usize)>,
    /// How many grids with wrong cells are pieces.
    wrong_grids: usize,
    /// How many patches and objects with wrong cells are pieces.
    wrong_patches: usize,
    /// The wrong cells of the first base. A piece must cover one of them.
    open: Option<Mask>,
    /// By wrong cells of a base: the chosen pieces, and how many pieces there were to choose from.
    choices: FxHashMap<Mask, (usize, Vec<Vec<usize>>)>,
    /// Buffers for masks.
    buffers: [Mask; 2],
}

/// The most pieces and bases.
const MAX_PIECES: usize = 12_000;
const MAX_BASES: usize = 300;

/// The most grids with wrong cells that are pieces.
const MAX_WRONG_GRIDS: usize = 200;

/// The most patches and objects with wrong cells that are pieces, and their highest cost.
const MAX_WRONG_PATCHES: usize = 200;
const MAX_WRONG_PATCH_COST: u16 = 9;

/// The most pieces with the same cells. Equal on the demonstrations, they may differ on the tests.
const MAX_ALIKE: u8 = 4;

/// The most bases that one piece is painted on by itself.
const MAX_ALONE: usize = 4;

/// Bases that are tried in a slice.
const BASES_PER_SLICE: u64 = 40;

/// Added to the cost of a grid: the calls that take its cells that are not 0.
const GRID_COST: u16 = 3;

impl Proposer for Stacking {
    fn consider(&mut self, bank: &mut Bank, target: &Target, new: &NewState) {
        let mut buffers = std::mem::take(&mut self.buffers);
        match new.state_type {
            StateType::Grid => self.consider_grid(bank, target, new, &mut buffers),
            _ => self.consider_patch(bank, target, new, &mut buffers),
        }
        self.buffers = buffers;
    }

    fn is_ready(&self, _: &Bank) -> bool {
        !self.alone.is_empty() || self.bases.iter().any(|base| self.may_be_covered(base))
    }

    fn step(&mut self, bank: &mut Bank, _: &Target) {
        for (base, piece) in std::mem::take(&mut self.alone) {
            self.paint(bank, base, &[piece]);
        }
        let mut bases = self.bases.iter();
        let Some(at) = bases.position(|base| self.may_be_covered(base)) else {
            return;
        };
        let pieces = self.pieces.len();
        self.bases[at].tried = pieces;
        let base = &self.bases[at];
        let chosen = self.choices.get(&base.wrong);
        if chosen.is_none_or(|&(of, _)| of != pieces) {
            let choices = self.cover.of(&base.wrong);
            self.choices.insert(base.wrong.clone(), (pieces, choices));
        }
        if let Some((_, choices)) = self.choices.get(&base.wrong) {
            for chosen in choices {
                self.paint(bank, base.state, chosen);
            }
        }
    }

    fn steps_per_slice(&self) -> u64 {
        BASES_PER_SLICE
    }
}

impl Stacking {
    pub fn new(target: &Target) -> Self {
        let mask = || vec![0; target.all.len()];
        Self {
            pieces: Vec::new(),
            cover: SetCover::new(target.all.len()),
            bases: Vec::new(),
            covered: mask(),
            alike: FxHashMap::default(),
            alone: Vec::new(),
            wrong_grids: 0,
            wrong_patches: 0,
            open: None,
            choices: FxHashMap::default(),
            buffers: [mask(), mask()],
        }
    }

    /// Keeps a grid as a base, and its cells that are not 0 as a piece.
    fn consider_grid(
        &mut self,
        bank: &Bank,
        target: &Target,
        new: &NewState,
        [mask, bad]: &mut [Mask; 2],
    ) {
        let (state, wrong) = (new.id, new.cells);
        self.open.get_or_insert_with(|| wrong.to_vec());
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
        let piece = Piece::new(bank, state, Paint::NotZero, None, GRID_COST);
        if bad.iter().all(|&row| row == 0) {
            self.keep(piece, mask);
        } else if self.wrong_grids < MAX_WRONG_GRIDS && right > 0 {
            self.wrong_grids += 1;
            self.push_under(piece, mask, bad);
        }
        if self.bases.len() < MAX_BASES {
            self.bases.push(Base {
                state,
                wrong: wrong.to_vec(),
                tried: 0,
            });
        }
    }

    /// Whether a piece with these cells covers no wrong cell of the first base.
    fn is_useless(&self, mask: &[u64]) -> bool {
        self.open.as_ref().is_some_and(|open| !meet(open, mask))
    }

    /// Keeps a piece that is right at all its cells.
    fn keep(&mut self, piece: Piece, mask: &[u64]) {
        if self.is_useless(mask) || self.pieces.len() >= MAX_PIECES {
            return;
        }
        let mut hasher = FxHasher::default();
        (mask, matches!(piece.paint, Paint::Fill(_))).hash(&mut hasher);
        let alike = self.alike.entry(hasher.finish()).or_insert(0);
        if *alike == MAX_ALIKE {
            return;
        }
        *alike += 1;
        for (all, row) in self.covered.iter_mut().zip(mask) {
            *all |= row;
        }
        let covers = |base: &&Base| {
            let mut words = base.wrong.iter().zip(mask);
            words.all(|(wrong, row)| wrong & !row == 0)
        };
        let covered = self.bases.iter().filter(covers).take(MAX_ALONE);
        let index = self.pieces.len();
        self.alone.extend(covered.map(|base| (base.state, index)));
        self.cover.push(mask, piece.cost, None);
        self.pieces.push(piece);
    }

    /// Whether a patch or an object with wrong cells may still become a piece.
    fn may_keep_under(&self, bank: &Bank, state: StateId) -> bool {
        let is_cheap = bank.cost(state) <= MAX_WRONG_PATCH_COST;
        self.open.is_some() && is_cheap && self.wrong_patches < MAX_WRONG_PATCHES
    }

    /// Keeps a piece with wrong cells, which others must hide, if it makes at least three times as many
    /// wrong cells of the first base right.
    fn keep_under(&mut self, bank: &Bank, piece: Piece, mask: &[u64], bad: &[u64]) {
        let open = self.open.as_ref();
        let Some(open) = open.filter(|_| self.may_keep_under(bank, piece.state)) else {
            return;
        };
        let helps = |((mask, bad), open): ((&u64, &u64), &u64)| (mask & !bad & open).count_ones();
        let helped: u32 = mask.iter().zip(bad).zip(open).map(helps).sum();
        if helped >= 3 * count(bad) {
            self.wrong_patches += 1;
            self.push_under(piece, mask, bad);
        }
    }

    /// Adds a piece with wrong cells.
    fn push_under(&mut self, piece: Piece, mask: &[u64], bad: &[u64]) {
        for (all, (row, bad)) in self.covered.iter_mut().zip(mask.iter().zip(bad)) {
            *all |= row & !bad;
        }
        self.cover.push(mask, piece.cost, Some(bad));
        self.pieces.push(piece);
    }

    /// Whether there are enough new pieces since a base was last tried, and they may cover it.
    fn may_be_covered(&self, base: &Base) -> bool {
        let grown = base.tried == 0 || self.pieces.len() >= base.tried + base.tried / 2;
        let mut words = base.wrong.iter().zip(&self.covered);
        grown
            && self.pieces.len() > base.tried
            && words.all(|(wrong, covered)| wrong & !covered == 0)
    }

    /// Adds the base with the chosen pieces painted over it, the first of them on top.
    fn paint(&self, bank: &mut Bank, base: StateId, chosen: &[usize]) -> Option<StateId> {
        let mut result = base;
        let mut cost = bank.cost(base);
        for &piece in chosen.iter().rev() {
            let piece = &self.pieces[piece];
            cost = cost.saturating_add(piece.cost);
            result = piece.paint_over(bank, result, cost)?;
        }
        Some(result)
    }
}

//! Stacking: pieces that are never wrong, painted over a grid that is partly right.
//!
//! A piece is a patch filled with one colour, or an object painted as it is, whose every cell is
//! right on all demonstrations. A base is a grid of the right size. Where pieces cover all cells
//! at which a base is wrong, a few of them make it right: the cheapest for what they cover first.

mod colors;
mod piece;

use super::bank::{Bank, StateId};
use super::cover::Covers;
use super::goal::{COLORS, Goal, Mask, common, count, meet};
use super::kind::Kind;
use crate::dsl::Value;
use crate::dsl::constants::ConstantValue;
use crate::dsl::table::{Primitive, primitive};
use crate::grid::planes::color_row;
pub(super) use colors::{color_state, color_states};
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
pub(super) struct Stack {
    pieces: Vec<Piece>,
    /// What each of the pieces covers.
    covers: Covers,
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
    /// Room for masks that are needed for a while.
    room: [Mask; 3],
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

impl Stack {
    pub fn new(goal: &Goal) -> Self {
        Self {
            pieces: Vec::new(),
            covers: Covers::new(goal.all.len()),
            bases: Vec::new(),
            covered: vec![0; goal.all.len()],
            seen: FxHashMap::default(),
            alone: Vec::new(),
            layers: 0,
            unders: 0,
            open: None,
            choices: FxHashMap::default(),
            room: [(); 3].map(|()| vec![0; goal.all.len()]),
        }
    }

    /// Looks at a grid of the right size, and at what it gets wrong.
    pub fn consider_grid(&mut self, bank: &Bank, goal: &Goal, state: StateId, wrong: &[u64]) {
        if self.open.is_none() {
            self.open = Some(wrong.to_vec());
        }
        let mut room = std::mem::take(&mut self.room);
        self.lay_grid(bank, goal, state, wrong, &mut room);
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
        goal: &Goal,
        state: StateId,
        wrong: &[u64],
        [mask, bad, _]: &mut [Mask; 3],
    ) {
        mask.fill(0);
        for demo in 0..bank.train {
            if let Value::Grid(grid) = bank.value(state, demo) {
                goal.note(demo, grid, mask, |_, row| !color_row(row, 0));
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

    /// Looks at a patch with these cells: whether filling it is never wrong.
    pub fn consider_patch(&mut self, bank: &mut Bank, goal: &Goal, state: StateId, mask: &[u64]) {
        if self.useless(mask) {
            return;
        }
        if self.try_fill(bank, goal, state, None, mask) {
            return;
        }
        self.fill_under(bank, goal, state, mask);
        let Some(inputs) = &goal.input_planes else {
            return;
        };
        let mut part = std::mem::take(&mut self.room[0]);
        for (color, plane) in inputs.iter().enumerate() {
            for (part, (mask, input)) in part.iter_mut().zip(mask.iter().zip(plane)) {
                *part = mask & input;
            }
            if part != mask && !self.useless(&part) && part.iter().any(|&row| row != 0) {
                self.try_fill(bank, goal, state, Some(color as u8), &part);
            }
        }
        self.room[0] = part;
    }

    /// Whether a piece with these cells covers nothing of what the first base gets wrong.
    fn useless(&self, mask: &[u64]) -> bool {
        self.open.as_ref().is_some_and(|open| !meet(open, mask))
    }

    /// Whether filling the mask is never wrong.
    fn try_fill(
        &mut self,
        bank: &mut Bank,
        goal: &Goal,
        state: StateId,
        within: Option<u8>,
        mask: &[u64],
    ) -> bool {
        let mut colors = [None; super::bank::MAX_SAMPLES];
        let colors = &mut colors[..bank.train];
        for (demo, slot) in colors.iter_mut().enumerate() {
            match goal.color_under(demo, mask) {
                Ok(color) => *slot = color,
                Err(()) => return false,
            }
        }
        if let Some(color) = color_state(bank, colors) {
            let cost = 2 + bank.cost(color) + if within.is_some() { 2 } else { 0 };
            self.keep(bank, state, Paint::Fill(color), within, mask, cost);
        }
        true
    }

    /// Whether a patch filled with one colour is right at most cells that matter.
    fn fill_under(&mut self, bank: &mut Bank, goal: &Goal, state: StateId, mask: &[u64]) {
        let right = |plane: &Mask| common(mask, plane);
        let by_color = goal.planes.iter().map(right).enumerate();
        let Some((color, _)) = by_color.max_by_key(|&(color, right)| (right, COLORS - color))
        else {
            return;
        };
        let bad: Mask = mask
            .iter()
            .zip(&goal.planes[color])
            .map(|(m, p)| m & !p)
            .collect();
        if count(&bad) * 4 > count(mask) {
            return;
        }
        let constant = bank.constant(ConstantValue::Int(color as i64), Kind::Color, 1);
        self.keep_under(bank, state, Paint::Fill(constant), mask, &bad, 3);
    }

    /// Looks at an object: whether painting it is never wrong.
    pub fn consider_object(&mut self, bank: &Bank, goal: &Goal, state: StateId) {
        let mut room = std::mem::take(&mut self.room);
        self.paint_within(bank, goal, state, &mut room);
        self.room = room;
    }

    fn paint_within(
        &mut self,
        bank: &Bank,
        goal: &Goal,
        state: StateId,
        [mask, bad, part]: &mut [Mask; 3],
    ) {
        mask.fill(0);
        bad.fill(0);
        for demo in 0..bank.train {
            let Value::Object(object) = bank.value(state, demo) else {
                continue;
            };
            for (k, &color) in object.colors.iter().enumerate() {
                let Some(plane) = goal.planes.get(color as usize) else {
                    return;
                };
                for (word, bits) in goal.placed(demo, &object.cells_of(k), (0, 0)) {
                    mask[word] |= bits;
                    bad[word] |= bits & !plane[word];
                }
            }
        }
        if self.useless(mask) {
            return;
        }
        if bad.iter().all(|&word| word == 0) {
            self.keep(bank, state, Paint::AsIs, None, mask, 1);
            return;
        }
        self.keep_under(bank, state, Paint::AsIs, mask, bad, 1);
        let Some(inputs) = &goal.input_planes else {
            return;
        };
        for (color, plane) in inputs.iter().enumerate() {
            if !meet(bad, plane) && meet(mask, plane) {
                for (part, (mask, plane)) in part.iter_mut().zip(mask.iter().zip(plane)) {
                    *part = mask & plane;
                }
                self.keep(bank, state, Paint::AsIs, Some(color as u8), part, 4);
            }
        }
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
        let Some(open) = &self.open else {
            return;
        };
        let cheap = bank.cost(state) <= MAX_COST_UNDER;
        if !cheap || self.unders >= MAX_UNDER {
            return;
        }
        let good: Mask = mask
            .iter()
            .zip(bad)
            .map(|(mask, bad)| mask & !bad)
            .collect();
        if common(&good, open) < 3 * count(bad) {
            return;
        }
        self.unders += 1;
        for (all, row) in self.covered.iter_mut().zip(&good) {
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

/// A primitive of the language by its name.
pub(super) fn named(name: &str) -> &'static Primitive {
    primitive(name).expect("the names in this room are those of primitives")
}

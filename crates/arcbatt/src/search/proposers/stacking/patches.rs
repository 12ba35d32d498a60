//! Patches and objects as pieces of a stack.
//!
//! In: a patch or an object with its cells. Out: pieces: it is right to fill or paint all cells, or
//! those of one colour in the input; or it is wrong at cells that other pieces may hide.
//! Never: a call of a primitive.

use super::Stacking;
use super::piece::{Paint, Piece};
use crate::dsl::Value;
use crate::search::bank::{Bank, MAX_SAMPLES, StateId};
use crate::search::proposers::NewState;
use crate::search::proposers::colors::{color_constant, color_state};
use crate::search::state_type::StateType;
use crate::search::target::{COLORS, Mask, Target, common, count, meet};

impl Stacking {
    /// Keeps the pieces of a patch or an object.
    pub(super) fn consider_patch(
        &mut self,
        bank: &mut Bank,
        target: &Target,
        new: &NewState,
        buffers: &mut [Mask; 2],
    ) {
        if self.is_useless(new.cells) {
            return;
        }
        if new.state_type == StateType::Object {
            self.paint_object(bank, target, new.id, new.cells, buffers);
        }
        self.fill_patch(bank, target, new.id, new.cells, buffers);
    }

    /// Keeps a patch filled with one colour, everywhere or where the input has a colour.
    fn fill_patch(
        &mut self,
        bank: &mut Bank,
        target: &Target,
        state: StateId,
        mask: &[u64],
        [bad, part]: &mut [Mask; 2],
    ) {
        if self.try_fill(bank, target, state, None, mask) {
            return;
        }
        self.fill_under(bank, target, state, mask, bad);
        let Some(inputs) = &target.input_planes else {
            return;
        };
        for &color in &target.input_colors {
            let all = intersect(part, mask, &inputs[color]);
            if !all && !self.is_useless(part) {
                self.try_fill(bank, target, state, Some(color as u8), part);
            }
        }
    }

    /// Keeps a patch to be filled, if each output has one colour under the mask.
    fn try_fill(
        &mut self,
        bank: &mut Bank,
        target: &Target,
        state: StateId,
        within: Option<u8>,
        mask: &[u64],
    ) -> bool {
        let mut colors = [None; MAX_SAMPLES];
        let colors = &mut colors[..bank.train];
        for (demo, slot) in colors.iter_mut().enumerate() {
            match target.color_under(demo, mask) {
                Ok(color) => *slot = color,
                Err(()) => return false,
            }
        }
        if let Some(color) = color_state(bank, colors) {
            let cost = 2 + bank.cost(color) + if within.is_some() { 2 } else { 0 };
            self.keep(
                Piece::new(bank, state, Paint::Fill(color), within, cost),
                mask,
            );
        }
        true
    }

    /// Keeps a patch filled with the colour that is right at most cells, if it is wrong at few.
    fn fill_under(
        &mut self,
        bank: &mut Bank,
        target: &Target,
        state: StateId,
        mask: &[u64],
        bad: &mut [u64],
    ) {
        if !self.may_keep_under(bank, state) {
            return;
        }
        let by_color = target.output_colors.iter();
        let by_color = by_color.map(|&color| (common(mask, &target.planes[color]), COLORS - color));
        let Some((_, color)) = by_color.max() else {
            return;
        };
        let color = COLORS - color;
        for (bad, (mask, plane)) in bad.iter_mut().zip(mask.iter().zip(&target.planes[color])) {
            *bad = mask & !plane;
        }
        if count(bad) * 4 > count(mask) {
            return;
        }
        let constant = color_constant(bank, color as u8);
        let piece = Piece::new(bank, state, Paint::Fill(constant), None, 3);
        self.keep_under(bank, piece, mask, bad);
    }

    /// Keeps an object to be painted, everywhere or where the input has a colour.
    fn paint_object(
        &mut self,
        bank: &Bank,
        target: &Target,
        state: StateId,
        mask: &[u64],
        [bad, part]: &mut [Mask; 2],
    ) {
        bad.fill(0);
        for demo in 0..bank.train {
            let Value::Object(object) = bank.value(state, demo) else {
                continue;
            };
            for (k, &color) in object.colors.iter().enumerate() {
                let Some(plane) = target.planes.get(color as usize) else {
                    return;
                };
                if object.colors.len() == 1 {
                    for word in target.words(demo) {
                        bad[word] = mask[word] & !plane[word];
                    }
                    continue;
                }
                for (word, bits) in target.placed(demo, &object.cells_of(k), (0, 0)) {
                    bad[word] |= bits & !plane[word];
                }
            }
        }
        let piece = Piece::new(bank, state, Paint::AsIs, None, 1);
        if bad.iter().all(|&word| word == 0) {
            self.keep(piece, mask);
            return;
        }
        self.keep_under(bank, piece, mask, bad);
        let Some(inputs) = &target.input_planes else {
            return;
        };
        for &color in &target.input_colors {
            let plane = &inputs[color];
            if !meet(bad, plane) && meet(mask, plane) {
                intersect(part, mask, plane);
                let piece = Piece::new(bank, state, Paint::AsIs, Some(color as u8), 4);
                self.keep(piece, part);
            }
        }
    }
}

/// Writes the cells of a mask within a plane to `part`. Returns whether these are all.
fn intersect(part: &mut [u64], mask: &[u64], plane: &[u64]) -> bool {
    let mut outside = 0;
    for (part, (mask, plane)) in part.iter_mut().zip(mask.iter().zip(plane)) {
        *part = mask & plane;
        outside |= mask & !plane;
    }
    outside == 0
}

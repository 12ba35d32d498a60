//! Patches and objects as pieces: whether filling or painting them is right, everywhere or where the
//! input has a colour; or wrong only at cells that others may hide.
//!
//! In: a state with its cells. Out: pieces that the stack keeps. Nothing is called here.

use super::piece::Paint;
use super::{Stacking, color_state};
use crate::dsl::Value;
use crate::dsl::constants::ConstantValue;
use crate::search::bank::{Bank, MAX_SAMPLES, StateId};
use crate::search::state_type::StateType;
use crate::search::target::{COLORS, Mask, Target, common, count, meet};

impl Stacking {
    /// Looks at a patch with these cells: whether filling it is never wrong. If it is an object, then
    /// also whether painting it is.
    pub fn consider_patch(
        &mut self,
        bank: &mut Bank,
        target: &Target,
        state: StateId,
        mask: &[u64],
    ) {
        if self.useless(mask) {
            return;
        }
        let mut room = std::mem::take(&mut self.room);
        if bank.states[state as usize].kind == StateType::Object {
            self.paint_within(bank, target, state, mask, &mut room);
        }
        self.fill_within(bank, target, state, mask, &mut room);
        self.room = room;
    }

    fn fill_within(
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
            let all = cut(part, mask, &inputs[color]);
            if !all && !self.useless(part) {
                self.try_fill(bank, target, state, Some(color as u8), part);
            }
        }
    }

    /// Whether filling the mask is never wrong.
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
            self.keep(bank, state, Paint::Fill(color), within, mask, cost);
        }
        true
    }

    /// Whether a patch filled with one colour is right at most cells that matter.
    fn fill_under(
        &mut self,
        bank: &mut Bank,
        target: &Target,
        state: StateId,
        mask: &[u64],
        bad: &mut [u64],
    ) {
        if !self.may_lie_under(bank, state) {
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
        let constant = bank.constant(ConstantValue::Int(color as i64), StateType::Color, 1);
        self.keep_under(bank, state, Paint::Fill(constant), mask, bad, 3);
    }

    /// Whether painting an object with these cells is never wrong, or only where the input has some
    /// colours.
    fn paint_within(
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
        if bad.iter().all(|&word| word == 0) {
            self.keep(bank, state, Paint::AsIs, None, mask, 1);
            return;
        }
        self.keep_under(bank, state, Paint::AsIs, mask, bad, 1);
        let Some(inputs) = &target.input_planes else {
            return;
        };
        for &color in &target.input_colors {
            let plane = &inputs[color];
            if !meet(bad, plane) && meet(mask, plane) {
                cut(part, mask, plane);
                self.keep(bank, state, Paint::AsIs, Some(color as u8), part, 4);
            }
        }
    }
}

/// Cuts a mask to the cells of a colour. Says whether these are all.
fn cut(part: &mut [u64], mask: &[u64], plane: &[u64]) -> bool {
    let mut outside = 0;
    for (part, (mask, plane)) in part.iter_mut().zip(mask.iter().zip(plane)) {
        *part = mask & plane;
        outside |= mask & !plane;
    }
    outside == 0
}

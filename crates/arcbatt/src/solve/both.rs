//! From the outputs backwards, by two patches: where neither of them says which cells change to a
//! colour, but both together do: the cells of one that are, or are not, of the other.

use super::bank::{Bank, StateId};
use super::goal::{COLORS, Goal, Mask, common, count};
use super::kind::Kind;
use super::pieces::named;
use crate::dsl::Value;
use rustc_hash::{FxHashSet, FxHasher};
use std::hash::{Hash, Hasher};

/// Patches that were found, and the pairs that say something together.
pub(super) struct Both {
    /// By colour: the cells that change to it. Only colours that cells change to.
    wanted: Vec<(u8, Mask, u32)>,
    patches: Vec<Patch>,
    /// The hashes of their masks.
    seen: FxHashSet<u64>,
    pairs: Vec<Pair>,
}

struct Patch {
    state: StateId,
    mask: Mask,
    /// A bit for every colour that is wanted, if all cells have it in the outputs: such a patch
    /// needs no other.
    pure: u16,
}

struct Pair {
    first: StateId,
    other: StateId,
    /// Whether the cells are to be in both, or in the first alone.
    shared: bool,
}

fn hash(mask: &[u64]) -> u64 {
    let mut hasher = FxHasher::default();
    mask.hash(&mut hasher);
    hasher.finish()
}

/// The most patches that are looked at in pairs, and the dearest.
const MAX_PATCHES: usize = 500;

/// Evaluations for which one more is looked at.
const FOR_EACH: u64 = 10_000;
const MAX_COST: u16 = 8;

impl Both {
    /// Nothing known yet.
    pub fn new(goal: &Goal) -> Self {
        let mut wanted = Vec::new();
        for color in 0..COLORS {
            if let Some(inputs) = &goal.input_planes {
                let both = goal.planes[color].iter().zip(&inputs[color]);
                let cells: Mask = both.map(|(output, input)| output & !input).collect();
                let size = count(&cells);
                if size > 0 {
                    wanted.push((color as u8, cells, size));
                }
            }
        }
        Self {
            wanted,
            patches: Vec::new(),
            seen: FxHashSet::default(),
            pairs: Vec::new(),
        }
    }

    /// Looks at a new patch or object, next to those before it.
    pub fn consider(&mut self, bank: &Bank, goal: &Goal, state: StateId) {
        let most = MAX_PATCHES + (bank.evaluations / FOR_EACH) as usize;
        let full = self.patches.len() >= most.min(4 * MAX_PATCHES);
        if full || self.wanted.is_empty() || bank.cost(state) > MAX_COST {
            return;
        }
        let mut mask = vec![0; goal.all.len()];
        for demo in 0..bank.train {
            match bank.value(state, demo) {
                Value::Indices(cells) => goal.lay(demo, cells, &mut mask),
                Value::Object(object) => goal.lay(demo, &object.shape, &mut mask),
                _ => {}
            }
        }
        let touches = |(_, cells, _): &(u8, Mask, u32)| common(cells, &mask) > 0;
        if !self.wanted.iter().any(touches) || !self.seen.insert(hash(&mask)) {
            return;
        }
        let mut pure = 0;
        for (color, _, _) in &self.wanted {
            let plane = &goal.planes[*color as usize];
            let is_pure = mask.iter().zip(plane).all(|(m, p)| m & !p == 0);
            pure |= u16::from(is_pure) << color;
        }
        for (color, cells, size) in &self.wanted {
            let plane = &goal.planes[*color as usize];
            if pure >> color & 1 == 1 {
                continue;
            }
            for patch in &self.patches {
                if patch.pure >> color & 1 == 1 {
                    continue;
                }
                let (other, its) = (&patch.state, &patch.mask);
                // What is in both, in the new one alone, in the old one alone.
                let (mut good, mut bad) = ([0; 3], [0; 3]);
                for (row, (&a, &b)) in mask.iter().zip(its).enumerate() {
                    for (k, part) in [a & b, a & !b, b & !a].into_iter().enumerate() {
                        good[k] += (part & cells[row]).count_ones();
                        bad[k] |= part & !plane[row];
                    }
                    // Most pairs are wrong in every way before long.
                    if bad.iter().all(|&bad| bad != 0) {
                        break;
                    }
                }
                let ways = [
                    (state, *other, true),
                    (state, *other, false),
                    (*other, state, false),
                ];
                for (k, (first, other, shared)) in ways.into_iter().enumerate() {
                    if bad[k] == 0 && 2 * good[k] >= *size {
                        self.pairs.push(Pair {
                            first,
                            other,
                            shared,
                        });
                    }
                }
            }
        }
        self.patches.push(Patch { state, mask, pure });
    }

    /// Whether there are pairs that say something.
    pub fn is_ready(&self) -> bool {
        !self.pairs.is_empty()
    }

    /// Enters the cells of the cheapest pair as a state.
    pub fn step(&mut self, bank: &mut Bank) -> Option<StateId> {
        let cost = |pair: &Pair| bank.cost(pair.first).saturating_add(bank.cost(pair.other));
        let (at, cost) = (self.pairs.iter().map(cost).enumerate()).min_by_key(|&(_, cost)| cost)?;
        let pair = self.pairs.remove(at);
        let cost = cost.saturating_add(1);
        let [first, other] =
            [pair.first, pair.other].map(|state| match bank.states[state as usize].kind {
                Kind::Object => bank.call(named("toindices"), &[state], cost),
                _ => Some(state),
            });
        let name = if pair.shared {
            "intersection"
        } else {
            "difference"
        };
        bank.call(named(name), &[first?, other?], cost)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dsl::constants::ConstantValue;
    use crate::solve::planted::task_of;
    use bumpalo::Bump;

    #[test]
    fn two_patches_say_together_what_neither_says_alone() {
        // What is 1 turns 2 in the upper half.
        let task = task_of(&[
            (
                &["0101", "1000", "0110", "1010"],
                &["0202", "2000", "0110", "1010"],
            ),
            (
                &["1100", "0100", "0011", "0001"],
                &["2200", "0200", "0011", "0001"],
            ),
        ]);
        let arena = Bump::new();
        let mut bank = Bank::new(&arena, &task);
        let goal = Goal::new(&mut bank, &task);
        let mut both = Both::new(&goal);
        let one = bank.constant(ConstantValue::Int(1), Kind::Color, 1);
        let ones = bank
            .call(named("ofcolor"), &[Bank::INPUT, one], 1)
            .expect("cells");
        let half = bank
            .call(named("tophalf"), &[Bank::INPUT], 1)
            .expect("a grid");
        let upper = bank.call(named("asindices"), &[half], 1).expect("cells");
        both.consider(&bank, &goal, ones);
        assert!(!both.is_ready(), "one patch says nothing together");
        both.consider(&bank, &goal, upper);
        assert!(both.is_ready());
        let state = both.step(&mut bank).expect("a state");
        let two = bank.constant(ConstantValue::Int(2), Kind::Color, 1);
        let filled = bank
            .call(named("fill"), &[Bank::INPUT, two, state], 1)
            .expect("a grid");
        assert_eq!(bank.train_ids(filled), goal.ids);
    }
}

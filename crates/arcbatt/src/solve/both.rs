//! From the outputs backwards, by two patches: where neither of them says which cells change to a
//! colour, but both together do: the cells of one that are, or are not, of the other.

use super::bank::{Bank, StateId};
use super::goal::{COLORS, Goal, Mask, count, meet};
use super::kind::Kind;
use super::pieces::named;
use rustc_hash::{FxHashSet, FxHasher};
use std::hash::{Hash, Hasher};

/// Patches that were found, and the pairs that say something together.
pub(super) struct Both {
    /// Only colours that cells change to.
    wanted: Vec<Wanted>,
    states: Vec<StateId>,
    /// The cells of the patches, one after the other.
    masks: Vec<u64>,
    /// The hashes of their masks.
    seen: FxHashSet<u64>,
    pairs: Vec<Pair>,
}

/// A colour that cells change to.
struct Wanted {
    color: u8,
    /// The cells that change to it, and how many there are.
    cells: Mask,
    size: u32,
    /// The patches that have cells of another colour in the outputs, by number: one that has none
    /// needs no other.
    patches: Vec<usize>,
    /// These cells of those patches, one after the other: they alone say which pairs are never wrong.
    wrong: Vec<u64>,
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

/// Whether what is in both of two patches is never wrong, or in the first alone, or in the other
/// alone, by the cells at which each is wrong.
fn right_ways(first: &[u64], other: &[u64]) -> [bool; 3] {
    let (mut both, mut mine, mut its) = (0, 0, 0);
    for (a, b) in first.iter().zip(other) {
        both |= a & b;
        mine |= a & !b;
        its |= b & !a;
        // Most pairs are wrong in every way before long.
        if both != 0 && mine != 0 && its != 0 {
            break;
        }
    }
    [both == 0, mine == 0, its == 0]
}

/// How many of some cells are in both of two patches, in the first alone, in the other alone.
fn good(first: &[u64], other: &[u64], cells: &[u64]) -> [u32; 3] {
    let mut good = [0; 3];
    for ((a, b), cells) in first.iter().zip(other).zip(cells) {
        for (good, part) in good.iter_mut().zip([a & b, a & !b, b & !a]) {
            *good += (part & cells).count_ones();
        }
    }
    good
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
                    wanted.push(Wanted {
                        color: color as u8,
                        cells,
                        size,
                        patches: Vec::new(),
                        wrong: Vec::new(),
                    });
                }
            }
        }
        Self {
            wanted,
            states: Vec::new(),
            masks: Vec::new(),
            seen: FxHashSet::default(),
            pairs: Vec::new(),
        }
    }

    /// Looks at a new patch or object with these cells, next to those before it.
    pub fn consider(&mut self, bank: &Bank, goal: &Goal, state: StateId, mask: &[u64]) {
        let most = MAX_PATCHES + (bank.evaluations / FOR_EACH) as usize;
        let full = self.states.len() >= most.min(4 * MAX_PATCHES);
        if full || self.wanted.is_empty() || bank.cost(state) > MAX_COST {
            return;
        }
        let touches = |wanted: &Wanted| meet(&wanted.cells, mask);
        if !self.wanted.iter().any(touches) || !self.seen.insert(hash(mask)) {
            return;
        }
        let new = self.states.len();
        for wanted in &mut self.wanted {
            let plane = &goal.planes[wanted.color as usize];
            let at = wanted.wrong.len();
            let wrong = mask.iter().zip(plane).map(|(mask, plane)| mask & !plane);
            wanted.wrong.extend(wrong);
            let (before, wrong) = wanted.wrong.split_at(at);
            if wrong.iter().all(|&word| word == 0) {
                wanted.wrong.truncate(at);
                continue;
            }
            for (its, &patch) in before.chunks_exact(mask.len()).zip(&wanted.patches) {
                let right = right_ways(wrong, its);
                if right != [false; 3] {
                    let other = &self.masks[patch * mask.len()..][..mask.len()];
                    let good = good(mask, other, &wanted.cells);
                    let (old, size) = (self.states[patch], wanted.size);
                    let ways = [(state, old, true), (state, old, false), (old, state, false)];
                    for (k, (first, other, shared)) in ways.into_iter().enumerate() {
                        if right[k] && 2 * good[k] >= size {
                            self.pairs.push(Pair {
                                first,
                                other,
                                shared,
                            });
                        }
                    }
                }
            }
            wanted.patches.push(new);
        }
        self.states.push(state);
        self.masks.extend_from_slice(mask);
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
        let consider = |both: &mut Both, state| {
            let mut mask = vec![0; goal.all.len()];
            goal.cells_of(&bank, state, &mut mask);
            both.consider(&bank, &goal, state, &mask);
        };
        consider(&mut both, ones);
        assert!(!both.is_ready(), "one patch says nothing together");
        consider(&mut both, upper);
        assert!(both.is_ready());
        let state = both.step(&mut bank).expect("a state");
        let two = bank.constant(ConstantValue::Int(2), Kind::Color, 1);
        let filled = bank
            .call(named("fill"), &[Bank::INPUT, two, state], 1)
            .expect("a grid");
        assert_eq!(bank.train_ids(filled), goal.ids);
    }
}

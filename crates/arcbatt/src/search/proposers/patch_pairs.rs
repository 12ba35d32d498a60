//! From the outputs backwards, by two patches: where neither of them says which cells change to a
//! colour, but both together do: the cells of one that are, or are not, of the other.

use crate::prim;
use crate::search::bank::{Bank, StateId};
use crate::search::state_type::StateType;
use crate::search::target::{COLORS, Mask, Target, common, count, meet};
use rustc_hash::{FxHashSet, FxHasher};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::hash::{Hash, Hasher};

/// Patches that were found, and the pairs that say something together.
pub(in crate::search) struct PatchPairs {
    /// Only colours that cells change to.
    wanted: Vec<Wanted>,
    states: Vec<StateId>,
    /// The cells of the patches, one after the other.
    masks: Vec<u64>,
    /// The hashes of their masks.
    seen: FxHashSet<u64>,
    /// The pairs that say something, the cheapest on top.
    pairs: BinaryHeap<Reverse<Pair>>,
    /// How many there were so far.
    found: u32,
    /// How often states had become cheaper when the pairs were put in order.
    cheaper: u64,
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
    /// Whether each of them holds half of the cells, or more.
    holds: Vec<bool>,
    /// Those that do, by their place here.
    large: Vec<usize>,
    /// By word, then by patch: the cells of another colour. They alone say which pairs are never
    /// wrong.
    wrong: Vec<Vec<u64>>,
}

/// Two patches; the order is that in which pairs are entered.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Pair {
    cost: u16,
    /// Of those that cost the same, the first that was found comes first.
    number: u32,
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
/// alone, where cells of a colour are wanted; only those ways that may be.
fn right_ways(may: [bool; 3], first: &[u64], other: &[u64], plane: &[u64]) -> [bool; 3] {
    let mut wrong = may.map(|may| u64::from(!may));
    for ((a, b), plane) in first.iter().zip(other).zip(plane) {
        for (wrong, part) in wrong.iter_mut().zip([a & b, a & !b, b & !a]) {
            *wrong |= part & !plane;
        }
        if wrong.iter().all(|&wrong| wrong != 0) {
            break;
        }
    }
    wrong.map(|wrong| wrong == 0)
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

impl PatchPairs {
    /// Nothing known yet.
    pub fn new(target: &Target) -> Self {
        let mut wanted = Vec::new();
        for color in 0..COLORS {
            if let Some(inputs) = &target.input_planes {
                let both = target.planes[color].iter().zip(&inputs[color]);
                let cells: Mask = both.map(|(output, input)| output & !input).collect();
                let size = count(&cells);
                if size > 0 {
                    wanted.push(Wanted {
                        color: color as u8,
                        cells,
                        size,
                        patches: Vec::new(),
                        holds: Vec::new(),
                        large: Vec::new(),
                        wrong: vec![Vec::new(); target.all.len()],
                    });
                }
            }
        }
        Self {
            wanted,
            states: Vec::new(),
            masks: Vec::new(),
            seen: FxHashSet::default(),
            pairs: BinaryHeap::new(),
            found: 0,
            cheaper: 0,
        }
    }

    /// Looks at a new patch or object with these cells, next to those before it.
    pub fn consider(&mut self, bank: &Bank, target: &Target, state: StateId, mask: &[u64]) {
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
            let plane = &target.planes[wanted.color as usize];
            let wrong = |word: usize| mask[word] & !plane[word];
            // The word that tells most: nearly all pairs are wrong in every way there.
            let Some(most) = (0..mask.len()).max_by_key(|&word| wrong(word).count_ones()) else {
                continue;
            };
            let own = wrong(most);
            if own == 0 {
                continue;
            }
            // What a pair shows of the cells is no more than its first, or either where it is both.
            let holds = 2 * common(mask, &wanted.cells) >= wanted.size;
            let others = if holds {
                wanted.patches.len()
            } else {
                wanted.large.len()
            };
            let column = &wanted.wrong[most];
            for k in 0..others {
                let k = if holds { k } else { wanted.large[k] };
                let (its, it_holds) = (column[k], wanted.holds[k]);
                // Without a branch for each way, as hardly any pair comes further.
                let both = (own & its == 0) & holds & it_holds;
                let mine = (own & !its == 0) & holds;
                let theirs = (its & !own == 0) & it_holds;
                if !(both | mine | theirs) {
                    continue;
                }
                let patch = wanted.patches[k];
                let other = &self.masks[patch * mask.len()..][..mask.len()];
                let right = right_ways([both, mine, theirs], mask, other, plane);
                if right == [false; 3] {
                    continue;
                }
                let good = good(mask, other, &wanted.cells);
                let old = self.states[patch];
                let ways = [(state, old, true), (state, old, false), (old, state, false)];
                for (k, (first, other, shared)) in ways.into_iter().enumerate() {
                    if right[k] && 2 * good[k] >= wanted.size {
                        self.pairs.push(Reverse(Pair {
                            cost: bank.cost(first).saturating_add(bank.cost(other)),
                            number: self.found,
                            first,
                            other,
                            shared,
                        }));
                        self.found = self.found.saturating_add(1);
                    }
                }
            }
            for (word, column) in wanted.wrong.iter_mut().enumerate() {
                column.push(wrong(word));
            }
            if holds {
                wanted.large.push(wanted.patches.len());
            }
            wanted.holds.push(holds);
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
        if self.cheaper != bank.cheaper {
            self.cheaper = bank.cheaper;
            let pairs = std::mem::take(&mut self.pairs).into_iter();
            let again = pairs.map(|Reverse(mut pair)| {
                pair.cost = bank.cost(pair.first).saturating_add(bank.cost(pair.other));
                Reverse(pair)
            });
            self.pairs = again.collect();
        }
        let Reverse(pair) = self.pairs.pop()?;
        let cost = pair.cost.saturating_add(1);
        let [first, other] =
            [pair.first, pair.other].map(|state| match bank.states[state as usize].kind {
                StateType::Object => bank.call(prim!(toindices), &[state], cost),
                _ => Some(state),
            });
        let primitive = match pair.shared {
            true => prim!(intersection),
            false => prim!(difference),
        };
        bank.call(primitive, &[first?, other?], cost)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dsl::constants::ConstantValue;
    use crate::search::test_tasks::task_of;
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
        let target = Target::new(&mut bank, &task);
        let mut both = PatchPairs::new(&target);
        let one = bank.constant(ConstantValue::Int(1), StateType::Color, 1);
        let ones = bank
            .call(prim!(ofcolor), &[Bank::INPUT, one], 1)
            .expect("cells");
        let half = bank
            .call(prim!(tophalf), &[Bank::INPUT], 1)
            .expect("a grid");
        let upper = bank.call(prim!(asindices), &[half], 1).expect("cells");
        let consider = |both: &mut PatchPairs, state| {
            let mut mask = vec![0; target.all.len()];
            target.cells_of(&bank, state, &mut mask);
            both.consider(&bank, &target, state, &mask);
        };
        consider(&mut both, ones);
        assert!(!both.is_ready(), "one patch says nothing together");
        consider(&mut both, upper);
        assert!(both.is_ready());
        let state = both.step(&mut bank).expect("a state");
        let two = bank.constant(ConstantValue::Int(2), StateType::Color, 1);
        let filled = bank
            .call(prim!(fill), &[Bank::INPUT, two, state], 1)
            .expect("a grid");
        assert_eq!(bank.train_ids(filled), target.ids);
    }
}

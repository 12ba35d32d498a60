//! Patch pairs: cells that change to a colour are the intersection or the difference of two patches.
//!
//! In: patches and objects. Out: the intersection or the difference, if it is never wrong and has at
//! least half of the cells that change to a colour; stacking fills it.

use super::cells::as_patch;
use super::{NewState, Proposer};
use crate::prim;
use crate::search::bank::{Bank, StateId};
use crate::search::target::{Mask, Target, common, count, meet};
use rustc_hash::{FxHashSet, FxHasher};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::hash::{Hash, Hasher};

/// The patches so far, and the pairs that are right.
pub(super) struct PatchPairs {
    wanted: Vec<WantedColor>,
    patches: Vec<StateId>,
    /// The masks of the patches, concatenated.
    masks: Vec<u64>,
    /// Hashes of these masks.
    seen: FxHashSet<u64>,
    /// The pairs to add to the bank, the cheapest on top.
    pairs: BinaryHeap<Reverse<Pair>>,
    /// How many pairs were found.
    found: u32,
    /// `Bank::cheaper` when the heap was last built: costs change with it.
    cheaper: u64,
}

/// A colour to which cells change.
struct WantedColor {
    color: u8,
    /// The cells that change to it, and their number.
    cells: Mask,
    size: u32,
    /// Indices of the patches that are wrong in this colour. The others need no partner.
    patches: Vec<usize>,
    /// By entry of `patches`: whether it has at least half of `cells`.
    has_half: Vec<bool>,
    /// The entries that do.
    large: Vec<usize>,
    /// By word of a mask, then by entry of `patches`: the wrong cells.
    wrong: Vec<Vec<u64>>,
}

/// Two patches; pairs are added to the bank in the order of the fields.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Pair {
    cost: u16,
    /// Sequence number: of equal costs, the pair found first.
    number: u32,
    first: StateId,
    other: StateId,
    /// Intersection, or difference.
    is_intersection: bool,
}

/// The most patches at the start of a search, one more per so many evaluations, and the limit.
const MAX_PATCHES_AT_START: usize = 500;
const EVALUATIONS_PER_PATCH: u64 = 10_000;
const MAX_PATCHES: usize = 2_000;

/// The highest cost of a patch.
const MAX_COST: u16 = 8;

fn hash(mask: &[u64]) -> u64 {
    let mut hasher = FxHasher::default();
    mask.hash(&mut hasher);
    hasher.finish()
}

/// Whether the intersection and the two differences of two patches lie within a colour plane; only
/// those of `candidates`.
fn within(candidates: [bool; 3], first: &[u64], other: &[u64], plane: &[u64]) -> [bool; 3] {
    let mut wrong = candidates.map(|candidate| u64::from(!candidate));
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

/// How many of `cells` are in the intersection and in the two differences of two patches.
fn count_within(first: &[u64], other: &[u64], cells: &[u64]) -> [u32; 3] {
    let mut counts = [0; 3];
    for ((a, b), cells) in first.iter().zip(other).zip(cells) {
        for (count, part) in counts.iter_mut().zip([a & b, a & !b, b & !a]) {
            *count += (part & cells).count_ones();
        }
    }
    counts
}

impl PatchPairs {
    pub fn new(target: &Target) -> Self {
        let planes = target.input_planes.iter().flatten().zip(&target.planes);
        let wanted = planes.enumerate().filter_map(|(color, (input, output))| {
            let both = output.iter().zip(input);
            let cells: Mask = both.map(|(output, input)| output & !input).collect();
            let size = count(&cells);
            (size > 0).then(|| WantedColor {
                color: color as u8,
                cells,
                size,
                patches: Vec::new(),
                has_half: Vec::new(),
                large: Vec::new(),
                wrong: vec![Vec::new(); target.all.len()],
            })
        });
        Self {
            wanted: wanted.collect(),
            patches: Vec::new(),
            masks: Vec::new(),
            seen: FxHashSet::default(),
            pairs: BinaryHeap::new(),
            found: 0,
            cheaper: 0,
        }
    }

    /// Pairs a new patch with those before it.
    fn pair(&mut self, bank: &Bank, target: &Target, state: StateId, mask: &[u64]) {
        let most = MAX_PATCHES_AT_START + (bank.evaluations / EVALUATIONS_PER_PATCH) as usize;
        let full = self.patches.len() >= most.min(MAX_PATCHES);
        if full || self.wanted.is_empty() || bank.cost(state) > MAX_COST {
            return;
        }
        let touches = |wanted: &WantedColor| meet(&wanted.cells, mask);
        if !self.wanted.iter().any(touches) || !self.seen.insert(hash(mask)) {
            return;
        }
        let new = self.patches.len();
        for wanted in &mut self.wanted {
            let plane = &target.planes[wanted.color as usize];
            let wrong = |word: usize| mask[word] & !plane[word];
            // The word with the most wrong cells: it alone rules out nearly all pairs.
            let Some(most) = (0..mask.len()).max_by_key(|&word| wrong(word).count_ones()) else {
                continue;
            };
            let own = wrong(most);
            if own == 0 {
                continue;
            }
            // A difference has at most the cells of its first patch, an intersection those of either.
            let has_half = 2 * common(mask, &wanted.cells) >= wanted.size;
            let others = if has_half {
                wanted.patches.len()
            } else {
                wanted.large.len()
            };
            let column = &wanted.wrong[most];
            for k in 0..others {
                let k = if has_half { k } else { wanted.large[k] };
                let (its, it_has_half) = (column[k], wanted.has_half[k]);
                // Branch once: hardly any pair gets further.
                let both = (own & its == 0) & has_half & it_has_half;
                let mine = (own & !its == 0) & has_half;
                let theirs = (its & !own == 0) & it_has_half;
                if !(both | mine | theirs) {
                    continue;
                }
                let patch = wanted.patches[k];
                let other = &self.masks[patch * mask.len()..][..mask.len()];
                let right = within([both, mine, theirs], mask, other, plane);
                if right == [false; 3] {
                    continue;
                }
                let counts = count_within(mask, other, &wanted.cells);
                let old = self.patches[patch];
                let ways = [(state, old, true), (state, old, false), (old, state, false)];
                for (k, (first, other, is_intersection)) in ways.into_iter().enumerate() {
                    if right[k] && 2 * counts[k] >= wanted.size {
                        self.pairs.push(Reverse(Pair {
                            cost: bank.cost(first).saturating_add(bank.cost(other)),
                            number: self.found,
                            first,
                            other,
                            is_intersection,
                        }));
                        self.found = self.found.saturating_add(1);
                    }
                }
            }
            for (word, column) in wanted.wrong.iter_mut().enumerate() {
                column.push(wrong(word));
            }
            if has_half {
                wanted.large.push(wanted.patches.len());
            }
            wanted.has_half.push(has_half);
            wanted.patches.push(new);
        }
        self.patches.push(state);
        self.masks.extend_from_slice(mask);
    }

    /// Adds the cells of the cheapest pair to the bank.
    fn add_cheapest(&mut self, bank: &mut Bank) -> Option<StateId> {
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
        let [first, other] = [pair.first, pair.other].map(|state| as_patch(bank, state, cost));
        let operation = match pair.is_intersection {
            true => prim!(intersection),
            false => prim!(difference),
        };
        bank.call(operation, &[first?, other?], cost)
    }
}

impl Proposer for PatchPairs {
    fn consider(&mut self, bank: &mut Bank, target: &Target, new: &NewState) {
        self.pair(bank, target, new.id, new.cells);
    }

    fn is_ready(&self, _: &Bank) -> bool {
        !self.pairs.is_empty()
    }

    fn step(&mut self, bank: &mut Bank, _: &Target) {
        self.add_cheapest(bank);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dsl::constants::ConstantValue;
    use crate::search::state_type::StateType;
    use crate::search::test_tasks::task_of;
    use bumpalo::Bump;

    #[test]
    fn the_intersection_of_two_patches_is_found() {
        // Cells of colour 1 in the upper half become 2.
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
        let mut pairs = PatchPairs::new(&target);
        let one = bank.constant(ConstantValue::Int(1), StateType::Color, 1);
        let ones = bank
            .call(prim!(ofcolor), &[Bank::INPUT, one], 1)
            .expect("cells");
        let half = bank
            .call(prim!(tophalf), &[Bank::INPUT], 1)
            .expect("a grid");
        let upper = bank.call(prim!(asindices), &[half], 1).expect("cells");
        let consider = |pairs: &mut PatchPairs, state| {
            let mut mask = vec![0; target.all.len()];
            target.cells_of(&bank, state, &mut mask);
            pairs.pair(&bank, &target, state, &mask);
        };
        consider(&mut pairs, ones);
        assert!(!pairs.is_ready(&bank), "one patch is no pair");
        consider(&mut pairs, upper);
        assert!(pairs.is_ready(&bank));
        let state = pairs.add_cheapest(&mut bank).expect("a state");
        let two = bank.constant(ConstantValue::Int(2), StateType::Color, 1);
        let filled = bank
            .call(prim!(fill), &[Bank::INPUT, two, state], 1)
            .expect("a grid");
        assert_eq!(bank.train_ids(filled), target.ids);
    }
}

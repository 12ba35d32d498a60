//! Greedy set cover: a few of many masks that together cover given cells.
//!
//! In: masks with costs, and cells to cover. Out: up to four choices of masks. The gain of a mask only
//! shrinks as others are chosen (it is submodular), so known gains are upper bounds, and only masks
//! that may still be the best are counted again.

use crate::search::target::{common, count, meet};

/// The masks to choose from, by index.
pub(super) struct SetCover {
    /// Words of a mask.
    rows: usize,
    /// All masks, concatenated.
    masks: Vec<u64>,
    costs: Vec<u32>,
    /// The masks with wrong cells: they may only lie under masks that hide these.
    under: Vec<usize>,
    /// The wrong cells of each of these, concatenated; at least one each.
    hidden: Vec<u64>,
    /// By criterion: the worth of each mask if all its cells count.
    bounds: [Worths; 2],
    /// The masks chosen last: likely to be good for the next cells, too.
    likely: Vec<usize>,
}

/// Upper bounds of the worth of masks.
#[derive(Clone, Default)]
struct Worths {
    /// By mask; 0 for those that may only lie under others.
    all: Vec<u32>,
    /// By entry of `under`.
    under: Vec<u32>,
}

/// The most masks of a choice.
const MAX_CHOSEN: usize = 6;

/// Masks per block: each has a bit in a word.
const BLOCK: usize = u32::BITS as usize;

/// What a mask is chosen by.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Criterion {
    /// Cells gained per cost.
    ByCost = 0,
    /// Cells gained; of equals the cheapest.
    BySize = 1,
}

/// The criterion of each choice, and whether later choices must do without its first mask.
const CHOICES: [(Criterion, bool); 4] = [
    (Criterion::ByCost, false),
    (Criterion::BySize, true),
    (Criterion::ByCost, true),
    (Criterion::ByCost, true),
];

impl Criterion {
    /// The worth of a mask that gains `gain` cells; 0 if it gains none.
    fn worth(self, gain: u32, cost: u32) -> u32 {
        if gain == 0 {
            return 0;
        }
        let gain = gain.saturating_mul(1000);
        match self {
            Criterion::ByCost => gain / (cost + 4),
            Criterion::BySize => gain.saturating_add(500) - cost.min(500),
        }
    }

    /// The lowest cost at which no mask is worth more than `worth` if `left` cells are left.
    fn too_expensive(self, worth: u32, left: u32) -> u32 {
        let (worth, gain) = (u64::from(worth), 1000 * u64::from(left));
        let cost = match self {
            Criterion::ByCost => (gain / (worth + 1)).saturating_sub(3),
            Criterion::BySize if worth < gain => u64::MAX,
            Criterion::BySize => (gain + 500).saturating_sub(worth),
        };
        u32::try_from(cost).unwrap_or(u32::MAX)
    }
}

/// Removes the cells of a mask.
fn remove(cells: &mut [u64], mask: &[u64]) {
    for (cells, row) in cells.iter_mut().zip(mask) {
        *cells &= !row;
    }
}

impl SetCover {
    /// No masks yet; each will have `rows` words.
    pub fn new(rows: usize) -> Self {
        Self {
            rows,
            masks: Vec::new(),
            costs: Vec::new(),
            under: Vec::new(),
            hidden: Vec::new(),
            bounds: [Worths::default(), Worths::default()],
            likely: Vec::new(),
        }
    }

    /// Adds a mask. `hidden` are its wrong cells, which masks above it must hide.
    pub fn push(&mut self, mask: &[u64], cost: u16, hidden: Option<&[u64]>) {
        let (size, cost) = (count(mask), u32::from(cost));
        for (criterion, bounds) in [Criterion::ByCost, Criterion::BySize]
            .iter()
            .zip(&mut self.bounds)
        {
            let bound = criterion.worth(size, cost);
            bounds.all.push(if hidden.is_some() { 0 } else { bound });
            bounds.under.extend(hidden.is_some().then_some(bound));
        }
        if let Some(hidden) = hidden {
            self.under.push(self.costs.len());
            self.hidden.extend_from_slice(hidden);
        }
        self.masks.extend_from_slice(mask);
        self.costs.push(cost);
    }

    fn mask(&self, k: usize) -> &[u64] {
        &self.masks[k * self.rows..][..self.rows]
    }

    /// Choices of masks that cover all of `cells`; the first mask of a choice lies on top.
    pub fn of(&mut self, cells: &[u64]) -> Vec<Vec<usize>> {
        let mut choices: Vec<Vec<usize>> = Vec::new();
        let mut worths: [Option<Worths>; 2] = [None, None];
        for (criterion, ban) in CHOICES {
            let place = criterion as usize;
            let worths_now = worths[place].get_or_insert_with(|| self.bounds[place].clone());
            let Some(chosen) = self.choose(cells, criterion, worths_now) else {
                break;
            };
            let chosen = self.without_redundant(chosen, cells);
            if ban {
                self.ban(chosen[0], &mut worths);
            }
            choices.push(chosen);
        }
        if !choices.is_empty() {
            self.likely.clear();
            self.likely.extend(choices.iter().flatten());
            self.likely.sort_unstable();
            self.likely.dedup();
        }
        choices
    }

    /// Excludes a mask from later choices.
    fn ban(&self, k: usize, worths: &mut [Option<Worths>; 2]) {
        for worths in worths.iter_mut().flatten() {
            match self.under.binary_search(&k) {
                Ok(at) => worths.under[at] = 0,
                Err(_) => worths.all[k] = 0,
            }
        }
    }

    /// Chooses the best mask until all cells are covered. Tightens the bounds in `worths`.
    fn choose(
        &self,
        cells: &[u64],
        criterion: Criterion,
        worths: &mut Worths,
    ) -> Option<Vec<usize>> {
        let mut left = cells.to_vec();
        let mut visible = vec![u64::MAX; self.rows];
        let mut chosen = Vec::new();
        let mut worths_left: Option<Worths> = None;
        while left.iter().any(|&word| word != 0) {
            if chosen.len() == MAX_CHOSEN {
                return None;
            }
            let worths = match chosen.len() {
                0 => &mut *worths,
                _ => worths_left.get_or_insert_with(|| worths.clone()),
            };
            // The first mask lies on top, so it has no wrong cells.
            let visible_now = (!chosen.is_empty()).then_some(visible.as_slice());
            let best = self.best(&left, visible_now, criterion, worths)?;
            remove(&mut left, self.mask(best));
            remove(&mut visible, self.mask(best));
            chosen.push(best);
        }
        (!chosen.is_empty()).then_some(chosen)
    }

    /// The mask worth most if these cells are left; of equals the first.
    fn best(
        &self,
        left: &[u64],
        visible: Option<&[u64]>,
        criterion: Criterion,
        worths: &mut Worths,
    ) -> Option<usize> {
        // The best is at least as good as the likely ones, which rules out most masks at once.
        let mut value = self.best_likely(left, criterion, worths).saturating_sub(1);
        let mut best = None;
        let cells = count(left);
        let mut too_expensive = criterion.too_expensive(value, cells);
        let blocks = worths.all.chunks_mut(BLOCK).zip(self.costs.chunks(BLOCK));
        for (block, (worths, costs)) in blocks.enumerate() {
            // Skip the many blocks in which no mask may be the best.
            if worths.iter().fold(0, |most, &worth| worth.max(most)) <= value {
                continue;
            }
            // A bit per mask that may be the best, without a branch, which would be mispredicted.
            let mut may_be = 0u32;
            for (k, (&known, &cost)) in worths.iter().zip(costs).enumerate() {
                may_be |= u32::from((known > value) & (cost < too_expensive)) << k;
            }
            while may_be != 0 {
                let at = may_be.trailing_zeros() as usize;
                may_be &= may_be - 1;
                let k = block * BLOCK + at;
                worths[at] = self.worth_now(k, left, criterion);
                if worths[at] > value {
                    (best, value) = (Some(k), worths[at]);
                    too_expensive = criterion.too_expensive(value, cells);
                }
            }
        }
        let Some(visible) = visible else {
            return best;
        };
        // Here a mask of equal worth wins if its index is lower.
        let mut too_expensive = criterion.too_expensive(value.saturating_sub(1), cells);
        let hidden = self.hidden.chunks_exact(self.rows.max(1));
        for ((&k, hidden), known) in self.under.iter().zip(hidden).zip(&mut worths.under) {
            let is_before = || best.is_some_and(|best| k < best);
            let beats = |worth: u32| worth > value || worth == value && is_before();
            if beats(*known) && self.costs[k] < too_expensive && !meet(hidden, visible) {
                *known = self.worth_now(k, left, criterion);
                if beats(*known) {
                    (best, value) = (Some(k), *known);
                    too_expensive = criterion.too_expensive(value.saturating_sub(1), cells);
                }
            }
        }
        best
    }

    /// The worth of the best likely mask; those that may only lie under others count as 0.
    fn best_likely(&self, left: &[u64], criterion: Criterion, worths: &mut Worths) -> u32 {
        let mut least = 0;
        for &k in &self.likely {
            let known = &mut worths.all[k];
            if *known > least {
                *known = self.worth_now(k, left, criterion);
                least = least.max(*known);
            }
        }
        least
    }

    /// The worth of a mask if these cells are left.
    fn worth_now(&self, k: usize, left: &[u64], criterion: Criterion) -> u32 {
        criterion.worth(common(self.mask(k), left), self.costs[k])
    }

    /// Removes masks whose cells the others cover, unless masks of the choice hide wrong cells.
    fn without_redundant(&self, mut chosen: Vec<usize>, cells: &[u64]) -> Vec<usize> {
        let is_under = |k: &usize| self.under.binary_search(k).is_ok();
        if chosen.iter().any(is_under) {
            return chosen;
        }
        let mut k = 0;
        while k < chosen.len() && chosen.len() > 1 {
            let mut left = cells.to_vec();
            for (_, &other) in chosen.iter().enumerate().filter(|&(at, _)| at != k) {
                remove(&mut left, self.mask(other));
            }
            match count(&left) {
                0 => {
                    chosen.remove(k);
                }
                _ => k += 1,
            }
        }
        chosen
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;
    use std::cmp::Reverse;

    fn covers(masks: &[(u64, u16, Option<u64>)]) -> SetCover {
        let mut covers = SetCover::new(1);
        for &(mask, cost, hidden) in masks {
            covers.push(&[mask], cost, hidden.as_ref().map(std::slice::from_ref));
        }
        covers
    }

    #[test]
    fn one_mask_that_covers_all_is_chosen_alone() {
        let mut covers = covers(&[(0b0011, 1, None), (0b1111, 1, None), (0b1100, 1, None)]);
        assert_eq!(covers.of(&[0b1111])[0], [1]);
    }

    #[test]
    fn cost_counts_and_redundant_masks_are_removed() {
        // The first mask is chosen first, and redundant in the end.
        let mut covers = covers(&[(0b0110, 1, None), (0b0011, 4, None), (0b1100, 4, None)]);
        assert_eq!(covers.of(&[0b1111])[0], [1, 2]);
    }

    #[test]
    fn a_mask_with_wrong_cells_lies_under_one_that_hides_them() {
        let mut covers = covers(&[(0b0011, 9, None), (0b1111, 0, Some(0b0001))]);
        assert_eq!(covers.of(&[0b1111])[0], [0, 1], "the first lies on top");
        assert!(covers.of(&[0b10000]).is_empty(), "nothing covers this");
    }

    #[test]
    fn high_costs_do_not_overflow() {
        let mut covers = covers(&[(0b01, u16::MAX, None), (0b10, 700, None)]);
        // Per cost they are worth 0, so there is no choice.
        assert!(covers.of(&[0b11]).is_empty());
        assert_eq!(Criterion::BySize.worth(2, u32::from(u16::MAX)), 2000);
    }

    #[test]
    fn choices_do_not_depend_on_earlier_queries() {
        let mut rng = Rng::new(5);
        let mut asked = covers(&[]);
        let mut masks: Vec<(u64, u16, Option<u64>)> = Vec::new();
        for _ in 0..300 {
            let mut draw = || rng.next_u64() & rng.next_u64() & 0xFFFF;
            let (mask, cells, cost) = (draw(), draw() | draw(), (draw() % 9) as u16);
            let hidden = (draw() % 5 == 0).then(|| mask & mask.wrapping_neg());
            let hidden = hidden.filter(|&cell| cell != 0);
            masks.push((mask, cost, hidden));
            asked.push(&[mask], cost, hidden.as_ref().map(std::slice::from_ref));
            let choices = asked.of(&[cells]);
            assert_eq!(choices, covers(&masks).of(&[cells]), "a fresh cover");
            // Compare with the greedy choice that counts every mask each time.
            let (mut left, mut visible, mut chosen) = (cells, u64::MAX, Vec::new());
            while left != 0 && chosen.len() < MAX_CHOSEN {
                let worth = |k: &usize| {
                    let (mask, cost, hidden) = masks[*k];
                    let may =
                        hidden.is_none_or(|hidden| !chosen.is_empty() && hidden & visible == 0);
                    let gain = if may { (mask & left).count_ones() } else { 0 };
                    (Criterion::ByCost.worth(gain, u32::from(cost)), Reverse(*k))
                };
                let best = (0..masks.len())
                    .max_by_key(worth)
                    .filter(|k| worth(k).0 > 0);
                let Some(best) = best else {
                    break;
                };
                (left, visible) = (left & !masks[best].0, visible & !masks[best].0);
                chosen.push(best);
            }
            let chosen = asked.without_redundant(chosen, &[cells]);
            let expected = (left == 0 && cells != 0).then_some(&chosen);
            assert_eq!(choices.first(), expected);
        }
    }
}

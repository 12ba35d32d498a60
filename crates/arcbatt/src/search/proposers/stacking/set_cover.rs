//! Covering: which few of many masks hold all cells of another.
//!
//! In: masks with what they cost, and the cells that are to be covered. Out: choices of masks, made
//! greedily. What a mask adds only gets less as others are chosen, so it is counted again only for
//! those that may still be the best.

use crate::search::target::{common, count, meet};

/// Masks to choose from, by number.
pub(super) struct SetCover {
    /// Words of a mask.
    rows: usize,
    /// All masks, one after the other.
    masks: Vec<u64>,
    costs: Vec<u32>,
    /// The masks that may only lie under others.
    under: Vec<usize>,
    /// The cells of each of these that others must hide, at least one, one after the other.
    hidden: Vec<u64>,
    /// By how they are judged: what they are worth where all their cells count.
    bounds: [Worths; 2],
    /// The masks that were chosen last: likely to be good for the next cells, too.
    likely: Vec<usize>,
}

/// What masks are worth, or more than that.
#[derive(Clone, Default)]
struct Worths {
    /// By mask; nothing for those that may only lie under others.
    all: Vec<u32>,
    /// Those that may only lie under others.
    under: Vec<u32>,
}

/// The most masks that are chosen.
const MAX_CHOSEN: usize = 6;

/// Masks that are looked at together: a bit for each in a word of this many.
const BLOCK: usize = u32::BITS as usize;

/// How a mask is judged.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Judged {
    /// By what it adds for what it costs.
    ByCost = 0,
    /// By what it adds; of equals the cheapest.
    BySize = 1,
}

/// The choices that are made: by what they are judged, and whether the first of the choice is left
/// to others from then on.
const TURNS: [(Judged, bool); 4] = [
    (Judged::ByCost, false),
    (Judged::BySize, true),
    (Judged::ByCost, true),
    (Judged::ByCost, true),
];

impl Judged {
    /// What a mask is worth that adds so many cells: one that adds none, nothing.
    fn worth(self, gain: u32, cost: u32) -> u32 {
        if gain == 0 {
            return 0;
        }
        let gain = gain.saturating_mul(1000);
        match self {
            Judged::ByCost => gain / (cost + 4),
            Judged::BySize => gain.saturating_add(500) - cost.min(500),
        }
    }

    /// The least cost at which no mask is worth more than another where so many cells are left.
    fn too_dear(self, worth: u32, left: u32) -> u32 {
        let (worth, gain) = (u64::from(worth), 1000 * u64::from(left));
        let cost = match self {
            Judged::ByCost => (gain / (worth + 1)).saturating_sub(3),
            Judged::BySize if worth < gain => u64::MAX,
            Judged::BySize => (gain + 500).saturating_sub(worth),
        };
        u32::try_from(cost).unwrap_or(u32::MAX)
    }
}

fn hide(cells: &mut [u64], mask: &[u64]) {
    for (cells, row) in cells.iter_mut().zip(mask) {
        *cells &= !row;
    }
}

impl SetCover {
    /// No masks, each of so many words.
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

    /// Adds a mask. Where it is to lie under others, `hidden` are the cells that these must hold.
    pub fn push(&mut self, mask: &[u64], cost: u16, hidden: Option<&[u64]>) {
        let (size, cost) = (count(mask), u32::from(cost));
        for (judged, bounds) in [Judged::ByCost, Judged::BySize]
            .iter()
            .zip(&mut self.bounds)
        {
            let bound = judged.worth(size, cost);
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

    /// Choices of masks that hold all of `cells`, the first of each on top; up to four.
    pub fn of(&mut self, cells: &[u64]) -> Vec<Vec<usize>> {
        let mut choices: Vec<Vec<usize>> = Vec::new();
        let mut worths: [Option<Worths>; 2] = [None, None];
        for (judged, ban) in TURNS {
            let place = judged as usize;
            let worths_now = worths[place].get_or_insert_with(|| self.bounds[place].clone());
            let Some(chosen) = self.choose(cells, judged, worths_now) else {
                break;
            };
            let chosen = self.without_needless(chosen, cells);
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

    /// Takes care that a mask is not chosen again.
    fn ban(&self, k: usize, worths: &mut [Option<Worths>; 2]) {
        for worths in worths.iter_mut().flatten() {
            match self.under.binary_search(&k) {
                Ok(at) => worths.under[at] = 0,
                Err(_) => worths.all[k] = 0,
            }
        }
    }

    /// The best mask again and again until all cells are covered. Of what the masks are worth for
    /// all cells, more is known afterwards.
    fn choose(&self, cells: &[u64], judged: Judged, worths: &mut Worths) -> Option<Vec<usize>> {
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
            // Before anything is chosen nothing is hidden, and nothing lies under others.
            let visible_now = (!chosen.is_empty()).then_some(visible.as_slice());
            let best = self.best(&left, visible_now, judged, worths)?;
            hide(&mut left, self.mask(best));
            hide(&mut visible, self.mask(best));
            chosen.push(best);
        }
        (!chosen.is_empty()).then_some(chosen)
    }

    /// The mask that is worth most where these cells are left; of equals the first.
    fn best(
        &self,
        left: &[u64],
        visible: Option<&[u64]>,
        judged: Judged,
        worths: &mut Worths,
    ) -> Option<usize> {
        // At least as good as the likely ones: most others are passed by from the start.
        let mut value = self.least(left, judged, worths).saturating_sub(1);
        let mut best = None;
        let cells = count(left);
        let mut too_dear = judged.too_dear(value, cells);
        let blocks = worths.all.chunks_mut(BLOCK).zip(self.costs.chunks(BLOCK));
        for (block, (worths, costs)) in blocks.enumerate() {
            // Many blocks have nothing that may be the best, and that is seen at once.
            if worths.iter().fold(0, |most, &worth| worth.max(most)) <= value {
                continue;
            }
            // A bit for each that may be: which one is hard to foresee, so nothing branches on it.
            let mut may_be = 0u32;
            for (k, (&known, &cost)) in worths.iter().zip(costs).enumerate() {
                may_be |= u32::from((known > value) & (cost < too_dear)) << k;
            }
            while may_be != 0 {
                let at = may_be.trailing_zeros() as usize;
                may_be &= may_be - 1;
                let k = block * BLOCK + at;
                worths[at] = self.worth_now(k, left, judged);
                if worths[at] > value {
                    (best, value) = (Some(k), worths[at]);
                    too_dear = judged.too_dear(value, cells);
                }
            }
        }
        let Some(visible) = visible else {
            return best;
        };
        // Here equals count, too, if they come before.
        let mut too_dear = judged.too_dear(value.saturating_sub(1), cells);
        let hidden = self.hidden.chunks_exact(self.rows.max(1));
        for ((&k, hidden), known) in self.under.iter().zip(hidden).zip(&mut worths.under) {
            let is_before = || best.is_some_and(|best| k < best);
            let beats = |worth: u32| worth > value || worth == value && is_before();
            if beats(*known) && self.costs[k] < too_dear && !meet(hidden, visible) {
                *known = self.worth_now(k, left, judged);
                if beats(*known) {
                    (best, value) = (Some(k), *known);
                    too_dear = judged.too_dear(value.saturating_sub(1), cells);
                }
            }
        }
        best
    }

    /// What the best of the likely masks is worth; those that may only lie under others count for
    /// nothing.
    fn least(&self, left: &[u64], judged: Judged, worths: &mut Worths) -> u32 {
        let mut least = 0;
        for &k in &self.likely {
            let known = &mut worths.all[k];
            if *known > least {
                *known = self.worth_now(k, left, judged);
                least = least.max(*known);
            }
        }
        least
    }

    /// What a mask is worth where these cells are left.
    fn worth_now(&self, k: usize, left: &[u64], judged: Judged) -> u32 {
        judged.worth(common(self.mask(k), left), self.costs[k])
    }

    /// Takes out what others cover as well. A choice in which masks hide parts of each other stays
    /// as it is.
    fn without_needless(&self, mut chosen: Vec<usize>, cells: &[u64]) -> Vec<usize> {
        let is_under = |k: &usize| self.under.binary_search(k).is_ok();
        if chosen.iter().any(is_under) {
            return chosen;
        }
        let mut k = 0;
        while k < chosen.len() && chosen.len() > 1 {
            let mut left = cells.to_vec();
            for (_, &other) in chosen.iter().enumerate().filter(|&(at, _)| at != k) {
                hide(&mut left, self.mask(other));
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
    fn cost_counts_and_needless_masks_go() {
        // By cost the small ones come first; the first of them is not needed in the end.
        let mut covers = covers(&[(0b0110, 1, None), (0b0011, 4, None), (0b1100, 4, None)]);
        assert_eq!(covers.of(&[0b1111])[0], [1, 2]);
    }

    #[test]
    fn what_is_wrong_lies_under_what_hides_it() {
        let mut covers = covers(&[(0b0011, 9, None), (0b1111, 0, Some(0b0001))]);
        assert_eq!(covers.of(&[0b1111])[0], [0, 1], "the first lies on top");
        assert!(covers.of(&[0b10000]).is_empty(), "nothing covers this");
    }

    #[test]
    fn dear_masks_do_not_overflow() {
        let mut covers = covers(&[(0b01, u16::MAX, None), (0b10, 700, None)]);
        // By what they cost they are worth nothing, so there is no choice to begin with.
        assert!(covers.of(&[0b11]).is_empty());
        assert_eq!(Judged::BySize.worth(2, u32::from(u16::MAX)), 2000);
    }

    #[test]
    fn the_best_is_chosen_whatever_was_asked_before() {
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
            assert_eq!(
                choices,
                covers(&masks).of(&[cells]),
                "asked for the first time"
            );
            // The greedy choice, with a look at every mask for each that is chosen.
            let (mut left, mut visible, mut chosen) = (cells, u64::MAX, Vec::new());
            while left != 0 && chosen.len() < MAX_CHOSEN {
                let worth = |k: &usize| {
                    let (mask, cost, hidden) = masks[*k];
                    let may =
                        hidden.is_none_or(|hidden| !chosen.is_empty() && hidden & visible == 0);
                    let gain = if may { (mask & left).count_ones() } else { 0 };
                    (Judged::ByCost.worth(gain, u32::from(cost)), Reverse(*k))
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
            let chosen = asked.without_needless(chosen, &[cells]);
            let expected = (left == 0 && cells != 0).then_some(&chosen);
            assert_eq!(choices.first(), expected);
        }
    }
}

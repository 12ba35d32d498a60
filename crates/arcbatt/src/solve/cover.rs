//! Covering: which few of many masks hold all cells of another.
//!
//! In: masks with what they cost, and the cells that are to be covered. Out: choices of masks, made
//! greedily. What a mask adds only gets less as others are chosen, so it is counted again only for
//! those that may still be the best.

use super::goal::{Mask, common, count, meet};

/// Masks to choose from, by number.
pub(super) struct Covers {
    /// Words of a mask.
    rows: usize,
    /// All masks, one after the other.
    masks: Vec<u64>,
    costs: Vec<u16>,
    /// The masks that may only lie under others, with the cells that others must hide.
    under: Vec<(usize, Mask)>,
}

/// The most masks that are chosen.
const MAX_CHOSEN: usize = 6;

/// Masks that are looked at together.
const BLOCK: usize = 32;

/// How a mask is judged.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Judged {
    /// By what it adds for what it costs.
    ByCost,
    /// By what it adds; of equals the cheapest.
    BySize,
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
    fn worth(self, gain: u32, cost: u16) -> u32 {
        if gain == 0 {
            return 0;
        }
        let (gain, cost) = (gain.saturating_mul(1000), u32::from(cost));
        match self {
            Judged::ByCost => gain / (cost + 4),
            Judged::BySize => gain.saturating_add(500) - cost.min(500),
        }
    }
}

fn hide(cells: &mut [u64], mask: &[u64]) {
    for (cells, row) in cells.iter_mut().zip(mask) {
        *cells &= !row;
    }
}

impl Covers {
    /// No masks, each of so many words.
    pub fn new(rows: usize) -> Self {
        Self {
            rows,
            masks: Vec::new(),
            costs: Vec::new(),
            under: Vec::new(),
        }
    }

    /// Adds a mask. Where it is to lie under others, `hidden` are the cells that these must hold.
    pub fn push(&mut self, mask: &[u64], cost: u16, hidden: Option<Mask>) {
        if let Some(hidden) = hidden {
            self.under.push((self.costs.len(), hidden));
        }
        self.masks.extend_from_slice(mask);
        self.costs.push(cost);
    }

    fn mask(&self, k: usize) -> &[u64] {
        &self.masks[k * self.rows..][..self.rows]
    }

    /// Choices of masks that hold all of `cells`, the first of each on top; up to four.
    pub fn of(&self, cells: &[u64]) -> Vec<Vec<usize>> {
        let masks = self.masks.chunks_exact(self.rows.max(1));
        let gains: Vec<u32> = masks.map(|mask| common(mask, cells)).collect();
        let most = gains.iter().copied().max().unwrap_or(0) as usize;
        let mut choices = Vec::new();
        let mut banned: Vec<usize> = Vec::new();
        let [by_cost, by_size] = [Judged::ByCost, Judged::BySize].map(|judged| {
            let both = gains.iter().zip(&self.costs);
            let worth = |(&gain, &cost): (&u32, &u16)| judged.worth(gain, cost);
            both.map(worth).collect::<Vec<u32>>()
        });
        let mut worths = Vec::new();
        for (judged, ban) in TURNS {
            worths.clone_from(match judged {
                Judged::ByCost => &by_cost,
                Judged::BySize => &by_size,
            });
            let Some(chosen) = self.choose(cells, most, judged, &banned, &mut worths) else {
                break;
            };
            let chosen = self.without_needless(chosen, cells);
            if ban {
                banned.push(chosen[0]);
            }
            choices.push(chosen);
        }
        choices
    }

    /// The best mask again and again until all cells are covered. No mask holds more than `most` of
    /// them; `worths` says what each was worth when that was last counted: it is worth no more.
    fn choose(
        &self,
        cells: &[u64],
        most: usize,
        judged: Judged,
        banned: &[usize],
        worths: &mut [u32],
    ) -> Option<Vec<usize>> {
        // Those that may only lie under others are looked at by themselves.
        let mut under_worths = Vec::with_capacity(self.under.len());
        for &(k, _) in &self.under {
            under_worths.push(match banned.contains(&k) {
                true => 0,
                false => worths[k],
            });
            worths[k] = 0;
        }
        for &k in banned {
            worths[k] = 0;
        }
        let mut left = cells.to_vec();
        let mut visible = vec![u64::MAX; self.rows];
        let mut chosen = Vec::new();
        loop {
            let open = count(&left) as usize;
            if open == 0 {
                return (!chosen.is_empty()).then_some(chosen);
            }
            if open > (MAX_CHOSEN - chosen.len()) * most {
                return None;
            }
            let (mut best, mut value) = (None, 0);
            for (block, worths) in worths.chunks_mut(BLOCK).enumerate() {
                // Nearly all blocks have nothing that may be the best, and that is seen at once.
                if worths.iter().fold(0, |most, &worth| worth.max(most)) <= value {
                    continue;
                }
                for (k, known) in worths.iter_mut().enumerate() {
                    if *known > value {
                        let k = block * BLOCK + k;
                        *known = self.worth_now(k, &left, judged);
                        if *known > value {
                            (best, value) = (Some(k), *known);
                        }
                    }
                }
            }
            for ((k, hidden), known) in self.under.iter().zip(&mut under_worths) {
                let beats = |worth: u32| {
                    worth > value || worth == value && best.is_some_and(|best| *k < best)
                };
                if beats(*known) && !meet(hidden, &visible) {
                    *known = self.worth_now(*k, &left, judged);
                    if beats(*known) {
                        (best, value) = (Some(*k), *known);
                    }
                }
            }
            let best = best?;
            hide(&mut left, self.mask(best));
            hide(&mut visible, self.mask(best));
            chosen.push(best);
        }
    }

    /// What a mask is worth where these cells are left.
    fn worth_now(&self, k: usize, left: &[u64], judged: Judged) -> u32 {
        judged.worth(common(self.mask(k), left), self.costs[k])
    }

    /// Takes out what others cover as well. A choice in which masks hide parts of each other stays
    /// as it is.
    fn without_needless(&self, mut chosen: Vec<usize>, cells: &[u64]) -> Vec<usize> {
        let is_under = |k: &usize| self.under.binary_search_by_key(k, |&(k, _)| k).is_ok();
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

    fn covers(masks: &[(u64, u16, Option<u64>)]) -> Covers {
        let mut covers = Covers::new(1);
        for &(mask, cost, hidden) in masks {
            covers.push(&[mask], cost, hidden.map(|hidden| vec![hidden]));
        }
        covers
    }

    #[test]
    fn one_mask_that_covers_all_is_chosen_alone() {
        let covers = covers(&[(0b0011, 1, None), (0b1111, 1, None), (0b1100, 1, None)]);
        assert_eq!(covers.of(&[0b1111])[0], [1]);
    }

    #[test]
    fn cost_counts_and_needless_masks_go() {
        // By cost the small ones come first; the first of them is not needed in the end.
        let covers = covers(&[(0b0110, 1, None), (0b0011, 4, None), (0b1100, 4, None)]);
        assert_eq!(covers.of(&[0b1111])[0], [1, 2]);
    }

    #[test]
    fn what_is_wrong_lies_under_what_hides_it() {
        let covers = covers(&[(0b0011, 9, None), (0b1111, 0, Some(0b0001))]);
        assert_eq!(covers.of(&[0b1111])[0], [0, 1], "the first lies on top");
        assert!(covers.of(&[0b10000]).is_empty(), "nothing covers this");
    }

    #[test]
    fn dear_masks_do_not_overflow() {
        let covers = covers(&[(0b01, u16::MAX, None), (0b10, 700, None)]);
        // By what they cost they are worth nothing, so there is no choice to begin with.
        assert!(covers.of(&[0b11]).is_empty());
        assert_eq!(Judged::BySize.worth(2, u16::MAX), 2000);
    }
}

//! Candidates by what they answer: those with equal grids on all samples are one group.
//!
//! In: the blocks of a run. Out: groups, and the candidates that never answered. What never
//! happens here: two groups with the same grids, whichever blocks their candidates were run in.

use crate::batt::{Block, Outcome};
use crate::grid::GridBuf;
use crate::task::{MAX_SIDE, Task};
use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};

/// A grid that came out, by number; the same number is the same grid.
pub(super) type GridNumber = u32;

/// No grid.
pub(super) const NONE: GridNumber = GridNumber::MAX;

/// Candidates by what they answer.
pub(super) struct Groups<'b> {
    /// Train and test samples.
    samples: usize,
    /// The different grids of all blocks.
    grids: Vec<&'b GridBuf>,
    /// The number of the wanted grid of each train sample, if any candidate ever answered with it.
    pub wanted: Vec<GridNumber>,
    /// The grids of each group, one a sample.
    keys: Vec<GridNumber>,
    /// The candidates, by group, ascending.
    members: Vec<u32>,
    /// Where the members of each group end.
    ends: Vec<u32>,
    /// Candidates without a grid on any sample.
    pub failed: usize,
}

fn hash(value: &(impl Hash + ?Sized)) -> u64 {
    let mut hasher = FxHasher::default();
    value.hash(&mut hasher);
    hasher.finish()
}

/// Whether a grid could be what is wanted of a task at all. Larger ones count as no answer, so
/// that nothing spends time or memory on them.
fn could_be_wanted(grid: &GridBuf) -> bool {
    grid.height() <= MAX_SIDE && grid.width() <= MAX_SIDE
}

impl<'b> Groups<'b> {
    /// Groups the candidates of all blocks. A candidate that occurs twice counts once.
    pub fn new(task: &Task, blocks: &'b [Block<'_>]) -> Self {
        let samples = task.train.len() + task.test.len();
        let mut grids: Vec<&GridBuf> = Vec::new();
        let mut numbers: FxHashMap<&GridBuf, GridNumber> = FxHashMap::default();
        let mut keys: Vec<GridNumber> = Vec::new();
        let mut seen: HashTable<u32> = HashTable::new();
        let mut count = 0;
        let mut placed: Vec<(u32, u32)> = Vec::new();
        let mut key = vec![NONE; samples];
        for block in blocks {
            let number_of: Vec<GridNumber> = block
                .outputs
                .grids()
                .iter()
                .map(|grid| match could_be_wanted(grid) {
                    false => NONE,
                    true => *numbers.entry(grid).or_insert_with(|| {
                        grids.push(grid);
                        grids.len() as GridNumber - 1
                    }),
                })
                .collect();
            for (k, &candidate) in block.candidates.iter().enumerate() {
                for (slot, outcome) in key.iter_mut().zip(block.outputs.of(k)) {
                    *slot = match *outcome {
                        Outcome::Grid(grid) => number_of[grid as usize],
                        Outcome::NoGrid | Outcome::Fail(_) => NONE,
                    };
                }
                if key.iter().all(|&grid| grid == NONE) {
                    placed.push((NONE, candidate));
                    continue;
                }
                let key_of = |group: u32| &keys[group as usize * samples..][..samples];
                let same = |&group: &u32| *key_of(group) == *key;
                let group = match seen.entry(hash(&key[..]), same, |&g| hash(key_of(g))) {
                    Entry::Occupied(group) => *group.get(),
                    Entry::Vacant(place) => {
                        place.insert(count);
                        keys.extend_from_slice(&key);
                        count += 1;
                        count - 1
                    }
                };
                placed.push((group, candidate));
            }
        }
        placed.sort_unstable();
        placed.dedup();
        let grouped = placed.partition_point(|&(group, _)| group != NONE);
        let members = placed[..grouped].iter().map(|&(_, candidate)| candidate);
        let mut ends = vec![0; count as usize];
        for (&(group, _), end) in placed[..grouped].iter().zip(1..) {
            ends[group as usize] = end;
        }
        let wanted = task.train.iter();
        Self {
            samples,
            wanted: wanted
                .map(|pair| numbers.get(&pair.output).copied().unwrap_or(NONE))
                .collect(),
            members: members.collect(),
            failed: placed.len() - grouped,
            grids,
            keys,
            ends,
        }
    }

    /// Number of groups.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Number of candidates, those that failed included.
    pub fn candidates(&self) -> usize {
        self.members.len() + self.failed
    }

    /// The grids of a group, one a sample.
    pub fn key(&self, group: u32) -> &[GridNumber] {
        &self.keys[group as usize * self.samples..][..self.samples]
    }

    /// The candidates of a group, ascending; there is at least one.
    pub fn members(&self, group: u32) -> &[u32] {
        let group = group as usize;
        let start = group.checked_sub(1).map_or(0, |g| self.ends[g]);
        &self.members[start as usize..self.ends[group] as usize]
    }

    /// The grid of a number, unless it is [`NONE`].
    pub fn grid(&self, number: GridNumber) -> Option<&'b GridBuf> {
        self.grids.get(number as usize).copied()
    }

    /// Train samples on which a group answers what is wanted.
    pub fn matched(&self, group: u32) -> u32 {
        let pairs = self.key(group).iter().zip(&self.wanted);
        pairs
            .filter(|(grid, want)| grid == want && **grid != NONE)
            .count() as u32
    }
}

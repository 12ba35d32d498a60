//! Groups of candidates with equal grids on all samples.
//!
//! In: the blocks of a run. Out: groups, and the number of candidates without any grid. No two
//! groups have the same grids, even if their candidates were in different blocks.

use crate::batt::{Block, Outcome};
use crate::grid::GridBuf;
use crate::task::{MAX_SIDE, Task};
use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};

/// The number of a distinct output grid.
pub(super) type GridNumber = u32;

/// Marks a sample without a grid.
pub(super) const NONE: GridNumber = GridNumber::MAX;

/// Groups of candidates with equal answers.
pub(super) struct Groups<'b> {
    /// Train and test samples.
    samples: usize,
    /// The distinct grids of all blocks.
    grids: Vec<&'b GridBuf>,
    /// The number of the expected grid per train sample; [`NONE`] if no candidate returned it.
    pub wanted: Vec<GridNumber>,
    /// The grids of each group, one per sample.
    keys: Vec<GridNumber>,
    /// The candidates, by group, ascending.
    members: Vec<u32>,
    /// The end of each group's members.
    ends: Vec<u32>,
    /// Candidates without a grid on any sample.
    pub failed: usize,
}

fn hash(value: &(impl Hash + ?Sized)) -> u64 {
    let mut hasher = FxHasher::default();
    value.hash(&mut hasher);
    hasher.finish()
}

/// Whether a grid is small enough to be the output of a task. Larger ones count as no grid.
fn could_be_wanted(grid: &GridBuf) -> bool {
    grid.height() <= MAX_SIDE && grid.width() <= MAX_SIDE
}

impl<'b> Groups<'b> {
    /// Groups the candidates of all blocks; repeated candidates count once.
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

    /// The number of candidates, including those that failed.
    pub fn candidates(&self) -> usize {
        self.members.len() + self.failed
    }

    /// The grids of a group, one per sample.
    pub fn key(&self, group: u32) -> &[GridNumber] {
        &self.keys[group as usize * self.samples..][..self.samples]
    }

    /// The candidates of a group, ascending; at least one.
    pub fn members(&self, group: u32) -> &[u32] {
        let group = group as usize;
        let start = group.checked_sub(1).map_or(0, |g| self.ends[g]);
        &self.members[start as usize..self.ends[group] as usize]
    }

    /// The grid of a number, unless it is [`NONE`].
    pub fn grid(&self, number: GridNumber) -> Option<&'b GridBuf> {
        self.grids.get(number as usize).copied()
    }

    /// The distinct grids, by number.
    pub fn distinct_grids(&self) -> impl Iterator<Item = &'b GridBuf> {
        self.grids.iter().copied()
    }

    /// The number of train samples on which a group is right.
    pub fn matched(&self, group: u32) -> u32 {
        let pairs = self.key(group).iter().zip(&self.wanted);
        pairs
            .filter(|(grid, want)| grid == want && **grid != NONE)
            .count() as u32
    }
}

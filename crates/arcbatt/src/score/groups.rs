//! Groups of candidates with equal grids on all samples.
//!
//! In: the blocks of a run. Out: groups, and the number of candidates without any grid. No two
//! groups have the same grids, even if their candidates were in different blocks. Grids that a run did
//! not keep, for lack of memory, are computed again when they are loaded.

use crate::batt::{Block, Memory, Outcome};
use crate::dsl::Value;
use crate::dsl::value::hash::{ValueHash, value_hash};
use crate::grid::GridBuf;
use crate::task::{MAX_SIDE, Task};
use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHasher};
use std::borrow::Cow;
use std::hash::{Hash, Hasher};

/// Samples on which a candidate runs again at once.
const SAMPLES_AT_ONCE: usize = 64;

/// The number of a distinct output grid.
pub(super) type GridNumber = u32;

/// Marks a sample without a grid.
pub(super) const NONE: GridNumber = GridNumber::MAX;

/// A distinct grid.
#[derive(Clone, Copy)]
enum Answer<'b> {
    Kept(&'b GridBuf),
    /// What a candidate returns on a sample; `None` until one is found.
    Dropped(Option<(u32, usize)>),
}

/// Runs a candidate again on some samples; returns its grids.
pub(super) type Rerun<'r> = &'r (dyn Fn(u32, &[usize]) -> Vec<Option<GridBuf>> + Sync);

/// Groups of candidates with equal answers.
pub(super) struct Groups<'b> {
    /// Train and test samples.
    samples: usize,
    /// The distinct grids of all blocks.
    grids: Vec<Answer<'b>>,
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
fn could_be_wanted((height, width): (usize, usize)) -> bool {
    height <= MAX_SIDE && width <= MAX_SIDE
}

/// The grids of a block by number, with their sizes.
fn answers<'b>(block: &'b Block<'_>) -> impl Iterator<Item = (Answer<'b>, (usize, usize))> {
    let kept = block.outputs.grids().iter();
    let kept = kept.map(|grid| (Answer::Kept(grid), (grid.height(), grid.width())));
    let dropped = block.outputs.dropped().iter().map(|dropped| {
        let (height, width) = dropped.sides;
        (Answer::Dropped(None), (height.into(), width.into()))
    });
    kept.chain(dropped)
}

impl<'b> Groups<'b> {
    /// Groups the candidates of all blocks; repeated candidates count once.
    pub fn new(task: &Task, blocks: &'b [Block<'_>]) -> Self {
        let samples = task.train.len() + task.test.len();
        let mut grids: Vec<Answer> = Vec::new();
        let mut numbers: FxHashMap<ValueHash, GridNumber> = FxHashMap::default();
        let mut keys: Vec<GridNumber> = Vec::new();
        let mut seen: HashTable<u32> = HashTable::new();
        let mut count = 0;
        let mut placed: Vec<(u32, u32)> = Vec::new();
        let mut key = vec![NONE; samples];
        for block in blocks {
            let number_of: Vec<GridNumber> = answers(block)
                .zip(block.outputs.hashes())
                .map(|((answer, sides), hash)| match could_be_wanted(sides) {
                    false => NONE,
                    true => *numbers.entry(hash).or_insert_with(|| {
                        grids.push(answer);
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
                if !block.outputs.dropped().is_empty() {
                    for (sample, &number) in key.iter().enumerate() {
                        if let Some(Answer::Dropped(from @ None)) = grids.get_mut(number as usize) {
                            *from = Some((candidate, sample));
                        }
                    }
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
                .map(|pair| {
                    let hash = value_hash(Value::Grid(&pair.output.view()));
                    numbers.get(&hash).copied().unwrap_or(NONE)
                })
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

    /// Whether all grids are kept.
    pub fn keeps_all(&self) -> bool {
        let is_kept = |answer: &Answer| matches!(answer, Answer::Kept(_));
        self.grids.iter().all(is_kept)
    }

    /// Copies of the distinct grids by number, as far as they are kept and there is memory for copies.
    pub fn kept_grids(&self, memory: Option<&Memory>) -> Vec<Option<GridBuf>> {
        let grids = self.grids.iter().map(|answer| match *answer {
            Answer::Kept(grid) => {
                let bytes = size_of::<GridBuf>() + grid.height() * grid.width();
                memory
                    .is_none_or(|memory| memory.take(bytes))
                    .then(|| grid.clone())
            }
            Answer::Dropped(_) => None,
        });
        grids.collect()
    }

    /// The grids of some numbers; `None` for [`NONE`]. Those that are not kept are computed again, in
    /// parallel.
    pub fn load(&self, numbers: &[GridNumber], rerun: Rerun) -> Vec<Option<Cow<'b, GridBuf>>> {
        let answers = numbers
            .iter()
            .map(|&number| self.grids.get(number as usize));
        let mut grids: Vec<Option<Cow<GridBuf>>> = Vec::with_capacity(numbers.len());
        let mut missing: Vec<(u32, usize, usize)> = Vec::new();
        for (place, answer) in answers.enumerate() {
            grids.push(match answer {
                Some(Answer::Kept(grid)) => Some(Cow::Borrowed(*grid)),
                Some(&Answer::Dropped(Some((candidate, sample)))) => {
                    missing.push((candidate, sample, place));
                    None
                }
                Some(Answer::Dropped(None)) | None => None,
            });
        }
        missing.sort_unstable();
        let again: Vec<&[(u32, usize, usize)]> = missing
            .chunk_by(|a, b| a.0 == b.0)
            .flat_map(|of_one| of_one.chunks(SAMPLES_AT_ONCE))
            .collect();
        let again = again.into_par_iter().map(|of_one| {
            let samples: Vec<usize> = of_one.iter().map(|&(_, sample, _)| sample).collect();
            (of_one, rerun(of_one[0].0, &samples))
        });
        for (of_one, found) in again.collect::<Vec<_>>() {
            for (&(.., place), grid) in of_one.iter().zip(found) {
                grids[place] = grid.map(Cow::Owned);
            }
        }
        grids
    }

    /// The number of train samples on which a group is right.
    pub fn matched(&self, group: u32) -> u32 {
        let pairs = self.key(group).iter().zip(&self.wanted);
        pairs
            .filter(|(grid, want)| grid == want && **grid != NONE)
            .count() as u32
    }
}

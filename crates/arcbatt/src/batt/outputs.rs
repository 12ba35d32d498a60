//! The results of a run: for every candidate and sample a grid, or why there is none.
//!
//! Grids are kept as long as there is memory, then only their hashes. Numbers of grids go on: first
//! those that are kept, then the others.

use super::code::output_grid;
use super::interner::ValueId;
use super::memory::{Memory, Share};
use super::run::Sink;
use crate::dsl::value::hash::{ValueHash, value_hash};
use crate::dsl::{Fail, Value};
use crate::grid::{Grid, GridBuf};
use rustc_hash::FxHashMap;

/// The answer of a candidate on one sample.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A grid of colours: its number. Equal grids have equal numbers, and those that are kept have
    /// their index in [`Outputs::grids`].
    Grid(u32),
    /// A value that is not a grid of colours.
    NoGrid,
    /// A failure.
    Fail(Fail),
}

/// A grid that is not kept, for lack of memory.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Dropped {
    hash: ValueHash,
    /// Height and width.
    pub sides: (u16, u16),
}

/// What is known about a value of the run.
#[derive(Clone, Copy, Debug, Default)]
enum Seen {
    #[default]
    Never,
    Grid(u32),
    NoGrid,
}

/// Bytes of a grid that is kept, besides its cells; roughly.
const GRID_BYTES: usize = size_of::<GridBuf>() + 16;

/// Up to this many grids are compared one by one.
const FEW: usize = 8;

/// The results of a run. Equal grids are stored once.
#[derive(Clone, Debug, Default)]
pub struct Outputs {
    samples: usize,
    /// The first sample of the block that runs.
    first_sample: usize,
    outcomes: Vec<Outcome>,
    grids: Vec<GridBuf>,
    /// The grids that are not kept; once there is one, no other is kept.
    dropped: Vec<Dropped>,
    share: Share,
    /// Grids by hash, once there are more than a few, without those known to be distinct.
    numbers: FxHashMap<ValueHash, u32>,
    /// How many of the grids were considered for `numbers`.
    numbered: usize,
    /// What is known about the values of the run, by number.
    seen: Vec<Seen>,
    /// Values of at most this weight are distinct if their numbers are.
    distinct: Option<u32>,
}

fn hash(grid: Grid) -> ValueHash {
    value_hash(Value::Grid(&grid))
}

impl Outputs {
    pub(super) fn new(candidates: usize, samples: usize, memory: Option<&Memory>) -> Self {
        let never = Outcome::Fail(Fail::Limit(crate::dsl::Limit::Budget));
        Self {
            samples,
            outcomes: vec![never; candidates * samples],
            share: Share::new(memory),
            ..Self::default()
        }
    }

    /// The results of a backend: `outcomes` by candidate, then sample; they refer to `grids`, which are
    /// all different.
    pub fn from_parts(samples: usize, outcomes: Vec<Outcome>, grids: Vec<GridBuf>) -> Self {
        Self {
            samples,
            outcomes,
            grids,
            ..Self::default()
        }
    }

    /// Declares that values of at most this weight are distinct if their numbers are, until numbers are
    /// forgotten: a run with equivalence interns them.
    pub(super) fn with_distinct(self, weight: Option<u32>) -> Self {
        // A single candidate does not use the numbers.
        let several = self.outcomes.len() > self.samples;
        Self {
            distinct: weight.filter(|_| several),
            ..self
        }
    }

    /// The results that follow are those of a block of samples from this one on.
    pub(super) fn begin_block(&mut self, first_sample: usize) {
        self.first_sample = first_sample;
        self.forget_ids();
    }

    /// The number of a grid; `new` says that it is surely new.
    fn number(&mut self, grid: Grid, new: bool) -> u32 {
        let next = (self.grids.len() + self.dropped.len()) as u32;
        if !new && self.grids.len() < FEW && self.dropped.is_empty() {
            let same = self.grids.iter().position(|other| other.view() == grid);
            if let Some(number) = same {
                return number as u32;
            }
        } else if !new {
            // A heavy grid equals heavy grids only.
            let least = self.distinct.unwrap_or(0);
            let all = (self.numbered as u32..).zip(&self.grids[self.numbered..]);
            let more = all.filter(|(_, grid)| Value::Grid(&grid.view()).weight() > least);
            let more = more.map(|(number, grid)| (hash(grid.view()), number));
            self.numbers.extend(more);
            self.numbered = self.grids.len();
            let number = *self.numbers.entry(hash(grid)).or_insert(next);
            if number != next {
                return number;
            }
            self.numbered += usize::from(self.dropped.is_empty());
        }
        let bytes = GRID_BYTES + grid.cells().len();
        if self.dropped.is_empty() && self.share.use_bytes(bytes) {
            self.grids.push(grid.to_buf());
        } else {
            self.numbered = self.numbered.min(self.grids.len());
            let hash = hash(grid);
            self.numbers.insert(hash, next);
            self.dropped.push(Dropped {
                hash,
                sides: (grid.height() as u16, grid.width() as u16),
            });
        }
        next
    }

    /// The outcome of a value.
    fn see(&mut self, id: ValueId, value: Value) -> Outcome {
        // A single candidate hardly ever has the same value twice.
        if self.outcomes.len() == self.samples {
            let grid = output_grid(value).map(|grid| self.number(grid, false));
            return grid.map_or(Outcome::NoGrid, Outcome::Grid);
        }
        let id = id as usize;
        if id >= self.seen.len() {
            self.seen.resize(id + 1, Seen::Never);
        }
        if let Seen::Never = self.seen[id] {
            let new = self.distinct.is_some_and(|most| value.weight() <= most);
            self.seen[id] = match output_grid(value) {
                Some(grid) => Seen::Grid(self.number(grid, new)),
                None => Seen::NoGrid,
            };
        }
        match self.seen[id] {
            Seen::Grid(number) => Outcome::Grid(number),
            _ => Outcome::NoGrid,
        }
    }

    /// Replaces the results of a candidate by those of another run.
    pub(crate) fn replace(
        &mut self,
        candidate: usize,
        results: impl IntoIterator<Item = Result<Option<GridBuf>, Fail>>,
    ) {
        for (sample, result) in results.into_iter().enumerate() {
            let outcome = match result {
                Ok(Some(grid)) => Outcome::Grid(self.number(grid.view(), false)),
                Ok(None) => Outcome::NoGrid,
                Err(fail) => Outcome::Fail(fail),
            };
            self.outcomes[candidate * self.samples + sample] = outcome;
        }
    }

    /// Fails a candidate on the samples on which another one fails.
    pub(crate) fn fail_with(&mut self, candidate: usize, other: usize) {
        for sample in 0..self.samples {
            let outcome = self.outcomes[other * self.samples + sample];
            if let Outcome::Fail(_) = outcome {
                self.outcomes[candidate * self.samples + sample] = outcome;
            }
        }
    }

    /// Number of candidates.
    pub fn candidates(&self) -> usize {
        self.outcomes.len() / self.samples.max(1)
    }

    /// The answers of a candidate, by sample.
    pub fn of(&self, candidate: usize) -> &[Outcome] {
        &self.outcomes[candidate * self.samples..][..self.samples]
    }

    /// The different grids that are kept: all of them, unless the run had a
    /// [`memory`](super::Options::memory).
    pub fn grids(&self) -> &[GridBuf] {
        &self.grids
    }

    /// The grid of a candidate on a sample, if it has one that is kept.
    pub fn grid(&self, candidate: usize, sample: usize) -> Option<&GridBuf> {
        match self.of(candidate)[sample] {
            Outcome::Grid(number) => self.grids.get(number as usize),
            _ => None,
        }
    }

    /// Whether a candidate returns this grid on a sample.
    pub fn is_grid(&self, candidate: usize, sample: usize, wanted: &GridBuf) -> bool {
        let Outcome::Grid(number) = self.of(candidate)[sample] else {
            return false;
        };
        match (number as usize).checked_sub(self.grids.len()) {
            None => self.grids[number as usize] == *wanted,
            Some(dropped) => self.dropped[dropped].hash == hash(wanted.view()),
        }
    }

    /// The grids that are not kept; their numbers follow those of the others.
    pub(crate) fn dropped(&self) -> &[Dropped] {
        &self.dropped
    }

    /// The hashes of all grids, by number.
    pub(crate) fn hashes(&self) -> impl Iterator<Item = ValueHash> {
        let kept = self.grids.iter().map(|grid| hash(grid.view()));
        kept.chain(self.dropped.iter().map(|dropped| dropped.hash))
    }
}

impl Sink for Outputs {
    #[inline]
    fn record<'a>(
        &mut self,
        candidate: u32,
        results: impl Iterator<Item = (ValueId, Result<Value<'a>, Fail>)>,
    ) {
        let first = candidate as usize * self.samples + self.first_sample;
        for (sample, (id, value)) in results.enumerate() {
            let outcome = match value {
                Ok(value) => self.see(id, value),
                Err(fail) => Outcome::Fail(fail),
            };
            self.outcomes[first + sample] = outcome;
        }
    }

    fn forget_ids(&mut self) {
        self.seen.clear();
        if let Some(most) = self.distinct.take() {
            // The light grids that were passed over before.
            let all = (0..).zip(&self.grids[..self.numbered]);
            let more = all.filter(|(_, grid)| Value::Grid(&grid.view()).weight() <= most);
            let more = more.map(|(number, grid)| (hash(grid.view()), number));
            self.numbers.extend(more);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Equal light grids have one number, heavy grids each their own, and all get new numbers when
    /// numbers are forgotten.
    #[test]
    fn equal_grids_are_stored_once() {
        const TURN: u32 = 40;
        let grid = |k: u32| GridBuf::filled(1 + k as usize % 3 * 4, 5, (k / 3 % 5) as i8);
        for candidates in [1, 2 * TURN] {
            let samples = 2 * TURN / candidates;
            let mut outputs = Outputs::new(candidates as usize, samples as usize, None);
            outputs = outputs.with_distinct(Some(2));
            let mut results = Vec::new();
            for k in 0..2 * TURN {
                let grid = grid(k);
                let view = grid.view();
                let value = Value::Grid(&view);
                let light = value.weight() <= 2;
                let id = if light { k % 15 } else { TURN + k };
                if k == TURN {
                    outputs.forget_ids();
                }
                if candidates > 1 {
                    outputs.record(k, [(id, Ok(value))].into_iter());
                }
                results.push((id, grid));
            }
            if candidates == 1 {
                let views: Vec<Grid> = results.iter().map(|(_, grid)| grid.view()).collect();
                let values = results.iter().zip(&views);
                let values = values.map(|((id, _), view)| (*id, Ok(Value::Grid(view))));
                outputs.record(0, values);
            }
            assert_eq!(outputs.grids().len(), 15);
            for (k, (_, grid)) in results.iter().enumerate() {
                let (candidate, sample) = (k / samples as usize, k % samples as usize);
                assert_eq!(outputs.grid(candidate, sample), Some(grid));
            }
        }
    }
}

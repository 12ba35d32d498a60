//! What came out: for every candidate and sample a grid, or why there is none.

use super::run::Sink;
use super::values::ValueId;
use super::wide::Wide;
use crate::dsl::{Fail, Value};
use crate::grid::{Grid, GridBuf};
use crate::program::output_grid;
use rustc_hash::FxHashMap;
use std::hash::Hash;

/// What a candidate answers on one sample.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A grid of colours: its number among the [`Outputs::grids`].
    Grid(u32),
    /// A value that is no grid of colours.
    NoGrid,
    /// Nothing.
    Fail(Fail),
}

/// What came out of a run; equal grids are kept once.
#[derive(Clone, Debug, Default)]
pub struct Outputs {
    samples: usize,
    outcomes: Vec<Outcome>,
    grids: Vec<GridBuf>,
    numbers: FxHashMap<u128, u32>,
    /// What the values of the run are as outcomes, as far as they were asked for.
    outcome_of: FxHashMap<ValueId, Outcome>,
}

impl Outputs {
    pub(super) fn new(candidates: usize, samples: usize) -> Self {
        let never = Outcome::Fail(Fail::Limit(crate::dsl::Limit::Budget));
        Self {
            samples,
            outcomes: vec![never; candidates * samples],
            ..Self::default()
        }
    }

    fn number(&mut self, grid: Grid) -> u32 {
        let mut hasher = Wide::default();
        grid.hash(&mut hasher);
        let next = self.grids.len() as u32;
        let number = *self.numbers.entry(hasher.wide()).or_insert(next);
        if number == next {
            self.grids.push(grid.to_buf());
        }
        number
    }

    /// Number of candidates.
    pub fn candidates(&self) -> usize {
        self.outcomes.len() / self.samples.max(1)
    }

    /// What a candidate answers on every sample.
    pub fn of(&self, candidate: usize) -> &[Outcome] {
        &self.outcomes[candidate * self.samples..][..self.samples]
    }

    /// The different grids that came out.
    pub fn grids(&self) -> &[GridBuf] {
        &self.grids
    }

    /// The grid that a candidate answers with on a sample.
    pub fn grid(&self, candidate: usize, sample: usize) -> Option<&GridBuf> {
        match self.of(candidate)[sample] {
            Outcome::Grid(number) => Some(&self.grids[number as usize]),
            _ => None,
        }
    }
}

impl Sink for Outputs {
    fn record<'a>(
        &mut self,
        candidate: u32,
        results: impl Iterator<Item = (ValueId, Result<Value<'a>, Fail>)>,
    ) {
        let first = candidate as usize * self.samples;
        for (sample, (id, value)) in results.enumerate() {
            let outcome = match (value, self.outcome_of.get(&id)) {
                (_, Some(&known)) => known,
                (Err(fail), None) => Outcome::Fail(fail),
                (Ok(value), None) => {
                    let outcome = match output_grid(value) {
                        Some(grid) => Outcome::Grid(self.number(grid)),
                        None => Outcome::NoGrid,
                    };
                    self.outcome_of.insert(id, outcome);
                    outcome
                }
            };
            self.outcomes[first + sample] = outcome;
        }
    }

    fn forget_ids(&mut self) {
        self.outcome_of.clear();
    }
}

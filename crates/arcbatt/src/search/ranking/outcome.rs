//! What a search found, best first, and the attempts that come of it.

use super::output_rules::OutputRules;
use super::{self as rank, Prior};
use crate::batt::output_grid;
use crate::dsl::Value;
use crate::grid::GridBuf;
use crate::score::two_attempts;
use crate::search::bank::StateId;
use crate::search::outcome::{Found, Outcome, ProposerGroup, SearchStats};
use crate::search::workspace::Workspace;

/// How many programs that explain all demonstrations are told, and how many that explain some.
const KEPT: usize = 12;
const PARTLY: usize = 3;

/// How many of them are looked at closely.
const LOOKED_AT: usize = 400;

/// Bits that it takes away if an answer breaks a rule that holds for all demonstrations, and the
/// rules that no answer breaks.
const BROKEN: f64 = 25.0;
const NO_ANSWER: u32 = 8;

impl Workspace<'_> {
    /// What was found, best first.
    pub fn outcome(&self, prior: &Prior) -> Outcome {
        let train = self.bank.train as u32;
        let mut all: Vec<(f64, StateId, ProposerGroup)> = self
            .found
            .iter()
            .map(|&(state, proposer)| (prior.bits(&self.bank, state), state, proposer))
            .collect();
        let order = |a: &(f64, StateId, ProposerGroup), b: &(f64, StateId, ProposerGroup)| {
            a.0.total_cmp(&b.0).then(a.1.cmp(&b.1))
        };
        all.sort_by(order);
        all.truncate(LOOKED_AT);
        let rules = OutputRules::new(self.task);
        for (bits, state, _) in &mut all {
            *bits += BROKEN * f64::from(self.broken(&rules, *state));
            *bits += rank::idleness(&self.bank, *state);
            *bits += rank::wrong_background(&self.bank, *state);
        }
        all.sort_by(order);
        all.truncate(KEPT);
        for (bits, state, _) in &mut all {
            *bits -= rank::robustness(&self.bank.program(*state, "solve"), self.task);
        }
        all.sort_by(order);
        let explained = all
            .iter()
            .map(|&(bits, state, proposer)| self.as_found(state, proposer, train, bits));
        let partly = self.partial.iter().take(PARTLY).map(|&(missed, _, state)| {
            let bits = prior.bits(&self.bank, state);
            self.as_found(state, ProposerGroup::BottomUp, train - missed, bits)
        });
        let found: Vec<Found> = explained.chain(partly).collect();
        let attempts = (0..self.task.test.len())
            .map(|test| two_attempts(found.iter().filter_map(|f| f.outputs[test].as_ref())))
            .collect();
        Outcome {
            found,
            attempts,
            stats: SearchStats::default(),
        }
    }

    /// How many rules the answers of a state break, on the worst of the tests. No answer is worst.
    fn broken(&self, rules: &OutputRules, state: StateId) -> u32 {
        let on_test = |(k, input): (usize, &GridBuf)| {
            let value = self.bank.value(state, self.bank.train + k);
            match output_grid(value) {
                Some(grid) => rules.broken(input, &grid.to_buf()),
                None => NO_ANSWER,
            }
        };
        let tests = self.task.test.iter().enumerate();
        tests.map(on_test).max().unwrap_or(0)
    }

    fn as_found(&self, state: StateId, proposer: ProposerGroup, matched: u32, bits: f64) -> Found {
        let answer = |sample| {
            let value: Value = self.bank.value(state, sample);
            output_grid(value).map(|grid| grid.to_buf())
        };
        Found {
            program: self.bank.program(state, &format!("solve_{}", self.task.id)),
            proposer,
            matched,
            bits,
            outputs: (self.bank.train..self.bank.samples).map(answer).collect(),
        }
    }
}

//! The outcome of a search: its programs, best first, and the attempts.

use super::output_rules::OutputRules;
use super::{Prior, empty_steps, solves_mirrored, wrong_background};
use crate::batt::output_grid;
use crate::grid::GridBuf;
use crate::score::two_attempts;
use crate::search::bank::StateId;
use crate::search::outcome::{Found, Outcome, ProposerGroup};
use crate::search::workspace::Workspace;

/// The most programs of an outcome that match all demonstrations, and that match some.
const MAX_FOUND: usize = 12;
const MAX_PARTIAL: usize = 3;

/// The most programs whose outputs and steps are examined.
const MAX_EXAMINED: usize = 400;

/// Penalty for each rule that an output breaks.
const BROKEN_RULE: f64 = 25.0;

/// Broken rules of a program without an output for a test.
const RULES_WITHOUT_OUTPUT: u32 = 8;

/// A state with its score and the group that found it.
type Scored = (f64, StateId, ProposerGroup);

/// Sorts by score, then by age, and keeps the best.
fn keep_best(all: &mut Vec<Scored>, most: usize) {
    all.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    all.truncate(most);
}

impl Workspace<'_> {
    /// The programs found, best first, and the attempts.
    ///
    /// The more a score costs to compute, the fewer programs it is computed for.
    pub fn outcome(&self, prior: &Prior) -> Outcome {
        let train = self.bank.train as u32;
        let found = self.found.iter();
        let mut all: Vec<Scored> = found
            .map(|&(state, group)| (prior.bits(&self.bank, state), state, group))
            .collect();
        keep_best(&mut all, MAX_EXAMINED);
        let rules = OutputRules::new(self.task);
        for (bits, state, _) in &mut all {
            *bits += BROKEN_RULE * f64::from(self.broken_rules(&rules, *state));
            *bits += empty_steps(&self.bank, *state);
            *bits += wrong_background(&self.bank, *state);
        }
        keep_best(&mut all, MAX_FOUND);
        for (bits, state, _) in &mut all {
            *bits -= solves_mirrored(&self.bank.program(*state, "solve"), self.task);
        }
        keep_best(&mut all, MAX_FOUND);
        let solved = all.iter();
        let solved = solved.map(|&(bits, state, group)| self.as_found(state, group, train, bits));
        let partial = self.partial.iter().take(MAX_PARTIAL);
        let partial = partial.map(|&(missed, _, state)| {
            let bits = prior.bits(&self.bank, state);
            self.as_found(state, ProposerGroup::BottomUp, train - missed, bits)
        });
        let found: Vec<Found> = solved.chain(partial).collect();
        let attempts = (0..self.task.test.len())
            .map(|test| two_attempts(found.iter().filter_map(|f| f.outputs[test].as_ref())))
            .collect();
        Outcome {
            found,
            attempts,
            ..Outcome::default()
        }
    }

    /// How many rules the outputs of a state break, on the worst of the tests.
    fn broken_rules(&self, rules: &OutputRules, state: StateId) -> u32 {
        let on_test = |(test, input): (usize, &GridBuf)| match self.output(state, test) {
            Some(output) => rules.broken(input, &output),
            None => RULES_WITHOUT_OUTPUT,
        };
        let tests = self.task.test.iter().enumerate();
        tests.map(on_test).max().unwrap_or(0)
    }

    /// The grid of a state on a test.
    fn output(&self, state: StateId, test: usize) -> Option<GridBuf> {
        let value = self.bank.value(state, self.bank.train + test);
        output_grid(value).map(|grid| grid.to_buf())
    }

    fn as_found(&self, state: StateId, proposer: ProposerGroup, matched: u32, bits: f64) -> Found {
        let tests = 0..self.task.test.len();
        Found {
            program: self.bank.program(state, &format!("solve_{}", self.task.id)),
            proposer,
            matched,
            bits,
            outputs: tests.map(|test| self.output(state, test)).collect(),
        }
    }
}

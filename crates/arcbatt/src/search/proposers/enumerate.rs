//! Bottom-up enumeration: every operator applied to every state, in order of cost.

use super::Proposer;
use crate::search::bank::{Bank, MAX_COST, StateId};
use crate::search::operators::{self, Operator};
use crate::search::target::Target;

/// A position in the enumeration.
pub(super) struct Enumerate {
    /// The cost of the states that are made now.
    pub cost: u16,
    operator: usize,
    /// The cost of the first argument, if there are two.
    first_cost: u16,
    /// The next argument among the states of its type and cost.
    first: usize,
    second: usize,
    /// Buffer for the states of an operator's lines.
    lines: Vec<StateId>,
}

impl Enumerate {
    pub fn new() -> Self {
        Self {
            cost: 1,
            operator: 0,
            first_cost: 0,
            first: 0,
            second: 0,
            lines: Vec::new(),
        }
    }

    /// Applies the next operator to the next arguments. Returns false at the end.
    pub fn apply_next(&mut self, bank: &mut Bank) -> bool {
        while self.cost <= MAX_COST {
            let Some(operator) = operators::all().get(self.operator) else {
                self.cost += 1;
                self.operator = 0;
                continue;
            };
            let applied = match self.cost.checked_sub(operator.cost) {
                Some(left) => self.apply(bank, operator, left),
                None => false,
            };
            if applied {
                return true;
            }
            self.operator += 1;
            (self.first_cost, self.first, self.second) = (0, 0, 0);
        }
        false
    }

    /// Applies an operator to the next arguments that cost `left` together, if there are any.
    fn apply(&mut self, bank: &mut Bank, operator: &Operator, left: u16) -> bool {
        let Some(second_type) = operator.second else {
            let Some(&first) = bank.of(operator.first, left).get(self.first) else {
                return false;
            };
            self.first += 1;
            operator.apply(bank, first, first, &mut self.lines);
            return true;
        };
        while self.first_cost <= left {
            let firsts = bank.of(operator.first, self.first_cost);
            let seconds = bank.of(second_type, left - self.first_cost);
            match (firsts.get(self.first), seconds.get(self.second)) {
                (Some(&first), Some(&second)) => {
                    self.second += 1;
                    operator.apply(bank, first, second, &mut self.lines);
                    return true;
                }
                (Some(_), None) if !seconds.is_empty() => {
                    self.first += 1;
                    self.second = 0;
                }
                _ => {
                    self.first_cost += 1;
                    (self.first, self.second) = (0, 0);
                }
            }
        }
        false
    }
}

impl Proposer for Enumerate {
    fn is_ready(&self, _: &Bank) -> bool {
        self.cost <= MAX_COST
    }

    fn step(&mut self, bank: &mut Bank, _: &Target) {
        self.apply_next(bank);
    }

    fn cost_reached(&self) -> Option<u16> {
        Some(self.cost)
    }
}

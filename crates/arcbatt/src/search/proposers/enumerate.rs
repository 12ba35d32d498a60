//! Bottom-up: operators applied to states, all that cost little before what costs more.

use crate::search::bank::{Bank, MAX_COST, StateId};
use crate::search::operators::{self, Operator};

/// Where the enumeration stands.
pub(in crate::search) struct Enumerate {
    /// What the states that are made now cost.
    pub cost: u16,
    operator: usize,
    /// The cost of the first argument, where there are two.
    split: u16,
    first: usize,
    second: usize,
    lines: Vec<StateId>,
}

impl Enumerate {
    /// From the start.
    pub fn new() -> Self {
        Self {
            cost: 1,
            operator: 0,
            split: 0,
            first: 0,
            second: 0,
            lines: Vec::new(),
        }
    }

    /// Applies the next operator to the next state. Says whether there was one.
    pub fn step(&mut self, bank: &mut Bank) -> bool {
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
            self.next_operator();
        }
        false
    }

    fn next_operator(&mut self) {
        self.operator += 1;
        (self.split, self.first, self.second) = (0, 0, 0);
    }

    fn apply(&mut self, bank: &mut Bank, operator: &Operator, left: u16) -> bool {
        let Some(second_kind) = operator.second else {
            let Some(&first) = bank.of(operator.first, left).get(self.first) else {
                return false;
            };
            self.first += 1;
            operator.apply(bank, first, first, &mut self.lines);
            return true;
        };
        while self.split <= left {
            let firsts = bank.of(operator.first, self.split);
            let seconds = bank.of(second_kind, left - self.split);
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
                    self.split += 1;
                    (self.first, self.second) = (0, 0);
                }
            }
        }
        false
    }
}

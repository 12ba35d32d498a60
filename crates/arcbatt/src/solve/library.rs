//! The library: programs of other tasks, tried as they are, then changed by card.

use super::bank::Bank;
use super::goal::{Goal, count};
use super::outcome::Library;
use crate::card::{self, card};
use crate::program::Program;

/// Where the trying stands.
pub(super) struct Tried<'l> {
    library: &'l Library,
    seed: u64,
    /// The next program to try as it is.
    next: usize,
    /// Programs by how much they get wrong here: the parents of mutants, best first.
    parents: Vec<(u32, usize)>,
    /// Mutants that are still to be tried.
    mutants: Vec<Program>,
    turn: usize,
}

/// What a program of the library costs: less than one that was made up, as it has worked before.
fn cost(program: &Program) -> u16 {
    3 + 3 * program.lines.len().min(100) as u16 / 2
}

/// Mutants made of a parent at a time.
const MUTANTS: u32 = 40;

/// Parents that are changed, the best here first.
const PARENTS: usize = 24;

impl<'l> Tried<'l> {
    pub fn new(library: &'l Library, seed: u64) -> Self {
        Self {
            library,
            seed,
            next: 0,
            parents: Vec::new(),
            mutants: Vec::new(),
            turn: 0,
        }
    }

    /// Whether there is anything left to try.
    pub fn is_ready(&self) -> bool {
        self.next < self.library.programs.len()
            || !self.mutants.is_empty()
            || (self.turn < 4 * PARENTS && !self.parents.is_empty())
    }

    /// Tries the next program.
    pub fn step(&mut self, bank: &mut Bank, goal: &Goal) {
        if let Some(program) = self.library.programs.get(self.next) {
            let state = bank.add(program, cost(program));
            let wrong = state.and_then(|state| goal.wrong(bank, state));
            // One whose output is not of the right size is a parent, too, but a later one.
            let missed = wrong.map_or(u32::MAX, |wrong| count(&wrong));
            self.parents.push((missed, self.next));
            self.next += 1;
            if self.next == self.library.programs.len() {
                self.parents.sort_unstable();
                self.parents.truncate(PARENTS);
            }
        } else if let Some(mutant) = self.mutants.pop() {
            bank.add(&mutant, cost(&mutant) + 2);
        } else if !self.parents.is_empty() {
            let (_, parent) = self.parents[self.turn % self.parents.len()];
            let settings = card::Settings {
                seed: self.seed.wrapping_add(self.turn as u64),
                mutants: MUTANTS,
                donors: 0,
                ..card::Settings::default()
            };
            let (batt, _) = card(&self.library.programs[parent..=parent], &settings, None);
            let all = 0..batt.candidates.len() as u32;
            self.mutants = all.rev().map(|candidate| batt.extract(candidate)).collect();
            self.turn += 1;
        }
    }
}

//! The library: programs of other tasks, tried as they are, then changed by card.
//!
//! Many of them are run at once, as a batt, by whoever runs batts; those that give a grid on every
//! sample are entered into the bank.

use crate::batt::{Change, Executor, Graph, NodeId, Op, Options, Outcome, Samples, TaskLimits};
use crate::card::{self, card};
use crate::dsl::Limits;
use crate::program::Program;
use crate::search::bank::{Bank, CALL_LIMITS};
use crate::search::outcome::Library;
use crate::search::target::{Target, count};
use crate::task::Task;

/// Where the trying stands.
pub(in crate::search) struct LibraryProposer<'l> {
    library: &'l Library,
    seed: u64,
    executor: Executor<'l>,
    samples: Samples<'l>,
    /// The next program to run as it is.
    next: usize,
    /// What was run and is still to be entered, the last first.
    ready: Vec<Ready>,
    /// Programs by how much they get wrong here: the parents of mutants, best first.
    parents: Vec<(u32, usize)>,
    /// Whether the parents are in order.
    ordered: bool,
    turn: usize,
}

/// A program that gives a grid on every sample.
enum Ready {
    /// Of the library, by its place there.
    Known(usize),
    Mutant(Program),
}

/// What a program of the library costs: less than one that was made up, as it has worked before.
fn cost(program: &Program) -> u16 {
    3 + 3 * program.lines.len().min(100) as u16 / 2
}

/// Mutants made of a parent at a time.
const MUTANTS: u32 = 40;

/// Parents that are changed, the best here first.
const PARENTS: usize = 24;

/// How often every parent is changed.
const TURNS: usize = 4 * PARENTS;

/// Programs times samples that are run at once: many, so that a device pays, and not so many that
/// others wait for long.
const AT_ONCE: usize = 2_048;

/// The most that a batt may touch; one that would touch more is not run, and all of it is entered
/// into the bank, which has limits of its own.
const CELLS: u64 = 200_000_000;

/// Bytes of values before the memory of dead ones is taken back: every thread has as much.
const MEMORY: usize = 16 << 20;

impl<'l> LibraryProposer<'l> {
    pub fn new(library: &'l Library, seed: u64, task: &'l Task, executor: Executor<'l>) -> Self {
        Self {
            library,
            seed,
            executor,
            samples: Samples::of(task),
            next: 0,
            ready: Vec::new(),
            parents: Vec::new(),
            ordered: false,
            turn: 0,
        }
    }

    /// Whether there is anything left to try.
    pub fn is_ready(&self) -> bool {
        self.next < self.library.programs.len()
            || !self.ready.is_empty()
            || (self.turn < TURNS && !self.parents.is_empty())
    }

    /// Tries the next program, or runs the next batt.
    pub fn step(&mut self, bank: &mut Bank, target: &Target) {
        match self.ready.pop() {
            Some(Ready::Known(place)) => {
                let program = &self.library.programs[place];
                let state = bank.add(program, cost(program));
                let wrong = state.and_then(|state| target.wrong(bank, state));
                // One whose output is not of the right size is a parent, too, but a later one.
                let missed = wrong.map_or(u32::MAX, |wrong| count(&wrong));
                self.parents.push((missed, place));
            }
            Some(Ready::Mutant(mutant)) => {
                bank.add(&mutant, cost(&mutant) + 2);
            }
            None if self.next < self.library.programs.len() => self.run_known(bank),
            None => self.run_mutants(bank),
        }
    }

    /// Programs that are run at once.
    fn at_once(&self) -> usize {
        (AT_ONCE / self.samples.inputs.len().max(1)).max(1)
    }

    /// Runs the next programs of the library.
    fn run_known(&mut self, bank: &mut Bank) {
        let end = (self.next + self.at_once()).min(self.library.programs.len());
        let mut graph = Graph::default();
        let (mut places, mut outputs, mut nodes) = (Vec::new(), Vec::new(), Vec::new());
        for place in self.next..end {
            match graph.add(&self.library.programs[place], &mut nodes) {
                Some(output) => {
                    places.push(place);
                    outputs.push(output);
                }
                None => self.parents.push((u32::MAX, place)),
            }
        }
        let answers = self.gives_grids(&graph, &outputs, bank);
        for (place, answers) in places.into_iter().zip(answers) {
            match answers {
                true => self.ready.push(Ready::Known(place)),
                false => self.parents.push((u32::MAX, place)),
            }
        }
        self.ready.reverse();
        self.next = end;
    }

    /// Runs mutants of the next parents.
    fn run_mutants(&mut self, bank: &mut Bank) {
        if !self.ordered {
            self.parents.sort_unstable();
            self.parents.truncate(PARENTS);
            self.ordered = true;
        }
        // No parent twice in a batt: its mutants would be the same.
        let len = self.parents.len();
        let count = (self.at_once() / MUTANTS as usize).clamp(1, len.max(1));
        let turns = self.turn..(self.turn + count).min(TURNS);
        let settings = card::Settings {
            seed: self.seed.wrapping_add(self.turn as u64),
            mutants: MUTANTS,
            donors: 0,
            ..card::Settings::default()
        };
        self.turn = turns.end;
        let parent = |turn: usize| self.library.programs[self.parents[turn % len].1].clone();
        let parents: Vec<Program> = turns.map(parent).collect();
        let (batt, _) = card(&parents, &settings, None);
        let changed = |&c: &u32| batt.candidates[c as usize].change != Change::None;
        let mutants: Vec<u32> = (0..batt.candidates.len() as u32).filter(changed).collect();
        let output = |&c: &u32| batt.candidates[c as usize].output;
        let outputs: Vec<NodeId> = mutants.iter().map(output).collect();
        let answers = self.gives_grids(&batt.graph, &outputs, bank);
        let good = mutants.into_iter().zip(answers).rev().filter(|pair| pair.1);
        self.ready
            .extend(good.map(|(candidate, _)| Ready::Mutant(batt.extract(candidate))));
    }

    /// Which of the candidates give a grid on every sample. Counts the calls of all of them, so
    /// that the search is the same whoever runs them.
    fn gives_grids(&self, graph: &Graph, outputs: &[NodeId], bank: &mut Bank) -> Vec<bool> {
        let is_call = |node: &NodeId| matches!(graph.op(*node), Op::Call(_) | Op::Apply);
        let calls = graph.nodes().filter(is_call).count();
        bank.evaluations += (calls * self.samples.inputs.len()) as u64;
        let default = TaskLimits::default();
        let options = Options {
            limits: TaskLimits {
                // What the bank would take is not lost here.
                node: Limits {
                    steps: CALL_LIMITS.steps,
                    cells: CALL_LIMITS.cells,
                    ..default.node
                },
                cells: CELLS,
                memory: MEMORY,
                ..default
            },
            ..Options::default()
        };
        let run = self.executor.run(graph, outputs, &self.samples, &options);
        let (answers, stats) = run;
        let is_grid = |outcome: &Outcome| matches!(outcome, Outcome::Grid(_));
        (0..outputs.len())
            .map(|k| stats.ended.is_some() || answers.of(k).iter().all(is_grid))
            .collect()
    }
}

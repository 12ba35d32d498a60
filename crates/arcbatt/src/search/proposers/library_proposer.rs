//! Library programs: programs of other tasks, tried as they are, then mutated.
//!
//! Many programs run at once, as a batt, on any executor; those that return a grid on every sample are
//! added to the bank.

use super::Proposer;
use crate::batt::{Change, Executor, Graph, NodeId, Op, Options, Outcome, Samples, TaskLimits};
use crate::card::{self, card};
use crate::dsl::Limits;
use crate::program::Program;
use crate::search::bank::{Bank, CALL_LIMITS};
use crate::search::outcome::Library;
use crate::search::target::{Target, count};
use crate::task::Task;

/// The library, and how much of it was tried.
pub(in crate::search) struct LibraryProposer<'l> {
    library: &'l Library,
    seed: u64,
    executor: Executor<'l>,
    samples: Samples<'l>,
    /// Evaluations in a batt, at most.
    batt_steps: u64,
    /// The programs by index, those named after the task first.
    order: Vec<usize>,
    /// The next of them to run as it is.
    next: usize,
    /// Programs that were run and are to be added to the bank, the last one first.
    ready: Vec<Ready>,
    /// Wrong cells and index of the programs that were run: the parents of mutants.
    parents: Vec<(u32, usize)>,
    /// The parents are sorted and truncated.
    parents_chosen: bool,
    /// How many parents were mutated, repetitions included.
    mutated: usize,
}

/// A program that returns a grid on every sample.
enum Ready {
    /// A program of the library, by index.
    Known(usize),
    Mutant(Program),
}

/// Mutants of a parent at a time.
const MUTANTS: u32 = 40;

/// Parents that are mutated, those with the fewest wrong cells.
const PARENTS: usize = 24;

/// How many parents are mutated, repetitions included.
const MAX_MUTATED: usize = 4 * PARENTS;

/// Programs times samples in a batt: enough to be worth a GPU, few enough that a slice stays short.
const BATT_SIZE: usize = 2_048;

/// A batt takes at most one part in this many of the steps of the library.
const BATTS: u64 = 4;

/// Evaluations in a batt, at most, also where only the clock limits the search: a quarter of a second. Longer
/// programs are left out.
const BATT_STEPS: u64 = 250_000;

/// Cells that a batt may touch. If it would touch more, all its programs are added to the bank, which
/// limits each call.
const MAX_CELLS: u64 = 200_000_000;

/// Bytes of values before memory is reclaimed, per thread.
const MEMORY: usize = 16 << 20;

/// The cost of a program. It has worked before, so its lines cost less than enumerated ones.
fn cost(program: &Program) -> u16 {
    3 + 3 * program.lines.len().min(100) as u16 / 2
}

impl Proposer for LibraryProposer<'_> {
    fn is_ready(&self, _: &Bank) -> bool {
        self.next < self.library.programs.len()
            || !self.ready.is_empty()
            || (self.mutated < MAX_MUTATED && !self.parents.is_empty())
    }

    fn step(&mut self, bank: &mut Bank, target: &Target) {
        match self.ready.pop() {
            Some(Ready::Known(index)) => {
                let program = &self.library.programs[index];
                let state = bank.add(program, cost(program));
                let wrong = state.and_then(|state| target.wrong(bank, state));
                // Programs with outputs of another size are the last parents.
                let missed = wrong.map_or(u32::MAX, |wrong| count(&wrong));
                self.parents.push((missed, index));
            }
            Some(Ready::Mutant(mutant)) => {
                bank.add(&mutant, cost(&mutant) + 2);
            }
            None if self.next < self.library.programs.len() => self.run_known(bank),
            None => self.run_mutants(bank),
        }
    }

    fn steps_per_slice(&self) -> u64 {
        u64::MAX
    }
}

impl<'l> LibraryProposer<'l> {
    /// A proposer that may take about `steps` evaluations.
    pub fn new(
        library: &'l Library,
        seed: u64,
        task: &'l Task,
        steps: u64,
        executor: Executor<'l>,
    ) -> Self {
        Self {
            library,
            seed,
            executor,
            samples: Samples::of(task),
            batt_steps: (steps / BATTS).min(BATT_STEPS),
            order: {
                let programs = &library.programs;
                let is_other = |&k: &usize| programs[k].task_id() != Some(task.id.as_str());
                let mut order: Vec<usize> = (0..programs.len()).collect();
                order.sort_by_key(is_other);
                order
            },
            next: 0,
            ready: Vec::new(),
            parents: Vec::new(),
            parents_chosen: false,
            mutated: 0,
        }
    }

    /// Programs in a batt.
    fn batt_len(&self) -> usize {
        (BATT_SIZE / self.samples.inputs.len().max(1)).max(1)
    }

    /// Runs the next programs of the library.
    fn run_known(&mut self, bank: &mut Bank) {
        let end = (self.next + self.batt_len()).min(self.library.programs.len());
        let samples = self.samples.inputs.len() as u64;
        let mut steps = 0;
        let mut fits = |program: &&Program| {
            steps += program.lines.len() as u64 * samples;
            steps <= self.batt_steps
        };
        let programs = self.order[self.next..end].iter();
        let programs = programs.map(|&index| &self.library.programs[index]);
        let end = self.next + programs.take_while(|program| fits(program)).count();
        if end == self.next {
            // This program alone would take too much of the budget.
            self.next += 1;
            return;
        }
        let mut graph = Graph::default();
        let (mut indices, mut outputs, mut nodes) = (Vec::new(), Vec::new(), Vec::new());
        for index in self.order[self.next..end].iter().copied() {
            match graph.add(&self.library.programs[index], &mut nodes) {
                Some(output) => {
                    indices.push(index);
                    outputs.push(output);
                }
                None => self.parents.push((u32::MAX, index)),
            }
        }
        let answers = self.gives_grids(&graph, &outputs, bank);
        for (index, answers) in indices.into_iter().zip(answers) {
            match answers {
                true => self.ready.push(Ready::Known(index)),
                false => self.parents.push((u32::MAX, index)),
            }
        }
        self.ready.reverse();
        self.next = end;
    }

    /// Runs mutants of the next parents.
    fn run_mutants(&mut self, bank: &mut Bank) {
        if !self.parents_chosen {
            self.parents.sort_unstable();
            self.parents.truncate(PARENTS);
            self.parents_chosen = true;
        }
        let len = self.parents.len();
        if len == 0 {
            return;
        }
        // No parent occurs twice in a batt: it would have the same mutants.
        let most = (self.batt_len() / MUTANTS as usize).clamp(1, len);
        let end = (self.mutated + most).min(MAX_MUTATED);
        let parent = |turn: usize| &self.library.programs[self.parents[turn % len].1];
        // A mutant shares the lines before its change with its parent: half of them.
        let samples = self.samples.inputs.len() as u64;
        let cost = |turn: usize| (parent(turn).lines.len() as u64).div_ceil(2).max(1) * samples;
        // As many mutants as the budget of a batt has steps for; the first parent may have fewer.
        let mutants = (self.batt_steps / cost(self.mutated)).min(MUTANTS.into());
        let mut steps = 0;
        let affordable = (self.mutated..end).take_while(|&turn| {
            steps += mutants * cost(turn);
            steps <= self.batt_steps
        });
        let turns = self.mutated..self.mutated + affordable.count().max(1);
        let settings = card::Settings {
            seed: self.seed.wrapping_add(self.mutated as u64),
            mutants: mutants as u32,
            donors: 0,
            ..card::Settings::default()
        };
        let parents: Vec<Program> = turns.clone().map(|turn| parent(turn).clone()).collect();
        self.mutated = turns.end;
        if mutants == 0 {
            return;
        }
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

    /// Runs candidates. Returns which of them give a grid on every sample. Counts the calls of all
    /// nodes as evaluations, so that the search is the same on every executor.
    fn gives_grids(&self, graph: &Graph, outputs: &[NodeId], bank: &mut Bank) -> Vec<bool> {
        let is_call = |node: &NodeId| matches!(graph.op(*node), Op::Call(_) | Op::Apply);
        let calls = graph.nodes().filter(is_call).count();
        bank.evaluations += (calls * self.samples.inputs.len()) as u64;
        let default = TaskLimits::default();
        let options = Options {
            limits: TaskLimits {
                // At least the limits of the bank.
                node: Limits {
                    steps: CALL_LIMITS.steps,
                    cells: CALL_LIMITS.cells,
                    ..default.node
                },
                cells: MAX_CELLS,
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

//! Programs in, one batt out: merge, mutate, reuse.
//!
//! In: programs, a seed and rates; optionally the batt of an earlier time. Out: a [`Batt`] whose
//! candidates are the programs and their mutants, every call once. What did not change since the
//! earlier time is taken from there and not made again.
//! What never happens here: a candidate that no input could suit by its types, the same candidate
//! twice for one task, or anything that hangs on time, threads or the order of a hash map.

mod mutate;
mod reuse;
mod substitutes;
mod typed_graph;

pub use mutate::Rates;

use crate::batt::{Batt, Candidate, Change, NodeId, Source};
use crate::program::Program;
use crate::rng::Rng;
use mutate::{Mutator, Parent};
use reuse::{Importer, Ring, content};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::atomic::{AtomicBool, Ordering};
use typed_graph::{NodeTypes, TypedGraph};

/// What is made of the programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Mutants are a function of this, the program and its donors alone.
    pub seed: u64,
    /// Mutants of every program, at most.
    pub mutants: u32,
    /// How often each change is tried.
    pub rates: Rates,
    /// Other programs whose parts a program may be given.
    pub donors: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            seed: 0,
            mutants: 100,
            rates: Rates::default(),
            donors: 4,
        }
    }
}

/// What was done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CardStats {
    /// Programs whose candidates were made anew.
    pub generated: usize,
    /// Programs whose candidates were there.
    pub reused: usize,
    /// Draws that gave no new candidate: ill-typed, or there already.
    pub discarded: u64,
}

/// Draws without a new mutant, one after the other, before a program counts as exhausted; half as
/// many as mutants are wanted, if that is more.
const EXHAUSTED: u32 = 250;

/// Merges programs and their mutants into one batt.
pub fn card(
    programs: &[Program],
    settings: &Settings,
    earlier: Option<&Batt>,
) -> (Batt, CardStats) {
    card_until(programs, settings, earlier, &AtomicBool::new(false))
}

/// [`card`], with a sign that ends it early: from then on there are no more mutants. Of a program
/// that lacks some nothing is reused later.
pub fn card_until(
    programs: &[Program],
    settings: &Settings,
    earlier: Option<&Batt>,
    stop: &AtomicBool,
) -> (Batt, CardStats) {
    let contents: Vec<u128> = programs.iter().map(content).collect();
    let ring = Ring::new(&contents);
    let known: FxHashMap<u128, &Source> = earlier
        .into_iter()
        .flat_map(|batt| &batt.sources)
        .map(|source| (source.fingerprint, source))
        .collect();
    let mut importer = earlier.map(Importer::new);
    let mut work = Work::new(programs, settings);
    let tasks: Vec<TaskNumber> = (0..programs.len()).map(|k| work.task(k)).collect();
    // A candidate that a program of the same task is or has already is not made again: so what is
    // made hangs on these programs, too.
    for (k, &task) in tasks.iter().enumerate() {
        let siblings = work.siblings.entry(task).or_default();
        *siblings = reuse::joined(*siblings, contents[k]);
        work.given
            .extend(work.outputs[k].map(|output| (task, output)));
    }
    for (k, program) in programs.iter().enumerate() {
        let donors = ring.donors(k, settings.donors, settings.seed);
        let task = tasks[k];
        let siblings = work.siblings.entry(task).or_default();
        let fingerprint = reuse::fingerprint(contents[k], *siblings, &donors, &contents, settings);
        *siblings = fingerprint;
        let first = work.batt.candidates.len() as u32;
        work.batt.sources.push(Source {
            name: program.name.clone(),
            fingerprint,
            candidates: (first, first),
        });
        if let Some(output) = work.outputs[k] {
            work.add(k, task, output, Change::None);
            match (known.get(&fingerprint), &mut importer) {
                (Some(&part), Some(importer)) => {
                    work.made.reused += 1;
                    for (output, change) in importer.candidates(part, &mut work.batt.graph) {
                        work.add(k, task, output, change);
                    }
                }
                _ => {
                    work.made.generated += 1;
                    let rng = Rng::of(
                        "card",
                        &[
                            settings.seed,
                            fingerprint as u64,
                            (fingerprint >> 64) as u64,
                        ],
                    );
                    work.mutate(k, task, &donors, rng, stop);
                    if stop.load(Ordering::Relaxed) {
                        // The fingerprint of no program.
                        work.batt.sources[k].fingerprint = 0;
                    }
                }
            }
        }
        work.batt.sources[k].candidates.1 = work.batt.candidates.len() as u32;
    }
    (work.batt, work.made)
}

/// A task by number, or a program that is for none.
type TaskNumber = u32;

/// A batt in the making.
struct Work<'p> {
    programs: &'p [Program],
    settings: &'p Settings,
    batt: Batt,
    made: CardStats,
    types: NodeTypes,
    /// The result of every program.
    outputs: Vec<Option<NodeId>>,
    /// Programs in the form that mutation wants, once it has wanted them.
    parents: Vec<Option<Parent>>,
    tasks: FxHashMap<&'p str, TaskNumber>,
    /// What all programs of a task are, and what those so far hang on.
    siblings: FxHashMap<TaskNumber, u128>,
    /// The programs themselves, by task: no mutant takes the place of one.
    given: FxHashSet<(TaskNumber, NodeId)>,
    /// The candidates of every task.
    seen: FxHashSet<(TaskNumber, NodeId)>,
}

impl<'p> Work<'p> {
    /// Merges the programs themselves first, so that what mutants leave alone is shared.
    fn new(programs: &'p [Program], settings: &'p Settings) -> Self {
        let mut batt = Batt::default();
        let mut nodes = Vec::new();
        let outputs = programs
            .iter()
            .map(|program| batt.graph.add(program, &mut nodes))
            .collect();
        Self {
            programs,
            settings,
            batt,
            made: CardStats::default(),
            types: NodeTypes::default(),
            outputs,
            parents: programs.iter().map(|_| None).collect(),
            tasks: FxHashMap::default(),
            siblings: FxHashMap::default(),
            given: FxHashSet::default(),
            seen: FxHashSet::default(),
        }
    }

    /// The task of a program. Programs of one task share their candidates; one that is for no
    /// task has its own.
    fn task(&mut self, source: usize) -> TaskNumber {
        let next = self.tasks.len() as TaskNumber;
        match self.programs[source].task_id() {
            Some(id) => *self.tasks.entry(id).or_insert(next),
            None => TaskNumber::MAX - source as TaskNumber,
        }
    }

    /// Adds a candidate, if its task does not have it yet.
    fn add(&mut self, source: usize, task: TaskNumber, output: NodeId, change: Change) -> bool {
        let candidate = (task, output);
        let taken = change != Change::None && self.given.contains(&candidate);
        let new = !taken && self.seen.insert(candidate);
        if new {
            self.batt.candidates.push(Candidate {
                output,
                source: source as u32,
                change,
            });
        }
        new
    }

    /// Adds mutants of a program.
    fn mutate(
        &mut self,
        source: usize,
        task: TaskNumber,
        donors: &[usize],
        mut rng: Rng,
        stop: &AtomicBool,
    ) {
        if stop.load(Ordering::Relaxed) {
            return;
        }
        for &k in donors.iter().chain([&source]) {
            if self.parents[k].is_none() {
                self.parents[k] = Parent::new(&mut self.batt.graph, &self.programs[k]);
            }
        }
        // Taken out for as long as it is mutated, and put back.
        let Some(parent) = self.parents[source].take() else {
            return;
        };
        let parents = std::mem::take(&mut self.parents);
        let donors: Vec<&Parent> = donors
            .iter()
            .filter_map(|&k| parents[k].as_ref().filter(|p| !p.is_empty()))
            .collect();
        let mut graph = std::mem::take(&mut self.batt.graph);
        let mut types = std::mem::take(&mut self.types);
        let mut typed = TypedGraph {
            graph: &mut graph,
            types: &mut types,
        };
        typed.catch_up();
        let mut mutator = Mutator {
            typed: &mut typed,
            rates: &self.settings.rates,
            donors: &donors,
            stands_for: Vec::new(),
        };
        let mut wanted = self.settings.mutants;
        let (mut idle, patience) = (0, EXHAUSTED.max(wanted / 2));
        let goes_on = || !stop.load(Ordering::Relaxed);
        while wanted > 0 && idle < patience && !parent.is_empty() && goes_on() {
            match mutator.mutant(&parent, &mut rng) {
                Some((output, change)) if self.add(source, task, output, change) => {
                    wanted -= 1;
                    idle = 0;
                }
                _ => {
                    self.made.discarded += 1;
                    idle += 1;
                }
            }
        }
        self.batt.graph = graph;
        self.types = types;
        self.parents = parents;
        self.parents[source] = Some(parent);
    }
}

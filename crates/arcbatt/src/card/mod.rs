//! The generator: programs in, one batt out.
//!
//! In: programs, a seed and rates; optionally an earlier batt. Out: a [`Batt`] whose candidates
//! are the programs and their mutants, with every shared call merged. Programs that did not change
//! since the earlier batt take their mutants from it.
//!
//! Invariants: every candidate is well-typed and occurs once per task; the result does not depend
//! on time, threads or the order of a hash map.

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

/// How many mutants to generate, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Mutants depend only on the seed, the program and its donors.
    pub seed: u64,
    /// The most mutants per program.
    pub mutants: u32,
    /// The weight of each kind of change.
    pub rates: Rates,
    /// The number of programs whose parts a program may receive.
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

/// What [`card`] did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CardStats {
    /// Programs whose mutants were generated.
    pub generated: usize,
    /// Programs whose mutants were taken from the earlier batt.
    pub reused: usize,
    /// Draws that gave no new candidate: ill-typed or repeated.
    pub discarded: u64,
}

/// Consecutive draws without a new mutant after which a program is exhausted; half the number of
/// wanted mutants, if that is more.
const EXHAUSTED: u32 = 250;

/// Merges programs and their mutants into one batt.
pub fn card(
    programs: &[Program],
    settings: &Settings,
    earlier: Option<&Batt>,
) -> (Batt, CardStats) {
    card_until(programs, settings, earlier, &AtomicBool::new(false))
}

/// [`card`] with a stop flag: once it is set, no more mutants are generated. A program that lacks
/// mutants because of it is not reused later.
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
    // Candidates are unique per task, so mutants also depend on the other programs of the task.
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
                        // No program has this fingerprint.
                        work.batt.sources[k].fingerprint = 0;
                    }
                }
            }
        }
        work.batt.sources[k].candidates.1 = work.batt.candidates.len() as u32;
    }
    (work.batt, work.made)
}

/// The number of a task, or of a program without a task.
type TaskNumber = u32;

/// A batt under construction.
struct Work<'p> {
    programs: &'p [Program],
    settings: &'p Settings,
    batt: Batt,
    made: CardStats,
    types: NodeTypes,
    /// The result node of every program.
    outputs: Vec<Option<NodeId>>,
    /// Programs as parents, built on first use.
    parents: Vec<Option<Parent>>,
    tasks: FxHashMap<&'p str, TaskNumber>,
    /// The hash of all programs of a task and of the fingerprints so far.
    siblings: FxHashMap<TaskNumber, u128>,
    /// The programs themselves, by task; no mutant replaces one.
    given: FxHashSet<(TaskNumber, NodeId)>,
    /// The candidates so far, by task.
    seen: FxHashSet<(TaskNumber, NodeId)>,
}

impl<'p> Work<'p> {
    /// Merges the programs first, so that mutants share their unchanged calls.
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

    /// The task of a program. Programs of one task share their candidates; a program without a
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
        // Moved out while it is mutated.
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

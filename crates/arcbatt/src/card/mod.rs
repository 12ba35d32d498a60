//! Programs in, one batt out: merge, mutate, reuse.
//!
//! In: programs, a seed and rates; optionally the batt of an earlier time. Out: a [`Batt`] whose
//! candidates are the programs and their mutants, every call once. What did not change since the
//! earlier time is taken from there and not made again.
//! What never happens here: a candidate that no input could suit by its types, the same candidate
//! twice for one task, or anything that hangs on time, threads or the order of a hash map.

mod kin;
mod mutate;
mod reuse;
mod typed;

pub use mutate::Rates;

use crate::batt::{Batt, Candidate, Change, NodeId, Source};
use crate::program::Program;
use crate::rng::Rng;
use mutate::{Mutator, Parent};
use reuse::{Importer, Ring, content};
use rustc_hash::{FxHashMap, FxHashSet};
use typed::{NodeTypes, Typed};

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
pub struct Made {
    /// Programs whose candidates were made anew.
    pub generated: usize,
    /// Programs whose candidates were there.
    pub reused: usize,
    /// Draws that gave no new candidate: ill-typed, or there already.
    pub discarded: u64,
}

/// Draws for every mutant that is wanted before a program counts as exhausted.
const DRAWS: u64 = 12;

/// Merges programs and their mutants into one batt.
pub fn card(programs: &[Program], settings: &Settings, earlier: Option<&Batt>) -> (Batt, Made) {
    let mut batt = Batt::default();
    let mut made = Made::default();
    let mut types = NodeTypes::default();
    let contents: Vec<u128> = programs.iter().map(content).collect();
    let ring = Ring::new(&contents);
    let known: FxHashMap<u128, &Source> = earlier
        .into_iter()
        .flat_map(|batt| &batt.sources)
        .map(|source| (source.fingerprint, source))
        .collect();
    let mut importer = earlier.map(Importer::new);

    // The programs themselves come first, so that what mutants leave alone is shared.
    let mut nodes = Vec::new();
    let outputs: Vec<Option<NodeId>> = programs
        .iter()
        .map(|program| batt.graph.add(program, &mut nodes))
        .collect();
    let mut parents: Vec<Option<Parent>> = Vec::new();
    parents.resize_with(programs.len(), || None);

    let mut tasks: FxHashMap<&str, u32> = FxHashMap::default();
    let mut seen: FxHashSet<(u32, NodeId)> = FxHashSet::default();
    for (k, program) in programs.iter().enumerate() {
        let Some(output) = outputs[k] else { continue };
        let first = batt.candidates.len() as u32;
        let source = batt.sources.len() as u32;
        let donors = ring.donors(k, settings.donors, settings.seed);
        let fingerprint = reuse::fingerprint(contents[k], &donors, &contents, settings);
        // Programs of one task share their candidates; one of no task has its own.
        let own_tasks = tasks.len() as u32;
        let task = match program.task_id() {
            Some(id) => *tasks.entry(id).or_insert(own_tasks),
            None => u32::MAX - source,
        };
        let mut add = |batt: &mut Batt, output: NodeId, change: Change| {
            let new = seen.insert((task, output));
            if new {
                batt.candidates.push(Candidate {
                    output,
                    source,
                    change,
                });
            }
            new
        };
        add(&mut batt, output, Change::None);
        match (known.get(&fingerprint), &mut importer) {
            (Some(&part), Some(importer)) => {
                made.reused += 1;
                for (output, change) in importer.candidates(part, &mut batt.graph) {
                    add(&mut batt, output, change);
                }
            }
            _ => {
                made.generated += 1;
                for &k in donors.iter().chain([&k]) {
                    if let (None, Some(output)) = (&parents[k], outputs[k]) {
                        parents[k] = Some(Parent::new(&batt.graph, output));
                    }
                }
                let Some(parent) = parents[k].as_ref().filter(|p| !p.is_empty()) else {
                    batt.sources.push(Source {
                        name: program.name.clone(),
                        fingerprint,
                        candidates: (first, batt.candidates.len() as u32),
                    });
                    continue;
                };
                let donors: Vec<&Parent> = donors
                    .iter()
                    .filter_map(|&k| parents[k].as_ref().filter(|p| !p.is_empty()))
                    .collect();
                let mut rng = Rng::of(
                    "card",
                    &[
                        settings.seed,
                        contents[k] as u64,
                        (contents[k] >> 64) as u64,
                    ],
                );
                let mut wanted = settings.mutants;
                let mut draws = settings.mutants as u64 * DRAWS;
                // Nodes are made in the batt's own graph; a mutant that comes to nothing takes
                // its nodes back.
                let mut graph = std::mem::take(&mut batt.graph);
                let mut typed = Typed {
                    graph: &mut graph,
                    types: &mut types,
                };
                typed.catch_up();
                let mut mutator = Mutator {
                    typed: &mut typed,
                    rates: &settings.rates,
                    donors: &donors,
                    stands_for: Vec::new(),
                };
                while wanted > 0 && draws > 0 {
                    draws -= 1;
                    match mutator.mutant(parent, &mut rng) {
                        Some((output, change)) if add(&mut batt, output, change) => wanted -= 1,
                        _ => made.discarded += 1,
                    }
                }
                batt.graph = graph;
            }
        }
        batt.sources.push(Source {
            name: program.name.clone(),
            fingerprint,
            candidates: (first, batt.candidates.len() as u32),
        });
    }
    (batt, made)
}

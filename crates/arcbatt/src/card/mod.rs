//! The generator: programs in, one batt out.
//!
//! In: programs, a seed and rates; optionally an earlier batt. Out: a [`Batt`] whose candidates
//! are the programs and their mutants, with every shared call merged. Programs that did not change
//! since the earlier batt take their mutants from it; a [`CardCache`] keeps whole batts from one run
//! to the next.
//!
//! Invariants: every candidate is well-typed and occurs once per task; the result does not depend
//! on time, threads, the cache or the order of a hash map.

mod cache;
mod mutate;
mod reuse;
mod substitutes;
mod task_mutants;
mod typed_graph;

pub use cache::CardCache;
pub use mutate::Rates;

use crate::batt::{Batt, Candidate, Change, NoProbe, NodeId, Probe, Source, Work};
use crate::program::Program;
use cache::CardKey;
use mutate::OwnProgram;
use rayon::prelude::*;
use reuse::{Ring, content};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::atomic::{AtomicBool, Ordering};
use task_mutants::{Shared, TaskMutants};

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

/// What else [`card_with`] needs; none of it changes the result, except that `stop` ends it early.
#[derive(Clone, Copy)]
pub struct CardOptions<'c, P: Probe = NoProbe> {
    /// A batt whose mutants of unchanged programs are reused.
    pub earlier: Option<&'c Batt>,
    /// Once it is set, no more mutants are generated. A program that lacks mutants because of it is
    /// not reused later.
    pub stop: Option<&'c AtomicBool>,
    /// Batts of earlier runs.
    pub cache: Option<&'c CardCache>,
    /// Whether to use the rayon pool that it is called in, or only the calling thread.
    pub parallel: bool,
    /// Records where the time goes.
    pub probe: &'c P,
}

impl Default for CardOptions<'_> {
    fn default() -> Self {
        Self {
            earlier: None,
            stop: None,
            cache: None,
            parallel: false,
            probe: &NoProbe,
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
    /// Whether the whole batt comes from the cache.
    pub cached: bool,
    /// Whether the stop flag ended it early: some mutants are missing.
    pub stopped: bool,
}

/// Merges programs and their mutants into one batt, on the calling thread.
pub fn card(
    programs: &[Program],
    settings: &Settings,
    earlier: Option<&Batt>,
) -> (Batt, CardStats) {
    let options = CardOptions {
        earlier,
        ..CardOptions::default()
    };
    card_with(programs, settings, &options)
}

/// Merges programs and their mutants into one batt.
pub fn card_with<P: Probe>(
    programs: &[Program],
    settings: &Settings,
    options: &CardOptions<P>,
) -> (Batt, CardStats) {
    let probe = options.probe;
    let cache = options.cache.filter(|_| settings.mutants > 0);
    let cache = cache.map(|cache| (cache, CardKey::new(programs, settings)));
    if let Some((cache, key)) = &cache
        && let Some(batt) = probe.during(Work::CardCache, "", || cache.load(key))
    {
        let stats = CardStats {
            cached: true,
            ..CardStats::default()
        };
        return (batt, stats);
    }
    let (batt, stats) = made(programs, settings, options);
    if let Some((cache, key)) = &cache
        && !options.is_stopped()
    {
        probe.during(Work::CardCache, "", || cache.store(key, &batt));
    }
    (batt, stats)
}

impl<P: Probe> CardOptions<'_, P> {
    fn is_stopped(&self) -> bool {
        let is_set = |stop: &AtomicBool| stop.load(Ordering::Relaxed);
        self.stop.is_some_and(is_set)
    }

    /// Maps items on all threads, or on this one.
    fn map<T: Sync, R: Send>(
        &self,
        items: &[T],
        work: Work,
        one: impl Fn(&T) -> R + Sync,
    ) -> Vec<R> {
        let one = |item: &T| self.probe.during(work, "", || one(item));
        match self.parallel {
            true => self.probe.during(Work::Wait, "", || {
                // One by one: some take a hundred times longer than others.
                items.par_iter().with_max_len(1).map(one).collect()
            }),
            false => items.iter().map(one).collect(),
        }
    }
}

/// The number of a task, or of a program without a task.
type TaskNumber = u32;

/// A program and everything that its mutants depend on.
struct Job {
    /// Index in the list of tasks.
    task: TaskNumber,
    fingerprint: u128,
    donors: Vec<usize>,
}

/// The jobs of all programs, and the programs of every task.
fn jobs(
    programs: &[Program],
    contents: &[u128],
    settings: &Settings,
) -> (Vec<Job>, Vec<Vec<usize>>) {
    let ring = Ring::new(contents);
    let mut numbers: FxHashMap<&str, TaskNumber> = FxHashMap::default();
    let mut tasks: Vec<Vec<usize>> = Vec::new();
    let mut task_of: Vec<TaskNumber> = Vec::new();
    for (k, program) in programs.iter().enumerate() {
        let next = tasks.len() as TaskNumber;
        // Programs of one task share their candidates; a program without a task has its own.
        let task = match program.task_id() {
            Some(id) => *numbers.entry(id).or_insert(next),
            None => next,
        };
        if task == next {
            tasks.push(Vec::new());
        }
        tasks[task as usize].push(k);
        task_of.push(task);
    }
    // Candidates are unique per task, so mutants also depend on the other programs of the task: this
    // is the hash of them all, then also of the fingerprints so far.
    let all = |own: &Vec<usize>| {
        own.iter()
            .fold(0, |hash, &k| reuse::joined(hash, contents[k]))
    };
    let mut siblings: Vec<u128> = tasks.iter().map(all).collect();
    let jobs = task_of.iter().enumerate().map(|(k, &task)| {
        let donors = ring.donors(k, settings.donors, settings.seed);
        let siblings = &mut siblings[task as usize];
        let fingerprint = reuse::fingerprint(contents[k], *siblings, &donors, contents, settings);
        *siblings = fingerprint;
        Job {
            task,
            fingerprint,
            donors,
        }
    });
    (jobs.collect(), tasks)
}

/// Generates the mutants task by task, each in a graph of its own, then merges them in the order of
/// the programs: so neither threads nor other tasks change the mutants.
fn made<P: Probe>(
    programs: &[Program],
    settings: &Settings,
    options: &CardOptions<P>,
) -> (Batt, CardStats) {
    let probe = options.probe;
    let own = |program: &Program| match settings.mutants {
        0 => None,
        _ => OwnProgram::new(program),
    };
    let normal = options.map(programs, Work::Normalise, |program| {
        (content(program), own(program))
    });
    let (contents, own): (Vec<u128>, Vec<Option<OwnProgram>>) = normal.into_iter().unzip();
    let (jobs, tasks) = probe.during(Work::Normalise, "", || jobs(programs, &contents, settings));
    let shared = Shared::new(&own, &jobs, settings, options);
    let mut mutants = options.map(&tasks, Work::Mutate, |task| shared.task_mutants(task));
    probe.during(Work::Merge, "", || {
        let mut merger = Merger::new(programs);
        for (k, (program, job)) in programs.iter().zip(&jobs).enumerate() {
            merger.add_program(k, &program.name, job, &mut mutants[job.task as usize]);
        }
        (merger.batt, merger.stats)
    })
}

/// A batt under construction.
struct Merger {
    batt: Batt,
    stats: CardStats,
    /// The result node of every program.
    outputs: Vec<Option<NodeId>>,
    /// The programs so far that are candidates, by task and result.
    seen: FxHashSet<(TaskNumber, NodeId)>,
}

impl Merger {
    /// Merges the programs first, so that mutants share their unchanged calls.
    fn new(programs: &[Program]) -> Self {
        let mut batt = Batt::default();
        let mut nodes = Vec::new();
        let add = |program| batt.graph.add(program, &mut nodes);
        Self {
            outputs: programs.iter().map(add).collect(),
            batt,
            stats: CardStats::default(),
            seen: FxHashSet::default(),
        }
    }

    /// Adds a program and its mutants as candidates.
    fn add_program(&mut self, source: usize, name: &str, job: &Job, of_task: &mut TaskMutants) {
        let first = self.batt.candidates.len() as u32;
        let mut fingerprint = job.fingerprint;
        if let Some(output) = self.outputs[source] {
            // A task may have the same program twice; mutants differ from all programs of the task.
            if self.seen.insert((job.task, output)) {
                self.add(source, output, Change::None);
            }
            of_task.merge_into(&mut self.batt.graph);
            let mut reused = false;
            if let Some(made) = of_task.of(source) {
                for &(output, change) in &made.mutants {
                    self.add(source, output, change);
                }
                self.stats.discarded += made.discarded;
                reused = made.reused;
                self.stats.stopped |= made.stopped;
                if made.stopped {
                    // No program has this fingerprint.
                    fingerprint = 0;
                }
            }
            self.stats.reused += usize::from(reused);
            self.stats.generated += usize::from(!reused);
        }
        self.batt.sources.push(Source {
            name: name.to_owned(),
            fingerprint,
            candidates: (first, self.batt.candidates.len() as u32),
        });
    }

    fn add(&mut self, source: usize, output: NodeId, change: Change) {
        self.batt.candidates.push(Candidate {
            output,
            source: source as u32,
            change,
        });
    }
}

//! The mutants of the programs of one task, in a graph of their own.

use super::mutate::{Mutator, OwnProgram, Parent};
use super::reuse::Importer;
use super::typed_graph::{NodeTypes, TypedGraph};
use super::{CardOptions, Job, Settings};
use crate::batt::{Batt, Change, Graph, NodeId, Probe, Source, Work};
use crate::rng::Rng;
use rustc_hash::{FxHashMap, FxHashSet};

/// Consecutive draws without a new mutant after which a program is exhausted; half the number of
/// wanted mutants, if that is more.
const EXHAUSTED: u32 = 250;

/// What the mutants of all tasks are made from.
pub(super) struct Shared<'s, 'c, P: Probe> {
    /// Every program in a graph of its own; `None` if it cannot be merged.
    own: &'s [Option<OwnProgram>],
    jobs: &'s [Job],
    settings: &'s Settings,
    options: &'s CardOptions<'c, P>,
    /// The parts of the earlier batt, by fingerprint.
    earlier: FxHashMap<u128, (&'c Batt, &'c Source)>,
}

/// The mutants of a program.
pub(super) struct Mutants {
    /// The output of each, in the graph of its task or in the merged graph, and its change.
    pub mutants: Vec<(NodeId, Change)>,
    /// Draws that gave no new mutant.
    pub discarded: u64,
    /// Whether they were taken from the earlier batt.
    pub reused: bool,
    /// Whether more would have been generated without the stop flag.
    pub stopped: bool,
}

/// The mutants of the programs of a task.
pub(super) struct TaskMutants {
    /// `None` once it is merged.
    graph: Option<Graph>,
    /// By program, ascending.
    mutants: Vec<(usize, Mutants)>,
}

impl TaskMutants {
    /// The mutants of a program.
    pub fn of(&self, program: usize) -> Option<&Mutants> {
        let found = self.mutants.iter().find(|(k, _)| *k == program);
        found.map(|(_, mutants)| mutants)
    }

    /// Merges the nodes that mutants depend on into a graph, unless they are there already.
    pub fn merge_into(&mut self, graph: &mut Graph) {
        let Some(from) = self.graph.take() else {
            return;
        };
        let mut merged = vec![NodeId(0); from.len()];
        let mut found = vec![false; from.len()];
        let (mut nodes, mut args) = (Vec::new(), Vec::new());
        for (output, _) in self.mutants.iter_mut().flat_map(|(_, of)| &mut of.mutants) {
            // Mutant by mutant, so that nodes that no mutant uses make no difference.
            nodes.push(*output);
            let mut next = 0;
            while let Some(&node) = nodes.get(next) {
                next += 1;
                let is_new = |arg: &NodeId| !std::mem::replace(&mut found[arg.index()], true);
                nodes.extend(from.args(node).filter(is_new));
            }
            nodes.sort_unstable();
            for node in nodes.drain(..) {
                args.clear();
                args.extend(from.args(node).map(|arg| merged[arg.index()]));
                merged[node.index()] = graph.copy(&from, node, &args);
            }
            *output = merged[output.index()];
        }
    }
}

impl<'s, 'c, P: Probe> Shared<'s, 'c, P> {
    pub fn new(
        own: &'s [Option<OwnProgram>],
        jobs: &'s [Job],
        settings: &'s Settings,
        options: &'s CardOptions<'c, P>,
    ) -> Self {
        let batts = options.earlier.into_iter();
        let sources = batts.flat_map(|batt| batt.sources.iter().map(move |source| (batt, source)));
        Self {
            own,
            jobs,
            settings,
            options,
            earlier: sources
                .map(|(batt, source)| (source.fingerprint, (batt, source)))
                .collect(),
        }
    }

    /// The mutants of the programs of a task, given by number.
    pub fn task_mutants(&self, programs: &[usize]) -> TaskMutants {
        let mut graph = Graph::default();
        let mut types = NodeTypes::default();
        let mut typed = TypedGraph {
            graph: &mut graph,
            types: &mut types,
        };
        let own = programs.iter().copied();
        let parents: Vec<(usize, Parent)> = own
            .filter_map(|k| Some((k, Parent::new(typed.graph, self.own[k].as_ref()?))))
            .collect();
        typed.catch_up();
        // No mutant replaces a program, or repeats another of the task.
        let mut seen: FxHashSet<NodeId> = parents.iter().map(|(_, p)| p.output()).collect();
        let mutants = parents.iter().map(|(k, parent)| {
            let known = self.earlier.get(&self.jobs[*k].fingerprint);
            let mutants = match known {
                Some((batt, source)) => reused(batt, source, &mut typed, &mut seen),
                None => self.generated(*k, parent, &mut typed, &mut seen),
            };
            (*k, mutants)
        });
        TaskMutants {
            mutants: mutants.collect(),
            graph: Some(graph),
        }
    }

    /// Generates mutants of a program. They depend on its fingerprint and on nothing else.
    fn generated(
        &self,
        program: usize,
        parent: &Parent,
        typed: &mut TypedGraph,
        seen: &mut FxHashSet<NodeId>,
    ) -> Mutants {
        let Job {
            donors,
            fingerprint,
            ..
        } = &self.jobs[program];
        let numbers = [
            self.settings.seed,
            *fingerprint as u64,
            (*fingerprint >> 64) as u64,
        ];
        let mut rng = Rng::of("card", &numbers);
        let donors = donors.iter().filter_map(|&k| self.own[k].as_ref());
        let donors = donors.filter(|donor| !donor.is_empty());
        let rates = &self.settings.rates;
        let mut mutator = Mutator::new(typed, rates, parent, donors, self.options.probe);
        let mut made = Mutants {
            mutants: Vec::new(),
            discarded: 0,
            reused: false,
            stopped: false,
        };
        let wanted = self.settings.mutants;
        let (mut idle, patience) = (0, EXHAUSTED.max(wanted / 2));
        while made.mutants.len() < wanted as usize && idle < patience && !parent.is_empty() {
            if self.options.is_stopped() {
                break;
            }
            match mutator.mutant(&mut rng) {
                Some((output, change)) if seen.insert(output) => {
                    made.mutants.push((output, change));
                    idle = 0;
                }
                _ => {
                    made.discarded += 1;
                    idle += 1;
                }
            }
        }
        let (ticks, count) = mutator.checking;
        self.options.probe.split_off(Work::TypeCheck, ticks, count);
        made.stopped = self.options.is_stopped();
        made
    }
}

/// The mutants of a source of an earlier batt.
fn reused(
    batt: &Batt,
    source: &Source,
    typed: &mut TypedGraph,
    seen: &mut FxHashSet<NodeId>,
) -> Mutants {
    let candidates = Importer::new(batt).candidates(source, typed.graph);
    typed.catch_up();
    let is_new = |&(output, _): &(NodeId, Change)| seen.insert(output);
    Mutants {
        mutants: candidates.into_iter().filter(is_new).collect(),
        discarded: 0,
        reused: true,
        stopped: false,
    }
}

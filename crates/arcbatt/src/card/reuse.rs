//! Fingerprints of everything that mutants depend on, and reuse of an earlier batt.

use super::Settings;
use crate::batt::{Batt, Change, Graph, NodeId, Source};
use crate::program::Program;
use crate::rng::Rng;
use rustc_hash::FxHashMap;

/// The version of the mutation; it changes when the same settings give other mutants.
pub(super) const GENERATION: u32 = 3;

/// The hash of a program without its names.
pub(super) fn content(program: &Program) -> u128 {
    let mut plain = program.renamed();
    plain.name = "solve".into();
    short(&blake3::hash(plain.to_string().as_bytes()))
}

fn short(hash: &blake3::Hash) -> u128 {
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&hash.as_bytes()[..16]);
    u128::from_le_bytes(bytes)
}

/// The hash of two hashes.
pub(super) fn joined(one: u128, other: u128) -> u128 {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&one.to_le_bytes());
    hasher.update(&other.to_le_bytes());
    short(&hasher.finalize())
}

/// The hash of everything that the candidates of a program depend on; `siblings` is the hash of
/// the programs for the same task and of the fingerprints of those before it.
pub(super) fn fingerprint(
    program: u128,
    siblings: u128,
    donors: &[usize],
    contents: &[u128],
    settings: &Settings,
) -> u128 {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&GENERATION.to_le_bytes());
    hasher.update(&program.to_le_bytes());
    hasher.update(&siblings.to_le_bytes());
    hasher.update(&settings.seed.to_le_bytes());
    hasher.update(&settings.mutants.to_le_bytes());
    for weight in settings.rates.0 {
        hasher.update(&weight.to_le_bytes());
    }
    for &donor in donors {
        hasher.update(&contents[donor].to_le_bytes());
    }
    short(&hasher.finalize())
}

/// Consistent hashing: programs on a ring by content. The donors of a program are next to a few
/// points that depend on it, so that a changed program changes the donors of few others.
pub(super) struct Ring {
    places: Vec<(u128, usize)>,
    contents: Vec<u128>,
}

impl Ring {
    pub fn new(contents: &[u128]) -> Self {
        let mut places: Vec<(u128, usize)> = contents.iter().copied().zip(0..).collect();
        places.sort_unstable();
        // Equal programs are one donor.
        places.dedup_by_key(|&mut (content, _)| content);
        Self {
            places,
            contents: contents.to_vec(),
        }
    }

    /// The distinct donors of a program, none equal to it.
    pub fn donors(&self, program: usize, count: usize, seed: u64) -> Vec<usize> {
        let content = self.contents[program];
        let mut rng = Rng::of("donors", &[seed, content as u64, (content >> 64) as u64]);
        let mut donors = Vec::new();
        for _ in 0..count {
            let point = (rng.next_u64() as u128) << 64 | rng.next_u64() as u128;
            let next = self.places.partition_point(|&(place, _)| place < point);
            let (place, donor) = self.places[next % self.places.len()];
            if place != content && !donors.contains(&donor) {
                donors.push(donor);
            }
        }
        donors
    }
}

/// Copies candidates from an earlier batt.
pub(super) struct Importer<'b> {
    batt: &'b Batt,
    /// The new node of each copied node.
    nodes: FxHashMap<NodeId, NodeId>,
}

impl<'b> Importer<'b> {
    pub fn new(batt: &'b Batt) -> Self {
        Self {
            batt,
            nodes: FxHashMap::default(),
        }
    }

    /// The mutants of a source, with their nodes in the new graph.
    pub fn candidates(&mut self, part: &Source, graph: &mut Graph) -> Vec<(NodeId, Change)> {
        let (first, end) = part.candidates;
        let old = &self.batt.candidates[first as usize..end as usize];
        old.iter()
            .filter(|candidate| candidate.change != Change::None)
            .map(|candidate| (self.node(candidate.output, graph), candidate.change))
            .collect()
    }

    fn node(&mut self, old: NodeId, graph: &mut Graph) -> NodeId {
        if let Some(&new) = self.nodes.get(&old) {
            return new;
        }
        let from = &self.batt.graph;
        let mut new = NodeId(0);
        for node in from.needed(old) {
            if let Some(&known) = self.nodes.get(&node) {
                new = known;
                continue;
            }
            let args: Vec<NodeId> = from
                .args(node)
                // Arguments come before the calls that use them.
                .map(|arg| self.nodes.get(&arg).copied().unwrap_or(arg))
                .collect();
            new = graph.copy(from, node, &args);
            self.nodes.insert(node, new);
        }
        new
    }
}

//! A batt in binary form, for a cache: quick to read, valid for one version of the program only.
//!
//! Little-endian words of 32 bits: a mark, a checksum of 128 bits over the rest, then sources,
//! constants, nodes and candidates, each list after its length. Nodes have the numbers that they had
//! and primitives those of the table, so nothing is looked up; `file.rs` has the format that lasts.

use super::batt::{Batt, Candidate, Change, Source};
use super::graph::{Graph, NodeId};
use crate::dsl::constants::ConstantValue;
use crate::wide_hash::WideHasher;

/// The first word: this format and its version.
const MARK: u32 = 0xba77_0001;

/// Words before the sources: mark and checksum.
const HEAD: usize = 5;

impl Batt {
    /// The batt in binary form.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let mut words = vec![0; HEAD];
        words.push(self.sources.len() as u32);
        for source in &self.sources {
            words.extend(wide_words(source.fingerprint));
            words.push(source.candidates.1 - source.candidates.0);
            words.push(source.name.len() as u32);
            for four in source.name.as_bytes().chunks(4) {
                let mut word = [0; 4];
                word[..four.len()].copy_from_slice(four);
                words.push(u32::from_le_bytes(word));
            }
        }
        self.graph.push_words(&mut words);
        words.push(self.candidates.len() as u32);
        for candidate in &self.candidates {
            words.extend([candidate.output.0, candidate.change as u32]);
        }
        words[0] = MARK;
        let mut bytes: Vec<u8> = words.into_iter().flat_map(u32::to_le_bytes).collect();
        let checksum = checksum(&bytes[4 * HEAD..]).to_le_bytes();
        bytes[4..4 * HEAD].copy_from_slice(&checksum);
        bytes
    }

    /// Reads the binary form; `None` if it is damaged or of another version.
    pub(crate) fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (words, rest) = bytes.as_chunks();
        let mut read = Words(words);
        let is_whole = rest.is_empty()
            && read.next()? == MARK
            && read.wide()? == checksum(bytes.get(4 * HEAD..)?);
        if !is_whole {
            return None;
        }
        let mut sources = Vec::new();
        let mut first = 0u32;
        for _ in 0..read.next()? {
            let fingerprint = read.wide()?;
            let end = first.checked_add(read.next()?)?;
            let len = read.next()? as usize;
            let name = read.take(len.div_ceil(4))?.iter();
            let name: Vec<u8> = name.flatten().copied().take(len).collect();
            sources.push(Source {
                name: String::from_utf8(name).ok()?,
                fingerprint,
                candidates: (first, end),
            });
            first = end;
        }
        let graph = Graph::from_words(&mut read)?;
        if read.next()? != first {
            return None;
        }
        let mut candidates = Vec::with_capacity((first as usize).min(words.len()));
        for (source, number) in sources.iter().zip(0..) {
            for _ in source.candidates.0..source.candidates.1 {
                let output = NodeId(read.next()?);
                let change = *Change::ALL.get(read.next()? as usize)?;
                (output.index() < graph.len()).then_some(())?;
                candidates.push(Candidate {
                    output,
                    source: number,
                    change,
                });
            }
        }
        read.0.is_empty().then_some(Self {
            graph,
            sources,
            candidates,
        })
    }
}

fn checksum(bytes: &[u8]) -> u128 {
    let mut hasher = WideHasher::default();
    let (pairs, rest) = bytes.as_chunks::<16>();
    let mut last = [0; 16];
    last[..rest.len()].copy_from_slice(rest);
    for pair in pairs.iter().chain([&last]) {
        let pair = u128::from_le_bytes(*pair);
        hasher.write_words(pair as u64, (pair >> 64) as u64);
    }
    hasher.write_words(bytes.len() as u64, 0);
    hasher.finish128()
}

fn wide_words(wide: u128) -> [u32; 4] {
    [0, 32, 64, 96].map(|shift| (wide >> shift) as u32)
}

/// Words left to read.
pub(super) struct Words<'w>(&'w [[u8; 4]]);

impl<'w> Words<'w> {
    /// Number of words left.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// The next word.
    #[inline]
    pub fn next(&mut self) -> Option<u32> {
        let (&first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(u32::from_le_bytes(first))
    }

    fn take(&mut self, count: usize) -> Option<&'w [[u8; 4]]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    fn wide(&mut self) -> Option<u128> {
        let words = self.take(4)?.as_flattened();
        Some(u128::from_le_bytes(words.try_into().ok()?))
    }
}

/// A constant as three words.
pub(super) fn constant_words(value: ConstantValue) -> [u32; 3] {
    match value {
        ConstantValue::Bool(truth) => [0, truth.into(), 0],
        ConstantValue::Int(number) => [1, number as u32, (number >> 32) as u32],
        ConstantValue::Pair(i, j) => [2, i as u32, j as u32],
    }
}

/// The constant of three words.
pub(super) fn constant_of(words: [u32; 3]) -> Option<ConstantValue> {
    match words {
        [0, truth @ 0..=1, 0] => Some(ConstantValue::Bool(truth == 1)),
        [1, low, high] => Some(ConstantValue::Int(
            (u64::from(low) | u64::from(high) << 32) as i64,
        )),
        [2, i, j] => Some(ConstantValue::Pair(i as i32, j as i32)),
        _ => None,
    }
}

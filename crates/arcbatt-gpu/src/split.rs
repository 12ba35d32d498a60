//! Splitting a block of candidates over several devices, and joining the outputs.
//!
//! In: a block. Out: parts of it, and the outputs of the block from those of its parts. Blocks are
//! split by samples if there are enough; by candidates, nodes that they share are computed twice.

use arcbatt::batt::{NodeId, Outcome, Outputs, Samples};
use arcbatt::grid::GridBuf;
use rustc_hash::FxHashMap;
use std::ops::Range;

/// How a block is split.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Split {
    /// Each part has some of the samples.
    Samples(Vec<Range<usize>>),
    /// Each part has some of the candidates.
    Candidates(Vec<Range<usize>>),
}

/// Splits a block into at most `parts` parts of about the same size.
pub fn split(candidates: usize, samples: usize, parts: usize) -> Split {
    match samples >= 2 * parts {
        true => Split::Samples(ranges(samples, parts)),
        false => Split::Candidates(ranges(candidates, parts)),
    }
}

/// The numbers below `count` in at most `parts` ranges, none empty unless `count` is 0.
fn ranges(count: usize, parts: usize) -> Vec<Range<usize>> {
    let parts = parts.clamp(1, count.max(1));
    let place = |k: usize| k * count / parts;
    (0..parts).map(|k| place(k)..place(k + 1)).collect()
}

impl Split {
    /// The number of parts.
    pub fn parts(&self) -> usize {
        match self {
            Split::Samples(ranges) | Split::Candidates(ranges) => ranges.len(),
        }
    }

    /// The candidates and samples of a part.
    pub fn part<'o, 't>(
        &self,
        part: usize,
        outputs: &'o [NodeId],
        samples: &Samples<'t>,
    ) -> (&'o [NodeId], Samples<'t>) {
        match self {
            Split::Candidates(ranges) => (&outputs[ranges[part].clone()], samples.clone()),
            Split::Samples(ranges) => {
                let range = ranges[part].clone();
                let some = Samples {
                    demonstrations: samples.demonstrations.clone(),
                    inputs: samples.inputs[range.clone()].to_vec(),
                    compared: samples.compared[range].to_vec(),
                };
                (outputs, some)
            }
        }
    }

    /// The outputs of the block from those of its parts.
    pub fn join(&self, candidates: usize, samples: usize, parts: &[Outputs]) -> Outputs {
        let mut grids: Vec<GridBuf> = Vec::new();
        let mut numbers: FxHashMap<&GridBuf, u32> = FxHashMap::default();
        // The number in the whole of each grid of each part.
        let renumbered: Vec<Vec<u32>> = parts
            .iter()
            .map(|part| {
                let number = |grid| {
                    *numbers.entry(grid).or_insert_with(|| {
                        grids.push(grid.clone());
                        grids.len() as u32 - 1
                    })
                };
                part.grids().iter().map(number).collect()
            })
            .collect();
        let whole = |part: usize, outcome: &Outcome| match *outcome {
            Outcome::Grid(number) => Outcome::Grid(renumbered[part][number as usize]),
            other => other,
        };
        let mut outcomes = Vec::with_capacity(candidates * samples);
        let mut take = |part: usize, candidate: usize| {
            let of = parts[part].of(candidate).iter();
            outcomes.extend(of.map(|outcome| whole(part, outcome)));
        };
        match self {
            Split::Candidates(ranges) => {
                for (part, range) in ranges.iter().enumerate() {
                    (0..range.len()).for_each(|candidate| take(part, candidate));
                }
            }
            Split::Samples(ranges) => {
                for candidate in 0..candidates {
                    (0..ranges.len()).for_each(|part| take(part, candidate));
                }
            }
        }
        Outputs::from_parts(samples, outcomes, grids)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_whole_and_alike() {
        for count in 0..40 {
            for parts in 1..7 {
                let ranges = ranges(count, parts);
                let all: Vec<usize> = ranges.iter().cloned().flatten().collect();
                assert_eq!(all, (0..count).collect::<Vec<_>>());
                let sizes = ranges.iter().map(Range::len);
                let (least, most) = (sizes.clone().min().unwrap(), sizes.max().unwrap());
                assert!(most - least <= 1 && (least > 0 || count == 0));
            }
        }
    }

    #[test]
    fn few_samples_are_not_cut() {
        assert_eq!(split(100, 3, 2), Split::Candidates(vec![0..50, 50..100]));
        assert_eq!(split(100, 4, 2), Split::Samples(vec![0..2, 2..4]));
        assert_eq!(split(1, 3, 2).parts(), 1);
    }
}

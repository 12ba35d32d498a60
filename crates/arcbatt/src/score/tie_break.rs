//! The order of programs: those that the user gave, then by cost, length, text and origin.
//!
//! Text makes the order total. It is expensive, so it is printed only to break ties.

use crate::batt::Batt;

/// A candidate, ordered by origin, cost and length.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct MeasuredProgram {
    /// Whether it is not a program that the user gave for the task.
    pub is_found: bool,
    pub cost: u32,
    pub length: u32,
    /// Last: of programs with the same text, the first wins.
    pub candidate: u32,
}

impl MeasuredProgram {
    fn new(batt: &Batt, candidate: u32, is_found: bool) -> Self {
        Self {
            is_found,
            cost: batt.cost(candidate),
            length: batt.length(candidate),
            candidate,
        }
    }

    /// The text of the program without its name, then its origin: of equal programs, a mutant comes
    /// last, and one that was written for the task first.
    pub fn text(&self, batt: &Batt, task: &str) -> String {
        let source = batt.source(self.candidate);
        let origin = (
            batt.is_mutant(self.candidate),
            source.task_id() != Some(task),
            &source.name,
        );
        let output = batt.candidates[self.candidate as usize].output;
        format!("{}{origin:?}", batt.graph.extract(output, "solve"))
    }
}

/// The best `keep` of the candidates, best first.
pub(super) fn best_programs(
    batt: &Batt,
    task: &str,
    candidates: &[u32],
    keep: usize,
    is_given: impl Fn(u32) -> bool,
) -> Vec<MeasuredProgram> {
    let measure = |&candidate: &u32| MeasuredProgram::new(batt, candidate, !is_given(candidate));
    let mut measured: Vec<MeasuredProgram> = candidates.iter().map(measure).collect();
    measured.sort_unstable();
    let key = |m: &MeasuredProgram| (m.is_found, m.cost, m.length);
    let alike = |a: &MeasuredProgram, b: &MeasuredProgram| key(a) == key(b);
    break_ties(&mut measured, keep, alike, |m| m.text(batt, task));
    measured.truncate(keep);
    measured
}

/// Texts that are compared at once: of a million equal items, most are never among the first.
const TEXTS: usize = 4096;

/// Sorts runs of equal items by text, as far as the first `keep` items reach. Items with the same
/// text keep their order; those after the first `keep` have any order.
pub(super) fn break_ties<T>(
    items: &mut [T],
    keep: usize,
    alike: impl Fn(&T, &T) -> bool,
    text: impl Fn(&T) -> String,
) {
    let mut start = 0;
    for run in items.chunk_by_mut(alike) {
        if start >= keep {
            return;
        }
        let wanted = keep - start;
        start += run.len();
        if run.len() == 1 {
            continue;
        }
        let mut next = run.len().min(wanted.saturating_add(TEXTS));
        run[..next].sort_by_cached_key(&text);
        while next < run.len() {
            // The first ones so far, and as many as have not been compared.
            let more = TEXTS.min(run.len() - next);
            for k in 0..more {
                run.swap(wanted + k, next + k);
            }
            run[..wanted + more].sort_by_cached_key(&text);
            next += more;
        }
    }
}

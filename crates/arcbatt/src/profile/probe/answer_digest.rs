//! One 128-bit hash per task of the answers of all candidates: two runs are compared by it.

use crate::batt::{Block, NoProbe, Outcome, Probe};
use crate::dsl::Fail;
use crate::wide_hash::WideHasher;
use rustc_hash::FxHashMap;
use std::hash::{Hash, Hasher};
use std::sync::Mutex;

/// The digests per task, added by all threads.
#[derive(Default)]
pub struct Digests(Mutex<FxHashMap<String, u128>>);

impl Digests {
    /// Adds the answers of a task's candidates; a task may be added several times.
    pub fn add(&self, task: &str, blocks: &[Block]) {
        let digest = digest(blocks);
        // Nothing panics while it holds the lock.
        let mut all = self.0.lock().unwrap_or_else(|broken| broken.into_inner());
        let known = all.entry(task.to_owned()).or_default();
        // Depends on the order of a task's passes, not on the order of tasks.
        *known = known.rotate_left(1) ^ digest;
    }

    /// The digests, sorted by task id.
    pub fn into_sorted(self) -> Vec<(String, u128)> {
        let all = self.0.into_inner();
        let all = all.unwrap_or_else(|broken| broken.into_inner());
        let mut all: Vec<_> = all.into_iter().collect();
        all.sort_unstable();
        all
    }
}

/// One hash over all tasks, as hexadecimal text.
pub fn whole(tasks: &[(String, u128)]) -> String {
    let mut hasher = WideHasher::default();
    for (task, digest) in tasks {
        task.hash(&mut hasher);
        hasher.write_u64(*digest as u64);
        hasher.write_u64((*digest >> 64) as u64);
    }
    format!("{:032x}", hasher.finish128())
}

/// Ids of tasks whose digests differ, or that only `one` has.
pub fn differing(one: &[(String, u128)], other: &[(String, u128)]) -> Vec<String> {
    let other: FxHashMap<&str, u128> = other.iter().map(|(id, d)| (id.as_str(), *d)).collect();
    let differs = |(id, digest): &&(String, u128)| other.get(id.as_str()) != Some(digest);
    one.iter()
        .filter(differs)
        .map(|(id, _)| id.clone())
        .collect()
}

fn digest(blocks: &[Block]) -> u128 {
    let mut hasher = WideHasher::default();
    for block in blocks {
        // Hash the grids, not their numbers: a GPU numbers them in another order.
        let grids: Vec<u64> = block.outputs.hashes().map(|hash| hash[0]).collect();
        for (k, &candidate) in block.candidates.iter().enumerate() {
            hasher.write_u32(candidate);
            for outcome in block.outputs.of(k) {
                match outcome {
                    Outcome::Grid(number) => {
                        hasher.write_u32(1);
                        hasher.write_u64(grids[*number as usize]);
                    }
                    Outcome::NoGrid => hasher.write_u32(2),
                    // A GPU does not report the reason of a failure.
                    Outcome::Fail(Fail::NoAnswer(_)) => hasher.write_u32(3),
                    Outcome::Fail(fail) => fail.hash(&mut hasher),
                }
            }
        }
    }
    hasher.finish128()
}

/// Profiling off: the probe that records answers and no times.
#[derive(Default)]
pub struct AnswersOnly(pub Digests);

impl Probe for AnswersOnly {
    type Recorder = NoProbe;

    fn recorder(&self) -> NoProbe {
        NoProbe
    }

    fn answers(&self, task: &str, blocks: &[Block]) {
        self.0.add(task, blocks);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batt::{Options, run_tasks};
    use crate::card::{Settings, card};
    use crate::program::parse_file;
    use crate::task::generators;

    /// The digests of two tasks whose only candidate is one call.
    fn answered(call: &str) -> Vec<(String, u128)> {
        let source = format!("def solve(I):\n    O = {call}(I)\n    return O\n");
        let settings = Settings {
            mutants: 0,
            ..Settings::default()
        };
        let (batt, _) = card(&parse_file(&source).programs, &settings, None);
        let tasks = &generators::embedded().tasks[..2];
        let probe = AnswersOnly::default();
        run_tasks(
            &batt,
            tasks,
            &Options::probed(&probe),
            |_| vec![0],
            |_, _| (),
        );
        probe.0.into_sorted()
    }

    #[test]
    fn other_answers_are_noticed() {
        let turned = answered("rot90");
        assert_eq!(turned.len(), 2);
        assert_eq!(turned, answered("rot90"));
        assert_eq!(whole(&turned), whole(&answered("rot90")));
        let others = answered("rot270");
        assert_ne!(whole(&turned), whole(&others));
        assert_eq!(differing(&turned, &others).len(), 2);
        assert_eq!(differing(&turned, &turned), [""; 0]);
        // A task that the other run did not answer.
        assert_eq!(differing(&turned, &turned[..1]), [turned[1].0.clone()]);
    }
}

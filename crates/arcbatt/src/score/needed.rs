//! How many demonstrations a further candidate must match to change the best of a task.

use super::groups::{GridNumber, Groups, NONE};
use crate::batt::Block;
use crate::task::Task;
use std::cmp::Reverse;

/// The number of demonstrations that a candidate must match to be among the `best` first groups or to
/// give one of the two attempts at a test, beside the candidates of these blocks.
///
/// Groups that match more demonstrations rank higher. So a candidate that matches fewer than this
/// number comes after at least `best` groups and after two different answers to every test.
pub fn matches_needed(task: &Task, blocks: &[Block], best: usize) -> u32 {
    let groups = Groups::new(task, blocks);
    let mut ranked: Vec<(Reverse<u32>, u32)> = (0..groups.len() as u32)
        .map(|group| (Reverse(groups.matched(group)), group))
        .collect();
    ranked.sort_unstable();
    let mut attempts: Vec<[GridNumber; 2]> = vec![[NONE; 2]; task.test.len()];
    for (&(Reverse(matched), group), rank) in ranked.iter().zip(1..) {
        let answers = &groups.key(group)[task.train.len()..];
        for (attempt, &answer) in attempts.iter_mut().zip(answers) {
            match attempt {
                [first, _] if *first == NONE => *first = answer,
                [first, second] if *first != answer && *second == NONE => *second = answer,
                _ => {}
            }
        }
        let is_complete = |attempt: &[GridNumber; 2]| attempt[1] != NONE;
        if rank >= best && attempts.iter().all(is_complete) {
            return matched;
        }
    }
    0
}

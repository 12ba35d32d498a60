//! Shards of about equal cost.
//!
//! Costs are estimates in units of about a microsecond of one core; only their ratios matter.

use super::records::{TaskBudget, Work};
use crate::program::Program;
use crate::task::Task;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A piece of work that goes to one shard: a task, or some candidates of a task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Item {
    /// The index of the task.
    pub place: usize,
    /// The first candidate and the end; empty if there are none.
    pub candidates: (usize, usize),
    pub cost: u64,
}

/// The cells of all samples of a task, inputs and outputs.
fn cells(task: &Task) -> u64 {
    let train = task.train.iter().flat_map(|p| [&p.input, &p.output]);
    let all = train.chain(&task.test);
    all.map(|grid| (grid.height() * grid.width()) as u64).sum()
}

/// The cost of a task of `solve` or `run`.
pub(super) fn task_cost(work: &Work, task: &Task) -> u64 {
    let samples = (task.train.len() + task.test.len()).max(1) as u64;
    let mean = cells(task) / samples;
    match work {
        Work::Solve { budget, .. } => match *budget {
            // A step is a call on one sample: a fixed part, and a part by cells.
            TaskBudget::Steps(steps) => steps.saturating_mul(100 + mean) / 50,
            TaskBudget::Seconds(seconds) => (seconds * 1e6) as u64,
        },
        Work::Run { mutants, .. } => {
            let mutants = u64::from(*mutants) + 1;
            samples.saturating_mul(mutants).saturating_mul(100 + mean) / 50
        }
        Work::Rank { .. } => 0,
    }
}

/// The cost of running a candidate on all samples of a task.
fn candidate_cost(task: &Task, program: &Program) -> u64 {
    let samples = (task.train.len() + task.test.len()) as u64;
    let calls = program.lines.len() as u64 + 1;
    1 + calls * (samples * 100 + cells(task)) / 100
}

/// Splits the candidates of a task into pieces of at most about `most`.
pub(super) fn candidate_items(
    place: usize,
    task: &Task,
    programs: &[&Program],
    most: u64,
) -> Vec<Item> {
    let mut items = Vec::new();
    let (mut first, mut cost) = (0, 0);
    for (k, program) in programs.iter().enumerate() {
        let own = candidate_cost(task, program);
        if k > first && cost + own > most {
            let candidates = (first, k);
            items.push(Item {
                place,
                candidates,
                cost,
            });
            (first, cost) = (k, 0);
        }
        cost += own;
    }
    if first < programs.len() {
        let candidates = (first, programs.len());
        items.push(Item {
            place,
            candidates,
            cost,
        });
    }
    items
}

/// The cost of all candidates of a task.
pub(super) fn candidates_cost(task: &Task, programs: &[&Program]) -> u64 {
    programs.iter().map(|p| candidate_cost(task, p)).sum()
}

/// Divides items among at most `shards` shards: the most expensive first, each to the shard with the
/// least work. No shard is empty; items are in their order within a shard.
pub(super) fn balanced(items: Vec<Item>, shards: usize) -> Vec<Vec<Item>> {
    let shards = shards.clamp(1, items.len().max(1));
    let mut order: Vec<usize> = (0..items.len()).collect();
    order.sort_by_key(|&k| (Reverse(items[k].cost), k));
    // The smallest sum first, then the fewest items, so that free items are spread, too.
    let mut heap: BinaryHeap<Reverse<(u64, usize, usize)>> =
        (0..shards).map(|shard| Reverse((0, 0, shard))).collect();
    let mut places: Vec<Vec<usize>> = vec![Vec::new(); shards];
    for k in order {
        let Some(Reverse((cost, count, shard))) = heap.pop() else {
            break;
        };
        places[shard].push(k);
        heap.push(Reverse((
            cost.saturating_add(items[k].cost),
            count + 1,
            shard,
        )));
    }
    let mut items: Vec<Option<Item>> = items.into_iter().map(Some).collect();
    let mut take = |mut own: Vec<usize>| {
        own.sort_unstable();
        own.into_iter().filter_map(|k| items[k].take()).collect()
    };
    let shards = places.into_iter().map(&mut take);
    shards
        .filter(|shard: &Vec<Item>| !shard.is_empty())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn item(place: usize, cost: u64) -> Item {
        Item {
            place,
            candidates: (0, 0),
            cost,
        }
    }

    #[test]
    fn every_item_is_in_one_shard_and_shards_cost_about_the_same() {
        let items: Vec<Item> = (0..100)
            .map(|k| item(k, 10 + (k as u64 * 37) % 90))
            .collect();
        let total: u64 = items.iter().map(|item| item.cost).sum();
        for count in [1, 2, 7, 100] {
            let shards = balanced(items.clone(), count);
            assert_eq!(shards.len(), count);
            let mut places: Vec<usize> = shards.iter().flatten().map(|i| i.place).collect();
            places.sort_unstable();
            assert_eq!(places, (0..100).collect::<Vec<_>>());
            let costs = shards.iter().map(|s| s.iter().map(|i| i.cost).sum::<u64>());
            let most = costs.max().unwrap();
            // The largest shard exceeds the mean by less than the largest item.
            assert!(most <= total / count as u64 + 100, "{count}: {most}");
        }
        assert_eq!(balanced(items.clone(), 1_000).len(), 100);
        assert_eq!(balanced(vec![item(0, 0), item(1, 0)], 2).len(), 2);
        assert!(balanced(Vec::new(), 3).is_empty());
    }

    #[test]
    fn candidates_of_one_task_are_split() {
        let data = crate::task::DataSet::embedded();
        let program = Program::parse("def solve(I):\n    return rot90(I)\n").unwrap();
        let programs = vec![&program; 10];
        let task = &data.tasks[0];
        let all = candidates_cost(task, &programs);
        let items = candidate_items(3, task, &programs, all.div_ceil(4));
        assert!((4..=5).contains(&items.len()), "{items:?}");
        let ranges: Vec<(usize, usize)> = items.iter().map(|item| item.candidates).collect();
        assert_eq!((ranges[0].0, ranges[ranges.len() - 1].1), (0, 10));
        assert!(ranges.windows(2).all(|pair| pair[0].1 == pair[1].0));
        assert_eq!(items.iter().map(|item| item.cost).sum::<u64>(), all);
        assert!(candidate_items(3, task, &[], 5).is_empty());
    }
}

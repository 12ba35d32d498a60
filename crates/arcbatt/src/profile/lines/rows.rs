//! One row per line of the given programs: calls, time, and the solvers that share it.

use super::{GivenProgram, NodeLines};
use crate::profile::analysis::observation::Observation;
use crate::profile::model::LineRow;
use crate::task::Task;
use rustc_hash::FxHashSet;
use std::cmp::Reverse;

/// The most rows of a profile: of more, the slowest.
const MOST_ROWS: usize = 2_000;

/// The most names of programs that make the same call: of more, the first.
const MOST_SHARING: usize = 100;

/// The lines of the programs for these tasks, in the order of the programs.
pub fn rows(observation: &Observation, tasks: &[Task]) -> Vec<LineRow> {
    let lines = &observation.lines;
    let ids: FxHashSet<&str> = tasks.iter().map(|task| task.id.as_str()).collect();
    let is_for = |given: &GivenProgram| given.program.task_id().is_some_and(|id| ids.contains(id));
    // Programs that name no task run on all.
    let any = lines.given.iter().any(is_for);
    let mut places = Vec::new();
    for (k, given) in lines.given.iter().enumerate() {
        if any && !is_for(given) {
            continue;
        }
        places.extend((0..given.program.lines.len()).map(|line| (k, line)));
    }
    // Chosen before they are described: most of the lines of many programs are not shown.
    if places.len() > MOST_ROWS {
        let ticks = |&(k, line): &(usize, usize)| {
            let node = lines.nodes[k].get(line).copied().flatten();
            node.and_then(|node| observation.nodes.get(node as usize))
                .map_or(0, |&(ticks, _)| ticks)
        };
        places.sort_by_cached_key(|place| Reverse(ticks(place)));
        places.truncate(MOST_ROWS);
        places.sort_unstable();
    }
    let row = |(k, line)| row(observation, lines, k, line);
    places.into_iter().map(row).collect()
}

fn row(observation: &Observation, lines: &NodeLines, k: usize, line: usize) -> LineRow {
    let given = &lines.given[k];
    let mut row = LineRow {
        solver: given.program.name.clone(),
        file: given.file.clone(),
        line: given.line_number(line),
        code: given.program.line_text(line),
        place: given.place(line),
        ..LineRow::default()
    };
    // A program that cannot be run has nodes for its first lines only.
    let Some(&Some(node)) = lines.nodes[k].get(line) else {
        return row;
    };
    let programs = lines.lines.get(&node).map_or(&[][..], Vec::as_slice);
    let others = programs.iter().filter(|&&(other, _)| other != k as u32);
    row.shared_with = others
        .take(MOST_SHARING)
        .map(|&(other, _)| lines.given[other as usize].program.name.clone())
        .collect();
    row.sharing = programs.len().saturating_sub(1) as u64;
    row.node = u64::from(node) + 1;
    let Some(&(ticks, calls)) = observation.nodes.get(node as usize) else {
        return row;
    };
    let total = ticks as f64 * observation.clock.ns_per_tick;
    row.calls = calls;
    row.total_ns = total as u64;
    row.percent = 100.0 * total / observation.busy().max(1.0);
    row.primitive = match given.program.lines[line].callee {
        crate::program::Callee::Primitive(primitive, _) => primitive.name.to_owned(),
        crate::program::Callee::Line(_) => APPLY.to_owned(),
    };
    if let Some(steps) = observation.estimate.steps.get(&row.primitive) {
        row.self_ns = (total * steps.own_share) as u64;
        row.of_primitive = (total / steps.ns.max(1.0)).min(1.0);
    }
    row
}

/// The name of a call of a closure in stacks.
const APPLY: &str = "(apply)";

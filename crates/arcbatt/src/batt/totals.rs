//! The limits of whole programs in a merged run.
//!
//! A program has limits on the work of all its lines together. In a merged run a call belongs to many
//! programs and is made once, so nobody adds up the work of each. Instead the run lists the calls that
//! cost much, and a program for which these add up to more than half of a limit runs again, alone. The
//! other half is more than all the rest of its calls can cost.

use super::code::{Code, output_grid};
use super::graph::{Graph, NodeId};
use super::inputs::{Inputs, Samples, demonstrations};
use super::outputs::Outcome;
use super::plan::Plan;
use crate::dsl::{Cx, Fail, Limit, Limits, Spent};
use crate::grid::{Grid, GridBuf};
use bumpalo::Bump;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::atomic::AtomicBool;

/// The cost from which calls are listed, for programs of at most so many calls.
pub(crate) fn costly(limits: &Limits, calls: usize) -> Spent {
    let parts = 2 * calls.max(1) as u64;
    Spent {
        steps: limits.steps / parts,
        cells: limits.cells / parts,
    }
}

/// The programs that may have exceeded a limit with all their calls together, ascending. `results` are
/// programs and nodes that they need, besides all nodes that these need, by program; `calls` is how
/// many calls a program makes when it runs alone, where nobody merges equal ones.
pub(crate) fn may_exceed(
    graph: &Graph,
    results: &[(usize, NodeId)],
    calls: impl Fn(usize) -> usize,
    costly: &[(NodeId, Spent)],
    limits: &Limits,
) -> Vec<usize> {
    let mut costs: FxHashMap<NodeId, Spent> = FxHashMap::default();
    for &(node, spent) in costly {
        let cost = costs.entry(node).or_default();
        *cost = cost.most(spent);
    }
    let mut needed = FxHashSet::default();
    let mut open = Vec::new();
    let mut may_exceed = |results: &&[(usize, NodeId)]| {
        needed.clear();
        open.extend(results.iter().map(|&(_, node)| node));
        let (mut made, mut sum) = (0, Spent::default());
        while let Some(node) = open.pop() {
            if needed.insert(node) {
                made += usize::from(graph.args(node).len() > 0);
                open.extend(graph.args(node));
                sum = sum.plus(costs.get(&node).copied().unwrap_or_default());
            }
        }
        let merged_away = made < calls(results[0].0) && sum != Spent::default();
        merged_away || sum.steps > limits.steps / 2 || sum.cells > limits.cells / 2
    };
    let by_program = results.chunk_by(|a, b| a.0 == b.0);
    let exceeding = by_program.filter(|results| may_exceed(results));
    exceeding.map(|results| results[0].0).collect()
}

/// Whether a candidate was cut by a limit that it shares with others, so that alone it may not be.
pub(crate) fn is_cut(outcomes: &[Outcome]) -> bool {
    let shared = [Limit::Memory, Limit::Budget, Limit::Time];
    outcomes.iter().any(
        |outcome| matches!(outcome, Outcome::Fail(Fail::Limit(limit)) if shared.contains(limit)),
    )
}

/// The answers of a program on all samples, when it runs alone.
pub(super) fn run_alone(
    graph: &Graph,
    result: NodeId,
    samples: &Samples,
    limits: Limits,
    stop: Option<&AtomicBool>,
) -> Vec<Result<Option<GridBuf>, Fail>> {
    let code = Code::of_plan(&Plan::new(graph, &[result]));
    let mut arena = Bump::new();
    let answer = |(&input, &compared): (&Grid, &Grid)| {
        arena.reset();
        let cx = Cx::new(&arena, limits).assume_light().with_stop(stop);
        let inputs = Inputs {
            s: demonstrations(&cx, samples.demonstrations.iter().copied())?,
            i: cx.grid_value(input),
            c: cx.grid_value(compared),
        };
        let value = code.run(&cx, inputs).map_err(|stopped| stopped.fail)?;
        Ok(output_grid(value).map(Grid::to_buf))
    };
    let grids = samples.inputs.iter().zip(&samples.compared);
    grids.map(answer).collect()
}

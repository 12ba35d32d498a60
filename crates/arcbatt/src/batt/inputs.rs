//! The inputs of programs: S, I and C of one sample, or of all samples of a task.

use crate::dsl::{Cx, Fail, Value};
use crate::grid::Grid;
use crate::task::{Demonstration, Task};

/// The inputs of a program on one sample.
#[derive(Clone, Copy)]
pub struct Inputs<'a> {
    /// The demonstrations: a tuple of pairs of grids.
    pub s: Value<'a>,
    /// The grid to transform.
    pub i: Value<'a>,
    /// The grid that a differ compares with; for a solver, the same as `i`.
    pub c: Value<'a>,
}

/// S: a tuple with a pair of input and output for each demonstration.
pub(crate) fn demonstrations<'a>(
    cx: &Cx<'a>,
    pairs: impl IntoIterator<Item = (Grid<'a>, Grid<'a>)>,
) -> Result<Value<'a>, Fail> {
    let mut all = cx.list();
    for (input, output) in pairs {
        let pair = [cx.grid_value(input), cx.grid_value(output)];
        all.push(cx.tuple(cx.arena().alloc(pair))?);
    }
    cx.tuple(all.into_bump_slice_mut())
}

/// The inputs of programs on all samples of a task.
#[derive(Clone, Debug, Default)]
pub struct Samples<'t> {
    /// Input and output of every demonstration.
    pub demonstrations: Vec<(Grid<'t>, Grid<'t>)>,
    /// I of every sample.
    pub inputs: Vec<Grid<'t>>,
    /// C of every sample.
    pub compared: Vec<Grid<'t>>,
}

impl<'t> Samples<'t> {
    /// The samples of a task for solvers: its demonstration inputs, then its test inputs.
    pub fn of(task: &'t Task) -> Self {
        let demonstrations: Vec<_> = task.train.iter().map(Demonstration::views).collect();
        let train = demonstrations.iter().map(|&(input, _)| input);
        let inputs: Vec<_> = train.chain(task.test.iter().map(|t| t.view())).collect();
        Self {
            demonstrations,
            compared: inputs.clone(),
            inputs,
        }
    }

    /// Some demonstration inputs of a task, by number.
    pub(crate) fn of_demonstrations(task: &'t Task, chosen: &[usize]) -> Self {
        let demonstrations: Vec<_> = task.train.iter().map(Demonstration::views).collect();
        let inputs: Vec<_> = chosen.iter().map(|&k| demonstrations[k].0).collect();
        Self {
            demonstrations,
            compared: inputs.clone(),
            inputs,
        }
    }
}

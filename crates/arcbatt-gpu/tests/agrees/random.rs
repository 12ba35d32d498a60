//! Random untyped calls: any primitive, any arguments, on a grid.
//!
//! A seed gives the grids and a graph of calls, most of which succeed, so that later calls work on
//! unusual values.

use crate::support::limits;
use arcbatt::batt::{Graph, NodeId};
use arcbatt::dsl::constants::{CONSTANTS, ConstantValue};
use arcbatt::dsl::{Cx, Value, primitives};
use arcbatt::grid::GridBuf;
use arcbatt::program::Input;
use arcbatt::rng::Rng;
use arcbatt_gpu::source::supported;
use bumpalo::Bump;

/// Numbers at the limits of what the device can represent.
const ODD_NUMBERS: [i64; 14] = [
    i64::MIN,
    i32::MIN as i64,
    -0x0800_0001,
    -129,
    -32,
    -1,
    15,
    16,
    31,
    32,
    64,
    128,
    i32::MAX as i64,
    i64::MAX,
];

/// Calls on a pair of grids.
pub struct Random {
    /// All calls.
    pub graph: Graph,
    /// The calls to compare.
    pub calls: Vec<NodeId>,
    /// The grids I and C.
    pub grids: [GridBuf; 2],
}

fn grid(rng: &mut Rng) -> GridBuf {
    let (height, width) = match rng.below(12) {
        0 => (1, 1),
        1 => (1, 30),
        2 => (30, 1),
        3 => (30, 30),
        4 => (32, 32),
        _ => (rng.range(1, 7), rng.range(1, 7)),
    };
    let colors = rng.range(0, 9);
    let mut grid = GridBuf::filled(height as usize, width as usize, 0);
    for i in 0..height {
        for j in 0..width {
            let color = if rng.chance(50) {
                rng.range(0, colors)
            } else {
                0
            };
            grid.set(i, j, color as i8);
        }
    }
    grid
}

impl Random {
    /// Random calls for a seed; most failing calls are dropped.
    pub fn new(seed: u64) -> Self {
        let mut rng = Rng::of("kernels", &[seed]);
        let grids = [grid(&mut rng), grid(&mut rng)];
        let arena = Bump::new();
        let cx = Cx::new(&arena, limits());
        let [i, c] = [&grids[0], &grids[1]].map(|grid| cx.grid_value(grid.view()));
        let pair = cx.tuple(arena.alloc([i, c])).unwrap();
        let s = cx.tuple(arena.alloc([pair])).unwrap();
        let mut graph = Graph::default();
        // Values by node; a failing call may be kept.
        let mut values: Vec<(NodeId, Option<Value>)> = Vec::new();
        let mut calls = Vec::new();
        for _ in 0..rng.range(40, 400) {
            let by_value = values.last().is_some() && rng.chance(10);
            let function = match by_value {
                true => values[rng.below(values.len() as u64) as usize],
                false => {
                    let primitive = supported()[rng.below(supported().len() as u64) as usize];
                    (graph.function(primitive), Some(Value::Primitive(primitive)))
                }
            };
            let arity = match function.1 {
                Some(Value::Primitive(primitive)) => primitive.arity as usize,
                Some(Value::Function(made)) => made.arity as usize,
                _ => rng.range(1, 3) as usize,
            };
            let mut args: Vec<(NodeId, Option<Value>)> = Vec::new();
            for _ in 0..arity {
                args.push(match rng.below(20) {
                    0..=2 => (graph.input(Input::I), Some(i)),
                    3 => (graph.input(Input::C), Some(c)),
                    4 => (graph.input(Input::S), Some(s)),
                    5..8 => {
                        let constant = CONSTANTS[rng.below(CONSTANTS.len() as u64) as usize].value;
                        (graph.constant(constant), Some(constant.value()))
                    }
                    8 if rng.chance(50) => {
                        let [a, b] = [0; 2].map(|_| ODD_NUMBERS[rng.below(14) as usize]);
                        let constant = match (i32::try_from(a), i32::try_from(b)) {
                            (Ok(a), Ok(b)) => ConstantValue::Pair(a, b),
                            _ => ConstantValue::Int(a),
                        };
                        (graph.constant(constant), Some(constant.value()))
                    }
                    8..11 => {
                        let all = primitives();
                        let primitive = all[rng.below(all.len() as u64) as usize];
                        (graph.function(primitive), Some(Value::Primitive(primitive)))
                    }
                    // Mostly the latest values, so that they nest deeply.
                    11..16 if !values.is_empty() => {
                        values[values.len() - 1 - rng.below(values.len().min(4) as u64) as usize]
                    }
                    _ if !values.is_empty() => values[rng.below(values.len() as u64) as usize],
                    _ => (graph.input(Input::I), Some(i)),
                });
            }
            let given: Option<Vec<Value>> = args.iter().map(|arg| arg.1).collect();
            cx.refill();
            let answer = match (function.1, given) {
                (Some(function), Some(given)) => cx.call(function, &given).ok(),
                _ => None,
            };
            // Failures are compared as well, but few calls depend on them.
            let nodes: Vec<NodeId> = args.iter().map(|arg| arg.0).collect();
            let node = match function.1 {
                Some(Value::Primitive(primitive)) if !by_value => graph.call(primitive, &nodes),
                _ => graph.apply(function.0, &nodes),
            };
            calls.push(node);
            if answer.is_some() || rng.chance(1) {
                values.push((node, answer));
            }
        }
        Self {
            graph,
            calls,
            grids,
        }
    }
}

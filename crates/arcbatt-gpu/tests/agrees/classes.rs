//! Every primitive on every class of values, in all combinations.
//!
//! The result is a graph of calls, most of which no program would make.

use arcbatt::batt::{Graph, NodeId};
use arcbatt::dsl::constants::ConstantValue;
use arcbatt::dsl::primitive;
use arcbatt::program::Input;
use arcbatt_gpu::source::supported;

/// A value of each class that the kernels distinguish, and some others.
fn values(graph: &mut Graph) -> Vec<NodeId> {
    let input = graph.input(Input::I);
    let mut call = |name: &str, args: &[NodeId]| graph.call(primitive(name).unwrap(), args);
    let cells = call("asobject", &[input]);
    let indices = call("toindices", &[cells]);
    let nothing = call("difference", &[indices, indices]);
    let cell = call("first", &[cells]);
    let row = call("first", &[input]);
    let lone_function = graph.function(primitive("size").unwrap());
    let [zero, three, yes] = [
        ConstantValue::Int(0),
        ConstantValue::Int(3),
        ConstantValue::Bool(true),
    ]
    .map(|value| graph.constant(value));
    let pairs = [(0, 0), (3, 0), (3, 1), (2, 2), (1, 2), (99, 99)];
    let [no_rows, no_columns, column, two, place, far] =
        pairs.map(|(i, j)| graph.constant(ConstantValue::Pair(i, j)));
    let mut call = |name: &str, args: &[NodeId]| graph.call(primitive(name).unwrap(), args);
    vec![
        input,
        cells,
        indices,
        nothing,
        cell,
        row,
        lone_function,
        zero,
        three,
        yes,
        place,
        call("index", &[input, far]),
        call("canvas", &[zero, no_rows]),
        call("canvas", &[zero, no_columns]),
        call("canvas", &[three, column]),
        call("crop", &[input, no_rows, two]),
        call("objects", &[input, yes, yes, yes]),
        call("dedupe", &[row]),
    ]
}

/// The calls.
pub fn calls(graph: &mut Graph) -> Vec<NodeId> {
    let values = values(graph);
    let mut calls = Vec::new();
    for &primitive in supported() {
        let arity = primitive.arity as usize;
        // With four arguments, the last equals the third.
        let free = arity.min(3);
        for number in 0..values.len().pow(free as u32) {
            let mut left = number;
            let mut args: Vec<NodeId> = (0..free)
                .map(|_| {
                    let value = values[left % values.len()];
                    left /= values.len();
                    value
                })
                .collect();
            args.resize(arity, args[free - 1]);
            calls.push(graph.call(primitive, &args));
        }
    }
    calls
}

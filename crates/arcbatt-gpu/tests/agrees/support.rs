//! The plain interpreter node by node, and the kernels' hash of values.

use arcbatt::batt::{Graph, NodeId, Op, Samples};
use arcbatt::dsl::table::MAX_ARITY;
use arcbatt::dsl::{Cell, Cx, Fail, Limits, Spent, Value, table};
use arcbatt::grid::{Cells, Grid};
use arcbatt::program::Input;

/// The calls that some outputs depend on, in order.
pub fn calls(graph: &Graph, outputs: &[NodeId]) -> Vec<NodeId> {
    let mut all: Vec<NodeId> = outputs.iter().flat_map(|&o| graph.needed(o)).collect();
    all.sort_unstable();
    all.dedup();
    all.retain(|&node| matches!(graph.op(node), Op::Call(_) | Op::Apply));
    all
}

/// The outcome and the cost of every node on a sample.
///
/// A node that depends on a failure has that failure.
pub fn evaluate<'a>(
    cx: &Cx<'a>,
    graph: &Graph,
    nodes: &[NodeId],
    samples: &Samples<'a>,
    sample: usize,
) -> Vec<(Result<Value<'a>, Fail>, Spent)> {
    let mut pairs = cx.list();
    for &(input, output) in &samples.demonstrations {
        let pair = [cx.grid_value(input), cx.grid_value(output)];
        pairs.push(cx.tuple(cx.arena().alloc(pair)).unwrap());
    }
    let s = cx.tuple(pairs.into_bump_slice_mut()).unwrap();
    let mut values: Vec<(Result<Value<'a>, Fail>, Spent)> = Vec::with_capacity(nodes.len());
    for &node in nodes {
        let mut args = [Value::None; MAX_ARITY + 1];
        let mut count = 0;
        let mut failure = None;
        for arg in graph.args(node) {
            let value = match graph.op(arg) {
                Op::Input(Input::S) => Ok(s),
                Op::Input(Input::I) => Ok(cx.grid_value(samples.inputs[sample])),
                Op::Input(Input::C) => Ok(cx.grid_value(samples.compared[sample])),
                Op::Constant(constant) => Ok(constant.value()),
                Op::Function(primitive) => Ok(Value::Primitive(primitive)),
                // Nodes are in order, and include all that they depend on.
                _ => values[nodes.binary_search(&arg).unwrap()].0,
            };
            match value {
                Ok(value) => args[count] = value,
                Err(fail) => {
                    failure = Some(fail);
                    break;
                }
            }
            count += 1;
        }
        cx.refill();
        let result = match (failure, graph.op(node)) {
            (Some(fail), _) => Err(fail),
            (None, Op::Call(primitive)) => cx.call(Value::Primitive(primitive), &args[..count]),
            (None, _) => cx.call(args[0], &args[1..count]),
        };
        values.push((result, cx.refill()));
    }
    values
}

/// The default limits of a node.
pub fn limits() -> Limits {
    arcbatt::batt::TaskLimits::default().node
}

fn mix(s: u64, x: u64) -> u64 {
    let s = (s ^ x).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    s ^ s >> 32
}

fn scrambled(mut a: u32) -> u32 {
    a = (a ^ a >> 16).wrapping_mul(0x85eb_ca6b);
    a = (a ^ a >> 13).wrapping_mul(0xc2b2_ae35);
    a ^ a >> 16
}

fn hash_rows(s: u64, rows: &[u32]) -> u64 {
    let (mut low, mut high) = (0u32, 0u32);
    for (&row, lane) in rows.iter().zip(0u32..) {
        let number = lane.wrapping_mul(0x9e37_79b9);
        low = low.wrapping_add(scrambled(row.wrapping_add(number)));
        let other = (row ^ 0x5bd1_e995)
            .wrapping_mul(0x1b87_3593)
            .wrapping_add(number);
        high = high.wrapping_add(scrambled(other));
    }
    mix(s, (high as u64) << 32 | low as u64)
}

fn hash_planes(s: u64, planes: &[Vec<u32>; 4]) -> u64 {
    let (mut low_sum, mut high_sum) = (0u32, 0u32);
    for lane in 0..planes[0].len() {
        let mut low = (lane as u32).wrapping_mul(0x9e37_79b9);
        let mut high = low ^ 0x5bd1_e995;
        for plane in planes {
            low = (low ^ plane[lane]).wrapping_mul(0x85eb_ca6b);
            low ^= low >> 15;
            high = (high ^ plane[lane]).wrapping_mul(0x1b87_3593);
            high ^= high >> 13;
        }
        low_sum = low_sum.wrapping_add(scrambled(low));
        high_sum = high_sum.wrapping_add(scrambled(high));
    }
    mix(s, (high_sum as u64) << 32 | low_sum as u64)
}

fn number(s: u64, n: i64) -> Option<u64> {
    Some(mix(mix(s, 5), i32::try_from(n).ok()? as u32 as u64))
}

fn two(s: u64, i: i32, j: i32) -> u64 {
    mix(mix(s, i as u32 as u64), j as u32 as u64)
}

fn fits(grid: &Grid) -> bool {
    let sides = (1..=32).contains(&grid.height()) && grid.width() <= 32;
    sides && grid.cells().iter().all(|c| (0..16).contains(c))
}

fn shape(s: u64, cells: &Cells, colors: u32, count: u32) -> Option<u64> {
    if cells.height() > 32 || cells.width > 32 {
        return None;
    }
    let s = two(s, cells.top, cells.left);
    let s = mix(s, (cells.height() as u32 | cells.width << 8) as u64);
    let s = mix(s, (colors as u64) << 32 | count as u64);
    let rows: Vec<u32> = cells.rows.iter().map(|&row| row as u32).collect();
    Some(hash_rows(s, &rows))
}

/// The kernels' hash of a value; `None` if the kernels cannot represent it.
pub fn hash(value: Value, s: u64) -> Option<u64> {
    match value {
        Value::None => Some(mix(s, 3)),
        Value::Bool(b) => number(s, b as i64),
        Value::Int(n) => number(s, n),
        Value::Pair(pair) => Some(two(mix(s, 6), pair.row(), pair.column())),
        Value::Cell(&Cell(c, i, j)) => Some(mix(two(mix(s, 7), i, j), c as u32 as u64)),
        Value::Grid(grid) if fits(grid) => {
            let sides = (grid.height() | grid.width() << 8) as u64;
            let s = mix(s, 8 << 32 | sides);
            let plane = |k: u32| {
                let row = |row: &[i8]| {
                    let cells = row.iter().zip(0..);
                    cells.fold(0u32, |word, (&c, j)| word | (c as u32 >> k & 1) << j)
                };
                grid.rows().map(row).collect()
            };
            Some(hash_planes(s, &[0, 1, 2, 3].map(plane)))
        }
        Value::Grid(grid) => {
            // Pairs of coordinates, say: a tuple of rows there.
            let mut s = mix(mix(s, 14), grid.height() as u64);
            for row in grid.rows() {
                s = match *row {
                    [a, b] => two(mix(s, 6), a as i32, b as i32),
                    _ => row
                        .iter()
                        .try_fold(mix(mix(s, 14), row.len() as u64), |s, &c| {
                            number(s, c as i64)
                        })?,
                };
            }
            Some(s)
        }
        Value::Indices(cells) => shape(mix(s, 9), cells, 0, cells.count),
        Value::Object(object) => {
            if object.count != object.shape.count
                || !object.colors.iter().all(|c| (0..16).contains(c))
            {
                return None;
            }
            let colors = object.colors.iter().fold(0, |set, &c| set | 1 << c);
            let s = shape(mix(s, 10), &object.shape, colors, object.count)?;
            let plane = |k: u32| {
                let mut rows = vec![0u32; object.shape.height()];
                for (c, plane) in object.planes() {
                    for (to, &row) in rows.iter_mut().zip(plane) {
                        *to |= (c as u32 >> k & 1) * row as u32;
                    }
                }
                rows
            };
            Some(hash_planes(s, &[0, 1, 2, 3].map(plane)))
        }
        Value::Set(seq) => {
            let s = mix(mix(s, 13), seq.items().len() as u64);
            seq.items().iter().try_fold(s, |s, &item| hash(item, s))
        }
        Value::Tuple(seq) => {
            let s = mix(mix(s, 14), seq.items().len() as u64);
            seq.items().iter().try_fold(s, |s, &item| hash(item, s))
        }
        Value::Primitive(primitive) => Some(mix(mix(s, 15), table::number(primitive) as u64)),
        // All functions have the same hash.
        Value::Function(_) => Some(mix(s, 16)),
    }
}

/// Whether the hash is that of a large set clipped to the window that the kernels keep.
pub fn is_clip(value: Value, hash: u64) -> bool {
    let pairs = |v: &Value| matches!(v, Value::Pair(_));
    let cells: Vec<(i32, i32, i32)> = match value {
        Value::Indices(cells) => cells.iter().map(|(i, j)| (0, i, j)).collect(),
        Value::Object(object) => object.iter().map(|(c, i, j)| (c as i32, i, j)).collect(),
        Value::Set(seq) => {
            let cell = |v: &Value| match *v {
                Value::Pair(pair) => Some((0, pair.row(), pair.column())),
                Value::Cell(&Cell(c, i, j)) => Some((c, i, j)),
                _ => None,
            };
            match seq.items().iter().map(cell).collect() {
                Some(cells) => cells,
                None => return false,
            }
        }
        _ => return false,
    };
    let colored = match value {
        Value::Indices(_) => [false].as_slice(),
        Value::Object(_) => &[true],
        Value::Set(seq) if seq.items().is_empty() => &[false, true],
        Value::Set(seq) if seq.items().iter().all(pairs) => &[false],
        _ => &[true],
    };
    let mut rows = [[0u32; 32]; 5];
    for &(c, i, j) in &cells {
        if (0..32).contains(&i) && (0..32).contains(&j) {
            let (i, bit) = (i as usize, 1 << j);
            rows[0][i] |= bit;
            for (k, plane) in rows[1..].iter_mut().enumerate() {
                plane[i] |= (c as u32 >> k & 1) * bit;
            }
        }
    }
    colored.iter().any(|&colored| {
        let s = hash_rows(mix(1, if colored { 12 } else { 11 }), &rows[0]);
        let planes = [1, 2, 3, 4].map(|k| rows[k].to_vec());
        let own = if colored { hash_planes(s, &planes) } else { s };
        own << 5 >> 5 == hash
    })
}

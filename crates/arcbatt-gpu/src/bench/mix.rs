//! Random programs of plain grid operations.
//!
//! Mirrors, rotations, recolouring, shifts, crops, fills, floods, and the largest component. Each
//! program extends an earlier one by an operation, as in a search, so they share most nodes.

use arcbatt::batt::{Batt, Candidate, Change, Graph, NodeId, Source};
use arcbatt::dsl::constants::ConstantValue;
use arcbatt::prim;
use arcbatt::program::Input;
use arcbatt::rng::Rng;
use rustc_hash::FxHashSet;

/// The largest number of operations of a program.
const DEEPEST: u32 = 8;

/// Stop after this many draws in a row that give nothing new.
const PATIENCE: usize = 10_000;

/// `count` different programs; fewer only if no more are found.
pub fn mix(count: usize, seed: u64) -> Batt {
    let mut rng = Rng::of("mix", &[seed]);
    let mut graph = Graph::default();
    let input = graph.input(Input::I);
    // All grids so far, with their distance from the input in operations.
    let mut grids: Vec<(NodeId, u32)> = vec![(input, 0)];
    let mut seen = FxHashSet::default();
    let mut candidates = Vec::with_capacity(count.min(1 << 20));
    let mut in_vain = 0;
    while candidates.len() < count && in_vain < PATIENCE {
        in_vain += 1;
        let Some((from, depth)) = rng.pick(&grids) else {
            break;
        };
        if depth >= DEEPEST {
            continue;
        }
        let output = operation(&mut graph, from, &mut rng);
        if seen.insert(output) {
            in_vain = 0;
            grids.push((output, depth + 1));
            candidates.push(Candidate {
                output,
                source: 0,
                change: Change::None,
            });
        }
    }
    let end = candidates.len() as u32;
    Batt {
        graph,
        sources: vec![Source {
            name: "solve_mix".to_owned(),
            fingerprint: 0,
            candidates: (0, end),
        }],
        candidates,
    }
}

/// A random operation on a grid.
fn operation(graph: &mut Graph, grid: NodeId, rng: &mut Rng) -> NodeId {
    let kind = rng.below(10);
    let (one, other) = (rng.range(0, 9), rng.range(0, 9));
    let (rows, columns) = (rng.range(-3, 3) as i32, rng.range(-3, 3) as i32);
    let flag = rng.chance(50);
    let symmetries = [
        prim!(hmirror),
        prim!(vmirror),
        prim!(dmirror),
        prim!(cmirror),
        prim!(rot90),
        prim!(rot180),
        prim!(rot270),
    ];
    let symmetry = symmetries[rng.below(symmetries.len() as u64) as usize];
    let color = graph.constant(ConstantValue::Int(one));
    let other = graph.constant(ConstantValue::Int(other));
    let offset = graph.constant(ConstantValue::Pair(rows, columns));
    let corner = graph.constant(ConstantValue::Pair(rows.max(0), columns.max(0)));
    let sides = graph.constant(ConstantValue::Pair(5 + columns, 5 + rows));
    let (yes, no) = (
        graph.constant(ConstantValue::Bool(true)),
        graph.constant(ConstantValue::Bool(false)),
    );
    let flag = graph.constant(ConstantValue::Bool(flag));
    let size = graph.function(prim!(size));
    let mut call = |primitive, args: &[NodeId]| graph.call(primitive, args);
    match kind {
        0..=2 => call(symmetry, &[grid]),
        3 => call(prim!(replace), &[grid, color, other]),
        4 => call(prim!(switch), &[grid, color, other]),
        5 => {
            // All cells, shifted, on a canvas of the same shape.
            let cells = call(prim!(asobject), &[grid]);
            let shifted = call(prim!(shift), &[cells, offset]);
            let sides = call(prim!(shape), &[grid]);
            let empty = call(prim!(canvas), &[color, sides]);
            call(prim!(paint), &[empty, shifted])
        }
        6 if yes == flag => call(prim!(trim), &[grid]),
        6 => call(prim!(crop), &[grid, corner, sides]),
        7 => {
            let cells = call(prim!(ofcolor), &[grid, color]);
            call(prim!(fill), &[grid, other, cells])
        }
        8 => {
            // The largest area of one colour, recoloured.
            let areas = call(prim!(objects), &[grid, yes, no, no]);
            let largest = call(prim!(argmax), &[areas, size]);
            call(prim!(fill), &[grid, color, largest])
        }
        _ => {
            let components = call(prim!(objects), &[grid, flag, no, yes]);
            let largest = call(prim!(argmax), &[components, size]);
            call(prim!(subgrid), &[largest, grid])
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use arcbatt::program::{parse_file, typecheck};

    #[test]
    fn they_are_different_solvers_that_type_check() {
        let batt = mix(3_000, 7);
        assert_eq!(batt.candidates.len(), 3_000);
        let mut texts = FxHashSet::default();
        for candidate in 0..3_000 {
            let program = batt.extract(candidate);
            assert!(typecheck(&program).is_ok(), "{program}");
            let text = program.to_string();
            assert_eq!(parse_file(&text).errors, [], "{text}");
            texts.insert(text);
        }
        assert_eq!(texts.len(), 3_000);
        let all: String = texts.into_iter().collect();
        for name in [
            "rot90", "replace", "switch", "shift", "trim", "crop", "fill", "subgrid",
        ] {
            assert!(all.contains(&format!("{name}(")), "{name}");
        }
        let again = mix(3_000, 7);
        assert!(batt.candidates == again.candidates && batt.graph.len() == again.graph.len());
        assert_ne!(batt.candidates, mix(3_000, 8).candidates);
    }
}

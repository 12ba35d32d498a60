//! Fused `mapply` equals one call per cell, in value and in charges.

use super::*;
use crate::dsl::Limits;
use crate::dsl::sets::union;
use crate::dsl::table::primitive;
use crate::rng::Rng;
use bumpalo::Bump;

fn named(name: &str) -> Value<'static> {
    Value::Primitive(primitive(name).expect("a primitive"))
}

/// The union of one call per cell.
fn one_by_one<'a>(
    cx: &Cx<'a>,
    functions: &[Value<'a>],
    cells: Value<'a>,
) -> Result<Value<'a>, Fail> {
    let mut results = cx.reserve_list(cells.len()? * functions.len())?;
    cx.walk(cells, |cell| {
        for &function in functions {
            results.push(cx.call1(function, cell)?);
        }
        Ok(())
    })?;
    union::union(cx, &results)
}

/// Single functions and pairs of them on random cells; returns how often the fused path applied.
fn try_all(limits: Limits) -> usize {
    let mut rng = Rng::new(5);
    let mut answers = 0;
    for turn in 0..300 {
        let arena = Bump::new();
        let cx = Cx::new(&arena, Limits::default());
        let mut functions = vec![
            named("neighbors"),
            named("dneighbors"),
            named("ineighbors"),
            named("hfrontier"),
            named("vfrontier"),
        ];
        for direction in (-1..=1).flat_map(|i| (-1..=1).map(move |j| Value::at(i, j))) {
            let parts = [named("shoot"), direction];
            functions.push(
                cx.closure(ClosureKind::Rbind, &parts, 1)
                    .expect("a function"),
            );
        }
        let (height, width) = ([1, 5, 30, 100][turn % 4], [1, 4, 17, 30, 64][turn % 5]);
        let rows = arena.alloc_slice_fill_with(height, |_| {
            (rng.next_u64() & rng.next_u64()) & low_bits(width)
        });
        let corner = [(0, 0), (-7, 3), (40, -90), (i32::MAX - 100, 0)][turn / 4 % 4];
        let cells = cx.indices(Cells::tight(corner.0, corner.1, rows));
        for k in 0..functions.len() {
            for also in [None, Some(rng.below(functions.len() as u64) as usize)] {
                let some: Vec<Value> = [Some(k), also]
                    .iter()
                    .flatten()
                    .map(|&k| functions[k])
                    .collect();
                let (all, one) = (Cx::new(&arena, limits), Cx::new(&arena, limits));
                let whole = union(&all, &some, cells);
                let Ok(Some(whole)) = whole else {
                    assert!(whole.is_ok(), "a failure is for the calls to find");
                    assert_eq!(all.spent(), Spent::default());
                    continue;
                };
                answers += 1;
                let slow = one_by_one(&one, &some, cells);
                assert!(
                    slow.is_ok_and(|slow| slow == whole),
                    "{some:?} of {cells:?}"
                );
                assert_eq!(all.spent(), one.spent(), "{some:?} of {cells:?}");
            }
        }
    }
    answers
}

#[test]
fn results_and_charges_equal_one_call_per_cell() {
    assert!(try_all(Limits::default()) > 4_000);
}

#[test]
fn near_limits_the_calls_are_left_to_the_caller() {
    let few = |steps, cells, size| Limits {
        steps,
        cells,
        size,
        ..Limits::default()
    };
    let all = try_all(Limits::default());
    for limits in [few(100, 1 << 20, 1 << 20), few(1 << 20, 900, 1 << 20)] {
        let answers = try_all(limits);
        assert!(answers > 100 && answers < all);
    }
}

//! Calls that are the same in another guise. Only what is exact on every input, failures included.

use super::graph::{Graph, NodeId, Op};
use crate::dsl::table::Primitive;

/// Whether the two arguments may change places: same value, same failures.
pub(super) fn commutes(primitive: &Primitive) -> bool {
    matches!(
        primitive.name,
        "add"
            | "multiply"
            | "equality"
            | "intersection"
            | "manhattan"
            | "adjacent"
            | "hmatching"
            | "vmatching"
    )
}

/// An earlier node that gives the same value as the call, if there is one.
pub(super) fn simpler(graph: &Graph, primitive: &Primitive, args: &[NodeId]) -> Option<NodeId> {
    let &[arg] = args else { return None };
    // The node that `arg` calls `name` of.
    let inside = |name: &str| match graph.op(arg) {
        Op::Call(inner) if inner.name == name => graph.args(arg).next(),
        _ => None,
    };
    match primitive.name {
        "identity" => Some(arg),
        // Doing it twice is doing it once. Not so with toindices: cells may hold cells.
        "normalize" | "dedupe" | "totuple" | "backdrop" => inside(primitive.name).map(|_| arg),
        // Turning round twice gives the number back, if it was one: what went through the first
        // turn is a number or a pair.
        "invert" => {
            let inner = inside("invert")?;
            is_number(graph, inner).then_some(inner)
        }
        // Mirrors twice give the grid back, if it was one.
        "hmirror" | "vmirror" | "rot180" => {
            let inner = inside(primitive.name)?;
            is_grid(graph, inner).then_some(inner)
        }
        _ => None,
    }
}

/// Whether a node is a grid whenever it has a value.
fn is_grid(graph: &Graph, node: NodeId) -> bool {
    match graph.op(node) {
        Op::Input(input) => input != crate::program::Input::S,
        Op::Call(primitive) => gives_grid(primitive),
        _ => false,
    }
}

/// Whether a node is a number or a pair whenever it has a value.
fn is_number(graph: &Graph, node: NodeId) -> bool {
    matches!(graph.op(node), Op::Call(primitive) if gives_number(primitive))
}

/// Whether the primitive gives a tuple of rows, if anything, on odd arguments, too: mirrors twice
/// give that back. What takes rows as they are is not among them: half of a tuple of numbers has
/// no rows, and no mirror image.
fn gives_grid(primitive: &Primitive) -> bool {
    matches!(
        primitive.name,
        "canvas"
            | "cellwise"
            | "compress"
            | "cover"
            | "crop"
            | "downscale"
            | "fill"
            | "hupscale"
            | "lefthalf"
            | "move"
            | "paint"
            | "replace"
            | "righthalf"
            | "rot180"
            | "rot270"
            | "rot90"
            | "subgrid"
            | "switch"
            | "trim"
            | "underfill"
            | "underpaint"
    )
}

/// Whether turning round twice gives back whatever the primitive gives: nothing but numbers and
/// pairs, on odd arguments, too, and not the least number, which has no negative.
fn gives_number(primitive: &Primitive) -> bool {
    matches!(
        primitive.name,
        "colorcount"
            | "halve"
            | "height"
            | "invert"
            | "manhattan"
            | "numcolors"
            | "shape"
            | "sign"
            | "size"
            | "width"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dsl::table::primitives;
    use crate::dsl::{Cx, Fail, Limit, Limits, Value, order, primitive};
    use crate::rng::Rng;
    use bumpalo::Bump;

    /// Values of every kind, odd ones most of all, and what random calls make of them.
    fn pool<'a>(cx: &Cx<'a>, rng: &mut Rng) -> Vec<Value<'a>> {
        let grid = |rows: &[&str]| {
            let grid = crate::grid::GridBuf::from_digits(rows).unwrap();
            let cells = cx.arena().alloc_slice_copy(grid.view().cells());
            cx.grid(grid.height(), grid.width(), cells).unwrap()
        };
        let mut pool = vec![
            Value::None,
            Value::from(true),
            Value::from(false),
            Value::EMPTY_TUPLE,
            Value::EMPTY_SET,
            Value::at(1, 2),
            Value::at(-3, 0),
            Value::at(i32::MIN, 7),
            cx.cell(2, 1, 1),
            grid(&["0"]),
            grid(&["12", "30"]),
            grid(&["0110", "0200", "0003"]),
        ];
        pool.extend([-2, 0, 1, 2, 3, 5, 100, i64::MIN, i64::MAX].map(Value::Int));
        let table = primitives();
        pool.extend(table.iter().map(|p| Value::Primitive(p)));
        // A set within a tuple within a set, a tuple of numbers, ragged rows.
        let tuple = |items: &[Value<'a>]| cx.tuple(cx.arena().alloc_slice_copy(items)).unwrap();
        let nested = tuple(&[Value::Int(1), cx.cell(2, 3, 4)]);
        let set = |items: &[Value<'a>]| {
            let mut list = cx.list();
            list.extend_from_slice(items);
            cx.set(list).unwrap()
        };
        let row = |n: i64| tuple(&(0..n).map(Value::Int).collect::<Vec<_>>());
        pool.extend([nested, set(&[nested]), set(&[cx.cell(1, 2, 3), nested])]);
        pool.extend([row(1), row(3), tuple(&[row(1), row(3)]), tuple(&[row(0)])]);
        pool.extend([set(&[Value::at(0, 0), Value::at(5, 90)])]);
        pool.extend([tuple(&[cx.cell(1, 2, 3), cx.cell(1, 2, 3)])]);
        pool.extend([tuple(&[Value::at(4, 500), Value::at(4, 500)])]);
        let basic = pool.len() as u64;
        for _ in 0..20_000 {
            let primitive = table[rng.below(table.len() as u64) as usize];
            let args: Vec<Value> = (0..primitive.arity)
                .map(|_| match rng.chance(50) {
                    true => pool[rng.below(basic) as usize],
                    false => pool[rng.below(pool.len() as u64) as usize],
                })
                .collect();
            cx.refill();
            if let Ok(value) = cx.call(Value::Primitive(primitive), &args)
                && pool.len() < 1_500
            {
                pool.push(value);
            }
        }
        pool
    }

    fn limits() -> Limits {
        Limits {
            steps: 2_000,
            cells: 50_000,
            ..Limits::default()
        }
    }

    fn call<'a>(cx: &Cx<'a>, name: &str, args: &[Value<'a>]) -> Result<Value<'a>, Fail> {
        cx.refill();
        cx.call(Value::Primitive(primitive(name).unwrap()), args)
    }

    /// Whether both have the same value, or both have none. Two calls may use up what one does
    /// not, so hitting these limits says nothing.
    fn alike(a: Result<Value, Fail>, b: Result<Value, Fail>) -> bool {
        match (a, b) {
            (Ok(a), Ok(b)) => order::equal(a, b),
            (_, Err(Fail::Limit(Limit::Cells | Limit::Steps))) => true,
            (a, b) => a.is_err() && b.is_err(),
        }
    }

    #[test]
    fn doing_it_twice_is_doing_it_once() {
        let arena = Bump::new();
        let cx = Cx::new(&arena, limits());
        let mut wrong = Vec::new();
        for x in pool(&cx, &mut Rng::new(1)) {
            for name in ["normalize", "dedupe", "totuple", "backdrop", "identity"] {
                let once = call(&cx, name, &[x]);
                let twice = once.and_then(|once| call(&cx, name, &[once]));
                if !alike(once, twice) {
                    wrong.push(format!("{name} of {x}: {once:?}, then {twice:?}"));
                }
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }

    #[test]
    fn arguments_change_places_where_the_list_says_so() {
        let arena = Bump::new();
        let cx = Cx::new(&arena, limits());
        let mut rng = Rng::new(2);
        let pool = pool(&cx, &mut rng);
        let commuting = || primitives().iter().filter(|p| commutes(p));
        assert_eq!(commuting().count(), 8);
        for primitive in commuting() {
            for _ in 0..20_000 {
                let (a, b) = (rng.pick(&pool).unwrap(), rng.pick(&pool).unwrap());
                let (one, other) = (
                    call(&cx, primitive.name, &[a, b]),
                    call(&cx, primitive.name, &[b, a]),
                );
                assert!(alike(one, other), "{}({a}, {b})", primitive.name);
            }
        }
    }

    #[test]
    fn turning_twice_gives_back_what_primitives_of_the_lists_give() {
        let arena = Bump::new();
        let cx = Cx::new(&arena, limits());
        let mut rng = Rng::new(3);
        let pool = pool(&cx, &mut rng);
        let mut wrong = std::collections::BTreeMap::new();
        for primitive in primitives() {
            let turns: &[&str] = match (gives_grid(primitive), gives_number(primitive)) {
                (true, _) => &["hmirror", "vmirror", "rot180"],
                (_, true) => &["invert"],
                _ => continue,
            };
            for _ in 0..20_000 {
                let args: Vec<Value> = (0..primitive.arity)
                    .map(|_| rng.pick(&pool).unwrap())
                    .collect();
                let Ok(value) = call(&cx, primitive.name, &args) else {
                    continue;
                };
                for turn in turns {
                    let twice = call(&cx, turn, &[value]).and_then(|v| call(&cx, turn, &[v]));
                    if !alike(Ok(value), twice) {
                        wrong.insert((primitive.name, turn), format!("{value}, then {twice:?}"));
                    }
                }
            }
        }
        assert!(wrong.is_empty(), "{wrong:#?}");
    }
}

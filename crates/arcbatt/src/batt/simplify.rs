//! Calls that another node already computes. Exact on every input, failures included.

use super::graph::{Graph, NodeId, Op};
use crate::dsl::properties::Domain;
use crate::dsl::table::Primitive;
use crate::prim;
use crate::program::Input;

/// An earlier node that gives the same value as the call, if there is one.
pub(super) fn simpler(
    graph: &Graph,
    primitive: &'static Primitive,
    args: &[NodeId],
) -> Option<NodeId> {
    let &[arg] = args else { return None };
    if primitive == prim!(identity) {
        return Some(arg);
    }
    let properties = &primitive.properties;
    if !properties.idempotent && properties.involution.is_none() {
        return None;
    }
    // The argument calls the same primitive.
    if !matches!(graph.op(arg), Op::Call(inner) if inner == primitive) {
        return None;
    }
    match properties.involution {
        None => Some(arg),
        Some(domain) => {
            let inner = graph.args(arg).next()?;
            lies_in(graph, inner, domain).then_some(inner)
        }
    }
}

/// Whether the value of a node, if it has one, always lies in the domain.
fn lies_in(graph: &Graph, node: NodeId, domain: Domain) -> bool {
    match graph.op(node) {
        Op::Input(input) => domain == Domain::Grids && input != Input::S,
        Op::Call(primitive) => primitive.properties.result == Some(domain),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dsl::properties::Properties;
    use crate::dsl::table::primitives;
    use crate::dsl::{Cx, Fail, Limit, Limits, Value, order};
    use crate::rng::Rng;
    use bumpalo::Bump;

    /// Values of every kind, mostly unusual ones, and the results of random calls on them.
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

    fn call<'a>(
        cx: &Cx<'a>,
        primitive: &'static Primitive,
        args: &[Value<'a>],
    ) -> Result<Value<'a>, Fail> {
        cx.refill();
        cx.call(Value::Primitive(primitive), args)
    }

    /// The primitives with a property.
    fn with(property: impl Fn(&Properties) -> bool) -> Vec<&'static Primitive> {
        let all = primitives().iter().copied();
        all.filter(|p| property(&p.properties)).collect()
    }

    /// Whether both have the same value or both fail. Two calls may exceed a limit that one call
    /// does not, so exceeding a limit proves nothing.
    fn alike(a: Result<Value, Fail>, b: Result<Value, Fail>) -> bool {
        match (a, b) {
            (Ok(a), Ok(b)) => order::equal(a, b),
            (_, Err(Fail::Limit(Limit::Cells | Limit::Steps))) => true,
            (a, b) => a.is_err() && b.is_err(),
        }
    }

    #[test]
    fn idempotent_primitives_are_idempotent() {
        let arena = Bump::new();
        let cx = Cx::new(&arena, limits());
        let idempotent = with(|p| p.idempotent);
        assert_eq!(idempotent.len(), 4);
        let mut wrong = Vec::new();
        for x in pool(&cx, &mut Rng::new(1)) {
            for &primitive in &idempotent {
                let once = call(&cx, primitive, &[x]);
                let twice = once.and_then(|once| call(&cx, primitive, &[once]));
                if !alike(once, twice) {
                    wrong.push(format!("{primitive:?} of {x}: {once:?}, then {twice:?}"));
                }
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }

    #[test]
    fn commuting_primitives_commute() {
        let arena = Bump::new();
        let cx = Cx::new(&arena, limits());
        let mut rng = Rng::new(2);
        let pool = pool(&cx, &mut rng);
        let commuting = with(|p| p.commutes);
        assert_eq!(commuting.len(), 8);
        for primitive in commuting {
            for _ in 0..20_000 {
                let (a, b) = (rng.pick(&pool).unwrap(), rng.pick(&pool).unwrap());
                let (one, other) = (call(&cx, primitive, &[a, b]), call(&cx, primitive, &[b, a]));
                assert!(alike(one, other), "{}({a}, {b})", primitive.name);
            }
        }
    }

    #[test]
    fn involutions_undo_themselves_on_their_domain() {
        let arena = Bump::new();
        let cx = Cx::new(&arena, limits());
        let mut rng = Rng::new(3);
        let pool = pool(&cx, &mut rng);
        let mut wrong = std::collections::BTreeMap::new();
        for primitive in primitives() {
            let Some(domain) = primitive.properties.result else {
                continue;
            };
            let involutions = with(|p| p.involution == Some(domain));
            for _ in 0..20_000 {
                let args: Vec<Value> = (0..primitive.arity)
                    .map(|_| rng.pick(&pool).unwrap())
                    .collect();
                let Ok(value) = call(&cx, primitive, &args) else {
                    continue;
                };
                for &turn in &involutions {
                    let twice = call(&cx, turn, &[value]).and_then(|v| call(&cx, turn, &[v]));
                    if !alike(Ok(value), twice) {
                        let pair = (primitive.name, turn.name);
                        wrong.insert(pair, format!("{value}, then {twice:?}"));
                    }
                }
            }
        }
        assert!(wrong.is_empty(), "{wrong:#?}");
    }
}

//! Patches, in compact and generic form: moving, mirroring, colouring.

use super::model::{Model, call, indices, object, with_cx};
use arcbatt::dsl::Value;
use proptest::prelude::*;
use std::collections::BTreeSet;

/// The cells of a patch: colour (none for indices), row, column.
fn cells(patch: &Model) -> Vec<(Option<i64>, i64, i64)> {
    let numbers = |model: &Model| match model {
        Model::Tuple(items) => match items[..] {
            [Model::Int(i), Model::Int(j)] => (None, i, j),
            [Model::Int(c), Model::Tuple(ref pair)] => match pair[..] {
                [Model::Int(i), Model::Int(j)] => (Some(c), i, j),
                _ => panic!("{pair:?}"),
            },
            _ => panic!("{items:?}"),
        },
        other => panic!("{other:?}"),
    };
    patch.items().iter().map(numbers).collect()
}

fn patch(cells: impl IntoIterator<Item = (Option<i64>, i64, i64)>) -> Model {
    Model::set(cells.into_iter().map(|(c, i, j)| match c {
        Some(c) => Model::cell(c, i, j),
        None => Model::pair(i, j),
    }))
}

fn any_patch() -> impl Strategy<Value = Model> {
    prop_oneof![indices(), object()]
}

/// Offsets that keep every coordinate of the models in range.
fn offset() -> impl Strategy<Value = (i64, i64)> {
    let by = || prop_oneof![4 => -9i64..9, 1 => -100_000i64..100_000];
    (by(), by())
}

proptest! {
    #[test]
    fn shifts_invert(model in any_patch(), (di, dj) in offset()) {
        with_cx(|cx| {
            let value = model.build(cx);
            let moved = call(cx, "shift", &[value, Value::at(di as i32, dj as i32)]).unwrap();
            let naive = patch(cells(&model).into_iter().map(|(c, i, j)| (c, i + di, j + dj)));
            prop_assert_eq!(moved, naive.build(cx));
            let back = call(cx, "shift", &[moved, Value::at(-di as i32, -dj as i32)]).unwrap();
            prop_assert_eq!(back, value);
            Ok(())
        })?;
    }

    #[test]
    fn recolor_and_toindices(model in any_patch(), color in prop_oneof![0i64..10, Just(-5), Just(500)]) {
        with_cx(|cx| {
            let value = model.build(cx);
            let bare = call(cx, "toindices", &[value]).unwrap();
            let places: BTreeSet<(i64, i64)> = cells(&model).iter().map(|&(_, i, j)| (i, j)).collect();
            let naive = patch(places.iter().map(|&(i, j)| (None, i, j)));
            prop_assert_eq!(bare, naive.build(cx));
            let painted = call(cx, "recolor", &[Value::Int(color), value]).unwrap();
            let naive = patch(places.iter().map(|&(i, j)| (Some(color), i, j)));
            prop_assert_eq!(painted, naive.build(cx));
            prop_assert_eq!(call(cx, "toindices", &[painted]).unwrap(), bare);
            Ok(())
        })?;
    }

    #[test]
    fn mirrors_stay_in_the_bounding_box(model in any_patch()) {
        with_cx(|cx| {
            let value = model.build(cx);
            let all = cells(&model);
            if all.is_empty() {
                return Ok(());
            }
            let (is, js) = (|| all.iter().map(|c| c.1), || all.iter().map(|c| c.2));
            let (top, bottom) = (is().min().unwrap(), is().max().unwrap());
            let (left, right) = (js().min().unwrap(), js().max().unwrap());
            for (name, corner) in [
                ("uppermost", top),
                ("lowermost", bottom),
                ("leftmost", left),
                ("rightmost", right),
                ("height", bottom - top + 1),
                ("width", right - left + 1),
            ] {
                prop_assert_eq!(call(cx, name, &[value]).unwrap(), Value::Int(corner), "{}", name);
            }
            let mirror = |name: &str, to: &dyn Fn(i64, i64) -> (i64, i64)| {
                let mirrored = call(cx, name, &[value]).unwrap();
                let naive = patch(all.iter().map(|&(c, i, j)| {
                    let (i, j) = to(i, j);
                    (c, i, j)
                }));
                prop_assert_eq!(mirrored, naive.build(cx), "{} of {}", name, value);
                let back = call(cx, name, &[mirrored]).unwrap();
                prop_assert_eq!(back, value, "{} twice", name);
                Ok(())
            };
            mirror("hmirror", &|i, j| (top + bottom - i, j))?;
            mirror("vmirror", &|i, j| (i, left + right - j))?;
            mirror("dmirror", &|i, j| (j - left + top, i - top + left))?;
            let normal = call(cx, "normalize", &[value]).unwrap();
            let naive = patch(all.iter().map(|&(c, i, j)| (c, i - top, j - left)));
            // A difference that does not fit in a pair exceeds a limit, as in `shift`.
            prop_assert_eq!(normal, naive.build(cx));
            Ok(())
        })?;
    }

    #[test]
    fn distances_and_bounding_boxes(a in any_patch(), b in any_patch()) {
        with_cx(|cx| {
            let (x, y) = (a.build(cx), b.build(cx));
            let (p, q) = (cells(&a), cells(&b));
            let least = p.iter().flat_map(|s| q.iter().map(|t| (s.1 - t.1).abs() + (s.2 - t.2).abs())).min();
            let got = call(cx, "manhattan", &[x, y]).ok();
            prop_assert_eq!(got, least.map(Value::Int));
            let rows = |cells: &[(Option<i64>, i64, i64)]| cells.iter().map(|c| c.1).collect::<BTreeSet<_>>();
            let shared = !rows(&p).is_disjoint(&rows(&q));
            prop_assert_eq!(call(cx, "hmatching", &[x, y]).unwrap(), Value::from(shared));
            let near = |cells: &[(Option<i64>, i64, i64)]| cells.iter().all(|c| c.1.abs() < 300 && c.2.abs() < 300);
            if !p.is_empty() && near(&p) {
                let (top, bottom) = (p.iter().map(|c| c.1).min().unwrap(), p.iter().map(|c| c.1).max().unwrap());
                let (left, right) = (p.iter().map(|c| c.2).min().unwrap(), p.iter().map(|c| c.2).max().unwrap());
                let all = || (top..=bottom).flat_map(|i| (left..=right).map(move |j| (None, i, j)));
                prop_assert_eq!(call(cx, "backdrop", &[x]).unwrap(), patch(all()).build(cx));
                let mine: BTreeSet<(i64, i64)> = p.iter().map(|c| (c.1, c.2)).collect();
                let rest = all().filter(|c| !mine.contains(&(c.1, c.2)));
                prop_assert_eq!(call(cx, "delta", &[x]).unwrap(), patch(rest).build(cx));
                let edge = all().filter(|c| c.1 == top || c.1 == bottom || c.2 == left || c.2 == right);
                prop_assert_eq!(call(cx, "box", &[x]).unwrap(), patch(edge).build(cx));
            }
            Ok(())
        })?;
    }
}

//! Sets, in compact, generic and mixed form, compared with those of the standard library.

use super::model::{Model, call, cell, indices, object, pair, value, with_cx};
use arcbatt::dsl::Value;
use proptest::collection::vec;
use proptest::prelude::*;
use std::collections::BTreeSet;

fn any_set() -> impl Strategy<Value = BTreeSet<Model>> {
    let sets = prop_oneof![indices(), object(), vec(value(), 0..5).prop_map(Model::set)];
    sets.prop_map(|set| match set {
        Model::Set(items) => items,
        other => panic!("{other:?}"),
    })
}

/// Two sets that often share elements.
fn two_sets() -> impl Strategy<Value = (BTreeSet<Model>, BTreeSet<Model>)> {
    (any_set(), any_set(), any::<u64>()).prop_map(|(a, b, share)| {
        let shared = a
            .iter()
            .enumerate()
            .filter(|(k, _)| share >> (k % 64) & 1 == 1);
        let b = shared.map(|(_, item)| item.clone()).chain(b).collect();
        (a, b)
    })
}

fn element() -> impl Strategy<Value = Model> {
    prop_oneof![pair(), cell(), value()]
}

/// The reference uses `&`, which on numbers is the bitwise and.
#[test]
fn intersection_of_numbers() {
    with_cx(|cx| {
        let (yes, no) = (Value::from(true), Value::from(false));
        let cases = [
            (Value::Int(6), Value::Int(3), Some(Value::Int(2))),
            (Value::Int(-1), Value::Int(7), Some(Value::Int(7))),
            (yes, Value::Int(6), Some(Value::Int(0))),
            (yes, yes, Some(yes)),
            (yes, no, Some(no)),
            (Value::Int(6), Value::EMPTY_SET, None),
            (Value::EMPTY_TUPLE, Value::EMPTY_TUPLE, None),
        ];
        for (a, b, wanted) in cases {
            let got = call(cx, "intersection", &[a, b]).ok();
            let kind = |v: Value| matches!(v, Value::Bool(_));
            assert_eq!(
                (got, got.map(kind)),
                (wanted, wanted.map(kind)),
                "{a} and {b}"
            );
        }
    });
}

proptest! {
    #[test]
    fn union_intersection_difference((a, b) in two_sets()) {
        with_cx(|cx| {
            let [x, y] = [&a, &b].map(|set| Model::Set(set.clone()).build(cx));
            let is = |name: &str, wanted: BTreeSet<Model>| {
                let got = call(cx, name, &[x, y]).unwrap();
                prop_assert_eq!(got, Model::Set(wanted).build(cx), "{} of {} and {}", name, x, y);
                Ok(())
            };
            is("combine", a.union(&b).cloned().collect())?;
            is("intersection", a.intersection(&b).cloned().collect())?;
            is("difference", a.difference(&b).cloned().collect())?;
            let both = Model::set([Model::Set(a.clone()), Model::Set(b.clone())]).build(cx);
            let merged = call(cx, "merge", &[both]).unwrap();
            prop_assert_eq!(merged, Model::Set(&a | &b).build(cx));
            prop_assert_eq!(call(cx, "size", &[x]).unwrap(), Value::Int(a.len() as i64));
            Ok(())
        })?;
    }

    #[test]
    fn inserting_and_removing_an_element((a, b) in two_sets(), other in element()) {
        with_cx(|cx| {
            let x = Model::Set(a.clone()).build(cx);
            for item in b.iter().take(3).chain([&other]) {
                let v = item.build(cx);
                let holds = call(cx, "contained", &[v, x]).unwrap();
                prop_assert_eq!(holds, Value::from(a.contains(item)), "{} in {}", v, x);
                let mut more = a.clone();
                more.insert(item.clone());
                let inserted = call(cx, "insert", &[v, x]).unwrap();
                prop_assert_eq!(inserted, Model::Set(more).build(cx), "{} into {}", v, x);
                let mut less = a.clone();
                less.remove(item);
                let removed = call(cx, "remove", &[v, x]).unwrap();
                prop_assert_eq!(removed, Model::Set(less.clone()).build(cx), "{} out of {}", v, x);
                let first = call(cx, "other", &[x, v]).ok();
                prop_assert_eq!(first, less.first().map(|m| m.build(cx)));
            }
            Ok(())
        })?;
    }

    #[test]
    fn tuples_of_sets(a in any_set()) {
        with_cx(|cx| {
            let x = Model::Set(a.clone()).build(cx);
            let items: Vec<Model> = a.iter().cloned().collect();
            let tuple = call(cx, "totuple", &[x]).unwrap();
            prop_assert_eq!(tuple, Model::Tuple(items.clone()).build(cx));
            let back = call(cx, "combine", &[Value::EMPTY_SET, tuple]).unwrap();
            prop_assert_eq!(back, x);
            let twice = call(cx, "combine", &[tuple, tuple]).unwrap();
            prop_assert_eq!(call(cx, "dedupe", &[twice]).unwrap(), tuple);
            prop_assert_eq!(call(cx, "difference", &[twice, x]).unwrap(), Value::EMPTY_TUPLE);
            prop_assert_eq!(call(cx, "first", &[x]).ok(), items.first().map(|m| m.build(cx)));
            prop_assert_eq!(call(cx, "last", &[x]).ok(), items.last().map(|m| m.build(cx)));
            Ok(())
        })?;
    }
}

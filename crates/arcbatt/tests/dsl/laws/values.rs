//! Every value has one form: equality, hash and order agree with the naive model.

use super::model::{Model, call, value, with_cx};
use arcbatt::dsl::{Value, order};
use proptest::prelude::*;
use rustc_hash::FxHasher;
use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

fn hash(value: Value) -> u64 {
    let mut hasher = FxHasher::default();
    value.hash(&mut hasher);
    hasher.finish()
}

/// Two models, often equal or nearly so.
fn two() -> impl Strategy<Value = (Model, Model)> {
    (value(), value(), 0..4).prop_map(|(a, b, kind)| match (kind, &a) {
        (0, _) => (a.clone(), a),
        (1, Model::Set(items)) => {
            let mut more = items.clone();
            more.insert(b);
            (a, Model::Set(more))
        }
        (1, Model::Tuple(items)) => {
            let mut more = items.clone();
            more.push(b);
            (a, Model::Tuple(more))
        }
        _ => (a, b),
    })
}

proptest! {
    #[test]
    fn both_constructions_give_one_form(model in value()) {
        with_cx(|cx| {
            let (a, b) = (model.build(cx), model.build_otherwise(cx));
            prop_assert_eq!(a, b);
            prop_assert_eq!(hash(a), hash(b));
            let kinds = (a.kind(), b.kind());
            prop_assert!(kinds.0 == kinds.1 || kinds == ("Int", "Bool"), "{:?}", kinds);
            prop_assert_eq!(a.depth(), b.depth());
            prop_assert_eq!(a.weight(), b.weight());
            Ok(())
        })?;
    }

    #[test]
    fn order_and_equality_match_the_model((a, b) in two()) {
        with_cx(|cx| {
            let (x, y) = (a.build(cx), b.build_otherwise(cx));
            prop_assert_eq!(order::cmp(x, y), a.cmp(&b), "{} and {}", x, y);
            prop_assert_eq!(order::cmp(y, x), b.cmp(&a), "{} and {}", y, x);
            prop_assert_eq!(order::equal(x, y), a == b, "{} and {}", x, y);
            prop_assert_eq!(call(cx, "equality", &[x, y]).unwrap(), Value::from(a == b));
            if a == b {
                prop_assert_eq!(hash(x), hash(y));
            }
            Ok(())
        })?;
    }

    #[test]
    fn order_is_total(models in proptest::collection::vec(value(), 3)) {
        with_cx(|cx| {
            let [a, b, c] = [0, 1, 2].map(|k: usize| models[k].build(cx));
            prop_assert_eq!(order::cmp(a, a), Ordering::Equal);
            prop_assert_eq!(order::cmp(a, b), order::cmp(b, a).reverse());
            let mut sorted = [a, b, c];
            sorted.sort_unstable();
            prop_assert_ne!(order::cmp(sorted[0], sorted[2]), Ordering::Greater);
            Ok(())
        })?;
    }

    #[test]
    fn elements_are_in_order(model in value()) {
        with_cx(|cx| {
            if let Model::Tuple(_) | Model::Set(_) = model {
                let value = model.build(cx);
                let items = cx.items(value).unwrap();
                let wanted: Vec<Value> = model.items().iter().map(|m| m.build(cx)).collect();
                prop_assert_eq!(items, &wanted[..]);
                prop_assert_eq!(value.len().unwrap(), wanted.len());
            }
            Ok(())
        })?;
    }

    #[test]
    fn copies_are_equal(model in value()) {
        with_cx(|cx| {
            let value = model.build(cx);
            with_cx(|other| {
                let back = other.adopt(value);
                prop_assert_eq!(back, value);
                prop_assert_eq!(back.kind(), value.kind());
                prop_assert_eq!(hash(back), hash(value));
                prop_assert_eq!(back.depth(), value.depth());
                prop_assert_eq!(back.weight(), value.weight());
                Ok(())
            })
        })?;
    }

    #[test]
    fn closures_are_equal_if_their_parts_are((a, b) in two()) {
        with_cx(|cx| {
            let equality = Model::Primitive("equality").build(cx);
            let f = call(cx, "lbind", &[equality, a.build(cx)]).unwrap();
            let g = call(cx, "lbind", &[equality, b.build_otherwise(cx)]).unwrap();
            prop_assert_eq!(f == g, a == b);
            prop_assert_eq!(order::cmp(f, g), order::cmp(g, f).reverse());
            if f == g {
                prop_assert_eq!(hash(f), hash(g));
            }
            let back = cx.adopt(f);
            prop_assert_eq!(back, f);
            let answer = call(cx, "rapply", &[cx.set(bumpalo::vec![in cx.arena(); back]).unwrap(), b.build(cx)]);
            prop_assert_eq!(answer.unwrap(), Model::set([Model::Int((a == b).into())]).build(cx));
            Ok(())
        })?;
    }
}

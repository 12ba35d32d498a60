//! Charges compared with work: no primitive may take more memory, or compare more values, than it charges.
//!
//! Every primitive is called on values of every class, up to 200,000 elements, whatever their types: those
//! of one argument on all, the others on a sample. Bytes are those in the arena; comparisons and hashes are
//! counted by [`visits`] in test builds. Time is no criterion.

mod classes_for_tests;
pub(in crate::dsl) mod visits;

use crate::dsl::{Cx, Limits, Value, primitives};
use crate::rng::Rng;
use bumpalo::Bump;
use classes_for_tests::{self as classes, Named};
use std::time::Duration;

/// The most bytes in the arena for each charged cell.
const BYTES_PER_CELL: usize = 64;

/// The most values compared or hashed for each charged cell.
const VISITS_PER_CELL: u64 = 16;

/// What a call may take besides: light values are read without a charge.
const FREE: usize = 1 << 9;
const FREE_VISITS: u64 = 1 << 11;

/// The most bytes of values and results before all are made anew.
const MAX_BYTES: usize = 1 << 30;

/// Calls of each primitive of several arguments.
const CALLS: u64 = 400;

/// All values that calls are made with.
fn values<'a>(cx: &Cx<'a>, sizes: &[usize]) -> Vec<Named<'a>> {
    let mut all = classes::scalars(cx);
    for &size in sizes {
        all.extend(classes::containers(cx, size));
        cx.refill();
    }
    for weight in [200, 2_000, 100_000] {
        all.push((format!("shared {weight}"), classes::shared(cx, weight)));
    }
    all.extend(classes::functions(cx));
    cx.refill();
    all
}

/// Calls the primitives of so many arguments; returns the calls that took more than they charged.
fn uncharged(sizes: &[usize], arities: &[u8]) -> Vec<String> {
    let limits = Limits {
        time: Duration::from_secs(3600),
        ..Limits::default()
    };
    let mut wrong = Vec::new();
    let mut answers = 0;
    let mut todo = primitives()
        .iter()
        .filter(|p| arities.contains(&p.arity))
        .peekable();
    let mut rng = Rng::new(1);
    while todo.peek().is_some() {
        let arena = Bump::new();
        let cx = &Cx::new(&arena, limits);
        let values = values(cx, sizes);
        for primitive in todo.by_ref() {
            let all = (values.len() as u64).pow(u32::from(primitive.arity));
            let (calls, is_sample) = match primitive.arity {
                1 => (all, false),
                _ => (CALLS, true),
            };
            for call in 0..calls {
                let mut code = if is_sample { rng.below(all) } else { call };
                let args: Vec<&Named> = (0..primitive.arity)
                    .map(|_| {
                        let arg = &values[code as usize % values.len()];
                        code /= values.len() as u64;
                        arg
                    })
                    .collect();
                let given: Vec<Value> = args.iter().map(|arg| arg.1).collect();
                cx.refill();
                let before = (cx.bytes(), visits::count());
                let result = cx.call(Value::Primitive(primitive), &given);
                let (bytes, visited) = (cx.bytes() - before.0, visits::count() - before.1);
                answers += usize::from(result.is_ok());
                let cells = cx.cells() + cx.undone();
                if bytes > BYTES_PER_CELL * cells as usize + FREE
                    || visited > VISITS_PER_CELL * cells + FREE_VISITS
                {
                    let names: Vec<&str> = args.iter().map(|arg| arg.0.as_str()).collect();
                    wrong.push(format!(
                        "{}({}): {bytes} bytes, {visited} values read, {cells} cells",
                        primitive.name,
                        names.join(", ")
                    ));
                }
            }
            if cx.bytes() > MAX_BYTES {
                break;
            }
        }
    }
    assert!(answers > 1_000, "{answers}");
    wrong
}

#[test]
fn primitives_of_one_argument_charge_for_their_work() {
    let wrong = uncharged(&[30, 250, 1_000, 4_000, 200_000], &[1]);
    assert!(
        wrong.is_empty(),
        "{} calls:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

#[test]
fn primitives_of_several_arguments_charge_for_their_work() {
    let wrong = uncharged(&[30, 250, 1_000, 20_000], &[2, 3, 4]);
    assert!(
        wrong.is_empty(),
        "{} calls:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

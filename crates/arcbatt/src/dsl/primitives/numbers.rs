//! Numbers and truth values.

use crate::dsl::cx::Cx;
use crate::dsl::fail::{Answer, Fail, Limit, Why, fail};
use crate::dsl::order;
use crate::dsl::sets;
use crate::dsl::table::declare;
use crate::dsl::value::Value;
use crate::dsl::value::scalar::Pair;
use std::cmp::Ordering;

declare! { Numbers;
    /// The value itself.
    identity: "x: a -> a"; "identity(TWO)"; total Constant, columns(identity), device(Inlined); |_, a| Ok(a[0]);

    /// The sum; a number is added to both parts of a pair.
    add: "a: Int, b: Int -> Int" | "a: Pair, b: Numerical -> Pair" | "a: Int, b: Pair -> Pair";
        "add(TWO, UNITY)"; total Constant, columns(add), commutes; |cx, a| binary(cx, a, i64::checked_add);

    /// The difference; a number applies to both parts of a pair.
    subtract: "a: Int, b: Int -> Int" | "a: Pair, b: Numerical -> Pair" | "a: Int, b: Pair -> Pair";
        "subtract(THREE_BY_THREE, UNITY)"; total Constant, columns(subtract); |cx, a| binary(cx, a, i64::checked_sub);

    /// The product; a number multiplies both parts of a pair.
    multiply: "a: Int, b: Int -> Int" | "a: Pair, b: Numerical -> Pair" | "a: Int, b: Pair -> Pair";
        "multiply(THREE, UP_RIGHT)"; total Constant, columns(multiply), commutes;
        |cx, a| binary(cx, a, i64::checked_mul);

    /// The quotient, rounded down; a number applies to both parts of a pair.
    divide: "a: Int, b: Int -> Int" | "a: Pair, b: Numerical -> Pair" | "a: Int, b: Pair -> Pair";
        "divide(SEVEN, TWO)"; fails Constant; |cx, a| {
            let zero = match a[1] {
                Value::Pair(pair) => pair.row() == 0 || pair.column() == 0,
                other => other.int()? == 0,
            };
            if zero {
                return fail(Why::DivisionByZero);
            }
            binary(cx, a, |x, y| x.checked_div_euclid(y).map(|_| floor_div(x, y)))
        };

    /// The negative number or pair.
    invert: "n: Int -> Int" | "n: Pair -> Pair"; "invert(DOWN)";
        total Constant, columns(invert), involution(Numbers), result(Numbers);
        |cx, a| unary(cx, a[0], |n| n.checked_neg());

    /// Twice the number or pair.
    double: "n: Int -> Int" | "n: Pair -> Pair"; "double(THREE)"; total Constant, columns(double);
        |cx, a| unary(cx, a[0], |n| n.checked_mul(2));

    /// Half the number or pair, rounded down.
    halve: "n: Int -> Int" | "n: Pair -> Pair"; "halve(SEVEN)"; total Constant, columns(halve), result(Numbers);
        |cx, a| unary(cx, a[0], |n| Some(n >> 1));

    /// The opposite truth value.
    flip: "b: Bool -> Bool"; "flip(T)"; total Constant, columns(flip); |_, a| Ok(Value::from(!a[0].truth()));

    /// Whether two values are equal.
    equality: "a: Any, b: Any -> Bool"; "equality(I, I)"; total Cells, columns(equality), commutes;
        |_, a| Ok(Value::from(order::equal(a[0], a[1])));

    /// Whether the number is even.
    even: "n: Int -> Bool"; "even(TWO)"; total Constant, columns(even);
        |_, a| Ok(Value::from(a[0].int()? & 1 == 0));

    /// Whether both are true.
    both: "a: Bool, b: Bool -> Bool"; "both(T, F)"; total Constant, columns(both);
        |_, a| Ok(if a[0].truth() { a[1] } else { a[0] });

    /// Whether at least one is true.
    either: "a: Bool, b: Bool -> Bool"; "either(T, F)"; total Constant, columns(either);
        |_, a| Ok(if a[0].truth() { a[0] } else { a[1] });

    /// The number or pair plus one.
    increment: "x: Int -> Int" | "x: Pair -> Pair"; "increment(ORIGIN)"; total Constant, columns(increment);
        |cx, a| unary(cx, a[0], |n| n.checked_add(1));

    /// The number or pair minus one.
    decrement: "x: Int -> Int" | "x: Pair -> Pair"; "decrement(THREE)"; total Constant, columns(decrement);
        |cx, a| unary(cx, a[0], |n| n.checked_sub(1));

    /// The number or pair moved one away from zero; zero stays zero.
    crement: "x: Int -> Int" | "x: Pair -> Pair"; "crement(NEG_TWO)"; total Constant, columns(crement);
        |cx, a| unary(cx, a[0], |n| n.checked_add(n.signum()));

    /// The sign: -1, 0 or 1.
    sign: "x: Int -> Int" | "x: Pair -> Pair"; "sign(NEG_TWO)"; total Constant, columns(sign), result(Numbers);
        |cx, a| unary(cx, a[0], |n| Some(n.signum()));

    /// Whether the number is greater than zero.
    positive: "x: Int -> Bool"; "positive(TWO)"; total Constant, columns(positive);
        |_, a| Ok(Value::from(a[0].int()? > 0));

    /// Whether the first value is greater than the second.
    greater: "a: Int, b: Int -> Bool" | "a: Any, b: Any -> Bool"; "greater(TWO, ONE)";
        total Constant, columns(greater);
        |cx, a| greater(cx, a[0], a[1]);

    /// The pair (i, 0).
    toivec: "i: Int -> Pair"; "toivec(TWO)"; total Constant, columns(toivec), unchecked(0);
        |cx, a| cx.tuple(cx.arena().alloc([a[0], Value::Int(0)]));

    /// The pair (0, j).
    tojvec: "j: Int -> Pair"; "tojvec(TWO)"; total Constant, columns(tojvec), unchecked(0);
        |cx, a| cx.tuple(cx.arena().alloc([Value::Int(0), a[0]]));

    /// The first value if the condition holds, else the second.
    branch: "condition: Bool, a: a, b: a -> a" | "condition: Any, a: Any, b: Any -> Any";
        "branch(F, ONE, TWO)"; total Constant; |_, a| Ok(if a[0].truth() { a[1] } else { a[2] });
}

/// The quotient, rounded down; `y` is not zero.
fn floor_div(x: i64, y: i64) -> i64 {
    let quotient = x / y;
    if x % y != 0 && (x < 0) != (y < 0) {
        quotient - 1
    } else {
        quotient
    }
}

#[inline]
fn checked(n: Option<i64>) -> Result<i64, Fail> {
    n.ok_or(Fail::Limit(Limit::Size))
}

/// Both parts as 64-bit numbers.
#[inline]
fn wide(pair: Pair) -> (i64, i64) {
    (pair.row() as i64, pair.column() as i64)
}

#[inline]
fn unary<'a>(cx: &Cx<'a>, x: Value<'a>, f: impl Fn(i64) -> Option<i64>) -> Answer<'a> {
    match x {
        Value::Pair(pair) => {
            let (i, j) = wide(pair);
            cx.pair(checked(f(i))?, checked(f(j))?)
        }
        _ => Ok(Value::Int(checked(f(x.int()?))?)),
    }
}

#[inline]
fn binary<'a>(cx: &Cx<'a>, args: &[Value<'a>], f: impl Fn(i64, i64) -> Option<i64>) -> Answer<'a> {
    let (a, b) = match (args[0], args[1]) {
        (Value::Pair(a), Value::Pair(b)) => (wide(a), wide(b)),
        (Value::Pair(a), y) => (wide(a), (y.int()?, y.int()?)),
        (x, Value::Pair(b)) => ((x.int()?, x.int()?), wide(b)),
        (x, y) => return Ok(Value::Int(checked(f(x.int()?, y.int()?))?)),
    };
    cx.pair(checked(f(a.0, b.0))?, checked(f(a.1, b.1))?)
}

/// Sets compare by inclusion, other values as sort keys do.
fn greater<'a>(cx: &Cx<'a>, a: Value<'a>, b: Value<'a>) -> Answer<'a> {
    let greater = if a.is_set() && b.is_set() {
        sets::inclusion(cx, a, b)? == Some(Ordering::Greater)
    } else {
        order::cmp_keys(a, b)?.is_gt()
    };
    Ok(Value::from(greater))
}

//! Calls of primitives and closures.

use crate::dsl::cx::Cx;
use crate::dsl::fail::{Fail, Why, fail};
use crate::dsl::functions::call_tree::Callee;
use crate::dsl::functions::memo::calls;
use crate::dsl::order;
use crate::dsl::table::Primitive;
use crate::dsl::value::{Closure, ClosureKind, Value};

impl<'a> Cx<'a> {
    /// Calls a function.
    pub fn call(&self, function: Value<'a>, args: &[Value<'a>]) -> Result<Value<'a>, Fail> {
        match function {
            Value::Primitive(primitive) => self.call_primitive(primitive, args),
            Value::Function(closure) => self.deeper(|| self.call_closure(closure, args)),
            _ => fail(Why::Function),
        }
    }

    /// Calls a function of one argument.
    pub fn call1(&self, function: Value<'a>, x: Value<'a>) -> Result<Value<'a>, Fail> {
        self.call1_inline(function, x)
    }

    /// [`call1`](Self::call1), inlined.
    #[inline(always)]
    fn call1_inline(&self, function: Value<'a>, x: Value<'a>) -> Result<Value<'a>, Fail> {
        match function {
            Value::Primitive(primitive) => self.call_primitive(primitive, &[x]),
            _ => self.call1_closure(function, x),
        }
    }

    /// [`call1`](Self::call1) of a closure; a function of its own, as it saves more registers.
    #[inline(never)]
    fn call1_closure(&self, function: Value<'a>, x: Value<'a>) -> Result<Value<'a>, Fail> {
        let Value::Function(closure) = function else {
            return fail(Why::Function);
        };
        self.deeper(|| {
            if self.on_slow_path() || closure.arity != 1 {
                return self.call_closure(closure, &[x]);
            }
            if calls::is_remembered(closure) {
                return self.call1_remembered(closure, x);
            }
            self.step()?;
            self.run_closure1(closure, x)
        })
    }

    /// Calls a closure of one argument whose calls are remembered.
    #[inline(never)]
    fn call1_remembered(&self, closure: &'a Closure<'a>, x: Value<'a>) -> Result<Value<'a>, Fail> {
        calls::remembered(self, closure, x, || {
            self.step()?;
            self.run_closure1(closure, x)
        })
    }

    /// Calls a function of two arguments.
    pub(in crate::dsl) fn call2(
        &self,
        function: Value<'a>,
        x: Value<'a>,
        y: Value<'a>,
    ) -> Result<Value<'a>, Fail> {
        self.call2_inline(function, x, y)
    }

    /// [`call2`](Self::call2), inlined.
    #[inline(always)]
    fn call2_inline(
        &self,
        function: Value<'a>,
        x: Value<'a>,
        y: Value<'a>,
    ) -> Result<Value<'a>, Fail> {
        match function {
            Value::Primitive(primitive) => self.call_primitive(primitive, &[x, y]),
            _ => self.call(function, &[x, y]),
        }
    }

    /// Calls a primitive. Inlined, as most callers know the number of arguments.
    #[inline(always)]
    pub(crate) fn call_primitive(
        &self,
        primitive: &'static Primitive,
        args: &[Value<'a>],
    ) -> Result<Value<'a>, Fail> {
        if self.on_slow_path() {
            return self.call_primitive_slow(primitive, args);
        }
        self.step()?;
        if primitive.arity as usize != args.len() {
            return fail(Why::Arity);
        }
        self.charge_weights(args)?;
        (primitive.eval)(self, args)
    }

    /// Calls a primitive while calls are traced, or with no step left.
    #[cold]
    #[inline(never)]
    fn call_primitive_slow(
        &self,
        primitive: &'static Primitive,
        args: &[Value<'a>],
    ) -> Result<Value<'a>, Fail> {
        self.slow_step()?;
        if primitive.arity as usize != args.len() {
            return fail(Why::Arity);
        }
        self.charge_weights(args)?;
        self.traced(Callee::Primitive(primitive), || {
            (primitive.eval)(self, args)
        })
    }

    /// Records a call in the call tree, if there is one.
    fn traced<T>(&self, callee: Callee, call: impl FnOnce() -> T) -> T {
        let Some(tree) = self.call_tree() else {
            return call();
        };
        tree.enter(callee);
        let result = call();
        tree.leave();
        result
    }

    fn call_closure(&self, closure: &Closure<'a>, args: &[Value<'a>]) -> Result<Value<'a>, Fail> {
        if self.on_slow_path() {
            return self.call_closure_slow(closure, args);
        }
        self.step()?;
        self.run_closure(closure, args)
    }

    /// Calls a closure while calls are traced, or with no step left.
    #[cold]
    #[inline(never)]
    fn call_closure_slow(
        &self,
        closure: &Closure<'a>,
        args: &[Value<'a>],
    ) -> Result<Value<'a>, Fail> {
        self.slow_step()?;
        self.traced(Callee::Closure(closure.kind), || {
            self.run_closure(closure, args)
        })
    }

    /// Runs a closure whose step is already taken.
    #[inline(never)]
    pub(in crate::dsl) fn run_closure(
        &self,
        closure: &Closure<'a>,
        args: &[Value<'a>],
    ) -> Result<Value<'a>, Fail> {
        if closure.arity as usize != args.len() {
            return fail(Why::Arity);
        }
        let &[function, bound, _] = closure.all_parts();
        // With more than one argument, it is `rbind` or `lbind`.
        match (args, closure.kind) {
            (&[x], _) => self.run_closure1(closure, x),
            (&[x, y], ClosureKind::Rbind) => self.call(function, &[x, y, bound]),
            (&[x, y, z], ClosureKind::Rbind) => self.call(function, &[x, y, z, bound]),
            (&[x, y], ClosureKind::Lbind) => self.call(function, &[bound, x, y]),
            (&[x, y, z], ClosureKind::Lbind) => self.call(function, &[bound, x, y, z]),
            _ => fail(Why::Arity),
        }
    }

    /// Runs a closure of one argument whose step is already taken.
    #[inline(always)]
    fn run_closure1(&self, closure: &Closure<'a>, x: Value<'a>) -> Result<Value<'a>, Fail> {
        let parts = closure.all_parts();
        match closure.kind {
            ClosureKind::Compose => self.call1_inline(parts[0], self.call1_inline(parts[1], x)?),
            ClosureKind::Chain => {
                let inner = self.call1_inline(parts[1], self.call1_inline(parts[2], x)?)?;
                self.call1_inline(parts[0], inner)
            }
            ClosureKind::Matcher => {
                let value = self.call1_inline(parts[0], x)?;
                self.charge_weight(parts[1])?;
                Ok(Value::from(order::equal(value, parts[1])))
            }
            ClosureKind::Rbind => self.call2_inline(parts[0], x, parts[1]),
            ClosureKind::Lbind => self.call2_inline(parts[0], parts[1], x),
            ClosureKind::Power => self.run_power(parts[0], parts[1].int()?, x),
            ClosureKind::Fork => {
                let a = self.call1_inline(parts[1], x)?;
                let b = self.call1_inline(parts[2], x)?;
                self.call2_inline(parts[0], a, b)
            }
        }
    }

    /// Applies a function `count` times. Once it returns its very argument, further calls would do the
    /// same and are only charged.
    #[inline(never)]
    fn run_power(&self, function: Value<'a>, count: i64, x: Value<'a>) -> Result<Value<'a>, Fail> {
        calls::continued(self, function, count, x, |value, done| {
            self.run_power_from(function, count, value, done)
        })
    }

    /// The rest of [`run_power`](Self::run_power), after `done` calls.
    fn run_power_from(
        &self,
        function: Value<'a>,
        count: i64,
        x: Value<'a>,
        done: i64,
    ) -> Result<Value<'a>, Fail> {
        let mut value = x;
        for done in done + 1..=count {
            let before = self.spent();
            self.step()?;
            let next = self.call1_inline(function, value)?;
            if next.is_identical(value) && !self.on_slow_path() {
                let account = self.account();
                let repeated = self.spent_since(before).times((count - done) as u64);
                if self.charge_spent(repeated).is_ok() {
                    break;
                }
                // A limit is near: call on, so that it is hit where it would be.
                self.restore_account(account);
            }
            value = next;
        }
        Ok(value)
    }

    /// A closure of the given parts.
    pub(crate) fn closure(
        &self,
        kind: ClosureKind,
        parts: &[Value<'a>],
        arity: u8,
    ) -> Result<Value<'a>, Fail> {
        let measures = self.measure_parts(parts)?;
        let closure = Closure::new(kind, parts, arity, measures);
        Ok(Value::Function(self.arena().alloc(closure)))
    }
}

/// The number of arguments of a function.
pub(crate) fn arity(function: Value) -> Result<u8, Fail> {
    match function {
        Value::Primitive(primitive) => Ok(primitive.arity),
        Value::Function(closure) => Ok(closure.arity),
        _ => fail(Why::Function),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dsl::Limits;
    use crate::dsl::fail::Limit;
    use crate::dsl::table::primitive;
    use bumpalo::Bump;

    /// Repeated calls that change nothing any more are charged as if they were made.
    #[test]
    fn a_power_at_its_fixpoint_is_charged_for_all_calls() {
        let arena = Bump::new();
        let function = |name| Value::Primitive(primitive(name).expect("a primitive"));
        let dedupe = function("dedupe");
        let items = [3, 300, 3, 5].map(Value::Int);
        for steps in [1_000, 41, 40] {
            let cx = &Cx::new(
                &arena,
                Limits {
                    steps,
                    ..Limits::default()
                },
            );
            let tuple = cx.tuple(arena.alloc(items)).expect("a tuple");
            let power = cx.call(function("power"), &[dedupe, Value::Int(20)]);
            let power = power.expect("a function");
            cx.refill();
            let result = cx.call1(power, tuple);
            let spent = cx.refill();
            // A step for the closure, and two for each call.
            if steps == 40 {
                assert_eq!(result.err(), Some(Fail::Limit(Limit::Steps)));
                continue;
            }
            cx.step().expect("a step");
            let mut expected = tuple;
            for _ in 0..20 {
                cx.step().expect("a step");
                expected = cx.call1(dedupe, expected).expect("a tuple");
            }
            assert_eq!(spent, cx.refill());
            assert!(result.is_ok_and(|result| order::equal(result, expected)));
        }
    }
}

//! Calls of primitives and closures.

use crate::dsl::cx::Cx;
use crate::dsl::fail::{Fail, Why, fail};
use crate::dsl::functions::call_tree::Callee;
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
        let &[function, bound, ..] = closure.parts else {
            return fail(Why::Function);
        };
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
        let parts = closure.parts;
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
            ClosureKind::Power => {
                let mut value = x;
                for _ in 0..parts[1].int()? {
                    self.step()?;
                    value = self.call1_inline(parts[0], value)?;
                }
                Ok(value)
            }
            ClosureKind::Fork => {
                let a = self.call1_inline(parts[1], x)?;
                let b = self.call1_inline(parts[2], x)?;
                self.call2_inline(parts[0], a, b)
            }
        }
    }

    /// A closure of the given parts.
    pub(crate) fn closure(
        &self,
        kind: ClosureKind,
        parts: &[Value<'a>],
        arity: u8,
    ) -> Result<Value<'a>, Fail> {
        let (depth, weight) = self.measure(parts)?;
        let parts = self.arena().alloc_slice_copy(parts);
        Ok(Value::Function(self.arena().alloc(Closure {
            kind,
            parts,
            depth,
            weight,
            arity,
        })))
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

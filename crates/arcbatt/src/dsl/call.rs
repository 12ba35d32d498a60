//! Calling functions, primitives and made ones alike.

use super::cx::Cx;
use super::fail::{Fail, fail};
use super::order;
use super::table::Primitive;
use super::value::{Made, Maker, Value};
use super::watched::Callee;

impl<'a> Cx<'a> {
    /// Calls a function.
    #[inline]
    pub fn call(&self, function: Value<'a>, args: &[Value<'a>]) -> Result<Value<'a>, Fail> {
        match function {
            Value::Primitive(primitive) => {
                if self.at_last_step() {
                    return self.call_watched(primitive, args);
                }
                self.step()?;
                if primitive.arity as usize != args.len() {
                    return fail("wrong number of arguments");
                }
                for &arg in args {
                    self.weigh(arg)?;
                }
                (primitive.eval)(self, args)
            }
            Value::Function(made) => self.deeper(|| self.call_made(made, args)),
            _ => fail("a function is wanted"),
        }
    }

    /// Calls a function of one argument.
    #[inline]
    pub fn call1(&self, function: Value<'a>, x: Value<'a>) -> Result<Value<'a>, Fail> {
        self.call(function, &[x])
    }

    /// The call of a primitive that somebody watches, or that there is no step left for.
    #[cold]
    #[inline(never)]
    fn call_watched(
        &self,
        primitive: &'static Primitive,
        args: &[Value<'a>],
    ) -> Result<Value<'a>, Fail> {
        self.step_aside()?;
        if primitive.arity as usize != args.len() {
            return fail("wrong number of arguments");
        }
        for &arg in args {
            self.weigh(arg)?;
        }
        self.told(Callee::Primitive(primitive), || {
            (primitive.eval)(self, args)
        })
    }

    /// Tells who watches of a call.
    fn told<T>(&self, callee: Callee, call: impl FnOnce() -> T) -> T {
        let Some(tree) = self.watcher() else {
            return call();
        };
        tree.enter(callee);
        let result = call();
        tree.leave();
        result
    }

    fn call_made(&self, made: &Made<'a>, args: &[Value<'a>]) -> Result<Value<'a>, Fail> {
        if self.at_last_step() {
            return self.call_made_watched(made, args);
        }
        self.step()?;
        self.run_made(made, args)
    }

    /// The call of a made function that somebody watches, or that there is no step left for.
    #[cold]
    #[inline(never)]
    fn call_made_watched(&self, made: &Made<'a>, args: &[Value<'a>]) -> Result<Value<'a>, Fail> {
        self.step_aside()?;
        self.told(Callee::Made(made.maker), || self.run_made(made, args))
    }

    /// The call of a made function, after its step was taken.
    #[inline]
    pub(super) fn run_made(&self, made: &Made<'a>, args: &[Value<'a>]) -> Result<Value<'a>, Fail> {
        if made.arity as usize != args.len() {
            return fail("wrong number of arguments");
        }
        let parts = made.parts;
        match made.maker {
            Maker::Compose => {
                let inner = self.call(parts[1], args)?;
                self.call(parts[0], &[inner])
            }
            Maker::Chain => {
                let inner = self.call(parts[2], args)?;
                let middle = self.call(parts[1], &[inner])?;
                self.call(parts[0], &[middle])
            }
            Maker::Matcher => {
                let value = self.call(parts[0], args)?;
                self.weigh(parts[1])?;
                Ok(Value::Bool(order::equal(value, parts[1])))
            }
            Maker::Rbind => match *args {
                [x] => self.call(parts[0], &[x, parts[1]]),
                [x, y] => self.call(parts[0], &[x, y, parts[1]]),
                [x, y, z] => self.call(parts[0], &[x, y, z, parts[1]]),
                _ => fail("wrong number of arguments"),
            },
            Maker::Lbind => match *args {
                [x] => self.call(parts[0], &[parts[1], x]),
                [x, y] => self.call(parts[0], &[parts[1], x, y]),
                [x, y, z] => self.call(parts[0], &[parts[1], x, y, z]),
                _ => fail("wrong number of arguments"),
            },
            Maker::Power => {
                let mut value = args[0];
                for _ in 0..parts[1].int()? {
                    self.step()?;
                    value = self.call(parts[0], &[value])?;
                }
                Ok(value)
            }
            Maker::Fork => {
                let a = self.call(parts[1], args)?;
                let b = self.call(parts[2], args)?;
                self.call(parts[0], &[a, b])
            }
        }
    }

    /// Makes a function of the given parts.
    pub(crate) fn make(
        &self,
        maker: Maker,
        parts: &[Value<'a>],
        arity: u8,
    ) -> Result<Value<'a>, Fail> {
        let (depth, weight) = self.measure(parts)?;
        let parts = self.arena().alloc_slice_copy(parts);
        Ok(Value::Function(self.arena().alloc(Made {
            maker,
            parts,
            depth,
            weight,
            arity,
        })))
    }
}

/// How many arguments a function takes.
pub(crate) fn arity(function: Value) -> Result<u8, Fail> {
    match function {
        Value::Primitive(primitive) => Ok(primitive.arity),
        Value::Function(made) => Ok(made.arity),
        _ => fail("a function is wanted"),
    }
}

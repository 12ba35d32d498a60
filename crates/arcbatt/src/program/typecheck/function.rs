//! Functions in inference: their origin, and their calls on types.

use super::{Checker, Inferred};
use crate::dsl::table::{MAX_ARITY, Primitive};
use crate::dsl::types::ErasedType;
use crate::dsl::{ClosureKind, MAX_DEPTH};

/// The index of a known function in the checker's list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct FunctionId(u32);

impl FunctionId {
    /// An unknown function.
    pub(super) const UNKNOWN: FunctionId = FunctionId(u32::MAX);
}

/// The origin of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// A primitive.
    Primitive(&'static Primitive),
    /// A closure with up to three parts.
    Closure(ClosureKind, [Inferred; 3]),
    /// One of two, depending on the input.
    Either(FunctionId, FunctionId),
}

/// A function that inference knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Function {
    pub(super) origin: Origin,
    /// Its arity, if that is certain.
    arity: Option<u8>,
    /// The depth of nested closures.
    depth: u8,
}

impl Function {
    pub(super) fn primitive(primitive: &'static Primitive) -> Function {
        Function {
            origin: Origin::Primitive(primitive),
            arity: Some(primitive.arity),
            depth: 0,
        }
    }
}

/// The deepest nesting of calls that inference follows.
const MAX_CALLS: u32 = MAX_DEPTH as u32 + 20;
/// The deepest nesting of [`Origin::Either`].
const MAX_EITHER: u8 = 16;
/// The most iterations of `power` until its type must be stable.
const MAX_POWER: usize = 3;

impl Checker {
    /// Adds a function; the type of a value that is this function.
    pub(super) fn function(&mut self, function: Function) -> Inferred {
        let id = u32::try_from(self.functions.len()).map_or(FunctionId::UNKNOWN, FunctionId);
        self.functions.push(function);
        Inferred {
            function: id,
            ..Inferred::of(ErasedType::FUNCTION)
        }
    }

    /// A known function.
    pub(super) fn known(&self, id: FunctionId) -> Option<&Function> {
        self.functions.get(id.0 as usize)
    }

    /// The arity of a function, if that is certain.
    pub(super) fn arity(&self, function: Inferred) -> Option<u8> {
        if function.shape != ErasedType::FUNCTION {
            return None;
        }
        self.known(function.function)?.arity
    }

    /// The function that `maker` makes of `parts`.
    pub(super) fn make(&mut self, maker: ClosureKind, parts: &[Inferred]) -> Inferred {
        let first = parts.first().and_then(|&f| self.arity(f));
        let arity = match maker {
            ClosureKind::Compose
            | ClosureKind::Chain
            | ClosureKind::Matcher
            | ClosureKind::Fork => Some(1),
            ClosureKind::Rbind | ClosureKind::Lbind => first.map(|arity| match arity {
                2 => 1,
                3 => 2,
                _ => 3,
            }),
            // `power(f, 1)` is `f` itself, whatever its arity.
            ClosureKind::Power => first.filter(|&arity| arity == 1),
        };
        let depths = parts.iter().map(|p| self.known(p.function));
        let depth = depths.map(|f| f.map_or(0, |f| f.depth)).max().unwrap_or(0);
        if depth >= MAX_DEPTH {
            return Inferred::of(ErasedType::FUNCTION);
        }
        let mut kept = [Inferred::ANY; 3];
        for (slot, &part) in kept.iter_mut().zip(parts) {
            *slot = part;
        }
        self.function(Function {
            origin: Origin::Closure(maker, kept),
            arity,
            depth: depth + 1,
        })
    }

    /// The union of two types.
    pub(super) fn join(&mut self, a: Inferred, b: Inferred) -> Inferred {
        let shape = a.shape.join(b.shape);
        let function = match (a.shape.holds_functions(), b.shape.holds_functions()) {
            _ if !shape.holds_functions() => FunctionId::UNKNOWN,
            (true, true) => self.either(a.function, b.function),
            (true, false) => a.function,
            (false, _) => b.function,
        };
        Inferred {
            shape,
            function,
            sure: a.sure && b.sure,
        }
    }

    fn either(&mut self, a: FunctionId, b: FunctionId) -> FunctionId {
        let (Some(&first), Some(&second)) = (self.known(a), self.known(b)) else {
            return FunctionId::UNKNOWN;
        };
        if first == second {
            return a;
        }
        if let Origin::Either(x, y) = first.origin
            && [x, y].into_iter().any(|id| self.known(id) == Some(&second))
        {
            return a;
        }
        let either_depth = |f: Function| match f.origin {
            Origin::Either(..) => f.depth,
            _ => 0,
        };
        let depth = first.depth.max(second.depth) + 1;
        if either_depth(first).max(either_depth(second)) >= MAX_EITHER || depth > MAX_DEPTH {
            return FunctionId::UNKNOWN;
        }
        let either = self.function(Function {
            origin: Origin::Either(a, b),
            arity: first.arity.filter(|_| first.arity == second.arity),
            depth,
        });
        either.function
    }

    /// Takes one unit of fuel; false if there is none left, or the call is too deep.
    pub(super) fn burn(&mut self, depth: u32) -> bool {
        if self.fuel == 0 || depth > MAX_CALLS {
            return false;
        }
        self.fuel -= 1;
        true
    }

    /// The result type of a function for these argument types; `None` if it fails on all of them.
    pub(super) fn apply(
        &mut self,
        function: Inferred,
        args: &[Inferred],
        depth: u32,
    ) -> Option<Inferred> {
        if !function.shape.may_be_function() {
            return (!function.sure).then_some(Inferred::ANY);
        }
        let Some(&Function { origin, arity, .. }) = self.known(function.function) else {
            return Some(Inferred::ANY);
        };
        if arity.is_some_and(|arity| arity as usize != args.len()) {
            return None;
        }
        if !self.burn(depth) {
            return Some(Inferred::ANY);
        }
        let depth = depth + 1;
        match origin {
            Origin::Primitive(primitive) => {
                let (answer, _) = self.call(primitive, args, depth)?;
                Some(answer)
            }
            Origin::Closure(maker, parts) => self.apply_closure(maker, parts, args, depth),
            Origin::Either(a, b) => {
                let one = |function| Inferred {
                    function,
                    ..Inferred::of(ErasedType::FUNCTION)
                };
                let first = self.apply(one(a), args, depth);
                let second = self.apply(one(b), args, depth);
                match (first, second) {
                    (Some(first), Some(second)) => Some(self.join(first, second)),
                    (first, second) => first.or(second),
                }
            }
        }
    }

    fn apply_closure(
        &mut self,
        maker: ClosureKind,
        parts: [Inferred; 3],
        args: &[Inferred],
        depth: u32,
    ) -> Option<Inferred> {
        match maker {
            ClosureKind::Compose => {
                let inner = self.apply(parts[1], args, depth)?;
                self.apply(parts[0], &[inner], depth)
            }
            ClosureKind::Chain => {
                let inner = self.apply(parts[2], args, depth)?;
                let middle = self.apply(parts[1], &[inner], depth)?;
                self.apply(parts[0], &[middle], depth)
            }
            ClosureKind::Matcher => {
                self.apply(parts[0], args, depth)?;
                Some(Inferred::of(ErasedType::BOOL))
            }
            ClosureKind::Rbind | ClosureKind::Lbind => {
                let mut all = [parts[1]; MAX_ARITY];
                let count = args.len() + 1;
                let free = match maker {
                    ClosureKind::Rbind => all.get_mut(..count - 1)?,
                    _ => all.get_mut(1..count)?,
                };
                free.copy_from_slice(args);
                self.apply(parts[0], all.get(..count)?, depth)
            }
            ClosureKind::Power => self.apply_power(parts[0], args, depth),
            ClosureKind::Fork => {
                let a = self.apply(parts[1], args, depth)?;
                let b = self.apply(parts[2], args, depth)?;
                self.apply(parts[0], &[a, b], depth)
            }
        }
    }

    /// The number of iterations is unknown, so the result has the joined type of all of them.
    fn apply_power(
        &mut self,
        function: Inferred,
        args: &[Inferred],
        depth: u32,
    ) -> Option<Inferred> {
        let mut answer = self.apply(function, args, depth)?;
        for _ in 0..MAX_POWER {
            let Some(more) = self.apply(function, &[answer], depth) else {
                return Some(answer);
            };
            let joined = self.join(answer, more);
            if joined == answer {
                return Some(answer);
            }
            answer = joined;
        }
        Some(Inferred::ANY)
    }
}

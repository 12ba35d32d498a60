//! Function types for people: parameter types and result type.

use super::function::Origin;
use super::{Checker, Inferred};
use crate::dsl::ClosureKind;
use crate::dsl::table::{MAX_ARITY, Primitive};
use crate::dsl::types::{ErasedType, Fit, FunctionType, Type, signatures};

/// The deepest nesting of function types that is shown.
const MAX_SHOWN: u32 = 3;
/// The fuel for showing one type.
const FUEL: u32 = 500;

/// The parameter types of a function, and its arity.
type Domain = ([ErasedType; MAX_ARITY], usize);

impl Checker {
    /// The type for people.
    pub(super) fn show(&mut self, inferred: Inferred) -> Type {
        let fuel = std::mem::replace(&mut self.fuel, FUEL);
        let shown = self.show_nested(inferred, 0);
        self.fuel = fuel;
        shown
    }

    fn show_nested(&mut self, inferred: Inferred, depth: u32) -> Type {
        if depth > MAX_SHOWN || self.known(inferred.function).is_none() {
            return inferred.shape.into();
        }
        let function = Inferred {
            function: inferred.function,
            ..Inferred::of(ErasedType::FUNCTION)
        };
        let Some((domain, count)) = self.domain(function, 0) else {
            return inferred.shape.into();
        };
        let args = domain.map(Inferred::of);
        let answer = self.apply(function, &args[..count], 0);
        let shown = FunctionType {
            parameters: domain[..count].iter().map(|&shape| shape.into()).collect(),
            result: self.show_nested(answer.unwrap_or(Inferred::NEVER), depth + 1),
        };
        Type::of_functions(inferred.shape, shown)
    }

    /// The parameter types of a function, if they are known.
    fn domain(&mut self, function: Inferred, depth: u32) -> Option<Domain> {
        let origin = self.known(function.function)?.origin;
        if !self.burn(depth) {
            return None;
        }
        let depth = depth + 1;
        match origin {
            Origin::Primitive(primitive) => Some(domain_of(primitive, |_| true)),
            Origin::Either(a, b) => {
                let one = |function| Inferred {
                    function,
                    ..Inferred::of(ErasedType::FUNCTION)
                };
                let (a, count) = self.domain(one(a), depth)?;
                let (b, other) = self.domain(one(b), depth)?;
                let joined = std::array::from_fn(|k| a[k].join(b[k]));
                (count == other).then_some((joined, count))
            }
            Origin::Closure(maker, parts) => match maker {
                ClosureKind::Compose => self.domain(parts[1], depth),
                ClosureKind::Chain => self.domain(parts[2], depth),
                ClosureKind::Matcher | ClosureKind::Power => self.domain(parts[0], depth),
                ClosureKind::Rbind | ClosureKind::Lbind => self.domain_bound(maker, parts, depth),
                ClosureKind::Fork => {
                    let a = self.domain(parts[1], depth);
                    let b = self.domain(parts[2], depth);
                    let (Some((a, 1)), Some((b, 1))) = (a, b) else {
                        return a.or(b);
                    };
                    let mut both = a;
                    both[0] = narrower(a[0], b[0]);
                    Some((both, 1))
                }
            },
        }
    }

    fn domain_bound(
        &mut self,
        maker: ClosureKind,
        parts: [Inferred; 3],
        depth: u32,
    ) -> Option<Domain> {
        let (function, fixed) = (parts[0], parts[1]);
        let (all, count) = match self.known(function.function)?.origin {
            // Only the overloads that take the bound argument.
            Origin::Primitive(primitive) => {
                let last = primitive.arity.saturating_sub(1) as usize;
                let at = if maker == ClosureKind::Rbind { last } else { 0 };
                domain_of(primitive, |parameters| {
                    let wanted = parameters.get(at).map_or(ErasedType::ANY, Type::shape);
                    fixed.shape.fit(wanted) >= Fit::Maybe
                })
            }
            _ => self.domain(function, depth)?,
        };
        let mut free = all;
        if maker == ClosureKind::Lbind {
            free.rotate_left(1);
        }
        (2..=MAX_ARITY).contains(&count).then(|| (free, count - 1))
    }
}

/// The joined parameter types of the overloads for which `counts` holds; of all if it never does.
fn domain_of(primitive: &'static Primitive, counts: impl Fn(&[Type]) -> bool) -> Domain {
    let overloads = signatures(primitive).iter();
    let overloads: Vec<Vec<Type>> = overloads
        .map(|signature| signature.parameters.iter().map(Type::from).collect())
        .collect();
    let none = !overloads.iter().any(|parameters| counts(parameters));
    let mut domain = [ErasedType::NEVER; MAX_ARITY];
    for parameters in overloads.iter().filter(|p| none || counts(p)) {
        for (slot, parameter) in domain.iter_mut().zip(parameters) {
            *slot = slot.join(parameter.shape());
        }
    }
    let domain = domain.map(|shape| {
        if shape.is_never() {
            ErasedType::ANY
        } else {
            shape
        }
    });
    (domain, (primitive.arity as usize).min(MAX_ARITY))
}

/// The intersection of two types, or an approximation of it.
fn narrower(a: ErasedType, b: ErasedType) -> ErasedType {
    if a.fit(b) == Fit::Yes {
        return a;
    }
    if b.fit(a) == Fit::Yes {
        return b;
    }
    let shared = a.members().filter(|&m| m.fit(b) == Fit::Yes);
    let shared = shared.fold(ErasedType::NEVER, ErasedType::join);
    if shared.is_never() { a } else { shared }
}

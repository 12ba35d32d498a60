//! Calls of primitives on types: matching overloads and their result types.

use super::{Checker, Inferred};
use crate::dsl::table::{MAX_ARITY, Primitive};
use crate::dsl::types::{ErasedType, Fit, MAX_LETTERS, Pattern, SET, Signature, TUPLE, signatures};

/// The bindings of the type variables of a signature in one call.
struct Bindings {
    /// The types by variable, as far as they are known.
    bound: [Inferred; MAX_LETTERS],
    /// A bit for every bound variable.
    known: u16,
    /// The kinds (set, tuple) of the first container that may be either; a result that may be
    /// either has the same.
    kinds: u16,
    /// Function arguments, which are called once the variables are bound; `None` behind the last.
    functions: [Option<(&'static Pattern, Inferred)>; MAX_ARITY],
    /// Whether a function argument that is not a function, or has the wrong arity, is a misfit
    /// even if it may never be called: true for lines of the program, false inside closures.
    strict: bool,
}

impl Bindings {
    fn new(strict: bool) -> Bindings {
        Bindings {
            bound: [Inferred::NEVER; MAX_LETTERS],
            known: 0,
            kinds: 0,
            functions: [None; MAX_ARITY],
            strict,
        }
    }

    /// Forgets the last overload.
    fn clear(&mut self) {
        (self.known, self.kinds) = (0, 0);
        if self.functions[0].is_some() {
            self.functions = [None; MAX_ARITY];
        }
    }

    /// The type of a variable, if it is bound.
    fn bound(&self, letter: u8) -> Option<Inferred> {
        let is_known = self.known & 1 << letter != 0;
        is_known.then(|| self.bound.get(letter as usize).copied())?
    }
}

impl Checker {
    /// The result type of a primitive, and the overload if it is certain; `None` if no overload
    /// takes the arguments.
    pub(super) fn call(
        &mut self,
        primitive: &'static Primitive,
        args: &[Inferred],
        depth: u32,
    ) -> Option<(Inferred, Option<u8>)> {
        let (overloads, properties) = (signatures(primitive), &primitive.properties);
        if overloads.is_empty() {
            return Some((Inferred::ANY, None));
        }
        // The joined result of the overloads that fit best; the others are less certain.
        let mut answer: Option<(Fit, Inferred)> = None;
        let mut bindings = Bindings::new(depth == 0);
        for (at, signature) in (0u8..).zip(overloads) {
            bindings.clear();
            let mut fit = self.fit_all(signature, properties.unchecked, args, &mut bindings);
            if fit == Fit::No {
                continue;
            }
            if let Some(maker) = properties.closure {
                let decided = fit == Fit::Yes;
                let made = self.make(maker, args).relying_on(decided);
                return Some((made, decided.then_some(at)));
            }
            fit = fit.min(self.call_functions(&mut bindings, depth));
            let mut given = self.instantiate(&signature.result, &bindings);
            if properties.zero_if_empty {
                given = self.or_of_zero(given, args, depth);
            }
            if fit == Fit::Yes {
                let sure = !properties.untyped_if_empty && args.iter().all(|arg| arg.sure);
                return Some((given.relying_on(sure), Some(at)));
            }
            answer = Some(match answer {
                Some((best, before)) if best > fit => (best, before),
                Some((best, before)) if best == fit => (best, self.join(before, given)),
                _ => (fit, given),
            });
        }
        answer.map(|(_, answer)| (answer.relying_on(false), None))
    }

    /// The worst fit of an argument to its parameter in an overload.
    fn fit_all(
        &mut self,
        signature: &'static Signature,
        unchecked: u8,
        args: &[Inferred],
        bindings: &mut Bindings,
    ) -> Fit {
        let mut worst = Fit::Yes;
        if signature.parameters.len() != args.len() {
            return Fit::No;
        }
        for (at, (pattern, &arg)) in signature.parameters.iter().zip(args).enumerate() {
            let fit = self.fit(pattern, arg, bindings);
            worst = worst.min(match fit {
                Fit::No if unchecked & 1 << at != 0 => Fit::Odd,
                fit => fit,
            });
            if worst == Fit::No {
                break;
            }
        }
        worst
    }

    /// The fit of one argument to one parameter, for messages.
    pub(super) fn fit_one(&mut self, pattern: &'static Pattern, arg: Inferred) -> Fit {
        self.fit(pattern, arg, &mut Bindings::new(true))
    }

    /// The fit of a value to a pattern; binds type variables.
    fn fit(&mut self, pattern: &'static Pattern, given: Inferred, bindings: &mut Bindings) -> Fit {
        match self.fit_sure(pattern, given, bindings) {
            Fit::No if !given.sure => Fit::Odd,
            fit => fit,
        }
    }

    fn fit_sure(
        &mut self,
        pattern: &'static Pattern,
        given: Inferred,
        bindings: &mut Bindings,
    ) -> Fit {
        match pattern {
            Pattern::Erased(shape) => given.shape.fit(*shape),
            Pattern::Letter(letter) => {
                let joined = match bindings.bound(*letter) {
                    Some(before) => self.join(before, given),
                    None => given,
                };
                if let Some(bound) = bindings.bound.get_mut(*letter as usize) {
                    *bound = joined;
                    bindings.known |= 1 << letter;
                }
                Fit::Yes
            }
            Pattern::Container(wanted, element) => {
                self.fit_container(*wanted, element, given, bindings)
            }
            Pattern::Function(parameters, _) => {
                let misfit = if bindings.strict { Fit::No } else { Fit::Odd };
                if !given.shape.may_be_function() && !given.shape.is_never() {
                    return misfit;
                }
                let arity = self.arity(given);
                if arity.is_some_and(|arity| arity as usize != parameters.len()) {
                    return misfit;
                }
                if let Some(slot) = bindings.functions.iter_mut().find(|slot| slot.is_none()) {
                    *slot = Some((pattern, given));
                }
                match arity {
                    Some(_) => Fit::Yes,
                    None => Fit::Maybe,
                }
            }
        }
    }

    fn fit_container(
        &mut self,
        wanted: u16,
        element: &'static Pattern,
        given: Inferred,
        bindings: &mut Bindings,
    ) -> Fit {
        let (kinds, more) = given.shape.kinds();
        let shared = kinds & wanted;
        if bindings.kinds == 0 && wanted == SET | TUPLE {
            bindings.kinds = shared;
        }
        let inner = Inferred {
            shape: given.shape.element(shared),
            ..given
        };
        let fit = self.fit(element, inner, bindings);
        if shared == 0 && !given.shape.is_never() {
            return Fit::No;
        }
        match fit {
            Fit::No if given.shape.is_two_long() => Fit::No,
            Fit::No => Fit::Odd,
            Fit::Yes if more || kinds != shared => Fit::Maybe,
            fit => fit,
        }
    }

    /// Calls the function arguments on the bound types. The overload stays possible whatever they
    /// return, because the container that feeds them may be empty.
    fn call_functions(&mut self, bindings: &mut Bindings, depth: u32) -> Fit {
        let mut worst = Fit::Yes;
        for at in 0..bindings.functions.len() {
            let Some((pattern, function)) = bindings.functions[at] else {
                break;
            };
            let Pattern::Function(parameters, result) = pattern else {
                continue;
            };
            let mut args = [Inferred::ANY; MAX_ARITY];
            for (slot, parameter) in args.iter_mut().zip(parameters) {
                *slot = self.instantiate(parameter, bindings);
            }
            let count = parameters.len().min(args.len());
            let answer = self.apply(function, &args[..count], depth + 1);
            let fit = self.fit(result, answer.unwrap_or(Inferred::NEVER), bindings);
            let fit = match answer {
                None => Fit::Odd,
                Some(answer) if !answer.sure => fit.min(Fit::Maybe),
                Some(_) => fit,
            };
            worst = worst.min(fit.max(Fit::Odd));
        }
        worst
    }

    /// The type of a pattern; unbound variables are `Any`.
    fn instantiate(&mut self, pattern: &Pattern, bindings: &Bindings) -> Inferred {
        match pattern {
            Pattern::Erased(shape) => Inferred::of(*shape),
            Pattern::Letter(letter) => bindings.bound(*letter).unwrap_or(Inferred::ANY),
            Pattern::Container(wanted, element) => {
                let inner = self.instantiate(element, bindings);
                let same = *wanted == SET | TUPLE && bindings.kinds != 0;
                let kinds = if same { bindings.kinds } else { *wanted };
                Inferred {
                    shape: inner.shape.within(kinds),
                    ..inner
                }
            }
            Pattern::Function(..) => Inferred::of(ErasedType::FUNCTION),
        }
    }

    /// For an empty container `maximum` returns 0, and `valmax` the function's result for 0.
    fn or_of_zero(&mut self, given: Inferred, args: &[Inferred], depth: u32) -> Inferred {
        let zero = Inferred::of(ErasedType::INT);
        let of_zero = match args {
            [_] => Some(zero),
            [_, function] => self.apply(*function, &[zero], depth + 1),
            _ => None,
        };
        match of_zero {
            // Two numbers with the same type keep their name.
            Some(of_zero) if given.shape.fit(ErasedType::INT) < Fit::Yes || of_zero != zero => {
                self.join(given, of_zero)
            }
            _ => given,
        }
    }
}

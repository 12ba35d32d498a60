//! Calls of primitives on types: which overloads take the arguments, and what they give.

use super::{Checker, Inferred};
use crate::dsl::table::{MAX_ARITY, Primitive};
use crate::dsl::types::{ErasedType, Fit, MAX_LETTERS, Pattern, SET, Signature, TUPLE, signatures};

/// What the letters of a signature stand for in one call.
struct Letters {
    bound: [Inferred; MAX_LETTERS],
    /// A bit for every letter that stands for something.
    known: u16,
    /// The kinds of the first container that may be of either kind: a result that may be of
    /// either is of the same.
    kinds: u16,
    /// Functions among the arguments, to be called when the letters are known.
    functions: [Option<(&'static Pattern, Inferred)>; MAX_ARITY],
    /// Whether what is no function, or takes another number of arguments, is a misfit even where
    /// it may never be called. In a line of the program it is; not inside of functions.
    strict: bool,
}

impl Letters {
    fn new(strict: bool) -> Letters {
        Letters {
            bound: [Inferred::NEVER; MAX_LETTERS],
            known: 0,
            kinds: 0,
            functions: [None; MAX_ARITY],
            strict,
        }
    }
}

impl Checker {
    /// The type of what a primitive gives, and the overload if it is certain; `None` if no
    /// overload takes the arguments.
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
        // What the overloads give that fit best; what others give cannot be relied on anyway.
        let mut answer: Option<(Fit, Inferred)> = None;
        for (at, signature) in (0u8..).zip(overloads) {
            let mut letters = Letters::new(depth == 0);
            let mut fit = self.fit_all(signature, properties.unchecked, args, &mut letters);
            if fit == Fit::No {
                continue;
            }
            if let Some(maker) = properties.maker {
                let decided = fit == Fit::Yes;
                let made = self.make(maker, args).relying_on(decided);
                return Some((made, decided.then_some(at)));
            }
            fit = fit.min(self.call_functions(&mut letters, depth));
            let mut given = self.instantiate(&signature.result, &letters);
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

    /// Fit of all arguments to the parameters of an overload.
    fn fit_all(
        &mut self,
        signature: &'static Signature,
        unchecked: u8,
        args: &[Inferred],
        letters: &mut Letters,
    ) -> Fit {
        let mut worst = Fit::Yes;
        if signature.parameters.len() != args.len() {
            return Fit::No;
        }
        for (at, (pattern, &arg)) in signature.parameters.iter().zip(args).enumerate() {
            let fit = self.fit(pattern, arg, letters);
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

    /// Fit of one argument to one parameter, for messages.
    pub(super) fn fit_one(&mut self, pattern: &'static Pattern, arg: Inferred) -> Fit {
        self.fit(pattern, arg, &mut Letters::new(true))
    }

    /// Fit of a value to a pattern; notes what the letters stand for.
    fn fit(&mut self, pattern: &'static Pattern, given: Inferred, letters: &mut Letters) -> Fit {
        match self.fit_sure(pattern, given, letters) {
            Fit::No if !given.sure => Fit::Odd,
            fit => fit,
        }
    }

    fn fit_sure(
        &mut self,
        pattern: &'static Pattern,
        given: Inferred,
        letters: &mut Letters,
    ) -> Fit {
        match pattern {
            Pattern::ErasedType(shape) => given.shape.fit(*shape),
            Pattern::Letter(letter) => {
                let at = *letter as usize;
                letters.known |= 1 << at;
                if let Some(&before) = letters.bound.get(at) {
                    letters.bound[at] = self.join(before, given);
                }
                Fit::Yes
            }
            Pattern::Container(wanted, element) => {
                self.fit_container(*wanted, element, given, letters)
            }
            Pattern::Function(parameters, _) => {
                let misfit = if letters.strict { Fit::No } else { Fit::Odd };
                if !given.shape.may_be_function() && !given.shape.is_never() {
                    return misfit;
                }
                let arity = self.arity(given);
                if arity.is_some_and(|arity| arity as usize != parameters.len()) {
                    return misfit;
                }
                if let Some(slot) = letters.functions.iter_mut().find(|slot| slot.is_none()) {
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
        letters: &mut Letters,
    ) -> Fit {
        let (kinds, more) = given.shape.kinds();
        let shared = kinds & wanted;
        if letters.kinds == 0 && wanted == SET | TUPLE {
            letters.kinds = shared;
        }
        let inner = Inferred {
            shape: given.shape.element(shared),
            ..given
        };
        let fit = self.fit(element, inner, letters);
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

    /// Calls the functions among the arguments on what the letters stand for. Whatever comes of
    /// it, the overload stays possible: the container that feeds them may be empty.
    fn call_functions(&mut self, letters: &mut Letters, depth: u32) -> Fit {
        let mut worst = Fit::Yes;
        for at in 0..letters.functions.len() {
            let Some((pattern, function)) = letters.functions[at] else {
                break;
            };
            let Pattern::Function(parameters, result) = pattern else {
                continue;
            };
            let mut args = [Inferred::ANY; MAX_ARITY];
            for (slot, parameter) in args.iter_mut().zip(parameters) {
                *slot = self.instantiate(parameter, letters);
            }
            let count = parameters.len().min(args.len());
            let answer = self.apply(function, &args[..count], depth + 1);
            let fit = self.fit(result, answer.unwrap_or(Inferred::NEVER), letters);
            let fit = match answer {
                None => Fit::Odd,
                Some(answer) if !answer.sure => fit.min(Fit::Maybe),
                Some(_) => fit,
            };
            worst = worst.min(fit.max(Fit::Odd));
        }
        worst
    }

    /// The type that a pattern stands for; letters that are not known are anything.
    fn instantiate(&mut self, pattern: &Pattern, letters: &Letters) -> Inferred {
        match pattern {
            Pattern::ErasedType(shape) => Inferred::of(*shape),
            Pattern::Letter(letter) => match letters.bound.get(*letter as usize) {
                Some(&bound) if letters.known & 1 << letter != 0 => bound,
                _ => Inferred::ANY,
            },
            Pattern::Container(wanted, element) => {
                let inner = self.instantiate(element, letters);
                let same = *wanted == SET | TUPLE && letters.kinds != 0;
                let kinds = if same { letters.kinds } else { *wanted };
                Inferred {
                    shape: inner.shape.within(kinds),
                    ..inner
                }
            }
            Pattern::Function(..) => Inferred::of(ErasedType::FUNCTION),
        }
    }

    /// Of an empty container, `maximum` gives 0 and `valmax` what the function gives for 0.
    fn or_of_zero(&mut self, given: Inferred, args: &[Inferred], depth: u32) -> Inferred {
        let zero = Inferred::of(ErasedType::INT);
        let of_zero = match args {
            [_] => Some(zero),
            [_, function] => self.apply(*function, &[zero], depth + 1),
            _ => None,
        };
        match of_zero {
            // Two numbers that look the same stay what they were called.
            Some(of_zero) if given.shape.fit(ErasedType::INT) < Fit::Yes || of_zero != zero => {
                self.join(given, of_zero)
            }
            _ => given,
        }
    }
}

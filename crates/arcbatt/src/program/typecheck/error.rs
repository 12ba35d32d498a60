//! Messages for rejected programs.

use super::{Checker, Rejection};
use crate::dsl::table::Primitive;
use crate::dsl::types::{ErasedType, Fit, Signature, Type, signatures};
use crate::program::{Arg, Callee, Line, Place, Program};
use std::fmt::Write;
use thiserror::Error;

/// A call that fails on every input.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {}: {message}", if place.line > 0 { u64::from(place.line) } else { *line as u64 + 1 })]
pub struct TypeError {
    /// The position of the call in its file.
    pub place: Place,
    /// The line of the program, from 0.
    pub line: usize,
    /// The call, what is wrong with it, and what is allowed.
    pub message: String,
}

/// The most arguments that a message shows.
const MAX_ARGS: usize = 6;
/// The most characters of a name that a message shows.
const MAX_NAME: usize = 40;

impl Checker {
    /// The error for a rejected line.
    pub(super) fn explain(
        &mut self,
        program: &Program,
        at: usize,
        rejection: Rejection,
    ) -> TypeError {
        let Some(line) = program.lines.get(at) else {
            return TypeError {
                place: program.place,
                line: at,
                message: "there is no such line".to_owned(),
            };
        };
        let callee = match line.callee {
            Callee::Primitive(primitive, suffix) => {
                format!("{}{}", primitive.name, suffix.text())
            }
            Callee::Line(line) => name_of(program, Arg::Line(line)),
        };
        let reason = match (rejection, line.callee) {
            (Rejection::Count(wanted), callee_is) => {
                let names = match callee_is {
                    Callee::Primitive(primitive, _) => {
                        let names: Vec<_> = primitive.parameters().collect();
                        format!(" ({})", names.join(", "))
                    }
                    Callee::Line(_) => String::new(),
                };
                let given = line.args.len();
                format!(
                    "{callee} takes {wanted} argument{}{names}; {given} {} given",
                    if wanted == 1 { "" } else { "s" },
                    if given == 1 { "is" } else { "are" },
                )
            }
            (Rejection::Arguments, Callee::Primitive(primitive, _)) => {
                self.explain_arguments(line, primitive, &callee)
            }
            (Rejection::NoFunction, Callee::Line(function)) => {
                let given = self.type_of_arg(Arg::Line(function));
                format!("{callee} is {}, not a function", with_article(&given))
            }
            (_, Callee::Line(function)) => {
                let function = self.type_of_arg(Arg::Line(function));
                let args: Vec<String> = line
                    .args
                    .iter()
                    .take(MAX_ARGS)
                    .map(|&arg| with_article(&self.type_of_arg(arg)))
                    .collect();
                format!(
                    "{callee} is {}; it fails for {}",
                    with_article(&function),
                    args.join(" and ")
                )
            }
            (_, Callee::Primitive(..)) => format!("{callee} fails"),
        };
        TypeError {
            place: line.place,
            line: at,
            message: format!("{}: {reason}", call_text(program, line, &callee)),
        }
    }

    /// Names the first misfit in the overload that fits best, then all overloads.
    fn explain_arguments(
        &mut self,
        line: &Line,
        primitive: &'static Primitive,
        callee: &str,
    ) -> String {
        let overloads = signatures(primitive);
        let mut best: Option<(usize, usize, &Signature)> = None;
        for signature in overloads {
            let (mut misfits, mut first) = (0, 0);
            for (at, (pattern, &arg)) in signature.parameters.iter().zip(&line.args).enumerate() {
                let given = self.arg(arg);
                let strict = primitive.properties.unchecked & 1 << at == 0;
                if strict && self.fit_one(pattern, given) == Fit::No {
                    first = if misfits == 0 { at } else { first };
                    misfits += 1;
                }
            }
            if best.is_none_or(|(fewest, ..)| misfits < fewest) {
                best = Some((misfits, first, signature));
            }
        }
        let mut text = String::new();
        if let Some((_, at, signature)) = best {
            let given = line
                .args
                .get(at)
                .map_or(ErasedType::ANY.into(), |&arg| self.type_of_arg(arg));
            let which = ["first", "second", "third", "fourth"]
                .get(at)
                .unwrap_or(&"last");
            let name = signature.names.get(at).unwrap_or(&"?");
            // Writing to a string cannot fail.
            let _ = write!(
                text,
                "the {which} argument, {name}, is {}; ",
                with_article(&given)
            );
        }
        let mut takes: Vec<String> = overloads.iter().map(Signature::to_string).collect();
        takes.dedup();
        let last = takes.pop().unwrap_or_default();
        let takes = match takes.as_slice() {
            [] => last,
            several => format!("{} or {last}", several.join(", ")),
        };
        let _ = write!(text, "{callee} takes {takes}");
        text
    }
}

fn with_article(shown: &Type) -> String {
    let text = shown.to_string();
    if shown.shape() == ErasedType::FUNCTION && shown.function().is_some() {
        return format!("a function {text}");
    }
    let vowel = text.starts_with(['A', 'E', 'I', 'O', 'U']);
    format!("{} {text}", if vowel { "an" } else { "a" })
}

fn call_text(program: &Program, line: &Line, callee: &str) -> String {
    let args = line.args.iter().take(MAX_ARGS);
    let mut names: Vec<String> = args.map(|&arg| name_of(program, arg)).collect();
    if line.args.len() > MAX_ARGS {
        names.push("...".to_owned());
    }
    format!("{callee}({})", names.join(", "))
}

/// An argument as written, truncated.
fn name_of(program: &Program, arg: Arg) -> String {
    let name = program.arg_text(arg);
    match name.char_indices().nth(MAX_NAME) {
        Some((end, _)) => format!("{}...", &name[..end]),
        None => name,
    }
}

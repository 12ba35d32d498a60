//! Helpers of the file as values: `mapply(helper, objects)`.
//!
//! The language has no functions of its own, only closures that primitives make. So the body of the
//! helper is turned into one with `compose`, `fork`, `lbind` and `rbind`: a call that depends on the
//! parameter becomes a closure, a call that does not becomes a line before it.

use super::Parser;
use super::definitions::Definition;
use super::error::{ParseResult, reject, shown};
use crate::dsl::table::{Primitive, Suffix};
use crate::prim;
use crate::program::{Arg, Callee, Line, Place};
use smallvec::smallvec;

/// Stands for parameter number `k` of the helper while its body is parsed; no program is that long.
fn parameter(k: usize) -> Arg {
    Arg::Line(u32::MAX - k as u32)
}

/// The most parameters of a helper that is a value: as many as a closure may have.
const MAX_PARAMETERS: usize = 4;

fn primitive(primitive: &'static Primitive) -> Arg {
    Arg::Primitive(primitive, Suffix::None)
}

/// The body of a helper, and what became of it.
struct Body {
    /// The first line of the body, in the program.
    first: usize,
    lines: Vec<Line>,
    parameters: usize,
    /// The closure of each line that depends on a parameter, or the value of one that does not.
    made: Vec<Option<Arg>>,
}

impl Body {
    fn is_parameter(&self, arg: Arg) -> bool {
        (0..self.parameters).any(|k| arg == parameter(k))
    }

    /// The line of the body that has this value.
    fn line(&self, arg: Arg) -> Option<usize> {
        match arg {
            Arg::Line(at) if !self.is_parameter(arg) => (at as usize).checked_sub(self.first),
            _ => None,
        }
    }
}

impl<'s> Parser<'s, '_> {
    /// A helper as a value.
    pub(super) fn helper_value(
        &mut self,
        definition: Definition,
        name: &'s str,
        used: Place,
    ) -> ParseResult<Arg> {
        if let Some(&value) = self.inlining.values.get(&definition.start) {
            return Ok(value);
        }
        let first = self.lines.len();
        let outside = self.enter(definition, name, used)?;
        let body = self.bind_places(used).and_then(|parameters| {
            let result = self.helper_result(name, definition.place, used)?;
            Ok((parameters, result))
        });
        self.leave(outside);
        let (parameters, result) = body?;
        let lines = self.lines.split_off(first);
        self.scope.forget_lines(first);
        // They are moved below.
        let moved = |value: &Arg| matches!(*value, Arg::Line(at) if at as usize >= first);
        self.inlining.values.retain(|_, value| !moved(value));
        let made = vec![None; lines.len()];
        let body = Body {
            first,
            lines,
            parameters,
            made,
        };
        let value = self.abstracted(body, result, (definition, name), used)?;
        self.inlining.values.insert(definition.start, value);
        Ok(value)
    }

    /// Binds the parameters of a helper to what stands for them; their number.
    fn bind_places(&mut self, used: Place) -> ParseResult<usize> {
        let mut bound = Vec::new();
        self.helper_parameters(|parser, name, place, default| {
            let value = match default.is_some() {
                true => parser.expression()?,
                false => parameter(bound.len()),
            };
            bound.push((name, place, value));
            Ok(())
        })?;
        let parameters = bound
            .iter()
            .filter(|(.., value)| (0..bound.len()).any(|k| *value == parameter(k)))
            .count();
        if !(1..=MAX_PARAMETERS).contains(&parameters) {
            let message = format!(
                "the helper is used as a value, but has {parameters} parameters; a function has 1 \
                 to {MAX_PARAMETERS}"
            );
            return reject(used, message);
        }
        for (name, place, value) in bound {
            self.parameter(name, place, value)?;
        }
        Ok(parameters)
    }

    /// The closure that a body amounts to.
    fn abstracted(
        &mut self,
        mut body: Body,
        result: Arg,
        (definition, name): (Definition, &str),
        used: Place,
    ) -> ParseResult<Arg> {
        let needed = needed_lines(&body, result);
        let mut depends = vec![false; body.lines.len()];
        for at in 0..body.lines.len() {
            let line = &body.lines[at];
            let varies = |arg: Arg| {
                body.is_parameter(arg) || body.line(arg).is_some_and(|line| depends[line])
            };
            let callee_varies = matches!(line.callee, Callee::Line(f) if varies(Arg::Line(f)));
            let varying: Vec<bool> = line.args.iter().map(|&arg| varies(arg)).collect();
            depends[at] = callee_varies || varying.contains(&true);
            if !needed[at] {
                continue;
            }
            let place = line.place;
            let is_result = body.line(result) == Some(at);
            let made = if !depends[at] {
                let callee = match line.callee {
                    Callee::Line(f) => match resolved(&body, Arg::Line(f)) {
                        Arg::Line(f) => Callee::Line(f),
                        _ => return self.inexpressible(name, used, place),
                    },
                    primitive => primitive,
                };
                let args = line.args.iter().map(|&arg| resolved(&body, arg)).collect();
                Some(self.line(callee, args, place)?)
            } else if callee_varies {
                None
            } else {
                self.closure_of(&body, at, &varying, is_result)?
            };
            let Some(made) = made else {
                return self.inexpressible(name, used, place);
            };
            body.made[at] = Some(made);
        }
        match body.line(result) {
            Some(at) if depends[at] => Ok(resolved(&body, result)),
            _ if body.parameters > 1 => self.inexpressible(name, used, definition.place),
            _ if body.is_parameter(result) => Ok(primitive(prim!(identity))),
            // Whatever the argument is: the first of the value and the argument.
            _ => {
                let value = resolved(&body, result);
                let pair = smallvec![primitive(prim!(astuple)), value];
                let pair = self.line(Callee::Primitive(prim!(lbind), Suffix::None), pair, used)?;
                let args = smallvec![primitive(prim!(first)), pair];
                self.line(Callee::Primitive(prim!(compose), Suffix::None), args, used)
            }
        }
    }

    /// The closure of a call some of whose arguments depend on the parameters; `None` if there is none.
    fn closure_of(
        &mut self,
        body: &Body,
        at: usize,
        varying: &[bool],
        is_result: bool,
    ) -> ParseResult<Option<Arg>> {
        let Line {
            callee,
            args,
            place,
            ..
        } = &body.lines[at];
        let mut function = match *callee {
            Callee::Primitive(primitive, suffix) => Arg::Primitive(primitive, suffix),
            Callee::Line(f) => resolved(body, Arg::Line(f)),
        };
        let first = varying.iter().position(|varies| *varies).unwrap_or(0);
        let end = varying.iter().rposition(|varies| *varies).unwrap_or(0) + 1;
        if !varying[first..end].iter().all(|varies| *varies) {
            return Ok(None);
        }
        let call = |primitive| Callee::Primitive(primitive, Suffix::None);
        for &arg in args[end..].iter().rev() {
            let arg = resolved(body, arg);
            function = self.line(call(prim!(rbind)), smallvec![function, arg], *place)?;
        }
        for &arg in &args[..first] {
            let arg = resolved(body, arg);
            function = self.line(call(prim!(lbind)), smallvec![function, arg], *place)?;
        }
        let varying = &args[first..end];
        if body.parameters > 1 {
            // Only a call of the parameters themselves, in their order, is a function of several.
            let in_order = (0..body.parameters)
                .map(parameter)
                .eq(varying.iter().copied());
            return Ok((is_result && in_order).then_some(function));
        }
        let inner = |arg: Arg| match body.is_parameter(arg) {
            true => primitive(prim!(identity)),
            false => resolved(body, arg),
        };
        match *varying {
            [arg] if body.is_parameter(arg) => Ok(Some(function)),
            [arg] => {
                let args = smallvec![function, inner(arg)];
                self.line(call(prim!(compose)), args, *place).map(Some)
            }
            [a, b] => {
                let args = smallvec![function, inner(a), inner(b)];
                self.line(call(prim!(fork)), args, *place).map(Some)
            }
            _ => Ok(None),
        }
    }

    fn inexpressible<T>(&self, name: &str, used: Place, place: Place) -> ParseResult<T> {
        let line = match place.code_line {
            0 => place.line,
            line => line,
        };
        reject(
            used,
            format!(
                "the helper `{}` is used as a value, and its line {line} cannot be written with \
                 `compose`, `fork`, `lbind` and `rbind`: use primitives that return functions",
                shown(name)
            ),
        )
    }
}

/// The value in the program of an argument in the body.
fn resolved(body: &Body, arg: Arg) -> Arg {
    match body.line(arg) {
        // Lines refer to earlier lines only, and those are made.
        Some(at) => body.made.get(at).copied().flatten().unwrap_or(arg),
        None => arg,
    }
}

/// The lines that the result depends on.
fn needed_lines(body: &Body, result: Arg) -> Vec<bool> {
    let mut needed = vec![false; body.lines.len()];
    let mark = |needed: &mut Vec<bool>, arg: Arg| {
        if let Some(slot) = body.line(arg).and_then(|at| needed.get_mut(at)) {
            *slot = true;
        }
    };
    mark(&mut needed, result);
    for at in (0..body.lines.len()).rev() {
        if !needed[at] {
            continue;
        }
        let line = &body.lines[at];
        if let Callee::Line(f) = line.callee {
            mark(&mut needed, Arg::Line(f));
        }
        for &arg in &line.args {
            mark(&mut needed, arg);
        }
    }
    needed
}

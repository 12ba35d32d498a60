//! Point-free form: programs of an object as functions made by `compose`, `fork`, `rbind`, `lbind`.
//!
//! In: a program of I and C, where C is an object. Out: a state that holds the function of C.

use crate::dsl::table::Primitive;
use crate::prim;
use crate::program::{Arg, Callee, Input, Program};
use crate::search::bank::{Bank, StateId};

/// A line or an argument of the program.
#[derive(Clone, Copy)]
enum Part {
    /// A value that does not depend on the object.
    Plain(StateId),
    /// The object itself.
    Item,
    /// A function of the object.
    Function(StateId),
}

/// Translates programs to point-free form.
pub(super) struct PointFree<'b, 'a> {
    bank: &'b mut Bank<'a>,
    cost: u16,
    /// What C stands for.
    item: Part,
}

impl<'b, 'a> PointFree<'b, 'a> {
    /// All states that it adds have this cost.
    pub fn new(bank: &'b mut Bank<'a>, cost: u16) -> Self {
        Self {
            bank,
            cost,
            item: Part::Item,
        }
    }

    /// The program as a function of C; none if there is no such form.
    pub fn function(mut self, program: &Program) -> Option<StateId> {
        match self.result(program)? {
            Part::Function(function) => Some(function),
            Part::Item => Some(self.bank.function(prim!(identity))),
            Part::Plain(_) => None,
        }
    }

    /// The result of the program for a state as C.
    pub fn applied(mut self, program: &Program, item: StateId) -> Option<StateId> {
        self.item = Part::Plain(item);
        match self.result(program)? {
            Part::Plain(state) => Some(state),
            _ => None,
        }
    }

    fn result(&mut self, program: &Program) -> Option<Part> {
        let mut parts: Vec<Part> = Vec::new();
        for line in &program.lines {
            let args: Vec<Part> = line
                .args
                .iter()
                .map(|arg| self.part(arg, &parts))
                .collect::<Option<_>>()?;
            let callee = match line.callee {
                Callee::Primitive(primitive, _) => self.bank.function(primitive),
                Callee::Line(line) => match parts[line as usize] {
                    Part::Plain(function) => function,
                    _ => return None,
                },
            };
            let part = self.call(callee, &args)?;
            parts.push(part);
        }
        self.part(&program.result, &parts)
    }

    fn part(&mut self, arg: &Arg, lines: &[Part]) -> Option<Part> {
        use crate::search::state_type::StateType::Other;
        Some(match *arg {
            Arg::Input(Input::S) => Part::Plain(Bank::DEMONSTRATIONS),
            Arg::Input(Input::I) => Part::Plain(Bank::INPUT),
            Arg::Input(Input::C) => self.item,
            Arg::Line(line) => *lines.get(line as usize)?,
            Arg::Constant(constant) => Part::Plain(self.bank.constant(constant.value, Other, 1)),
            Arg::Literal(value) => Part::Plain(self.bank.constant(value, Other, 1)),
            Arg::Primitive(primitive, _) => Part::Plain(self.bank.function(primitive)),
        })
    }

    fn call(&mut self, callee: StateId, args: &[Part]) -> Option<Part> {
        use Part::{Function, Item, Plain};
        let plain = args.iter().map(|arg| match arg {
            Plain(state) => Some(*state),
            _ => None,
        });
        if let Some(plain) = plain.collect::<Option<Vec<StateId>>>() {
            return Some(Plain(self.bank.apply(callee, &plain, self.cost)?));
        }
        Some(match *args {
            [Item] => Function(callee),
            [Function(inner)] => Function(self.call_maker(prim!(compose), &[callee, inner])?),
            // Bind one argument, until one is left, or two that depend on the object.
            [.., Plain(last)] => {
                let bound = self.call_maker(prim!(rbind), &[callee, last])?;
                self.call(bound, &args[..args.len() - 1])?
            }
            [Plain(first), ..] => {
                let bound = self.call_maker(prim!(lbind), &[callee, first])?;
                self.call(bound, &args[1..])?
            }
            [a, b] => {
                let [a, b] = [a, b].map(|part| match part {
                    Function(function) => function,
                    _ => self.bank.function(prim!(identity)),
                });
                Function(self.call_maker(prim!(fork), &[callee, a, b])?)
            }
            _ => return None,
        })
    }

    fn call_maker(&mut self, maker: &'static Primitive, parts: &[StateId]) -> Option<StateId> {
        self.bank.call(maker, parts, self.cost)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batt::{Code, Inputs};
    use crate::dsl::Value;
    use crate::program::parse_file;
    use crate::search::state_type::StateType;
    use crate::search::test_tasks::task_of;
    use bumpalo::Bump;

    /// Programs of an object; each has arguments that depend on it in other places.
    const PROGRAMS: &str = "
def solve_alone(S, I, C):
    return C

def solve_in_a_row(S, I, C):
    x1 = toindices(C)
    return shift(x1, UP)

def solve_first_of_two(S, I, C):
    x1 = ofcolor(I, ZERO)
    x2 = outbox(C)
    return intersection(x2, x1)

def solve_second_of_two(S, I, C):
    x1 = ofcolor(I, ZERO)
    x2 = outbox(C)
    return difference(x1, x2)

def solve_both(S, I, C):
    x1 = outbox(C)
    x2 = color(C)
    return recolor(x2, x1)

def solve_last_of_three(S, I, C):
    x1 = delta(C)
    return fill(I, TWO, x1)

def solve_two_of_three(S, I, C):
    x1 = color(C)
    x2 = delta(C)
    return fill(I, x1, x2)

def solve_a_function_in_it(S, I, C):
    x1 = rbind(shift, DOWN)
    return x1(C)
";

    #[test]
    fn the_function_returns_what_the_program_returns() {
        let grid = &["000000", "011100", "010100", "011100", "000000"];
        let task = task_of(&[(grid, grid)]);
        let arena = Bump::new();
        let mut bank = Bank::new(&arena, &task);
        let one = bank.constant(
            crate::dsl::constants::ConstantValue::Int(1),
            StateType::Color,
            1,
        );
        let cells = bank.call(prim!(ofcolor), &[Bank::INPUT, one], 1);
        let object = bank.call(prim!(toobject), &[cells.expect("cells"), Bank::INPUT], 1);
        let object = object.expect("an object");
        let programs = parse_file(PROGRAMS);
        assert_eq!(programs.errors, []);
        assert_eq!(programs.programs.len(), 8);
        for program in &programs.programs {
            let given = Inputs {
                s: bank.value(Bank::DEMONSTRATIONS, 0),
                i: bank.value(Bank::INPUT, 0),
                c: bank.value(object, 0),
            };
            let wanted: Value = Code::new(program).run(&bank.cx, given).expect("a value");
            let function = PointFree::new(&mut bank, 1)
                .function(program)
                .expect("a function");
            let function = bank.value(function, 0);
            assert_eq!(
                bank.cx.call(function, &[given.c]).ok(),
                Some(wanted),
                "{}",
                program.name
            );
            let applied = PointFree::new(&mut bank, 1).applied(program, object);
            assert_eq!(
                applied.map(|state| bank.value(state, 0)),
                Some(wanted),
                "{}",
                program.name
            );
        }
    }
}

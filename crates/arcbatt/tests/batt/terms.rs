//! Programs as terms instead of lines, and how two of them differ.

use arcbatt::dsl::constants::ConstantValue;
use arcbatt::dsl::table::Primitive;
use arcbatt::program::{Arg, Callee, Input, Program};

/// A program's result as one expression.
#[derive(Clone, Debug, PartialEq)]
pub enum Term {
    Input(Input),
    Constant(ConstantValue),
    Function(&'static Primitive),
    Call(&'static Primitive, Vec<Term>),
    /// A call of a closure, which is the first term.
    Apply(Vec<Term>),
}

/// The result of a program as a term.
pub fn term(program: &Program) -> Term {
    let mut lines: Vec<Term> = Vec::new();
    for line in &program.lines {
        let args = line.args.iter().map(|arg| of_arg(arg, &lines)).collect();
        lines.push(match line.callee {
            Callee::Primitive(primitive, _) => Term::Call(primitive, args),
            Callee::Line(at) => {
                let function = lines[at as usize].clone();
                Term::Apply([vec![function], args].concat())
            }
        });
    }
    of_arg(&program.result, &lines)
}

fn of_arg(arg: &Arg, lines: &[Term]) -> Term {
    match *arg {
        Arg::Input(input) => Term::Input(input),
        Arg::Line(at) => lines[at as usize].clone(),
        Arg::Constant(constant) => Term::Constant(constant.value),
        Arg::Literal(value) => Term::Constant(value),
        Arg::Primitive(primitive, _) => Term::Function(primitive),
    }
}

impl Term {
    pub fn args(&self) -> &[Term] {
        match self {
            Term::Call(_, args) | Term::Apply(args) => args,
            _ => &[],
        }
    }

    /// Whether the other term is this one or a part of it.
    pub fn has(&self, other: &Term) -> bool {
        self == other || self.args().iter().any(|arg| arg.has(other))
    }

    /// Whether the term calls a primitive with one of these names.
    pub fn calls(&self, names: &[&str]) -> bool {
        let here = matches!(self, Term::Call(p, _) if names.contains(&p.name));
        here || self.args().iter().any(|arg| arg.calls(names))
    }
}

/// The innermost pairs of subterms in which two terms differ, each once.
pub fn differences(a: &Term, b: &Term) -> Vec<Difference> {
    let mut found = Vec::new();
    walk(a, b, None, &mut found);
    found
}

/// A pair of terms that differ.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    pub a: Term,
    pub b: Term,
    /// The call that has them as an argument, and the argument's position.
    pub at: Option<(Term, usize)>,
}

/// Primitives whose arguments commute.
pub const COMMUTING: [&str; 8] = [
    "add",
    "multiply",
    "equality",
    "intersection",
    "manhattan",
    "adjacent",
    "hmatching",
    "vmatching",
];

fn walk(a: &Term, b: &Term, at: Option<(&Term, usize)>, found: &mut Vec<Difference>) {
    if a == b {
        return;
    }
    let same_head = match (a, b) {
        (Term::Call(p, x), Term::Call(q, y)) => p == q && x.len() == y.len(),
        (Term::Apply(x), Term::Apply(y)) => x.len() == y.len(),
        // A closure instead of a primitive, or the reverse.
        (Term::Apply(x), Term::Call(p, y)) if x.len() == y.len() + 1 => {
            let called = [vec![Term::Function(p)], y.clone()].concat();
            return walk(a, &Term::Apply(called), at, found);
        }
        (Term::Call(p, x), Term::Apply(y)) if x.len() + 1 == y.len() => {
            let called = [vec![Term::Function(p)], x.clone()].concat();
            return walk(&Term::Apply(called), b, at, found);
        }
        _ => false,
    };
    if same_head {
        let (x, mut y) = (a.args(), b.args().to_vec());
        let commutes = matches!(a, Term::Call(p, _) if COMMUTING.contains(&p.name));
        if commutes && (x[0] == y[1] || x[1] == y[0]) {
            y.swap(0, 1);
        }
        for (k, (x, y)) in x.iter().zip(&y).enumerate() {
            walk(x, y, Some((a, k)), found);
        }
    } else if !found.iter().any(|d| d.a == *a && d.b == *b) {
        found.push(Difference {
            a: a.clone(),
            b: b.clone(),
            at: at.map(|(call, place)| (call.clone(), place)),
        });
    }
}

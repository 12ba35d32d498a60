//! Programs as terms, without lines: what two of them have in common, and where they differ.

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
    /// A call of a made function, which is the first.
    Apply(Vec<Term>),
}

/// The result of a program.
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

    /// Whether the other is this or within this.
    pub fn has(&self, other: &Term) -> bool {
        self == other || self.args().iter().any(|arg| arg.has(other))
    }

    /// Whether a call of a primitive of one of these names is within this.
    pub fn calls(&self, names: &[&str]) -> bool {
        let here = matches!(self, Term::Call(p, _) if names.contains(&p.name));
        here || self.args().iter().any(|arg| arg.calls(names))
    }
}

/// Where two terms differ: the pairs furthest inside, each once. `at` is the call and the place
/// of the argument that differs.
pub fn differences<'t>(a: &'t Term, b: &'t Term) -> Vec<Difference<'t>> {
    let mut found = Vec::new();
    walk(a, b, None, &mut found);
    found
}

/// A pair of terms that differ.
#[derive(Debug, PartialEq)]
pub struct Difference<'t> {
    pub a: &'t Term,
    pub b: &'t Term,
    /// The call that they are an argument of, and which.
    pub at: Option<(&'t Term, usize)>,
}

fn walk<'t>(
    a: &'t Term,
    b: &'t Term,
    at: Option<(&'t Term, usize)>,
    found: &mut Vec<Difference<'t>>,
) {
    if a == b {
        return;
    }
    let same_head = match (a, b) {
        (Term::Call(p, x), Term::Call(q, y)) => p == q && x.len() == y.len(),
        (Term::Apply(x), Term::Apply(y)) => x.len() == y.len(),
        _ => false,
    };
    if same_head {
        for (k, (x, y)) in a.args().iter().zip(b.args()).enumerate() {
            walk(x, y, Some((a, k)), found);
        }
    } else if !found.iter().any(|d| d.a == a && d.b == b) {
        found.push(Difference { a, b, at });
    }
}

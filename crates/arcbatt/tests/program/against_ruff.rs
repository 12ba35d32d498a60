//! The parser compared with ruff's Python parser: both must find the same calls.

use super::common::{Choices, file, mutate};
use arcbatt::dsl::constants::ConstantValue;
use arcbatt::dsl::table::{self, Name};
use arcbatt::program::{Arg, Callee, Input, Program, parse_file};
use proptest::prelude::*;
use ruff_python_ast::{ArgOrKeyword, Expr, Number, Operator, Stmt, StmtFunctionDef, UnaryOp};
use std::collections::HashMap;

/// The calls and the result of a program without names: `#3` is the fourth line.
#[derive(Debug, PartialEq)]
struct Flat {
    name: String,
    lines: Vec<String>,
    result: String,
}

fn ours(program: &Program) -> Flat {
    let arg = |arg: &Arg| match *arg {
        Arg::Input(Input::S) => "@S".into(),
        Arg::Input(Input::I) => "@I".into(),
        Arg::Input(Input::C) => "@C".into(),
        Arg::Line(at) => format!("#{at}"),
        Arg::Constant(constant) => constant.name.to_owned(),
        Arg::Literal(ConstantValue::Bool(truth)) => format!("{truth}"),
        Arg::Literal(ConstantValue::Int(number)) => format!("{number}"),
        Arg::Literal(ConstantValue::Pair(i, j)) => format!("<{i},{j}>"),
        Arg::Primitive(primitive, suffix) => format!("{}{}", primitive.name, suffix.text()),
    };
    let line = |callee: Callee, args: &[Arg]| {
        let callee = match callee {
            Callee::Primitive(primitive, suffix) => arg(&Arg::Primitive(primitive, suffix)),
            Callee::Line(at) => arg(&Arg::Line(at)),
        };
        format!(
            "{callee}({})",
            args.iter().map(arg).collect::<Vec<_>>().join(",")
        )
    };
    Flat {
        name: program.name.clone(),
        lines: program
            .lines
            .iter()
            .map(|l| line(l.callee, &l.args))
            .collect(),
        result: arg(&program.result),
    }
}

/// Finds the same in ruff's syntax tree; `None` for functions outside the subset.
struct Oracle<'s> {
    source: &'s str,
    names: HashMap<String, String>,
    language: Vec<String>,
    lines: Vec<String>,
}

impl Oracle<'_> {
    fn function(&mut self, function: &StmtFunctionDef) -> Option<Flat> {
        let parameters = &function.parameters;
        if function.is_async
            || !function.decorator_list.is_empty()
            || function.type_params.is_some()
            || parameters.len() != parameters.args.len()
            || parameters.args.iter().any(|p| p.default.is_some())
        {
            return None;
        }
        let inputs: &[&str] = match parameters.args.len() {
            1 => &["@I"],
            3 => &["@S", "@I", "@C"],
            _ => return None,
        };
        for (parameter, input) in parameters.args.iter().zip(inputs) {
            if let Some(annotation) = parameter.annotation() {
                self.annotation(annotation)?;
            }
            let name = parameter.name().to_string();
            if self.names.insert(name, input.to_string()).is_some() {
                return None;
            }
        }
        if let Some(returns) = &function.returns {
            self.annotation(returns)?;
        }
        for statement in &function.body {
            let (target, value) = match statement {
                Stmt::Pass(_) | Stmt::Import(_) | Stmt::ImportFrom(_) => continue,
                Stmt::Expr(text) => match &*text.value {
                    Expr::StringLiteral(_) | Expr::BytesLiteral(_) => continue,
                    Expr::FString(string) => {
                        let text = &self.source[string.range.to_std_range()];
                        if text.contains('{') {
                            return None;
                        }
                        continue;
                    }
                    _ => return None,
                },
                Stmt::Return(result) => {
                    let result = self.expression(result.value.as_deref()?)?;
                    let name = function.name.to_string();
                    let lines = std::mem::take(&mut self.lines);
                    return Some(Flat {
                        name,
                        lines,
                        result,
                    });
                }
                Stmt::Assign(assign) if assign.targets.len() == 1 => {
                    (&assign.targets[0], &*assign.value)
                }
                Stmt::AnnAssign(assign) if assign.simple => {
                    self.annotation(&assign.annotation)?;
                    (&*assign.target, assign.value.as_deref()?)
                }
                _ => return None,
            };
            let Expr::Name(name) = target else {
                return None;
            };
            let value = self.expression(value)?;
            if self.language.iter().any(|used| *used == name.id.as_str()) {
                return None;
            }
            self.names.insert(name.id.to_string(), value);
        }
        None
    }

    fn annotation(&self, expression: &Expr) -> Option<()> {
        match expression {
            Expr::Name(_) | Expr::StringLiteral(_) | Expr::BytesLiteral(_) => {}
            Expr::FString(_) | Expr::TString(_) => {}
            Expr::NumberLiteral(_) | Expr::NoneLiteral(_) | Expr::EllipsisLiteral(_) => {}
            Expr::Attribute(attribute) => self.annotation(&attribute.value)?,
            Expr::Subscript(subscript) => {
                self.annotation(&subscript.value)?;
                self.annotation(&subscript.slice)?;
            }
            Expr::Tuple(tuple) => {
                for part in &tuple.elts {
                    self.annotation(part)?;
                }
            }
            Expr::List(list) => {
                for part in &list.elts {
                    self.annotation(part)?;
                }
            }
            Expr::BinOp(both) if both.op == Operator::BitOr => {
                self.annotation(&both.left)?;
                self.annotation(&both.right)?;
            }
            Expr::Call(call) if call.arguments.keywords.is_empty() => {
                self.annotation(&call.func)?;
                for part in &call.arguments.args {
                    self.annotation(part)?;
                }
            }
            _ => return None,
        }
        Some(())
    }

    fn expression(&mut self, expression: &Expr) -> Option<String> {
        match expression {
            Expr::Name(name) => {
                let name = name.id.as_str();
                if let Some(value) = self.names.get(name) {
                    return Some(value.clone());
                }
                table::lookup(name)?;
                self.language.push(name.to_owned());
                Some(name.to_owned())
            }
            Expr::BooleanLiteral(literal) => Some(literal.value.to_string()),
            Expr::NumberLiteral(_) | Expr::UnaryOp(_) => self.integer(expression),
            Expr::Tuple(tuple) if tuple.parenthesized && tuple.elts.len() == 2 => {
                let a = self.expression(&tuple.elts[0])?;
                let b = self.expression(&tuple.elts[1])?;
                let numbers = (a.parse::<i64>(), b.parse::<i64>());
                if let (Ok(i), Ok(j)) = numbers {
                    let (i, j) = (i32::try_from(i).ok()?, i32::try_from(j).ok()?);
                    return Some(format!("<{i},{j}>"));
                }
                Some(self.line(format!("astuple({a},{b})")))
            }
            Expr::Call(call) => {
                let callee = self.expression(&call.func)?;
                let primitive = match table::lookup(&callee) {
                    Some(Name::Primitive(primitive, _)) => Some(primitive),
                    _ if callee.starts_with('#') => None,
                    _ => return None,
                };
                let mut args: Vec<Option<String>> = Vec::new();
                for argument in call.arguments.iter_source_order() {
                    match argument {
                        ArgOrKeyword::Arg(value) => {
                            let value = self.expression(value)?;
                            args.push(Some(value));
                        }
                        ArgOrKeyword::Keyword(keyword) => {
                            let name = keyword.arg.as_ref()?.as_str();
                            let at = primitive?.parameters().position(|p| p == name)?;
                            let value = self.expression(&keyword.value)?;
                            if args.len() <= at {
                                args.resize(at + 1, None);
                            }
                            if args[at].replace(value).is_some() {
                                return None;
                            }
                        }
                    }
                }
                let args: Option<Vec<String>> = args.into_iter().collect();
                Some(self.line(format!("{callee}({})", args?.join(","))))
            }
            _ => None,
        }
    }

    /// A number with signs; brackets between them are outside the subset.
    fn integer(&self, expression: &Expr) -> Option<String> {
        let mut negative = false;
        let mut inner = expression;
        while let Expr::UnaryOp(signed) = inner {
            match signed.op {
                UnaryOp::USub => negative = !negative,
                UnaryOp::UAdd => {}
                _ => return None,
            }
            let start = signed.range.start().to_usize() + 1;
            inner = &signed.operand;
            let next = ruff_start(inner)?;
            if self.source[start..next].contains('(') {
                return None;
            }
        }
        let Expr::NumberLiteral(literal) = inner else {
            return None;
        };
        let Number::Int(number) = &literal.value else {
            return None;
        };
        let number = number.as_i64()?;
        Some(if negative { -number } else { number }.to_string())
    }

    fn line(&mut self, call: String) -> String {
        self.lines.push(call);
        format!("#{}", self.lines.len() - 1)
    }
}

fn ruff_start(expression: &Expr) -> Option<usize> {
    match expression {
        Expr::UnaryOp(signed) => Some(signed.range.start().to_usize()),
        Expr::NumberLiteral(literal) => Some(literal.range.start().to_usize()),
        _ => None,
    }
}

/// The programs that the oracle finds; `None` if the source is not Python.
fn oracle(source: &str) -> Option<Vec<Flat>> {
    let module = ruff_python_parser::parse_module(source).ok()?;
    let functions = module.syntax().body.iter().filter_map(|statement| {
        let Stmt::FunctionDef(function) = statement else {
            return None;
        };
        let name = function.name.as_str();
        let is_program = ["solve", "differ"].iter().any(|word| {
            name == *word
                || name
                    .strip_prefix(word)
                    .is_some_and(|rest| rest.starts_with('_'))
        });
        let mut oracle = Oracle {
            source,
            names: HashMap::new(),
            language: Vec::new(),
            lines: Vec::new(),
        };
        let mut found = is_program.then(|| oracle.function(function)).flatten()?;
        // A solver without an id is for any task.
        if found.name == "solve_" {
            found.name = "solve".to_owned();
        }
        Some(found)
    });
    Some(functions.collect())
}

fn found(source: &str) -> Vec<Flat> {
    parse_file(source).programs.iter().map(ours).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: std::env::var("PROPTEST_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(2000), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn generated_sources_hold_the_same_calls(choices in prop::collection::vec(any::<u8>(), 0..400)) {
        let source = file(&mut Choices::new(&choices));
        let wanted = oracle(&source);
        prop_assert!(wanted.is_some(), "the generator writes Python\n{source}");
        prop_assert_eq!(Some(found(&source)), wanted, "{}", source);
    }

    #[test]
    fn mutated_sources_hold_the_same_calls(
        choices in prop::collection::vec(any::<u8>(), 0..300),
        changes in prop::collection::vec(any::<u8>(), 0..30),
    ) {
        let source = file(&mut Choices::new(&choices));
        let source = mutate(&source, &mut Choices::new(&changes));
        // With mixed tabs and spaces, ruff accepts more than Python does.
        let source = source.replace('\t', "        ");
        if let Some(wanted) = oracle(&source) {
            prop_assert_eq!(found(&source), wanted, "{}", source);
        }
    }
}

#[test]
fn the_generator_makes_programs() {
    // Guard: the agreement would mean little if both sides rejected nearly everything.
    let (mut functions, mut programs) = (0, 0);
    for seed in 0..400u64 {
        let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        let choices: Vec<u8> = (0..300)
            .map(|_| {
                state ^= state << 13;
                state ^= state >> 7;
                state ^= state << 17;
                (state >> 32) as u8
            })
            .collect();
        let parsed = parse_file(&file(&mut Choices::new(&choices)));
        functions += parsed.programs.len() + parsed.errors.len();
        programs += parsed.programs.len();
    }
    assert!(programs * 4 > functions, "{programs} of {functions}");
}

//! The answers of the reference implementation against ours.
//!
//! In: lines of JSON, a call or a program each. Out: how many agree, and each one that does not.
//! What never happens here: an answer that is looked up rather than computed.
//!
//! A call is `{"fn", "args", "out"}` or `{"fn", "args", "error": true}`: a tuple is an array, a set
//! `{"s": [...]}`, a function `{"f": name}` or `{"f": name, "args": [...]}`; `"fn": "call"` applies
//! its first argument to the others. A program is `{"id", "source", "inputs", "outputs"}` with grids
//! as rows of digits and `null` for no answer.

use crate::dsl::{Cx, Fail, Limits, Value, order, primitive};
use crate::grid::{Grid, GridBuf};
use crate::program::{Code, Given, output_grid, parse_file};
use bumpalo::Bump;
use serde_json::Value as Json;
use std::fmt;

/// What came of a file of vectors.
#[derive(Debug, Default)]
pub struct Report {
    /// Vectors that agree: a call, or a program on all its inputs.
    pub passed: usize,
    /// Those that do not.
    pub mismatches: Vec<Mismatch>,
}

/// A vector whose answer is not ours.
#[derive(Debug)]
pub struct Mismatch {
    /// Line in the file, from 1.
    pub line: usize,
    /// The call or program.
    pub what: String,
    /// The reference's answer.
    pub wanted: String,
    /// Our answer.
    pub got: String,
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            line,
            what,
            wanted,
            got,
        } = self;
        write!(
            f,
            "line {line}: {what}\n  wanted: {wanted}\n  got:    {got}"
        )
    }
}

/// Runs every vector of a file.
pub fn conform(text: &str) -> Report {
    let mut report = Report::default();
    let mut arena = Bump::new();
    for (k, line) in text.lines().enumerate() {
        if line.trim().is_empty() {
            continue;
        }
        arena.reset();
        match vector(&arena, line) {
            Ok(()) => report.passed += 1,
            Err(difference) => {
                let [what, wanted, got] = *difference;
                report.mismatches.push(Mismatch {
                    line: k + 1,
                    what,
                    wanted,
                    got,
                });
            }
        }
    }
    report
}

/// What was asked, wanted and got.
type Difference = Box<[String; 3]>;

fn vector(arena: &Bump, line: &str) -> Result<(), Difference> {
    let broken = |why: String| Box::new([clip(line), "a vector".to_string(), why]);
    let json: Json = serde_json::from_str(line).map_err(|e| broken(e.to_string()))?;
    let cx = Cx::new(arena, Limits::default());
    if json["source"].is_string() {
        return program(&cx, &json, broken);
    }
    let name = json["fn"]
        .as_str()
        .ok_or_else(|| broken("no \"fn\"".into()))?;
    let args = json["args"]
        .as_array()
        .ok_or_else(|| broken("no \"args\"".into()))?
        .iter()
        .map(|arg| value(&cx, arg))
        .collect::<Result<Vec<Value>, String>>()
        .map_err(broken)?;
    let got = apply(&cx, name, &args);
    let texts: Vec<String> = args.iter().map(Value::to_string).collect();
    let what = format!("{name}({})", texts.join(", "));
    if json["error"] == true {
        return match got {
            Err(_) => Ok(()),
            Ok(got) => Err(Box::new([what, "failure".into(), got.to_string()])),
        };
    }
    let wanted = value(&cx, &json["out"]).map_err(broken)?;
    match got {
        Ok(got) if order::equal(got, wanted) => Ok(()),
        Ok(got) => Err(Box::new([what, wanted.to_string(), got.to_string()])),
        Err(fail) => Err(Box::new([what, wanted.to_string(), fail.to_string()])),
    }
}

/// Runs a program on its inputs; the first answer that is not the reference's is a difference.
fn program(
    cx: &Cx,
    json: &Json,
    broken: impl Fn(String) -> Difference + Copy,
) -> Result<(), Difference> {
    let source = json["source"].as_str().unwrap_or_default();
    let parsed = parse_file(source);
    if let Some(problem) = parsed.problems.first() {
        return Err(broken(problem.to_string()));
    }
    let [program] = &parsed.programs[..] else {
        return Err(broken("one program is wanted".into()));
    };
    let code = Code::new(program);
    let (inputs, outputs) = (grids(&json["inputs"]), grids(&json["outputs"]));
    let (Some(inputs), Some(outputs)) = (inputs, outputs) else {
        return Err(broken("inputs and outputs are lists of grids".into()));
    };
    for (k, (input, wanted)) in inputs.iter().zip(&outputs).enumerate() {
        let input = input
            .as_ref()
            .ok_or_else(|| broken("an input is no grid".into()))?;
        let input = cx.grid_value(Grid::new(
            input.height(),
            input.width(),
            cx.arena().alloc_slice_copy(input.view().cells()),
        ));
        cx.refill();
        let given = Given {
            s: Value::EMPTY_TUPLE,
            i: input,
            c: input,
        };
        let got = code.run(cx, given);
        let answer = got.ok().and_then(output_grid).map(Grid::to_buf);
        if answer != *wanted {
            let text = |grid: &Option<GridBuf>| match grid {
                Some(grid) => format!("{grid:?}"),
                None => "no answer".to_string(),
            };
            let what = format!("{}, input {k}\n{source}", json["id"]);
            let got = match got {
                Err(stopped) => format!("line {}: {}", stopped.line + 1, stopped.fail),
                Ok(_) => text(&answer),
            };
            return Err(Box::new([what, text(wanted), got]));
        }
    }
    Ok(())
}

/// Grids as rows of digits, `null` for none.
fn grids(json: &Json) -> Option<Vec<Option<GridBuf>>> {
    json.as_array()?
        .iter()
        .map(|grid| match grid {
            Json::Null => Some(None),
            _ => {
                let rows: Option<Vec<&str>> = grid.as_array()?.iter().map(Json::as_str).collect();
                GridBuf::from_digits(&rows?).map(Some)
            }
        })
        .collect()
}

fn apply<'a>(cx: &Cx<'a>, name: &str, args: &[Value<'a>]) -> Result<Value<'a>, Fail> {
    match (name, args, primitive(name)) {
        ("call", [function, args @ ..], _) => cx.call(*function, args),
        (_, _, Some(primitive)) => cx.call(Value::Primitive(primitive), args),
        _ => Err(Fail::NoAnswer("no such primitive")),
    }
}

/// A value from its JSON.
fn value<'a>(cx: &Cx<'a>, json: &Json) -> Result<Value<'a>, String> {
    let items = |list: &[Json]| {
        let mut items = cx.list();
        for item in list {
            items.push(value(cx, item)?);
        }
        Ok::<_, String>(items)
    };
    let made = |result: Result<Value<'a>, Fail>| result.map_err(|fail| fail.to_string());
    match json {
        Json::Null => Ok(Value::None),
        Json::Bool(b) => Ok(Value::Bool(*b)),
        Json::Number(n) => n.as_i64().map(Value::Int).ok_or(format!("number {n}")),
        Json::Array(list) => made(cx.tuple(items(list)?.into_bump_slice_mut())),
        Json::Object(fields) => {
            if let Some(Json::Array(list)) = fields.get("s") {
                return made(cx.set(items(list)?));
            }
            let name = fields.get("f").and_then(Json::as_str).unwrap_or_default();
            let function = primitive(name).ok_or(format!("no primitive {name:?}"))?;
            match fields.get("args") {
                Some(Json::Array(args)) => made(cx.call(Value::Primitive(function), &items(args)?)),
                _ => Ok(Value::Primitive(function)),
            }
        }
        Json::String(text) => Err(format!("text {text:?}")),
    }
}

fn clip(text: &str) -> String {
    text.chars().take(200).collect()
}

//! Vectors with one call of a primitive or a closure.

use super::Difference;
use crate::dsl::{Cx, Fail, Limits, Value, Why, order, primitive};
use bumpalo::Bump;
use serde_json::Value as Json;

/// Makes the call and compares its result with that of the reference.
pub(super) fn run(
    arena: &Bump,
    json: &Json,
    broken: impl Fn(String) -> Difference + Copy,
) -> Result<(), Difference> {
    let cx = Cx::new(arena, Limits::default());
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
    if name != "call" && primitive(name).is_none() {
        return Err(broken(format!("no primitive {name:?}")));
    }
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

fn apply<'a>(cx: &Cx<'a>, name: &str, args: &[Value<'a>]) -> Result<Value<'a>, Fail> {
    match (name, args, primitive(name)) {
        ("call", [function, args @ ..], _) => cx.call(*function, args),
        (_, _, Some(primitive)) => cx.call(Value::Primitive(primitive), args),
        _ => Err(Fail::NoAnswer(Why::Function)),
    }
}

/// Reads a value from JSON.
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
        Json::Bool(b) => Ok(Value::from(*b)),
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

//! JSON as text that people can read: a list of numbers is one line, so a grid has one row per line.

use arcbatt::grid::GridBuf;
use arcbatt::text::is_unprintable;
use serde::Serialize;
use serde_json::Value as Json;
use serde_json::ser::Formatter;
use std::io::{self, Write};

/// A grid as a list of rows.
pub fn grid_json(grid: &GridBuf) -> Json {
    grid.view().rows().map(Json::from).collect()
}

/// Writes a document, indented by `depth` levels after its first line.
pub fn write_json(out: &mut impl Write, json: &Json, depth: usize) -> io::Result<()> {
    match json {
        Json::Array(items) if !items.is_empty() => {
            if items.iter().all(Json::is_number) {
                return write_numbers(out, items);
            }
            write_lines(out, b"[", items.iter(), b"]", depth, |out, item| {
                write_json(out, item, depth + 1)
            })
        }
        Json::Object(fields) if !fields.is_empty() => write_lines(
            out,
            b"{",
            fields.iter(),
            b"}",
            depth,
            |out, (key, value)| {
                write_scalar(out, key)?;
                out.write_all(b": ")?;
                write_json(out, value, depth + 1)
            },
        ),
        scalar => write_scalar(out, scalar),
    }
}

/// Writes an object with one more field, a list whose items are made one by one, to save memory. Fields
/// are in the order of their names, as in every object.
pub fn write_with_list(
    out: &mut impl Write,
    object: &Json,
    key: &str,
    items: impl Iterator<Item = Json>,
) -> io::Result<()> {
    let fields = object.as_object().into_iter().flatten();
    let (before, after): (Vec<_>, Vec<_>) = fields.partition(|(name, _)| name.as_str() < key);
    write_fields(out, &before, "{")?;
    new_line(out, if before.is_empty() { "{" } else { "," }, 1)?;
    write_scalar(out, &key)?;
    let mut count = 0;
    for item in items {
        new_line(out, if count == 0 { ": [" } else { "," }, 2)?;
        write_json(out, &item, 2)?;
        count += 1;
    }
    match count {
        0 => out.write_all(b": []")?,
        _ => new_line(out, "", 1).and_then(|()| out.write_all(b"]"))?,
    }
    write_fields(out, &after, ",")?;
    new_line(out, "", 0)?;
    out.write_all(b"}")
}

/// Writes fields of an object, the first one after `begin`.
fn write_fields<W: Write>(out: &mut W, fields: &[(&String, &Json)], begin: &str) -> io::Result<()> {
    for (k, (name, value)) in fields.iter().enumerate() {
        new_line(out, if k == 0 { begin } else { "," }, 1)?;
        write_scalar(out, name)?;
        out.write_all(b": ")?;
        write_json(out, value, 1)?;
    }
    Ok(())
}

/// Writes a value on one line; characters that could steer a terminal are escaped.
pub fn write_scalar(out: &mut impl Write, value: &impl Serialize) -> io::Result<()> {
    let mut serializer = serde_json::Serializer::with_formatter(out, Escaping);
    Ok(value.serialize(&mut serializer)?)
}

/// JSON without characters that could steer a terminal.
struct Escaping;

impl Formatter for Escaping {
    fn write_string_fragment<W>(&mut self, out: &mut W, fragment: &str) -> io::Result<()>
    where
        W: ?Sized + Write,
    {
        let mut rest = fragment;
        while let Some(at) = rest.find(is_unprintable) {
            out.write_all(&rest.as_bytes()[..at])?;
            let mut after = rest[at..].chars();
            for unit in after.next().unwrap_or_default().encode_utf16(&mut [0; 2]) {
                write!(out, "\\u{unit:04x}")?;
            }
            rest = after.as_str();
        }
        out.write_all(rest.as_bytes())
    }
}

/// Writes numbers on one line.
fn write_numbers(out: &mut impl Write, numbers: &[Json]) -> io::Result<()> {
    for (k, number) in numbers.iter().enumerate() {
        write!(out, "{}{number}", if k == 0 { "[" } else { ", " })?;
    }
    out.write_all(b"]")
}

/// Writes one item per line between two brackets.
fn write_lines<W: Write, I>(
    out: &mut W,
    open: &[u8],
    items: impl Iterator<Item = I>,
    close: &[u8],
    depth: usize,
    write: impl Fn(&mut W, I) -> io::Result<()>,
) -> io::Result<()> {
    out.write_all(open)?;
    for (k, item) in items.enumerate() {
        new_line(out, if k == 0 { "" } else { "," }, depth + 1)?;
        write(out, item)?;
    }
    new_line(out, "", depth)?;
    out.write_all(close)
}

fn new_line(out: &mut impl Write, comma: &str, depth: usize) -> io::Result<()> {
    writeln!(out, "{comma}")?;
    (0..depth).try_for_each(|_| out.write_all(b"  "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn text(json: &Json) -> String {
        let mut out = Vec::new();
        write_json(&mut out, json, 0).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn a_list_that_is_made_item_by_item_is_as_any_other() {
        for items in [
            json!([]),
            json!([{"a": [1, 2]}]),
            json!(["x", {"b": {}, "c": null}]),
        ] {
            for rest in [
                json!({}),
                json!({"a": 1}),
                json!({"z": [1]}),
                json!({"a": {"b": 1}, "z": "y"}),
            ] {
                let mut whole = rest.clone();
                whole["m"] = items.clone();
                let mut out = Vec::new();
                let items = items.as_array().unwrap().iter().cloned();
                write_with_list(&mut out, &rest, "m", items).unwrap();
                assert_eq!(String::from_utf8(out).unwrap(), text(&whole));
            }
        }
    }

    #[test]
    fn a_grid_has_one_row_per_line() {
        let json = json!({"id": "a\"b", "grid": [[1, 2], [3, 4]], "empty": [], "none": {}});
        let shown = text(&json);
        assert_eq!(
            shown,
            "{\n  \"empty\": [],\n  \"grid\": [\n    [1, 2],\n    [3, 4]\n  ],\n  \
             \"id\": \"a\\\"b\",\n  \"none\": {}\n}"
        );
        assert_eq!(serde_json::from_str::<Json>(&shown).unwrap(), json);
        let hostile = json!({"a\u{7f}": "\u{1b}[8m\0\u{9b}\u{202e}\u{e0041}"});
        let shown = text(&hostile);
        assert!(shown.is_ascii() && !shown.contains('\u{7f}'), "{shown:?}");
        assert_eq!(serde_json::from_str::<Json>(&shown).unwrap(), hostile);
        assert_eq!(text(&json!(["a", 1.5])), "[\n  \"a\",\n  1.5\n]");
    }
}

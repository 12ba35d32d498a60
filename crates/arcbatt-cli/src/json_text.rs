//! JSON as text that people can read: a list of numbers is one line, so a grid has one row per line.

use arcbatt::grid::GridBuf;
use arcbatt::text::is_unprintable;
use serde::Serialize;
use serde_json::Value as Json;
use serde_json::ser::Formatter;
use std::collections::BTreeMap;
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

/// A JSON document whose lists are made item by item while it is written, to save memory.
pub enum Lazy<'j> {
    /// A value that is made already.
    Json(Json),
    /// A list, of anything but numbers.
    List(Box<dyn Iterator<Item = Lazy<'j>> + 'j>),
    /// An object.
    Object(BTreeMap<String, Lazy<'j>>),
}

impl<'j> Lazy<'j> {
    /// A list of such values.
    pub fn list(items: impl Iterator<Item = Json> + 'j) -> Self {
        Self::List(Box::new(items.map(Self::Json)))
    }

    /// The fields of an object and some more.
    pub fn object(fields: Json, more: impl IntoIterator<Item = (&'static str, Self)>) -> Self {
        let fields = match fields {
            Json::Object(fields) => fields,
            _ => serde_json::Map::new(),
        };
        let fields = fields
            .into_iter()
            .map(|(name, json)| (name, Self::Json(json)));
        let more = more
            .into_iter()
            .map(|(name, value)| (name.to_owned(), value));
        Self::Object(fields.chain(more).collect())
    }
}

/// Writes a document like [`write_json`].
pub fn write_lazy(out: &mut impl Write, document: Lazy<'_>, depth: usize) -> io::Result<()> {
    match document {
        Lazy::Json(json) => write_json(out, &json, depth),
        Lazy::List(items) => {
            let mut items = items.peekable();
            match items.peek() {
                None => out.write_all(b"[]"),
                Some(_) => write_lines(out, b"[", items, b"]", depth, |out, item| {
                    write_lazy(out, item, depth + 1)
                }),
            }
        }
        Lazy::Object(fields) => write_lines(
            out,
            b"{",
            fields.into_iter(),
            b"}",
            depth,
            |out, (key, value)| {
                write_scalar(out, &key)?;
                out.write_all(b": ")?;
                write_lazy(out, value, depth + 1)
            },
        ),
    }
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
    fn lists_that_are_made_item_by_item_are_written_as_others() {
        for items in [
            json!([]),
            json!([{"a": [1, 2]}]),
            json!(["x", {"b": {}, "c": null}, [1, 2]]),
        ] {
            for rest in [
                json!({}),
                json!({"a": 1, "z": [1]}),
                json!({"m2": {"b": 1}}),
            ] {
                let mut whole = json!({ "o": rest, "last": [rest] });
                whole["o"]["m"] = items.clone();
                let lazy = || Lazy::list(items.as_array().unwrap().iter().cloned());
                let inner = Lazy::object(rest.clone(), [("m", lazy())]);
                let outer = Lazy::object(json!({ "last": [rest] }), [("o", inner)]);
                let mut out = Vec::new();
                write_lazy(&mut out, outer, 0).unwrap();
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

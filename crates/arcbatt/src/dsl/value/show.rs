//! Values as text: numbers, `(tuples)`, `{sets}`, closures as the calls that construct them.

use crate::dsl::value::Value;
use crate::dsl::value::scalar::Cell;
use std::fmt::{self, Write};

/// The longest text of a value; a longer one is truncated and ends in ` ...`.
const MAX_TEXT: usize = 2_000;

/// A writer that stops at a length.
struct Capped<'f, 'g> {
    out: &'f mut fmt::Formatter<'g>,
    left: usize,
}

impl Write for Capped<'_, '_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        if text.len() > self.left {
            self.left = 0;
            return Err(fmt::Error);
        }
        self.left -= text.len();
        self.out.write_str(text)
    }
}

impl fmt::Display for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = Capped {
            out: f,
            left: MAX_TEXT,
        };
        match write(&mut out, *self) {
            Err(_) if out.left == 0 => f.write_str(" ..."),
            done => done,
        }
    }
}

impl fmt::Debug for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

fn write(out: &mut Capped, value: Value) -> fmt::Result {
    match value {
        Value::None => out.write_str("None"),
        Value::Bool(b) => out.write_str(if b.holds() { "True" } else { "False" }),
        Value::Int(n) => write!(out, "{n}"),
        Value::Pair(pair) => write!(out, "({}, {})", pair.row(), pair.column()),
        Value::Cell(Cell(c, i, j)) => write!(out, "({c}, ({i}, {j}))"),
        Value::Grid(grid) => list(out, "(", ")", grid.rows(), |out, row| {
            list(out, "(", ")", row.iter(), |out, c| write!(out, "{c}"))
        }),
        Value::Indices(cells) => list(out, "{", "}", cells.iter(), |out, (i, j)| {
            write!(out, "({i}, {j})")
        }),
        Value::Object(object) => list(out, "{", "}", object.iter(), |out, (c, i, j)| {
            write!(out, "({c}, ({i}, {j}))")
        }),
        Value::Set(seq) => list(out, "{", "}", seq.items().iter(), |out, &v| write(out, v)),
        Value::Tuple(seq) => list(out, "(", ")", seq.items().iter(), |out, &v| write(out, v)),
        Value::Primitive(primitive) => out.write_str(primitive.name),
        Value::Function(closure) => {
            out.write_str(closure.kind.name())?;
            list(out, "(", ")", closure.parts().iter(), |out, &v| {
                write(out, v)
            })
        }
    }
}

fn list<T>(
    out: &mut Capped,
    open: &str,
    close: &str,
    items: impl Iterator<Item = T>,
    item: impl Fn(&mut Capped, T) -> fmt::Result,
) -> fmt::Result {
    out.write_str(open)?;
    for (k, x) in items.enumerate() {
        if k > 0 {
            out.write_str(", ")?;
        }
        item(out, x)?;
    }
    out.write_str(close)
}

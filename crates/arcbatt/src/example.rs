//! Runs the example of a primitive on an example grid and draws it.

use crate::batt::Code;
use crate::dsl::{Cx, Limits, Primitive, Value};
use crate::grid::GridBuf;
use crate::program::parse_file;
use crate::render::{Arrangement, Item, Picture, Row, Sheet, value_items, value_label};
use crate::task::{Demonstration, Task};
use bumpalo::Bump;

/// The example grid `I`: four colours on black, a hole, a symmetric and a small object.
const EXAMPLE_GRID: [&str; 6] = [
    "00000000", //
    "01100020", //
    "01000000", //
    "00000333", //
    "04000303", //
    "00000333",
];

/// The demonstration pairs `S`: the first set changes colours, the second one turns grids.
const RECOLORED: [[&[&str]; 2]; 2] = [
    [&["010", "212"], &["030", "232"]],
    [&["110", "002"], &["330", "002"]],
];
const TURNED: [[&[&str]; 2]; 2] = [
    [&["010", "212"], &["212", "010"]],
    [&["110", "002"], &["002", "110"]],
];

/// An example with its result.
pub struct Example {
    /// The drawing.
    pub sheet: Sheet,
    /// The value as text; `None` if the call fails.
    pub value: Option<String>,
}

impl Example {
    /// Runs the example of a primitive, with the first set of demonstration pairs that gives an
    /// answer.
    pub fn of(primitive: &Primitive) -> Self {
        let first = Self::on(primitive, &RECOLORED);
        match first.value {
            Some(_) => first,
            None => Self::on(primitive, &TURNED),
        }
    }

    fn on(primitive: &Primitive, pairs: &[[&[&str]; 2]]) -> Self {
        // The tests show that the grids above are valid.
        let grid =
            |rows: &[&str]| GridBuf::from_digits(rows).unwrap_or_else(|| GridBuf::filled(1, 1, 0));
        let task = Task {
            id: "example".to_owned(),
            train: pairs
                .iter()
                .map(|[input, output]| Demonstration {
                    input: grid(input),
                    output: grid(output),
                })
                .collect(),
            test: Vec::new(),
        };
        let input = grid(&EXAMPLE_GRID);
        let example = primitive.example;
        let words = |c: char| !c.is_alphanumeric() && c != '_';
        let mentions = |name: &str| example.split(words).any(|word| word == name);

        let mut sheet = Sheet::new("", Arrangement::Lines);
        if mentions("S") {
            for (k, pair) in task.train.iter().enumerate() {
                let label = format!("S, pair {}", k + 1);
                let output = Some(pair.output.view());
                sheet.rows.push(Row::pair(label, pair.input.view(), output));
            }
        }
        if mentions("I") {
            let picture = Item::Picture(Picture::grid(input.view()));
            sheet.rows.push(Row::new("I").with(picture));
        }
        let arena = Bump::new();
        let cx = Cx::new(&arena, Limits::default());
        let source = format!("def solve(S, I, C):\n    return {example}\n");
        let programs = parse_file(&source).programs;
        let value: Option<Value<'_>> = programs.first().and_then(|program| {
            let code = Code::new(program);
            let inputs = code.inputs(&cx, &task.train, &input).ok()?;
            code.run(&cx, inputs).ok()
        });
        let mut row = Row::new(example);
        match value {
            Some(value) => {
                row.items = value_items(value, (input.height(), input.width()));
                row.label = value_label(example, value);
            }
            None => row.items.push(Item::Text("no answer".to_owned())),
        }
        sheet.rows.push(row);
        Self {
            sheet,
            value: value.map(|value| value.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dsl::primitives;

    #[test]
    fn the_grids_are_grids() {
        let pairs = RECOLORED.iter().chain(&TURNED).flatten().copied();
        for rows in pairs.chain([&EXAMPLE_GRID[..]]) {
            assert!(GridBuf::from_digits(rows).is_some(), "{rows:?}");
        }
    }

    #[test]
    fn every_example_has_an_answer() {
        let silent = primitives()
            .iter()
            .filter(|p| Example::of(p).value.is_none());
        let silent: Vec<&str> = silent.map(|p| p.example).collect();
        assert!(silent.is_empty(), "{silent:?}");
    }
}

//! Grids: rows, mirrors and turns, cells, scaling.

use super::model::{Model, call, rows, with_cx};
use arcbatt::dsl::{Cx, Value};
use arcbatt::grid::GridBuf;
use proptest::prelude::*;

type Rows = Vec<Vec<i8>>;

fn transposed(rows: &Rows) -> Rows {
    let width = rows.first().map_or(0, Vec::len);
    (0..width)
        .map(|j| rows.iter().map(|row| row[j]).collect())
        .collect()
}

fn upside_down(rows: &Rows) -> Rows {
    rows.iter().rev().cloned().collect()
}

fn left_right(rows: &Rows) -> Rows {
    rows.iter()
        .map(|row| row.iter().rev().copied().collect())
        .collect()
}

/// The value of a call that must not fail.
fn one<'a>(cx: &Cx<'a>, name: &str, args: &[Value<'a>]) -> Value<'a> {
    call(cx, name, args).unwrap()
}

proptest! {
    #[test]
    fn rows_and_digits_round_trip(rows in rows()) {
        let grid = GridBuf::from_rows(&rows).unwrap();
        prop_assert_eq!((grid.height(), grid.width()), (rows.len(), rows[0].len()));
        let back: Rows = grid.view().rows().map(<[i8]>::to_vec).collect();
        prop_assert_eq!(&back, &rows);
        prop_assert_eq!(&grid.view().to_buf(), &grid);
        for (i, row) in rows.iter().enumerate() {
            for (j, &color) in row.iter().enumerate() {
                prop_assert_eq!(grid.get(i as i64, j as i64), Some(color));
            }
            prop_assert_eq!(grid.get(i as i64, row.len() as i64), None);
            prop_assert_eq!(grid.get(i as i64, -1), None);
        }
        if grid.view().is_colored() {
            let digits: Vec<String> = rows
                .iter()
                .map(|row| row.iter().map(i8::to_string).collect())
                .collect();
            prop_assert_eq!(GridBuf::from_digits(&digits), Some(grid));
        }
        with_cx(|cx| {
            let value = Model::grid(&rows).build(cx);
            prop_assert_eq!(value.kind(), "Grid");
            let buf = GridBuf::from_rows(&rows).unwrap();
            prop_assert_eq!(value.grid().unwrap(), buf.view());
            Ok(())
        })?;
    }

    #[test]
    fn mirrors_and_turns(rows in rows()) {
        with_cx(|cx| {
            let grid = Model::grid(&rows).build(cx);
            let of = |names: &[&str]| {
                names.iter().fold(grid, |grid, name| call(cx, name, &[grid]).unwrap())
            };
            let model = |rows: Rows| Model::grid(&rows).build(cx);
            prop_assert_eq!(of(&["dmirror"]), model(transposed(&rows)));
            prop_assert_eq!(of(&["hmirror"]), model(upside_down(&rows)));
            prop_assert_eq!(of(&["vmirror"]), model(left_right(&rows)));
            prop_assert_eq!(of(&["rot90"]), model(left_right(&transposed(&rows))));
            prop_assert_eq!(of(&["rot270"]), model(upside_down(&transposed(&rows))));
            let turned = upside_down(&left_right(&rows));
            prop_assert_eq!(of(&["rot180"]), model(turned.clone()));
            prop_assert_eq!(of(&["cmirror"]), model(transposed(&turned)));
            for name in ["hmirror", "vmirror", "dmirror", "cmirror", "rot180"] {
                prop_assert_eq!(of(&[name, name]), grid, "{} twice", name);
            }
            prop_assert_eq!(of(&["rot90"; 4]), grid);
            prop_assert_eq!(of(&["rot270"; 4]), grid);
            prop_assert_eq!(of(&["rot90"; 3]), of(&["rot270"]));
            Ok(())
        })?;
    }

    #[test]
    fn painting_all_cells_gives_the_grid(rows in rows(), factor in 1i64..4) {
        with_cx(|cx| {
            let grid = Model::grid(&rows).build(cx);

            let cells = one(cx, "asobject", &[grid]);
            let naive = rows.iter().enumerate().flat_map(|(i, row)| {
                let cell = move |(j, &c): (usize, &i8)| Model::cell(c.into(), i as i64, j as i64);
                row.iter().enumerate().map(cell)
            });
            prop_assert_eq!(cells, Model::set(naive).build(cx));
            let blank = one(cx, "canvas", &[Value::Int(7), one(cx, "shape", &[grid])]);
            prop_assert_eq!(one(cx, "paint", &[blank, cells]), grid);
            prop_assert_eq!(one(cx, "toindices", &[cells]), one(cx, "asindices", &[grid]));
            let counts = one(cx, "palette", &[grid]);
            let mut total = 0;
            for &color in cx.items(counts).unwrap() {
                let of_color = one(cx, "ofcolor", &[grid, color]);
                let count = one(cx, "colorcount", &[grid, color]);
                prop_assert_eq!(one(cx, "size", &[of_color]), count);
                prop_assert_eq!(one(cx, "fill", &[grid, color, of_color]), grid);
                total += count.int().unwrap();
            }
            prop_assert_eq!(total, (rows.len() * rows[0].len()) as i64);
            let large = one(cx, "upscale", &[grid, Value::Int(factor)]);
            prop_assert_eq!(one(cx, "downscale", &[large, Value::Int(factor)]), grid);
            let halves = one(cx, "hsplit", &[one(cx, "hconcat", &[grid, grid]), Value::Int(2)]);
            prop_assert_eq!(halves, one(cx, "repeat", &[grid, Value::Int(2)]));
            Ok(())
        })?;
    }
}

//! `objects` and `partition` compared with a naive flood fill.

use super::model::{Model, call, rows, with_cx};
use arcbatt::dsl::Value;
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// The most common colour; the smallest on ties.
fn most_common(rows: &[Vec<i8>]) -> i8 {
    let mut counts = BTreeMap::new();
    for &color in rows.iter().flatten() {
        *counts.entry(color).or_insert(0) += 1;
    }
    let most = counts.values().copied().max().unwrap();
    *counts.iter().find(|(_, count)| **count == most).unwrap().0
}

/// Connected components, found cell by cell.
fn components(rows: &[Vec<i8>], univalued: bool, diagonal: bool, without_bg: bool) -> Model {
    let ground = without_bg.then(|| most_common(rows));
    let (height, width) = (rows.len() as i64, rows[0].len() as i64);
    let at = |(i, j): (i64, i64)| rows[i as usize][j as usize];
    let mut seen = BTreeSet::new();
    let mut found = BTreeSet::new();
    for start in (0..height).flat_map(|i| (0..width).map(move |j| (i, j))) {
        if Some(at(start)) == ground || !seen.insert(start) {
            continue;
        }
        let mut todo = vec![start];
        let mut cells = BTreeSet::new();
        while let Some((i, j)) = todo.pop() {
            cells.insert(Model::cell(at((i, j)).into(), i, j));
            for (di, dj) in (-1..=1).flat_map(|di| (-1..=1).map(move |dj| (di, dj))) {
                let next = (i + di, j + dj);
                let inside = (0..height).contains(&next.0) && (0..width).contains(&next.1);
                if !inside || !diagonal && di != 0 && dj != 0 {
                    continue;
                }
                let belongs = if univalued {
                    at(next) == at(start)
                } else {
                    Some(at(next)) != ground
                };
                if belongs && seen.insert(next) {
                    todo.push(next);
                }
            }
        }
        found.insert(Model::Set(cells));
    }
    Model::Set(found)
}

/// A wall that winds through the whole grid, for components with many bends.
fn winding(height: usize, width: usize, turned: bool) -> Vec<Vec<i8>> {
    let rows: Vec<Vec<i8>> = (0..height)
        .map(|i| {
            let gap = if i % 4 == 1 { 0 } else { width - 1 };
            (0..width)
                .map(|j| i8::from(i % 2 == 0 || j == gap))
                .collect()
        })
        .collect();
    if !turned {
        return rows;
    }
    (0..width)
        .map(|j| rows.iter().map(|row| row[j]).collect())
        .collect()
}

fn check(rows: &[Vec<i8>]) -> Result<(), TestCaseError> {
    with_cx(|cx| {
        let grid = Model::grid(rows).build(cx);
        for mode in 0..8 {
            let flags = [mode & 4 != 0, mode & 2 != 0, mode & 1 != 0];
            let [univalued, diagonal, without_bg] = flags.map(Value::from);
            let wanted = components(rows, flags[0], flags[1], flags[2]).build(cx);
            let got = call(cx, "objects", &[grid, univalued, diagonal, without_bg]).unwrap();
            prop_assert_eq!(got, wanted, "{:?} of {}", flags, grid);
            let mode = Value::Int(mode);
            prop_assert_eq!(call(cx, "o_g", &[grid, mode]).unwrap(), wanted);
            prop_assert_eq!(
                call(cx, "o_g_t", &[grid, mode]).unwrap(),
                call(cx, "totuple", &[wanted]).unwrap()
            );
        }
        let color_of = |color: i8| {
            let all = rows.iter().enumerate().flat_map(|(i, row)| {
                row.iter()
                    .enumerate()
                    .map(move |(j, &c)| (c, i as i64, j as i64))
            });
            Model::set(
                all.filter(|cell| cell.0 == color)
                    .map(|(c, i, j)| Model::cell(c.into(), i, j)),
            )
        };
        let colors: BTreeSet<i8> = rows.iter().flatten().copied().collect();
        let whole = Model::set(colors.iter().map(|&c| color_of(c)));
        prop_assert_eq!(call(cx, "partition", &[grid]).unwrap(), whole.build(cx));
        let ground = most_common(rows);
        let front = Model::set(
            colors
                .iter()
                .filter(|&&c| c != ground)
                .map(|&c| color_of(c)),
        );
        prop_assert_eq!(call(cx, "fgpartition", &[grid]).unwrap(), front.build(cx));
        prop_assert_eq!(
            call(cx, "mostcolor", &[grid]).unwrap(),
            Value::Int(ground.into())
        );
        Ok(())
    })
}

proptest! {
    #[test]
    fn components_match_a_flood_fill(rows in rows()) {
        check(&rows)?;
    }

    #[test]
    fn components_of_sparse_grids(
        rows in proptest::collection::vec(proptest::collection::vec(
            prop_oneof![3 => Just(0i8), 2 => 1i8..3], 20), 1..20)
    ) {
        check(&rows)?;
    }
}

#[test]
fn components_of_winding_walls() {
    for (height, width) in [(30, 30), (9, 64), (9, 65), (7, 100), (29, 3), (5, 2)] {
        check(&winding(height, width, false)).unwrap();
        check(&winding(height, width, true)).unwrap();
    }
}

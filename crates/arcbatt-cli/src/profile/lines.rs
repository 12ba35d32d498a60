//! The time of every line of the solvers, as text.

use crate::output::Output;
use crate::text_table::{Column, print_table};
use arcbatt::profile::Profile;
use arcbatt::profile::model::LineRow;
use arcbatt::text::{clipped, count, counted, grouped, time};
use std::cmp::Reverse;
use std::io::Write;

/// Up to this many lines are shown in their order; of more, the slowest.
const ALL: usize = 60;
/// The slowest lines shown.
const SLOWEST: usize = 30;
/// The most characters of a line, and of a file or solver.
const CODE: usize = 60;
const PLACE: usize = 40;
/// The most solvers named that share a line.
const SHARING: usize = 2;

/// Prints the lines of one solver or a few, or the slowest of many.
pub fn print(profile: &Profile, output: &mut Output) -> anyhow::Result<()> {
    if profile.lines.is_empty() {
        writeln!(output.stdout, "no lines: no solver is for these tasks")?;
        return Ok(());
    }
    if profile.lines.len() > ALL {
        return slowest(profile, output);
    }
    let mut rest = &profile.lines[..];
    while let Some(first) = rest.first() {
        let next = |row: &LineRow| (&row.solver, &row.file) != (&first.solver, &first.file);
        let end = rest.iter().position(next).unwrap_or(rest.len());
        let (rows, others) = rest.split_at(end);
        let name = output.bold(&first.solver);
        let file = match first.file.is_empty() {
            true => String::new(),
            false => format!(" in {}", first.file),
        };
        writeln!(output.stdout, "{name}{file}")?;
        let rows: Vec<&LineRow> = rows.iter().collect();
        print_table(&columns(&rows, false), output)?;
        rest = others;
        if !rest.is_empty() {
            writeln!(output.stdout)?;
        }
    }
    Ok(())
}

/// The slowest lines; a call that several solvers share is shown once.
fn slowest(profile: &Profile, output: &mut Output) -> anyhow::Result<()> {
    let mut rows: Vec<&LineRow> = profile.lines.iter().filter(|row| row.node > 0).collect();
    rows.sort_by_key(|row| (Reverse(row.total_ns), row.node));
    rows.dedup_by_key(|row| row.node);
    let all = rows.len();
    rows.truncate(SLOWEST);
    print_table(&columns(&rows, true), output)?;
    if let more @ 1.. = all.saturating_sub(SLOWEST) {
        let more = grouped(more as u64);
        writeln!(output.stdout, "and {more} more; --json has them all")?;
    }
    Ok(())
}

fn columns(rows: &[&LineRow], with_place: bool) -> Vec<Column> {
    let column = |head, rank, cell: &dyn Fn(&LineRow) -> String| {
        Column::new(head, rank, rows.iter().map(|row| cell(row)).collect())
    };
    let known = |row: &LineRow, text: String| match row.calls {
        0 => "-".to_owned(),
        _ => text,
    };
    let place = |row: &LineRow| match (with_place, row.line) {
        (true, _) => clipped(&row.place, PLACE),
        (false, 0) => String::new(),
        (false, line) => line.to_string(),
    };
    vec![
        match with_place {
            true => column("line", 0, &place).left(),
            false => column("line", 0, &place),
        },
        column("code", 0, &|row| clipped(&row.code, CODE)).left(),
        column("calls", 0, &|row| match row.node {
            0 => "none needed".to_owned(),
            _ => count(row.calls as f64),
        }),
        column("~self", 1, &|row| known(row, time(row.self_ns as f64))),
        column("total", 0, &|row| known(row, time(row.total_ns as f64))),
        column("share", 0, &|row| format!("{:.1} %", row.percent)),
        column("shared with", 2, &|row| match row.sharing() {
            0 => String::new(),
            n if n > 3 * SHARING => counted(n, "other solver"),
            _ => row.shared_with(SHARING),
        })
        .left(),
    ]
}

//! The profile as Markdown, to paste into a pull request: short tables, no HTML.
//!
//! Never: a name from the profile that is read as markup.

use crate::profile::Profile;
use crate::profile::model::{Growth, LineRow, PrimitiveRow, TaskRow, Unsolved};
use crate::text::{clipped, count, counted, percent, time};
use std::fmt::Write;

/// The most primitives and tasks shown.
const ROWS: usize = 15;
/// The most characters of a node or task id.
const NODE: usize = 60;

/// The profile as Markdown.
pub fn write(profile: &Profile) -> String {
    let mut out = String::new();
    head(profile, &mut out);
    findings(profile, &mut out);
    account(profile, &mut out);
    phases(profile, &mut out);
    primitives(profile, &mut out);
    tasks(profile, &mut out);
    unsolved(profile, &mut out);
    lines(profile, &mut out);
    out
}

fn ns(ns: u64) -> String {
    time(ns as f64)
}

/// Text outside code, with the characters of markup escaped.
fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\\' | '|' | '<' | '>' | '*' | '`' | '[' | ']' | '#' | '&' | '~' => {
                out.push('\\');
                out.push(c);
            }
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

/// Text as code; empty text stays empty.
fn code(text: &str) -> String {
    let shown = |c: char| match c {
        '`' => '\'',
        c if c.is_control() => ' ',
        c => c,
    };
    let text: String = text.chars().map(shown).collect();
    match text.trim() {
        "" => String::new(),
        // A table splits its cells before it reads code.
        text => format!("`{}`", text.replace('|', "\\|")),
    }
}

/// A table: its title, its heads (`:` before a head aligns to the left) and its rows.
fn table(title: &str, heads: &[&str], rows: &[Vec<String>], out: &mut String) {
    if rows.is_empty() {
        return;
    }
    let names: Vec<&str> = heads
        .iter()
        .map(|head| head.trim_start_matches(':'))
        .collect();
    let lines = heads.iter().map(|head| match head.starts_with(':') {
        true => "---",
        false => "---:",
    });
    let lines: Vec<&str> = lines.collect();
    // Writing to a `String` cannot fail.
    let _ = writeln!(out, "\n## {title}\n\n| {} |", names.join(" | "));
    let _ = writeln!(out, "|{}|", lines.join("|"));
    for row in rows {
        let _ = writeln!(out, "| {} |", row.join(" | "));
    }
}

fn head(profile: &Profile, out: &mut String) {
    let truth = &profile.truth;
    let _ = writeln!(
        out,
        "# Profile: {} of {} right\n",
        truth.right,
        counted(truth.known, "known test output")
    );
    let _ = writeln!(
        out,
        "{} of {} fit their demonstrations; the answers are {}.\n\n{}.",
        truth.fits,
        counted(truth.tasks, "task"),
        plain(&truth.compared()),
        plain(&profile.about())
    );
    let rows = profile.header.rows();
    if rows.is_empty() {
        return;
    }
    out.push_str("\n| | |\n|---|---|\n");
    for (name, value) in rows {
        let value = match name {
            "command" => code(&value),
            _ => plain(&value),
        };
        let _ = writeln!(out, "| {name} | {value} |");
    }
    let _ = writeln!(out, "| profiler | {} |", plain(&profile.profiler_cost()));
}

fn findings(profile: &Profile, out: &mut String) {
    if let Some(why) = &profile.verdict.refused {
        let _ = writeln!(out, "\n## No verdict\n\n{}.", plain(why));
        return;
    }
    out.push_str("\n## Findings\n\n");
    if profile.verdict.findings.is_empty() {
        out.push_str("Nothing stands out.\n");
    }
    for (finding, number) in profile.verdict.findings.iter().zip(1..) {
        let saves = match finding.saving_text() {
            text if text.is_empty() => text,
            text => format!(" ({})", plain(&text)),
        };
        let _ = writeln!(out, "{number}. **{}**{saves}", plain(&finding.sentence));
        for line in [&finding.evidence, &finding.advice] {
            if !line.is_empty() {
                let _ = writeln!(out, "   - {}", plain(line));
            }
        }
    }
    if let Some(saving) = profile.verdict.saving_text() {
        let _ = writeln!(out, "\n{}.", plain(&saving));
    }
}

fn account(profile: &Profile, out: &mut String) {
    let account = &profile.account;
    if account.capacity_ns == 0 {
        return;
    }
    let row = |name: &str, ns: f64| {
        let share = percent(100.0 * ns / account.capacity_ns as f64);
        vec![name.to_owned(), time(ns), share]
    };
    let rows = [
        row("primitives", account.primitives_ns as f64),
        row("framework", account.framework_ns as f64),
        row("idle", account.idle_ns as f64),
        row("waiting for a processor", account.waiting_ns as f64),
        row("not accounted for", account.remainder_ns as f64),
        row("all threads", account.capacity_ns as f64),
    ];
    let heads = [":part", "time", "share"];
    table("Where the time of all threads went", &heads, &rows, out);
}

fn phases(profile: &Profile, out: &mut String) {
    let grown = |growth: &Growth| match growth.words.contains("does not") {
        true => growth.words.clone(),
        false => format!("{}, {} each", growth.words, time(growth.each_ns)),
    };
    let rows = profile.phases.iter().map(|phase| {
        let growth = phase.growth.iter().find(|growth| growth.by == "tasks");
        vec![
            plain(&phase.name),
            ns(phase.ns),
            percent(phase.percent),
            match phase.rate > 0.0 {
                true => format!("{} {}/s", count(phase.rate), plain(&phase.unit)),
                false => "-".to_owned(),
            },
            plain(&growth.map_or(String::new(), grown)),
        ]
    });
    let rows: Vec<Vec<String>> = rows.collect();
    let heads = [":phase", "time", "share", "rate", ":growth by tasks"];
    table("Phases", &heads, &rows, out);
    let parts = profile.generator.iter().map(|part| {
        vec![
            plain(&part.name),
            ns(part.ns),
            count(part.count as f64),
            time(part.each_ns),
        ]
    });
    let parts: Vec<Vec<String>> = parts.collect();
    if !parts.is_empty() {
        let heads = [":part", "time", "count", "each"];
        table("Card in parts", &heads, &parts, out);
    }
    for projection in &profile.projections {
        let _ = writeln!(out, "\n{}.", plain(&projection.words));
    }
}

fn primitives(profile: &Profile, out: &mut String) {
    let row = |row: &PrimitiveRow| {
        vec![
            code(&row.name),
            match row.calls_estimated {
                true => format!("\\~{}", count(row.calls as f64)),
                false => count(row.calls as f64),
            },
            ns(row.self_ns),
            ns(row.total_ns),
            percent(row.percent),
            time(row.mean_ns),
            count(row.top_tasks as f64),
            code(&clipped(&row.max_node, NODE)),
        ]
    };
    let rows: Vec<Vec<String>> = profile.primitives.iter().take(ROWS).map(row).collect();
    let heads = [
        ":primitive",
        "calls",
        "self",
        "total",
        "share",
        "mean",
        "in tasks",
        ":longest node",
    ];
    table("Hottest primitives", &heads, &rows, out);
    more(profile.primitives.len(), out);
    if let Some(gpu) = &profile.gpu {
        let _ = writeln!(out, "\nGPU: {}.", plain(&gpu.words));
    }
}

fn tasks(profile: &Profile, out: &mut String) {
    let row = |row: &TaskRow| {
        let why = row.outlier.as_ref().map_or("", |o| o.words.as_str());
        vec![
            code(&clipped(&row.id, NODE)),
            ns(row.ns),
            percent(row.percent),
            count(row.evaluations as f64),
            code(&clipped(&row.heaviest, NODE)),
            plain(&clipped(why, 2 * NODE)),
        ]
    };
    let rows: Vec<Vec<String>> = profile.tasks.rows.iter().take(ROWS).map(row).collect();
    let heads = [
        ":task",
        "time",
        "share",
        "calls",
        ":heaviest node",
        ":outlier",
    ];
    table("Slowest tasks", &heads, &rows, out);
    more(profile.tasks.rows.len(), out);
}

fn unsolved(profile: &Profile, out: &mut String) {
    let rows = profile.tasks.rows.iter();
    let rows = rows.filter_map(|row| Some((row, row.unsolved.as_ref()?)));
    let row = |(row, why): (&TaskRow, &Unsolved)| {
        let words = plain(&clipped(&why.words, 3 * NODE));
        vec![code(&clipped(&row.id, NODE)), plain(&why.kind), words]
    };
    let rows: Vec<Vec<String>> = rows.map(row).collect();
    let heads = [":task", ":kind", ":why"];
    table("Unsolved tasks", &heads, &rows[..rows.len().min(ROWS)], out);
    more(rows.len(), out);
}

/// The lines, if they were asked for: the slowest ones.
fn lines(profile: &Profile, out: &mut String) {
    if !profile.subject.parts.iter().any(|part| part == "lines") {
        return;
    }
    let mut lines: Vec<&LineRow> = profile.lines.iter().collect();
    lines.sort_by_key(|line| std::cmp::Reverse(line.total_ns));
    let row = |row: &&LineRow| {
        vec![
            plain(&clipped(&row.place, NODE)),
            code(&clipped(&row.code, NODE)),
            count(row.calls as f64),
            format!("\\~{}", ns(row.self_ns)),
            ns(row.total_ns),
            percent(row.percent),
            plain(&row.shared_with(2)),
        ]
    };
    let rows: Vec<Vec<String>> = lines.iter().take(ROWS).map(row).collect();
    let heads = [
        ":line",
        ":code",
        "calls",
        "self",
        "total",
        "share",
        ":shared with",
    ];
    table("Slowest lines", &heads, &rows, out);
    more(lines.len(), out);
}

/// Says how many rows a table leaves out.
fn more(rows: usize, out: &mut String) {
    if let more @ 1.. = rows.saturating_sub(ROWS) {
        let _ = writeln!(out, "\nAnd {} more.", crate::text::grouped(more as u64));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_not_markup() {
        assert_eq!(plain("a|b <i> *x*\n"), "a\\|b \\<i\\> \\*x\\* ");
        assert_eq!(code("f(`a|b`)"), "`f('a\\|b')`");
        assert_eq!(code(" "), "");
    }
}

//! Output of `arcbatt library`.

use crate::output::{Output, clipped, counted};
use arcbatt::store::{Count, Entry, Stats, one_line};
use arcbatt::text::some_of;
use serde_json::{Value as Json, json};
use std::io::Write;

/// Digits of a hash to print.
const DIGITS: usize = 10;
/// Primitives to list.
const PRIMITIVES: usize = 15;

fn short(hash: &str) -> &str {
    hash.get(..DIGITS).unwrap_or(hash)
}

/// Prints one line per program.
pub fn list(entries: &[Entry], output: &mut Output) -> anyhow::Result<()> {
    if entries.is_empty() {
        writeln!(
            output.stdout,
            "no programs yet; `arcbatt solve --store F` finds some"
        )?;
        return Ok(());
    }
    let head = format!(
        "{:DIGITS$}  {:>6}  {:>5}  {:24}  program",
        "hash", "fits", "calls", "tasks"
    );
    let head = output.bold(&head);
    writeln!(output.stdout, "{head}")?;
    for entry in entries {
        let tasks: Vec<&str> = entry.fitted().map(|worth| worth.task.as_str()).collect();
        let count = tasks.len();
        let tasks = match (count, entry.imported) {
            (0, true) if entry.named.is_empty() => "(imported)".to_owned(),
            (0, true) => clipped(&format!("(imported: {})", entry.named.join(" ")), 24),
            _ => clipped(&tasks.join(" "), 24),
        };
        let program = entry.program().map_or_else(
            || "(uses primitives that this version lacks)".to_owned(),
            |program| one_line(&program),
        );
        let program = match output.terminal {
            true => clipped(&program, output.columns.saturating_sub(DIGITS + 43).max(20)),
            false => program,
        };
        let (hash, calls) = (short(&entry.hash), entry.length);
        writeln!(
            output.stdout,
            "{hash:DIGITS$}  {count:>6}  {calls:>5}  {tasks:24}  {program}"
        )?;
    }
    let solvers = entries
        .iter()
        .filter(|entry| entry.fitted().next().is_some());
    let solvers = solvers.count();
    let all = counted(entries.len(), "program");
    writeln!(
        output.stdout,
        "{all}; {solvers} of them fit the demonstrations of a task"
    )?;
    Ok(())
}

/// Prints a program and its scores.
pub fn entry(entry: &Entry, output: &mut Output) -> anyhow::Result<()> {
    let hash = output.bold(short(&entry.hash));
    let calls = counted(entry.length as usize, "call");
    writeln!(output.stdout, "{hash}  {calls}, cost {}", entry.cost)?;
    for worth in &entry.worth {
        let right = match worth.right {
            Some(true) => ", right on its tests",
            Some(false) => ", wrong on its tests",
            None => "",
        };
        writeln!(
            output.stdout,
            "  {}: {} of {} demonstrations{right}, {:.1} bits, {} in run {}",
            worth.task,
            worth.matched,
            worth.demonstrations,
            worth.bits,
            worth.proposer,
            worth.run.0,
        )?;
    }
    match entry.named.as_slice() {
        [] if entry.imported => writeln!(output.stdout, "  imported")?,
        [] => {}
        named => writeln!(
            output.stdout,
            "  imported as a program for {}",
            some_of(named, 3)
        )?,
    }
    write!(output.stdout, "{}", entry.text)?;
    Ok(())
}

/// A program and its scores as JSON.
pub fn entry_json(entry: &Entry) -> Json {
    let worth = entry.worth.iter().map(|worth| {
        json!({
            "task": worth.task,
            "matched": worth.matched,
            "demonstrations": worth.demonstrations,
            "right": worth.right,
            "bits": worth.bits,
            "proposer": worth.proposer,
            "run": worth.run.0,
        })
    });
    json!({
        "hash": entry.hash,
        "program": entry.text,
        "calls": entry.length,
        "cost": entry.cost,
        "imported": entry.imported,
        "named": entry.named,
        "fits": entry.fitted().count(),
        "tasks": worth.collect::<Json>(),
    })
}

/// Prints statistics.
pub fn stats(stats: &Stats, output: &mut Output) -> anyhow::Result<()> {
    let out = &mut output.stdout;
    let programs = counted(stats.programs as usize, "program");
    writeln!(
        out,
        "{programs}: {} fit the demonstrations of a task, {} imported",
        stats.solvers, stats.imported
    )?;
    writeln!(
        out,
        "fit their demonstrations: {} of {}; {}",
        stats.fitted,
        counted(stats.tasks as usize, "task"),
        counted(stats.runs as usize, "run")
    )?;
    let mut table = |title: &str, rows: Vec<(String, u64)>| -> anyhow::Result<()> {
        if rows.is_empty() {
            return Ok(());
        }
        let title = output.bold(title);
        writeln!(output.stdout, "\n{title}")?;
        let most = rows
            .iter()
            .map(|&(_, count)| count)
            .max()
            .unwrap_or(1)
            .max(1);
        let width = rows.iter().map(|(name, _)| name.chars().count()).max();
        let width = width.unwrap_or(0);
        for (name, count) in rows {
            let bar = "█".repeat((count * 30).div_ceil(most) as usize);
            writeln!(output.stdout, "{name:width$}  {count:>6}  {bar}")?;
        }
        Ok(())
    };
    table(
        "tasks by the proposer of their best program",
        stats.proposers.clone(),
    )?;
    let lengths = stats.lengths.iter();
    let lengths = lengths.map(|&(length, count)| (counted(length as usize, "call"), count));
    table("programs by length", lengths.collect())?;
    let primitives: Vec<Count> = stats.primitives.iter().take(PRIMITIVES).cloned().collect();
    table("most used primitives", primitives)
}

/// Statistics as JSON.
pub fn stats_json(stats: &Stats) -> Json {
    let counts = |counts: &[Count]| -> Json {
        let entries = counts
            .iter()
            .map(|(name, count)| (name.clone(), json!(count)));
        Json::Object(entries.collect())
    };
    let lengths = stats.lengths.iter();
    let lengths: Vec<Count> = lengths.map(|(n, count)| (n.to_string(), *count)).collect();
    json!({
        "programs": stats.programs,
        "solvers": stats.solvers,
        "imported": stats.imported,
        "tasks": stats.tasks,
        "fits": stats.fitted,
        "runs": stats.runs,
        "proposers": counts(&stats.proposers),
        "lengths": counts(&lengths),
        "primitives": counts(&stats.primitives),
    })
}

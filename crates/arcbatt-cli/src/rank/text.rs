//! The text output of `arcbatt rank`.

use super::{Ranked, failed_place, message, source_line};
use crate::check::pair_name;
use crate::output::{Output, clipped, counted, grouped};
use crate::text_table::{Column, print_table};
use arcbatt::score::{AnswerGroup, CandidateStatus};
use std::io::Write;

/// The most columns of a status in the table.
const MOST_COLUMNS: usize = 72;

/// Prints the ranking of a task.
pub fn print(ranked: &Ranked<'_>, first: bool, output: &mut Output) -> anyhow::Result<()> {
    if !first {
        writeln!(output.stdout)?;
    }
    let ranking = &ranked.ranking;
    let id = output.bold(&ranked.task.id);
    let all = counted(ranked.candidates.len() + ranked.rejected.len(), "candidate");
    let groups = counted(ranking.groups.len(), "different answer");
    writeln!(output.stdout, "{id}: {all}, {groups}; {}", counts(ranked))?;
    let shown = &ranking.groups[..ranking.groups.len().min(ranked.top)];
    if !shown.is_empty() {
        table(ranked, shown, output)?;
    }
    if let more @ 1.. = ranking.groups.len() - shown.len() {
        let more = counted(more, "more group");
        writeln!(output.stdout, "{more}; --top N prints more")?;
    }
    let no_answer: Vec<usize> = (0..ranking.candidates.len())
        .filter(|&k| ranking.candidates[k].group.is_none())
        .collect();
    list(
        output,
        "No answer on any pair",
        &no_answer,
        ranked.top,
        |&k| {
            let candidate = &ranked.candidates[k];
            let status = status_text(ranked, k);
            format!("  {}  {status}", source_line(candidate))
        },
    )?;
    list(
        output,
        "Rejected",
        &ranked.rejected,
        ranked.top,
        |candidate| {
            let Err(error) = candidate.program else {
                return String::new();
            };
            let excerpt = error.excerpt.as_deref().unwrap_or_default();
            let lines = excerpt.lines().map(|line| format!("\n  {line}"));
            format!("  {}:{error}{}", candidate.file, lines.collect::<String>())
        },
    )
}

/// How many candidates have which status.
fn counts(ranked: &Ranked<'_>) -> String {
    let mut parts = Vec::new();
    for word in ["right", "fits", "wrong", "failed", "cut"] {
        let candidates = ranked.ranking.candidates.iter();
        let count = candidates.filter(|c| c.status.word() == word).count();
        if count > 0 {
            parts.push(format!("{} {word}", grouped(count as u64)));
        }
    }
    if !ranked.rejected.is_empty() {
        parts.push(format!(
            "{} rejected",
            grouped(ranked.rejected.len() as u64)
        ));
    }
    parts.join(", ")
}

fn table(ranked: &Ranked<'_>, shown: &[AnswerGroup], output: &mut Output) -> anyhow::Result<()> {
    let train = ranked.ranking.demonstrations;
    let column = |cell: &dyn Fn(&AnswerGroup) -> String| shown.iter().map(cell).collect();
    let number = |n: usize| grouped(n as u64);
    let best = |group: &AnswerGroup| group.members[0] as usize;
    let status = |group: &AnswerGroup| clipped(&status_text(ranked, best(group)), MOST_COLUMNS);
    let source = |group: &AnswerGroup| {
        let line = source_line(&ranked.candidates[best(group)]);
        match group.members.len() - 1 {
            0 => line,
            more => format!("{line} and {} more", number(more)),
        }
    };
    let columns = [
        Column::new("rank", 0, (1..=shown.len()).map(number).collect()),
        Column::new("votes", 0, column(&|g| number(g.members.len()))),
        Column::new(
            "matched",
            0,
            column(&|g| format!("{} of {train}", g.matched)),
        ),
        Column::new("cells wrong", 2, column(&|g| number(g.cells_wrong))),
        Column::new("calls", 3, column(&|g| number(g.calls))),
        Column::new("shortest", 1, column(&source)).left(),
        Column::new("status", 0, column(&status)).left(),
    ];
    print_table(&columns, output)
}

/// `wrong on train 2: 4 cells differ`.
fn status_text(ranked: &Ranked<'_>, at: usize) -> String {
    let (candidate, status) = (
        &ranked.candidates[at],
        &ranked.ranking.candidates[at].status,
    );
    let word = status.word();
    let CandidateStatus::Bad { part, index, .. } = status else {
        return word.to_owned();
    };
    let Some(explained) = ranked.explain(at) else {
        return word.to_owned();
    };
    let line = match failed_place(candidate, &explained) {
        Some(place) if place.code_line > 0 => format!(" in code line {}", place.code_line),
        Some(place) => format!(" in line {}", place.line),
        None => String::new(),
    };
    let message = message(candidate, &explained);
    format!("{word} on {}{line}: {message}", pair_name(*part, *index))
}

/// Prints a heading and the first items.
fn list<T>(
    output: &mut Output,
    heading: &str,
    items: &[T],
    top: usize,
    line: impl Fn(&T) -> String,
) -> anyhow::Result<()> {
    if items.is_empty() {
        return Ok(());
    }
    let heading = output.bold(heading);
    writeln!(output.stdout, "{heading}")?;
    for item in items.iter().take(top) {
        output.print_sentence(&line(item))?;
    }
    if let more @ 1.. = items.len().saturating_sub(top) {
        writeln!(output.stdout, "  and {} more", grouped(more as u64))?;
    }
    Ok(())
}

//! The output of `arcbatt rank --json` and `--jsonl`, written task by task to save memory.

use super::{Candidate, Ranked, failed_place, message};
use crate::json_text::{Lazy, grid_json, write_lazy, write_scalar};
use crate::output::Output;
use arcbatt::program::Place;
use arcbatt::score::{AnswerGroup, CandidateStatus};
use arcbatt::task::Part;
use serde_json::{Value as Json, json};
use std::io::Write;

/// Prints a task as an element of `tasks`.
pub fn print(ranked: &Ranked<'_>, first: bool, output: &mut Output) -> anyhow::Result<()> {
    let begin = match first {
        true => "{\n  \"tasks\": [",
        false => ",",
    };
    write!(output.stdout, "{begin}\n    ")?;
    let ranking = &ranked.ranking;
    let groups = 0..ranking.groups.len().min(ranked.top);
    let groups = groups.map(|rank| group_json(ranked, rank));
    let best = ranking.groups.first().map_or(0, |best| best.matched);
    let json = json!({
        "id": ranked.task.id,
        "demonstrations": ranking.demonstrations,
        "tests": ranking.tests,
        "fits": ranking.demonstrations > 0 && best == ranking.demonstrations,
    });
    let candidates = order(ranked).map(|at| candidate_json(ranked, at));
    let lists = [
        ("groups", Lazy::List(Box::new(groups))),
        ("candidates", Lazy::list(candidates)),
        (
            "rejected",
            Lazy::list(ranked.rejected.iter().map(rejected_json)),
        ),
    ];
    Ok(write_lazy(
        &mut output.stdout,
        Lazy::object(json, lists),
        2,
    )?)
}

/// Ends the document.
pub fn finish(output: &mut Output) -> anyhow::Result<()> {
    writeln!(output.stdout, "\n  ]\n}}")?;
    Ok(())
}

/// Prints one line per candidate.
pub fn print_lines(ranked: &Ranked<'_>, output: &mut Output) -> anyhow::Result<()> {
    let candidates = order(ranked).map(|at| {
        let mut json = candidate_json(ranked, at);
        let group = ranked.ranking.candidates[at].group;
        let group = group.map(|rank| &ranked.ranking.groups[rank as usize]);
        json["votes"] = group.map_or(0, |group| group.members.len()).into();
        json["test_outputs"] = outputs_json(ranked, group).collect();
        json
    });
    for mut line in candidates.chain(ranked.rejected.iter().map(rejected_json)) {
        line["task"] = ranked.task.id.as_str().into();
        write_scalar(&mut output.stdout, &line)?;
        writeln!(output.stdout)?;
    }
    // A reader of the stream sees the task before the next one is run.
    output.stdout.flush()?;
    Ok(())
}

/// The candidates to print, best first; those without an answer are last.
fn order<'r>(ranked: &'r Ranked<'_>) -> impl Iterator<Item = usize> + 'r {
    let ranking = &ranked.ranking;
    let groups = ranking.groups.iter().take(ranked.top);
    let ranks = groups.flat_map(|group| group.members.iter().map(|&at| at as usize));
    let rest = (0..ranking.candidates.len()).filter(|&at| ranking.candidates[at].group.is_none());
    ranks.chain(rest)
}

fn group_json<'r>(ranked: &'r Ranked<'_>, rank: usize) -> Lazy<'r> {
    let group = &ranked.ranking.groups[rank];
    let json = json!({
        "rank": rank + 1,
        "votes": group.members.len(),
        "matched": group.matched,
        "cells_wrong": group.cells_wrong,
        "calls": group.calls,
    });
    let outputs = Lazy::list(outputs_json(ranked, Some(group)));
    Lazy::object(json, [("test_outputs", outputs)])
}

/// The answers to the tests; `null` where there is none.
fn outputs_json<'r>(
    ranked: &'r Ranked<'_>,
    group: Option<&'r AnswerGroup>,
) -> impl Iterator<Item = Json> + 'r {
    let output = move |test| group.and_then(|group| ranked.answer(group, test));
    let tests = 0..ranked.ranking.tests;
    tests.map(move |test| output(test).map_or(Json::Null, |grid| grid_json(&grid)))
}

fn candidate_json(ranked: &Ranked<'_>, at: usize) -> Json {
    let (candidate, result) = (&ranked.candidates[at], ranked.ranking.candidates[at]);
    let group = result
        .group
        .map(|rank| &ranked.ranking.groups[rank as usize]);
    let mut json = json!({
        "file": candidate.file,
        "name": candidate.name(),
        "rank": result.group.map(|rank| rank + 1),
        "status": result.status.word(),
        "matched": group.map_or(0, |group| group.matched),
        "cells_wrong": group.map(|group| group.cells_wrong),
        "calls": candidate.program.map_or(0, |program| program.lines.len()),
    });
    if let Ok(program) = candidate.program {
        add_place(&mut json, "", program.place);
    }
    if let CandidateStatus::Bad { part, index, .. } = result.status {
        json["part"] = match part {
            Part::Train => "train".into(),
            _ => "test".into(),
        };
        json["index"] = index.into();
    }
    if let Some(explained) = ranked.explain(at) {
        json["message"] = message(candidate, &explained).into();
        if let Some(place) = failed_place(candidate, &explained) {
            add_place(&mut json, "failed_", place);
        }
    }
    json
}

fn rejected_json(candidate: &Candidate<'_>) -> Json {
    let mut json = json!({
        "file": candidate.file,
        "name": candidate.name(),
        "rank": Json::Null,
        "status": "rejected",
    });
    if let Err(error) = candidate.program {
        add_place(&mut json, "", error.place);
        json["column"] = error.place.column.into();
        json["message"] = error.message.as_str().into();
        json["excerpt"] = error.excerpt.as_deref().into();
    }
    json
}

/// Adds the line of a position, and the line of the code in a JSONL record.
fn add_place(json: &mut Json, prefix: &str, place: Place) {
    json[format!("{prefix}line")] = place.line.into();
    if place.code_line > 0 {
        json[format!("{prefix}code_line")] = place.code_line.into();
    }
}

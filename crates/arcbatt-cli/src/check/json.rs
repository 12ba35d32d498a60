//! The output of `arcbatt check --json`, written task by task to save memory.

use crate::args::status_text;
use crate::check::{Checked, types_of};
use crate::json_text::{Lazy, grid_json, write_json, write_lazy};
use crate::output::Output;
use crate::run::tally_json;
use crate::solver_source::SourcePart;
use arcbatt::check::{PairReport, PairStatus, TaskReport, answer_of};
use arcbatt::grid::GridBuf;
use arcbatt::program::ParseError;
use arcbatt::task::{Answers, Part, Task};
use serde_json::{Value as Json, json};
use std::io::Write;
use std::time::Duration;

/// Prints the report: `tasks`, `problems`, `notes`, `totals`.
pub fn print(checked: &Checked, output: &mut Output) -> anyhow::Result<()> {
    write!(output.stdout, "{{\n  \"tasks\": [")?;
    for (k, task) in checked.report.tasks.iter().enumerate() {
        let comma = if k == 0 { "" } else { "," };
        write!(output.stdout, "{comma}\n    ")?;
        write_lazy(&mut output.stdout, task_json(checked, task), 2)?;
    }
    write!(output.stdout, "\n  ]")?;
    let solvers = &checked.source.solvers;
    let list = |part: SourcePart, problems: &[ParseError]| -> Json {
        let problems = problems.iter().enumerate();
        problems
            .map(|(at, problem)| problem_json(checked.source.file_of(part, at), problem))
            .collect()
    };
    let totals = checked.report.totals();
    let mut sums = tally_json(&checked.report.tally(&checked.data));
    sums["solved"] = totals.solved.into();
    sums["pairs"] = totals.pairs.into();
    sums["unknown"] = totals.unknown.into();
    sums["without_solver"] = (checked.data.tasks.len() - totals.tasks).into();
    sums["idle_solvers"] = checked.matches.idle.len().into();
    sums["rejected_solvers"] = solvers.errors.len().into();
    sums["execute_us"] = micros(totals.time).into();
    for (name, value) in [
        ("problems", list(SourcePart::Errors, &solvers.errors)),
        ("notes", list(SourcePart::Notes, &solvers.notes)),
        ("totals", sums),
    ] {
        write!(output.stdout, ",\n  \"{name}\": ")?;
        write_json(&mut output.stdout, &value, 1)?;
    }
    writeln!(output.stdout, "\n}}")?;
    Ok(())
}

fn task_json<'c>(checked: &'c Checked, task: &'c TaskReport) -> Lazy<'c> {
    let solvers: Vec<Json> = task
        .runs
        .iter()
        .filter_map(|run| {
            let program = checked.source.solvers.programs.get(run.program)?;
            let mut solver = json!({
                "name": program.name,
                "file": checked.source.file_of(SourcePart::Programs, run.program),
                "line": program.place.line,
                "solved": run.solved(),
            });
            if checked.types {
                let (types, result) = types_of(program);
                let names = program.lines.iter().map(|line| line.name.as_str());
                solver["types"] = names
                    .zip(&types)
                    .map(|(name, shown)| json!({"name": name, "type": shown}))
                    .collect();
                solver["result_type"] = result.into();
            }
            Some(solver)
        })
        .collect();
    let runs = task.runs.iter().enumerate();
    let (known, answers) = (
        &checked.data.tasks[task.task],
        checked.data.answers.get(task.task),
    );
    let pairs = runs.flat_map(move |(solver, run)| {
        let program = &checked.source.solvers.programs[run.program];
        let json = move |pair| {
            let answer = answer_of(pair, program, known, answers, checked.limits);
            pair_json(solver, pair, answer.as_deref(), known, answers)
        };
        run.pairs.iter().map(json)
    });
    let (fits, tests) = task.verdict(&checked.data);
    let json = json!({
        "id": known.id,
        "solved": task.solved(),
        "fits": fits,
        "right": tests.is_right(),
        "solvers": solvers,
    });
    Lazy::object(json, [("pairs", Lazy::list(pairs))])
}

fn pair_json(
    solver: usize,
    pair: &PairReport,
    answer: Option<&GridBuf>,
    task: &Task,
    answers: Option<&Answers>,
) -> Json {
    let grid = |grid: Option<&GridBuf>| grid.map(grid_json);
    let mut json = json!({
        "solver": solver,
        "part": match pair.part { Part::Train => "train", _ => "test" },
        "index": pair.index,
        "status": pair.status.word(),
        "us": micros(pair.time),
        "output": grid(answer),
    });
    if pair.status != PairStatus::Ok {
        json["expected"] = grid(pair.expected(task, answers)).into();
        json["note"] = status_text(pair.status).into();
    }
    if let PairStatus::Fail(stopped) | PairStatus::Limit(stopped) = pair.status {
        json["program_line"] = stopped.line.into();
    }
    json
}

fn problem_json(file: &str, problem: &ParseError) -> Json {
    json!({
        "file": file,
        "line": problem.place.line,
        "column": problem.place.column,
        "function": problem.function,
        "message": problem.message,
        "excerpt": problem.excerpt,
    })
}

/// Microseconds, as exact as the clock.
fn micros(time: Duration) -> f64 {
    time.as_nanos() as f64 / 1e3
}

//! The text output of `arcbatt check`.

use crate::args::status_text;
use crate::check::{Checked, print_typed};
use crate::output::{Output, clipped, counted, grouped, time};
use crate::run::print_tally;
use arcbatt::check::{PairReport, PairStatus, RunReport, TaskReport, answer_of};
use arcbatt::program::Program;
use arcbatt::render::{Arrangement, Row, Sheet};
use arcbatt::task::Part;
use std::io::Write;

/// Number of slowest tasks shown.
const SLOWEST: usize = 10;
/// The most unsolved tasks shown.
const UNSOLVED: usize = 20;

/// Prints types, a table and wrong outputs if wanted, then unsolved tasks, slowest tasks and totals.
pub fn print(checked: &Checked, output: &mut Output) -> anyhow::Result<()> {
    if checked.types {
        let runs = checked.report.tasks.iter().flat_map(|task| &task.runs);
        let mut programs: Vec<usize> = runs.map(|run| run.program).collect();
        programs.sort_unstable();
        programs.dedup();
        let all = &checked.source.solvers.programs;
        print_types(programs.iter().filter_map(|&at| all.get(at)), output)?;
    }
    if checked.table {
        table(checked, output)?;
    }
    wrong_outputs(checked, output)?;
    unsolved(checked, output)?;
    slowest(checked, output)?;
    totals(checked, output)
}

/// Prints programs with their types.
pub fn print_types<'p>(
    programs: impl IntoIterator<Item = &'p Program>,
    output: &mut Output,
) -> anyhow::Result<()> {
    for program in programs {
        print_typed(program, &mut output.stdout)?;
    }
    Ok(())
}

fn id(checked: &Checked, task: &TaskReport) -> String {
    let task = checked.data.tasks.get(task.task);
    task.map(|task| task.id.clone()).unwrap_or_default()
}

fn program<'c>(checked: &'c Checked, run: &RunReport) -> Option<&'c Program> {
    checked.source.solvers.programs.get(run.program)
}

/// The width of a column for these texts, at most 40.
fn width<'t>(texts: impl Iterator<Item = &'t str>) -> usize {
    let longest = texts.map(|text| text.chars().count()).max();
    longest.unwrap_or(0).min(40)
}

fn table(checked: &Checked, output: &mut Output) -> anyhow::Result<()> {
    let rows = checked.report.tasks.iter().flat_map(|task| {
        let rejected = task.runs.is_empty().then_some((task, None));
        let runs = task.runs.iter().map(move |run| (task, Some(run)));
        rejected.into_iter().chain(runs)
    });
    let ids = checked.report.tasks.iter().filter_map(|task| {
        let task = checked.data.tasks.get(task.task)?;
        Some(task.id.as_str())
    });
    let names = rows.clone().filter_map(|(_, run)| program(checked, run?));
    let wide = width(ids.chain(["task"]));
    let wide_name = width(names.map(|program| program.name.as_str()).chain(["solver"]));
    let head = format!(
        "{:wide$}  {:wide_name$}  {:>7}  {:<7}  {:>9}",
        "task", "solver", "pairs", "status", "time"
    );
    let head = output.bold(head.trim_end());
    writeln!(output.stdout, "{head}")?;
    for (task, run) in rows {
        let id = clipped(&id(checked, task), wide);
        let Some(run) = run else {
            let status = output.red("rejected");
            let line = format!("{id:wide$}  {:wide_name$}  {:>7}  {status}", "", "");
            writeln!(output.stdout, "{line}")?;
            continue;
        };
        let name = program(checked, run).map_or("", |program| &program.name);
        let name = clipped(name, wide_name);
        let good = run.pairs.iter().filter(|pair| pair.status.is_good());
        let pairs = format!("{}/{}", good.count(), run.pairs.len());
        let worst = run.pairs.iter().find(|pair| !pair.status.is_good());
        let status = match worst {
            None => output.green(&format!("{:<7}", "ok")),
            Some(pair) => output.red(&format!("{:<7}", pair.status.word())),
        };
        let time = time(run.time());
        writeln!(
            output.stdout,
            "{id:wide$}  {name:wide_name$}  {pairs:>7}  {status}  {time:>9}"
        )?;
    }
    writeln!(output.stdout)?;
    Ok(())
}

/// Draws wrong outputs beside the expected ones.
fn wrong_outputs(checked: &Checked, output: &mut Output) -> anyhow::Result<()> {
    let runs = checked.report.tasks.iter().flat_map(|task| {
        let at = (
            &checked.data.tasks[task.task],
            checked.data.answers.get(task.task),
        );
        task.runs.iter().map(move |run| (at, run))
    });
    let wrong = runs.flat_map(|((task, answers), run)| {
        run.pairs.iter().filter_map(move |pair| {
            let expected = pair.expected(task, answers)?;
            let program = program(checked, run)?;
            let limits = checked.limits;
            let is_right = pair.status == PairStatus::Ok;
            let got = (!is_right).then(|| answer_of(pair, program, task, answers, limits))??;
            Some((task, run, pair, (expected, got)))
        })
    });
    for (task, run, pair, (expected, got)) in wrong.take(checked.show) {
        let name = program(checked, run).map_or("", |program| &program.name);
        let place = format!("{}, {name}, {}", task.id, pair_name(pair.part, pair.index));
        let mut sheet = Sheet::new("", Arrangement::Lines);
        let row = Row::diff(place, expected.view(), got.view());
        sheet.rows.push(row);
        let drawn = sheet.to_text(&output.style, output.columns);
        output.print_drawing(&drawn)?;
        writeln!(output.stdout)?;
    }
    Ok(())
}

fn unsolved(checked: &Checked, output: &mut Output) -> anyhow::Result<()> {
    let unsolved = || checked.report.tasks.iter().filter(|task| !task.solved());
    let count = unsolved().count();
    if count == 0 {
        return Ok(());
    }
    let head = output.bold("Unsolved");
    writeln!(output.stdout, "{head}")?;
    for task in unsolved().take(UNSOLVED) {
        let id = output.red(&id(checked, task));
        if task.runs.is_empty() {
            writeln!(output.stdout, "  {id}: its solver was rejected, see above")?;
        }
        for run in &task.runs {
            let bad = run.pairs.iter().filter(|pair| !pair.status.is_good());
            let (first, right) = (bad.clone().next(), run.pairs.len() - bad.count());
            let Some((pair, program)) = first.zip(program(checked, run)) else {
                continue;
            };
            let all = run.pairs.len();
            let name = &program.name;
            let why = described(pair, program);
            let all = counted(all, "pair");
            output.print_sentence(&format!("  {id}, {name}: {right} of {all} right; {why}"))?;
        }
    }
    if count > UNSOLVED {
        let more = count - UNSOLVED;
        writeln!(
            output.stdout,
            "  and {} more; --table shows all tasks",
            grouped(more as u64)
        )?;
    }
    writeln!(output.stdout)?;
    Ok(())
}

/// `train 2`
pub fn pair_name(part: Part, index: usize) -> String {
    let part = match part {
        Part::Train => "train",
        _ => "test",
    };
    format!("{part} {}", index + 1)
}

/// `train 2: failed: first of nothing, in x3 = first(x2)`
fn described(pair: &PairReport, program: &Program) -> String {
    let why = status_text(pair.status);
    let place = format!("{}: {why}", pair_name(pair.part, pair.index));
    match pair.status {
        PairStatus::Fail(stopped) | PairStatus::Limit(stopped) => {
            let text = program.to_string();
            // The first line of the text is the `def`.
            let line = text.lines().nth(stopped.line + 1).unwrap_or("").trim();
            format!("{place}, in {}", clipped(line, 60))
        }
        _ => place,
    }
}

fn slowest(checked: &Checked, output: &mut Output) -> anyhow::Result<()> {
    let mut tasks: Vec<&TaskReport> = checked.report.tasks.iter().collect();
    tasks.retain(|task| !task.runs.is_empty());
    if tasks.len() < 2 {
        return Ok(());
    }
    tasks.sort_by_key(|task| std::cmp::Reverse(task.time()));
    tasks.truncate(SLOWEST);
    let head = output.bold("Slowest");
    writeln!(output.stdout, "{head}")?;
    for task in tasks {
        let pairs = task.runs.iter().flat_map(|run| &run.pairs);
        let pairs = counted(pairs.count(), "pair");
        let id = id(checked, task);
        writeln!(output.stdout, "{:>11}  {id}, {pairs}", time(task.time()))?;
    }
    writeln!(output.stdout)?;
    Ok(())
}

fn totals(checked: &Checked, output: &mut Output) -> anyhow::Result<()> {
    let totals = checked.report.totals();
    if let without @ 1.. = checked.data.tasks.len() - totals.tasks {
        let note = format!("{} without a solver", counted(without, "task"));
        let note = output.dim(&note);
        writeln!(output.stdout, "{note}")?;
    }
    if totals.unknown > 0 {
        let pairs = counted(totals.unknown, "pair");
        let why = &checked.missing_answers;
        let note = output.dim(&format!("{pairs} with unknown expected output: {why}"));
        writeln!(output.stdout, "{note}")?;
    }
    let tally = checked.report.tally(&checked.data);
    let line = format!(
        "{}; {}; {}, {}",
        tally.fits_text(),
        tally.right_text(),
        counted(totals.pairs, "pair"),
        time(totals.time)
    );
    print_tally(&tally, &line, output)
}

//! What `arcbatt solve` prints for people.

use crate::output::{Output, clipped, counted, grouped, time};
use crate::run_text::{print_unsolved, tests_right};
use crate::solve::Solved;
use arcbatt::store::{Ending, one_line};
use std::io::Write;

/// Prints the solved tasks with their programs, then the totals.
pub fn print(solved: &Solved<'_>, output: &mut Output) -> anyhow::Result<()> {
    table(solved, output)?;
    let unsolved = solved.report.tasks.iter().filter(|task| !task.solved());
    print_unsolved(unsolved.map(|task| task.id.as_str()), output)?;
    effort(solved, output)?;
    totals(solved, output)?;
    hint(solved, output)
}

fn table(solved: &Solved<'_>, output: &mut Output) -> anyhow::Result<()> {
    let tasks = solved.report.tasks.iter().zip(solved.verdicts);
    let rows: Vec<_> = tasks
        .filter(|(task, _)| task.solved())
        .filter_map(|(task, verdict)| Some((task, task.standing.best.as_ref()?, verdict)))
        .collect();
    if rows.is_empty() {
        return Ok(());
    }
    let widest = rows.iter().map(|(task, ..)| task.id.chars().count()).max();
    let width = widest.unwrap_or(0).max("task".len());
    let head = format!(
        "{:width$}  {:12}  {:>5}  {:5}  program",
        "task", "by", "calls", "tests"
    );
    let head = output.bold(&head);
    writeln!(output.stdout, "{head}")?;
    for (task, best, verdict) in rows {
        // Said where the answers are known; whoever searches does not know them.
        let tests = match (verdict.known, verdict.right) {
            (0, _) => "?".to_owned(),
            (known, right) if known == right => "ok".to_owned(),
            (known, right) => format!("{right}/{known}"),
        };
        let program = one_line(&best.program);
        let program = match output.terminal {
            true => clipped(&program, output.columns.saturating_sub(width + 30).max(20)),
            false => program,
        };
        let (id, by) = (&task.id, best.proposer.name());
        let calls = best.program.lines.len();
        writeln!(
            output.stdout,
            "{id:width$}  {by:12}  {calls:>5}  {tests:5}  {program}"
        )?;
    }
    writeln!(output.stdout)?;
    Ok(())
}

fn effort(solved: &Solved<'_>, output: &mut Output) -> anyhow::Result<()> {
    let report = solved.report;
    let stats = report.tasks.iter().map(|task| &task.standing.stats);
    let (mut programs, mut evaluations, mut busy, mut memory) = (0u64, 0u64, 0.0, 0);
    for stats in stats {
        programs = programs.saturating_add(stats.programs);
        evaluations = evaluations.saturating_add(stats.evaluations);
        busy += stats.time.as_secs_f64();
        memory = memory.max(stats.memory);
    }
    let rate = evaluations as f64 / f64::max(busy, 1e-9) / 1e6;
    writeln!(
        output.stdout,
        "{} programs looked at, {} node evaluations ({rate:.1} million a second and core), {} MiB at most for a task",
        grouped(programs),
        grouped(evaluations),
        memory >> 20,
    )?;
    let passes = match report.passes {
        0 | 1 => String::new(),
        passes => format!(", {passes} passes"),
    };
    let resumed = match report.resumed {
        0 => String::new(),
        resumed => format!(", {} taken over from before", counted(resumed, "task")),
    };
    let budget = solved.settings.budget_in_words();
    let library = counted(report.library, "program");
    writeln!(
        output.stdout,
        "{budget}{passes}, a library of {library}{resumed}"
    )?;
    if report.ending == Ending::Time {
        writeln!(output.stdout, "ended because the time was up")?;
    }
    Ok(())
}

fn totals(solved: &Solved<'_>, output: &mut Output) -> anyhow::Result<()> {
    let (done, tasks) = (solved.report.solved(), solved.report.tasks.len());
    let sum = |number: fn(&arcbatt::score::TestResult) -> usize| {
        solved.verdicts.iter().map(number).sum::<usize>()
    };
    let (known, right) = (sum(|verdict| verdict.known), sum(|verdict| verdict.right));
    let line = format!(
        "{done} of {} solved, {}, {}",
        counted(tasks, "task"),
        tests_right(right, known),
        time(solved.wall)
    );
    let line = match done == tasks {
        true => output.green(&line),
        false => line,
    };
    writeln!(output.stdout, "{line}")?;
    Ok(())
}

/// How to look at what was found.
fn hint(solved: &Solved<'_>, output: &mut Output) -> anyhow::Result<()> {
    let Some(task) = solved.report.tasks.iter().find(|task| task.solved()) else {
        return Ok(());
    };
    let hint = match &solved.trace {
        Some(options) => format!("line by line: arcbatt trace {}{options}", task.id),
        None => "--store F.sqlite keeps the programs, --out F.py writes them; \
                 `arcbatt trace` draws them line by line"
            .to_owned(),
    };
    let hint = output.dim(&hint);
    writeln!(output.stdout, "{hint}")?;
    Ok(())
}

//! The report of `arcbatt solve` as text.

use super::Searched;
use crate::output::{Output, clipped, counted, grouped, time};
use crate::run::{print_cut, print_not_fitting, print_tally};
use arcbatt::session::PerTask;
use arcbatt::store::one_line;
use std::io::Write;

/// Prints the tasks with a program that fits, then the totals.
pub fn print(searched: &Searched<'_>, output: &mut Output) -> anyhow::Result<()> {
    table(searched, output)?;
    for task in &searched.report.tasks {
        print_cut(&task.id, &task.cut, output)?;
    }
    not_searched(searched, output)?;
    print_not_fitting(searched.report, output)?;
    effort(searched, output)?;
    totals(searched, output)?;
    hint(searched, output)
}

fn table(searched: &Searched<'_>, output: &mut Output) -> anyhow::Result<()> {
    let tasks = searched.report.tasks.iter().filter(|task| task.fits());
    let rows: Vec<_> = tasks
        .filter_map(|task| Some((task, task.standing.best.as_ref()?)))
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
    for (task, best) in rows {
        let tests = match (task.test_result.known, task.test_result.right) {
            (0, _) => "?".to_owned(),
            (known, right) if known == right => "ok".to_owned(),
            (known, right) => format!("{right}/{known}"),
        };
        let program = one_line(&best.program);
        let program = match output.terminal {
            true => clipped(&program, output.columns.saturating_sub(width + 30).max(20)),
            false => program,
        };
        let (id, by) = (&task.id, &best.proposer);
        let calls = best.program.lines.len();
        writeln!(
            output.stdout,
            "{id:width$}  {by:12}  {calls:>5}  {tests:5}  {program}"
        )?;
    }
    writeln!(output.stdout)?;
    Ok(())
}

/// Prints which tasks were not searched, and why.
fn not_searched(searched: &Searched<'_>, output: &mut Output) -> anyhow::Result<()> {
    /// The most tasks named.
    const MOST: usize = 10;
    let tasks = searched.report.tasks.iter();
    let tasks = tasks.filter_map(|task| Some((&task.id, task.not_searched?)));
    let all = tasks.clone().count();
    for (id, why) in tasks.take(MOST) {
        output.print_sentence(&format!("{id}: not searched: {why}"))?;
    }
    if let more @ 1.. = all.saturating_sub(MOST) {
        let more = counted(more, "more task");
        output.print_sentence(&format!("not searched: {more}; --json has them all"))?;
    }
    Ok(())
}

fn effort(searched: &Searched<'_>, output: &mut Output) -> anyhow::Result<()> {
    let report = searched.report;
    let stats = report.tasks.iter().map(|task| &task.standing.stats);
    let (mut programs, mut evaluations, mut busy, mut memory) = (0u64, 0u64, 0.0, 0);
    for stats in stats {
        programs = programs.saturating_add(stats.programs);
        evaluations = evaluations.saturating_add(stats.evaluations);
        busy += stats.time.as_secs_f64();
        memory = memory.max(stats.memory);
    }
    let rate = evaluations as f64 / f64::max(busy, 1e-9) / 1e6;
    let line = output.wrapped(&format!(
        "{} tried, {} ({rate:.1} million per second and core), at most {} MiB per task",
        counted(programs, "program"),
        counted(evaluations, "node evaluation"),
        memory >> 20,
    ));
    writeln!(output.stdout, "{line}")?;
    let budget = match searched.settings.per_task {
        PerTask::Time(limit) => format!("{} per task", time(limit)),
        PerTask::Steps(steps) => format!("{} steps per task", grouped(steps)),
    };
    let passes = match report.passes {
        0 | 1 => String::new(),
        passes => format!("; {passes} passes"),
    };
    let resumed = match report.resumed {
        0 => String::new(),
        resumed => format!("; {} resumed", counted(resumed, "task")),
    };
    let library = counted(report.library, "library program");
    let left_out = match report.left_out {
        0 => String::new(),
        n => format!(
            " ({} left out, found on the tasks searched; --allow-same-tasks uses them)",
            grouped(n as u64)
        ),
    };
    let line = output.wrapped(&format!("{budget}{passes}; {library}{left_out}{resumed}"));
    writeln!(output.stdout, "{line}")?;
    Ok(())
}

fn totals(searched: &Searched<'_>, output: &mut Output) -> anyhow::Result<()> {
    let tally = searched.report.tally();
    let (fits, right) = (tally.fits_text(), tally.right_text());
    let line = format!("{fits}; {right}; {}", time(searched.wall));
    print_tally(&tally, &line, output)
}

/// How to draw the programs found.
fn hint(searched: &Searched<'_>, output: &mut Output) -> anyhow::Result<()> {
    let Some(task) = searched.report.tasks.iter().find(|task| task.fits()) else {
        return Ok(());
    };
    let hint = match &searched.trace {
        Some(options) => format!("line by line: arcbatt trace {}{options}", task.id),
        None => "--store F.sqlite keeps the programs, --out F.py writes them; \
                 `arcbatt trace` draws them line by line"
            .to_owned(),
    };
    let hint = output.dim(&output.wrapped(&hint));
    writeln!(output.stdout, "{hint}")?;
    Ok(())
}

//! The report of `arcbatt run` as text.

use crate::args::raised_by;
use crate::check::pair_name;
use crate::output::{Output, counted, grouped, time};
use arcbatt::batt::{Change, EndReason};
use arcbatt::check::RunError;
use arcbatt::score::{CutProgram, Tally};
use arcbatt::session::evolve::Outlier;
use arcbatt::session::{Report, TaskReport};
use std::io::Write;
use std::time::Duration;

/// The slowest tasks to list.
const SLOWEST: usize = 5;
/// The most tasks to name.
const NAMED: usize = 12;

/// Prints phases, rounds, programs found, the slowest tasks and outliers, then the totals.
///
/// `submission` says whether one was written: then its score is printed, too.
pub fn print(
    report: &Report,
    wall: Duration,
    submission: bool,
    output: &mut Output,
) -> anyhow::Result<()> {
    phases(report, wall, output)?;
    rounds(report, output)?;
    found(report, output)?;
    slowest(report, output)?;
    outliers(report, output)?;
    cut(report, output)?;
    print_not_fitting(report, output)?;
    totals(report, wall, submission, output)
}

fn phases(report: &Report, wall: Duration, output: &mut Output) -> anyhow::Result<()> {
    let all = wall.as_secs_f64().max(1e-9);
    let head = output.bold("phase        time   share");
    writeln!(output.stdout, "{head}")?;
    for (name, spent) in report.phases.named() {
        if spent == Duration::ZERO {
            continue;
        }
        let share = 100.0 * spent.as_secs_f64() / all;
        writeln!(
            output.stdout,
            "{name:<6}  {:>9}  {share:>4.0} %",
            time(spent)
        )?;
    }
    writeln!(output.stdout)?;
    Ok(())
}

fn rounds(report: &Report, output: &mut Output) -> anyhow::Result<()> {
    for round in &report.rounds {
        let candidates = counted(round.candidates, "candidate");
        let (nodes, saved) = (counted(round.nodes, "node"), 100.0 * round.saved());
        let kept = match round.made.cached {
            true => " (kept from an earlier run)",
            false if round.made.stopped => " (the time limit left no time for more)",
            false => "",
        };
        let name = match (report.rounds.len(), round.number) {
            (1, 1) => "batt".to_owned(),
            (_, number) => format!("round {number}"),
        };
        let name = output.bold(&name);
        let parents = counted(round.parents, "program");
        let line = output.wrapped(&format!(
            "{name}: {candidates} from {parents}{kept}; {nodes}, {saved:.0} % saved by merging"
        ));
        writeln!(output.stdout, "{line}")?;
        let stats = &round.stats;
        let busy: f64 = report.phases.batt.as_secs_f64() / report.rounds.len() as f64;
        let rate = stats.evaluations as f64 / busy.max(1e-9) / 1e6;
        let (answers, distinct) = (counted(round.runs, "answer"), grouped(round.distinct));
        let ruled_out = match round.ruled_out {
            0 => String::new(),
            1 => "; 1 candidate of another task ruled out by some demonstrations".to_owned(),
            many => format!(
                "; {} candidates of other tasks ruled out by some demonstrations",
                grouped(many)
            ),
        };
        let line = output.wrapped(&format!(
            "  {answers}, {distinct} of them distinct{ruled_out}; {}, {rate:.1} million per second; {} shared, {} skipped after a failure",
            counted(stats.evaluations, "node evaluation"),
            grouped(stats.shared),
            grouped(stats.skipped),
        ));
        writeln!(output.stdout, "{line}")?;
    }
    writeln!(output.stdout)?;
    Ok(())
}

fn found(report: &Report, output: &mut Output) -> anyhow::Result<()> {
    let new: Vec<_> = report
        .tasks
        .iter()
        .filter(|task| task.fits() && !task.fits_before)
        .collect();
    if new.is_empty() {
        return Ok(());
    }
    let head = output.bold("newly fitting their demonstrations");
    writeln!(output.stdout, "{head}")?;
    for task in new.iter().take(NAMED) {
        let (Some(best), Some(origin)) = (&task.standing.best, &task.origin) else {
            continue;
        };
        let tests = match (task.test_result.known, task.test_result.right) {
            (0, _) => "tests unknown".to_owned(),
            (known, right) => format!("right on {right} of {}", counted(known, "test")),
        };
        let calls = counted(best.program.lines.len(), "call");
        let by = match origin.change {
            Change::None => "a program of another task",
            change => change.name(),
        };
        writeln!(
            output.stdout,
            "{}  by {by} in round {}, {calls}, {tests}",
            task.id, origin.round
        )?;
    }
    if let more @ 1.. = new.len().saturating_sub(NAMED) {
        writeln!(output.stdout, "... and {more} more; --json has them all")?;
    }
    writeln!(output.stdout)?;
    Ok(())
}

fn slowest(report: &Report, output: &mut Output) -> anyhow::Result<()> {
    let mut tasks: Vec<_> = report.tasks.iter().collect();
    let spent = |task: &TaskReport| task.standing.stats.time;
    tasks.sort_by_key(|task| std::cmp::Reverse(spent(task)));
    let all: f64 = tasks.iter().map(|task| spent(task).as_secs_f64()).sum();
    let head = output.bold("slowest tasks");
    writeln!(output.stdout, "{head}")?;
    for task in tasks.iter().take(SLOWEST) {
        let share = 100.0 * spent(task).as_secs_f64() / all.max(1e-9);
        writeln!(
            output.stdout,
            "{:>9}  {share:>3.0} %  {}",
            time(spent(task)),
            task.id
        )?;
    }
    writeln!(output.stdout)?;
    Ok(())
}

/// Why a task is an outlier.
pub fn reason(outlier: &Outlier) -> &'static str {
    match outlier.ended {
        EndReason::Budget => "exceeded its work limit",
        EndReason::Time => "exceeded its time limit",
        EndReason::Stopped => "was stopped",
        EndReason::Memory => "exceeded its memory limit",
    }
}

fn outliers(report: &Report, output: &mut Output) -> anyhow::Result<()> {
    for task in &report.tasks {
        let Some(outlier) = &task.outlier else {
            continue;
        };
        let blame = match &outlier.blame {
            Some((_, call, cells)) => format!(
                "; most of it in {call}, which touched {} cells",
                grouped(*cells)
            ),
            None => String::new(),
        };
        let name = output.red("outlier");
        writeln!(
            output.stdout,
            "{name}: {} {}{blame}",
            task.id,
            reason(outlier)
        )?;
    }
    Ok(())
}

/// Names the programs of the user that hit a limit.
fn cut(report: &Report, output: &mut Output) -> anyhow::Result<()> {
    for task in &report.tasks {
        print_cut(&task.id, &task.cut, output)?;
    }
    Ok(())
}

/// Names programs of the user for a task that hit a limit.
pub fn print_cut(task: &str, cut: &[CutProgram], output: &mut Output) -> anyhow::Result<()> {
    for cut in cut {
        let (head, pair) = (output.red("cut"), pair_name(cut.part, cut.index));
        let (program, why) = (&cut.program, cut_reason(&cut.error));
        output.print_sentence(&format!("{head}: {program} on {pair} of {task}: {why}"))?;
    }
    Ok(())
}

/// Why a program was cut, and the option that gives it more.
pub fn cut_reason(error: &RunError) -> String {
    match error {
        RunError::Limit { limit, .. } => format!("{error}{}", raised_by(*limit)),
        _ => error.to_string(),
    }
}

/// Names the first tasks without a program that fits their demonstrations.
pub fn print_not_fitting(report: &Report, output: &mut Output) -> anyhow::Result<()> {
    let tasks = report.tasks.iter().filter(|task| !task.fits());
    let ids: Vec<&str> = tasks.map(|task| task.id.as_str()).collect();
    if ids.is_empty() {
        return Ok(());
    }
    let head = output.bold("no program fits");
    let named = ids[..ids.len().min(NAMED)].join(", ");
    let more = match ids.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!(" and {more} more; --json has them all"),
    };
    let line = output.wrapped(&format!("{head}: {named}{more}"));
    writeln!(output.stdout, "{line}\n")?;
    Ok(())
}

fn totals(
    report: &Report,
    wall: Duration,
    submission: bool,
    output: &mut Output,
) -> anyhow::Result<()> {
    let attempts = report.tally();
    if submission && attempts.outputs_known > 0 {
        let right = attempts.right_text();
        writeln!(output.stdout, "two attempts of the submission: {right}")?;
    }
    let tally = report.program_tally();
    let before = report.fitting_before();
    let line = format!(
        "{} ({before} before); {}; {}",
        tally.fits_text(),
        tally.right_text(),
        time(wall)
    );
    print_tally(&tally, &line, output)
}

/// Prints the last line of a report, green if everything fits and all known answers are right.
pub fn print_tally(tally: &Tally, line: &str, output: &mut Output) -> anyhow::Result<()> {
    let all = tally.fits == tally.tasks && tally.outputs_right == tally.outputs_known;
    let line = output.wrapped(line);
    let line = match all {
        true => output.green(&line),
        false => line,
    };
    writeln!(output.stdout, "{line}")?;
    Ok(())
}

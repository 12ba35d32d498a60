//! What `arcbatt profile` prints for people.

use crate::output::{Output, clipped, counted, grouped};
use arcbatt::profile::Profile;
use arcbatt::profile::model::{Category, Device, DeviceRow, Growth, Phase, PrimitiveRow, TaskRow};
use arcbatt::text::{count, time};
use std::io::Write;

/// Primitives that are shown.
const PRIMITIVES: usize = 20;
/// Tasks that are shown.
const TASKS: usize = 10;
/// Columns of text that is not cut.
const NODE: usize = 36;

/// Prints truth and verdict, then the parts that were asked for.
pub fn print(profile: &Profile, output: &mut Output) -> anyhow::Result<()> {
    truth(profile, output)?;
    verdict(profile, output)?;
    for part in &profile.subject.parts {
        writeln!(output.stdout)?;
        match part.as_str() {
            "pipeline" => pipeline(profile, output)?,
            "dsl" => dsl(profile, output)?,
            "framework" => framework(profile, output)?,
            _ => tasks(profile, output)?,
        }
    }
    if let Some(device) = &profile.device {
        writeln!(output.stdout)?;
        self::device(device, output)?;
    }
    Ok(())
}

fn ns(ns: u64) -> String {
    time(ns as f64)
}

fn truth(profile: &Profile, output: &mut Output) -> anyhow::Result<()> {
    let (truth, subject) = (&profile.truth, &profile.subject);
    let line = format!(
        "{} of {} solved, {} of {} right; answers {}",
        truth.solved,
        counted(truth.tasks as usize, "task"),
        truth.right,
        counted(truth.known as usize, "known test output"),
        truth.compared(),
    );
    let right = truth.holds() && truth.solved == truth.tasks && truth.right == truth.known;
    let line = match right {
        true => output.green(&line),
        false => output.red(&line),
    };
    writeln!(output.stdout, "{line}")?;
    writeln!(
        output.stdout,
        "{} with {}: {} candidates, {} calls computed, {} shared, on {}: {}",
        subject.data,
        subject.programs,
        grouped(subject.candidates),
        grouped(subject.evaluations),
        grouped(subject.shared),
        counted(subject.threads as usize, "thread"),
        ns(profile.account.wall_ns),
    )?;
    let overhead = &profile.overhead;
    let clock = &profile.clock;
    let line = format!(
        "profiler: {}; {}, {:.0} ns a reading; {:.0} % of calls in detail; {}",
        overhead.words(truth.tasks),
        clock.source,
        clock.read_ns,
        overhead.detailed_percent,
        counted(profile.runs.len(), "run"),
    );
    let line = output.dim(&line);
    writeln!(output.stdout, "{line}")?;
    Ok(())
}

fn verdict(profile: &Profile, output: &mut Output) -> anyhow::Result<()> {
    writeln!(output.stdout)?;
    if let Some(why) = &profile.verdict.refused {
        let head = output.red("no verdict");
        writeln!(output.stdout, "{head}: {why}")?;
        return Ok(());
    }
    let head = output.bold("verdict");
    writeln!(output.stdout, "{head}")?;
    if profile.verdict.findings.is_empty() {
        writeln!(output.stdout, "nothing stands out")?;
    }
    for (finding, number) in profile.verdict.findings.iter().zip(1..) {
        let saves = match finding.saves_percent {
            saves if saves >= 0.5 => format!(" (saves at most {saves:.0} % of the whole)"),
            _ => String::new(),
        };
        let sentence = output.bold(&finding.sentence);
        writeln!(output.stdout, "{number}. {sentence}{saves}")?;
        writeln!(output.stdout, "   {}", finding.evidence)?;
        writeln!(output.stdout, "   -> {}", finding.advice)?;
    }
    Ok(())
}

fn pipeline(profile: &Profile, output: &mut Output) -> anyhow::Result<()> {
    print_table(&phase_columns(&profile.phases), output)?;
    for projection in &profile.projections {
        writeln!(
            output.stdout,
            "{} would take {} ± {}",
            counted(projection.tasks as usize, "task"),
            ns(projection.ns),
            ns(projection.error_ns),
        )?;
    }
    if let Some(budget) = &profile.budget {
        let runs = budget.runs.iter();
        let runs: Vec<String> = runs
            .map(|&(tasks, runs)| {
                let tasks = counted(tasks as usize, "task");
                format!("{} runs of {tasks}", grouped(runs))
            })
            .collect();
        writeln!(
            output.stdout,
            "{} hold {}",
            ns(budget.ns),
            runs.join(", or ")
        )?;
    }
    Ok(())
}

/// The columns of phases. Where there is no room, growth goes by tasks alone.
fn phase_columns(phases: &[Phase]) -> Vec<Column> {
    let column = |head, rank, cell: &dyn Fn(&Phase) -> String| {
        Column::new(head, rank, phases.iter().map(cell).collect())
    };
    let by = |phase: &Phase, unit: &str| -> Option<Growth> {
        let mut growth = phase.growth.iter();
        growth.find(|growth| growth.by == unit).cloned()
    };
    let words = |growth: Option<Growth>| growth.map_or("-".to_owned(), |growth| growth.words);
    vec![
        column("phase", 0, &|phase| phase.name.clone()),
        column("time", 0, &|phase| ns(phase.ns)),
        column("share", 0, &|phase| format!("{:.0} %", phase.percent)),
        column("rate", 1, &|phase| {
            format!("{} {}/s", count(phase.rate), phase.unit)
        }),
        column("growth by tasks", 0, &|phase| {
            by(phase, "tasks").map_or("too few sizes to tell".to_owned(), |g| grown(&g))
        })
        .left(),
        column("by samples", 3, &|phase| words(by(phase, "samples"))).left(),
        column("by candidates", 2, &|phase| words(by(phase, "candidates"))).left(),
    ]
}

fn grown(growth: &Growth) -> String {
    let each = match growth.words.contains("does not") {
        true => String::new(),
        false => format!(", {} each", time(growth.each_ns)),
    };
    format!("{}{each} (±{:.0} %)", growth.words, growth.error_percent)
}

fn dsl(profile: &Profile, output: &mut Output) -> anyhow::Result<()> {
    let rows = &profile.primitives[..profile.primitives.len().min(PRIMITIVES)];
    print_table(&primitive_columns(rows), output)?;
    let rest = &profile.primitives[profile.primitives.len().min(PRIMITIVES)..];
    if !rest.is_empty() {
        let own: u64 = rest.iter().map(|row| row.self_ns).sum();
        let share: f64 = rest.iter().map(|row| row.percent).sum();
        let line = format!(
            "... and {} more: {}, {share:.1} %; --json has them all",
            rest.len(),
            ns(own)
        );
        writeln!(output.stdout, "{line}")?;
    }
    let candidates = profile.primitives.iter();
    let candidates: Vec<&PrimitiveRow> = candidates
        .filter(|row| !row.gpu_reason.is_empty())
        .collect();
    if candidates.iter().all(|row| row.gpu_priority.is_empty()) {
        let first = candidates.first().map_or("", |row| row.gpu_reason.as_str());
        writeln!(output.stdout, "GPU: nothing pays on its own. {first}")?;
    }
    for row in candidates.iter().filter(|row| !row.gpu_priority.is_empty()) {
        writeln!(
            output.stdout,
            "GPU {}: {}",
            row.gpu_priority, row.gpu_reason
        )?;
    }
    Ok(())
}

/// The columns of primitives. Where there is no room, those with the highest rank go first.
fn primitive_columns(rows: &[PrimitiveRow]) -> Vec<Column> {
    let column = |head, rank, cell: &dyn Fn(&PrimitiveRow) -> String| {
        Column::new(head, rank, rows.iter().map(cell).collect())
    };
    vec![
        column("primitive", 0, &|row| row.name.clone()),
        column("calls", 0, &|row| count(row.calls as f64)),
        column("self", 0, &|row| ns(row.self_ns)),
        column("total", 1, &|row| ns(row.total_ns)),
        column("share", 0, &|row| format!("{:.1} %", row.percent)),
        column("±", 1, &|row| match row.error_percent {
            error if error > 100.0 => "> 100 %".to_owned(),
            error => format!("{error:.0} %"),
        }),
        column("mean", 0, &|row| time(row.mean_ns)),
        column("p50", 2, &|row| quantile(row, row.p50_ns)),
        column("p99", 1, &|row| quantile(row, row.p99_ns)),
        column("max node", 1, &|row| match row.max_ns {
            0 => "-".to_owned(),
            max => ns(max),
        }),
        column("failed", 3, &|row| count(row.failures as f64)),
        column("cells", 4, &|row| count(row.cells as f64)),
        column("bytes", 4, &|row| count(row.bytes as f64)),
        column("merged", 3, &|row| format!("{:.0} %", row.merged_percent)),
        column("longest on", 5, &|row| {
            format!("{} {}", row.max_task, clipped(&row.max_node, NODE))
        })
        .left(),
    ]
}

/// A quantile of the calls that were timed one by one, if any was.
fn quantile(row: &PrimitiveRow, at: u64) -> String {
    match row.timed {
        0 => "-".to_owned(),
        _ => ns(at),
    }
}

fn device(device: &Device, output: &mut Output) -> anyhow::Result<()> {
    for line in device.words() {
        writeln!(output.stdout, "{line}")?;
    }
    let rows = &device.primitives[..device.primitives.len().min(PRIMITIVES)];
    if rows.is_empty() {
        return Ok(());
    }
    let column = |head, rank, cell: &dyn Fn(&DeviceRow) -> String| {
        Column::new(head, rank, rows.iter().map(cell).collect())
    };
    let columns = [
        column("on the GPU", 0, &|row| row.name.clone()).left(),
        column("calls", 0, &|row| count(row.calls as f64)),
        column("time", 0, &|row| ns(row.ns)),
        column("share", 0, &|row| format!("{:.1} %", row.percent)),
        column("clocks a call", 1, &|row| count(row.clocks_per_call)),
    ];
    print_table(&columns, output)?;
    if let more @ 1.. = device.primitives.len().saturating_sub(PRIMITIVES) {
        writeln!(output.stdout, "... and {more} more; --json has them all")?;
    }
    Ok(())
}

fn framework(profile: &Profile, output: &mut Output) -> anyhow::Result<()> {
    let head = output.bold("framework                           time  share     count");
    writeln!(output.stdout, "{head}")?;
    for category in profile.framework.iter().filter(|c| c.ns > 0) {
        self::category(category, output)?;
    }
    let none = profile.framework.iter().filter(|c| c.ns == 0);
    let none: Vec<&str> = none.map(|category| category.name.as_str()).collect();
    if !none.is_empty() {
        writeln!(output.stdout, "none of: {}", none.join(", "))?;
    }
    let account = &profile.account;
    let share = |ns: f64| 100.0 * ns / account.capacity_ns.max(1) as f64;
    writeln!(
        output.stdout,
        "{} x {} = {}:\n  primitives {:.1} %, framework {:.1} %, idle {:.1} %, waiting for a processor {:.1} %, \
         not accounted for {:.1} %",
        ns(account.wall_ns),
        counted(profile.subject.threads as usize, "thread"),
        ns(account.capacity_ns),
        share(account.primitives_ns as f64),
        share(account.framework_ns as f64),
        share(account.idle_ns as f64),
        share(account.waiting_ns as f64),
        account.remainder_percent,
    )?;
    Ok(())
}

fn category(category: &Category, output: &mut Output) -> anyhow::Result<()> {
    let line = format!(
        "{:<30} {:>9} {:>4.1} % {:>9}",
        category.name,
        ns(category.ns),
        category.percent,
        count(category.count as f64)
    );
    writeln!(output.stdout, "{line}")?;
    for item in category.top.iter().filter(|item| item.ns > 0) {
        let line = format!(
            "  {:<38} {:>9} {:>14}",
            clipped(&item.name, 38),
            ns(item.ns),
            count(item.count as f64)
        );
        let line = output.dim(&line);
        writeln!(output.stdout, "{line}")?;
    }
    Ok(())
}

fn tasks(profile: &Profile, output: &mut Output) -> anyhow::Result<()> {
    let tasks = &profile.tasks;
    let rows = &tasks.rows[..tasks.rows.len().min(TASKS)];
    print_table(&task_columns(rows), output)?;
    if let more @ 1.. = tasks.rows.len().saturating_sub(TASKS) {
        writeln!(output.stdout, "... and {more} more; --json has them all")?;
    }
    if tasks.rows.len() > 1 {
        writeln!(
            output.stdout,
            "half take at most {}, 9 of 10 {}, 99 of 100 {}, the longest {}",
            ns(tasks.p50_ns),
            ns(tasks.p90_ns),
            ns(tasks.p99_ns),
            ns(tasks.max_ns)
        )?;
    }
    let outliers: Vec<&TaskRow> = tasks.rows.iter().filter(|r| r.outlier.is_some()).collect();
    for row in &outliers {
        let words = row.outlier.as_ref().map_or("", |o| o.words.as_str());
        let name = output.red("outlier");
        writeln!(output.stdout, "{name}: {}: {words}", row.id)?;
    }
    let without = match outliers.len() {
        0 => String::new(),
        n => format!(
            ", without {} {}",
            counted(n, "outlier"),
            ns(tasks.without_outliers_ns)
        ),
    };
    writeln!(output.stdout, "total {}{without}", ns(tasks.total_ns))?;
    Ok(())
}

fn task_columns(rows: &[TaskRow]) -> Vec<Column> {
    let column = |head, rank, cell: &dyn Fn(&TaskRow) -> String| {
        Column::new(head, rank, rows.iter().map(cell).collect())
    };
    vec![
        column("task", 0, &|row| clipped(&row.id, NODE)),
        column("time", 0, &|row| ns(row.ns)),
        column("share", 0, &|row| format!("{:.0} %", row.percent)),
        column("batt", 1, &|row| ns(row.batt_ns)),
        column("score", 1, &|row| ns(row.score_ns)),
        column("candidates", 2, &|row| row.candidates.to_string()),
        column("calls", 2, &|row| count(row.evaluations as f64)),
        column("cells", 3, &|row| row.cells.to_string()),
        column("heaviest node", 4, &|row| match row.heaviest.is_empty() {
            true => String::new(),
            false => format!("{} {}", ns(row.heaviest_ns), clipped(&row.heaviest, NODE)),
        })
        .left(),
    ]
}

/// A column of a table.
struct Column {
    head: &'static str,
    rank: u8,
    cells: Vec<String>,
    width: usize,
    left: bool,
}

impl Column {
    fn new(head: &'static str, rank: u8, cells: Vec<String>) -> Self {
        let width = |text: &str| text.chars().count();
        Self {
            head,
            rank,
            width: cells
                .iter()
                .map(|c| width(c))
                .max()
                .unwrap_or(0)
                .max(width(head)),
            cells,
            // The first column names things, and figures are read from their ends.
            left: rank == 0 && matches!(head, "phase" | "primitive" | "task"),
        }
    }

    /// The same column, flush left.
    fn left(self) -> Self {
        Self { left: true, ..self }
    }

    fn cell(&self, text: &str) -> String {
        let width = self.width;
        match self.left {
            true => format!("{text:<width$}"),
            false => format!("{text:>width$}"),
        }
    }
}

/// Prints the columns that there is room for. What is not looked at is not cut to a width.
fn print_table(columns: &[Column], output: &mut Output) -> anyhow::Result<()> {
    let room = match output.terminal {
        true => output.columns,
        false => usize::MAX,
    };
    let fits = |rank: u8| {
        let shown = columns.iter().filter(|column| column.rank <= rank);
        shown.map(|column| column.width + 2).sum::<usize>() <= room.saturating_add(2)
    };
    let rank = (0..=5).rev().find(|&rank| fits(rank)).unwrap_or(0);
    let shown: Vec<&Column> = columns.iter().filter(|c| c.rank <= rank).collect();
    let line = |cells: Vec<String>| cells.join("  ").trim_end().to_owned();
    let head = line(
        shown
            .iter()
            .map(|column| column.cell(column.head))
            .collect(),
    );
    let head = output.bold(&head);
    writeln!(output.stdout, "{head}")?;
    for k in 0..columns.first().map_or(0, |column| column.cells.len()) {
        let row = line(shown.iter().map(|c| c.cell(&c.cells[k])).collect());
        writeln!(output.stdout, "{row}")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{Read, Seek};

    fn printed(profile: &Profile) -> String {
        let mut file = tempfile::tempfile().unwrap();
        let mut output = Output::plain(file.try_clone().unwrap());
        print(profile, &mut output).unwrap();
        drop(output);
        file.rewind().unwrap();
        let mut text = String::new();
        file.read_to_string(&mut text).unwrap();
        text
    }

    #[test]
    fn a_gpu_has_lines_of_its_own_and_none_has_none() {
        let row = |name: &str, calls, percent, ns| DeviceRow {
            name: name.to_owned(),
            calls,
            clocks_per_call: 1_500.0,
            percent,
            ns,
            ..DeviceRow::default()
        };
        let mut profile = Profile::default();
        let without = printed(&profile);
        profile.device = Some(Device {
            names: vec!["H200".to_owned()],
            blocks: 2,
            launches: 3,
            known: 950,
            unknown: 50,
            known_percent: 95.0,
            host_ns: 5_000,
            waiting_ns: 600,
            up_ns: 1_000,
            kernel_ns: 4_000_000,
            down_ns: 2_000,
            occupancy_percent: 31.25,
            up_bytes: 1_500_000,
            down_bytes: 200_000,
            primitives: vec![
                row("objects", 70, 75.0, 3_000_000),
                row("fill", 20_000, 25.0, 1_000_000),
            ],
            ..Device::default()
        });
        let with = printed(&profile);
        let wanted = "
H200: 2 blocks in 3 launches; 95.0 % of 1000 outcomes known there, the CPU computed the rest
up 1.5 MB in 1.0 µs, kernel 4.0 ms at an occupancy of 31.2 %, down 0.2 MB in 2.0 µs; 600 ns waiting for a turn, 5.0 µs on the host \
(packing, reading answers, computing what was not known)
on the GPU   calls    time   share  clocks a call
objects         70  3.0 ms  75.0 %           1500
fill        20.0 k  1.0 ms  25.0 %           1500
";
        assert_eq!(with, without + wanted);
    }
}

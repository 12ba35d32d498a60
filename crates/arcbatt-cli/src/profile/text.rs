//! The text output of `arcbatt profile`.

use super::lines;
use crate::output::Output;
use crate::profile::scale;
use crate::report_header;
use crate::text_table::{Column, print_table};
use arcbatt::profile::Profile;
use arcbatt::profile::model::{
    Category, CategoryItem, Device, DeviceRow, Growth, Phase, PrimitiveRow, TaskRow,
};
use arcbatt::text::{clipped, count, counted, grouped, percent, time};
use std::io::Write;

/// The column of calls on a GPU, which is left out without one.
const ON_GPU: &str = "on GPU";
/// The most primitives shown.
const PRIMITIVES: usize = 20;
/// The most tasks shown.
const TASKS: usize = 10;
/// The most unsolved tasks shown.
const UNSOLVED: usize = 20;
/// The most characters of a node or task id.
const NODE: usize = 36;

/// Prints truth and verdict, then the requested parts.
pub fn print(profile: &Profile, output: &mut Output) -> anyhow::Result<()> {
    truth(profile, output)?;
    verdict(profile, output)?;
    for part in &profile.subject.parts {
        writeln!(output.stdout)?;
        match part.as_str() {
            "pipeline" => pipeline(profile, output)?,
            "dsl" => dsl(profile, output)?,
            "framework" => framework(profile, output)?,
            "lines" => lines::print(profile, output)?,
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
    let truth = &profile.truth;
    let line = format!(
        "{}; {}; the answers are {}",
        truth.tally().fits_text(),
        truth.tally().right_text(),
        truth.compared(),
    );
    let right = truth.holds() && truth.fits == truth.tasks && truth.right == truth.known;
    let line = match right {
        true => output.green(&line),
        false => output.red(&line),
    };
    output.print_sentence(&line)?;
    output.print_sentence(&profile.about())?;
    let line = output.dim(&format!("profiler: {}", profile.profiler_cost()));
    output.print_sentence(&line)?;
    report_header::print(&profile.header, output)
}

fn verdict(profile: &Profile, output: &mut Output) -> anyhow::Result<()> {
    writeln!(output.stdout)?;
    if let Some(why) = &profile.verdict.refused {
        let head = output.red("no verdict");
        output.print_sentence(&format!("{head}: {why}"))?;
        return Ok(());
    }
    let head = output.bold("verdict");
    writeln!(output.stdout, "{head}")?;
    if profile.verdict.findings.is_empty() {
        writeln!(output.stdout, "no findings")?;
    }
    for (finding, number) in profile.verdict.findings.iter().zip(1..) {
        let saves = match finding.saving_text() {
            text if text.is_empty() => text,
            text => format!(" ({text})"),
        };
        let sentence = output.bold(&finding.sentence);
        output.print_sentence(&format!("{number}. {sentence}{saves}"))?;
        output.print_sentence(&format!("   {}", finding.evidence))?;
        output.print_sentence(&format!("   -> {}", finding.advice))?;
    }
    if let Some(saving) = profile.verdict.saving_text() {
        output.print_sentence(&saving)?;
    }
    Ok(())
}

fn pipeline(profile: &Profile, output: &mut Output) -> anyhow::Result<()> {
    print_table(&phase_columns(&profile.phases), output)?;
    for projection in &profile.projections {
        output.print_sentence(&projection.words)?;
    }
    if let Some(why) = &profile.projection_refused {
        output.print_sentence(&format!("no projection: {why}"))?;
    }
    let is_asked = !profile.projections.is_empty() || profile.budget.is_some();
    if let Some(scale) = &profile.scale
        && (is_asked || !scale.what_if.is_empty())
    {
        writeln!(output.stdout)?;
        scale::print(scale, output)?;
    }
    if let Some(budget) = &profile.budget {
        let runs = budget.runs.iter();
        let runs: Vec<String> = runs
            .map(|&(tasks, runs)| format!("{} of {}", counted(runs, "run"), counted(tasks, "task")))
            .collect();
        let (runs, time) = (runs.join(" or "), ns(budget.ns));
        writeln!(output.stdout, "{runs} fit in {time}")?;
    }
    generator(&profile.generator, output)
}

/// The columns of phases. A narrow terminal shows growth by tasks only.
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
        column("rate", 1, &|phase| match phase.rate > 0.0 {
            true => format!("{} {}/s", count(phase.rate), phase.unit),
            false => "-".to_owned(),
        }),
        column("growth by tasks", 0, &|phase| {
            by(phase, "tasks").map_or("too few sizes measured".to_owned(), |g| grown(&g))
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
    let mut columns = primitive_columns(rows);
    if profile.device.is_none() {
        columns.retain(|column| column.head() != ON_GPU);
    }
    print_table(&columns, output)?;
    let rest = &profile.primitives[profile.primitives.len().min(PRIMITIVES)..];
    if !rest.is_empty() {
        let own: u64 = rest.iter().map(|row| row.self_ns).sum();
        let share: f64 = rest.iter().map(|row| row.percent).sum();
        let line = format!(
            "and {} more: {}, {share:.1} %; --json prints all",
            rest.len(),
            ns(own)
        );
        writeln!(output.stdout, "{line}")?;
    }
    let rated = profile.primitives.iter();
    let rated: Vec<&PrimitiveRow> = rated.filter(|row| !row.gpu_reason.is_empty()).collect();
    if let Some(gpu) = &profile.gpu {
        output.print_sentence(&format!("GPU: {}", gpu.words))?;
    }
    if let Some(first) = rated.first()
        && rated.iter().all(|row| row.gpu_priority.is_empty())
    {
        let why = &first.gpu_reason;
        output.print_sentence(&format!("GPU: no primitive would be faster there. {why}"))?;
    }
    for row in rated.iter().filter(|row| !row.gpu_priority.is_empty()) {
        output.print_sentence(&format!("GPU {}: {}", row.gpu_priority, row.gpu_reason))?;
    }
    Ok(())
}

/// The columns of primitives.
fn primitive_columns(rows: &[PrimitiveRow]) -> Vec<Column> {
    let all = |head, rank, cell: &dyn Fn(&PrimitiveRow) -> String| {
        Column::new(head, rank, rows.iter().map(cell).collect())
    };
    // A primitive that ran only on a GPU has no figures of the CPU.
    let column = |head, rank, cell: &dyn Fn(&PrimitiveRow) -> String| {
        all(head, rank, &|row| match row.calls {
            0 => "-".to_owned(),
            _ => cell(row),
        })
    };
    vec![
        all("primitive", 0, &|row| row.name.clone()),
        column("calls", 0, &|row| match row.calls_estimated {
            true => format!("~{}", count(row.calls as f64)),
            false => count(row.calls as f64),
        }),
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
        column("in tasks", 2, &|row| count(row.top_tasks as f64)),
        column("failed", 3, &|row| count(row.failures as f64)),
        column("cells", 4, &|row| count(row.cells as f64)),
        column("bytes", 4, &|row| count(row.bytes as f64)),
        column("merged", 3, &|row| format!("{:.0} %", row.merged_percent)),
        all(ON_GPU, 2, &|row| match row.device_calls {
            0 => "-".to_owned(),
            calls => count(calls as f64),
        }),
        column("longest on", 5, &|row| {
            format!("{} {}", row.max_task, clipped(&row.max_node, NODE))
        })
        .left(),
    ]
}

/// A quantile of the calls timed one by one, if there are any.
fn quantile(row: &PrimitiveRow, at: u64) -> String {
    match row.timed {
        0 => "-".to_owned(),
        timed if timed < row.calls => format!("~{}", ns(at)),
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
        column("clocks per call", 1, &|row| count(row.clocks_per_call)),
    ];
    print_table(&columns, output)?;
    if let more @ 1.. = device.primitives.len().saturating_sub(PRIMITIVES) {
        let more = grouped(more as u64);
        writeln!(output.stdout, "and {more} more; --json prints all")?;
    }
    Ok(())
}

fn framework(profile: &Profile, output: &mut Output) -> anyhow::Result<()> {
    let head = output.bold("framework                           time  share     count      each");
    writeln!(output.stdout, "{head}")?;
    for category in profile.framework.iter().filter(|c| c.ns > 0) {
        self::category(category, output)?;
    }
    let none = profile.framework.iter().filter(|c| c.ns == 0);
    let none: Vec<&str> = none.map(|category| category.name.as_str()).collect();
    if !none.is_empty() {
        output.print_sentence(&format!("none of: {}", none.join(", ")))?;
    }
    let account = &profile.account;
    let share = |ns: f64| percent(100.0 * ns / account.capacity_ns.max(1) as f64);
    let line = format!(
        "{} x {} = {}:\n  primitives {}, framework {}, idle {}, waiting for a processor {}, \
         not accounted for {}",
        ns(account.wall_ns),
        counted(profile.subject.threads, "thread"),
        ns(account.capacity_ns),
        share(account.primitives_ns as f64),
        share(account.framework_ns as f64),
        share(account.idle_ns as f64),
        share(account.waiting_ns as f64),
        percent(account.remainder_percent),
    );
    output.print_sentence(&line)?;
    Ok(())
}

/// The way of programs into a batt.
fn generator(parts: &[CategoryItem], output: &mut Output) -> anyhow::Result<()> {
    if parts.is_empty() {
        return Ok(());
    }
    let column = |head, cell: &dyn Fn(&CategoryItem) -> String| {
        Column::new(head, 0, parts.iter().map(cell).collect())
    };
    let columns = [
        column("card in parts", &|part| part.name.clone()).left(),
        column("time", &|part| ns(part.ns)),
        column("count", &|part| count(part.count as f64)),
        column("each", &|part| time(part.each_ns)),
    ];
    writeln!(output.stdout)?;
    print_table(&columns, output)
}

fn category(category: &Category, output: &mut Output) -> anyhow::Result<()> {
    let line = format!(
        "{:<30} {:>9} {:>4.1} % {:>9} {:>9}",
        category.name,
        ns(category.ns),
        category.percent,
        count(category.count as f64),
        time(category.each_ns)
    );
    writeln!(output.stdout, "{line}")?;
    for item in category.top.iter().filter(|item| item.ns > 0) {
        let line = format!(
            "  {:<38} {:>9} {:>7} {:>9}",
            clipped(&item.name, 38),
            ns(item.ns),
            count(item.count as f64),
            time(item.each_ns)
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
        let more = grouped(more as u64);
        writeln!(output.stdout, "and {more} more; --json prints all")?;
    }
    if tasks.rows.len() > 1 {
        writeln!(
            output.stdout,
            "median {}, p90 {}, p99 {}, longest {}",
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
    unsolved(&tasks.rows, output)?;
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

/// Says why tasks are not solved.
fn unsolved(rows: &[TaskRow], output: &mut Output) -> anyhow::Result<()> {
    let rows = rows.iter();
    let rows = rows.filter_map(|row| Some((&row.id, row.unsolved.as_ref()?)));
    let rows: Vec<_> = rows.collect();
    for (id, why) in rows.iter().take(UNSOLVED) {
        let name = output.red("unsolved");
        output.print_sentence(&format!("{name}: {id}: {}", why.words))?;
    }
    if let more @ 1.. = rows.len().saturating_sub(UNSOLVED) {
        let more = counted(more, "more unsolved task");
        writeln!(output.stdout, "and {more}; --json prints all")?;
    }
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
        column("candidates", 2, &|row| grouped(row.candidates)),
        column("calls", 2, &|row| count(row.evaluations as f64)),
        column("cells", 3, &|row| grouped(row.cells)),
        column("heaviest node", 4, &|row| match row.heaviest.is_empty() {
            true => String::new(),
            false => format!("{} {}", ns(row.heaviest_ns), clipped(&row.heaviest, NODE)),
        })
        .left(),
    ]
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
    fn the_gpu_section_is_printed_only_with_a_gpu() {
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
H200: 2 blocks in 3 launches; 95.0 % of 1,000 outcomes computed there, the rest on the CPU
up 1.5 MB in 1.0 µs, kernel 4.0 ms at 31.2 % occupancy, down 0.2 MB in 2.0 µs; 600 ns waiting for a free GPU, 5.0 µs on the host \
(packing, reading answers, computing the rest)
on the GPU   calls    time   share  clocks per call
objects         70  3.0 ms  75.0 %            1,500
fill        20.0 k  1.0 ms  25.0 %            1,500
";
        assert_eq!(with, without + wanted);
    }
}

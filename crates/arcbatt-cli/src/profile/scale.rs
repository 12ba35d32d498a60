//! The scale table of `arcbatt profile`, and the totals of `profile diff`.

use crate::args::{parse_count, parse_duration};
use crate::output::{Output, counted};
use crate::text_table::{Column, print_table};
use arcbatt::profile::model::{Scale, ScaleRow};
use arcbatt::text::{count, grouped, time};
use std::num::NonZeroU64;
use std::time::Duration;

/// The numbers of tasks to project to, and the time that runs must fit into.
#[derive(clap::Args)]
pub(super) struct ScaleArgs {
    /// Project the time to these numbers of tasks
    #[arg(long, value_name = "N", num_args = 1.., value_parser = parse_count::<NonZeroU64>)]
    project: Vec<NonZeroU64>,

    /// Print how many runs fit into this time, such as 90s, 15m or 8h
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    pub budget: Option<Duration>,
}

impl ScaleArgs {
    /// Whether a size or a budget is given.
    pub fn is_given(&self) -> bool {
        !self.project.is_empty() || self.budget.is_some()
    }

    /// The numbers of tasks to project to.
    pub fn sizes(&self) -> Vec<u64> {
        self.project.iter().map(|size| size.get()).collect()
    }
}

/// A line of the table: a size with its total, or a phase below it.
struct Line {
    name: String,
    ns: String,
    share: String,
    what_if: String,
    saved: String,
    runs: String,
    what_if_runs: String,
}

/// Prints the table: time and share of each phase at each size, and what would be saved.
pub fn print(scale: &Scale, output: &mut Output) -> anyhow::Result<()> {
    let lines: Vec<Line> = scale.rows.iter().flat_map(lines).collect();
    let column = |head, rank, cell: &dyn Fn(&Line) -> String| {
        Column::new(head, rank, lines.iter().map(cell).collect())
    };
    let mut columns = vec![
        column("scale", 0, &|line| line.name.clone()).left(),
        column("time", 0, &|line| line.ns.clone()),
        column("share", 1, &|line| line.share.clone()),
    ];
    let has_what_if = !scale.what_if.is_empty();
    if has_what_if {
        columns.push(column("what if", 0, &|line| line.what_if.clone()));
        columns.push(column("saved", 0, &|line| line.saved.clone()));
    }
    if scale.budget_ns.is_some() {
        columns.push(column("runs in budget", 0, &|line| line.runs.clone()));
        if has_what_if {
            columns.push(column("what if", 0, &|line| line.what_if_runs.clone()));
        }
    }
    print_table(&columns, output)?;
    if has_what_if {
        output.print_sentence(&format!("what if: {}", scale.what_if.join(", ")))?;
    }
    Ok(())
}

/// The lines of a size; times that were not measured are marked.
fn lines(row: &ScaleRow) -> Vec<Line> {
    let mark = if row.is_measured { "" } else { "~" };
    let ns = |ns: u64| format!("{mark}{}", time(ns as f64));
    let runs = |runs: Option<u64>| {
        runs.map_or(String::new(), |runs| match runs {
            0 => "none".to_owned(),
            _ => format!("{mark}{}", grouped_short(runs)),
        })
    };
    let total = Line {
        name: counted(row.tasks, "task"),
        ns: ns(row.ns),
        share: String::new(),
        what_if: format!("~{}", time(row.what_if_ns as f64)),
        saved: saved(row.saved_ns),
        runs: runs(row.runs),
        what_if_runs: runs(row.what_if_runs),
    };
    let phase = |phase: &arcbatt::profile::model::ScalePhase| Line {
        name: format!("  {}", phase.name),
        ns: ns(phase.ns),
        share: format!("{:.0} %", phase.percent),
        what_if: format!("~{}", time(phase.what_if_ns as f64)),
        saved: saved(phase.saved_ns),
        runs: String::new(),
        what_if_runs: String::new(),
    };
    let phases = row.phases.iter().map(phase);
    [total].into_iter().chain(phases).collect()
}

/// A number of runs: exact up to a million.
pub fn grouped_short(runs: u64) -> String {
    match runs {
        ..1_000_000 => grouped(runs),
        _ => count(runs as f64),
    }
}

/// A saving: `1.20 s`, or `-` if there is none; a loss has a sign.
pub fn saved(ns: i64) -> String {
    match ns {
        0 => "-".to_owned(),
        _ => format!("~{}", time(ns as f64)),
    }
}

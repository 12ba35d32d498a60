//! `arcbatt profile diff`: compares two profiles.

use crate::Outcome;
use crate::output::{Output, counted, grouped};
use crate::profile::files;
use crate::profile::scale::{ScaleArgs, grouped_short, saved};
use crate::text_table::{Column, print_table};
use arcbatt::profile::Profile;
use arcbatt::profile::diff::totals::{Total, totals};
use arcbatt::profile::diff::{Change, Kind, diff, has_regressed};
use arcbatt::text::{percent_change, time};
use serde_json::json;
use std::io::Write;
use std::path::PathBuf;

/// Compare two profiles: what improved, what regressed, what is within noise
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  arcbatt profile --json before.json
  arcbatt profile diff before.json after.json

Times are compared per unit of work: per computed call for phases, per call for primitives. Noise
is the spread of the runs of each profile, more if many parts are compared. Exit codes: 0 no
regression; 1 the whole or a phase is slower; 2 bad usage or input.")]
pub struct Diff {
    /// The earlier profile
    #[arg(value_name = "A.json")]
    before: PathBuf,

    /// The later profile
    #[arg(value_name = "B.json")]
    after: PathBuf,

    #[command(flatten)]
    scale: ScaleArgs,

    /// Also print changes within noise
    #[arg(long)]
    all: bool,

    /// Print JSON instead of text
    #[arg(long, num_args = 0, default_missing_value = "-")]
    json: Option<String>,
}

/// The most changes printed per part.
const MOST: usize = 12;

impl Diff {
    /// Compares and prints.
    pub fn run(self, output: &mut Output) -> anyhow::Result<Outcome> {
        let (before, after) = (files::read(&self.before)?, files::read(&self.after)?);
        let changes = diff(&before, &after);
        let sizes = self.scale.sizes();
        let totals = totals(&before, &after, &sizes, self.scale.budget);
        if output.json || self.json.is_some() {
            let changes: Vec<_> = changes
                .iter()
                .map(|change| {
                    json!({
                        "part": change.part,
                        "name": change.name,
                        "before_ns": change.before,
                        "after_ns": change.after,
                        "percent": change.percent,
                        "noise_percent": change.noise_percent,
                        "kind": change.kind.words(),
                    })
                })
                .collect();
            output.print_json(&json!({ "changes": changes, "totals": totals }))?;
        } else {
            let truths = [(&self.before, &before), (&self.after, &after)];
            for (path, profile) in truths {
                let truth = &profile.truth;
                output.print_sentence(&format!(
                    "{}: fit their demonstrations: {} of {}; {}, {} computed",
                    path.display(),
                    grouped(truth.fits),
                    counted(truth.tasks, "task"),
                    counted(profile.runs.len(), "run"),
                    counted(profile.subject.evaluations, "call")
                ))?;
            }
            if let Some(warning) = warning(&before, &after) {
                let line = output.red(warning);
                writeln!(output.stdout, "{line}")?;
            }
            print_totals(&totals, output)?;
            for part in ["whole", "phase", "primitive", "task"] {
                self.print_part(part, &changes, output)?;
            }
        }
        Ok(Outcome::of(!has_regressed(&changes)))
    }

    fn print_part(&self, part: &str, all: &[Change], output: &mut Output) -> anyhow::Result<()> {
        let of_part: Vec<&Change> = all.iter().filter(|change| change.part == part).collect();
        if of_part.is_empty() {
            return Ok(());
        }
        let is_shown = |change: &&&Change| self.all || part == "whole" || change.kind != Kind::Same;
        let rows: Vec<&&Change> = of_part.iter().filter(is_shown).collect();
        let most = if self.all { usize::MAX } else { MOST };
        let unit = match part {
            "primitive" => "per call",
            "task" => "per task",
            _ => "per computed call",
        };
        writeln!(output.stdout)?;
        if rows.is_empty() {
            let head = output.bold(part);
            let all = match of_part.len() {
                1 => "within noise".to_owned(),
                n => format!("all {} within noise", grouped(n as u64)),
            };
            writeln!(output.stdout, "{head}: {all}")?;
            return Ok(());
        }
        let head = format!("{part:<18}    before     after    change    noise  ({unit})");
        let head = output.bold(&head);
        writeln!(output.stdout, "{head}")?;
        for change in rows.iter().take(most) {
            let line = line(change);
            let line = match change.kind {
                Kind::Regressed => output.red(&line),
                Kind::Improved => output.green(&line),
                _ => line,
            };
            writeln!(output.stdout, "{line}")?;
        }
        if let more @ 1.. = rows.len().saturating_sub(most) {
            let more = grouped(more as u64);
            writeln!(output.stdout, "and {more} more; --all prints them")?;
        }
        let same = of_part.iter().filter(|c| c.kind == Kind::Same).count();
        if same > 0 && !self.all && part != "whole" {
            writeln!(output.stdout, "{same} within noise")?;
        }
        Ok(())
    }
}

/// Prints the totals by size; nothing if the profiles have no size in common.
fn print_totals(totals: &[Total], output: &mut Output) -> anyhow::Result<()> {
    if totals.is_empty() {
        return Ok(());
    }
    writeln!(output.stdout)?;
    let column = |head, rank, cell: &dyn Fn(&Total) -> String| {
        Column::new(head, rank, totals.iter().map(cell).collect())
    };
    let mark = |total: &Total| if total.is_measured { "" } else { "~" };
    let ns = |total: &Total, ns: u64| format!("{}{}", mark(total), time(ns as f64));
    let runs = |total: &Total, runs: Option<u64>| {
        let text = runs.map_or(String::new(), grouped_short);
        format!("{}{text}", mark(total))
    };
    let mut columns = vec![
        column("total", 0, &|total| counted(total.tasks, "task")).left(),
        column("before", 0, &|total| ns(total, total.before_ns)),
        column("after", 0, &|total| ns(total, total.after_ns)),
        column("saved", 0, &|total| saved(total.saved_ns)),
    ];
    if totals.iter().any(|total| total.runs_before.is_some()) {
        columns.push(column("runs in budget", 0, &|t| runs(t, t.runs_before)));
        columns.push(column("after", 0, &|t| runs(t, t.runs_after)));
    }
    print_table(&columns, output)
}

/// A change as a line; an added or removed part has no percentages.
fn line(change: &Change) -> String {
    let name = match change.part {
        "whole" => "total",
        _ => &change.name,
    };
    let (before, after) = match change.kind {
        Kind::Added => ("-".to_owned(), time(change.after)),
        Kind::Gone => (time(change.before), "-".to_owned()),
        _ => (time(change.before), time(change.after)),
    };
    let by = match change.kind {
        Kind::Added | Kind::Gone => format!("{:>9}  {:>7}", "-", "-"),
        _ => format!(
            "{:>9}  ±{:>4.0} %",
            percent_change(change.percent),
            change.noise_percent
        ),
    };
    let words = change.kind.words();
    format!("{name:<18} {before:>9} {after:>9} {by}  {words}")
}

/// Why the comparison may mislead, if it may.
fn warning(before: &Profile, after: &Profile) -> Option<&'static str> {
    let work = |profile: &Profile| {
        let subject = &profile.subject;
        (subject.tasks, subject.candidates, subject.samples)
    };
    if work(before) != work(after) {
        return Some("the profiles are of different work, which alone may change times per call");
    }
    let digests = [&before.truth.digest_on, &after.truth.digest_on];
    (digests[0] != digests[1])
        .then_some("the answers differ: find out why before reading the times")
}

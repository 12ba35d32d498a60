//! `arcbatt score`: scores of a submission.

use crate::Outcome;
use crate::args::TaskArgs;
use crate::json_text::grid_json;
use crate::output::{Output, counted, grouped, note};
use anyhow::{anyhow, bail};
use arcbatt::render::{Arrangement, Row, Sheet};
use arcbatt::session::submission::{
    NotScored, Scores, Submission, WrongOutput, score, score_partial,
};
use arcbatt::task::{DataSet, add_solutions};
use serde_json::{Value as Json, json};
use std::io::Write;
use std::path::PathBuf;

/// Score a submission: how many test outputs and tasks are right
///
/// A test output is right if one of its two attempts is. Three scores are printed: the share of test
/// outputs right; the share of tasks with all outputs right; the ARC Prize score, which is the mean
/// over tasks of the share of outputs right. A submission must have every task of the data, unless
/// --partial is given.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  arcbatt score submission.json                             on the built-in tasks
  arcbatt score submission.json --data arc1-training
  arcbatt score submission.json --data challenges.json      with solutions.json beside it
  arcbatt score submission.json --data challenges.json --solutions answers.json
  arcbatt score submission.json --partial                   only the tasks that it has
  arcbatt score submission.json --show 5                    draws 5 wrong outputs
  arcbatt score submission.json --json

Exit codes: 0 success; 1 some output is wrong; 2 bad usage or input.")]
pub struct Score {
    /// The submission
    #[arg(value_name = "SUBMISSION.json")]
    submission: PathBuf,

    #[command(flatten)]
    tasks: TaskArgs,

    /// Take the answers from this file of solutions, `{id: [output, ...]}`
    #[arg(long, value_name = "F.json")]
    solutions: Option<PathBuf>,

    /// Allow missing tasks: score only those that the submission has
    #[arg(long)]
    partial: bool,

    /// Draw the first N wrong outputs beside the expected ones
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    show: usize,
}

/// The most wrong outputs to list.
const NAMED: usize = 30;

impl Score {
    /// Scores and prints.
    pub fn run(self, output: &mut Output) -> anyhow::Result<Outcome> {
        let submission = Submission::read(&self.submission)?;
        let mut data = self.tasks.open()?;
        if let Some(path) = &self.solutions
            && add_solutions(&mut data, path)? == 0
        {
            let (path, what) = (path.display(), self.tasks.data.what());
            bail!("{path}: no solution of a task of {what} in it");
        }
        let scores = match self.partial {
            true => score_partial(&submission, &data),
            false => score(&submission, &data),
        };
        let scores = scores.map_err(|error| self.not_scored(error))?;
        match output.json {
            true => output.print_json(&as_json(&scores, &data))?,
            false => self.print(&scores, &data, output)?,
        }
        Ok(Outcome::of(scores.wrong.is_empty()))
    }

    /// Why the submission cannot be scored, and what to do.
    fn not_scored(&self, error: NotScored) -> anyhow::Error {
        let hint = match error {
            NotScored::Missing { .. } if !self.partial => {
                "; --partial scores only the tasks that it has".to_owned()
            }
            NotScored::NoAnswers if self.solutions.is_none() => {
                let missing = self.tasks.data.missing_answers();
                format!(": {missing}; name a file of solutions with --solutions")
            }
            _ => String::new(),
        };
        let (file, what) = (self.submission.display(), self.tasks.data.what());
        anyhow!("{file}: cannot be scored on {what}: {error}{hint}")
    }

    fn print(&self, scores: &Scores, data: &DataSet, output: &mut Output) -> anyhow::Result<()> {
        for wrong in scores.wrong.iter().take(self.show) {
            let text = sheet(wrong, data).to_text(&output.style, output.columns);
            output.print_drawing(&text)?;
            writeln!(output.stdout)?;
        }
        if !scores.wrong.is_empty() {
            let head = output.bold("wrong");
            writeln!(output.stdout, "{head}")?;
        }
        for wrong in scores.wrong.iter().take(NAMED) {
            let (id, test) = (&data.tasks[wrong.place].id, wrong.test + 1);
            writeln!(output.stdout, "{id} test {test}: {}", difference(wrong))?;
        }
        if let more @ 1.. = scores.wrong.len().saturating_sub(NAMED) {
            let more = grouped(more as u64);
            writeln!(output.stdout, "and {more} more; --json has them all")?;
        }
        if !scores.wrong.is_empty() {
            writeln!(output.stdout)?;
        }
        if !scores.foreign.is_empty() {
            let foreign = counted(scores.foreign.len(), "task");
            note(format_args!(
                "not counted: {foreign} of the submission that the data lacks"
            ));
        }
        if !scores.missing.is_empty() {
            let missing = counted(scores.missing.len(), "task");
            note(format_args!(
                "not counted: {missing} of the data that the submission lacks"
            ));
        }
        if scores.unknown > 0 {
            let unknown = counted(scores.unknown, "test output");
            let why = match &self.solutions {
                Some(path) => format!("not in {}", path.display()),
                None => self.tasks.data.missing_answers(),
            };
            note(format_args!(
                "not counted: {unknown} without a known answer: {why}"
            ));
        }
        let percent = |share: f64| format!("{:>6.2} %", 100.0 * share);
        let (right, outputs) = scores.outputs();
        let (solved, tasks) = scores.solved();
        writeln!(
            output.stdout,
            "test outputs right      {}  {} of {}",
            percent(scores.output_share()),
            grouped(right as u64),
            grouped(outputs as u64)
        )?;
        writeln!(
            output.stdout,
            "tasks all right         {}  {} of {}",
            percent(scores.task_share()),
            grouped(solved as u64),
            grouped(tasks as u64)
        )?;
        let mean = percent(scores.mean_share());
        writeln!(output.stdout, "ARC Prize score         {mean}")?;
        Ok(())
    }
}

/// How the better attempt differs from the answer.
fn difference(wrong: &WrongOutput) -> String {
    let wanted = wrong.wanted.view();
    let size = (wanted.height(), wanted.width());
    let cells = wrong.attempts.iter().filter_map(|attempt| {
        let attempt = attempt.view();
        let same = (attempt.height(), attempt.width()) == size;
        let pairs = attempt.cells().iter().zip(wanted.cells());
        same.then(|| pairs.filter(|(a, b)| a != b).count())
    });
    match cells.min() {
        Some(1) => format!("1 of {} differs", counted(size.0 * size.1, "cell")),
        Some(cells) => format!("{cells} of {} differ", counted(size.0 * size.1, "cell")),
        None => {
            let sizes = wrong.attempts.each_ref();
            let [one, two] = sizes.map(|grid| format!("{}x{}", grid.height(), grid.width()));
            format!("sizes {one} and {two}, answer {}x{}", size.0, size.1)
        }
    }
}

fn sheet(wrong: &WrongOutput, data: &DataSet) -> Sheet {
    let task = &data.tasks[wrong.place];
    let title = format!("{} test {}", task.id, wrong.test + 1);
    let mut sheet = Sheet::new(title, Arrangement::Lines);
    for (k, attempt) in wrong.attempts.iter().enumerate() {
        let label = format!("attempt {}", k + 1);
        sheet
            .rows
            .push(Row::diff(label, wrong.wanted.view(), attempt.view()));
    }
    sheet
}

fn as_json(scores: &Scores, data: &DataSet) -> Json {
    let (right, outputs) = scores.outputs();
    let (solved, tasks) = scores.solved();
    let wrong = scores.wrong.iter().map(|wrong| {
        json!({
            "task": data.tasks[wrong.place].id,
            "test": wrong.test + 1,
            "attempt_1": grid_json(&wrong.attempts[0]),
            "attempt_2": grid_json(&wrong.attempts[1]),
            "wanted": grid_json(&wrong.wanted),
        })
    });
    let by_task = scores.tasks.iter().map(|task| {
        json!({
            "id": task.task,
            "right": (task.outputs > 0).then_some(task.right == task.outputs),
            "tests_known": task.outputs,
            "tests_right": task.right,
        })
    });
    json!({
        "totals": {
            "tasks": scores.tasks.len(),
            "known": tasks,
            "right": solved,
            "tests_known": outputs,
            "tests_right": right,
        },
        "output_share": scores.output_share(),
        "task_share": scores.task_share(),
        "mean_share": scores.mean_share(),
        "unknown": scores.unknown,
        "not_in_data": scores.foreign,
        "not_in_submission": scores.missing,
        "tasks": by_task.collect::<Json>(),
        "wrong": wrong.collect::<Json>(),
    })
}

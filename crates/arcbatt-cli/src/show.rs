//! `arcbatt show`: draws a task.

use crate::Outcome;
use crate::data_source::DataArgs;
use crate::json_text::grid_json;
use crate::output::{Output, counted, note};
use crate::pictures::PictureArgs;
use crate::task_source::{Opened, open_task, take};
use anyhow::bail;
use arcbatt::render::Sheet;
use arcbatt::task::{DataSet, generators};
use serde_json::{Value as Json, json};
use std::io::Write;

/// The built-in task to show if none is named.
pub const EXAMPLE: &str = "gravity_down";

/// Draw a task in the terminal, or into an SVG or PNG file
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  arcbatt show gravity_down
  arcbatt show 007bbfb7 --data arc1-training
  arcbatt show my_task.json --png my_task.png
  arcbatt show --list --data arc2-training

Without TASK, an example is drawn. With --json, the task is printed in the ARC format.")]
pub struct Show {
    /// The id of a task in the data set, or a task file
    task: Option<String>,

    #[command(flatten)]
    data: DataArgs,

    #[command(flatten)]
    pictures: PictureArgs,

    /// List the tasks of the data set instead
    #[arg(long, conflicts_with_all = ["task", "svg", "png"])]
    list: bool,

    /// Hide the test outputs
    #[arg(long)]
    no_answers: bool,
}

impl Show {
    /// Draws the task.
    pub fn run(self, output: &mut Output) -> anyhow::Result<Outcome> {
        if self.list {
            return list(&self.data.open()?, output);
        }
        let opened = match &self.task {
            Some(name) => open_task(name, &self.data)?,
            None => first_task(&self.data)?,
        };
        let answers = (!self.no_answers).then_some(&opened.answers);
        let sheet = Sheet::task(&opened.task, answers);
        if output.json {
            self.pictures.write(&sheet)?;
            output.print_json(&task_json(&opened, !self.no_answers))?;
        } else {
            self.pictures.draw(&sheet, output)?;
        }
        Ok(Outcome::Success)
    }
}

/// The task to use if none is named.
pub fn first_task(data: &DataArgs) -> anyhow::Result<Opened> {
    let set = data.open()?;
    let count = set.tasks.len();
    let at = match data.is_embedded() {
        true => set.tasks.iter().position(|task| task.id == EXAMPLE),
        false => None,
    };
    let Some(opened) = take(set, at.unwrap_or(0)) else {
        bail!("no tasks in {}", data.what());
    };
    note(format_args!(
        "no TASK given: this is {}, one of {} in {}; `{}` lists them",
        opened.task.id,
        counted(count, "task"),
        data.what(),
        data.list_command(),
    ));
    Ok(opened)
}

fn list(set: &DataSet, output: &mut Output) -> anyhow::Result<Outcome> {
    if output.json {
        let ids = set
            .tasks
            .iter()
            .map(|task| json!({"id": task.id, "train": task.train.len(), "test": task.test.len()}));
        let ids: Json = ids.collect();
        output.print_json(&json!({ "tasks": ids }))?;
        return Ok(Outcome::Success);
    }
    let longest = set.tasks.iter().map(|task| task.id.chars().count()).max();
    let width = longest.unwrap_or(0);
    for task in &set.tasks {
        match generators::family_of(&task.id) {
            Some(family) => {
                let doc = output.dim(family.doc);
                writeln!(output.stdout, "{:width$}  {doc}", task.id)?;
            }
            None => writeln!(output.stdout, "{}", task.id)?,
        }
    }
    Ok(Outcome::Success)
}

fn task_json(opened: &Opened, answers: bool) -> Json {
    let train =
        opened.task.train.iter().map(
            |pair| json!({"input": grid_json(&pair.input), "output": grid_json(&pair.output)}),
        );
    let test = opened.task.test.iter().enumerate().map(|(k, input)| {
        let mut pair = json!({"input": grid_json(input)});
        let answer = opened.answers.0.get(k).and_then(Option::as_ref);
        if let Some(answer) = answer.filter(|_| answers) {
            pair["output"] = grid_json(answer);
        }
        pair
    });
    json!({
        "id": opened.task.id,
        "train": train.collect::<Json>(),
        "test": test.collect::<Json>(),
    })
}

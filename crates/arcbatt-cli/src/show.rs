//! `arcbatt show`: draws tasks.

use crate::Outcome;
use crate::args::TaskArgs;
use crate::completions::task_or_file_completer;
use crate::data_source::DataArgs;
use crate::json_text::grid_json;
use crate::output::{Output, clipped, counted, note};
use crate::pictures::PictureArgs;
use crate::task_source::{Opened, open_tasks, take};
use anyhow::bail;
use arcbatt::render::{ContactSheet, Sheet};
use arcbatt::task::{Answers, DataSet, generators};
use serde_json::{Value as Json, json};
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::Path;

/// The built-in task to show if none is named.
pub const EXAMPLE: &str = "gravity_down";

/// Draw tasks in the terminal, or into an SVG or PNG file
///
/// An id is looked for in --data, or else in all data sets on this machine: the built-in tasks, those
/// of `arcbatt data pull`, and those of `arcbatt data make` in the folder made-tasks.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  arcbatt show gravity_down
  arcbatt show 007bbfb7 --digits                    the digits of the colours in the cells
  arcbatt show my_task.json --png my_task.png
  arcbatt show gravity_down half_turn               several tasks
  arcbatt show --data arc1-training --png sheet.png    a contact sheet of all tasks
  arcbatt show --list --data arc2-training

Without TASK, an example is drawn. Several tasks in a file are a contact sheet; if one page does not
hold them, the next are sheet-2.png, sheet-3.png and so on. With --json, tasks are printed in the
ARC format.")]
pub struct Show {
    /// Ids of tasks, or task files
    #[arg(value_name = "TASK", add = task_or_file_completer())]
    names: Vec<String>,

    #[command(flatten)]
    tasks: TaskArgs,

    #[command(flatten)]
    pictures: PictureArgs,

    /// Draw cells two characters wide, with the digits of their colours
    #[arg(long)]
    digits: bool,

    /// List the tasks of the data set instead
    #[arg(long, conflicts_with_all = ["names", "svg", "png"])]
    list: bool,

    /// Hide the test outputs
    #[arg(long)]
    no_answers: bool,
}

impl Show {
    /// Draws the tasks.
    pub fn run(self, output: &mut Output) -> anyhow::Result<Outcome> {
        if self.list {
            return list(&self.tasks.open()?, output);
        }
        let mut files = self.pictures.force.files();
        for name in &self.names {
            files.reads("TASK", Path::new(name));
        }
        self.tasks.data.add_to(&mut files);
        self.pictures.check(&mut files)?;
        let mut tasks = self.open()?;
        if self.no_answers {
            for opened in &mut tasks {
                opened.answers = Answers::default();
            }
        }
        self.write_files(&tasks)?;
        if output.json {
            let mut json = tasks.iter().map(task_json);
            let json = match (tasks.len(), json.next()) {
                (1, Some(only)) => only,
                (_, first) => json!({"tasks": first.into_iter().chain(json).collect::<Json>()}),
            };
            output.print_json(&json)?;
        } else if !self.pictures.any() {
            for (k, opened) in tasks.iter().enumerate() {
                if k > 0 {
                    writeln!(output.stdout)?;
                }
                let text = self.sheet(opened).to_text(&output.style, output.columns);
                output.print_drawing(&text)?;
            }
        }
        Ok(Outcome::Success)
    }

    /// The tasks to draw: those named, a whole data set for a contact sheet, or an example.
    fn open(&self) -> anyhow::Result<Vec<Opened>> {
        let names: Vec<String> = self.names.iter().chain(&self.tasks.task).cloned().collect();
        if !names.is_empty() {
            let mut tasks = open_tasks(&names, &self.tasks.data)?;
            tasks.truncate(self.tasks.tasks.map_or(usize::MAX, NonZeroUsize::get));
            return Ok(tasks);
        }
        if self.tasks.tasks.is_none() && !self.pictures.any() {
            return Ok(vec![first_task(&self.tasks.data)?]);
        }
        let set = self.tasks.open()?;
        let tasks = set.tasks.into_iter().zip(set.answers);
        Ok(tasks
            .map(|(task, answers)| Opened { task, answers })
            .collect())
    }

    fn sheet(&self, opened: &Opened) -> Sheet {
        Sheet::task(&opened.task, Some(&opened.answers)).with_digits(self.digits)
    }

    /// Writes one task as a picture of its own, several as a contact sheet.
    fn write_files(&self, tasks: &[Opened]) -> anyhow::Result<()> {
        if !self.pictures.any() {
            return Ok(());
        }
        if let [only] = tasks {
            return self.pictures.write(&self.sheet(only));
        }
        let title = match self.names.is_empty() && self.tasks.task.is_empty() {
            true => self.tasks.data.what(),
            false => "",
        };
        let pairs = tasks
            .iter()
            .map(|opened| (&opened.task, Some(&opened.answers)));
        self.pictures.write_pages(&ContactSheet::new(title, pairs))
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
                let doc = match output.terminal {
                    true => clipped(family.doc, output.columns.saturating_sub(width + 2)),
                    false => family.doc.to_owned(),
                };
                let doc = output.dim(&doc);
                writeln!(output.stdout, "{:width$}  {doc}", task.id)?;
            }
            None => writeln!(output.stdout, "{}", task.id)?,
        }
    }
    Ok(Outcome::Success)
}

fn task_json(opened: &Opened) -> Json {
    let train =
        opened.task.train.iter().map(
            |pair| json!({"input": grid_json(&pair.input), "output": grid_json(&pair.output)}),
        );
    let test = opened.task.test.iter().enumerate().map(|(k, input)| {
        let mut pair = json!({"input": grid_json(input)});
        let answer = opened.answers.0.get(k).and_then(Option::as_ref);
        if let Some(answer) = answer {
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

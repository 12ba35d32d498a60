//! `arcbatt data list`: the named data sets and their files.

use crate::Outcome;
use crate::data_source::EMBEDDED;
use crate::output::{Output, counted};
use arcbatt::task::{MADE_FOLDER, NAMED_SETS, cache_folder, generators};
use serde_json::{Value as Json, json};
use std::io::Write;
use std::path::Path;

/// List the data sets that `--data` knows by name, with their size and file
#[derive(clap::Args)]
pub struct List {}

struct Line {
    name: &'static str,
    /// `None` for a folder that was not read.
    tasks: Option<usize>,
    here: bool,
    place: String,
}

impl List {
    /// Prints the list.
    pub fn run(self, output: &mut Output) -> anyhow::Result<Outcome> {
        let mut lines = vec![Line {
            name: EMBEDDED,
            tasks: Some(generators::families().len()),
            here: true,
            place: "built in".to_owned(),
        }];
        let cache = cache_folder();
        for set in NAMED_SETS {
            let path = cache.as_ref().map(|cache| set.path_in(cache));
            lines.push(Line {
                name: set.name,
                tasks: Some(set.tasks),
                here: path.as_ref().is_some_and(|path| path.is_file()),
                place: path.map_or_else(
                    || "no cache folder: set HOME or XDG_CACHE_HOME".to_owned(),
                    |path| format!("{}#{}", path.display(), set.part),
                ),
            });
        }
        if Path::new(MADE_FOLDER).is_dir() {
            lines.push(Line {
                name: MADE_FOLDER,
                tasks: None,
                here: true,
                place: "generated, in this folder".to_owned(),
            });
        }
        if output.json {
            let sets = lines.iter().map(|line| {
                let Line {
                    name,
                    tasks,
                    here,
                    place,
                } = line;
                json!({"name": name, "tasks": tasks, "here": here, "place": place})
            });
            let sets: Json = sets.collect();
            output.print_json(&json!({ "sets": sets }))?;
            return Ok(Outcome::Success);
        }
        for line in &lines {
            let name = line.name;
            let tasks = line.tasks.map_or(String::new(), |n| counted(n, "task"));
            let place = match line.here {
                true => line.place.clone(),
                false => output.dim("not downloaded"),
            };
            writeln!(output.stdout, "{name:15}  {tasks:>11}  {place}")?;
        }
        if lines.iter().any(|line| !line.here) {
            writeln!(
                output.stdout,
                "\n`arcbatt data pull` downloads the missing ones."
            )?;
        }
        writeln!(
            output.stdout,
            "\n--data takes a name, a file or a folder; `arcbatt data make` generates tasks."
        )?;
        Ok(Outcome::Success)
    }
}

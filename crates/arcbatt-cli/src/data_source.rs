//! The option `--data`: a name, a path, or nothing for the built-in tasks.

use crate::completions::data_completer;
use crate::output::{grouped, note, warn};
use crate::progress::Progress;
use crate::suggestions::did_you_mean;
use anyhow::anyhow;
use arcbatt::output_files::OutputFiles;
pub use arcbatt::task::EMBEDDED;
use arcbatt::task::{
    Answers, DataError, DataSet, Leniency, LoadOptions, Loaded, NAMED_SETS, NamedSet, Task,
    cache_folder, find_tasks, open, paths_read, present_sets, solution_files,
};
use arcbatt::text::some_of;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

/// The most skipped tasks listed one by one.
const MOST_SKIPPED: usize = 10;

/// The most files of solutions named in a message.
const MOST_FILES: usize = 3;

/// `--data` and `--lenient`: where the tasks come from.
#[derive(clap::Args, Default)]
pub struct DataArgs {
    /// The tasks: a name from `arcbatt data list`, a file, or a folder [default: embedded]
    ///
    /// A name is `embedded`, `arc1-training`, `arc1-evaluation`, `arc2-training` or
    /// `arc2-evaluation`. A file or folder may have any known layout: one task per file, many tasks
    /// in one file, challenges and solutions of the competition; `FILE#PART` is one part of a file.
    #[arg(long, value_name = "D", add = data_completer())]
    pub data: Option<String>,

    /// Skip and report tasks that cannot be read, instead of failing
    #[arg(long)]
    pub lenient: bool,
}

impl DataArgs {
    /// Whether these are the built-in tasks.
    pub fn is_embedded(&self) -> bool {
        self.data.as_deref().is_none_or(|data| data == EMBEDDED)
    }

    /// The name of the data set.
    pub fn what(&self) -> &str {
        match &self.data {
            Some(data) if !self.is_embedded() => data,
            _ => "the built-in tasks",
        }
    }

    /// The command that lists its tasks.
    pub fn list_command(&self) -> String {
        match &self.data {
            Some(data) if !self.is_embedded() => format!("arcbatt show --list --data {data}"),
            _ => "arcbatt show --list".to_owned(),
        }
    }

    /// Where the answers of tests were looked for, for a message about missing ones.
    pub fn missing_answers(&self) -> String {
        let what = self.what();
        let files = match &self.data {
            Some(data) if !self.is_embedded() => solution_files(Path::new(data)),
            _ => Vec::new(),
        };
        let names = |files: &[PathBuf]| {
            let names: Vec<String> = files.iter().map(|f| f.display().to_string()).collect();
            some_of(&names, MOST_FILES)
        };
        let absent: Vec<PathBuf> = files.iter().filter(|f| !f.exists()).cloned().collect();
        match (absent.as_slice(), files.as_slice()) {
            ([], []) => format!("the tests of {what} have no outputs"),
            ([], files) => format!("not in {}", names(files)),
            (absent, _) => format!("there is no file {}", names(absent)),
        }
    }

    /// Adds the files that it reads to those of the command.
    pub fn add_to(&self, files: &mut OutputFiles) {
        for path in paths_read(self.data.as_deref()) {
            match path.is_dir() {
                true => files.reads_folder("--data", &path, "json"),
                false => files.reads("--data", &path),
            }
        }
    }

    /// Opens the data set.
    pub fn open(&self) -> anyhow::Result<DataSet> {
        self.open_first(None)
    }

    /// Loads the first tasks without messages; all tasks without a number.
    pub fn load(&self, first: Option<NonZeroUsize>) -> Result<Loaded, DataError> {
        let spec = self.data.as_deref().unwrap_or(EMBEDDED);
        let leniency = match self.lenient {
            true => Leniency::Lenient,
            false => Leniency::Strict,
        };
        open(spec, LoadOptions { leniency, first })
    }

    /// Opens the data set and keeps the first tasks; all tasks without a number.
    pub fn open_first(&self, first: Option<NonZeroUsize>) -> anyhow::Result<DataSet> {
        let loaded = {
            let _progress = Progress::spinner("reading tasks");
            self.load(first)?
        };
        for error in loaded.skipped.iter().take(MOST_SKIPPED) {
            warn(format_args!("skipped: {error}"));
        }
        if let more @ 1.. = loaded.skipped.len().saturating_sub(MOST_SKIPPED) {
            warn(format_args!("skipped: {} more", grouped(more as u64)));
        }
        Ok(loaded.data)
    }
}

/// Keeps only the tasks with these ids; all tasks if `ids` is empty.
///
/// Without `--data`, ids are looked for in all data sets on this machine.
pub fn keep_tasks(data: &mut DataSet, ids: &[String], from: &DataArgs) -> anyhow::Result<()> {
    if ids.is_empty() {
        return Ok(());
    }
    let mut kept = chosen_tasks(data, ids, from)?;
    kept.sort_by(|(a, _), (b, _)| a.id.cmp(&b.id));
    kept.dedup_by(|(a, _), (b, _)| a.id == b.id);
    (data.tasks, data.answers) = kept.into_iter().unzip();
    Ok(())
}

/// The tasks with these ids, in this order.
pub fn chosen_tasks(
    data: &DataSet,
    ids: &[String],
    from: &DataArgs,
) -> anyhow::Result<Vec<(Task, Answers)>> {
    let in_data = |id: &String| {
        let at = data.tasks.iter().position(|task| task.id == *id)?;
        let answers = data.answers.get(at).cloned();
        Some((data.tasks[at].clone(), answers.unwrap_or_default()))
    };
    let known: Vec<Option<(Task, Answers)>> = ids.iter().map(in_data).collect();
    let is_missing = |k: &usize| known[*k].is_none();
    let missing: Vec<String> = (0..ids.len())
        .filter(is_missing)
        .map(|k| ids[k].clone())
        .collect();
    let found = match from.data {
        None if !missing.is_empty() => {
            let _progress = Progress::spinner("looking for tasks");
            find_tasks(cache_folder().as_deref(), &missing)?
        }
        _ => Vec::new(),
    };
    let mut found = found.into_iter();
    let mut chosen = Vec::with_capacity(ids.len());
    for (id, known) in ids.iter().zip(known) {
        if let Some(known) = known {
            chosen.push(known);
            continue;
        }
        let Some(task) = found.next().flatten() else {
            return Err(no_task(id, data, from));
        };
        note_set(id, &task.sets);
        chosen.push((task.task, task.answers));
    }
    Ok(chosen)
}

/// Prints which data set a task was taken from.
fn note_set(id: &str, sets: &[&str]) {
    match sets {
        [] => {}
        [set] => note(format_args!("task {id}: from {set}")),
        [set, others @ ..] => note(format_args!(
            "task {id}: from {set}; {} it too: choose with --data",
            match others {
                [one] => format!("{one} has"),
                several => format!("{} have", several.join(", ")),
            }
        )),
    }
}

/// The error for an unknown task id, with suggestions.
pub fn no_task(id: &str, data: &DataSet, from: &DataArgs) -> anyhow::Error {
    let nearest = did_you_mean(id, data.tasks.iter().map(|task| task.id.as_str()));
    let is_arc = id.len() == 8 && id.bytes().all(|b| b.is_ascii_hexdigit());
    let hint = match nearest.as_str() {
        "" if from.data.is_none() && is_arc && !is_pulled() => {
            "; `arcbatt data pull` downloads the ARC tasks".to_owned()
        }
        "" => format!("; `{}` lists the tasks", from.list_command()),
        _ => String::new(),
    };
    let place = match &from.data {
        None => present_sets(cache_folder().as_deref()).join(", "),
        Some(_) => from.what().to_owned(),
    };
    let place = place.replacen(EMBEDDED, "the built-in tasks", 1);
    anyhow!("no task {id:?} in {place}{nearest}{hint}")
}

/// Whether the ARC tasks are on this machine.
fn is_pulled() -> bool {
    let cache = cache_folder();
    let is_here = |set: &NamedSet| cache.as_ref().is_some_and(|c| set.path_in(c).is_file());
    NAMED_SETS.iter().any(is_here)
}

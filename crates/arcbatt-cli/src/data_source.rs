//! The option `--data`: a name, a path, or nothing for the built-in tasks.

use crate::output::warn;
use crate::progress::Progress;
use crate::suggestions::did_you_mean;
use anyhow::anyhow;
pub use arcbatt::task::EMBEDDED;
use arcbatt::task::{DataSet, Leniency, generators, open, solution_files};
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
    #[arg(long, value_name = "D")]
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

    /// Opens the data set.
    pub fn open(&self) -> anyhow::Result<DataSet> {
        let Some(spec) = self.data.as_deref().filter(|_| !self.is_embedded()) else {
            return Ok(generators::embedded());
        };
        let leniency = match self.lenient {
            true => Leniency::Lenient,
            false => Leniency::Strict,
        };
        let loaded = {
            let _progress = Progress::spinner("reading tasks");
            open(spec, leniency)?
        };
        for error in loaded.skipped.iter().take(MOST_SKIPPED) {
            warn(format_args!("skipped: {error}"));
        }
        if let more @ 1.. = loaded.skipped.len().saturating_sub(MOST_SKIPPED) {
            warn(format_args!("skipped: {more} more"));
        }
        Ok(loaded.data)
    }
}

/// Keeps only the tasks with these ids; all tasks if `ids` is empty.
pub fn keep_tasks(data: &mut DataSet, ids: &[String], from: &DataArgs) -> anyhow::Result<()> {
    for id in ids {
        if !data.tasks.iter().any(|task| task.id == *id) {
            return Err(no_task(id, data, from));
        }
    }
    if !ids.is_empty() {
        let keep: Vec<bool> = data.tasks.iter().map(|t| ids.contains(&t.id)).collect();
        let mut kept = keep.iter();
        data.tasks.retain(|_| kept.next() == Some(&true));
        let mut kept = keep.iter();
        data.answers.retain(|_| kept.next() == Some(&true));
    }
    Ok(())
}

/// Keeps only the first tasks; all tasks without a number.
pub fn first_tasks(data: &mut DataSet, count: Option<NonZeroUsize>) {
    if let Some(count) = count {
        data.tasks.truncate(count.get());
        data.answers.truncate(count.get());
    }
}

/// The error for an unknown task id, with suggestions.
pub fn no_task(id: &str, data: &DataSet, from: &DataArgs) -> anyhow::Error {
    let nearest = did_you_mean(id, data.tasks.iter().map(|task| task.id.as_str()));
    let is_arc = id.len() == 8 && id.bytes().all(|b| b.is_ascii_hexdigit());
    let hint = match nearest.as_str() {
        "" if from.is_embedded() && is_arc => {
            "; for ARC tasks add --data, such as --data arc1-training".to_owned()
        }
        "" => format!("; `{}` lists the tasks", from.list_command()),
        _ => String::new(),
    };
    anyhow!("no task {id:?} in {}{nearest}{hint}", from.what())
}

//! The option `--data`: a name, a path, or nothing for the built-in tasks.

use crate::output::note;
use crate::progress::Progress;
use crate::suggestions::did_you_mean;
use anyhow::anyhow;
pub use arcbatt::task::EMBEDDED;
use arcbatt::task::{DataSet, Leniency, generators, open};
use std::num::NonZeroUsize;

/// The most skipped tasks that are told one by one.
const MOST_SKIPPED: usize = 10;

/// Where the tasks come from.
#[derive(clap::Args, Default)]
pub struct DataArgs {
    /// The tasks: a name that `arcbatt data list` shows, a file, or a folder [default: embedded]
    ///
    /// A name is `embedded`, `arc1-training`, `arc1-evaluation`, `arc2-training` or
    /// `arc2-evaluation`. A file or folder may be in any layout in use: one task a file, many in
    /// one, the competition's challenges with their solutions; `FILE#PART` is one part of a file.
    #[arg(long, value_name = "D")]
    pub data: Option<String>,

    /// Leave out tasks that cannot be read, and say which, instead of giving up
    #[arg(long)]
    pub lenient: bool,
}

impl DataArgs {
    /// Whether the built-in tasks are meant.
    pub fn is_embedded(&self) -> bool {
        self.data.as_deref().is_none_or(|data| data == EMBEDDED)
    }

    /// The data set in words.
    pub fn what(&self) -> &str {
        match &self.data {
            Some(data) if !self.is_embedded() => data,
            _ => "the built-in tasks",
        }
    }

    /// The command that names its tasks.
    pub fn list_command(&self) -> String {
        match &self.data {
            Some(data) if !self.is_embedded() => format!("arcbatt show --list --data {data}"),
            _ => "arcbatt show --list".to_owned(),
        }
    }

    /// Opens it.
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
            note(format_args!("skipped: {error}"));
        }
        if let more @ 1.. = loaded.skipped.len().saturating_sub(MOST_SKIPPED) {
            note(format_args!("skipped: {more} more"));
        }
        Ok(loaded.data)
    }
}

/// Keeps the tasks of these ids alone; all of them if there is none.
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

/// Keeps the first tasks alone; all of them if there is no number.
pub fn first_tasks(data: &mut DataSet, count: Option<NonZeroUsize>) {
    if let Some(count) = count {
        data.tasks.truncate(count.get());
        data.answers.truncate(count.get());
    }
}

/// Says that a task is not there, and what the user may have meant.
pub fn no_task(id: &str, data: &DataSet, from: &DataArgs) -> anyhow::Error {
    let nearest = did_you_mean(id, data.tasks.iter().map(|task| task.id.as_str()));
    let is_arc = id.len() == 8 && id.bytes().all(|b| b.is_ascii_hexdigit());
    let hint = match nearest.as_str() {
        "" if from.is_embedded() && is_arc => {
            "; for ARC tasks add --data arc1-training or the like".to_owned()
        }
        "" => format!("; `{}` names the tasks", from.list_command()),
        _ => String::new(),
    };
    anyhow!("no task {id:?} in {}{nearest}{hint}", from.what())
}

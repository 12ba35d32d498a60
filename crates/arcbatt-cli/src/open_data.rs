//! The option `--data`: a name, a path, or nothing for the built-in tasks.

use crate::progress::Progress;
use crate::screen::note;
use anyhow::bail;
pub use arcbatt::task::EMBEDDED;
use arcbatt::task::{DataSet, Leniency, made, open};

/// The most skipped tasks that are told one by one.
const MOST_SKIPPED: usize = 10;

/// Where the tasks come from.
#[derive(clap::Args)]
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

    /// Opens it.
    pub fn open(&self) -> anyhow::Result<DataSet> {
        let Some(spec) = self.data.as_deref().filter(|_| !self.is_embedded()) else {
            return Ok(made::embedded());
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

/// Keeps the tasks of these ids alone; all of them if there is none. `what` is the data set.
pub fn keep_tasks(data: &mut DataSet, ids: &[String], what: &str) -> anyhow::Result<()> {
    for id in ids {
        if !data.tasks.iter().any(|task| task.id == *id) {
            let known = data.tasks.iter().map(|task| task.id.as_str());
            let nearest = crate::nearest::did_you_mean(id, known);
            bail!("no task {id:?} in {what}{nearest}");
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

//! The candidates of `rank` and `shard plan rank`, and their tasks.

use crate::args::{EntryArgs, TaskArgs};
use crate::data_source::keep_tasks;
use crate::output::{counted, note};
use crate::solver_source::Source;
use anyhow::bail;
use arcbatt::check::match_candidates;
use arcbatt::output_files::OutputFiles;
use arcbatt::program::{ParseError, Program};
use arcbatt::task::DataSet;
use arcbatt::text::some_of;
use std::path::PathBuf;

/// Files of candidates, and the tasks that they are for.
#[derive(clap::Args)]
pub struct CandidateArgs {
    /// Files of candidates, `-` for the standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    #[command(flatten)]
    entry: EntryArgs,

    #[command(flatten)]
    pub tasks: TaskArgs,
}

/// A candidate and its file.
#[derive(Clone, Copy)]
pub struct Candidate<'s> {
    /// The name of the file.
    pub file: &'s str,
    /// The program, or why there is none.
    pub program: Result<&'s Program, &'s ParseError>,
}

impl Candidate<'_> {
    /// The name of its function, or of its task's solver.
    pub fn name(&self) -> &str {
        match self.program {
            Ok(program) => &program.name,
            Err(error) => error.function.as_deref().unwrap_or("solve"),
        }
    }
}

/// The candidates of all files.
pub fn all_candidates(sources: &[Source]) -> Vec<Candidate<'_>> {
    sources.iter().flat_map(candidates_of).collect()
}

/// The candidates of a file: programs, and those that cannot be read.
fn candidates_of(source: &Source) -> impl Iterator<Item = Candidate<'_>> {
    let file = source.file.as_str();
    let programs = source.solvers.programs.iter().map(Ok);
    let rejected = source.solvers.errors.iter().map(Err);
    let all = programs.chain(rejected);
    all.map(move |program| Candidate { file, program })
}

impl CandidateArgs {
    /// Adds the files to those of the command.
    pub fn add_to(&self, files: &mut OutputFiles) {
        for path in &self.files {
            files.reads("FILE", path);
        }
        self.tasks.data.add_to(files);
    }

    /// The files.
    pub fn paths(&self) -> &[PathBuf] {
        &self.files
    }

    /// Opens the files.
    pub fn open(&self) -> anyhow::Result<Vec<Source>> {
        let files = self.files.iter();
        files.map(|path| Source::open(path, &self.entry)).collect()
    }

    /// Opens the chosen tasks, and finds their candidates: pairs of task and candidate, by number; at
    /// least one.
    pub fn load(
        &self,
        sources: &[Source],
        candidates: &[Candidate<'_>],
    ) -> anyhow::Result<(DataSet, Vec<(usize, usize)>)> {
        if candidates.is_empty() {
            sources.iter().for_each(Source::print_problems);
            let files = self.files.iter();
            let files: Vec<String> = files.map(|path| path.display().to_string()).collect();
            bail!("{}: no candidate in it", some_of(&files, 3));
        }
        let mut data = self.tasks.data.open()?;
        let known: Vec<String> = data.tasks.iter().map(|task| task.id.clone()).collect();
        keep_tasks(&mut data, &self.tasks.task, &self.tasks.data)?;
        if let Some(count) = self.tasks.tasks {
            data.keep_first(count);
        }
        let runs = self.matches(&known, &data, candidates)?;
        Ok((data, runs))
    }

    fn matches(
        &self,
        known: &[String],
        data: &DataSet,
        candidates: &[Candidate<'_>],
    ) -> anyhow::Result<Vec<(usize, usize)>> {
        let known: Vec<&str> = known.iter().map(String::as_str).collect();
        let chosen: Vec<&str> = data.tasks.iter().map(|task| task.id.as_str()).collect();
        let names: Vec<&str> = candidates.iter().map(Candidate::name).collect();
        let matches = match_candidates(&known, &chosen, &names);
        let idle: Vec<&str> = matches.idle.iter().map(|&at| names[at]).collect();
        let what = match self.tasks.is_selection() {
            true => "none of the chosen tasks".to_owned(),
            false => format!("no task of {}", self.tasks.data.what()),
        };
        let count = counted(idle.len(), "candidate");
        let hint = match chosen.len() {
            1 => String::new(),
            _ => "; --task ID says which task candidates without a name are for".to_owned(),
        };
        if matches.runs.is_empty() {
            bail!("{count} for {what}: {}{hint}", some_of(&idle, 3));
        }
        if !idle.is_empty() {
            let names = some_of(&idle, 3);
            note(format_args!("note: {count} for {what}: {names}{hint}"));
        }
        Ok(matches.runs)
    }
}

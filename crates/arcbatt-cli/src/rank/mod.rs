//! `arcbatt rank`: runs every candidate on every pair of its task, and ranks them.

mod candidates;
mod json;
mod text;

pub use candidates::{Candidate, CandidateArgs, all_candidates};

use crate::Outcome;
use crate::args::{ForceArgs, LimitArgs, ThreadArgs, fail_text, json_path, parse_count};
use crate::memory_args::{MemoryArgs, MemoryLimit};
use crate::output::{Output, note};
use crate::progress::Progress;
use anyhow::Context;
use arcbatt::check::PairStatus;
use arcbatt::output_files::FileKind;
use arcbatt::program::{Place, Program};
use arcbatt::score::{AnswerGroup, Attempts, RankOptions, Ranking, rank_with};
use arcbatt::session::submission::Submission;
use arcbatt::task::{DataSet, Task};
use arcbatt::{GridBuf, Limits};
use std::borrow::Cow;
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// Run candidate programs on every pair of their task, and rank them
///
/// Candidates with equal answers on all pairs are one group, and vote for it. Groups are ranked by
/// demonstrations matched, then wrong cells, votes, and calls of the shortest program; test outputs
/// never matter. All candidates of a task are merged, so that calls that they share run once.
///
/// A file holds functions `solve`, `solve_ID`, `solve_ID_2`, `verify_ID` or `transform` (or the name
/// given by --entry), many of one name if need be, or lines that assign `O`; as Python, in fenced blocks
/// of Markdown, or as JSONL with one record per line: the task in `task`, `task_id` or `id`, the code in
/// `code`, `program`, `solver`, `source`, `solution`, `completion`, `response`, `content` or `text`.
/// Helper functions and constants of the file are inlined. Nothing is executed as Python.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  arcbatt rank answers.md --task half_turn           all candidates are for one task
  arcbatt rank samples.jsonl --data arc1-training    every record names its task
  arcbatt rank a.py b.py --task 007bbfb7 --top 3     the three best groups
  arcbatt rank a.py --task half_turn --entry p       functions named p are the candidates
  arcbatt rank samples.jsonl --jsonl                 one line of JSON per candidate
  arcbatt rank samples.jsonl --submission s.json     the two best groups are the attempts

Statuses: right (all demonstrations and all tests), fits (all demonstrations; some test outputs are
unknown), wrong, failed (a call has no answer), cut (a limit was reached), rejected (it cannot be
read). All but the first two name the first pair that is not right, or the line.

Exit codes: 0 every task has a candidate that is right on all its demonstrations; 1 some task has
none; 2 bad usage or input.")]
pub struct Rank {
    #[command(flatten)]
    candidates: CandidateArgs,

    /// Print the N best groups of a task [default: 10; all with --json and --jsonl]
    #[arg(long, value_name = "N", value_parser = parse_count::<NonZeroUsize>)]
    top: Option<NonZeroUsize>,

    /// Print one line of JSON per candidate, best first
    #[arg(long, conflicts_with = "json")]
    jsonl: bool,

    /// Write two attempts at every test, in the format of the ARC Prize
    ///
    /// The attempts are those of the two best groups.
    #[arg(long, value_name = "F.json", value_parser = json_path)]
    submission: Option<PathBuf>,

    #[command(flatten)]
    force: ForceArgs,

    #[command(flatten)]
    limits: LimitArgs,

    #[command(flatten)]
    threads: ThreadArgs,

    #[command(flatten)]
    memory: MemoryArgs,
}

/// A task with its candidates, to print.
pub struct Ranked<'s> {
    /// The task.
    pub task: &'s Task,
    /// Its candidates, in the order of the ranking's.
    pub candidates: Vec<Candidate<'s>>,
    /// Their programs.
    programs: Vec<&'s Program>,
    /// Candidates that cannot be read.
    pub rejected: Vec<Candidate<'s>>,
    /// The ranking.
    pub ranking: Ranking,
    /// The number of groups to print.
    pub top: usize,
    /// The limits of every candidate.
    limits: Limits,
}

impl Ranked<'_> {
    /// The answer of a group to a test, if it has one.
    pub fn answer(&self, group: &AnswerGroup, test: usize) -> Option<Cow<'_, GridBuf>> {
        let from = (self.task, self.programs.as_slice(), self.limits);
        self.ranking.computed_answer(group, test, from)
    }

    /// The two attempts at every test.
    fn attempts(&self) -> Vec<Attempts> {
        self.ranking
            .attempts_with(|group, test| self.answer(group, test))
    }

    /// How the run of a candidate ended on the pair that is bad, if one is.
    pub fn explain(&self, at: usize) -> Option<PairStatus> {
        let program = self.candidates[at].program.ok()?;
        let status = &self.ranking.candidates[at].status;
        Ranking::explain(self.task, program, status, self.limits)
    }
}

impl Rank {
    /// Ranks and prints.
    pub fn run(self, output: &mut Output) -> anyhow::Result<Outcome> {
        let mut files = self.force.files();
        self.candidates.add_to(&mut files);
        let submission = self.submission.as_deref();
        files.may_write_some("--submission", submission, FileKind::Submission)?;
        let memory = self.memory.limit(&self.threads);
        memory.check_solvers(self.candidates.paths())?;
        let sources = self.candidates.open()?;
        let candidates = all_candidates(&sources);
        let (data, runs) = self.candidates.load(&sources, &candidates)?;

        let pool = memory.pool()?;
        let progress = Progress::of(data.tasks.len(), "tasks");
        let mut attempts: Vec<Vec<Attempts>> = vec![Vec::new(); data.tasks.len()];
        let mut fitting = true;
        let (mut runs, mut first) = (runs.as_slice(), true);
        while let Some(&(task, _)) = runs.first() {
            let end = runs.partition_point(|&(k, _)| k == task);
            let own = runs[..end].iter().map(|&(_, at)| candidates[at]);
            let ranked = pool.install(|| self.ranked(&data, task, own, &memory, output.json));
            attempts[task] = match self.submission {
                Some(_) => ranked.attempts(),
                None => Vec::new(),
            };
            let best = ranked.ranking.groups.first();
            fitting &= best.is_some_and(|best| best.matched == ranked.ranking.demonstrations);
            progress.set_position(task + 1);
            match (self.jsonl, output.json) {
                (true, _) => json::print_lines(&ranked, output)?,
                (_, true) => json::print(&ranked, first, output)?,
                _ => text::print(&ranked, first, output)?,
            }
            (runs, first) = (&runs[end..], false);
        }
        drop(progress);
        if output.json {
            json::finish(output)?;
        }
        if let Some(path) = &self.submission {
            Submission::new(&data.tasks, |task| &attempts[task])
                .write_file(path)
                .with_context(|| format!("{}: cannot write it", path.display()))?;
            note(format_args!("wrote {}", path.display()));
        }
        Ok(Outcome::of(fitting))
    }

    /// Ranks the candidates of a task.
    fn ranked<'s>(
        &self,
        data: &'s DataSet,
        task: usize,
        candidates: impl Iterator<Item = Candidate<'s>>,
        memory: &MemoryLimit,
        is_json: bool,
    ) -> Ranked<'s> {
        let (read, rejected): (Vec<_>, Vec<_>) = candidates.partition(|c| c.program.is_ok());
        let programs: Vec<&Program> = read.iter().filter_map(|c| c.program.ok()).collect();
        let options = RankOptions {
            limits: self.limits.limits(),
            memory: Some(&memory.answers),
            ..RankOptions::default()
        };
        let mut ranking = rank_with(&data.tasks[task], &programs, &options);
        let answers = data.answers.get(task).cloned().unwrap_or_default();
        ranking.compare_computed_tests(&answers, (&data.tasks[task], &programs, options.limits));
        let all = match is_json || self.jsonl {
            true => usize::MAX,
            false => 10,
        };
        Ranked {
            task: &data.tasks[task],
            candidates: read,
            programs,
            rejected,
            ranking,
            top: self.top.map_or(all, NonZeroUsize::get),
            limits: self.limits.limits(),
        }
    }
}

/// Where a candidate stands: `file:line`.
pub fn source_line(candidate: &Candidate<'_>) -> String {
    let place = match candidate.program {
        Ok(program) => program.place,
        Err(error) => error.place,
    };
    format!("{}:{}", candidate.file, place.line)
}

/// What is wrong with a candidate, without its status: `4 cells differ`.
pub fn message(candidate: &Candidate<'_>, status: &PairStatus) -> String {
    match status {
        PairStatus::Wrong(wrong) => wrong.to_string(),
        PairStatus::Fail(stopped) | PairStatus::Limit(stopped) => {
            let code = candidate.program.map(|p| p.line_text(stopped.line));
            match code.unwrap_or_default() {
                code if code.is_empty() => fail_text(stopped.fail),
                code => format!("{}, in {code}", fail_text(stopped.fail)),
            }
        }
        PairStatus::Ok | PairStatus::Unknown => "the answer is too large for a task".to_owned(),
    }
}

/// The position of the call that failed or was cut.
pub fn failed_place(candidate: &Candidate<'_>, status: &PairStatus) -> Option<Place> {
    let (PairStatus::Fail(stopped) | PairStatus::Limit(stopped)) = status else {
        return None;
    };
    let program = candidate.program.ok()?;
    Some(program.lines.get(stopped.line)?.place)
}

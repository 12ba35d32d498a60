//! `rank`: candidates in, a [`RankResult`] out.

use crate::convert;
use crate::job::{self, Stop};
use crate::limits::Limits;
use crate::program::Program;
use crate::rank_data::{Candidate, Fault, Status};
use crate::rank_result::RankResult;
use crate::source::{Definition, Problem, options, read_one};
use crate::task_set::task_from;
use arcbatt::program::{Program as Inner, ReadCache, ReadOptions};
use arcbatt::score::ForeignCandidate;
use arcbatt::{Answers, GridBuf, Limits as InnerLimits, RankOptions, Task, rank_with};
use pyo3::exceptions::{PyTypeError, PyUnicodeEncodeError};
use pyo3::prelude::*;
use pyo3::types::PyString;
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A candidate as the user gave it.
enum Given {
    Text(String),
    /// A text with half of a surrogate pair, which JSON can hold and Unicode cannot.
    NotUnicode,
    Program(Py<Program>),
}

impl Given {
    fn new(index: usize, candidate: &Bound<'_, PyAny>) -> PyResult<Self> {
        if let Ok(text) = candidate.cast::<PyString>() {
            return match text.to_str() {
                Ok(text) => Ok(Self::Text(text.to_owned())),
                Err(error) if error.is_instance_of::<PyUnicodeEncodeError>(candidate.py()) => {
                    Ok(Self::NotUnicode)
                }
                Err(error) => Err(error),
            };
        }
        match candidate.cast::<Program>() {
            Ok(program) => Ok(Self::Program(program.clone().unbind())),
            Err(_) => Err(PyTypeError::new_err(format!(
                "candidate {index} is {}; expected a text or an arcbatt.Program",
                candidate.get_type().name()?
            ))),
        }
    }

    fn read(&self, options: &ReadOptions, cache: &mut ReadCache) -> Result<Inner, Problem> {
        match self {
            Self::Text(text) => read_one(text, options, cache),
            Self::NotUnicode => Err(Problem::of_text(
                "the text has half of a surrogate pair, which is no character: remove it"
                    .to_owned(),
            )),
            Self::Program(program) => Ok(program.get().inner().clone()),
        }
    }
}

fn given(candidates: &Bound<'_, PyAny>) -> PyResult<Vec<Given>> {
    candidates
        .try_iter()?
        .enumerate()
        .map(|(index, candidate)| Given::new(index, &candidate?))
        .collect()
}

/// A candidate that ran in CPython: its index, status, line, message and outputs.
type Foreign = (
    usize,
    String,
    Option<usize>,
    Option<String>,
    Vec<Option<Py<PyAny>>>,
);

/// The outcome of a candidate that another engine ran.
struct ForeignRun {
    index: usize,
    fault: Option<Fault>,
    answers: Vec<Option<GridBuf>>,
    length: usize,
}

/// Ranks candidates, and those that ran elsewhere with them. `arcbatt.rank` is for users.
#[pyfunction]
#[pyo3(signature = (task, candidates, foreign, *, limits = None, threads = None, entry = None, define = None, on_progress = None, stop = None))]
#[allow(clippy::too_many_arguments)]
pub fn rank_candidates(
    py: Python<'_>,
    task: &Bound<'_, PyAny>,
    candidates: &Bound<'_, PyAny>,
    foreign: Vec<Foreign>,
    limits: Option<&Bound<'_, Limits>>,
    threads: Option<usize>,
    entry: Option<Bound<'_, PyAny>>,
    define: Option<Vec<Py<Definition>>>,
    on_progress: Option<Py<PyAny>>,
    stop: Option<&Bound<'_, Stop>>,
) -> PyResult<RankResult> {
    let task = task_from(task)?;
    let (task, answers) = (task.get().inner().clone(), task.get().answers().clone());
    let given = given(candidates)?;
    let options = options(entry, define)?;
    let limits = Limits::of(limits.map(|limits| limits.get()));
    let foreign = foreign
        .into_iter()
        .map(|run| foreign_run(py, run, &given))
        .collect::<PyResult<Vec<_>>>()?;
    let count = given.len();
    let stop = Some(Stop::flag(stop.map(|stop| stop.get())));
    let wants_progress = on_progress.is_some();
    let work = move |stop: &AtomicBool, send: &(dyn Fn(usize) + Sync)| {
        let send = wants_progress.then_some(send);
        let run = Run {
            task,
            answers,
            given,
            foreign,
            options,
            limits,
        };
        run.rank(stop, send)
    };
    let on_event = |py: Python<'_>, done: usize| match &on_progress {
        Some(callback) => callback.call1(py, (done, count)).map(drop),
        None => Ok(()),
    };
    let ended = job::run(py, threads, stop, work, on_event)?;
    ended.into_object(py, Ok)
}

fn foreign_run(py: Python<'_>, run: Foreign, given: &[Given]) -> PyResult<ForeignRun> {
    let (index, status, line, message, answers) = run;
    let answer = |answer: Option<Py<PyAny>>| -> PyResult<Option<GridBuf>> {
        // An answer that is no grid is none.
        Ok(answer.and_then(|answer| convert::grid(answer.bind(py)).ok()))
    };
    let length = match given.get(index) {
        Some(Given::Text(text)) => text.lines().filter(|line| !line.trim().is_empty()).count(),
        _ => 0,
    };
    Ok(ForeignRun {
        index,
        fault: message.map(|message| Fault {
            status: Status::of(&status),
            pair: None,
            line,
            message: Some(message),
        }),
        answers: answers.into_iter().map(answer).collect::<PyResult<_>>()?,
        length,
    })
}

/// The indices of the candidates that are not in the language.
#[pyfunction]
#[pyo3(signature = (candidates, *, entry = None, define = None))]
pub fn unsupported(
    py: Python<'_>,
    candidates: &Bound<'_, PyAny>,
    entry: Option<Bound<'_, PyAny>>,
    define: Option<Vec<Py<Definition>>>,
) -> PyResult<Vec<usize>> {
    let (given, options) = (given(candidates)?, options(entry, define)?);
    let work = move |stop: &AtomicBool, _: &(dyn Fn(()) + Sync)| {
        let read = read_all(&given, &options, stop);
        let outside = read
            .iter()
            .enumerate()
            .filter(|(_, program)| matches!(program, Some(Err(_))));
        outside.map(|(index, _)| index).collect()
    };
    let stop = Some(Stop::flag(None));
    job::run(py, None, stop, work, |_, ()| Ok(()))?.into_object(py, Ok)
}

/// A candidate that was read; `None` if the call was stopped before.
type Read = Option<Result<Arc<Inner>, Problem>>;

/// Reads all candidates, on all threads of the pool. Samplers repeat themselves: equal texts are read once.
fn read_all(given: &[Given], options: &ReadOptions, stop: &AtomicBool) -> Vec<Read> {
    let mut known: FxHashMap<&str, usize> = FxHashMap::default();
    let mut distinct: Vec<&Given> = Vec::new();
    let mut places = Vec::with_capacity(given.len());
    for candidate in given {
        let new = distinct.len();
        let place = match candidate {
            Given::Text(text) => *known.entry(text.as_str()).or_insert(new),
            Given::NotUnicode | Given::Program(_) => new,
        };
        if place == new {
            distinct.push(candidate);
        }
        places.push(place);
    }
    let read = |cache: &mut ReadCache, candidate: &&Given| match stop.load(Ordering::Relaxed) {
        true => None,
        false => Some(candidate.read(options, cache).map(Arc::new)),
    };
    let programs: Vec<Read> = distinct
        .par_iter()
        .map_init(ReadCache::default, read)
        .collect();
    places
        .into_iter()
        .map(|place| programs[place].clone())
        .collect()
}

/// The work of a ranking.
struct Run {
    task: Task,
    answers: Answers,
    given: Vec<Given>,
    foreign: Vec<ForeignRun>,
    options: ReadOptions,
    limits: InnerLimits,
}

impl Run {
    fn rank(self, stop: &AtomicBool, progress: Option<&(dyn Fn(usize) + Sync)>) -> RankResult {
        let read = read_all(&self.given, &self.options, stop);
        let (mut programs, mut candidates) = (Vec::new(), Vec::with_capacity(read.len()));
        for program in read {
            candidates.push(match program {
                None => Candidate::not_run(),
                Some(Ok(program)) => {
                    programs.push(program);
                    Candidate::program(programs.len() - 1)
                }
                Some(Err(problem)) => Candidate::unsupported(problem),
            });
        }
        let mut foreign = Vec::new();
        for run in self.foreign {
            let Some(candidate) = candidates.get_mut(run.index) else {
                continue;
            };
            *candidate = Candidate::foreign(programs.len() + foreign.len(), run.fault);
            foreign.push(ForeignCandidate {
                answers: run.answers,
                length: run.length,
            });
        }
        let options = RankOptions {
            limits: self.limits,
            stop: Some(stop),
            progress,
            foreign: &foreign,
            memory: None,
        };
        let mut ranking = rank_with(&self.task, &programs, &options);
        ranking.compare_tests(&self.answers);
        // Candidates that were not ranked are done too.
        if let Some(progress) = progress {
            progress(candidates.len());
        }
        RankResult::new(
            self.task,
            self.answers,
            self.limits,
            programs,
            candidates,
            ranking,
        )
    }
}

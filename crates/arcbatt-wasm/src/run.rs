//! Checks a program and runs it on every pair of a task, with the value of every line.

use crate::drawing::{Drawn, drawn};
use crate::tasks::TaskJson;
use arcbatt::program::parse_prefix;
use arcbatt::{
    Answers, DataSet, GridBuf, Item, Limits, ParseError, Picture, Program, Sheet, Solvers, Task,
    Trace, TraceValue, match_programs, typecheck,
};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// A program and a task.
#[derive(Deserialize)]
pub struct RunRequest {
    /// The text of the editor.
    pub source: String,
    /// The task.
    pub task: TaskJson,
    /// The time limit of each run, in milliseconds.
    #[serde(default = "default_milliseconds")]
    pub milliseconds: u64,
}

fn default_milliseconds() -> u64 {
    Limits::default().time.as_millis() as u64
}

/// A program, a task and one of its pairs.
#[derive(Deserialize)]
pub struct PictureRequest {
    /// The program and the task.
    #[serde(flatten)]
    pub run: RunRequest,
    /// The pair, from 0: the demonstrations, then the tests.
    pub pair: usize,
}

/// The result of [`run`].
#[derive(Serialize)]
pub struct RunResult {
    /// Errors and notes in the order of the text.
    pub problems: Vec<Problem>,
    /// The name of the program that was run.
    pub program: Option<String>,
    /// The names of all programs in the text.
    pub names: Vec<String>,
    /// Whether only the beginning of the program was run, up to the first error.
    pub is_beginning: bool,
    /// The lines of the program.
    pub lines: Vec<LineJson>,
    /// The runs: the demonstrations, then the tests.
    pub pairs: Vec<PairRun>,
}

/// An error or a note.
#[derive(Serialize)]
pub struct Problem {
    /// The line, from 1.
    pub line: u32,
    /// The column in characters, from 1.
    pub column: u32,
    /// The message, as the command prints it.
    pub message: String,
    /// Whether the program cannot run.
    pub is_error: bool,
    /// A name to write instead of the one at that position.
    pub suggestion: Option<String>,
}

/// A line of the program.
#[derive(Serialize)]
pub struct LineJson {
    /// Its line in the text, from 1.
    pub line: u32,
    /// The variable.
    pub name: String,
    /// The code, such as `x1 = hmirror(I)`.
    pub code: String,
    /// The inferred type.
    pub r#type: String,
}

/// A run on one pair.
#[derive(Serialize)]
pub struct PairRun {
    /// `ok`, `wrong`, `fail`, `limit` or `unknown`.
    pub status: &'static str,
    /// The status in a few words.
    pub note: String,
    /// The values of the lines, up to one that fails.
    pub steps: Vec<Step>,
    /// The answer, with wrong cells marked; none if a line failed.
    pub output: Vec<Drawn>,
}

/// The value of a line.
#[derive(Serialize)]
pub struct Step {
    /// The value.
    pub items: Vec<Drawn>,
    /// Its kind and size where the drawing does not show them, such as `set of 3 objects`.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub kind: String,
    /// Whether the line failed; the items have the reason.
    #[serde(skip_serializing_if = "is_false")]
    pub failed: bool,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde calls it")]
fn is_false(value: &bool) -> bool {
    !value
}

/// A program to run, and what is wrong with its text.
pub(crate) struct Chosen {
    pub program: Option<Program>,
    is_beginning: bool,
    names: Vec<String>,
    problems: Vec<Problem>,
}

impl Chosen {
    /// The program of the text that is for the task, else the last one; if there is none, the
    /// beginning of one with an error.
    pub fn new(source: &str, task: &Task) -> Self {
        let solvers = Solvers::read(source);
        let errors = solvers.errors.iter().map(|error| problem(error, true));
        let notes = solvers.notes.iter().map(|note| problem(note, false));
        let mut problems: Vec<Problem> = errors.chain(notes).collect();
        problems.sort_by_key(|problem| (problem.line, problem.column));
        let names = solvers.programs.iter().map(|program| program.name.clone());
        let names: Vec<String> = names.collect();
        let data = DataSet {
            tasks: vec![task.clone()],
            answers: Vec::new(),
        };
        let at = match match_programs(&data, &solvers.programs).runs.first() {
            Some(&(_, program)) => Some(program),
            None => solvers.programs.len().checked_sub(1),
        };
        let whole = at.and_then(|at| solvers.programs.into_iter().nth(at));
        let is_beginning = whole.is_none();
        Self {
            program: whole.or_else(|| parse_prefix(source)),
            is_beginning,
            names,
            problems,
        }
    }
}

fn problem(error: &ParseError, is_error: bool) -> Problem {
    let mut place = error.place;
    if place.code_line > 0 {
        // In a JSONL record: the record is the line of the text.
        place.column = 1;
    }
    let suggestion = error.message.split_once("did you mean `");
    let suggestion = suggestion.and_then(|(_, rest)| rest.split_once("`?"));
    Problem {
        line: place.line,
        column: place.column,
        message: error.message.clone(),
        is_error,
        suggestion: suggestion.map(|(name, _)| name.to_owned()),
    }
}

/// The inputs of a task with the outputs, as far as they are known.
pub(crate) fn samples<'t>(
    task: &'t Task,
    answers: &'t Answers,
) -> impl Iterator<Item = (&'t GridBuf, Option<&'t GridBuf>)> {
    let train = task
        .train
        .iter()
        .map(|pair| (&pair.input, Some(&pair.output)));
    let test = task.test.iter().zip(&answers.0);
    train.chain(test.map(|(input, answer)| (input, answer.as_ref())))
}

impl RunRequest {
    pub(crate) fn limits(&self) -> Limits {
        Limits {
            time: Duration::from_millis(self.milliseconds),
            ..Limits::default()
        }
    }
}

/// Checks the text and runs its program on every pair.
pub fn run(request: RunRequest) -> Result<RunResult, String> {
    let (task, answers) = request.task.task()?;
    let chosen = Chosen::new(&request.source, &task);
    let mut result = RunResult {
        problems: chosen.problems,
        program: chosen.program.as_ref().map(|program| program.name.clone()),
        names: chosen.names,
        is_beginning: chosen.is_beginning,
        lines: Vec::new(),
        pairs: Vec::new(),
    };
    let Some(program) = &chosen.program else {
        return Ok(result);
    };
    let types = typecheck(program).map(|typing| typing.types);
    let types = types.unwrap_or_default();
    let lines = program.lines.iter().enumerate().map(|(at, line)| LineJson {
        line: line.place.line,
        name: line.name.to_string(),
        code: program.line_text(at),
        r#type: types.get(at).map(ToString::to_string).unwrap_or_default(),
    });
    result.lines = lines.collect();
    for (input, expected) in samples(&task, &answers) {
        // The beginning of a program has no answer to compare.
        let expected = expected.filter(|_| !result.is_beginning);
        let trace = program.trace(&task.train, input, expected, request.limits());
        result.pairs.push(pair_run(&trace, expected));
    }
    Ok(result)
}

fn pair_run(trace: &Trace, expected: Option<&GridBuf>) -> PairRun {
    let rows = trace.sheet("").rows;
    // The first row is the input.
    let steps = trace.steps.iter().zip(rows.iter().skip(1));
    let steps = steps.map(|(step, row)| {
        let kind = row.label.strip_prefix(&step.code).unwrap_or("");
        Step {
            items: drawn(&row.items),
            kind: kind.trim_start_matches([' ', '#']).to_owned(),
            failed: step.value.is_err(),
        }
    });
    let output = match (&trace.result, expected) {
        (Some(TraceValue::Grid(got)), Some(expected)) => {
            vec![Item::Picture(Picture::diff(expected.view(), got.view()))]
        }
        (Some(TraceValue::Grid(got)), None) => vec![Item::Picture(Picture::grid(got.view()))],
        (Some(TraceValue::Text(text)), _) => vec![Item::Text(text.clone())],
        (None, _) => Vec::new(),
    };
    PairRun {
        status: trace.status.word(),
        note: trace.status.to_string(),
        steps: steps.collect(),
        output: drawn(&output),
    }
}

/// The picture of a run on one pair.
pub fn sheet(request: &PictureRequest) -> Result<Sheet, String> {
    let run = &request.run;
    let (task, answers) = run.task.task()?;
    let program = Chosen::new(&run.source, &task).program;
    let program = program.ok_or("there is no program to draw")?;
    let mut samples = samples(&task, &answers);
    let (input, expected) = samples.nth(request.pair).ok_or("there is no such pair")?;
    let label = match request.pair.checked_sub(task.train.len()) {
        Some(test) => format!("test {}", test + 1),
        None => format!("train {}", request.pair + 1),
    };
    let title = format!("{} on {label} of {}", program.name, task.id);
    let trace = program.trace(&task.train, input, expected, run.limits());
    Ok(trace.sheet(title))
}

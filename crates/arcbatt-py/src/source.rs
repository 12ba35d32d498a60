//! Reading programs: files, texts, Markdown, JSONL; what was read, and why the rest was rejected.

use crate::pickle::ProgramText;
use crate::program::Program;
use arcbatt::program::{MAX_SOURCE, ParseError, Program as Inner, ReadCache, ReadOptions};
use arcbatt::task::generators;
use arcbatt::text::counted;
use pyo3::exceptions::{PyOSError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::Read;

pyo3::create_exception!(
    arcbatt,
    ProgramError,
    PyValueError,
    "A text that is no program. `line`, `column` and `message` say where and why.\n\n\
     >>> import arcbatt as ab\n\
     >>> try:\n\
     ...     ab.Program(\"def solve(I):\\n    return I + 1\\n\")\n\
     ... except ab.ProgramError as error:\n\
     ...     print(error.line, error.message)\n\
     2 found the operator `+`; a solver only calls primitives: use `add(a, b)`\n"
);

/// Why a function of a text is no program.
///
/// >>> import arcbatt as ab
/// >>> ab.read("def solve(I):\n    return rot91(I)\n").errors[0]
/// <Problem line 2, solve: unknown name `rot91`: did you mean `rot90`?>
#[pyclass(frozen, eq, get_all, module = "arcbatt")]
#[derive(Clone, PartialEq, Serialize, Deserialize)]
pub struct Problem {
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1.
    pub column: u32,
    /// The function, or None.
    pub function: Option<String>,
    /// What was found, what is allowed, what to do.
    pub message: String,
    /// The line of the source with a caret below the fault, or None.
    pub excerpt: Option<String>,
}

impl Problem {
    /// A problem of the parser.
    pub fn new(error: &ParseError) -> Self {
        let place = error.place;
        Self {
            line: match place.code_line {
                0 => place.line,
                line => line,
            },
            column: place.column,
            function: error.function.clone(),
            message: error.message.clone(),
            excerpt: error.excerpt.clone(),
        }
    }

    /// A problem of a whole text.
    pub fn of_text(message: String) -> Self {
        Self {
            line: 1,
            column: 1,
            function: None,
            message,
            excerpt: None,
        }
    }

    /// The exception that says so.
    pub fn to_error(&self, py: Python<'_>) -> PyResult<PyErr> {
        let Self {
            line,
            column,
            message,
            ..
        } = self;
        let mut text = format!("line {line}, column {column}: {message}");
        if let Some(excerpt) = &self.excerpt {
            text.push('\n');
            text.push_str(excerpt);
        }
        let error = ProgramError::new_err(text);
        let value = error.value(py);
        value.setattr("line", line)?;
        value.setattr("column", column)?;
        value.setattr("message", message)?;
        Ok(error)
    }
}

#[pymethods]
impl Problem {
    fn __repr__(&self) -> String {
        let function = self
            .function
            .as_ref()
            .map_or(String::new(), |name| format!(", {name}"));
        format!("<Problem line {}{function}: {}>", self.line, self.message)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        crate::pickle::reduce(slf, slf.get())
    }

    #[staticmethod]
    fn _restore(state: &[u8]) -> PyResult<Self> {
        crate::pickle::restore(state)
    }
}

/// A function that programs may call besides the primitives.
///
/// See `define`.
///
/// >>> import arcbatt as ab
/// >>> ab.define("twice", "def twice(g):\n    return hconcat(g, g)\n").name
/// 'twice'
#[pyclass(frozen, eq, get_all, module = "arcbatt")]
#[derive(Clone, PartialEq)]
pub struct Definition {
    /// Its name.
    name: String,
    /// Its source.
    source: String,
}

#[pymethods]
impl Definition {
    fn __repr__(&self) -> String {
        let lines = self.source.lines().count();
        format!("<Definition {}: {}>", self.name, counted(lines, "line"))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let state = (slf.get().name.clone(), slf.get().source.clone());
        let restore = slf.py().import("arcbatt._arcbatt")?.getattr("define")?;
        (restore, state).into_pyobject(slf.py())
    }
}

/// Defines a primitive in the language itself: `source` is a function of that name, which calls
/// primitives. Programs of a call may use it if the call gets it in its argument `define`.
///
/// >>> import arcbatt as ab
/// >>> twice = ab.define("twice", "def twice(g):\n    return hconcat(g, g)\n")
/// >>> ab.Program("def solve(I):\n    return twice(I)\n", define=[twice])([[1, 2]])
/// Grid("1212")
#[pyfunction]
pub fn define(name: String, source: String) -> PyResult<Definition> {
    let begins = |line: &str| {
        let rest = line.strip_prefix("def ").map(str::trim_start);
        let rest = rest.and_then(|rest| rest.strip_prefix(name.as_str()));
        rest.is_some_and(|rest| rest.trim_start().starts_with('('))
    };
    if !source.lines().any(begins) {
        let message = format!("no function {name} in the source; it begins with `def {name}(`");
        return Err(PyValueError::new_err(message));
    }
    if arcbatt::primitives()
        .iter()
        .any(|primitive| primitive.name == name)
    {
        let message = format!("{name} is a primitive already: choose another name");
        return Err(PyValueError::new_err(message));
    }
    Ok(Definition { name, source })
}

/// How to read programs, from the arguments `entry` and `define`.
pub fn options(
    entry: Option<Bound<'_, PyAny>>,
    define: Option<Vec<Py<Definition>>>,
) -> PyResult<ReadOptions> {
    let entries = match entry {
        None => Vec::new(),
        Some(entry) => match entry.cast::<PyString>() {
            Ok(name) => vec![name.to_str()?.to_owned()],
            Err(_) => entry.extract()?,
        },
    };
    let sources = define
        .iter()
        .flatten()
        .map(|definition| definition.get().source.as_str());
    Ok(ReadOptions {
        entries,
        helpers: sources.collect::<Vec<_>>().join("\n"),
    })
}

/// The one program of a text; of several with one name the last, as Python would have it.
pub fn read_one(
    text: &str,
    options: &ReadOptions,
    cache: &mut ReadCache,
) -> Result<Inner, Problem> {
    let mut solvers = arcbatt::Solvers::read_cached(text, options, cache);
    let Some(last) = solvers.programs.pop() else {
        let problem = solvers.errors.first().or(solvers.notes.first());
        return Err(problem.map_or_else(
            || Problem::of_text("no program in the text".to_owned()),
            Problem::new,
        ));
    };
    match solvers
        .programs
        .iter()
        .all(|program| program.name == last.name)
    {
        true => Ok(last),
        false => {
            let count = solvers.programs.len() + 1;
            Err(Problem::of_text(format!(
                "found {count} programs with different names; expected one: arcbatt.read reads several"
            )))
        }
    }
}

/// The programs of a file or text, and why the rest of it was rejected.
///
/// >>> import arcbatt as ab
/// >>> solvers = ab.read("def solve_a(I):\n    return rot90(I)\ndef solve_b(I):\n    return I + 1\n")
/// >>> solvers
/// <Solvers: 1 program, 1 error>
/// >>> solvers.programs[0].name, solvers.errors[0].line
/// ('solve_a', 4)
#[pyclass(frozen, module = "arcbatt")]
pub struct Solvers {
    pub inner: arcbatt::Solvers,
}

/// The state of a pickle: programs, errors and notes.
type State = (Vec<ProgramText>, Vec<ParseError>, Vec<ParseError>);

#[pymethods]
impl Solvers {
    /// The programs, in the order of the source.
    #[getter]
    fn programs(&self) -> Vec<Program> {
        self.inner
            .programs
            .iter()
            .cloned()
            .map(Program::new)
            .collect()
    }

    /// Why each of the other candidates was rejected.
    #[getter]
    fn errors(&self) -> Vec<Problem> {
        self.inner.errors.iter().map(Problem::new).collect()
    }

    /// Notes that reject no program, such as a name that is defined twice.
    #[getter]
    fn notes(&self) -> Vec<Problem> {
        self.inner.notes.iter().map(Problem::new).collect()
    }

    fn __len__(&self) -> usize {
        self.inner.programs.len()
    }

    fn __repr__(&self) -> String {
        let (programs, errors) = (self.inner.programs.len(), self.inner.errors.len());
        format!(
            "<Solvers: {}, {}>",
            counted(programs, "program"),
            counted(errors, "error")
        )
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let inner = slf.get().inner.clone();
        let programs = inner.programs.into_iter().map(ProgramText).collect();
        let state: State = (programs, inner.errors, inner.notes);
        crate::pickle::reduce(slf, &state)
    }

    #[staticmethod]
    fn _restore(state: &[u8]) -> PyResult<Self> {
        let (programs, errors, notes): State = crate::pickle::restore(state)?;
        let programs = programs.into_iter().map(|program| program.0).collect();
        let inner = arcbatt::Solvers {
            programs,
            errors,
            notes,
        };
        Ok(Self { inner })
    }
}

/// Reads all programs of a file or a text: Python, Markdown with code, or JSONL.
///
/// A string with a line break is a text, any other one a path; "embedded" are the built-in solvers.
/// `entry` names the functions that are programs, instead of `solve`, `solve_ID`, `verify_ID` and
/// `transform`. The source is parsed, never executed.
///
/// >>> import arcbatt as ab
/// >>> ab.read("```python\ndef solve(I):\n    return rot90(I)\n```\n").programs[0].calls
/// 1
#[pyfunction]
#[pyo3(signature = (source, *, entry = None, define = None))]
pub fn read(
    source: &Bound<'_, PyAny>,
    entry: Option<Bound<'_, PyAny>>,
    define: Option<Vec<Py<Definition>>>,
) -> PyResult<Solvers> {
    let options = options(entry, define)?;
    let inner = solvers_from(source, &options)?;
    Ok(Solvers { inner })
}

/// Solvers from a path, a text, programs, or [`Solvers`].
pub fn solvers_from(
    source: &Bound<'_, PyAny>,
    options: &ReadOptions,
) -> PyResult<arcbatt::Solvers> {
    if let Ok(solvers) = source.cast::<Solvers>() {
        return Ok(solvers.get().inner.clone());
    }
    if let Ok(program) = source.cast::<Program>() {
        return Ok(arcbatt::Solvers {
            programs: vec![program.get().inner().clone()],
            ..arcbatt::Solvers::default()
        });
    }
    if let Ok(text) = source.cast::<PyString>() {
        let text = text.to_str()?;
        return match text {
            "embedded" => Ok(arcbatt::Solvers::read(generators::SOLVERS)),
            text if text.contains('\n') => Ok(arcbatt::Solvers::read_with(text, options)),
            path => Ok(arcbatt::Solvers::read_with(&read_file(path)?, options)),
        };
    }
    if source.hasattr("__fspath__")? {
        let path: String = source.call_method0("__fspath__")?.extract()?;
        return Ok(arcbatt::Solvers::read_with(&read_file(&path)?, options));
    }
    let found = source.get_type().name()?;
    let bad = |_| {
        PyTypeError::new_err(format!(
            "expected solvers: a path, a text, programs or arcbatt.Solvers; found {found}"
        ))
    };
    let mut solvers = arcbatt::Solvers::default();
    for part in source.try_iter().map_err(bad)? {
        let part = solvers_from(&part?, options)?;
        solvers.programs.extend(part.programs);
        solvers.errors.extend(part.errors);
        solvers.notes.extend(part.notes);
    }
    Ok(solvers)
}

/// The texts among solvers; programs have none.
pub fn texts_of(source: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    if source.is_instance_of::<Solvers>() || source.is_instance_of::<Program>() {
        return Ok(Vec::new());
    }
    if let Ok(text) = source.cast::<PyString>() {
        return match text.to_str()? {
            "embedded" => Ok(Vec::new()),
            text if text.contains('\n') => Ok(vec![text.to_owned()]),
            path => Ok(vec![read_file(path)?]),
        };
    }
    if source.hasattr("__fspath__")? {
        let path: String = source.call_method0("__fspath__")?.extract()?;
        return Ok(vec![read_file(&path)?]);
    }
    let mut texts = Vec::new();
    for part in source.try_iter()? {
        texts.extend(texts_of(&part?)?);
    }
    Ok(texts)
}

/// Reads a file of at most [`MAX_SOURCE`] bytes.
fn read_file(path: &str) -> PyResult<String> {
    let open = || -> std::io::Result<String> {
        let mut text = String::new();
        File::open(path)?
            .take(MAX_SOURCE as u64 + 1)
            .read_to_string(&mut text)?;
        Ok(text)
    };
    open().map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => pyo3::exceptions::PyFileNotFoundError::new_err(format!(
            "{path}: no such file; a program as text has a line break in it"
        )),
        _ => PyOSError::new_err(format!("{path}: {error}")),
    })
}

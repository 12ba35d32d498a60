//! Solver files: the programs of a file, and why other candidates are rejected.
//!
//! A file is Python source, Markdown with fenced code, or JSONL: one record per line, with the code in
//! one field and the task in another.

use super::parse::{
    Document, ExpressionMemo, MAX_SOURCE, add_excerpts_of, excerpt, parse_document, solver_name,
};
use super::{Checker, MAX_ERRORS, ParseError, Place, Program};
use serde_json::{Map, Value as Json};

/// The names of the field with the task, in the order in which they are looked for.
const TASK_FIELDS: [&str; 4] = ["task", "task_id", "id", "puzzle_id"];

/// The names of the field with the code, in the order in which they are looked for.
const CODE_FIELDS: [&str; 9] = [
    "code",
    "program",
    "solver",
    "source",
    "solution",
    "completion",
    "response",
    "content",
    "text",
];

/// The programs of a source, and the errors and notes about it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Solvers {
    /// The programs, in the order of the source.
    pub programs: Vec<Program>,
    /// One error for each candidate that is rejected.
    pub errors: Vec<ParseError>,
    /// Notes that reject no program: a name defined twice, a source without any solver.
    pub notes: Vec<ParseError>,
}

/// How to read a solver file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReadOptions {
    /// Functions with these names, or with one of them and `_ID`, are the solvers; if empty, those
    /// named `solve`, `solve_ID` and `verify_ID`, or else `transform`.
    pub entries: Vec<String>,
    /// Source of functions that every program of the file may call, besides those of the file itself.
    pub helpers: String,
}

/// What is kept from one source to the next: expressions, and the buffers of type inference.
#[derive(Default)]
pub struct ReadCache {
    checker: Checker,
    expression_memo: ExpressionMemo,
}

/// Parses all programs of a source.
///
/// ```
/// let parsed = arcbatt::program::parse_file(
///     "def solve_a(I):\n    O = add(I, ONE)\n    return O\n\
///      def solve_b(I):\n    return I + 1\n",
/// );
/// assert_eq!(parsed.programs[0].name, "solve_a");
/// assert_eq!(
///     parsed.errors[0].to_string(),
///     "5:14: solve_b: found the operator `+`; a solver only calls primitives: use `add(a, b)`",
/// );
/// assert_eq!(
///     parsed.errors[0].excerpt.as_deref(),
///     Some("   5 |     return I + 1\n     |              ^"),
/// );
/// ```
pub fn parse_file(source: &str) -> Solvers {
    read(source, &ReadOptions::default(), None, None)
}

impl Solvers {
    /// Parses a source and rejects programs that fail on every input because of their types.
    ///
    /// ```
    /// let source = "def solve_a(I):\n    x1 = height(I)\n    return first(x1)\n";
    /// let solvers = arcbatt::Solvers::read(source);
    /// assert!(solvers.programs.is_empty());
    /// assert!(solvers.errors[0].to_string().starts_with("3:12: solve_a: first(x1): "));
    /// ```
    pub fn read(source: &str) -> Self {
        Self::read_with(source, &ReadOptions::default())
    }

    /// [`Solvers::read`] with options.
    ///
    /// Helper functions and constants of the file are inlined, and a JSONL record names its task:
    ///
    /// ```
    /// let source = r#"{"task": "a1", "code": "def turned(x):\n    return rot90(x)\ndef p(I):\n    return turned(I)"}"#;
    /// let options = arcbatt::program::ReadOptions {
    ///     entries: vec!["p".to_owned()],
    ///     ..Default::default()
    /// };
    /// let solvers = arcbatt::Solvers::read_with(source, &options);
    /// assert_eq!(
    ///     solvers.programs[0].to_string(),
    ///     "def solve_a1(I):\n    O = rot90(I)\n    return O\n",
    /// );
    /// ```
    pub fn read_with(source: &str, options: &ReadOptions) -> Self {
        let mut checker = Checker::new();
        read(source, options, Some(&mut checker), None)
    }

    /// [`Solvers::read_with`] for one of many short sources: what they share is read once.
    ///
    /// ```
    /// use arcbatt::{Solvers, program::{ReadCache, ReadOptions}};
    ///
    /// let mut cache = ReadCache::default();
    /// for name in ["a", "b"] {
    ///     let source = format!("def solve_{name}(I):\n    return rot90(hmirror(I))\n");
    ///     let solvers = Solvers::read_cached(&source, &ReadOptions::default(), &mut cache);
    ///     assert_eq!(solvers.programs[0].lines.len(), 2);
    /// }
    /// ```
    pub fn read_cached(source: &str, options: &ReadOptions, cache: &mut ReadCache) -> Self {
        let ReadCache {
            checker,
            expression_memo,
        } = cache;
        read(source, options, Some(checker), Some(expression_memo))
    }

    /// The names of rejected programs.
    pub fn rejected(&self) -> impl Iterator<Item = &str> {
        let names = self.errors.iter();
        names.filter_map(|error| error.function.as_deref())
    }
}

/// The state of reading a file.
struct Reader<'o> {
    options: &'o ReadOptions,
    checker: Option<&'o mut Checker>,
    expression_memo: Option<&'o mut ExpressionMemo>,
    solvers: Solvers,
    /// Bytes that may still be inlined.
    inlinable: usize,
    /// Errors past [`MAX_ERRORS`].
    unreported: usize,
}

/// Reads a source; a checker rejects ill-typed programs.
fn read(
    source: &str,
    options: &ReadOptions,
    checker: Option<&mut Checker>,
    expression_memo: Option<&mut ExpressionMemo>,
) -> Solvers {
    let mut own_memo = ExpressionMemo::default();
    let is_jsonl = is_jsonl(source);
    let mut reader = Reader {
        options,
        checker,
        // Records have programs of their own, a file has all of its programs at once.
        expression_memo: expression_memo.or(is_jsonl.then_some(&mut own_memo)),
        solvers: Solvers::default(),
        inlinable: MAX_SOURCE,
        unreported: 0,
    };
    if source.len() > MAX_SOURCE {
        let message = format!(
            "the file has {} bytes; at most {MAX_SOURCE} are read: split it",
            source.len()
        );
        reader.reject(Place::START, None, message, "");
        return reader.solvers;
    }
    match is_jsonl {
        true => reader.records(source),
        false => reader.document(source, None, Place::START),
    }
    reader.finish()
}

/// Whether the first line with text is a JSON object.
fn is_jsonl(source: &str) -> bool {
    let first = source.trim_start_matches(['\u{feff}', ' ', '\t', '\r', '\n']);
    let line = first.lines().next().unwrap_or_default();
    line.starts_with('{') && serde_json::from_str::<Map<String, Json>>(line).is_ok()
}

/// The task of a record, and its code.
fn fields(record: &Map<String, Json>) -> (Option<String>, Vec<&str>) {
    let field = |names: &[&str]| names.iter().find_map(|&name| record.get(name));
    let task = match field(&TASK_FIELDS) {
        Some(Json::String(id)) => Some(id.clone()),
        Some(Json::Number(id)) => Some(id.to_string()),
        _ => None,
    };
    let codes = match field(&CODE_FIELDS) {
        Some(Json::String(code)) => vec![code.as_str()],
        Some(Json::Array(codes)) => codes.iter().filter_map(Json::as_str).collect(),
        _ => Vec::new(),
    };
    (task, codes)
}

/// The code of a source, each with its task if the source names it: that of all JSONL records, or else
/// the source itself.
///
/// ```
/// let codes = arcbatt::program::codes(r#"{"task": "a1", "code": "O = rot90(I)"}"#);
/// assert_eq!(codes, [(Some("a1".to_owned()), "O = rot90(I)".to_owned())]);
/// ```
pub fn codes(source: &str) -> Vec<(Option<String>, String)> {
    if !is_jsonl(source) {
        return vec![(None, source.to_owned())];
    }
    let records = source
        .lines()
        .map(serde_json::from_str::<Map<String, Json>>);
    let of_record = |record: Map<String, Json>| {
        let (task, codes) = fields(&record);
        let code = |code: &str| (task.clone(), code.to_owned());
        codes.into_iter().map(code).collect::<Vec<_>>()
    };
    records.flatten().flat_map(of_record).collect()
}

impl Reader<'_> {
    /// Reads a text whose programs are for one task, or named for theirs.
    fn document(&mut self, source: &str, task: Option<&str>, place: Place) {
        let solvers = &mut self.solvers;
        let (programs, errors) = (solvers.programs.len(), solvers.errors.len());
        let document = Document {
            entries: &self.options.entries,
            helpers: &self.options.helpers,
            task,
            place,
            inlinable: &mut self.inlinable,
            expression_memo: self.expression_memo.as_deref_mut(),
        };
        self.unreported += parse_document(source, document, solvers);
        let Some(checker) = &mut self.checker else {
            return;
        };
        let checked = solvers.programs.split_off(programs);
        let mut ill_typed = Vec::new();
        for program in checked {
            match checker.check(&program) {
                Ok(_) => solvers.programs.push(program),
                Err(error) => ill_typed.push(ParseError::of_types(&program, error)),
            }
        }
        let room = MAX_ERRORS.saturating_sub(solvers.errors.len());
        self.unreported += ill_typed.len().saturating_sub(room);
        ill_typed.truncate(room);
        add_excerpts_of(source, place, &mut ill_typed);
        solvers.errors.append(&mut ill_typed);
        solvers.errors[errors..].sort_by_key(|error| error.place);
    }

    /// Reads JSONL records.
    fn records(&mut self, source: &str) {
        let source = source.trim_start_matches('\u{feff}');
        for (line, text) in (1..).zip(source.lines()) {
            if text.trim().is_empty() {
                continue;
            }
            let place = Place {
                line,
                ..Place::START
            };
            match serde_json::from_str::<Map<String, Json>>(text) {
                Ok(record) => self.record(&record, text, place),
                Err(error) => {
                    let column = error.column().max(1) as u32;
                    let message = format!("the line is not a JSON object: {}", reason(&error));
                    self.reject(Place { column, ..place }, None, message, text);
                }
            }
        }
    }

    /// Reads a record, given also as the text of its line.
    fn record(&mut self, record: &Map<String, Json>, text: &str, place: Place) {
        let (task, codes) = fields(record);
        let name = task.as_deref().map(solver_name);
        if codes.is_empty() {
            let fields = CODE_FIELDS.join("`, `");
            let message = format!(
                "the record has no field with code: one of `{fields}` holds it, as a string or a list \
                 of strings"
            );
            return self.reject(place, name, message, text);
        }
        for code in codes {
            let solvers = &self.solvers;
            let before = solvers.programs.len() + solvers.errors.len() + self.unreported;
            let first = Place {
                code_line: 1,
                ..place
            };
            self.document(code, task.as_deref(), first);
            let solvers = &self.solvers;
            if solvers.programs.len() + solvers.errors.len() + self.unreported == before {
                let message = no_solver("code", &self.options.entries);
                self.reject(
                    first,
                    name.clone(),
                    message,
                    code.lines().next().unwrap_or(""),
                );
            }
        }
    }

    /// Adds an error about a line of the source.
    fn reject(&mut self, place: Place, function: Option<String>, message: String, line: &str) {
        if self.solvers.errors.len() >= MAX_ERRORS {
            self.unreported += 1;
            return;
        }
        self.solvers.errors.push(ParseError {
            place,
            function,
            message,
            excerpt: Some(excerpt(line, place)),
        });
    }

    fn finish(mut self) -> Solvers {
        let solvers = &mut self.solvers;
        if self.unreported > 0 {
            solvers.errors.push(ParseError {
                place: solvers
                    .errors
                    .last()
                    .map_or(Place::START, |last| last.place),
                function: None,
                message: format!("{} more functions are not programs", self.unreported),
                excerpt: None,
            });
        }
        if solvers.programs.is_empty() && solvers.errors.is_empty() {
            solvers.notes.push(ParseError {
                place: Place::START,
                function: None,
                message: no_solver("file", &self.options.entries),
                excerpt: None,
            });
        }
        self.solvers
    }
}

/// Says which functions are solvers.
fn no_solver(place: &str, entries: &[String]) -> String {
    match entries {
        [] => format!(
            "no solver in the {place}; solvers are functions at the margin named `solve`, `solve_ID`, \
             `verify_ID` or `transform`, or lines that assign `O`"
        ),
        names => format!(
            "no solver in the {place}; no function at the margin is named `{}`",
            names.join("` or `")
        ),
    }
}

/// The message of a JSON error without its position.
fn reason(error: &serde_json::Error) -> String {
    let message = error.to_string();
    match message.rfind(" at line ") {
        Some(end) => message[..end].to_owned(),
        None => message,
    }
}

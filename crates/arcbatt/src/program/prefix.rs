//! The beginning of a program that is still being written.

use super::{ParseError, Program, Solvers};

/// The most lines with errors that are skipped before giving up.
const MAX_TRIES: usize = 32;

/// The longest beginning of the first program with an error that can be run: its lines before the
/// error, with a `return` of the last variable. `None` if no line is complete.
///
/// An editor uses it to show the values of all lines above the one that is being typed.
///
/// ```
/// use arcbatt::program::parse_prefix;
///
/// let source = "def solve(I):\n    x1 = hmirror(I)\n    x2 = vmirr";
/// let program = parse_prefix(source).expect("one complete line");
/// assert_eq!(program.to_string(), "def solve(I):\n    x1 = hmirror(I)\n    return x1\n");
/// assert_eq!(parse_prefix("def solve(I):\n    x1 = vmirr"), None);
/// ```
pub fn parse_prefix(source: &str) -> Option<Program> {
    let lines: Vec<&str> = source.lines().collect();
    let mut error = Solvers::read(source).errors.into_iter().next()?;
    let start = definition(&lines, &error)?;
    // Without a `return` the error is at the function or behind its last line.
    let mut end = match error.place.line as usize {
        line if line > start + 1 && line <= lines.len() => line - 1,
        _ => body_end(&lines, start),
    };
    for _ in 0..MAX_TRIES {
        let (at, variable) = last_assignment(&lines[..end], start)?;
        let indent = indent(lines[at]);
        // Lines before the function may be helpers and constants.
        let text = format!("{}\n{indent}return {variable}\n", lines[..end].join("\n"));
        let name = error.function.clone();
        let solvers = Solvers::read(&text);
        let is_it = |program: &Program| name.as_ref().is_none_or(|name| *name == program.name);
        if let Some(program) = solvers.programs.into_iter().rfind(is_it) {
            return Some(program);
        }
        match solvers.errors.into_iter().next() {
            Some(next) if next.place.line as usize > start + 1 => {
                end = (next.place.line as usize - 1).min(at);
                error = next;
            }
            _ => end = at,
        }
    }
    None
}

/// The index of the line that defines the function with the error.
fn definition(lines: &[&str], error: &ParseError) -> Option<usize> {
    let last = (error.place.line as usize).min(lines.len());
    lines[..last]
        .iter()
        .rposition(|line| line.starts_with("def "))
}

/// The number of lines up to the end of a function's body.
fn body_end(lines: &[&str], start: usize) -> usize {
    let body = lines[start + 1..].iter();
    let inside = |line: &&&str| line.trim().is_empty() || line.starts_with([' ', '\t']);
    start + 1 + body.take_while(inside).count()
}

/// The last line behind `start` that assigns a variable, and the variable.
fn last_assignment<'s>(lines: &[&'s str], start: usize) -> Option<(usize, &'s str)> {
    let body = lines.get(start + 1..)?;
    let assigns = |line: &&'s str| {
        let (name, value) = line.split_once('=')?;
        let name = name.trim();
        let is_name = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_');
        (is_name && !value.starts_with('=') && !indent(line).is_empty()).then_some(name)
    };
    let found = body.iter().enumerate().rev();
    let mut found = found.filter_map(|(at, line)| Some((start + 1 + at, assigns(line)?)));
    found.next()
}

/// The white space at the beginning of a line.
fn indent(line: &str) -> &str {
    &line[..line.len() - line.trim_start().len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines_of(source: &str) -> usize {
        parse_prefix(source).map_or(0, |program| program.lines.len())
    }

    #[test]
    fn lines_before_the_error_are_kept() {
        let head = "def solve(I):\n    x1 = hmirror(I)\n    x2 = vmirror(x1)\n";
        for tail in [
            "",
            "    x3 = ",
            "    x3 = rot9(x2)\n    return x3\n",
            "    x3 = rot90(x2, x2)\n    return x3\n",
            "    return",
            "    x3 = rot90(x2",
        ] {
            assert_eq!(lines_of(&format!("{head}{tail}")), 2, "{tail:?}");
        }
    }

    #[test]
    fn an_error_in_the_middle_cuts_there() {
        let source = "def solve(I):\n    x1 = hmirror(I)\n    x2 = nothing(x1)\n    x3 = vmirror(I)\n    return x3\n";
        assert_eq!(lines_of(source), 1);
    }

    #[test]
    fn a_program_without_errors_has_no_beginning() {
        assert_eq!(parse_prefix("def solve(I):\n    return I\n"), None);
        assert_eq!(parse_prefix(""), None);
        assert_eq!(parse_prefix("def solve(I):\n"), None);
        assert_eq!(parse_prefix("def "), None);
    }
}

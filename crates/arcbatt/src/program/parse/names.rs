//! Names: which functions are programs, the meanings of names in one function, and the names given
//! to lines.

use crate::dsl::constants::CONSTANTS;
use crate::dsl::table::{self, Name};
use crate::program::{Arg, Line, Place, VariableName};
use compact_str::format_compact;
use rustc_hash::{FxHashMap, FxHashSet};

/// The name of a task's solver: `solve_` and the id, with `_` for what a name cannot hold.
pub fn solver_name(id: &str) -> String {
    let fits = |c: char| c == '_' || unicode_ident::is_xid_continue(c);
    let id = id.chars().map(|c| if fits(c) { c } else { '_' });
    let name: String = "solve_".chars().chain(id).collect();
    // No task is named: any task.
    match name.as_str() {
        "solve_" => "solve".to_owned(),
        _ => name,
    }
}

/// Which functions are programs, and their names.
pub(super) struct Entries<'d> {
    /// Names of functions given by the user; empty for the usual ones.
    names: &'d [String],
    /// The name of all solvers, if the document is for one task.
    solver: Option<String>,
}

impl<'d> Entries<'d> {
    pub fn new(names: &'d [String], task: Option<&str>) -> Self {
        Self {
            names,
            solver: task.map(solver_name),
        }
    }

    /// Whether the usual functions are programs.
    pub fn are_usual(&self) -> bool {
        self.names.is_empty()
    }

    /// The name of a solver whose function has none of its own.
    pub fn solver(&self) -> String {
        self.solver.as_deref().unwrap_or("solve").to_owned()
    }

    /// The name of the program that a function is, if it is one.
    pub fn program_name(&self, function: &str) -> Option<String> {
        // The rest of the name behind a word and `_`, or nothing.
        let behind = |word: &str| match function.strip_prefix(word)? {
            "" => Some(""),
            rest => rest.strip_prefix('_'),
        };
        let id = ["solve", "verify"].into_iter().find_map(behind);
        if self.are_usual()
            && ["differ", "operator"]
                .into_iter()
                .any(|w| behind(w).is_some())
        {
            return Some(function.to_owned());
        }
        let id = match self.are_usual() {
            true => id?,
            false => {
                let named = self.names.iter().find_map(|name| behind(name))?;
                id.unwrap_or(named)
            }
        };
        Some(match (&self.solver, id) {
            (Some(solver), _) => solver.clone(),
            (None, "") => "solve".to_owned(),
            (None, id) => format!("solve_{id}"),
        })
    }
}

/// The meaning of a name at this point of a function.
#[derive(Clone, Copy, Debug)]
pub(super) enum Meaning {
    /// A parameter or variable.
    Variable(Arg),
    /// A name of the language.
    Language(Name),
    /// A helper or constant of the file.
    File,
}

/// A name that the function or the file defines.
#[derive(Clone, Copy, Debug)]
enum Defined {
    /// A parameter or variable.
    Variable {
        value: Arg,
        /// Whether a parameter or line has the name already.
        carried: bool,
    },
    /// A helper or constant of the file, and the position of its first use.
    File(Place),
}

/// The names of one function.
#[derive(Default)]
pub(super) struct Meanings<'s> {
    /// The names that the function or the file defines.
    defined: FxHashMap<&'s str, Defined>,
    /// The names of the language in the order of their uses.
    language: Vec<(&'s str, Place)>,
    /// Whether a variable has the name of something in the language.
    hides_language: bool,
}

/// The source of a line's name.
#[derive(Clone, Copy, Debug)]
enum Naming<'s> {
    /// As written.
    Written(&'s str),
    /// As written, with a suffix because the name is taken.
    Suffixed(&'s str),
    /// As written in a helper, with a suffix if the name is taken.
    Inlined(&'s str),
    /// Generated: `O` for the result if nothing else is called so, else `x1`, `x2` ...
    Generated { result: bool },
}

/// The names of the function that is parsed.
pub(super) struct Scope<'s> {
    meanings: Meanings<'s>,
    namings: Vec<Naming<'s>>,
    /// How many helpers and constants surround this code.
    depth: u32,
}

impl<'s> Scope<'s> {
    /// A scope with room for the names of most functions.
    pub fn new() -> Self {
        Self {
            meanings: Meanings {
                defined: FxHashMap::with_capacity_and_hasher(28, Default::default()),
                language: Vec::with_capacity(32),
                hides_language: false,
            },
            namings: Vec::with_capacity(32),
            depth: 0,
        }
    }

    /// Clears the scope for the next function.
    pub fn clear(&mut self) {
        // Clearing a map that grew large would be slow for all small functions that follow.
        if self.meanings.defined.capacity() > 4096 {
            self.meanings = Meanings::default();
        }
        self.meanings.defined.clear();
        self.meanings.language.clear();
        self.meanings.hides_language = false;
        self.namings.clear();
        self.depth = 0;
    }

    /// Starts the scope of a helper or constant; returns the one around it.
    pub fn enter(&mut self) -> Meanings<'s> {
        self.depth += 1;
        std::mem::take(&mut self.meanings)
    }

    /// Ends the scope of a helper or constant.
    pub fn leave(&mut self, around: Meanings<'s>) {
        self.depth -= 1;
        self.meanings = around;
    }

    /// Removes the lines from this one on.
    pub fn forget_lines(&mut self, first: usize) {
        self.namings.truncate(first);
    }

    /// The value of a variable.
    pub fn value(&self, name: &str) -> Option<Arg> {
        match self.meanings.defined.get(name)? {
            Defined::Variable { value, .. } => Some(*value),
            Defined::File(_) => None,
        }
    }

    /// The names of the language in the order of their uses.
    pub fn language_uses(&self) -> &[(&'s str, Place)] {
        &self.meanings.language
    }

    /// Records the use of a name of the language.
    pub fn use_language(&mut self, name: &'s str, place: Place) {
        self.meanings.language.push((name, place));
    }

    /// Whether a parameter or variable has the name of something in the language.
    pub fn hides_language(&self) -> bool {
        self.meanings.hides_language
    }

    /// Records the use of a helper or constant of the file.
    pub fn use_file_name(&mut self, name: &'s str, place: Place) {
        let defined = &mut self.meanings.defined;
        defined.entry(name).or_insert(Defined::File(place));
    }

    /// The meaning of a name, if it has one.
    pub fn resolve(&mut self, name: &'s str, place: Place) -> Option<Meaning> {
        Some(match self.meanings.defined.get(name) {
            Some(&Defined::Variable { value, .. }) => Meaning::Variable(value),
            Some(Defined::File(_)) => Meaning::File,
            None => {
                let meaning = Meaning::Language(table::lookup(name)?);
                self.use_language(name, place);
                meaning
            }
        })
    }

    /// Adds a parameter; false if another has the name.
    pub fn parameter(&mut self, name: &'s str, value: Arg) -> bool {
        let carried = true;
        self.meanings.hides_language |= table::lookup(name).is_some();
        let variable = Defined::Variable { value, carried };
        self.meanings.defined.insert(name, variable).is_none()
    }

    /// Adds a line, whose name is generated unless an assignment follows.
    pub fn line(&mut self) {
        self.namings.push(Naming::Generated { result: false });
    }

    /// Marks the last line as the result without a name.
    pub fn result_line(&mut self) {
        if self.depth == 0
            && let Some(newest) = self.namings.last_mut()
        {
            *newest = Naming::Generated { result: true };
        }
    }

    /// Assigns a variable. If `newest`, the value is that of the last line, which gets the name;
    /// otherwise the variable is an alias. Fails with the position where the function used the
    /// name as one of the language or of the file, and which of them.
    pub fn assign(
        &mut self,
        name: &'s str,
        value: Arg,
        newest: bool,
    ) -> Result<(), (Place, &'static str)> {
        let known = self.meanings.defined.get(name);
        let is_language = table::lookup(name).is_some();
        let carried = match known {
            Some(&Defined::File(place)) => return Err((place, "file")),
            Some(&Defined::Variable { carried, .. }) => carried,
            None => {
                let mut uses = self.meanings.language.iter();
                if is_language && let Some(&(_, place)) = uses.find(|(used, _)| *used == name) {
                    return Err((place, "language"));
                }
                false
            }
        };
        if newest && let Some(naming) = self.namings.last_mut() {
            *naming = match carried || is_language {
                _ if self.depth > 0 => Naming::Inlined(name),
                true => Naming::Suffixed(name),
                false => Naming::Written(name),
            };
        }
        self.meanings.hides_language |= is_language;
        let carried = carried || newest;
        let variable = Defined::Variable { value, carried };
        self.meanings.defined.insert(name, variable);
        Ok(())
    }

    /// Gives parameters and lines unique names that the language does not use.
    pub fn name_all(&self, parameters: &mut [VariableName], lines: &mut [Line]) {
        let mut namer = Namer {
            scope: self,
            made: FxHashSet::default(),
            suffixes: FxHashMap::default(),
            number: 0,
        };
        for parameter in parameters {
            if table::lookup(parameter).is_some() {
                *parameter = namer.with_suffix(parameter);
            }
        }
        for (line, naming) in lines.iter_mut().zip(&self.namings) {
            line.name = match *naming {
                Naming::Written(name) => name.into(),
                Naming::Suffixed(name) => namer.with_suffix(name),
                Naming::Inlined(name) if namer.claim(name) => name.into(),
                Naming::Inlined(name) => namer.with_suffix(name),
                Naming::Generated { result } => namer.generate(result),
            };
        }
    }

    /// The known name most similar to an unknown one, if any is similar.
    pub fn nearest(&self, name: &str) -> Option<&str> {
        let variables = self.meanings.defined.keys().copied().take(1000);
        let constants = CONSTANTS.iter().map(|constant| constant.name);
        let primitives = table::primitives().iter().map(|primitive| primitive.name);
        nearest(name, primitives.chain(constants).chain(variables))
    }
}

/// Generates unused names.
struct Namer<'a, 's> {
    scope: &'a Scope<'s>,
    /// The names given so far, without those of the form `x1`: all of these up to `number` are taken.
    made: FxHashSet<VariableName>,
    /// The last suffix by name, so that none is tried twice.
    suffixes: FxHashMap<String, u32>,
    number: u32,
}

impl Namer<'_, '_> {
    fn with_suffix(&mut self, name: &str) -> VariableName {
        let mut suffix = self.suffixes.get(name).copied().unwrap_or(1);
        loop {
            suffix += 1;
            let candidate = format_compact!("{name}_{suffix}");
            if self.claim(&candidate) {
                self.suffixes.insert(name.to_owned(), suffix);
                return candidate;
            }
        }
    }

    fn generate(&mut self, result: bool) -> VariableName {
        if result && self.claim("O") {
            return "O".into();
        }
        let mut digits = itoa::Buffer::new();
        let mut name = [b'x'; 1 + u32::MAX.ilog10() as usize + 1];
        loop {
            self.number += 1;
            let number = digits.format(self.number).as_bytes();
            name[1..=number.len()].copy_from_slice(number);
            // ASCII, and no name of the language: an `x` and digits are none of these.
            let name = str::from_utf8(&name[..=number.len()]).unwrap_or_default();
            if !self.scope.meanings.defined.contains_key(name) && !self.made.contains(name) {
                return name.into();
            }
        }
    }

    fn claim(&mut self, name: &str) -> bool {
        let number = name
            .strip_prefix('x')
            .filter(|n| !n.starts_with(['0', '+']));
        let number = number.and_then(|n| n.parse::<u32>().ok());
        let is_given = number.is_some_and(|n| n <= self.number);
        !is_given && self.is_free(name) && self.made.insert(name.into())
    }

    /// Whether neither the function nor the language uses the name.
    fn is_free(&self, name: &str) -> bool {
        !self.scope.meanings.defined.contains_key(name) && table::lookup(name).is_none()
    }
}

/// The candidate with the least edit distance, ignoring case, if that is small for the length.
fn nearest<'c>(name: &str, candidates: impl Iterator<Item = &'c str>) -> Option<&'c str> {
    const LONGEST: usize = 32;
    if name.len() > LONGEST || !name.is_ascii() {
        return None;
    }
    // Nearly all short names are similar to each other.
    let most = match name.len() {
        0..3 => 0,
        3..6 => 1,
        6..10 => 2,
        _ => 3,
    };
    candidates
        .filter(|c| c.is_ascii() && c.len() <= LONGEST && c.len().abs_diff(name.len()) <= most)
        .map(|candidate| (distance(name.as_bytes(), candidate.as_bytes()), candidate))
        .filter(|&(distance, candidate)| distance <= most && distance < candidate.len())
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, candidate)| candidate)
}

/// The edit distance: insertions, deletions, replacements and swaps of neighbours.
fn distance(a: &[u8], b: &[u8]) -> usize {
    let mut before = vec![0; b.len() + 1];
    let mut above: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i; b.len() + 1];
        for j in 1..=b.len() {
            let differs = |i: usize, j: usize| !a[i - 1].eq_ignore_ascii_case(&b[j - 1]);
            row[j] = (above[j - 1] + usize::from(differs(i, j)))
                .min(above[j] + 1)
                .min(row[j - 1] + 1);
            if i > 1 && j > 1 && !differs(i, j - 1) && !differs(i - 1, j) {
                row[j] = row[j].min(before[j - 2] + 1);
            }
        }
        before = std::mem::replace(&mut above, row);
    }
    above[b.len()]
}

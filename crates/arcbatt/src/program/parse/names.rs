//! The scope of one function: the meanings of names, and the names given to lines.

use crate::dsl::constants::CONSTANTS;
use crate::dsl::table::{self, Name};
use crate::program::{Arg, Line, Place};
use rustc_hash::{FxHashMap, FxHashSet};

/// The meaning of a name at this point of a function.
#[derive(Clone, Copy, Debug)]
pub(super) enum Meaning {
    /// A parameter or variable.
    Variable {
        value: Arg,
        /// Whether a parameter or line has the name already.
        carried: bool,
    },
    /// A name of the language, and the position of its first use.
    Language(Name, Place),
}

/// The source of a line's name.
#[derive(Clone, Copy, Debug)]
enum Naming<'s> {
    /// As written.
    Written(&'s str),
    /// As written, with a suffix because the name is taken.
    Suffixed(&'s str),
    /// Generated: `O` for the result if nothing else is called so, else `x1`, `x2` ...
    Generated { result: bool },
}

/// The names of one function.
#[derive(Default)]
pub(super) struct Scope<'s> {
    meanings: FxHashMap<&'s str, Meaning>,
    namings: Vec<Naming<'s>>,
}

impl<'s> Scope<'s> {
    /// Clears the scope for the next function.
    pub fn clear(&mut self) {
        // Clearing a map that grew large would be slow for all small functions that follow.
        if self.meanings.capacity() > 4096 {
            self.meanings = FxHashMap::default();
        }
        self.meanings.clear();
        self.namings.clear();
    }

    /// The meaning of a name, if it has one.
    pub fn resolve(&mut self, name: &'s str, place: Place) -> Option<Meaning> {
        if let Some(&meaning) = self.meanings.get(name) {
            return Some(meaning);
        }
        let meaning = Meaning::Language(table::lookup(name)?, place);
        self.meanings.insert(name, meaning);
        Some(meaning)
    }

    /// Adds a parameter; false if another has the name.
    pub fn parameter(&mut self, name: &'s str, value: Arg) -> bool {
        let carried = true;
        let meaning = Meaning::Variable { value, carried };
        self.meanings.insert(name, meaning).is_none()
    }

    /// Adds a line, whose name is generated unless an assignment follows.
    pub fn line(&mut self) {
        self.namings.push(Naming::Generated { result: false });
    }

    /// Marks the last line as the result without a name.
    pub fn result_line(&mut self) {
        if let Some(newest) = self.namings.last_mut() {
            *newest = Naming::Generated { result: true };
        }
    }

    /// Assigns a variable. If `newest`, the value is that of the last line, which gets the name;
    /// otherwise the variable is an alias. Fails with the position where the function used the
    /// name as one of the language.
    pub fn assign(&mut self, name: &'s str, value: Arg, newest: bool) -> Result<(), Place> {
        let carried = match self.meanings.get(name) {
            Some(&Meaning::Language(_, place)) => return Err(place),
            Some(&Meaning::Variable { carried, .. }) => carried,
            None => false,
        };
        if newest && let Some(naming) = self.namings.last_mut() {
            *naming = match carried || table::lookup(name).is_some() {
                true => Naming::Suffixed(name),
                false => Naming::Written(name),
            };
        }
        let carried = carried || newest;
        self.meanings
            .insert(name, Meaning::Variable { value, carried });
        Ok(())
    }

    /// Gives parameters and lines unique names that the language does not use.
    pub fn name_all(&self, parameters: &mut [String], lines: &mut [Line]) {
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
                Naming::Written(name) => name.to_owned(),
                Naming::Suffixed(name) => namer.with_suffix(name),
                Naming::Generated { result } => namer.generate(result),
            };
        }
    }

    /// The known name most similar to an unknown one, if any is similar.
    pub fn nearest(&self, name: &str) -> Option<&str> {
        let variables = self.meanings.keys().copied().take(1000);
        let constants = CONSTANTS.iter().map(|constant| constant.name);
        let primitives = table::primitives().iter().map(|primitive| primitive.name);
        nearest(name, primitives.chain(constants).chain(variables))
    }
}

/// Generates unused names.
struct Namer<'a, 's> {
    scope: &'a Scope<'s>,
    made: FxHashSet<String>,
    /// The last suffix by name, so that none is tried twice.
    suffixes: FxHashMap<String, u32>,
    number: u32,
}

impl Namer<'_, '_> {
    fn with_suffix(&mut self, name: &str) -> String {
        let mut suffix = self.suffixes.get(name).copied().unwrap_or(1);
        loop {
            suffix += 1;
            let candidate = format!("{name}_{suffix}");
            if self.claim(&candidate) {
                self.suffixes.insert(name.to_owned(), suffix);
                return candidate;
            }
        }
    }

    fn generate(&mut self, result: bool) -> String {
        if result && self.claim("O") {
            return "O".to_owned();
        }
        loop {
            self.number += 1;
            let candidate = format!("x{}", self.number);
            if self.claim(&candidate) {
                return candidate;
            }
        }
    }

    fn claim(&mut self, name: &str) -> bool {
        !self.scope.meanings.contains_key(name)
            && table::lookup(name).is_none()
            && self.made.insert(name.to_owned())
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

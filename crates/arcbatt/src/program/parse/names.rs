//! What the names of one function mean, and the names that its lines get.

use crate::dsl::constants::CONSTANTS;
use crate::dsl::table::{self, Name};
use crate::program::{Arg, Line, Place};
use rustc_hash::{FxHashMap, FxHashSet};

/// What a name means at this point of a function.
#[derive(Clone, Copy, Debug)]
pub(super) enum Meaning {
    /// A parameter or variable.
    Variable {
        value: Arg,
        /// Whether a parameter or line carries the name already.
        carried: bool,
    },
    /// A name of the language, first used here.
    Language(Name, Place),
}

/// How a line gets its name.
#[derive(Clone, Copy, Debug)]
enum Naming<'s> {
    /// As written.
    Kept(&'s str),
    /// As written, with an ending: the name is taken.
    Ending(&'s str),
    /// Made up; the result's is `O` if nothing else is.
    Generated { result: bool },
}

/// The names of one function.
#[derive(Default)]
pub(super) struct Scope<'s> {
    meanings: FxHashMap<&'s str, Meaning>,
    namings: Vec<Naming<'s>>,
}

impl<'s> Scope<'s> {
    /// For the next function.
    pub fn clear(&mut self) {
        // A map that grew large would make clearing slow for all small functions that follow.
        if self.meanings.capacity() > 4096 {
            self.meanings = FxHashMap::default();
        }
        self.meanings.clear();
        self.namings.clear();
    }

    /// What the name means, if anything. A name of the language stays one for the function.
    pub fn resolve(&mut self, name: &'s str, place: Place) -> Option<Meaning> {
        if let Some(&meaning) = self.meanings.get(name) {
            return Some(meaning);
        }
        let meaning = Meaning::Language(table::lookup(name)?, place);
        self.meanings.insert(name, meaning);
        Some(meaning)
    }

    /// Makes a parameter; false when another has the name.
    pub fn parameter(&mut self, name: &'s str, value: Arg) -> bool {
        let carried = true;
        let meaning = Meaning::Variable { value, carried };
        self.meanings.insert(name, meaning).is_none()
    }

    /// A line was added; its name is made up unless an assignment follows.
    pub fn line(&mut self) {
        self.namings.push(Naming::Generated { result: false });
    }

    /// The newest line is the result and has no name.
    pub fn result_line(&mut self) {
        if let Some(newest) = self.namings.last_mut() {
            *newest = Naming::Generated { result: true };
        }
    }

    /// Assigns; `newest`: the value is that of the newest line, which gets the name. Otherwise the
    /// variable is another name for what is there. When the function has used the name as one of
    /// the language, gives the place.
    pub fn assign(&mut self, name: &'s str, value: Arg, newest: bool) -> Result<(), Place> {
        let carried = match self.meanings.get(name) {
            Some(&Meaning::Language(_, place)) => return Err(place),
            Some(&Meaning::Variable { carried, .. }) => carried,
            None => false,
        };
        if newest && let Some(naming) = self.namings.last_mut() {
            *naming = match carried || table::lookup(name).is_some() {
                true => Naming::Ending(name),
                false => Naming::Kept(name),
            };
        }
        let carried = carried || newest;
        self.meanings
            .insert(name, Meaning::Variable { value, carried });
        Ok(())
    }

    /// Gives parameters and lines their names: unique, and none of the language's.
    pub fn name_all(&self, parameters: &mut [String], lines: &mut [Line]) {
        let mut namer = Namer {
            scope: self,
            made: FxHashSet::default(),
            endings: FxHashMap::default(),
            number: 0,
        };
        for parameter in parameters {
            if table::lookup(parameter).is_some() {
                *parameter = namer.with_ending(parameter);
            }
        }
        for (line, naming) in lines.iter_mut().zip(&self.namings) {
            line.name = match *naming {
                Naming::Kept(name) => name.to_owned(),
                Naming::Ending(name) => namer.with_ending(name),
                Naming::Generated { result } => namer.generate(result),
            };
        }
    }

    /// The known name that is nearest to an unknown one, if any is near.
    pub fn nearest(&self, name: &str) -> Option<&str> {
        let variables = self.meanings.keys().copied().take(1000);
        let constants = CONSTANTS.iter().map(|constant| constant.name);
        let primitives = table::primitives().iter().map(|primitive| primitive.name);
        nearest(name, primitives.chain(constants).chain(variables))
    }
}

/// Makes names that nothing else has.
struct Namer<'a, 's> {
    scope: &'a Scope<'s>,
    made: FxHashSet<String>,
    /// The ending that was given last, by name: no ending is tried twice.
    endings: FxHashMap<String, u32>,
    number: u32,
}

impl Namer<'_, '_> {
    fn with_ending(&mut self, name: &str) -> String {
        let mut ending = self.endings.get(name).copied().unwrap_or(1);
        loop {
            ending += 1;
            let candidate = format!("{name}_{ending}");
            if self.claim(&candidate) {
                self.endings.insert(name.to_owned(), ending);
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

/// The candidate with the least edit distance, the first of equals, if it is small for the length.
/// Upper and lower case count as alike.
fn nearest<'c>(name: &str, candidates: impl Iterator<Item = &'c str>) -> Option<&'c str> {
    const LONGEST: usize = 32;
    if name.len() > LONGEST || !name.is_ascii() {
        return None;
    }
    // Nearly all short names are near each other.
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

/// Insertions, deletions, replacements and swaps of neighbours that make one word of the other.
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

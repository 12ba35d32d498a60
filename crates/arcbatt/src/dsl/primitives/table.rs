//! The table of primitives: each is declared once, in the file of its family.
//!
//! Parser, type checker, interpreter, documentation, search, mutator, profiler and GPU read it.
//! Other code refers to a primitive with [`prim!`](crate::prim) and classifies primitives by their
//! [`Properties`]; a test makes sure that names occur as strings nowhere else.
//!
//! Signatures are written in a small language of types:
//! - `Int` and the numbers with a role: `Rank`, `Mode`, `Angle`; `Bool`, `Color`, `Pair`, `Grid`,
//!   `Row` (a tuple of numbers), `Cell`, `Indices`, `Object`, `Any`;
//! - unions: `Numerical` (Int or Pair), `Patch` (Indices or Object), `Piece` (Grid or Patch),
//!   `Element` (Grid or Object);
//! - `Set[a]`, `Tuple[a]`, `Container[a]` (either). A grid is a tuple of rows, an object a set of
//!   cells;
//! - `(a, b -> c)`, a function;
//! - a lower-case letter, any type; the same letter stands for the same type.

use super::properties::Properties;
use crate::dsl::fail::Answer;
use crate::dsl::{Cx, Value, constants};
use rustc_hash::FxHashMap;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::LazyLock;

/// The implementation of a primitive: arguments in, value or failure out.
pub type Eval = for<'a> fn(&Cx<'a>, &[Value<'a>]) -> Answer<'a>;

/// The largest number of parameters of a primitive.
pub const MAX_ARITY: usize = 4;

/// A primitive of the language.
pub struct Primitive {
    /// The name in programs.
    pub name: &'static str,
    /// Overloads, the most common first: `grid: Grid, color: Color -> Indices`. All have the
    /// same number of parameters; the parameter names are those of the first.
    pub signatures: &'static [&'static str],
    /// The family that it belongs to.
    pub family: Family,
    /// A description of one line.
    pub doc: &'static str,
    /// An example expression; `I` is the example grid.
    pub example: &'static str,
    /// The number of parameters.
    pub arity: u8,
    /// Whether it may fail on well-typed arguments.
    pub fails: bool,
    /// How its time grows.
    pub cost: Cost,
    /// The implementation.
    pub eval: Eval,
    /// What other code relies on, besides types and cost.
    pub properties: Properties,
}

/// The families of primitives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Family {
    /// Numbers and truth values.
    Numbers,
    /// Sets and tuples.
    Containers,
    /// Closures, and applying functions.
    Functions,
    /// Whole grids.
    Grids,
    /// Painting on grids.
    Painting,
    /// Measuring and moving patches.
    Patches,
    /// Building sets of cells.
    Shapes,
    /// Finding objects.
    Objects,
    /// Additions to arc-dsl.
    Extensions,
}

/// How the time of a primitive grows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Cost {
    /// Constant.
    Constant,
    /// Grows with the rows of its argument, one word each.
    Rows,
    /// Grows with the cells or elements of its argument.
    Cells,
    /// Grows with the product of two arguments, or calls a function for every element.
    Product,
}

impl Primitive {
    /// The names of the parameters.
    pub fn parameters(&self) -> impl Iterator<Item = &'static str> {
        let (parameters, _) = self.signatures[0]
            .rsplit_once("->")
            .unwrap_or((self.signatures[0], ""));
        split_top(parameters).map(|p| p.split_once(':').map_or(p, |(name, _)| name).trim())
    }
}

/// The number of parameters of a signature: one more than the commas outside brackets.
pub(crate) const fn count_parameters(signature: &str) -> u8 {
    let text = signature.as_bytes();
    let (mut k, mut depth, mut count) = (0, 0, 1);
    while k < text.len() {
        match text[k] {
            b'(' | b'[' => depth += 1,
            b')' | b']' => depth -= 1,
            b',' if depth == 0 => count += 1,
            _ => {}
        }
        k += 1;
    }
    count
}

/// Declares the primitives of a family as `PRIMITIVES`:
///
/// ```text
/// /// A description of one line.
/// name: "signature" | "another overload"; "example"; total Cost, property, ...; |cx, args| ...;
/// ```
///
/// A `total` primitive has a value for all well-typed arguments; one that `fails` may have none.
/// The properties are fields of [`Properties`]: flags, and properties with a value in parentheses
/// such as `closure(Fork)`, `unchecked(1)`, `columns(fork)` or `device(Inlined)`.
macro_rules! declare {
    (@fails total) => { false };
    (@fails fails) => { true };
    (@set $of:ident closure($kind:ident)) => { $of.closure = Some($crate::dsl::ClosureKind::$kind) };
    (@set $of:ident unchecked($argument:literal)) => { $of.unchecked |= 1 << $argument };
    (@set $of:ident involution($domain:ident)) => {
        $of.involution = Some($crate::dsl::properties::Domain::$domain)
    };
    (@set $of:ident result($domain:ident)) => {
        $of.result = Some($crate::dsl::properties::Domain::$domain)
    };
    (@set $of:ident requires($requirement:ident)) => {
        $of.requires = Some($crate::dsl::properties::Requirement::$requirement)
    };
    (@set $of:ident device($device:ident)) => {
        $of.device = $crate::dsl::properties::Device::$device
    };
    (@set $of:ident columns($kernel:ident)) => {
        $of.columns = Some($crate::dsl::functions::columns::kernels::$kernel)
    };
    (@set $of:ident $flag:ident) => { $of.$flag = true };
    ($family:ident; $(
        #[doc = $doc:literal]
        $name:ident: $first:literal $(| $more:literal)*; $example:literal;
        $fails:ident $cost:ident $(, $property:ident $(($value:tt))?)*;
        $eval:expr;
    )*) => {
        pub(in crate::dsl) static PRIMITIVES: &[$crate::dsl::table::Primitive] = &[$(
            $crate::dsl::table::Primitive {
                name: stringify!($name),
                signatures: &[$first $(, $more)*],
                family: $crate::dsl::table::Family::$family,
                doc: $doc.trim_ascii_start(),
                example: $example,
                arity: $crate::dsl::table::count_parameters($first),
                fails: $crate::dsl::table::declare!(@fails $fails),
                cost: $crate::dsl::table::Cost::$cost,
                eval: $eval,
                properties: {
                    #[allow(unused_mut, reason = "most have none")]
                    let mut properties = $crate::dsl::properties::Properties::NONE;
                    $($crate::dsl::table::declare!(@set properties $property $(($value))?);)*
                    properties
                },
            },
        )*];
    };
}
pub(crate) use declare;

/// Refers to a primitive by its name: `prim!(fill)`. An unknown name is a compile error.
#[macro_export]
macro_rules! prim {
    ($name:ident) => {
        const { $crate::dsl::table::find(stringify!($name)) }
    };
}

/// Finds a primitive at compile time, for [`prim!`](crate::prim).
///
/// # Panics
/// If there is no primitive of that name.
pub const fn find(name: &str) -> &'static Primitive {
    let mut family = 0;
    while family < super::FAMILIES.len() {
        let entries = super::FAMILIES[family];
        let mut k = 0;
        while k < entries.len() {
            if is_same(entries[k].name.as_bytes(), name.as_bytes()) {
                return &entries[k];
            }
            k += 1;
        }
        family += 1;
    }
    panic!("no primitive has this name")
}

/// Equality of byte strings in a constant context.
const fn is_same(a: &[u8], b: &[u8]) -> bool {
    let mut k = 0;
    while k < a.len() && k < b.len() && a[k] == b[k] {
        k += 1;
    }
    k == a.len() && k == b.len()
}

/// Splits at the commas outside brackets.
pub(crate) fn split_top(text: &'static str) -> impl Iterator<Item = &'static str> {
    let mut depth = 0i32;
    text.split(move |c| {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            _ => {}
        }
        c == ',' && depth == 0
    })
    .filter(|part| !part.trim().is_empty())
}

impl fmt::Debug for Primitive {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl PartialEq for Primitive {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Eq for Primitive {}

impl Hash for Primitive {
    fn hash<H: Hasher>(&self, state: &mut H) {
        std::ptr::from_ref(self).hash(state);
    }
}

/// The endings that a name may carry without a change of meaning: `size_t` is `size`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Suffix {
    /// No ending.
    #[default]
    None,
    /// `_t`: of a tuple or grid.
    Tuple,
    /// `_f`: of a set.
    Set,
    /// `_i`: of indices.
    Indices,
    /// `_o`: of an object.
    Object,
}

impl Suffix {
    /// The ending as written.
    pub fn text(self) -> &'static str {
        match self {
            Self::None => "",
            Self::Tuple => "_t",
            Self::Set => "_f",
            Self::Indices => "_i",
            Self::Object => "_o",
        }
    }
}

/// The meaning of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Name {
    /// A primitive, and the ending that it was written with.
    Primitive(&'static Primitive, Suffix),
    /// A constant.
    Constant(&'static constants::Constant),
}

struct Index {
    primitives: Vec<&'static Primitive>,
    numbers: FxHashMap<usize, u16>,
    names: FxHashMap<&'static str, Name>,
}

static INDEX: LazyLock<Index> = LazyLock::new(|| {
    let primitives: Vec<&'static Primitive> = super::FAMILIES.into_iter().flatten().collect();
    let mut names = FxHashMap::default();
    for constant in constants::CONSTANTS {
        names.insert(constant.name, Name::Constant(constant));
    }
    for &primitive in &primitives {
        names.insert(primitive.name, Name::Primitive(primitive, Suffix::None));
    }
    let address = |p: &'static Primitive| std::ptr::from_ref(p).addr();
    let numbers = primitives.iter().map(|p| address(p)).zip(0..).collect();
    Index {
        primitives,
        numbers,
        names,
    }
});

/// All primitives, family by family.
pub fn primitives() -> &'static [&'static Primitive] {
    &INDEX.primitives
}

/// The index of a primitive in [`primitives`].
pub fn number(primitive: &'static Primitive) -> u16 {
    // Every primitive is in the table.
    INDEX
        .numbers
        .get(&std::ptr::from_ref(primitive).addr())
        .copied()
        .unwrap_or(u16::MAX)
}

/// Looks a name up: a primitive, a constant, or a primitive with an ending such as `_t`.
pub fn lookup(name: &str) -> Option<Name> {
    if let Some(&found) = INDEX.names.get(name) {
        return Some(found);
    }
    let (stem, ending) = name.split_at_checked(name.len().checked_sub(2)?)?;
    let suffixes = [Suffix::Tuple, Suffix::Set, Suffix::Indices, Suffix::Object];
    let suffix = suffixes.into_iter().find(|s| s.text() == ending)?;
    match INDEX.names.get(stem) {
        Some(&Name::Primitive(primitive, Suffix::None)) => Some(Name::Primitive(primitive, suffix)),
        _ => None,
    }
}

/// The primitive of that name.
pub fn primitive(name: &str) -> Option<&'static Primitive> {
    match lookup(name) {
        Some(Name::Primitive(primitive, _)) => Some(primitive),
        _ => None,
    }
}

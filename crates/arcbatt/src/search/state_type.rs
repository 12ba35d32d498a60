//! What a state is, as far as the search tells things apart.

use crate::batt::Op;
use crate::dsl::Value;
use crate::dsl::table::Primitive;

/// What a state is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum StateType {
    /// A grid.
    Grid,
    /// A set of cells.
    Patch,
    /// A set of coloured cells.
    Object,
    /// A set or a tuple of objects or of sets of cells.
    Objects,
    /// A tuple of grids.
    Panels,
    /// A number.
    Number,
    /// A number that is a colour.
    Color,
    /// Two numbers.
    Pair,
    /// S: the demonstrations.
    Demonstrations,
    /// A function of an object.
    Measure,
    /// Anything else: other functions, truth values.
    Other,
}

impl StateType {
    /// How many there are.
    pub const COUNT: usize = 11;

    /// The kind that a parameter of an operator is named after.
    pub fn named(parameter: &str) -> Option<StateType> {
        let kind = parameter
            .strip_prefix("the_")
            .or(parameter.strip_prefix("other_"))?;
        Some(match kind {
            "grid" => StateType::Grid,
            "patch" => StateType::Patch,
            "object" => StateType::Object,
            "objects" => StateType::Objects,
            "panels" => StateType::Panels,
            "number" => StateType::Number,
            "color" => StateType::Color,
            "pair" => StateType::Pair,
            "measure" => StateType::Measure,
            "demonstrations" => StateType::Demonstrations,
            _ => return None,
        })
    }

    /// The kind of what `op` gave. All values must be of one kind; an empty set is of any.
    pub fn of<'a>(op: Op, values: impl Iterator<Item = Value<'a>>) -> StateType {
        let mut found = None;
        let mut number = None;
        for value in values {
            let kind = match value {
                Value::Grid(_) => StateType::Grid,
                Value::Indices(_) => StateType::Patch,
                Value::Object(_) => StateType::Object,
                Value::Int(_) => *number.get_or_insert_with(|| match op {
                    Op::Call(primitive) if gives_color(primitive) => StateType::Color,
                    _ => StateType::Number,
                }),
                Value::Pair(_) => StateType::Pair,
                Value::Set(seq) | Value::Tuple(seq) => match seq.items.first() {
                    None => continue,
                    Some(Value::Grid(_)) => StateType::Panels,
                    Some(Value::Object(_) | Value::Indices(_)) => StateType::Objects,
                    Some(_) => StateType::Other,
                },
                _ => StateType::Other,
            };
            if found.is_some_and(|found| found != kind) {
                return StateType::Other;
            }
            found = Some(kind);
        }
        found.unwrap_or(StateType::Other)
    }
}

/// Whether a number that the primitive gives is a colour.
fn gives_color(primitive: &Primitive) -> bool {
    let says_so = |text: &&str| text.ends_with("-> Color");
    primitive.properties.gives_color || primitive.signatures.iter().any(says_so)
}

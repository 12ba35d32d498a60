//! The types of states that a search tells apart.

use crate::batt::Op;
use crate::dsl::Value;
use crate::dsl::table::Primitive;

/// The type of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum StateType {
    Grid,
    /// A set of cells.
    Patch,
    /// A set of coloured cells.
    Object,
    /// A set or a tuple of objects or patches.
    Objects,
    /// A tuple of grids.
    Panels,
    Number,
    /// A number that is a colour.
    Color,
    /// Two numbers.
    Pair,
    /// S: the demonstrations.
    Demonstrations,
    /// A function of an object, by which objects are compared or selected.
    Measure,
    /// Anything else: other functions, truth values.
    Other,
}

impl StateType {
    /// How many types there are.
    pub const COUNT: usize = 11;

    /// The type that the name of an operator's parameter stands for: `the_grid`, `other_grid`.
    pub fn of_parameter(name: &str) -> Option<StateType> {
        let name = name.strip_prefix("the_").or(name.strip_prefix("other_"))?;
        Some(match name {
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

    /// The type of the values of a call of `op`, [`Other`](Self::Other) if they have several. Empty
    /// sets have any type.
    pub fn of<'a>(op: Op, values: impl Iterator<Item = Value<'a>>) -> StateType {
        let mut found = None;
        let mut number = None;
        for value in values {
            let state_type = match value {
                Value::Grid(_) => StateType::Grid,
                Value::Indices(_) => StateType::Patch,
                Value::Object(_) => StateType::Object,
                Value::Int(_) => *number.get_or_insert_with(|| match op {
                    Op::Call(primitive) if gives_color(primitive) => StateType::Color,
                    _ => StateType::Number,
                }),
                Value::Pair(_) => StateType::Pair,
                Value::Set(seq) | Value::Tuple(seq) => match seq.first() {
                    None => continue,
                    Some(Value::Grid(_)) => StateType::Panels,
                    Some(Value::Object(_) | Value::Indices(_)) => StateType::Objects,
                    Some(_) => StateType::Other,
                },
                _ => StateType::Other,
            };
            if found.is_some_and(|found| found != state_type) {
                return StateType::Other;
            }
            found = Some(state_type);
        }
        found.unwrap_or(StateType::Other)
    }
}

/// Whether the number that a primitive returns is a colour.
fn gives_color(primitive: &Primitive) -> bool {
    let mut signatures = primitive.signatures.iter();
    primitive.properties.gives_color || signatures.any(|text| text.ends_with("-> Color"))
}

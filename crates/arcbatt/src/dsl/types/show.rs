//! Types with the signatures of functions, as messages and the mutator use them.

use super::erased::{ErasedType, SET, TUPLE};
use super::fit::Fit;
use super::signature::{Pattern, SignatureError, pattern};
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

/// The type of a value. Cheap to clone.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Type {
    shape: ErasedType,
    function: Option<Arc<FunctionType>>,
}

/// The signature of a function.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct FunctionType {
    /// The parameters.
    pub parameters: Box<[Type]>,
    /// The result.
    pub result: Type,
}

impl Type {
    /// A function, or containers of functions as `shape` says.
    pub(crate) fn of_functions(shape: ErasedType, function: FunctionType) -> Type {
        Type {
            shape,
            function: shape.holds_functions().then(|| Arc::new(function)),
        }
    }

    /// The type without the signatures of functions.
    pub fn shape(&self) -> ErasedType {
        self.shape
    }

    /// The signature of the function, or of the functions in the container, if known.
    pub fn function(&self) -> Option<&FunctionType> {
        self.function.as_deref()
    }

    /// How well a value of this type fits where `wanted` is expected.
    pub fn fit(&self, wanted: &Type) -> Fit {
        let fit = self.shape.fit(wanted.shape);
        let (Some(given), Some(wanted)) = (self.function(), wanted.function()) else {
            return fit;
        };
        if given.parameters.len() != wanted.parameters.len() {
            return Fit::No;
        }
        // The arguments that the function will get must fit its parameters.
        let parameters = wanted.parameters.iter().zip(&given.parameters);
        let worst = parameters.map(|(w, g)| w.fit(g)).min();
        fit.min(worst.unwrap_or(Fit::Yes))
            .min(given.result.fit(&wanted.result))
    }
}

/// Whether a value of type `given`, not only an empty one, may be passed where `wanted` is expected.
pub fn compatible(given: &Type, wanted: &Type) -> bool {
    given.fit(wanted) >= Fit::Maybe
}

impl From<ErasedType> for Type {
    fn from(shape: ErasedType) -> Self {
        Type {
            shape,
            function: None,
        }
    }
}

/// A letter becomes `Any`.
impl From<&Pattern> for Type {
    fn from(pattern: &Pattern) -> Self {
        match pattern {
            Pattern::Erased(shape) => (*shape).into(),
            Pattern::Letter(_) => ErasedType::ANY.into(),
            Pattern::Container(kinds, element) => {
                let element = Type::from(&**element);
                Type {
                    shape: element.shape.within(*kinds),
                    function: element.function,
                }
            }
            Pattern::Function(parameters, result) => {
                let function = FunctionType {
                    parameters: parameters.iter().map(Type::from).collect(),
                    result: Type::from(&**result),
                };
                Type::of_functions(ErasedType::FUNCTION, function)
            }
        }
    }
}

impl FromStr for Type {
    type Err = SignatureError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(Type::from(&pattern(text)?))
    }
}

impl fmt::Display for FunctionType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(")?;
        for (k, parameter) in self.parameters.iter().enumerate() {
            let comma = if k == 0 { "" } else { ", " };
            write!(f, "{comma}{parameter}")?;
        }
        write!(f, " -> {})", self.result)
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        show(f, self.shape, self.function())
    }
}

impl fmt::Debug for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Debug for FunctionType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for ErasedType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        show(f, *self, None)
    }
}

impl fmt::Debug for ErasedType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        show(f, *self, None)
    }
}

fn show(
    f: &mut fmt::Formatter<'_>,
    shape: ErasedType,
    function: Option<&FunctionType>,
) -> fmt::Result {
    if let Some((kinds, element)) = shape.peel() {
        f.write_str(match kinds {
            SET => "Set[",
            TUPLE => "Tuple[",
            _ => "Container[",
        })?;
        show(f, element, function)?;
        return f.write_str("]");
    }
    if shape.is_never() {
        return f.write_str("Never");
    }
    let unions = [
        (ErasedType::PIECE, "Piece"),
        (ErasedType::PATCH, "Patch"),
        (ErasedType::ELEMENT, "Element"),
        (ErasedType::NUMERICAL, "Numerical"),
    ];
    let (mut left, mut first) = (shape, true);
    for &(part, name) in unions.iter().chain(ErasedType::ATOMS) {
        let Some(rest) = left.without(part) else {
            continue;
        };
        left = rest;
        if !first {
            f.write_str(" or ")?;
        }
        first = false;
        match function {
            Some(function) if part == ErasedType::FUNCTION => write!(f, "{function}")?,
            _ => f.write_str(name)?,
        }
    }
    Ok(())
}

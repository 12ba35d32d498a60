//! The types of values, and how they fit the parameters of primitives.
//!
//! In: the text of signatures, and types found by inference. Out: [`Signature`]s, and whether a
//! value of one type can stand where another is wanted. The types mirror the language: a grid is
//! a tuple of rows, indices are a set of pairs, a truth value counts as a number, and the empty
//! set is a set of anything.
//! What never happens here: a value made or changed, or a panic on any text.
//!
//! ```
//! use arcbatt::dsl::types::{Type, compatible};
//!
//! let objects: Type = "Set[Object]".parse()?;
//! let patch: Type = "Patch".parse()?;
//! let object: Type = "Object".parse()?;
//! assert!(compatible(&object, &patch));
//! assert!(!compatible(&objects, &patch));
//! assert_eq!("(Object -> Color)".parse::<Type>()?.to_string(), "(Object -> Color)");
//! # Ok::<(), arcbatt::dsl::types::SignatureError>(())
//! ```

mod erased;
mod fit;
mod show;
mod signature;

pub use erased::ErasedType;
pub use fit::Fit;
pub use show::{FunctionType, Type, compatible};
pub use signature::{Pattern, Signature, SignatureError, signatures};

pub(crate) use erased::{SET, TUPLE};
pub(crate) use signature::MAX_LETTERS;

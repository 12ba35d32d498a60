//! The types of values, and how they fit the parameters of primitives.
//!
//! In: the text of signatures, and inferred types. Out: [`Signature`]s, and whether a value of one
//! type can be passed where another is expected. A grid is a tuple of rows, indices are a set of
//! pairs, a truth value is a number, and the empty set is a set of any type.
//!
//! Never: a panic, whatever the text.
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

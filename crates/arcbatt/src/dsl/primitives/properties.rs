//! Properties of primitives that other code relies on, besides types and cost.

use crate::dsl::functions::columns::kernels::Kernel;
use crate::dsl::value::ClosureKind;

/// The properties of a primitive, listed after the cost in its `declare!` entry:
/// `total Constant, commutes, device(Inlined);`. A property that is not listed is off.
#[derive(Clone, Copy, Debug)]
pub struct Properties {
    /// The kind of closure that it makes: `closure(Compose)`.
    pub closure: Option<ClosureKind>,
    /// It returns the number 0 for an empty container, whatever the type of the elements.
    pub zero_if_empty: bool,
    /// Its result for an empty patch has another type than the signature says.
    pub untyped_if_empty: bool,
    /// Bit `k`: calls succeed although argument `k` has a wrong type, because they do not read it.
    /// `unchecked(1)`: shifting an empty patch never looks at the offset. The type checker
    /// rejects no program for such an argument.
    pub unchecked: u8,

    /// Swapping its two arguments changes neither value nor failure.
    pub commutes: bool,
    /// Applying it to its own result returns that result.
    pub idempotent: bool,
    /// Applying it twice to a value of this domain returns the value.
    pub involution: Option<Domain>,
    /// Every result, also on ill-typed arguments, lies in this domain.
    pub result: Option<Domain>,

    /// Its number is a colour although no signature says so.
    pub gives_color: bool,
    /// It measures where in the grid a patch lies.
    pub measures_position: bool,
    /// It takes the most common colour for the background.
    pub assumes_background: bool,
    /// It mirrors or rotates a grid.
    pub symmetry: bool,
    /// A search skips calls whose arguments do not meet this.
    pub requires: Option<Requirement>,

    /// How it works on whole columns: `columns(add)`.
    pub(in crate::dsl) columns: Option<Kernel>,
    /// How the GPU kernel computes it.
    pub device: Device,
    /// Its time varies much between samples, so the GPU cuts its work into smaller items.
    pub uneven: bool,
}

/// Values that an involution gives back when it is applied twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Domain {
    /// Tuples of rows. A tuple of numbers, such as half a row, has no mirror image.
    Grids,
    /// Numbers and pairs, except the least number, which has no negative.
    Numbers,
}

/// Arguments for which a call can help a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Requirement {
    /// Two grids of the same height.
    SameHeight,
    /// Two grids of the same width.
    SameWidth,
    /// Not a set of several objects: which of them comes first is arbitrary.
    NotObjects,
    /// Two different values.
    Different,
    /// A key whose values are totally ordered: sets compare by inclusion only.
    OrderedKey,
    /// An ordered key that does not give all elements the same value.
    DecisiveKey,
}

/// How the GPU kernel computes a primitive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Device {
    /// Not at all: the CPU computes programs that call it.
    None,
    /// By a call of the function `p_name` of the kernel.
    Call,
    /// Also inlined into a loop over samples; the primitive takes about the same time on each.
    Inlined,
}

impl Properties {
    /// No property; computed on the device by a call.
    pub(crate) const NONE: Self = Self {
        closure: None,
        zero_if_empty: false,
        untyped_if_empty: false,
        unchecked: 0,
        commutes: false,
        idempotent: false,
        involution: None,
        result: None,
        gives_color: false,
        measures_position: false,
        assumes_background: false,
        symmetry: false,
        requires: None,
        columns: None,
        device: Device::Call,
        uneven: false,
    };
}

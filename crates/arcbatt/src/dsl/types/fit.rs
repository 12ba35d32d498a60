//! Whether a value of one type can be passed where another type is expected.

use super::erased::ErasedType;

/// How well values of one type fit an expected type, from worst to best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fit {
    /// No value fits.
    No,
    /// Only special values fit: an empty container, or one of another type of which the call reads
    /// no more than both types share.
    Odd,
    /// Some values may fit.
    Maybe,
    /// Every value fits.
    Yes,
}

impl Fit {
    /// The fit of a union of two members: doubtful if they differ.
    pub(crate) fn either(self, other: Fit) -> Fit {
        match (self.max(other), self == other) {
            (best, true) => best,
            (Fit::Yes, _) => Fit::Maybe,
            (best, _) => best,
        }
    }
}

impl ErasedType {
    /// How well a value of this type fits where `wanted` is expected.
    #[inline]
    pub fn fit(self, wanted: ErasedType) -> Fit {
        match self.within_atoms(wanted) && !self.is_never() || wanted.is_any() {
            true => Fit::Yes,
            false => self.fit_by_member(wanted),
        }
    }

    /// [`fit`](Self::fit) where not every value fits.
    fn fit_by_member(self, wanted: ErasedType) -> Fit {
        if self.is_any() || self.is_never() || wanted.is_never() {
            return Fit::Maybe;
        }
        let mut found: Option<Fit> = None;
        for member in self.members() {
            let best = wanted.members().map(|w| one(member, w)).max();
            let best = best.unwrap_or(Fit::Maybe);
            found = Some(found.map_or(best, |f| f.either(best)));
        }
        found.unwrap_or(Fit::Maybe)
    }
}

/// The fit of one member of a union to one member of another.
fn one(given: ErasedType, wanted: ErasedType) -> Fit {
    if given == wanted || wanted.is_any() {
        return Fit::Yes;
    }
    if given.is_any() {
        return Fit::Maybe;
    }
    let ((_, given_number), (_, wanted_number)) = (given.numbers(), wanted.numbers());
    if given_number && wanted_number {
        return Fit::Yes;
    }
    if wanted == ErasedType::BOOL {
        // Every value has a truth value.
        return Fit::Maybe;
    }
    if wanted == ErasedType::COLOR {
        // Colours are mostly compared, and all values can be compared.
        return Fit::Odd;
    }
    let ((kinds, _), (wanted_kinds, _)) = (given.kinds(), wanted.kinds());
    let shared = kinds & wanted_kinds;
    if shared == 0 {
        // A tuple of tuples works as a patch if the call does not need a set, and an empty
        // container works as any other; but a grid is never a set.
        let swapped = kinds != 0 && wanted_kinds != 0 && wanted != ErasedType::GRID;
        return if swapped && !given.is_two_long() && !wanted.is_two_long() {
            Fit::Odd
        } else {
            Fit::No
        };
    }
    match elements(given, wanted, shared) {
        // Doubtful if the container may be of another kind or of another length.
        Fit::Yes if kinds != shared || wanted.is_two_long() => Fit::Maybe,
        Fit::No if wanted.is_two_long() => Fit::No,
        Fit::No => Fit::Odd,
        fit => fit,
    }
}

/// The fit of the elements of one container to those of another.
fn elements(given: ErasedType, wanted: ErasedType, kinds: u16) -> Fit {
    let (element, wanted_element) = (given.element(kinds), wanted.element(kinds));
    match (given, wanted) {
        (ErasedType::CELL, ErasedType::PAIR) | (ErasedType::PAIR, ErasedType::CELL) => Fit::No,
        (ErasedType::CELL, _) => {
            let number = ErasedType::INT.fit(wanted_element);
            number.min(ErasedType::PAIR.fit(wanted_element))
        }
        (_, ErasedType::CELL) => element
            .fit(ErasedType::INT)
            .min(element.fit(ErasedType::PAIR)),
        _ => element.fit(wanted_element),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fit(given: ErasedType, wanted: ErasedType) -> Fit {
        given.fit(wanted)
    }

    #[test]
    fn equal_values_are_one_value() {
        assert_eq!(
            fit(ErasedType::GRID, ErasedType::INT.tuple().tuple()),
            Fit::Yes
        );
        assert_eq!(
            fit(ErasedType::INT.tuple().tuple(), ErasedType::GRID),
            Fit::Yes
        );
        assert_eq!(fit(ErasedType::PAIR.tuple(), ErasedType::GRID), Fit::Yes);
        assert_eq!(fit(ErasedType::PAIR, ErasedType::ROW), Fit::Yes);
        assert_eq!(fit(ErasedType::ROW, ErasedType::PAIR), Fit::Maybe);
        assert_eq!(fit(ErasedType::INT.tuple(), ErasedType::PAIR), Fit::Maybe);
        assert_eq!(fit(ErasedType::BOOL, ErasedType::COLOR), Fit::Yes);
        assert_eq!(
            fit(ErasedType::NUMERICAL.tuple(), ErasedType::CELL),
            Fit::Maybe
        );
        assert_eq!(fit(ErasedType::INT.tuple(), ErasedType::CELL), Fit::No);
        assert_eq!(ErasedType::PAIR.set(), ErasedType::INDICES);
        assert_eq!(ErasedType::CELL.set(), ErasedType::OBJECT);
    }

    #[test]
    fn odd_values_fit_oddly() {
        assert_eq!(fit(ErasedType::NEVER.set(), ErasedType::PATCH), Fit::Maybe);
        assert_eq!(fit(ErasedType::OBJECT.set(), ErasedType::PATCH), Fit::Odd);
        assert_eq!(fit(ErasedType::OBJECT.tuple(), ErasedType::GRID), Fit::Odd);
        assert_eq!(fit(ErasedType::PAIR, ErasedType::GRID), Fit::Odd);
        assert_eq!(fit(ErasedType::GRID, ErasedType::COLOR), Fit::Odd);
        assert_eq!(fit(ErasedType::PAIR, ErasedType::PATCH), Fit::No);
        assert_eq!(fit(ErasedType::INT, ErasedType::PATCH), Fit::No);
        assert_eq!(fit(ErasedType::FUNCTION, ErasedType::GRID), Fit::No);
        assert_eq!(fit(ErasedType::GRID, ErasedType::INT), Fit::No);
        assert_eq!(fit(ErasedType::GRID, ErasedType::PAIR), Fit::No);
        assert_eq!(fit(ErasedType::GRID, ErasedType::PATCH), Fit::Odd);
        assert_eq!(fit(ErasedType::PAIR, ErasedType::CELL), Fit::No);
        assert_eq!(fit(ErasedType::CELL, ErasedType::PAIR), Fit::No);
        assert_eq!(fit(ErasedType::CELL, ErasedType::GRID), Fit::Odd);
    }

    #[test]
    fn doubt_is_doubt() {
        assert_eq!(fit(ErasedType::ANY, ErasedType::GRID), Fit::Maybe);
        assert_eq!(fit(ErasedType::PATCH, ErasedType::OBJECT), Fit::Maybe);
        assert_eq!(fit(ErasedType::PIECE, ErasedType::ELEMENT), Fit::Maybe);
        assert_eq!(fit(ErasedType::OBJECT, ErasedType::PIECE), Fit::Yes);
        assert_eq!(fit(ErasedType::NUMERICAL, ErasedType::INT), Fit::Maybe);
        assert_eq!(fit(ErasedType::GRID, ErasedType::BOOL), Fit::Maybe);
        assert_eq!(fit(ErasedType::ANY.set(), ErasedType::OBJECT), Fit::Maybe);
    }

    #[test]
    fn deep_types_are_widened() {
        let mut shape = ErasedType::INT;
        for _ in 0..100 {
            shape = shape.set();
        }
        assert_ne!(shape.fit(ErasedType::PATCH), Fit::No);
        assert_eq!(shape.fit(ErasedType::INT), Fit::No);
        assert_eq!(
            ErasedType::INT.join(ErasedType::OBJECT.set()),
            ErasedType::ANY
        );
        assert_eq!(
            ErasedType::OBJECT.join(ErasedType::INDICES),
            ErasedType::PATCH
        );
        assert_eq!(ErasedType::BOOL.join(ErasedType::COLOR), ErasedType::INT);
    }
}

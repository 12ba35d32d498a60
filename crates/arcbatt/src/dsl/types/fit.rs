//! Whether a value of one type can stand where another is wanted.

use super::shape::Shape;

/// How well a value of one type fits where another is wanted; the better, the larger.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fit {
    /// No value fits.
    No,
    /// Only an odd value fits: a container without elements, or one that is taken for something
    /// else because the call looks at no more of it than they share.
    Odd,
    /// Some values fit, as far as is known.
    Maybe,
    /// Every value fits.
    Yes,
}

impl Fit {
    /// Of several members of a union: one that fits less well leaves doubt.
    pub(crate) fn either(self, other: Fit) -> Fit {
        match (self.max(other), self == other) {
            (best, true) => best,
            (Fit::Yes, _) => Fit::Maybe,
            (best, _) => best,
        }
    }
}

impl Shape {
    /// How well a value of this fits where `wanted` is.
    pub fn fit(self, wanted: Shape) -> Fit {
        if self.within_atoms(wanted) && !self.is_never() || wanted.is_any() {
            return Fit::Yes;
        }
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

/// Fit of one member of a union to one member of another.
fn one(given: Shape, wanted: Shape) -> Fit {
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
    if wanted == Shape::BOOL {
        // Whatever wants a truth value takes the truth of any value.
        return Fit::Maybe;
    }
    if wanted == Shape::COLOR {
        // Colours are mostly compared, and everything can be compared.
        return Fit::Odd;
    }
    let ((kinds, _), (wanted_kinds, _)) = (given.kinds(), wanted.kinds());
    let shared = kinds & wanted_kinds;
    if shared == 0 {
        // A tuple of tuples serves as a patch where nobody asks whether it is a set, and a
        // container without elements as any other; but no grid is a set.
        let swapped = kinds != 0 && wanted_kinds != 0 && wanted != Shape::GRID;
        return if swapped && !given.is_two_long() && !wanted.is_two_long() {
            Fit::Odd
        } else {
            Fit::No
        };
    }
    match elements(given, wanted, shared) {
        // A container that may be of another kind, or of another length, leaves doubt.
        Fit::Yes if kinds != shared || wanted.is_two_long() => Fit::Maybe,
        Fit::No if wanted.is_two_long() => Fit::No,
        Fit::No => Fit::Odd,
        fit => fit,
    }
}

/// Fit of the elements of one container to those of another.
fn elements(given: Shape, wanted: Shape, kinds: u16) -> Fit {
    let (element, wanted_element) = (given.element(kinds), wanted.element(kinds));
    match (given, wanted) {
        (Shape::CELL, Shape::PAIR) | (Shape::PAIR, Shape::CELL) => Fit::No,
        (Shape::CELL, _) => {
            let number = Shape::INT.fit(wanted_element);
            number.min(Shape::PAIR.fit(wanted_element))
        }
        (_, Shape::CELL) => element.fit(Shape::INT).min(element.fit(Shape::PAIR)),
        _ => element.fit(wanted_element),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fit(given: Shape, wanted: Shape) -> Fit {
        given.fit(wanted)
    }

    #[test]
    fn equal_values_are_one_value() {
        assert_eq!(fit(Shape::GRID, Shape::INT.tuple().tuple()), Fit::Yes);
        assert_eq!(fit(Shape::INT.tuple().tuple(), Shape::GRID), Fit::Yes);
        assert_eq!(fit(Shape::PAIR.tuple(), Shape::GRID), Fit::Yes);
        assert_eq!(fit(Shape::PAIR, Shape::ROW), Fit::Yes);
        assert_eq!(fit(Shape::ROW, Shape::PAIR), Fit::Maybe);
        assert_eq!(fit(Shape::INT.tuple(), Shape::PAIR), Fit::Maybe);
        assert_eq!(fit(Shape::BOOL, Shape::COLOR), Fit::Yes);
        assert_eq!(fit(Shape::NUMERICAL.tuple(), Shape::CELL), Fit::Maybe);
        assert_eq!(fit(Shape::INT.tuple(), Shape::CELL), Fit::No);
        assert_eq!(Shape::PAIR.set(), Shape::INDICES);
        assert_eq!(Shape::CELL.set(), Shape::OBJECT);
    }

    #[test]
    fn odd_values_fit_oddly() {
        assert_eq!(fit(Shape::NEVER.set(), Shape::PATCH), Fit::Maybe);
        assert_eq!(fit(Shape::OBJECT.set(), Shape::PATCH), Fit::Odd);
        assert_eq!(fit(Shape::OBJECT.tuple(), Shape::GRID), Fit::Odd);
        assert_eq!(fit(Shape::PAIR, Shape::GRID), Fit::Odd);
        assert_eq!(fit(Shape::GRID, Shape::COLOR), Fit::Odd);
        assert_eq!(fit(Shape::PAIR, Shape::PATCH), Fit::No);
        assert_eq!(fit(Shape::INT, Shape::PATCH), Fit::No);
        assert_eq!(fit(Shape::FUNCTION, Shape::GRID), Fit::No);
        assert_eq!(fit(Shape::GRID, Shape::INT), Fit::No);
        assert_eq!(fit(Shape::GRID, Shape::PAIR), Fit::No);
        assert_eq!(fit(Shape::GRID, Shape::PATCH), Fit::Odd);
        assert_eq!(fit(Shape::PAIR, Shape::CELL), Fit::No);
        assert_eq!(fit(Shape::CELL, Shape::PAIR), Fit::No);
        assert_eq!(fit(Shape::CELL, Shape::GRID), Fit::Odd);
    }

    #[test]
    fn doubt_is_doubt() {
        assert_eq!(fit(Shape::ANY, Shape::GRID), Fit::Maybe);
        assert_eq!(fit(Shape::PATCH, Shape::OBJECT), Fit::Maybe);
        assert_eq!(fit(Shape::PIECE, Shape::ELEMENT), Fit::Maybe);
        assert_eq!(fit(Shape::OBJECT, Shape::PIECE), Fit::Yes);
        assert_eq!(fit(Shape::NUMERICAL, Shape::INT), Fit::Maybe);
        assert_eq!(fit(Shape::GRID, Shape::BOOL), Fit::Maybe);
        assert_eq!(fit(Shape::ANY.set(), Shape::OBJECT), Fit::Maybe);
    }

    #[test]
    fn deep_types_are_widened() {
        let mut shape = Shape::INT;
        for _ in 0..100 {
            shape = shape.set();
        }
        assert_ne!(shape.fit(Shape::PATCH), Fit::No);
        assert_eq!(shape.fit(Shape::INT), Fit::No);
        assert_eq!(Shape::INT.join(Shape::OBJECT.set()), Shape::ANY);
        assert_eq!(Shape::OBJECT.join(Shape::INDICES), Shape::PATCH);
        assert_eq!(Shape::BOOL.join(Shape::COLOR), Shape::INT);
    }
}

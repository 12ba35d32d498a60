//! Every signature in the table parses, and has as many parameters as its primitive.

use arcbatt::dsl::primitives;
use arcbatt::dsl::types::{Signature, Type, signatures};

#[test]
fn every_signature_parses() {
    for &primitive in primitives() {
        for text in primitive.signatures {
            if let Err(error) = Signature::parse(text) {
                panic!("{}: {error}", primitive.name);
            }
        }
        let overloads = signatures(primitive);
        assert_eq!(overloads.len(), primitive.signatures.len());
        for overload in overloads {
            let count = overload.parameters.len();
            assert_eq!(count, primitive.arity as usize, "{}", primitive.name);
            assert_eq!(overload.names.len(), count, "{}", primitive.name);
        }
    }
}

#[test]
fn messages_for_malformed_types() {
    let wrong = |text: &str| text.parse::<Type>().unwrap_err().to_string();
    assert_eq!(
        wrong("Set[Objekt]"),
        r#"expected a type at character 5 of "Set[Objekt]""#
    );
    assert_eq!(
        wrong("Set Int"),
        r#"expected [ at character 5 of "Set Int""#
    );
    assert_eq!(
        wrong("(Int Int)"),
        r#"expected a comma or -> at character 6 of "(Int Int)""#
    );
    assert_eq!(
        wrong("Int]"),
        r#"expected the end at character 4 of "Int]""#
    );
    assert_eq!(wrong(""), r#"expected a type at character 1 of """#);
    let deep = "Set[".repeat(100_000);
    assert!(wrong(&deep).starts_with("expected a type with fewer brackets"));
}

#[test]
fn types_round_trip_as_text() {
    for text in [
        "Int",
        "Color",
        "Numerical",
        "Patch",
        "Piece",
        "Element",
        "Set[Object]",
        "Tuple[Tuple[Grid]]",
        "Container[Any]",
        "(Object -> Int)",
        "Tuple[(Grid -> Grid)]",
        "((Int -> Int), Set[Int] -> Set[Int])",
    ] {
        assert_eq!(text.parse::<Type>().unwrap().to_string(), text);
    }
    assert_eq!("Set[Pair]".parse::<Type>().unwrap().to_string(), "Indices");
    assert_eq!("Tuple[Row]".parse::<Type>().unwrap().to_string(), "Grid");
}

//! Which primitives can replace each other, derived from the table of primitives.

use crate::dsl::constants::Role;
use crate::dsl::table::{self, Primitive, split_top};
use crate::dsl::types::ErasedType;
use rustc_hash::FxHashMap;
use std::sync::LazyLock;

/// Primitives by signature, and the roles of their numbers.
pub(super) struct Substitutes {
    /// By primitive: those that share a signature with it.
    alike: Vec<Vec<&'static Primitive>>,
    /// By primitive and parameter: the role of a number there.
    roles: Vec<Vec<Option<Role>>>,
    /// By primitive: the role of the number that it returns.
    gives: Vec<Option<Role>>,
    /// Primitives from one value of a type to another of the same type, by the type's name.
    within: FxHashMap<&'static str, Vec<&'static Primitive>>,
}

/// The substitutes, derived on first use.
pub(super) static SUBSTITUTES: LazyLock<Substitutes> = LazyLock::new(Substitutes::read);

/// The type of a parameter, behind its name.
fn type_of(parameter: &'static str) -> &'static str {
    parameter
        .split_once(':')
        .map_or(parameter, |(_, t)| t)
        .trim()
}

/// The parameter types and the result type of a signature.
fn split(signature: &'static str) -> (Vec<&'static str>, &'static str) {
    // Function types have arrows of their own: find the one outside of brackets.
    let mut depth = 0;
    let arrow = signature.char_indices().position(|(k, c)| {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            _ => {}
        }
        depth == 0 && signature[k..].starts_with("->")
    });
    // Signatures are ASCII, and the tests of the table check that each has an arrow.
    let (parameters, result) = signature.split_at(arrow.unwrap_or(signature.len()));
    let result = result.trim_start_matches("->").trim();
    (split_top(parameters).map(type_of).collect(), result)
}

fn role(type_name: &str) -> Option<Role> {
    Some(match type_name {
        "Color" => Role::Color,
        "Rank" => Role::Rank,
        "Mode" => Role::Mode,
        "Angle" => Role::Angle,
        "Bool" => Role::Truth,
        "Pair" => Role::Pair,
        "Int" | "Numerical" => Role::Number,
        _ => return None,
    })
}

impl Substitutes {
    fn read() -> Self {
        let primitives = table::primitives();
        let mut by_signature: FxHashMap<(Vec<&str>, &str), Vec<&'static Primitive>> =
            FxHashMap::default();
        let mut within: FxHashMap<&str, Vec<&'static Primitive>> = FxHashMap::default();
        for primitive in primitives {
            for signature in primitive.signatures {
                let (types, result) = split(signature);
                if let [only] = types[..]
                    && only == result
                {
                    within.entry(result).or_default().push(primitive);
                }
                by_signature
                    .entry((types, result))
                    .or_default()
                    .push(primitive);
            }
        }
        let alike = |primitive: &&'static Primitive| {
            let mut alike: Vec<&'static Primitive> = Vec::new();
            for signature in primitive.signatures {
                for other in by_signature.get(&split(signature)).into_iter().flatten() {
                    if other != primitive && !alike.contains(other) {
                        alike.push(other);
                    }
                }
            }
            alike
        };
        Self {
            alike: primitives.iter().map(alike).collect(),
            roles: primitives
                .iter()
                .map(|p| split(p.signatures[0]).0.into_iter().map(role).collect())
                .collect(),
            gives: primitives
                .iter()
                .map(|p| role(split(p.signatures[0]).1))
                .collect(),
            within,
        }
    }

    /// Primitives that share a signature with this one.
    pub fn alike(&self, primitive: &'static Primitive) -> &[&'static Primitive] {
        &self.alike[table::number(primitive) as usize]
    }

    /// The role of a number as a parameter of the primitive.
    pub fn role(&self, primitive: &'static Primitive, parameter: usize) -> Option<Role> {
        let roles = &self.roles[table::number(primitive) as usize];
        roles.get(parameter).copied().flatten()
    }

    /// The role of the last parameter.
    pub fn last_role(&self, primitive: &'static Primitive) -> Option<Role> {
        let roles = &self.roles[table::number(primitive) as usize];
        roles.last().copied().flatten()
    }

    /// The role of the result.
    pub fn given_role(&self, primitive: &'static Primitive) -> Option<Role> {
        self.gives[table::number(primitive) as usize]
    }

    /// Primitives from one value of the type to another of the same type.
    pub fn within(&self, shape: ErasedType) -> &[&'static Primitive] {
        let name = match shape {
            ErasedType::GRID => "Grid",
            ErasedType::OBJECT | ErasedType::INDICES => "Patch",
            ErasedType::PAIR => "Pair",
            ErasedType::INT | ErasedType::COLOR => "Int",
            ErasedType::BOOL => "Bool",
            _ => return &[],
        };
        self.within.get(name).map_or(&[], Vec::as_slice)
    }
}

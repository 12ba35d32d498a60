//! The primitives and constants, for completion and hover texts.

use crate::drawing::{Drawn, drawn};
use arcbatt::dsl::constants::CONSTANTS;
use arcbatt::dsl::lookup;
use arcbatt::dsl::table::Name;
use arcbatt::render::PALETTE;
use arcbatt::{Example, primitives};
use serde::Serialize;

/// The language.
#[derive(Serialize)]
pub struct Language {
    /// The primitives.
    pub primitives: Vec<PrimitiveJson>,
    /// The constants.
    pub constants: Vec<ConstantJson>,
    /// The colours 0 to 9, as `#0074d9`.
    pub palette: Vec<String>,
}

/// A primitive.
#[derive(Serialize)]
pub struct PrimitiveJson {
    /// Its name.
    pub name: &'static str,
    /// Its family, such as `painting`.
    pub family: String,
    /// Its parameters and result, the most common first.
    pub signatures: Vec<String>,
    /// The names of its parameters.
    pub parameters: Vec<&'static str>,
    /// What it does, in one line.
    pub doc: &'static str,
    /// An example call.
    pub example: &'static str,
}

/// A constant.
#[derive(Serialize)]
pub struct ConstantJson {
    /// Its name.
    pub name: &'static str,
    /// Its value.
    pub value: String,
    /// What it is used as, such as `color`.
    pub role: String,
}

/// A row of a drawn example.
#[derive(Serialize)]
pub struct ExampleRow {
    /// The code.
    pub label: String,
    /// Its value.
    pub items: Vec<Drawn>,
}

/// All primitives and constants.
pub fn language() -> Language {
    let primitive = |p: &&'static arcbatt::Primitive| PrimitiveJson {
        name: p.name,
        family: format!("{:?}", p.family).to_lowercase(),
        // Long signatures are declared over several lines.
        signatures: p
            .signatures
            .iter()
            .map(|text| text.split_whitespace().collect::<Vec<_>>().join(" "))
            .collect(),
        parameters: p.parameters().collect(),
        doc: p.doc,
        example: p.example,
    };
    let constants = CONSTANTS.iter().map(|constant| ConstantJson {
        name: constant.name,
        value: constant.value.to_string(),
        role: format!("{:?}", constant.role).to_lowercase(),
    });
    Language {
        primitives: primitives().iter().map(primitive).collect(),
        constants: constants.collect(),
        palette: PALETTE
            .map(|[r, g, b]| format!("#{r:02x}{g:02x}{b:02x}"))
            .to_vec(),
    }
}

/// The drawn example of a primitive.
pub fn example(name: &str) -> Result<Vec<ExampleRow>, String> {
    let Some(Name::Primitive(primitive, _)) = lookup(name) else {
        return Err(format!("no primitive {name:?}"));
    };
    let rows = Example::of(primitive).sheet.rows;
    Ok(rows
        .into_iter()
        .map(|row| ExampleRow {
            items: drawn(&row.items),
            label: row.label,
        })
        .collect())
}

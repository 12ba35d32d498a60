//! `arcbatt dsl`: the primitives by family, or one with its example.

use crate::Outcome;
use crate::output::{Output, clipped, counted};
use crate::pictures::PictureArgs;
use crate::suggestions::did_you_mean;
use anyhow::bail;
use arcbatt::Example;
use arcbatt::dsl::constants::{CONSTANTS, Constant, Role};
use arcbatt::dsl::table::{Cost, Family, Name};
use arcbatt::dsl::{Primitive, lookup, primitives};
use arcbatt::program::{Callee, parse_file};
use arcbatt::task::generators::SOLVERS;
use serde_json::{Value as Json, json};
use std::io::Write;

/// Show the language: all primitives by family, or one with its example
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  arcbatt dsl                 all primitives, family by family
  arcbatt dsl painting        one family
  arcbatt dsl objects         one primitive (also a family: names of primitives come first)
  arcbatt dsl constants       the named constants
  arcbatt dsl --gpu           the primitives that run on a GPU
  arcbatt dsl --json          the whole table as JSON")]
pub struct Dsl {
    /// A primitive, a constant, a family, or `constants`
    name: Option<String>,

    /// Only the primitives that run on a GPU, and their share of the built-in solvers
    #[arg(long, conflicts_with = "name")]
    gpu: bool,

    #[command(flatten)]
    pictures: PictureArgs,
}

const FAMILIES: [(Family, &str, &str); 9] = [
    (Family::Numbers, "numbers", "numbers and truth values"),
    (Family::Containers, "containers", "sets and tuples"),
    (
        Family::Functions,
        "functions",
        "closures, and applying functions",
    ),
    (Family::Grids, "grids", "whole grids"),
    (Family::Painting, "painting", "painting on grids"),
    (Family::Patches, "patches", "measuring and moving patches"),
    (Family::Shapes, "shapes", "building sets of cells"),
    (Family::Objects, "objects", "finding objects"),
    (Family::Extensions, "extensions", "additions to arc-dsl"),
];

fn family_name(family: Family) -> &'static str {
    let found = FAMILIES.iter().find(|(other, ..)| *other == family);
    found.map_or("", |(_, name, _)| name)
}

fn cost(cost: Cost) -> (&'static str, &'static str) {
    match cost {
        Cost::Constant => ("constant", "does not grow"),
        Cost::Rows => ("rows", "grows with the rows of its argument"),
        Cost::Cells => ("cells", "grows with the cells or elements of its argument"),
        Cost::Product => (
            "product",
            "grows with the product of two arguments, or calls a function for every element",
        ),
    }
}

fn role(role: Role) -> &'static str {
    match role {
        Role::Number => "number",
        Role::Truth => "truth",
        Role::Pair => "pair",
        Role::Rank => "rank",
        Role::Mode => "mode",
        Role::Angle => "angle",
        Role::Color => "color",
    }
}

impl Dsl {
    /// Prints the table, a family, a primitive or constants.
    pub fn run(self, output: &mut Output) -> anyhow::Result<Outcome> {
        let Some(name) = &self.name else {
            self.need_name()?;
            if self.gpu {
                return on_gpu(output);
            }
            return all(output);
        };
        match lookup(name) {
            Some(Name::Primitive(primitive, _)) => self.one(primitive, output)?,
            Some(Name::Constant(constant)) => {
                self.need_name()?;
                print_constants(std::iter::once(constant), output)?;
            }
            None if name == "constants" => {
                self.need_name()?;
                print_constants(CONSTANTS.iter(), output)?;
            }
            None => match FAMILIES.iter().find(|(_, family, _)| family == name) {
                Some(&(family, _, _)) => {
                    self.need_name()?;
                    some(&[family], output)?;
                }
                None => {
                    let names = primitives().iter().map(|primitive| primitive.name);
                    let others = CONSTANTS.iter().map(|constant| constant.name);
                    let nearest = did_you_mean(name, names.chain(others));
                    let hint = match nearest.is_empty() {
                        true => "; `arcbatt dsl` lists all",
                        false => "",
                    };
                    bail!("no primitive, constant or family {name:?}{nearest}{hint}");
                }
            },
        }
        Ok(Outcome::Success)
    }

    /// Fails if a picture is wanted of anything but a primitive.
    fn need_name(&self) -> anyhow::Result<()> {
        match self.pictures.any() {
            true => bail!("--svg and --png draw the example of one primitive: name one"),
            false => Ok(()),
        }
    }

    fn one(&self, primitive: &'static Primitive, output: &mut Output) -> anyhow::Result<()> {
        let example = Example::of(primitive);
        if output.json {
            self.pictures.write(&example.sheet)?;
            return output.print_json(&json_of(primitive, &example));
        }
        if self.pictures.any() {
            return self.pictures.write(&example.sheet);
        }
        let name = output.bold(primitive.name);
        let family = output.dim(&format!("({})", family_name(primitive.family)));
        let doc = output.wrapped(primitive.doc);
        writeln!(output.stdout, "{name}  {family}\n{doc}\n")?;
        for signature in primitive.signatures {
            writeln!(output.stdout, "  {}", shown(signature))?;
        }
        let (word, meaning) = cost(primitive.cost);
        let answer = match primitive.fails {
            true => "may fail",
            false => "never fails on arguments of these types",
        };
        writeln!(output.stdout, "\n  cost:    {word}: its time {meaning}")?;
        writeln!(output.stdout, "  result:  {answer}")?;
        let gpu = match arcbatt_gpu::source::is_supported(primitive) {
            true => "yes",
            false => "no: the CPU computes it and everything that depends on it",
        };
        writeln!(output.stdout, "  on GPU:  {gpu}\n")?;
        self.pictures.draw(&example.sheet, output)
    }
}

fn all(output: &mut Output) -> anyhow::Result<Outcome> {
    some(&FAMILIES.map(|(family, ..)| family), output)?;
    if !output.json {
        let count = counted(primitives().len(), "primitive");
        let more = "`arcbatt dsl NAME` shows one, `arcbatt dsl constants` the constants";
        output.print_sentence(&format!("{count}; {more}"))?;
    }
    Ok(Outcome::Success)
}

/// The primitives that run on a GPU.
fn on_gpu(output: &mut Output) -> anyhow::Result<Outcome> {
    let known = arcbatt_gpu::source::supported();
    let (mut calls, mut there) = (0usize, 0usize);
    for program in parse_file(SOLVERS).programs {
        for line in &program.lines {
            // A closure runs where its primitive runs.
            if let Callee::Primitive(primitive, _) = line.callee {
                calls += 1;
                there += known.contains(&primitive) as usize;
            }
        }
    }
    let share = 100.0 * there as f64 / calls.max(1) as f64;
    if output.json {
        let names: Vec<&str> = known.iter().map(|primitive| primitive.name).collect();
        output.print_json(&json!({
            "primitives": names,
            "of": primitives().len(),
            "solver_calls": calls,
            "solver_calls_on_gpu": there,
        }))?;
        return Ok(Outcome::Success);
    }
    for (family, name, about) in FAMILIES {
        let names: Vec<&str> = primitives()
            .iter()
            .filter(|p| p.family == family && known.contains(p))
            .map(|p| p.name)
            .collect();
        if !names.is_empty() {
            let (name, about) = (output.bold(name), output.dim(about));
            let names = listed(&names, output.columns);
            writeln!(output.stdout, "{name}  {about}\n{names}\n")?;
        }
    }
    writeln!(
        output.stdout,
        "{} of {} primitives run on a GPU: {share:.1} % of the calls in the built-in solvers",
        known.len(),
        primitives().len()
    )?;
    Ok(Outcome::Success)
}

/// A list of names, wrapped at `columns`.
fn listed(names: &[&str], columns: usize) -> String {
    let mut text = String::from(" ");
    let mut used = text.len();
    for (k, name) in names.iter().enumerate() {
        let comma = if k + 1 < names.len() { "," } else { "" };
        let width = 1 + name.len() + comma.len();
        if used > 1 && used + width > columns {
            text.push_str("\n ");
            used = 1;
        }
        text.push_str(&format!(" {name}{comma}"));
        used += width;
    }
    text
}

fn some(families: &[Family], output: &mut Output) -> anyhow::Result<()> {
    let of = |family: Family| primitives().iter().filter(move |p| p.family == family);
    if output.json {
        let list = families.iter().flat_map(|&family| of(family));
        let list: Json = list
            .map(|primitive| json_of(primitive, &Example::of(primitive)))
            .collect();
        let mut json = json!({ "primitives": list });
        if families.len() > 1 {
            json["constants"] = CONSTANTS.iter().map(constant_json).collect();
        }
        return output.print_json(&json);
    }
    let names = primitives().iter().map(|primitive| primitive.name.len());
    let width = names.max().unwrap_or(0);
    for &(family, name, about) in FAMILIES.iter().filter(|(f, ..)| families.contains(f)) {
        let (name, about) = (output.bold(name), output.dim(about));
        writeln!(output.stdout, "{name}  {about}")?;
        for primitive in of(family) {
            let width_left = match output.terminal {
                true => output.columns.max(40).saturating_sub(width + 4),
                false => usize::MAX,
            };
            let doc = clipped(primitive.doc, width_left);
            writeln!(output.stdout, "  {:width$}  {doc}", primitive.name)?;
        }
        writeln!(output.stdout)?;
    }
    Ok(())
}

fn print_constants(
    constants: impl Iterator<Item = &'static Constant>,
    output: &mut Output,
) -> anyhow::Result<()> {
    if output.json {
        let list: Json = constants.map(constant_json).collect();
        return output.print_json(&json!({ "constants": list }));
    }
    for constant in constants {
        let Constant { name, value, .. } = constant;
        let value = value.to_string();
        let role = output.dim(role(constant.role));
        writeln!(output.stdout, "{name:15}  {value:9}  {role}")?;
    }
    Ok(())
}

fn constant_json(constant: &Constant) -> Json {
    json!({
        "name": constant.name,
        "value": constant.value.to_string(),
        "role": role(constant.role),
    })
}

fn json_of(primitive: &'static Primitive, example: &Example) -> Json {
    json!({
        "name": primitive.name,
        "family": family_name(primitive.family),
        "signatures": primitive.signatures,
        "parameters": primitive.parameters().collect::<Vec<_>>(),
        "doc": primitive.doc,
        "cost": cost(primitive.cost).0,
        "fails": primitive.fails,
        "gpu": arcbatt_gpu::source::is_supported(primitive),
        "example": primitive.example,
        "example_value": example.value,
    })
}

/// A signature on one line; long ones are declared over several.
fn shown(signature: &str) -> String {
    signature.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_wrapped() {
        assert_eq!(listed(&["add", "fill", "o_g"], 80), "  add, fill, o_g");
        assert_eq!(listed(&["add", "fill", "o_g"], 12), "  add, fill,\n  o_g");
        assert_eq!(listed(&["longer"], 3), "  longer");
    }
}

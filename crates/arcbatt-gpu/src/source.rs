//! The source of the kernels, and the primitives that they know.

use arcbatt::dsl::{Primitive, primitives, table};
use std::fmt::Write;
use std::sync::LazyLock;

/// The files of the kernel, by name.
pub const FILES: &[(&str, &str)] = &[
    ("warp.h", include_str!("../kernels/warp.h")),
    ("value.h", include_str!("../kernels/value.h")),
    ("order.h", include_str!("../kernels/order.h")),
    ("make.h", include_str!("../kernels/make.h")),
    ("call.h", include_str!("../kernels/call.h")),
    ("batched_keys.h", include_str!("../kernels/batched_keys.h")),
    ("numbers.h", include_str!("../kernels/numbers.h")),
    ("grids.h", include_str!("../kernels/grids.h")),
    ("turning.h", include_str!("../kernels/turning.h")),
    ("cutting.h", include_str!("../kernels/cutting.h")),
    ("objects.h", include_str!("../kernels/objects.h")),
    ("painting.h", include_str!("../kernels/painting.h")),
    ("patches.h", include_str!("../kernels/patches.h")),
    ("sets.h", include_str!("../kernels/sets.h")),
    ("containers.h", include_str!("../kernels/containers.h")),
    ("choosing.h", include_str!("../kernels/choosing.h")),
    ("functions.h", include_str!("../kernels/functions.h")),
    ("shapes.h", include_str!("../kernels/shapes.h")),
    ("extensions.h", include_str!("../kernels/extensions.h")),
    ("type_errors.h", include_str!("../kernels/type_errors.h")),
    ("table.h", include_str!("../kernels/table.h")),
    ("eval.h", include_str!("../kernels/eval.h")),
    ("job.h", include_str!("../kernels/job.h")),
    ("outcome.h", include_str!("../kernels/outcome.h")),
    ("inlined.h", include_str!("../kernels/inlined.h")),
    ("wave.h", include_str!("../kernels/wave.h")),
];

/// The files that `inlined.h` compiles once more.
const AGAIN: &[&str] = &[
    "value.h",
    "order.h",
    "make.h",
    "call.h",
    "batched_keys.h",
    "grids.h",
    "turning.h",
    "cutting.h",
    "sets.h",
    "objects.h",
    "painting.h",
    "patches.h",
    "numbers.h",
];

/// These files, one after the other, without what they include.
fn again() -> String {
    let mut text = String::new();
    for name in AGAIN {
        let file = FILES.iter().find(|(file, _)| file == name);
        for line in file.map_or("", |(_, body)| body).lines() {
            if !line.starts_with("#pragma once") && !line.starts_with("#include \"") {
                text.push_str(line);
                text.push('\n');
            }
        }
    }
    text
}

/// All files, those that are put together included.
pub fn files() -> Vec<(&'static str, String)> {
    let plain = FILES.iter().map(|&(name, text)| (name, text.to_string()));
    plain.chain([("again.h", again())]).collect()
}

/// The primitives that run on the device: those of the kernel's own list.
static KNOWN: LazyLock<Vec<&'static Primitive>> = LazyLock::new(|| {
    let list = FILES.iter().find(|(name, _)| *name == "table.h");
    let lines = list.map_or("", |(_, text)| text).lines();
    let name = |line: &'static str| line.strip_prefix("PRIM(")?.split(',').next();
    lines
        .filter_map(name)
        .filter_map(arcbatt::dsl::primitive)
        .collect()
});

/// The primitives that run on the device.
pub fn known() -> &'static [&'static Primitive] {
    &KNOWN
}

/// Whether a primitive runs on the device.
pub fn is_known(primitive: &'static Primitive) -> bool {
    KNOWN.contains(&primitive)
}

/// The text that is compiled: the numbers of the primitives, then the kernel.
pub fn entry() -> String {
    let mut text = String::new();
    for primitive in primitives() {
        // Writing to a string does not fail.
        let _ = writeln!(
            text,
            "#define OP_{} {}",
            primitive.name,
            table::number(primitive)
        );
    }
    text.push_str("#include \"wave.h\"\n");
    text
}

/// All of the source as one file: what a compiler gets that looks for no others.
pub fn single() -> String {
    let files = files();
    let mut seen = Vec::new();
    let mut text = String::new();
    for line in entry().lines() {
        expand(&files, line, &mut seen, &mut text);
    }
    text
}

/// Adds a line, or the file that it includes; the list of primitives as often as it is wanted, any
/// other file once.
fn expand(
    files: &[(&'static str, String)],
    line: &str,
    seen: &mut Vec<&'static str>,
    text: &mut String,
) {
    let included = line
        .strip_prefix("#include \"")
        .and_then(|rest| rest.strip_suffix('"'));
    let file = included.and_then(|name| files.iter().find(|(file, _)| *file == name));
    match file {
        Some((name, _)) if seen.contains(name) => {}
        Some((name, body)) => {
            if *name != "table.h" {
                seen.push(name);
            }
            for line in body.lines().filter(|line| *line != "#pragma once") {
                expand(files, line, seen, text);
            }
        }
        None => {
            text.push_str(line);
            text.push('\n');
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_entry_of_the_list_is_a_primitive_with_its_arity() {
        let list = FILES.iter().find(|(name, _)| *name == "table.h").unwrap().1;
        let mut count = 0;
        for line in list.lines().filter(|line| line.starts_with("PRIM(")) {
            let inside = line.trim_start_matches("PRIM(").trim_end_matches(')');
            let (name, arity) = inside.split_once(", ").unwrap();
            let primitive = arcbatt::dsl::primitive(name).unwrap();
            assert_eq!(primitive.name, name);
            assert_eq!(primitive.arity.to_string(), arity, "{name}");
            count += 1;
        }
        assert_eq!(known().len(), count);
        assert!(count > 60);
    }
}

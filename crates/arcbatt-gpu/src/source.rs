//! The source of the kernel, assembled from its files and from the table of primitives.

use crate::layout;
use arcbatt::dsl::properties::Device;
use arcbatt::dsl::table::{self, MAX_ARITY};
use arcbatt::dsl::{Primitive, primitives};
use std::fmt::Write;
use std::sync::LazyLock;

/// The files of the kernel.
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
    ("eval.h", include_str!("../kernels/eval.h")),
    ("job.h", include_str!("../kernels/job.h")),
    ("outcome.h", include_str!("../kernels/outcome.h")),
    ("inlined.h", include_str!("../kernels/inlined.h")),
    ("wave.h", include_str!("../kernels/wave.h")),
];

/// The files that `inlined.h` compiles a second time.
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

/// These files, concatenated, without their includes.
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

/// All files, including generated ones.
pub fn files() -> Vec<(&'static str, String)> {
    let plain = FILES.iter().map(|&(name, text)| (name, text.to_string()));
    let written = [("again.h", again()), ("primitives.h", primitive_list())];
    plain.chain(written).collect()
}

/// The primitives that run on the device.
static SUPPORTED: LazyLock<Vec<&'static Primitive>> = LazyLock::new(|| {
    let all = primitives().iter().copied();
    all.filter(|p| p.properties.device != Device::None)
        .collect()
});

/// The primitives that run on the device.
pub fn supported() -> &'static [&'static Primitive] {
    &SUPPORTED
}

/// Whether a primitive runs on the device.
pub fn is_supported(primitive: &'static Primitive) -> bool {
    primitive.properties.device != Device::None
}

/// The list of primitives that `eval.h` expands: `PRIM(name, parameters)` each.
fn primitive_list() -> String {
    let lines = supported().iter();
    lines
        .map(|p| format!("PRIM({}, {})\n", p.name, p.arity))
        .collect()
}

/// The main file: the numbers of the primitives, the lists of inlined primitives by number of
/// parameters, the kernel, and the checks of shared layouts.
pub fn entry() -> String {
    let mut text = String::new();
    // Writing to a string does not fail.
    for primitive in primitives() {
        let number = table::number(primitive);
        let _ = writeln!(text, "#define OP_{} {number}", primitive.name);
    }
    for arity in 1..=MAX_ARITY {
        let _ = write!(text, "#define INLINED_{arity}(PRIM)");
        for primitive in primitives() {
            if primitive.properties.device == Device::Inlined && primitive.arity as usize == arity {
                let _ = write!(text, " PRIM({})", primitive.name);
            }
        }
        text.push('\n');
    }
    text.push_str("#include \"wave.h\"\n");
    text + &layout::checks()
}

/// The whole source as one file, for compilers without include paths.
pub fn single() -> String {
    let files = files();
    let mut seen = Vec::new();
    let mut text = String::new();
    for line in entry().lines() {
        expand(&files, line, &mut seen, &mut text);
    }
    text
}

/// Adds a line, or the file that it includes: the list of primitives every time, any other file
/// once.
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
            if *name != "primitives.h" {
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

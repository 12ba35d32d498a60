//! The order of the library's modules: a module uses those above it in [`LAYERS`], none below.
//!
//! Reads every path that begins with `crate::` in `src/`. Unit tests are held to the same order,
//! but for the pairs in [`TESTS_MAY_USE`].

use std::fs;
use std::path::{Path, PathBuf};

/// All modules of the library, from the lowest to the highest. Those of one line do not use each
/// other.
const LAYERS: &[&[&str]] = &[
    &[
        "histogram",
        "rng",
        "text",
        "threads",
        "whole_file",
        "wide_hash",
        "work_clock",
    ],
    &["header", "output_files"],
    &["grid"],
    &["task"],
    &["dsl"],
    &["program"],
    &["batt"],
    &["card"],
    &["check", "conform", "render"],
    &["score"],
    &["example", "trace", "search"],
    &["store"],
    &["session"],
    &["profile", "shard", "solve"],
];

/// Macros at the root of the crate, and the module that defines each.
const MACROS: &[(&str, &str)] = &[("prim", "dsl")];

/// Modules that unit tests of a module may use although they are above it.
const TESTS_MAY_USE: &[(&str, &str)] = &[("dsl", "conform"), ("store", "session")];

/// A path `crate::NAME` and where it stands.
struct Use {
    file: PathBuf,
    line: usize,
    module: String,
    name: String,
    in_tests: bool,
}

fn layer(module: &str) -> Option<usize> {
    LAYERS.iter().position(|modules| modules.contains(&module))
}

fn rust_files(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("src can be read") {
        let path = entry.expect("src can be read").path();
        if path.is_dir() {
            rust_files(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

/// The module that a file belongs to: the first part of its path in `src/`.
fn module_of(file: &Path) -> String {
    let first = file.iter().next().expect("a file has a name");
    first.to_string_lossy().trim_end_matches(".rs").to_owned()
}

/// Every `crate::NAME` of a file, without those in comments; `crate::{a, b}` counts for each.
fn uses(source: &Path, file: &Path) -> Vec<Use> {
    let text = fs::read_to_string(source.join(file)).expect("a source file is text");
    let test_file = file.ends_with("tests.rs") || file.ends_with("test_tasks.rs");
    let mut in_tests = test_file;
    let mut found = Vec::new();
    for (number, line) in text.lines().enumerate() {
        in_tests |= line.starts_with("#[cfg(test)]");
        let code = line.split("//").next().unwrap_or("");
        for (at, _) in code.match_indices("crate::") {
            let rest = &code[at + "crate::".len()..];
            let names: Vec<&str> = match rest.strip_prefix('{') {
                Some(list) => list.split(',').collect(),
                None => vec![rest],
            };
            for name in names {
                let end = name
                    .trim_start()
                    .find(|c: char| !c.is_alphanumeric() && c != '_');
                let name = name.trim_start();
                found.push(Use {
                    file: file.to_owned(),
                    line: number + 1,
                    module: module_of(file),
                    name: name[..end.unwrap_or(name.len())].to_owned(),
                    in_tests,
                });
            }
        }
    }
    found
}

#[test]
fn modules_use_only_those_above_them() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    rust_files(&source, &mut files);
    let mut wrong = Vec::new();
    let mut checked = 0;
    for path in &files {
        let file = path.strip_prefix(&source).expect("the file is in src");
        if file == Path::new("lib.rs") {
            continue;
        }
        for used in uses(&source, file) {
            checked += 1;
            let of_macro = MACROS.iter().find(|(name, _)| *name == used.name);
            let name = of_macro.map_or(used.name.as_str(), |(_, module)| module);
            let (own, other) = (layer(&used.module), layer(name));
            let allowed = match (own, other) {
                _ if used.module == name => true,
                (Some(own), Some(other)) if other < own => true,
                _ => {
                    let pair = (used.module.as_str(), name);
                    used.in_tests && TESTS_MAY_USE.contains(&pair)
                }
            };
            if !allowed {
                wrong.push(format!(
                    "src/{}:{}: `{}` uses `{}`, which is not above it in LAYERS",
                    used.file.display(),
                    used.line,
                    used.module,
                    used.name
                ));
            }
        }
    }
    assert!(checked > 500, "only {checked} paths found: is src/ read?");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_module_has_a_layer() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    rust_files(&source, &mut files);
    let mut missing: Vec<String> = files
        .iter()
        .map(|path| module_of(path.strip_prefix(&source).expect("the file is in src")))
        .filter(|module| module != "lib" && layer(module).is_none())
        .collect();
    missing.sort();
    missing.dedup();
    assert!(missing.is_empty(), "give them a layer: {missing:?}");
}

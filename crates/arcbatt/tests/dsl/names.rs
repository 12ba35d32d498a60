//! Names of primitives stand in the table alone; other code uses `prim!` and properties.

use arcbatt::dsl::primitives;
use std::fs;
use std::path::Path;

/// String literals that are words, not references to the primitive of that name: where, and which.
const WORDS: &[(&str, &[&str])] = &[
    // Keys of JSON, headings and nouns.
    (
        "arcbatt-cli/src",
        &["color", "first", "index", "objects", "pair", "product"],
    ),
    // The limit on the size of values.
    ("arcbatt/src/dsl/fail.rs", &["size"]),
    // Why an answer is wrong, and a part of the generator.
    ("arcbatt/src/profile/evolve_profile/unsolved.rs", &["size"]),
    ("arcbatt/src/profile/analysis/tables.rs", &["merge"]),
    // A column of a table.
    ("arcbatt/src/shard/report.rs", &["index"]),
    // Ordinal numbers of arguments.
    (
        "arcbatt/src/program/typecheck",
        &["first", "second", "last"],
    ),
    // Types in the names of an operator's parameters.
    (
        "arcbatt/src/search/state_type.rs",
        &["color", "objects", "pair"],
    ),
];

/// The sources in a folder, as paths from `crates/` and texts without unit tests.
fn sources(folder: &Path, from: &str, all: &mut Vec<(String, String)>) {
    for entry in fs::read_dir(folder).expect("the sources can be read") {
        let path = entry.expect("the sources can be read").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let within = format!("{from}/{name}");
        if path.is_dir() {
            sources(&path, &within, all);
        } else if name.ends_with(".rs") && !name.ends_with("tests.rs") {
            let text = fs::read_to_string(&path).expect("the sources can be read");
            let code = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
            all.push((within, code.to_owned()));
        }
    }
}

#[test]
fn no_name_is_a_string_elsewhere() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut all = Vec::new();
    for name in ["arcbatt", "arcbatt-gpu", "arcbatt-cli"] {
        sources(
            &crates.join(name).join("src"),
            &format!("{name}/src"),
            &mut all,
        );
    }
    assert!(all.len() > 200, "{} files", all.len());
    let mut found = Vec::new();
    for (file, text) in &all {
        if file.starts_with("arcbatt/src/dsl/primitives/") {
            continue;
        }
        let words = WORDS.iter().filter(|(at, _)| file.starts_with(at));
        let allowed: Vec<&str> = words.flat_map(|(_, words)| *words).copied().collect();
        for (number, line) in text.lines().enumerate() {
            if line.trim_start().starts_with("//") {
                continue;
            }
            let names = primitives().iter().map(|p| p.name);
            let is_there = |name: &&str| line.contains(&format!("\"{name}\""));
            for name in names.filter(is_there) {
                if !allowed.contains(&name) {
                    found.push(format!("{file}:{}: \"{name}\"", number + 1));
                }
            }
        }
    }
    assert!(
        found.is_empty(),
        "use prim!(name) or a property of the table instead of:\n{}",
        found.join("\n")
    );
}

//! A kernel whose structs or constants differ from those of Rust does not compile.

use arcbatt_gpu::source::single;
use std::path::Path;
use std::process::Command;

/// The errors of g++ for a source.
fn errors(name: &str, source: &str) -> String {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("layout-{name}.cpp"));
    std::fs::write(&file, source).unwrap();
    let mut command = Command::new("g++");
    command.args(["-std=c++17", "-fsyntax-only"]).arg(&file);
    let output = command.output().expect("g++ (Debian: apt-get install g++)");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn differences_from_rust_do_not_compile() {
    let right = single();
    assert_eq!(errors("right", &right), "");
    let changes = [
        ("Step.group", "  u32 group;\n", "  u64 group;\n"),
        (
            "Group.most_cells",
            "most_steps, most_cells; // limits",
            "most_cells, most_steps; // limits",
        ),
        ("Job", "  u32 waves_count;\n", "  u32 waves_count, more;\n"),
        (
            "NEEDED",
            "#define NEEDED (1u << 26)",
            "#define NEEDED (1u << 25)",
        ),
        ("IS_FAIL", "NO_GRID, IS_FAIL,", "IS_FAIL, NO_GRID,"),
    ];
    for (name, from, to) in changes {
        assert_eq!(right.matches(from).count(), 1, "{name}");
        let errors = errors(name, &right.replace(from, to));
        let message = format!("{name} differs from Rust");
        assert!(errors.contains(&message), "{name}: {errors}");
    }
}

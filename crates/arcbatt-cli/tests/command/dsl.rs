//! `arcbatt dsl` and `arcbatt conform`.

use super::*;

#[test]
fn the_table_lists_every_primitive() {
    let said = run(&["dsl"]).exits(0);
    let json = run(&["dsl", "--json"]).exits(0).json();
    let primitives = json["primitives"].as_array().unwrap();
    assert!(primitives.len() >= 160);
    for primitive in primitives {
        let name = primitive["name"].as_str().unwrap();
        let doc = primitive["doc"].as_str().unwrap();
        let listed = |line: &str| line.starts_with(&format!("  {name} ")) && line.ends_with(doc);
        assert!(said.out.lines().any(listed), "{name}");
        assert!(primitive["example_value"].is_string(), "{name}");
        assert!(!primitive["signatures"].as_array().unwrap().is_empty());
    }
    let count = format!("{} primitives; ", primitives.len());
    assert!(said.out.lines().last().unwrap().starts_with(&count));
}

#[test]
fn one_primitive_with_its_example() {
    insta::assert_snapshot!(run(&["dsl", "ofcolor"]).exits(0).out, @r"
    ofcolor  (grids)
    The cells of the grid that have the colour.

      grid: Grid, value: Color -> Indices

      cost:    cells: its time grows with the cells or elements of its argument
      result:  never fails on arguments of these types
      on GPU:  yes

    I
    6×8
    · · · · · · · ·
    · 1 1 · · · 2 ·
    · 1 · · · · · ·
    · · · · · 3 3 3
    · 4 · · · 3 · 3
    · · · · · 3 3 3

    ofcolor(I, ZERO)  # 35 cells
    6×8
    ┌─────────────────┐
    │ # # # # # # # # │
    │ #     # # #   # │
    │ #   # # # # # # │
    │ # # # # #       │
    │ #   # # #   #   │
    │ # # # # #       │
    └─────────────────┘
    ");
    // S is shown where the example needs it.
    let said = run(&["dsl", "a_mr"]).exits(0);
    assert!(said.out.contains("S, pair 1"), "{}", said.out);
    // A type suffix changes nothing.
    assert_eq!(run(&["dsl", "size_t"]).out, run(&["dsl", "size"]).out);
}

#[test]
fn families_and_constants() {
    let said = run(&["dsl", "painting"]).exits(0);
    assert!(said.out.starts_with("painting  painting on grids\n  fill "));
    let said = run(&["dsl", "UP"]).exits(0);
    assert_eq!(said.out, "UP               (-1, 0)    pair\n");
    assert!(run(&["dsl", "constants"]).exits(0).out.lines().count() > 50);
}

#[test]
fn unknown_names_get_suggestions() {
    run(&["dsl", "objcts"])
        .fails_with("no primitive, constant or family \"objcts\"; did you mean objects?");
    let said = run(&["dsl", "mirror"]).exits(2);
    assert!(
        said.err
            .contains("did you mean cmirror, dmirror, hmirror, vmirror or mir_rot?")
    );
    run(&["dsl", "xylophone"])
        .fails_with("no primitive, constant or family \"xylophone\"; `arcbatt dsl` lists all");
    run(&["dsl", "--svg", "x.svg"])
        .fails_with("--svg and --png draw the example of one primitive: name one");
}

const VECTORS: &str = r#"{"fn":"add","args":[[1,2],3],"out":[4,5]}
{"fn":"add","args":[1,2],"out":4}
{"fn":"first","args":[[]],"error":true}
{"id":"p1","source":"def solve(I):\n    return rot90(I)\n","inputs":[["12"]],"outputs":[["1","2"]]}
"#;

#[test]
fn conform_runs_calls_and_programs() {
    let (_folder, path) = file("v.jsonl", VECTORS);
    let said = run(&["conform", text(&path)]).exits(1);
    let out = said.out.replace(text(&path), "v.jsonl");
    insta::assert_snapshot!(out, @r"
    v.jsonl: line 2: add(1, 2)
      wanted: 4
      got:    3
    3 passed, 1 failed
    ");
    let json = said_json(&["conform", "--json"], VECTORS);
    assert_eq!(json["passed"], 3);
    assert_eq!(json["failed"], 1);
    assert_eq!(json["mismatches"][0]["line"], 2);
    assert_eq!(json["mismatches"][0]["wanted"], "4");

    let good = VECTORS.lines().next().unwrap();
    let said = run_with(command(&["conform", "-"]), good).exits(0);
    assert_eq!(said.out, "1 passed, 0 failed\n");
}

#[test]
fn conform_finds_vectors_in_their_default_place() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("conformance")).unwrap();
    let path = folder.path().join("conformance/programs.jsonl");
    std::fs::write(&path, VECTORS.lines().next().unwrap()).unwrap();
    let mut here = command(&["conform"]);
    here.current_dir(&folder);
    let said = run_with(here, "").exits(0);
    assert_eq!(said.out, "1 passed, 0 failed\n");
    assert!(
        said.err.contains("conformance/programs.jsonl"),
        "{}",
        said.err
    );
    // Piped input comes first.
    let mut here = command(&["conform"]);
    here.current_dir(&folder);
    assert_eq!(
        run_with(here, VECTORS).exits(1).out.lines().last(),
        Some("3 passed, 1 failed")
    );
}

fn said_json(args: &[&str], input: &str) -> Json {
    run_with(command(args), input).exits(1).json()
}

#[test]
fn conform_fails_without_vectors() {
    run(&["conform", "-"]).fails_with("-: no vectors in it");
    let folder = tempfile::tempdir().unwrap();
    let mut nowhere = command(&["conform"]);
    nowhere.current_dir(&folder);
    run_with(nowhere, "").fails_with(
        "no vectors: there is no primitives.jsonl or programs.jsonl here or in conformance/\n\
         name a file of vectors or pipe some in; `arcbatt conform --help` shows the format",
    );
    run(&["conform", "/nonexistent"])
        .fails_with("/nonexistent: cannot read vectors from it: no such file");
}

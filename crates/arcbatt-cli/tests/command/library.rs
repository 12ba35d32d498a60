//! `arcbatt library`.

use super::*;

const SOLVERS: &str = "\
def solve_a(I):
    O = rot90(I)
    return O

def solve_b(I):
    x1 = rot90(I)
    O = hconcat(x1, I)
    return O

def solve_again(grid):
    z = rot90(grid)
    return z

def solve_bad(I):
    x1 = height(I)
    O = first(x1)
    return O
";

/// A store with imported programs and a solved task.
fn store() -> (TempDir, PathBuf) {
    let (folder, solvers) = file("solvers.py", SOLVERS);
    let store = folder.path().join("lib.sqlite");
    // Search before the import, so that the imported programs do not influence it.
    let solve = [
        "solve",
        "--task",
        "half_turn",
        "--steps",
        "200000",
        "--library",
        "none",
    ];
    run(&[&solve[..], &["--store", text(&store)]].concat()).exits(0);
    let said = run(&["library", "import", text(&solvers), "--store", text(&store)]).exits(1);
    assert_eq!(said.out, "2 programs imported, 1 known before, 1 problem\n");
    assert!(said.err.contains("solve_bad: first(x1): "), "{}", said.err);
    (folder, store)
}

#[test]
fn list_show_stats() {
    let (_folder, store) = store();
    let store = text(&store);
    let list = run(&["library", "--store", store]).exits(0);
    assert_eq!(
        (list.err.as_str(), &list.out),
        ("", &run(&["library", "list", "--store", store]).out)
    );
    let lines: Vec<&str> = list.out.lines().collect();
    assert!(
        lines[0].starts_with("hash          fits  calls  tasks"),
        "{}",
        list.out
    );
    // Programs that solve a task come first.
    assert!(
        lines[1].contains("half_turn") && lines[1].ends_with("rot180(I)"),
        "{}",
        list.out
    );
    assert!(list.out.contains("(imported: a again)"), "{}", list.out);

    let shown = run(&["library", "show", "half_turn", "--store", store]).exits(0);
    assert!(shown.out.contains("half_turn: "), "{}", shown.out);
    assert!(
        shown.out.contains("def solve(I):\n    O = rot180(I)\n"),
        "{}",
        shown.out
    );
    let hash = &lines[1][..10];
    let by_hash = run(&["library", "show", hash, "--store", store]).exits(0);
    assert!(shown.out.starts_with(&by_hash.out), "{}", by_hash.out);
    let nothing = run(&["library", "show", "half_trun", "--store", store]).exits(1);
    assert!(
        nothing.err.ends_with("; did you mean half_turn?\n"),
        "{}",
        nothing.err
    );

    let json = run(&["library", "stats", "--json", "--store", store])
        .exits(0)
        .json();
    assert_eq!(
        (&json["tasks"], &json["fits"], &json["imported"]),
        (&1.into(), &1.into(), &2.into())
    );
    assert_ne!(json["primitives"]["rot180"], Json::Null);
    let stats = run(&["library", "stats", "--store", store]).exits(0);
    assert!(
        stats
            .out
            .contains("fit their demonstrations: 1 of 1 task; 2 runs\n"),
        "{}",
        stats.out
    );
    let json = run(&["library", "--json", "--store", store])
        .exits(0)
        .json();
    assert_eq!(json["programs"][0]["tasks"][0]["task"], "half_turn");
}

#[test]
fn export_and_import_again() {
    let (folder, store) = store();
    let exported = run(&[
        "library",
        "export",
        "--store",
        text(&store),
        "--note",
        "by a test",
    ])
    .exits(0);
    assert!(
        exported
            .out
            .starts_with("# arcbatt library export: 1 program\n# by a test\n"),
        "{}",
        exported.out
    );
    let path = folder.path().join("out.py");
    run(&[
        "library",
        "export",
        "--store",
        text(&store),
        "--out",
        text(&path),
        "--note",
        "by a test",
    ])
    .exits(0);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), exported.out);
    let check = ["check", text(&path), "--task", "half_turn"];
    run(&check).exits(0);
    let other = folder.path().join("other.sqlite");
    let json = run(&[
        "library",
        "import",
        text(&path),
        "--store",
        text(&other),
        "--json",
    ])
    .exits(0)
    .json();
    assert_eq!(
        json,
        serde_json::json!({"new": 1, "known": 0, "problems": 0, "checked": null})
    );
}

#[test]
fn prune_lists_what_it_removes() {
    let (_folder, store) = store();
    let store = text(&store);
    let count = || {
        run(&["library", "--json", "--store", store]).json()["programs"]
            .as_array()
            .unwrap()
            .len()
    };
    let before = count();
    let dry = run(&[
        "library",
        "prune",
        "--dry-run",
        "--imported",
        "--store",
        store,
    ])
    .exits(0);
    assert!(dry.out.contains("would be removed"), "{}", dry.out);
    assert_eq!(count(), before);
    run(&["library", "prune", "--store", store]).exits(0);
    // The solver and the two imported programs.
    assert_eq!(count(), 3);
    let json = run(&["library", "prune", "--imported", "--store", store, "--json"])
        .exits(0)
        .json();
    assert_eq!(
        (&json["kept"], json["useless"].as_array().unwrap().len()),
        (&1.into(), 2)
    );
    assert_eq!(count(), 1);
}

#[test]
fn a_library_is_in_a_store() {
    let message = "name a store, as in --store lib.sqlite; `arcbatt solve --store F` makes one";
    for args in [
        &["library"][..],
        &["library", "prune"],
        &["library", "import", "x.py"],
    ] {
        run(args).fails_with(message);
    }
    run(&["library", "--store", "/nonexistent/lib.sqlite"])
        .fails_with("/nonexistent/lib.sqlite: no such file; `arcbatt solve --store F` makes one");
    let (_folder, path) = file(
        "lib.sqlite",
        "This is no database, only a text that is long enough.",
    );
    run(&["library", "--store", text(&path)]).fails_with(&format!(
        "{}: is no SQLite file, so it is no store; name another file",
        text(&path)
    ));
}

#[test]
fn imported_programs_keep_their_task_and_are_checked() {
    let (folder, solvers) = file(
        "s.py",
        "def solve_half_turn(I):\n    return rot180(I)\n\n\
         def solve_mirror_left_right(I):\n    return I\n\n\
         def solve_unheard_of(I):\n    return rot90(I)\n",
    );
    let path = |name: &str| folder.path().join(name);
    let (plain, checked) = (path("plain.sqlite"), path("checked.sqlite"));
    run(&["library", "import", text(&solvers), "--store", text(&plain)]).exits(0);
    let shown = run(&["library", "show", "half_turn", "--store", text(&plain)]).exits(0);
    let named = "imported as a program for half_turn\n";
    assert!(shown.out.contains(named), "{}", shown.out);

    let import = ["library", "import", text(&solvers), "--data", "embedded"];
    let import = [&import[..], &["--store", text(&checked)]].concat();
    let said = run(&import).exits(0);
    assert_eq!(
        said.out,
        "3 programs imported, 0 known before, 0 problems\n\
         checked on the built-in tasks: fit their demonstrations: 1 of 2 programs; \
         right on their tests: 1 of 2 programs\n"
    );
    let json = run(&[&import[..], &["--json"]].concat()).exits(0).json();
    let counts = serde_json::json!({"programs": 2, "fits": 1, "known": 2, "right": 1});
    assert_eq!((&json["known"], &json["checked"]), (&3.into(), &counts));
    let shown = run(&["library", "show", "half_turn", "--store", text(&checked)]).exits(0);
    let right = "half_turn: 3 of 3 demonstrations, right on its tests, ";
    assert!(shown.out.contains(right), "{}", shown.out);
    let shown = [
        "library",
        "show",
        "mirror_left_right",
        "--store",
        text(&checked),
    ];
    let shown = run(&shown).exits(0);
    assert!(
        shown.out.contains(", wrong on its tests, "),
        "{}",
        shown.out
    );
    let json = run(&["library", "--store", text(&checked), "--json"]).json();
    assert_eq!(json["programs"][0]["named"][0], "half_turn");
    assert_eq!(json["programs"][0]["tasks"][0]["right"], true);
}

#[test]
fn show_prints_the_best_and_with_all_the_others() {
    let (folder, solvers) = file(
        "s.py",
        "def solve_half_turn(I):\n    x1 = rot90(I)\n    return rot90(x1)\n\n\
         def solve_half_turn(I):\n    return rot180(I)\n\n\
         def solve_quarter_turn(I):\n    return rot90(I)\n",
    );
    let store = folder.path().join("lib.sqlite");
    let import = ["library", "import", text(&solvers), "--data", "embedded"];
    run(&[&import[..], &["--store", text(&store)]].concat()).exits(0);
    let show = |args: &[&str]| {
        let said = run(&[&["library", "show", "--store", text(&store)], args].concat()).exits(0);
        (said.out.matches("def solve(I):").count(), said.err)
    };
    let more = "1 program more for half_turn; --all shows them\n";
    assert_eq!(show(&["half_turn"]), (1, more.to_owned()));
    assert_eq!(show(&["half_turn", "--all"]), (2, String::new()));
    // Without a name, the best of every task.
    assert_eq!(show(&[]), (2, String::new()));
    assert_eq!(show(&["--all"]), (3, String::new()));
}

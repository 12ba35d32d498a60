//! Tests of what may be written.

use super::*;
use std::path::PathBuf;

fn folder_with(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        fs::write(folder.path().join(name), text).unwrap();
    }
    folder
}

fn why(result: Result<(), OutputError>) -> String {
    result.unwrap_err().problem.to_string()
}

#[test]
fn an_output_is_never_an_input() {
    let folder = folder_with(&[("task.json", ""), ("s.py", "")]);
    let path = |name: &str| folder.path().join(name);
    for force in [false, true] {
        let mut files = OutputFiles::new(force);
        files.reads("--data", &path("task.json"));
        files.reads("FILE", &path("s.py"));
        // However it is called.
        let dotted = folder.path().join(".").join("task.json");
        for path in [path("task.json"), dotted] {
            let told = why(files.may_write("--submission", &path, FileKind::Submission));
            assert_eq!(
                told,
                "--submission would replace a file that this command reads (--data); name \
                 another file"
            );
        }
        files
            .may_write("--out", &path("new.py"), FileKind::Solvers)
            .unwrap();
    }
}

#[cfg(unix)]
#[test]
fn links_to_an_input_are_the_input() {
    let folder = folder_with(&[("task.json", "")]);
    let path = |name: &str| folder.path().join(name);
    std::os::unix::fs::symlink("task.json", path("link.json")).unwrap();
    fs::hard_link(path("task.json"), path("hard.json")).unwrap();
    std::os::unix::fs::symlink(folder.path(), path("here")).unwrap();
    let mut files = OutputFiles::new(true);
    files.reads("--data", &path("task.json"));
    for name in ["link.json", "hard.json", "here/task.json"] {
        let told = why(files.may_write("--submission", &path(name), FileKind::Submission));
        assert!(told.contains("reads (--data)"), "{told}");
    }
    // A new file is found through a link to its folder, too.
    files
        .may_write("--out", &path("new.py"), FileKind::Solvers)
        .unwrap();
    let told = why(files.may_write("--svg", &path("here/new.py"), FileKind::Svg));
    assert!(told.starts_with("--out and --svg name"), "{told}");
}

#[test]
fn the_files_of_a_folder_that_is_read_are_inputs() {
    let folder = folder_with(&[("a.json", "")]);
    let path = |name: &str| folder.path().join(name);
    let mut files = OutputFiles::new(true);
    files.reads_folder("--data", folder.path(), "json");
    let told = why(files.may_write("--submission", &path("a.json"), FileKind::Submission));
    assert!(told.contains("reads (--data)"), "{told}");
    // A new file, and one that is not read.
    for name in ["b.json", "a.svg"] {
        files
            .may_write("--submission", &path(name), FileKind::Submission)
            .unwrap();
    }
}

#[test]
fn outputs_of_one_command_differ() {
    let folder = folder_with(&[]);
    let path = folder.path().join("x");
    let mut files = OutputFiles::new(true);
    files.may_write("--out", &path, FileKind::Solvers).unwrap();
    assert_eq!(
        why(files.may_write("--submission", &path, FileKind::Submission)),
        "--out and --submission name the same file; give each its own"
    );
    for _ in 0..2 {
        let null = Path::new("/dev/null");
        files.may_write("--html", null, FileKind::Html).unwrap();
    }
}

#[test]
fn the_files_of_a_store_are_not_replaced() {
    let folder = folder_with(&[("lib.sqlite", ""), ("s.py", "")]);
    let path = |name: &str| folder.path().join(name);
    let mut files = OutputFiles::new(true);
    files.reads("FILE", &path("s.py"));
    let told = why(files.keeps_store("--store", &path("s.py")));
    assert!(told.contains("reads (FILE)"), "{told}");
    files.keeps_store("--store", &path("lib.sqlite")).unwrap();
    for name in ["lib.sqlite", "lib.sqlite-wal", "lib.sqlite-shm"] {
        let told = why(files.may_write("--out", &path(name), FileKind::Solvers));
        assert!(told.starts_with("--store and --out name"), "{told}");
    }
    // A library may be the store, too.
    fs::write(path("lib.sqlite"), b"SQLite format 3\0").unwrap();
    let mut files = OutputFiles::new(false);
    files.reads_store("--library", &path("lib.sqlite"));
    files.keeps_store("--store", &path("lib.sqlite")).unwrap();
}

#[test]
fn another_kind_of_file_is_replaced_only_if_forced() {
    let solver = "def solve(I):\n    return I\n";
    let task = r#"{"train": [{"input": [[1]], "output": [[2]]}], "test": []}"#;
    let kinds: [(&str, &str, FileKind, &str); 8] = [
        (
            "SQLite format 3\0",
            "a store",
            FileKind::Submission,
            "a submission",
        ),
        (solver, "a file of solvers", FileKind::Svg, "an SVG picture"),
        (
            task,
            "a file of tasks",
            FileKind::Submission,
            "a submission",
        ),
        ("arcbatt batt 1\n", "a batt", FileKind::Png, "a PNG picture"),
        ("{}", "a JSON file", FileKind::Profile, "a profile"),
        (
            "dear diary",
            "a file of another kind",
            FileKind::Markdown,
            "a report on a profile",
        ),
        (
            "# arcbatt run: round 1, seed 0\n",
            "a file of solvers",
            FileKind::Batt,
            "a batt",
        ),
        (
            "\u{89}PNG\r\n",
            "a file of another kind",
            FileKind::Plan,
            "a plan",
        ),
    ];
    for (text, found, kind, wanted) in kinds {
        let folder = folder_with(&[("x", text)]);
        let path: PathBuf = folder.path().join("x");
        assert_eq!(
            why(OutputFiles::new(false).may_write("--out", &path, kind)),
            format!(
                "--out would replace {found} by {wanted}; name another file, or add --force to \
                 replace it"
            )
        );
        OutputFiles::new(true)
            .may_write("--out", &path, kind)
            .unwrap();
    }
}

#[test]
fn a_file_of_the_same_kind_is_replaced() {
    for (text, kind) in [
        (
            "{\n\"a\": [\n  {\"attempt_1\": [[0]]}]}",
            FileKind::Submission,
        ),
        (
            "{\"schema\":9,\"tool\":\"arcbatt 0.1.0\",",
            FileKind::Profile,
        ),
        ("{\"header\": {\"engine\":\"0.1.0\"}", FileKind::Plan),
        ("<svg xmlns=", FileKind::Svg),
        ("<?xml version=\"1.0\"?><svg", FileKind::Svg),
        ("arcbatt batt 3", FileKind::Batt),
        ("", FileKind::Profile),
        ("anything", FileKind::Solvers),
    ] {
        let folder = folder_with(&[("x", text)]);
        OutputFiles::new(false)
            .may_write("--out", &folder.path().join("x"), kind)
            .unwrap();
    }
}

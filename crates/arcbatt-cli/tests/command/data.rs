//! `arcbatt data`.

use super::*;
use arcbatt::task::{Leniency, load};

#[test]
fn the_list_shows_which_sets_are_installed() {
    let said = run(&["data"]).exits(0);
    assert_eq!(said.out, run(&["data", "list"]).out);
    assert!(said.out.starts_with("embedded "), "{}", said.out);
    assert!(
        said.out
            .contains("arc2-training    1,000 tasks  not downloaded\n")
    );
    assert!(said.out.contains("`arcbatt data pull`"));
    let json = run(&["data", "list", "--json"]).exits(0).json();
    assert_eq!(json["sets"][0]["here"], true);
    assert_eq!(json["sets"][1]["name"], "arc1-training");
    assert_eq!(json["sets"][1]["here"], false);
}

#[test]
fn pulling_without_python_says_what_to_do() {
    let cache = tempfile::tempdir().unwrap();
    let mut command = command(&["data", "pull"]);
    command
        .env("XDG_CACHE_HOME", cache.path())
        .env("ARCBATT_PYTHON", "/nonexistent/python");
    let said = run_with(command, "").exits(2);
    assert!(said.err.starts_with("error: no Python"), "{}", said.err);
    assert!(said.err.contains("ARCBATT_PYTHON"), "{}", said.err);
}

#[test]
fn generated_tasks_load_are_solved_and_are_reproducible() {
    let folder = tempfile::tempdir().unwrap();
    let [one, many] = ["one", "many"].map(|name| folder.path().join(name));
    let make = |out: &Path, more: &[&str]| {
        let args = [
            "data",
            "make",
            "--tasks",
            "250",
            "--seed",
            "7",
            "--out",
            text(out),
        ];
        run(&[&args[..], more].concat())
    };
    let said = make(&one, &[]).exits(0);
    assert!(
        said.out.starts_with("250 tasks in 250 files in "),
        "{}",
        said.out
    );
    make(&many, &["--per-file", "100"]).exits(0);
    let files = |path: &Path| std::fs::read_dir(path).unwrap().count();
    assert_eq!((files(&one), files(&many)), (250, 3));
    let tasks = |path: &Path| load(path, Leniency::Strict).unwrap().data;
    let (a, b) = (tasks(&one), tasks(&many));
    assert_eq!(a.tasks, b.tasks);
    assert_eq!(a.answers, b.answers);

    let json = run(&["check", "--data", text(&one), "--json"])
        .exits(0)
        .json();
    assert_eq!(json["totals"]["solved"], 250);

    let refused = make(&one, &[]).exits(2);
    assert!(
        refused.err.contains("the folder is not empty"),
        "{}",
        refused.err
    );
    let json = make(&one, &["--force", "--json"]).exits(0).json();
    assert_eq!(json["tasks"], 250);
    assert_eq!(json["complete"], true);
    assert_eq!(files(&one), 250);
}

#[cfg(unix)]
#[test]
fn an_interrupt_leaves_only_complete_files() {
    use std::time::Duration;
    for per_file in ["1", "50"] {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("made");
        let args = ["data", "make", "--tasks", "1000000000", "--out", text(&out)];
        let mut child = command(&args)
            .args(["--per-file", per_file])
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let begun = || std::fs::read_dir(&out).is_ok_and(|files| files.count() > 5);
        while !begun() && child.try_wait().unwrap().is_none() {
            std::thread::sleep(Duration::from_millis(5));
        }
        let pid = child.id().to_string();
        let sent = Command::new("kill").args(["-INT", &pid]).status().unwrap();
        assert!(sent.success());
        let output = child.wait_with_output().unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{err}");
        assert!(err.starts_with("error: interrupted: "), "{err}");
        let hidden = |name: &std::ffi::OsStr| name.to_string_lossy().starts_with('.');
        let left = std::fs::read_dir(&out).unwrap();
        assert!(left.flatten().all(|file| !hidden(&file.file_name())));
        assert!(!load(&out, Leniency::Strict).unwrap().data.tasks.is_empty());
    }
}

#[test]
fn the_first_tasks_are_read_without_the_other_files() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("tasks");
    let make = ["data", "make", "--tasks", "5", "--out", text(&data)];
    run(&make).exits(0);
    std::fs::write(data.join("zz.json"), "{").unwrap();
    let tasks = ["--data", text(&data)];
    run(&[&["show", "--list"], &tasks[..]].concat()).exits(2);
    let said = run(&[&["show", "--list", "--tasks", "3"], &tasks[..]].concat()).exits(0);
    assert_eq!(said.err, "");
    let profile = ["profile", "--mutants", "0", "--tasks", "3", "--json"];
    let said = run(&[&profile, &tasks[..]].concat()).exits(0);
    assert_eq!(said.json()["subject"]["tasks"], 3);
    // The other tasks are as many as before.
    let said = run(&[&["show", "--list", "--tasks", "5", "--json"], &tasks[..]].concat()).exits(0);
    assert_eq!(said.err, "");
}

//! Outputs never destroy: not an input, another output, a store, or a file of another kind.

use super::*;
use std::fs;

/// Runs the command, which must refuse and leave every file of the folder as it is.
#[track_caller]
fn refuses(folder: &Path, args: &[&str], message: &str) {
    let contents = || {
        let files = fs::read_dir(folder).unwrap().flatten();
        let mut files: Vec<_> = files
            .filter(|file| file.path().is_file())
            .map(|file| (file.path(), fs::read(file.path()).unwrap()))
            .collect();
        files.sort();
        files
    };
    let before = contents();
    let mut command = command(args);
    command.current_dir(folder);
    let said = run_with(command, "").exits(2);
    assert_eq!(said.err, format!("error: {message}\n"), "{args:?}");
    assert_eq!(contents(), before, "{args:?}");
}

/// A folder with a task, solvers for it, a store, a batt and a plan.
fn workshop() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("task.json", TASK);
    write(
        "s.py",
        "def solve_task(I):\n    O = hmirror(I)\n    return O\n",
    );
    write("notes.md", "# Years of work\n");
    let said = |args: &[&str]| {
        let mut command = command(args);
        command.current_dir(folder.path());
        run_with(command, "").exits(0);
    };
    said(&["library", "import", "s.py", "--store", "lib.sqlite"]);
    said(&["card", "s.py", "--mutants", "0", "--out", "x.batt"]);
    let plan = ["shard", "plan", "run", "s.py", "--data", "task.json"];
    said(&[&plan[..], &["--shards", "1", "--out", "plan.json"]].concat());
    said(&[
        "shard",
        "run",
        "plan.json",
        "--index",
        "0",
        "--out",
        "results",
    ]);
    folder
}

#[test]
fn inputs_and_other_outputs_are_never_replaced() {
    let folder = workshop();
    let reads = |file: &str, option: &str, input: &str| {
        format!(
            "{file}: {option} would replace a file that this command reads ({input}); name another \
             file"
        )
    };
    let both = |file: &str, first: &str, second: &str| {
        format!("{file}: {first} and {second} name the same file; give each its own")
    };
    fs::write(folder.path().join("task.svg"), TASK).unwrap();
    fs::hard_link(
        folder.path().join("task.json"),
        folder.path().join("other.json"),
    )
    .unwrap();
    fs::copy(
        folder.path().join("lib.sqlite"),
        folder.path().join("lib.json"),
    )
    .unwrap();
    let data = ["--data", "task.json"];
    let solve = [&["solve", "--steps", "100"][..], &data].concat();
    let run = [&["run", "s.py", "--freeze"][..], &data].concat();
    let task = reads("task.json", "--submission", "--data");
    let cases: Vec<(Vec<&str>, &[&str], String)> = vec![
        (solve.clone(), &["--submission", "task.json"], task.clone()),
        (
            solve.clone(),
            &["--submission", "other.json"],
            reads("other.json", "--submission", "--data"),
        ),
        (
            solve.clone(),
            &["--library", "s.py", "--out", "s.py"],
            reads("s.py", "--out", "--library"),
        ),
        (
            solve.clone(),
            &["--store", "lib.json", "--submission", "lib.json"],
            both("lib.json", "--store", "--submission"),
        ),
        (
            solve.clone(),
            &["--submission", "new.json", "--profile", "./new.json"],
            both("./new.json", "--submission", "--profile"),
        ),
        (run.clone(), &["--submission", "task.json"], task.clone()),
        (
            run.clone(),
            &["--out", "s.py"],
            reads("s.py", "--out", "FILE"),
        ),
        (
            [&["check", "s.py"][..], &data].concat(),
            &["--submission", "task.json"],
            task.clone(),
        ),
        (
            vec!["rank", "s.py", "--data", "task.json"],
            &["--submission", "task.json"],
            task.clone(),
        ),
        (
            [&["batt", "x.batt"][..], &data].concat(),
            &["--profile", "task.json"],
            reads("task.json", "--profile", "--data"),
        ),
        (
            [&["profile", "s.py", "--mutants", "0"][..], &data].concat(),
            &["--json", "task.json"],
            reads("task.json", "--json", "--data"),
        ),
        (
            [&["profile", "s.py", "--mutants", "0"][..], &data].concat(),
            &["--json", "new.json", "--firefox", "new.json"],
            both("new.json", "--json", "--firefox"),
        ),
        (
            vec!["show", "task.svg"],
            &["--svg", "task.svg"],
            reads("task.svg", "--svg", "TASK"),
        ),
        (
            vec!["trace", "task.svg", "s.py"],
            &["--svg", "task.svg"],
            reads("task.svg", "--svg", "TASK"),
        ),
        (
            [
                &["shard", "plan", "run", "s.py", "--shards", "1"][..],
                &data,
            ]
            .concat(),
            &["--out", "task.json"],
            reads("task.json", "--out", "--data"),
        ),
        (
            vec!["shard", "merge", "plan.json", "results"],
            &["--submission", "plan.json"],
            reads("plan.json", "--submission", "PLAN"),
        ),
        (
            vec!["shard", "merge", "plan.json", "results"],
            &["--submission", "new.json", "--report", "new.json"],
            both("new.json", "--submission", "--report"),
        ),
    ];
    for (command, options, message) in &cases {
        let args = [&command[..], options].concat();
        refuses(folder.path(), &args, message);
        // Not even if it is forced.
        refuses(folder.path(), &[&args[..], &["--force"]].concat(), message);
    }
}

#[test]
fn files_of_another_kind_are_replaced_only_with_force() {
    let folder = workshop();
    let path = |name: &str| folder.path().join(name);
    let would = |file: &str, option: &str, found: &str, wanted: &str| {
        format!(
            "{file}: {option} would replace {found} by {wanted}; name another file, or add --force \
             to replace it"
        )
    };
    fs::copy(path("task.json"), path("b.json")).unwrap();
    fs::copy(path("s.py"), path("b.svg")).unwrap();
    fs::copy(path("s.py"), path("b.py")).unwrap();
    fs::copy(path("lib.sqlite"), path("b.batt")).unwrap();
    fs::copy(path("s.py"), path("b.html")).unwrap();
    fs::copy(path("lib.sqlite"), path("b.png")).unwrap();
    let submission = would("b.json", "--submission", "a file of tasks", "a submission");
    let data = ["--data", "task.json"];
    let solve = [&["solve", "--steps", "100"][..], &data].concat();
    let foreign = "was not written by `arcbatt solve --out`; name another file, or add --force to \
                   replace it";
    let cases: Vec<(Vec<&str>, &[&str], String)> = vec![
        (
            solve.clone(),
            &["--submission", "b.json"],
            submission.clone(),
        ),
        (
            solve.clone(),
            &["--out", "b.py"],
            format!("b.py: {foreign}"),
        ),
        (
            solve.clone(),
            &["--profile", "notes.md"],
            would(
                "notes.md",
                "--profile",
                "a file of another kind",
                "a report on a profile",
            ),
        ),
        (
            [&["check", "s.py"][..], &data].concat(),
            &["--submission", "b.json"],
            submission.clone(),
        ),
        (
            [&["rank", "s.py"][..], &data].concat(),
            &["--submission", "b.json"],
            submission,
        ),
        (
            vec!["card", "s.py", "--mutants", "0"],
            &["--out", "b.batt"],
            would("b.batt", "--out", "a store", "a batt"),
        ),
        (
            vec!["profile", "s.py", "--data", "task.json", "--mutants", "0"],
            &["--html", "b.html"],
            would(
                "b.html",
                "--html",
                "a file of solvers",
                "the page of a profile",
            ),
        ),
        (
            vec!["show", "task.json"],
            &["--svg", "b.svg"],
            would("b.svg", "--svg", "a file of solvers", "an SVG picture"),
        ),
        (
            vec!["show", "task.json"],
            &["--png", "b.png"],
            would("b.png", "--png", "a store", "a PNG picture"),
        ),
        (
            vec!["library", "export", "--all", "--store", "lib.sqlite"],
            &["--out", "b.py"],
            would("b.py", "--out", "a file of solvers", "a solver file"),
        ),
        (
            [
                &["shard", "plan", "run", "s.py", "--shards", "1"][..],
                &data,
            ]
            .concat(),
            &["--out", "b.json"],
            would("b.json", "--out", "a file of tasks", "a plan"),
        ),
        (
            vec!["shard", "merge", "plan.json", "results"],
            &["--report", "b.json"],
            would(
                "b.json",
                "--report",
                "a file of tasks",
                "a report on shards",
            ),
        ),
    ];
    for (command, options, message) in &cases {
        let args = [&command[..], options].concat();
        let file = path(options[1]);
        let before = fs::read(&file).unwrap();
        refuses(folder.path(), &args, message);
        let mut forced = super::command(&[&args[..], &["--force"]].concat());
        forced.current_dir(folder.path());
        let said = run_with(forced, "");
        assert_ne!(said.code, Some(2), "{args:?}: {}", said.err);
        assert_ne!(fs::read(&file).unwrap(), before, "{args:?}");
        // What the command wrote itself it replaces without being forced.
        let mut again = super::command(&args);
        again.current_dir(folder.path());
        let said = run_with(again, "");
        assert_ne!(said.code, Some(2), "{args:?}: {}", said.err);
        fs::write(&file, before).unwrap();
    }
}

#[cfg(unix)]
#[test]
fn a_limit_on_the_size_of_files_is_an_error_with_a_name() {
    let folder = workshop();
    let limited = |args: &str| {
        let mut shell = Command::new("sh");
        // In blocks of 512 bytes.
        let script = format!("ulimit -f 4; exec \"$ARCBATT\" {args}");
        shell.args(["-c", &script]).current_dir(folder.path());
        shell.env("ARCBATT", env!("CARGO_BIN_EXE_arcbatt"));
        shell.env("XDG_CACHE_HOME", "/dev/null/cache");
        run_with(shell, "").exits(2)
    };
    let said = limited("show gravity_down --svg new.svg");
    let why = "it would be larger than the limit on the size of files (ulimit -f)";
    assert_eq!(
        said.err,
        format!("error: new.svg: cannot write it: {why}\n")
    );
    assert!(!folder.path().join("new.svg").exists());
    let said = limited("solve --steps 1000 --store new.sqlite");
    assert!(said.err.starts_with("error: new.sqlite: "), "{}", said.err);
}

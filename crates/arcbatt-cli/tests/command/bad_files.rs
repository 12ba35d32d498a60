//! Files of the wrong kind, and paths that cannot be written.

use super::*;

#[test]
fn folders_instead_of_files_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    let place = text(folder.path());
    let (_folder, store) = file("lib.sqlite", "");
    let read = "it is a folder; name a file";
    for (args, message) in [
        (&["check", place][..], "cannot read solvers from it: "),
        (&["batt", place], "cannot read solvers from it: "),
        (&["score", place], ""),
        (&["conform", place], "cannot read vectors from it: "),
        (&["profile", "diff", place, place], "cannot read it: "),
        (&["card", "--out", place], "cannot write it: "),
        (&["run", "--out", place], "cannot write it: "),
        (&["profile", "--html", place], "cannot write it: "),
        (&["show", "half_turn", "--png", place], "cannot write it: "),
        (
            &["library", "export", "--out", place, "--store", text(&store)],
            "cannot write it: ",
        ),
    ] {
        let said = run(args).exits(2);
        let told = said.err.lines().last().unwrap();
        assert_eq!(told, format!("error: {place}: {message}{read}"), "{args:?}");
    }
}

#[test]
fn unwritable_paths_are_reported_before_the_work() {
    let message = "cannot write it: there is no folder /nonexistent";
    for args in [
        &["run", "--profile", "/nonexistent/p.html"][..],
        &["batt", "--profile", "/nonexistent/p.html"],
        &["solve", "--profile", "/nonexistent/p.html"],
        &["profile", "--html", "/nonexistent/p.html"],
    ] {
        run(args).fails_with(&format!("/nonexistent/p.html: {message}"));
    }
}

#[test]
fn files_that_are_not_batts_are_not_overwritten() {
    let (_folder, path) = file("notes.batt", "years of work\n");
    run(&["card", "--mutants", "0", "--out", text(&path)]).fails_with(&format!(
        "{}: --out would replace a file of another kind by a batt; name another file, or add --force \
         to replace it",
        text(&path)
    ));
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "years of work\n");
}

#[test]
fn any_file_name_may_be_a_task_and_empty_folders_are_explained() {
    let (folder, path) = file("mine", TASK);
    let said = |args: &[&str]| {
        let mut command = command(args);
        command.current_dir(folder.path());
        run_with(command, "")
    };
    assert!(said(&["show", "mine"]).exits(0).out.starts_with("mine\n"));
    std::fs::create_dir(folder.path().join("empty")).unwrap();
    said(&["show", "empty"]).fails_with("empty: no task files (*.json) in this folder");
    let what = text(&path);
    run(&["check", "--data", what, "--task", "other"]).fails_with(&format!(
        "no task \"other\" in {what}; `arcbatt show --list --data {what}` lists the tasks"
    ));
}

#[test]
fn tasks_without_a_solver_are_not_run() {
    let (_folder, path) = file("none.py", "x = 1\n");
    for args in [
        &["run", "--solvers", text(&path)][..],
        &["profile", "--solvers", text(&path)],
        &["check", text(&path)],
    ] {
        let said = run(args).exits(2);
        let told = said.err.lines().last().unwrap();
        let message = "no solver in it that can run";
        assert_eq!(told, format!("error: {}: {message}", text(&path)));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_reported_with_the_file() {
    let full = std::fs::File::options().write(true).open("/dev/full");
    for args in [&["dsl"][..], &["dsl", "--json"]] {
        let full = full.as_ref().unwrap().try_clone().unwrap();
        let output = command(args).stdout(full).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(
            told.starts_with("error: cannot write the standard output: "),
            "{told}"
        );
    }
}

#[test]
fn unsolved_tasks_are_named() {
    let (_folder, path) = file("two.py", "def solve_x(I):\n    return rot90(I)\n");
    let args = ["--freeze", "--task", "crop_largest", "--task", "stamp"];
    let args = [&["run", "--solvers", text(&path)], &args[..]].concat();
    let said = run(&args).exits(1);
    assert!(
        said.out
            .contains("\nno program fits: crop_largest, stamp\n"),
        "{}",
        said.out
    );
    // All answers count, including those of tasks without a solver.
    assert!(said.out.contains(" 0 of 3 test outputs"), "{}", said.out);
    let said = run(&[
        "solve",
        "--task",
        "stamp",
        "--library",
        "none",
        "--steps",
        "1",
    ])
    .exits(1);
    assert!(
        said.out.contains("no program fits: stamp\n"),
        "{}",
        said.out
    );
}

#[cfg(unix)]
#[test]
fn a_pipe_may_hold_solvers_but_no_store() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe");
    let made = Command::new("mkfifo").arg(&pipe).status();
    assert!(made.expect("mkfifo is installed").success());
    for args in [
        &["library", "--store", text(&pipe)][..],
        &["solve", "--tasks", "1", "--store", text(&pipe)],
    ] {
        let message = "cannot be opened: it is a device or a pipe";
        run(args).fails_with(&format!("{}: {message}", text(&pipe)));
    }
    let writer = {
        let pipe = pipe.clone();
        let solver = "def solve_half_turn(I):\n    return rot180(I)\n";
        std::thread::spawn(move || std::fs::write(pipe, solver))
    };
    let args = ["--task", "stamp", "--steps", "10", "--json"];
    let args = [&["solve", "--library", text(&pipe)], &args[..]].concat();
    let json = run(&args).json();
    writer.join().unwrap().unwrap();
    assert_eq!(json["library"], 1);
}

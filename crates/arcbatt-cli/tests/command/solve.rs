//! `arcbatt solve`: its output and files, when repeated, interrupted, killed and resumed.

use super::*;
use arcbatt::session::submission::Submission;
use arcbatt::store::{Standing, Store};
use arcbatt::task::generators;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// The report without its times and other values that vary from run to run.
fn timeless_json(json: &Json) -> Json {
    let mut json = json.clone();
    json["wall_ms"] = Json::Null;
    json["header"] = Json::Null;
    for task in json["tasks"].as_array_mut().unwrap() {
        task["ms"] = Json::Null;
    }
    json
}

fn tasks(json: &Json) -> &Vec<Json> {
    json["tasks"].as_array().unwrap()
}

/// Reads the submission; panics unless it has two grids for every test of the first tasks.
#[track_caller]
fn valid(path: &Path, count: usize) -> Submission {
    let submission = Submission::read(path).unwrap();
    for task in &generators::embedded().tasks[..count] {
        let attempts = submission.attempts(&task.id).unwrap();
        assert_eq!(attempts.len(), task.test.len(), "{}", task.id);
    }
    assert_eq!(submission.ids().count(), count);
    submission
}

#[test]
fn a_simple_task_is_solved_reported_and_stored() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let (store, submission, out) = (path("lib.sqlite"), path("s.json"), path("s.py"));
    let args = [
        "solve",
        "--task",
        "half_turn",
        "--steps",
        "200000",
        "--library",
        "none",
    ];
    let files = [
        "--store",
        text(&store),
        "--submission",
        text(&submission),
        "--out",
        text(&out),
    ];
    let said = run(&[&args[..], &files].concat()).exits(0);
    assert_eq!(said.err, "");
    let said = said.out.replace(text(folder.path()), "DIR");
    let lines: Vec<&str> = said.lines().collect();
    assert!(
        lines[4].starts_with("task       by            calls  tests  program"),
        "{said}"
    );
    assert!(lines[5].starts_with("half_turn  "), "{said}");
    assert!(lines[5].ends_with("ok     rot180(I)"), "{said}");
    assert!(
        said.contains(
            "\nfit their demonstrations: 1 of 1 task; right on their tests: 1 of 1 task, "
        ),
        "{said}"
    );
    assert_eq!(
        *lines.last().unwrap(),
        "line by line: arcbatt trace half_turn DIR/s.py"
    );
    // All files agree.
    let solvers = std::fs::read_to_string(&out).unwrap();
    assert!(
        solvers.starts_with("# arcbatt solve: 1 of 1 tasks\n"),
        "{solvers}"
    );
    assert!(
        solvers.contains("def solve_half_turn(I):\n    O = rot180(I)\n"),
        "{solvers}"
    );
    run(&["trace", "half_turn", text(&out)]).exits(0);
    let traced = run(&["trace", "half_turn", "--store", text(&store), "--pair", "2"]).exits(0);
    assert!(traced.out.contains("rot180(I)"), "{}", traced.out);
    let score = ["score", text(&submission), "--task", "half_turn"];
    run(&score).exits(0);
    // A file of another kind is not overwritten; an earlier output is.
    run(&[&args[..], &["--out", text(&out)]].concat()).exits(0);
    let theirs = path("theirs.py");
    std::fs::write(&theirs, "import this\n").unwrap();
    run(&[&args[..], &["--out", text(&theirs)]].concat()).fails_with(&format!(
        "{}: was not written by `arcbatt solve --out`; name another file, or add --force to \
         replace it",
        text(&theirs)
    ));
    // The next search of other tasks may use the store.
    let other = ["solve", "--task", "mirror_left_right", "--steps", "200000"];
    let again = run(&[&other[..], &["--store", text(&store), "--json"]].concat()).exits(0);
    assert_ne!(again.json()["library"], 0);
    // A store may be used without being written.
    let again = run(&[&other[..], &["--library", text(&store), "--json"]].concat()).exits(0);
    assert_ne!(again.json()["library"], 0);
    let none = run(&[&args[..], &["--json"]].concat()).exits(0);
    assert_eq!(none.json()["library"], 0);
}

#[test]
fn results_do_not_depend_on_the_number_of_threads() {
    let args = [
        "solve", "--tasks", "8", "--steps", "3000", "--passes", "2", "--json",
    ];
    let with = |threads: &str| {
        let said = run(&[&args[..], &["--threads", threads]].concat());
        assert!(matches!(said.code, Some(0 | 1)), "{}", said.err);
        timeless_json(&said.json())
    };
    let one = with("1");
    assert_eq!(one["tasks"].as_array().unwrap().len(), 8);
    assert_eq!(one, with("2"));
    assert_eq!(one, with("1"));
}

#[test]
fn json_has_every_result() {
    let args = [
        "solve",
        "--task",
        "half_turn",
        "--steps",
        "200000",
        "--library",
        "none",
        "--json",
    ];
    let json = run(&args).exits(0).json();
    let task = &json["tasks"][0];
    assert_eq!(task["id"], "half_turn");
    assert_eq!(task["fits"], true);
    assert_eq!(task["matched"], task["demonstrations"]);
    assert_eq!(
        task["program"],
        "def solve(I):\n    O = rot180(I)\n    return O\n"
    );
    assert_eq!(task["tests_right"], task["tests_known"]);
    assert_eq!(
        task["attempts"].as_array().unwrap().len() as u64,
        task["tests"]
    );
    assert_eq!(json["totals"]["fits"], 1);
    assert_eq!(json["ending"], "done");
    assert_eq!(json["budget"], "200000 steps a task");
}

#[test]
fn answers_in_the_data_change_nothing() {
    let task = |answer: &str| {
        format!(
            r#"{{"train": [{{"input": [[1, 2], [3, 4]], "output": [[3, 4], [1, 2]]}}],
            "test": [{{"input": [[1], [2]]{answer}}}]}}"#
        )
    };
    let solve = |answer: &str| {
        let (_folder, path) = file("task.json", &task(answer));
        let args = ["solve", "--steps", "2000", "--json", "--data", text(&path)];
        let said = run(&args);
        let mut json = timeless_json(&said.json());
        json["totals"] = Json::Null;
        let verdict = (
            json["tasks"][0]["tests_known"].take(),
            json["tasks"][0]["tests_right"].take(),
            json["tasks"][0]["right"].take(),
        );
        (json, verdict)
    };
    let (without, unknown) = solve("");
    let (right, known) = solve(r#", "output": [[2], [1]]"#);
    let (wrong, known_wrong) = solve(r#", "output": [[7, 7]]"#);
    assert_eq!(without, right);
    assert_eq!(without, wrong);
    assert_eq!((unknown.0, known.0), (0.into(), 1.into()));
    // Without answers nobody knows.
    assert_eq!((unknown.2, known_wrong.2), (Json::Null, false.into()));
}

/// The results of the last run in a store, if there is one yet.
fn standings(store: &Path) -> BTreeMap<usize, Standing> {
    let read = || {
        let store = Store::open_to_read(store).ok()?;
        let run = store.runs().ok()?.into_iter().next()?;
        store.standings(run.run).ok()
    };
    read().unwrap_or_default()
}

#[test]
fn killed_and_resumed_searches_end_the_same() {
    const TASKS: usize = 90;
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("lib.sqlite");
    let submission = folder.path().join("submission.json");
    let count = TASKS.to_string();
    let base = ["solve", "--tasks", &count, "--steps", "4000", "--json"];
    let kept = ["--store", text(&store), "--submission", text(&submission)];
    let mut rng = arcbatt::rng::Rng::of("kill", &[3]);
    let mut done_before = 0;
    for moment in 0..10 {
        let resume: &[&str] = match standings(&store).is_empty() {
            true => &[],
            false => &["--resume"],
        };
        let mut child = command(&[&base[..], &kept, resume].concat())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        // The first process dies around the creation of its store, the others after a few tasks.
        let wanted = if moment == 0 { 0 } else { done_before + 1 };
        let started = Instant::now();
        while standings(&store).len() < wanted && child.try_wait().unwrap().is_none() {
            assert!(
                started.elapsed() < Duration::from_secs(300),
                "nothing happens"
            );
            std::thread::sleep(Duration::from_millis(2));
        }
        std::thread::sleep(Duration::from_millis(rng.below(25)));
        child.kill().unwrap();
        child.wait().unwrap();
        let after = standings(&store);
        assert!(after.len() >= done_before);
        assert!(after.values().all(|standing| standing.pass == 1));
        if submission.exists() {
            valid(&submission, TASKS);
        }
        done_before = after.len();
    }
    assert!(done_before >= 9, "{done_before}");
    let resumed = run(&[&base[..], &kept, &["--resume"]].concat()).json();
    assert_eq!(resumed["resumed"], done_before);
    let resumed_submission = valid(&submission, TASKS);
    let mut whole = run(&[&base[..], &["--submission", text(&submission)]].concat()).json();
    assert_eq!(valid(&submission, TASKS), resumed_submission);
    // Apart from the history, the report is the same.
    whole["resumed"] = resumed["resumed"].clone();
    whole["run"] = resumed["run"].clone();
    whole["library"] = resumed["library"].clone();
    whole["passes"] = resumed["passes"].clone();
    let (whole, resumed) = (timeless_json(&whole), timeless_json(&resumed));
    for (one, other) in tasks(&whole).iter().zip(tasks(&resumed)) {
        assert_eq!(one, other);
    }
    assert!(whole == resumed);
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_with_a_report_and_a_valid_submission() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("lib.sqlite");
    let submission = folder.path().join("submission.json");
    // Longer than the test waits.
    let args = ["solve", "--time-per-task", "1h", "--threads", "2", "--json"];
    let kept = ["--store", text(&store), "--submission", text(&submission)];
    let child = command(&[&args[..], &kept].concat())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let started = Instant::now();
    // Once there is a submission, the signal is handled.
    while !submission.exists() {
        assert!(
            started.elapsed() < Duration::from_secs(120),
            "no submission"
        );
        std::thread::sleep(Duration::from_millis(5));
    }
    valid(&submission, 106);
    std::thread::sleep(Duration::from_millis(300));
    let id = child.id().to_string();
    let status = Command::new("kill").args(["-INT", &id]).status();
    assert!(status.unwrap().success());
    let output = child.wait_with_output().unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    assert!(err.contains("ended early"), "{err}");
    let json: Json = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(json["ending"], "stopped");
    assert_eq!(json["tasks"].as_array().unwrap().len(), 106);
    valid(&submission, 106);
    // Every reported result is in the store.
    let kept = standings(&store);
    for (place, task) in json["tasks"].as_array().unwrap().iter().enumerate() {
        let matched = kept.get(&place).map_or(0, |standing| standing.matched);
        assert_eq!(task["matched"], matched, "{}", task["id"]);
    }
}

#[test]
fn the_time_limit_holds_and_other_tasks_get_the_rest() {
    let folder = tempfile::tempdir().unwrap();
    let submission = folder.path().join("submission.json");
    let args = ["solve", "--tasks", "6", "--time-per-task", "20ms", "--json"];
    let more = ["--time-total", "1s", "--submission", text(&submission)];
    let json = run(&[&args[..], &more].concat()).json();
    valid(&submission, 6);
    let open = json["totals"]["fits"] != json["totals"]["tasks"];
    if open {
        assert_eq!(json["ending"], "time");
    }
}

#[test]
fn wrong_arguments_are_rejected() {
    let folder = tempfile::tempdir().unwrap();
    let none = folder.path().join("none.sqlite");
    run(&["solve", "--resume", "--store", text(&none)]).fails_with(&format!(
        "{}: no such file; `arcbatt solve --store F` makes one",
        text(&none)
    ));
    run(&["solve", "--task", "half_trun"])
        .fails_with("no task \"half_trun\" in the built-in tasks; did you mean half_turn?");
    for args in [
        &["solve", "--resume"][..],
        &["solve", "--steps", "5", "--time-total", "5s"],
        &["solve", "--steps", "0"],
        &["solve", "--tasks", "0"],
        &["solve", "--memory", "lots"],
        &["solve", "--threads", "0"],
    ] {
        let said = run(args).exits(2);
        assert!(said.err.starts_with("error: "), "{}", said.err);
    }
    let (_folder, path) = file("notes.txt", "not a store, but longer than a header is\n");
    run(&["solve", "--task", "half_turn", "--store", text(&path)]).fails_with(&format!(
        "{}: is no SQLite file, so it is no store; name another file",
        text(&path)
    ));
    // Another seed makes another run.
    let store = folder.path().join("lib.sqlite");
    let args = [
        "solve",
        "--task",
        "half_turn",
        "--steps",
        "10",
        "--library",
        "none",
    ];
    let args = [&args[..], &["--store", text(&store)]].concat();
    run(&args);
    let said = run(&[&args[..], &["--resume", "--seed", "9"]].concat()).exits(2);
    assert!(
        said.err.ends_with(
            "the last run of these tasks has seed 0, 10 steps a task, 268435456 bytes a task, \
             library none\n"
        ),
        "{}",
        said.err
    );
}

#[test]
fn programs_of_the_same_tasks_are_left_out() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("lib.sqlite");
    let search = ["solve", "--task", "half_turn", "--steps", "20000"];
    run(&[&search[..], &["--store", text(&store)]].concat()).exits(0);
    let (_file, solvers) = file(
        "s.py",
        "def solve_half_turn(I):\n    return rot180(I)\n\n\
         def solve_other(I):\n    return hmirror(I)\n",
    );
    let library = |more: &[&str]| {
        let json = run(&[&search[..], more, &["--json"]].concat())
            .exits(0)
            .json();
        (
            json["library"].as_u64().unwrap(),
            json["library_left_out"].as_u64().unwrap(),
        )
    };
    // A store knows the tasks of its programs; a solver is named after its task.
    let (found, none) = library(&["--library", text(&store), "--allow-same-tasks"]);
    assert!(found > 0 && none == 0, "{found} {none}");
    assert_eq!(library(&["--library", text(&store)]), (0, found));
    assert_eq!(library(&["--library", text(&solvers)]), (1, 1));
    let allowed = ["--library", text(&solvers), "--allow-same-tasks"];
    assert_eq!(library(&allowed), (2, 0));
    // The store that a search writes is a library, too.
    assert_eq!(library(&["--store", text(&store)]), (0, found));
    let said = run(&[&search[..], &["--library", text(&solvers)]].concat()).exits(0);
    let told = "1 library program (1 left out, found on the tasks searched; \
                --allow-same-tasks uses them)";
    assert!(said.out.contains(told), "{}", said.out);
    let other = ["solve", "--task", "stamp", "--steps", "10", "--json"];
    let json = run(&[&other[..], &["--library", text(&solvers)]].concat()).json();
    assert_eq!(
        (&json["library"], &json["library_left_out"]),
        (&2.into(), &0.into())
    );
}

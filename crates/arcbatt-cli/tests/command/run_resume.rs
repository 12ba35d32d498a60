//! `arcbatt run --out` and `--resume`: killing a run loses no reported result.

use super::run::DAMAGED;
use super::*;
use std::collections::BTreeMap;
use std::process::Child;
use std::time::{Duration, Instant};

/// The content of an output file: the round and the score of every task.
#[derive(Clone, Debug, Default, PartialEq)]
struct State {
    round: u64,
    worth: BTreeMap<String, (u64, u64)>,
}

/// Reads the file; panics unless it is complete.
#[track_caller]
fn state(path: &Path) -> State {
    let text = std::fs::read_to_string(path).unwrap();
    let header = text.lines().next().unwrap();
    let header = header.strip_prefix("# arcbatt run: round ").expect(header);
    let (round, seed) = header.split_once(", seed ").expect(header);
    assert_eq!(seed, "7");
    let mut state = State {
        round: round.parse().unwrap(),
        ..State::default()
    };
    let parsed = arcbatt::program::parse_file(&text);
    assert_eq!(
        (&parsed.errors, &parsed.notes),
        (&vec![], &vec![]),
        "{text}"
    );
    let mut comments = 0;
    for line in text
        .lines()
        .skip(1)
        .filter_map(|line| line.strip_prefix("# "))
    {
        comments += 1;
        let (id, rest) = line.split_once(": ").expect(line);
        let (matched, rest) = rest.split_once(" of ").expect(line);
        let (_, differ) = rest.split_once(" demonstrations, differ ").expect(line);
        let worth = (matched.parse().unwrap(), differ.parse().unwrap());
        state.worth.insert(id.to_owned(), worth);
        let name = format!("solve_{id}");
        assert!(
            parsed.programs.iter().any(|program| program.name == name),
            "{text}"
        );
    }
    assert_eq!(comments, parsed.programs.len());
    state
}

/// Asserts that no task is lost and no score is worse.
#[track_caller]
fn no_worse(before: &State, after: &State) {
    assert!(before.round <= after.round, "{before:?}\n{after:?}");
    for (id, worth) in &before.worth {
        assert!(
            after.worth.get(id) >= Some(worth),
            "{id}\n{before:?}\n{after:?}"
        );
    }
}

/// A long run on four tasks, two of which have wrong solvers.
fn long_run(solvers: &Path, out: &Path, more: &[&str]) -> Command {
    let tasks = ["half_turn", "hidden_patch", "gravity_down", "mend_mirror"];
    let mut command = command(&[
        "run",
        "--rounds",
        "100000",
        "--mutants",
        "50",
        "--seed",
        "7",
    ]);
    command.args(["--solvers", text(solvers), "--out", text(out)]);
    for task in tasks {
        command.args(["--task", task]);
    }
    command.args(more);
    command.stdin(Stdio::null());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Waits until the file has reached a round; panics if the process ends first.
#[track_caller]
fn wait_for(path: &Path, round: u64, child: &mut Child) {
    let started = Instant::now();
    while !path.exists() || state(path).round < round {
        assert_eq!(child.try_wait().unwrap(), None, "the run has ended");
        assert!(
            started.elapsed() < Duration::from_secs(120),
            "round {round} never comes"
        );
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn killed_and_resumed_runs_lose_nothing() {
    let (folder, solvers) = file("damaged.py", DAMAGED);
    let out = folder.path().join("best.py");
    let mut before = State::default();
    // Milliseconds after a round was saved: within the next round or the one after.
    for (k, wait) in [0, 3, 11, 1, 29, 7].into_iter().enumerate() {
        let more: &[&str] = if k == 0 { &[] } else { &["--resume"] };
        let mut child = long_run(&solvers, &out, more).spawn().unwrap();
        wait_for(&out, before.round + 2, &mut child);
        std::thread::sleep(Duration::from_millis(wait));
        let seen = state(&out);
        child.kill().unwrap();
        child.wait().unwrap();
        let after = state(&out);
        no_worse(&before, &seen);
        no_worse(&seen, &after);
        before = after;
    }
    assert!(before.round >= 12);
    assert!(!before.worth.is_empty());
}

/// Sends a signal to the child.
#[cfg(unix)]
fn signal(child: &Child, name: &str) {
    let status = Command::new("kill")
        .args([name, &child.id().to_string()])
        .status();
    assert!(status.unwrap().success());
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_with_a_report() {
    let (folder, solvers) = file("damaged.py", DAMAGED);
    let out = folder.path().join("best.py");
    let mut child = long_run(&solvers, &out, &["--json"]).spawn().unwrap();
    wait_for(&out, 2, &mut child);
    let seen = state(&out);
    signal(&child, "-INT");
    let output = child.wait_with_output().unwrap();
    assert!(
        matches!(output.status.code(), Some(0 | 1)),
        "{:?}",
        output.status
    );
    let err = String::from_utf8(output.stderr).unwrap();
    assert!(err.contains("ended early"), "{err}");
    let json: Json = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(json["stopped"], true);
    assert_eq!(json["totals"]["tasks"], 4);
    let kept = state(&out);
    no_worse(&seen, &kept);
    // The report equals the saved file; the truncated round does not count.
    assert_eq!(
        kept.round + 1,
        json["rounds"].as_array().unwrap().len() as u64
    );
    for task in json["tasks"].as_array().unwrap() {
        let told = task["best"]["differ"].as_u64();
        let id = task["id"].as_str().unwrap();
        assert_eq!(kept.worth.get(id).map(|worth| worth.1), told, "{id}");
    }
    // Stopped again before any task runs, it still loses nothing.
    let mut child = long_run(&solvers, &out, &["--resume", "--time-limit", "1ms"])
        .spawn()
        .unwrap();
    child.wait().unwrap();
    no_worse(&kept, &state(&out));
}

#[test]
fn a_resumed_run_continues_with_the_next_round() {
    let (folder, solvers) = file("damaged.py", DAMAGED);
    let out = folder.path().join("best.py");
    let base = [
        "run",
        "--seed",
        "7",
        "--mutants",
        "60",
        "--json",
        "--solvers",
        text(&solvers),
    ];
    let base = [&base[..], &["--out", text(&out)]].concat();
    let both = ["--task", "half_turn", "--task", "hidden_patch"];
    let first = run(&[&base[..], &both, &["--rounds", "3"]].concat())
        .exits(0)
        .json();
    let kept = state(&out);
    assert_eq!((kept.round, kept.worth.len()), (3, 2));
    // Without --resume, the file is not overwritten.
    let said = run(&[&base[..], &both].concat()).exits(2);
    assert_eq!(
        said.err,
        format!(
            "error: {}: exists already; add --resume to resume its run or --force to replace it, or \
             name another file\n",
            text(&out)
        )
    );
    let json = run(&[&base[..], &both, &["--rounds", "2", "--resume"]].concat())
        .exits(0)
        .json();
    let numbers: Vec<u64> = json["rounds"]
        .as_array()
        .unwrap()
        .iter()
        .map(|r| r["round"].as_u64().unwrap())
        .collect();
    assert_eq!(numbers, [4, 5]);
    // The found programs are solvers from the start.
    assert_eq!(json["totals"]["fits_before"], 2);
    assert_eq!(first["totals"]["fits_before"], 0);
    let after = state(&out);
    assert_eq!(after.round, 5);
    no_worse(&kept, &after);
    // A run on other tasks keeps the results of these unchanged.
    let program = |text: &str| text[text.find("# half_turn").unwrap()..].to_owned();
    let before = std::fs::read_to_string(&out).unwrap();
    run(&[&base[..], &["--task", "hidden_patch", "--resume"]].concat()).exits(0);
    let text_after = std::fs::read_to_string(&out).unwrap();
    let of_half_turn = program(&before);
    let of_half_turn = of_half_turn.split("\n\n").next().unwrap().trim_end();
    assert!(text_after.contains(of_half_turn), "{text_after}");
    no_worse(&after, &state(&out));
}

#[test]
fn files_that_cannot_be_resumed_are_rejected() {
    let resume = |text_of_file: &str| {
        let (folder, path) = file("best.py", text_of_file);
        let said = run(&[
            "run",
            "--out",
            text(&path),
            "--resume",
            "--task",
            "half_turn",
        ])
        .exits(2);
        assert_eq!(said.out, "");
        // The file is unchanged.
        assert_eq!(std::fs::read_to_string(&path).unwrap(), text_of_file);
        said.err.replace(text(folder.path()), "DIR")
    };
    assert_eq!(
        resume("def solve_half_turn(I):\n    return I\n"),
        "error: DIR/best.py: was not written by `arcbatt run --out`; name another file\n"
    );
    assert_eq!(
        resume("# arcbatt run: round 3, seed 9\n"),
        "error: DIR/best.py: its run has the seed 9; add --seed 9\n"
    );
    let broken =
        resume("# arcbatt run: round 3, seed 0\n\n\ndef solve_half_turn(I):\n    O = rot18");
    assert!(broken.starts_with("error: DIR/best.py:5:"), "{broken}");
    assert!(
        broken.ends_with("; fix or remove this program\n"),
        "{broken}"
    );
    // After the last round there is nothing left to do.
    let (_folder, path) = file("best.py", "# arcbatt run: round 4294967295, seed 0\n");
    run(&[
        "run",
        "--out",
        text(&path),
        "--resume",
        "--task",
        "half_turn",
    ]);
    // A missing folder is reported at once.
    let said = run(&[
        "run",
        "--out",
        "/nonexistent/best.py",
        "--task",
        "half_turn",
    ])
    .exits(2);
    assert!(
        said.err
            .starts_with("error: /nonexistent/best.py: cannot write it"),
        "{}",
        said.err
    );
}

/// A full disk ends the run with its report, as the programs in it are saved nowhere else.
#[test]
fn a_full_disk_is_reported_with_the_results() {
    let folder = TempDir::new().unwrap();
    let out = folder.path().join("best.py");
    // Limit the file size; exceeding it must be an error, not a signal.
    let limited = "trap '' XFSZ; ulimit -f 2; exec \"$@\"";
    let program = command(&[]).get_program().to_owned();
    let ran = Command::new("sh")
        .args(["-c", limited, "sh"])
        .arg(program)
        .args([
            "run",
            "--rounds",
            "3",
            "--mutants",
            "5",
            "--out",
            text(&out),
        ])
        .output()
        .unwrap();
    let (said, error) = (
        String::from_utf8(ran.stdout).unwrap(),
        String::from_utf8(ran.stderr).unwrap(),
    );
    assert_eq!(ran.status.code(), Some(2), "{error}");
    assert!(
        said.contains("fit their demonstrations: 106 of 106 tasks"),
        "{said}"
    );
    let wanted = format!("{}: cannot write the solvers", out.display());
    assert!(error.contains(&wanted), "{error}");
    assert!(!out.exists());
}

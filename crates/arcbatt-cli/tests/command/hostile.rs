//! Texts of files and arguments never steer the terminal: every command is fed hostile names.

use super::*;
use arcbatt::text::is_unprintable;
use std::fs;

/// Conceals text, renames the window, moves the cursor, reorders text.
const EVIL: &str = "x\u{1b}[8m\u{1b}]0;t\u{7}\u{9b}31m\r\u{202e}\u{7f}\u{2028}\u{e0041}y";

/// The text without the colour sequences that a terminal would take.
fn without_colours(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("\u{1b}[") {
        out.push_str(&rest[..at]);
        let codes = &rest[at + 2..];
        let end = codes.find(|c: char| !c.is_ascii_digit() && c != ';');
        let end = end.filter(|&end| codes[end..].starts_with('m'));
        let Some(end) = end else {
            out.push_str(&rest[at..at + 2]);
            rest = codes;
            continue;
        };
        rest = &codes[end + 1..];
    }
    out + rest
}

/// Runs a command with colour off and on; nothing hostile may come out.
#[track_caller]
fn is_harmless(folder: &Path, args: &[&str]) {
    for colour in ["0", "1"] {
        let mut command = command(args);
        command.current_dir(folder).env("ARCBATT_PYTHON", EVIL);
        if colour == "1" {
            command.env("CLICOLOR_FORCE", "1");
        }
        let said = run_with(command, "");
        assert!(said.code.is_some(), "{args:?}");
        for text in [&said.out, &said.err] {
            // The codes of concealed text, and of any sequence in the hostile name.
            assert!(!text.contains("\u{1b}[8m"), "{args:?}: {text:?}");
            let plain = match colour {
                "1" => without_colours(text),
                _ => text.clone(),
            };
            let found = plain.chars().find(|&c| is_unprintable(c));
            assert_eq!(found, None, "{args:?} (colour {colour}): {text:?}");
        }
        assert!(!(said.out + &said.err).is_empty(), "{args:?}");
    }
}

fn line<'a>(args: &[&'a str], more: &[&'a str]) -> Vec<&'a str> {
    [args, more].concat()
}

#[cfg(unix)]
#[test]
fn no_command_prints_what_steers_a_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let write = |name: &str, text: &str| {
        fs::write(path(name), text).unwrap();
        name.to_owned()
    };
    let make = |args: &[&str]| {
        let mut command = command(args);
        command.current_dir(folder.path());
        run_with(command, "").exits(0)
    };
    let json_evil = serde_json::to_string(EVIL).unwrap();
    let task = write("task.json", TASK);
    // Hostile names of files, around good and bad contents.
    let evil_task = write(&format!("{EVIL}.json"), TASK);
    let bad_task = write(
        &format!("bad{EVIL}.json"),
        &format!("{{{json_evil}: {{\"train\": [{json_evil}], {json_evil}: 1}}}}"),
    );
    let solver = "def solve_task(I):\n    O = hmirror(I)\n    return O\n";
    write("s.py", solver);
    let evil_solvers = write(&format!("{EVIL}.py"), solver);
    let bad_solvers = write(
        "bad.py",
        &format!(
            "# {EVIL}\n{solver}def solve_b(I):\n    x = \"{EVIL}\0\"\n    O = nothing{EVIL}(I)\n    \
             return O\n"
        ),
    );
    let records = write(
        "r.jsonl",
        &format!(
            "{{\"task\": {json_evil}, \"code\": \"x = {EVIL}\"}}\n{{\"task\": \"task\", \"code\": {}}}\n",
            serde_json::to_string(solver).unwrap()
        )
        .replace(EVIL, "nothing"),
    );
    make(&["library", "import", "s.py", "--store", "lib.sqlite"]);
    make(&["card", "s.py", "--mutants", "0", "--out", "good.batt"]);
    let batt = fs::read_to_string(path("good.batt")).unwrap();
    let evil_batt = write("evil.batt", &batt.replace("solve_task", EVIL));
    let evil_profile = {
        let args = ["profile", "s.py", "--data", "task.json", "--mutants", "0"];
        make(&[&args[..], &["--json", "p.json"]].concat());
        let text = fs::read_to_string(path("p.json")).unwrap();
        let inside = json_evil.trim_matches('"');
        let text = text.replace("hmirror", inside).replace("s.py", inside);
        write("evil.json", &text.replace("\"task\"", &json_evil))
    };
    let plan = ["shard", "plan", "run", "s.py", "--data", "task.json"];
    make(&[&plan[..], &["--shards", "1", "--out", "plan.json"]].concat());
    let text = fs::read_to_string(path("plan.json")).unwrap();
    let inside = json_evil.trim_matches('"');
    let evil_plan = write("evil-plan.json", &text.replace("solve_task", inside));
    let submission = write(
        "evil-submission.json",
        &format!("{{{json_evil}: [{{\"attempt_1\": [[0]], \"attempt_2\": [[{json_evil}]]}}]}}"),
    );
    let (evil_svg, evil_sqlite) = (format!("{EVIL}.svg"), format!("{EVIL}.sqlite"));
    let data = ["--data", task.as_str()];
    let evil_data = ["--data", evil_task.as_str()];
    let no_data = ["--data", bad_task.as_str()];
    let commands: Vec<Vec<&str>> = vec![
        line(&["solve", "--steps", "500"], &evil_data),
        line(&["solve", "--steps", "500"], &no_data),
        line(&["solve", "--task", EVIL], &[]),
        line(&["solve", "--steps", EVIL], &[]),
        line(&["solve", "--out", EVIL], &[]),
        line(&["solve", "--store", EVIL], &data),
        line(&["solve", "--steps", "500", "--store", &evil_sqlite], &data),
        line(&["run", &evil_solvers, "--freeze"], &evil_data),
        line(&["run", &bad_solvers, "--freeze"], &data),
        line(&["run", EVIL], &[]),
        line(&["run", "s.py", "--entry", EVIL], &data),
        line(&["library", "--store", &evil_sqlite], &[]),
        line(&["library", "show", EVIL, "--store", "lib.sqlite"], &[]),
        line(
            &[
                "library",
                "export",
                "--all",
                "--note",
                EVIL,
                "--store",
                "lib.sqlite",
            ],
            &[],
        ),
        line(
            &["library", "import", &bad_solvers, "--store", "lib.sqlite"],
            &[],
        ),
        line(&["library", "merge", EVIL, "--into", "lib.sqlite"], &[]),
        line(&["score", &submission], &data),
        line(&["score", EVIL], &[]),
        line(&["card", &evil_solvers], &[]),
        line(&["card", &bad_solvers], &["--out", EVIL]),
        line(&["batt", &evil_batt, "--programs"], &data),
        line(&["batt", EVIL], &data),
        line(
            &["profile", &evil_solvers, "--mutants", "0", "--lines"],
            &evil_data,
        ),
        line(&["profile", EVIL], &[]),
        line(&["profile", "--what-if", EVIL], &[]),
        line(
            &["profile", "diff", &evil_profile, &evil_profile, "--all"],
            &[],
        ),
        line(&["profile", "diff", &evil_profile, "p.json", "--json"], &[]),
        line(&["check", &evil_solvers, "--table", "--types"], &evil_data),
        line(&["check", &bad_solvers, "--types", "--json"], &data),
        line(&["check", &bad_solvers, "--types"], &data),
        line(&["rank", &records, "--jsonl"], &data),
        line(&["rank", &records, &bad_solvers], &data),
        line(&["rank", EVIL], &[]),
        line(
            &[
                "shard",
                "plan",
                "run",
                &evil_solvers,
                "--shards",
                "1",
                "--out",
                "q.json",
            ],
            &data,
        ),
        line(
            &["shard", "run", &evil_plan, "--index", "0", "--out", "res"],
            &[],
        ),
        line(&["shard", "status", &evil_plan, EVIL], &[]),
        line(&["shard", "merge", &evil_plan, EVIL], &[]),
        line(&["shard", "run", EVIL, "--out", EVIL], &[]),
        line(&["show", &evil_task], &[]),
        line(&["show", &evil_task, "--json"], &[]),
        line(&["show", &evil_task, "--svg", &evil_svg, "--force"], &[]),
        line(&["show", &bad_task], &[]),
        line(&["show", EVIL], &[]),
        line(&["show", "--list"], &evil_data),
        line(&["trace", &evil_task, &evil_solvers], &[]),
        line(&["trace", &evil_task, EVIL], &[]),
        line(&["serve", "--port", EVIL], &[]),
        line(&["dsl", EVIL], &[]),
        line(&["conform", &bad_task], &[]),
        line(&["conform", EVIL], &[]),
        line(
            &["data", "make", "--tasks", "2", "--force", "--out", EVIL],
            &[],
        ),
        line(&["data", "list", EVIL], &[]),
        line(&["data", "pull"], &[]),
        line(&["device", EVIL], &[]),
        line(&["bench", EVIL], &[]),
        line(&["completions", EVIL], &[]),
        line(&["help", EVIL], &[]),
        line(&[EVIL], &[]),
        line(&["--json", EVIL], &[]),
        line(&["solve", EVIL, "--help"], &[]),
    ];
    // Every command of the help is tried.
    let help = run(&["--help"]).exits(0).out;
    let named = help.lines().filter_map(|line| {
        let word = line.strip_prefix("  ")?.split(' ').next()?;
        (!word.is_empty() && word != "arcbatt" && !word.starts_with('-')).then_some(word)
    });
    let named: Vec<&str> = named.take_while(|word| *word != "help").collect();
    assert!(named.len() > 15, "{named:?}");
    for name in named {
        let is_tried = commands.iter().any(|args| args[0] == name);
        assert!(is_tried, "{name}");
    }
    for args in commands {
        is_harmless(folder.path(), &args);
    }
}

#[test]
fn names_of_any_length_make_short_messages() {
    let long = "x".repeat(100_000);
    for args in [&["show", &long][..], &["solve", "--steps", &long], &[&long]] {
        let said = run(args).exits(2);
        let longest = said.err.lines().map(|line| line.chars().count()).max();
        assert!(longest.unwrap_or(0) < 10_000, "{}", said.err.len());
    }
    let (_folder, path) = file(
        "long.py",
        &format!("def solve_{long}(I):\n    O = {long}(I)\n"),
    );
    let said = run(&["check", text(&path)]);
    let longest = said.err.lines().map(|line| line.chars().count()).max();
    assert!(longest.unwrap_or(0) < 10_000, "{}", said.err.len());
}

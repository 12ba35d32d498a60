//! The numbers of `arcbatt profile`: projections that hold, and no impossible ones.

use super::*;
use arcbatt::profile::{Profile, impossible};
use arcbatt::program::{Program, parse_file};
use arcbatt::task::{generators, write_task_json};

/// A folder of 400 generated tasks with scattered ids, and their solvers.
fn generated() -> (TempDir, PathBuf, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let (data, solvers) = (folder.path().join("tasks"), folder.path().join("s.py"));
    std::fs::create_dir(&data).unwrap();
    let programs = parse_file(generators::SOLVERS).programs;
    let mut source = String::new();
    for k in 0..400u64 {
        let (mut task, answers) = generators::task(9, k);
        let family = generators::family_of(&task.id).unwrap().name;
        let own = |program: &&Program| program.task_id() == Some(family);
        let mut program = programs.iter().find(own).unwrap().clone();
        // The first tasks by id are a sample of all, as in the ARC sets.
        task.id = format!("{:08x}", (k as u32 + 1).wrapping_mul(0x9e37_79b1));
        program.name = format!("solve_{}", task.id);
        source += &format!("{program}\n");
        let file = std::fs::File::create(data.join(format!("{}.json", task.id))).unwrap();
        write_task_json(&task, &answers, file).unwrap();
    }
    std::fs::write(&solvers, source).unwrap();
    (folder, data, solvers)
}

/// The profile of the first tasks, projected to 400.
fn profiled(data: &Path, solvers: &Path, first: &str) -> Profile {
    let args = [
        "profile",
        text(solvers),
        "--data",
        text(data),
        "--mutants",
        "0",
    ];
    let more = ["--tasks", first, "--project", "400", "--json"];
    let said = run(&[&args[..], &more].concat()).exits(0);
    let profile = Profile::from_json(&said.out).unwrap();
    assert_eq!(impossible(&profile), Vec::<String>::new());
    profile
}

#[test]
fn the_truth_lies_in_the_projected_interval() {
    let (_folder, data, solvers) = generated();
    let whole = profiled(&data, &solvers, "400");
    let calls = whole.subject.evaluations;
    let usual = whole.tasks.rows.iter().filter(|row| row.outlier.is_none());
    let usual: u64 = usual.map(|row| row.evaluations).sum();
    for first in ["10", "32", "100"] {
        let profile = profiled(&data, &solvers, first);
        let projection = &profile.projections[0];
        let (at, told) = (&projection.evaluations, format!("{projection:?}: {calls}"));
        assert!(
            at.low <= calls && at.high.is_none_or(|high| calls <= high),
            "{told}"
        );
        let (low, high) = at.without_outliers;
        assert!(
            low <= usual && usual <= high,
            "{told}, {usual} without outliers"
        );
        assert_eq!(projection.candidates, 400, "{told}");
        assert_eq!(projection.tasks, 400);
    }
}

#[test]
fn one_task_is_not_projected() {
    let said = run(&["profile", "pipeline", "--tasks", "1", "--project", "400"]).exits(0);
    let why = "no projection: 1 task cannot show how tasks differ: profile at least 5 to project\n";
    assert!(said.out.contains(why), "{}", said.out);
    assert!(!said.out.contains("400 tasks"), "{}", said.out);
}

#[test]
fn what_if_shows_the_time_saved_at_every_size() {
    let args = ["profile", "pipeline", "--tasks", "12", "--mutants", "2"];
    let what_if = [
        "--what-if",
        "card=/2,batt=/30,objects=/10",
        "--budget",
        "1h",
    ];
    let said = run(&[&args[..], &what_if].concat()).exits(0);
    for line in [
        "\n12 tasks ",
        "\n32 tasks ",
        "\n400 tasks ",
        "\n1,000 tasks ",
        "\n  card ",
    ] {
        assert!(said.out.contains(line), "{line}: {}", said.out);
    }
    let assumed = "\nwhat if: card=/2, batt=/30, objects=/10\n";
    assert!(said.out.contains(assumed), "{}", said.out);
    assert!(said.out.contains("runs in budget"), "{}", said.out);

    let json = run(&[&args[..], &what_if, &["--project", "50", "--json"]].concat());
    let scale = &json.exits(0).json()["scale"];
    let sizes = scale["rows"].as_array().unwrap().iter();
    let sizes: Vec<u64> = sizes.map(|row| row["tasks"].as_u64().unwrap()).collect();
    assert_eq!(sizes, [12, 50]);
    let number = |row: &Json, key: &str| row[key].as_i64().unwrap();
    for row in scale["rows"].as_array().unwrap() {
        let phases = row["phases"].as_array().unwrap();
        let card = phases.iter().find(|phase| phase["name"] == "card").unwrap();
        assert!((number(card, "ns") - 2 * number(card, "what_if_ns")).abs() <= 1);
        let load = phases.iter().find(|phase| phase["name"] == "load").unwrap();
        assert_eq!(number(load, "saved_ns"), 0);
        let saved = number(row, "ns") - number(row, "what_if_ns");
        assert_eq!(number(row, "saved_ns"), saved);
        assert!(saved > 0 && number(row, "what_if_runs") >= number(row, "runs"));
    }
    let html = tempfile::tempdir().unwrap();
    let page = html.path().join("p.html");
    run(&[&args[..], &what_if, &["--html", text(&page)]].concat()).exits(0);
    let page = std::fs::read_to_string(page).unwrap();
    assert!(page.contains("\"what_if\":[\"card=/2\""));
}

#[test]
fn a_wrong_what_if_is_explained() {
    let said = run(&["profile", "--what-if", "objetcs=/2"]).exits(2);
    let why = "no phase or primitive \"objetcs\"; did you mean objects?";
    assert!(said.err.contains(why), "{}", said.err);
    let said = run(&["profile", "--what-if", "card=2"]).exits(2);
    assert!(said.err.contains("such as card=/2"), "{}", said.err);
}

#[test]
fn a_comparison_says_what_was_saved() {
    let folder = tempfile::tempdir().unwrap();
    let [before, after] = ["a.json", "b.json"].map(|name| folder.path().join(name));
    for path in [&before, &after] {
        let args = [
            "profile",
            "--tasks",
            "8",
            "--mutants",
            "0",
            "--json",
            text(path),
        ];
        run(&args).exits(0);
    }
    let files = ["profile", "diff", text(&before), text(&after)];
    let more = ["--project", "400", "--budget", "8h"];
    let said = run(&[&files[..], &more].concat());
    let head = said
        .out
        .lines()
        .find(|line| line.starts_with("total  "))
        .unwrap();
    for column in ["before", "after", "saved", "runs in budget"] {
        assert!(head.contains(column), "{}", said.out);
    }
    assert!(said.out.contains("\n8 tasks ") && said.out.contains("\n400 tasks "));
    let json = run(&[&files[..], &more, &["--json"]].concat()).json();
    let totals = json["totals"].as_array().unwrap();
    assert_eq!(totals.len(), 2);
    for total in totals {
        let number = |key: &str| total[key].as_i64().unwrap();
        assert_eq!(number("saved_ns"), number("before_ns") - number("after_ns"));
        assert!(number("runs_before") > 0 && number("runs_after") > 0);
    }
}

#[test]
fn no_number_is_impossible() {
    for args in [
        &["--tasks", "1", "--mutants", "0"][..],
        &["--tasks", "3", "--mutants", "9", "--threads", "1"],
        &["--tasks", "40", "--project", "7", "400"],
    ] {
        let said = run(&[&["profile", "--json"], args].concat()).exits(0);
        let profile = Profile::from_json(&said.out).unwrap();
        assert_eq!(impossible(&profile), Vec::<String>::new(), "{args:?}");
        let said = run(&[&["profile"], args].concat()).exits(0);
        let line = said.out.lines().find(|line| line.starts_with("profiler: "));
        assert!(!line.unwrap().contains("profiler: -"), "{}", said.out);
        for bad in [" -0 ns", " G candidates/s", "0 of "] {
            let findings = said.out.split("\n\n").nth(1).unwrap();
            assert!(!findings.contains(bad), "{bad}: {}", said.out);
        }
    }
}

/// A projection is printed with whatever other part is asked for.
#[test]
fn a_projection_is_shown_beside_other_parts() {
    let args = ["profile", "--tasks", "8", "--mutants", "0", "--lines"];
    let said = run(&[&args[..], &["--project", "20", "--what-if", "batt=/2"]].concat()).exits(0);
    for words in [
        "20 tasks would take",
        "what if: batt=/2",
        "objects(I, T, F, T)",
    ] {
        assert!(said.out.contains(words), "no {words:?} in\n{}", said.out);
    }
}

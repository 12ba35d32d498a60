//! What every profile tells: header, Markdown report, generator, unsolved tasks, GPU advice.

use super::profile::small;
use super::*;

/// The header of a report: every field is known on Linux.
#[track_caller]
fn check_header(header: &Json, command: &str) {
    let text = |name: &str| header[name].as_str().unwrap_or_default().to_owned();
    assert!(text("date").ends_with(" UTC"), "{header}");
    assert_eq!(text("command"), command);
    assert_eq!(text("version"), env!("CARGO_PKG_VERSION"));
    assert!(
        !text("cpu").is_empty() && !text("data").is_empty(),
        "{header}"
    );
    let number = |name: &str| header[name].as_f64().unwrap_or_default();
    for name in [
        "cores",
        "tasks",
        "samples",
        "candidates",
        "ms_per_task",
        "ms_per_sample",
    ] {
        assert!(number(name) > 0.0, "{name}: {header}");
    }
    if cfg!(target_os = "linux") {
        assert!(number("peak_memory") > 1e6, "{header}");
    }
}

#[test]
fn every_format_has_a_header() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| text(&folder.path().join(name)).to_owned();
    let files = ["p.json", "p.html", "p.md", "p.svg", "s.json", "f.json"].map(path);
    let options = [
        "--json",
        "--html",
        "--md",
        "--flame",
        "--speedscope",
        "--firefox",
    ];
    let mut args = vec!["profile", "--task", "half_turn", "--mutants", "2"];
    for (option, file) in options.iter().zip(&files) {
        args.extend([*option, file.as_str()]);
    }
    let said = run_with(
        {
            let mut command = command(&args);
            command.env("HOME", folder.path());
            command
        },
        "",
    )
    .exits(0);
    let line = format!("arcbatt {}", args.join(" ")).replace(text(folder.path()), "~");
    let read = |k: usize| std::fs::read_to_string(&files[k]).unwrap();
    let json: Json = serde_json::from_str(&read(0)).unwrap();
    check_header(&json["header"], &line);
    let words = "1 task, 4 samples, ";
    for (k, name) in files.iter().enumerate().skip(1) {
        assert!(read(k).contains("half_turn --mutants 2"), "{name}");
        assert!(read(k).contains(words), "{name}");
        assert!(read(k).contains("peak memory"), "{name}");
        assert!(!read(k).contains(text(folder.path())), "{name}");
    }
    assert!(said.out.contains(&format!("UTC: {line}\n")), "{}", said.out);
    assert!(said.out.contains(words), "{}", said.out);

    let said = run(&["run", "--task", "half_turn", "--json"]).exits(0);
    check_header(
        &said.json()["header"],
        "arcbatt run --task half_turn --json",
    );
    let said = run(&["run", "--task", "half_turn"]).exits(0);
    assert!(said.out.starts_with("arcbatt "), "{}", said.out);
    assert!(said.out.contains(words), "{}", said.out);
    let args = ["solve", "--task", "half_turn", "--steps", "10000", "--json"];
    check_header(
        &run(&args).exits(0).json()["header"],
        &format!("arcbatt {}", args.join(" ")),
    );
}

#[test]
fn a_markdown_report_has_tables_and_no_markup_from_names() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("p.md");
    small(&["--md", text(&path)]).exits(0);
    let markdown = std::fs::read_to_string(&path).unwrap();
    assert!(
        markdown.starts_with("# Profile: 11 of 11 known test outputs right\n"),
        "{markdown}"
    );
    let heads: Vec<&str> = markdown
        .lines()
        .filter(|line| line.starts_with("## "))
        .collect();
    let wanted = [
        "## Findings",
        "## Where the time of all threads went",
        "## Phases",
        "## Card in parts",
        "## Hottest primitives",
        "## Slowest tasks",
    ];
    assert_eq!(heads, wanted);
    // Every table has as many cells in each row as in its head.
    let cells = |line: &str| line.replace("\\|", "").matches('|').count();
    let lines: Vec<&str> = markdown.lines().collect();
    for pair in lines.windows(2) {
        if pair.iter().all(|line| line.starts_with('|')) {
            assert_eq!(cells(pair[0]), cells(pair[1]), "{pair:?}");
        }
        assert!(pair[0].chars().count() < 240, "{}", pair[0]);
    }
    let said = run(&["profile", "--md", "p.txt"]).exits(2);
    assert!(said.err.contains("a Markdown file"), "{}", said.err);
    // Also by its extension.
    run(&["run", "--task", "half_turn", "--profile", text(&path)]).exits(0);
    assert!(
        std::fs::read_to_string(&path)
            .unwrap()
            .starts_with("# Profile: 1 of 1 ")
    );
}

/// The generator in parts, error handling, and the time of one call, in text, JSON, HTML and Markdown.
#[test]
fn the_generator_is_shown_in_parts() {
    let folder = tempfile::tempdir().unwrap();
    let [json, html, markdown] = ["p.json", "p.html", "p.md"].map(|name| folder.path().join(name));
    let files = ["--html", text(&html), "--md", text(&markdown)];
    let said = small(&[&files[..], &["--json", text(&json)]].concat()).exits(0);
    let profile: Json = serde_json::from_str(&std::fs::read_to_string(json).unwrap()).unwrap();
    let parts = [
        "parse",
        "normalise",
        "mutate",
        "type-check",
        "merge",
        "plan",
    ];
    let names: Vec<&str> = profile["generator"]
        .as_array()
        .unwrap()
        .iter()
        .map(|part| part["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, parts);
    let report = std::fs::read_to_string(markdown).unwrap();
    let page = std::fs::read_to_string(html).unwrap();
    for part in parts {
        assert!(
            said.out.contains(&format!("\n{part} ")),
            "{part}: {}",
            said.out
        );
        assert!(report.contains(&format!("| {part} |")), "{part}: {report}");
        assert!(page.contains(&format!("\"name\":\"{part}\"")), "{part}");
    }
    let category = |name: &str| {
        let all = profile["framework"].as_array().unwrap();
        let found = all.iter().find(|category| category["name"] == name);
        found.unwrap_or_else(|| panic!("no {name}")).clone()
    };
    let number = |json: &Json, key: &str| json[key].as_f64().unwrap();
    for name in ["generator", "error handling", "planning", "dispatch"] {
        let category = category(name);
        assert!(number(&category, "ns") > 0.0, "{name}");
        for item in category["top"].as_array().unwrap() {
            let each = number(item, "ns") / number(item, "count").max(1.0);
            assert!((number(item, "each_ns") - each).abs() < 1e-6, "{item}");
        }
    }
    // The parts of the generator that are in the run are those of its category.
    let category = category("generator");
    let top = category["top"].as_array().unwrap();
    let is_part = |item: &&Json| item["name"] != "between its parts";
    let top: f64 = top
        .iter()
        .filter(is_part)
        .map(|item| number(item, "ns"))
        .sum();
    let all = profile["generator"].as_array().unwrap().iter();
    let inside = all.filter(|part| part["name"] != "parse" && part["name"] != "plan");
    let inside: f64 = inside.map(|part| number(part, "ns")).sum();
    assert!((top - inside).abs() < 1.0, "{top} {inside}");
    assert!(said.out.contains("count      each"), "{}", said.out);
}

/// The profile of one task with one solver.
fn unsolved(body: &str, more: &[&str]) -> (Json, String) {
    let source = format!("def solve_half_turn(I):\n{body}");
    let (_folder, path) = file("s.py", &source);
    let args = [
        "profile",
        "tasks",
        text(&path),
        "--task",
        "half_turn",
        "--mutants",
        "0",
    ];
    let said = run(&[&args[..], more].concat()).exits(0);
    let json = run(&[&args[..], more, &["--json"]].concat())
        .exits(0)
        .json();
    (json, said.out)
}

#[test]
fn unsolved_tasks_say_why() {
    for (body, kind, words) in [
        (
            "    O = upscale(I, TWO)\n    return O\n",
            "size",
            "solve_half_turn on train 1: wrong: size ",
        ),
        ("    O = vmirror(I)\n    return O\n", "cells", " differ"),
        (
            "    x1 = palette(I)\n    x2 = difference(x1, x1)\n    x3 = first(x2)\n    O = canvas(x3, UNITY)\n    return O\n",
            "failed",
            "solve_half_turn on train 1, s.py:4: x3 = first(x2): failed: there is no element",
        ),
    ] {
        let (json, said) = unsolved(body, &[]);
        let why = &json["tasks"]["rows"][0]["unsolved"];
        assert_eq!(why["kind"], kind, "{why}");
        assert!(why["words"].as_str().unwrap().contains(words), "{why}");
        assert_eq!(why["cut"], "");
        assert!(
            said.contains("\nunsolved: half_turn: solve_half_turn on train 1"),
            "{said}"
        );
    }
    // Solved tasks have no reason.
    let (json, said) = unsolved("    O = rot180(I)\n    return O\n", &[]);
    assert_eq!(json["tasks"]["rows"][0]["unsolved"], Json::Null);
    assert!(!said.contains("unsolved"), "{said}");
}

#[test]
fn a_limit_of_the_own_solver_is_a_finding_of_its_own() {
    let body = "    x1 = asindices(I)\n    x2 = product(x1, x1)\n    O = rot180(I)\n    x3 = size(x2)\n    x4 = canvas(x3, UNITY)\n    O = hconcat(O, x4)\n    return O\n";
    let (json, said) = unsolved(body, &["--max-cells", "60"]);
    let why = &json["tasks"]["rows"][0]["unsolved"];
    assert_eq!(
        (&why["kind"], &why["cut"]),
        (&"limit".into(), &"own solver".into()),
        "{why}"
    );
    assert_eq!(why["option"], "--max-cells");
    let findings = json["verdict"]["findings"].as_array().unwrap();
    let own = findings
        .iter()
        .find(|finding| finding["kind"] == "own-limit")
        .unwrap();
    assert_eq!(
        own["sentence"],
        "the own solver of 1 task was cut by a limit: half_turn"
    );
    assert!(own["evidence"].as_str().unwrap().contains("s.py:"), "{own}");
    assert!(
        own["advice"]
            .as_str()
            .unwrap()
            .starts_with("raise --max-cells"),
        "{own}"
    );
    assert!(said.contains("-> raise --max-cells"), "{said}");
    // A task without a solver is not one whose solver was cut.
    let (_folder, path) = file("s.py", "def solve_other(I):\n    return rot90(I)\n");
    let args = [
        "profile",
        text(&path),
        "--task",
        "half_turn",
        "--mutants",
        "0",
        "--json",
    ];
    let json = run(&args).exits(0).json();
    let why = &json["tasks"]["rows"][0]["unsolved"];
    assert_eq!(why["kind"], "no solver", "{why}");
}

#[test]
fn gpu_advice_has_a_round_trip_a_break_even_and_a_saving() {
    let said = small(&["dsl"]).exits(0);
    let line = said
        .out
        .lines()
        .find(|line| line.starts_with("GPU: a GPU would save "));
    let line = line.unwrap_or_else(|| panic!("{}", said.out));
    // There is no GPU: CUDA_VISIBLE_DEVICES is empty.
    assert!(
        line.contains("round trip 6.0 ms, an assumption: `arcbatt device` measures it"),
        "{line}"
    );
    assert!(
        line.contains("candidates x samples per task, here "),
        "{line}"
    );
    let json = small(&["--json"]).exits(0).json();
    let gpu = &json["gpu"];
    let number = |name: &str| gpu[name].as_f64().unwrap();
    assert_eq!(
        (number("round_trip_ns"), &gpu["measured"]),
        (6e6, &false.into()),
        "{gpu}"
    );
    assert!(
        number("break_even") > 0.0 && number("speedup") >= 1.0,
        "{gpu}"
    );
    assert!(
        number("per_task") > 0.0 && number("saves_ns") >= 0.0,
        "{gpu}"
    );
    for row in json["primitives"].as_array().unwrap() {
        let is_rated = !row["gpu_reason"].as_str().unwrap().is_empty();
        assert_eq!(
            row["gpu_break_even"].as_u64().unwrap() > 0,
            is_rated,
            "{row}"
        );
    }
    // Without a GPU there is no phase for opening it, and no column for calls there.
    let phases = json["phases"].as_array().unwrap();
    assert!(
        phases.iter().all(|phase| phase["name"] != "device"),
        "{phases:?}"
    );
    assert!(!said.out.contains("on GPU"), "{}", said.out);
}

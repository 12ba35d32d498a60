//! `arcbatt rank`.

use super::*;

/// One candidate for every status, for the built-in task `half_turn`.
const CANDIDATES: &str = "\
def mirrored(g):
    return vmirror(g)

def solve(I):
    return hmirror(I)

def solve(I):
    return mirrored(hmirror(I))

def solve(I):
    return rot180(I)

def solve(I):
    x1 = objects(I, T, F, T)
    x2 = sizefilter(x1, THOUSAND)
    return subgrid(first(x2), I)

def solve(I):
    return upscale(I, THOUSAND)

def solve(I):
    return I + 1

def solve(I):
    return upscale(I, TWO)

def solve_quarter_turn(I):
    return rot90(I)
";

#[test]
fn every_status_is_printed() {
    let (folder, path) = file("c.py", CANDIDATES);
    let mut here = command(&["rank", "c.py", "--task", "half_turn"]);
    here.current_dir(folder.path());
    let said = run_with(here, "").exits(0);
    insta::assert_snapshot!(said.out);
    let note = "note: 1 candidate for none of the chosen tasks: solve_quarter_turn\n";
    assert_eq!(said.err, note);
    let top = run(&[
        "rank",
        text(&path),
        "--task",
        "half_turn",
        "--top",
        "1",
        "-q",
    ])
    .exits(0);
    assert!(
        top.out.contains("\n2 more groups; --top N prints more\n"),
        "{}",
        top.out
    );
    assert!(top.out.contains("  and 1 more\n"), "{}", top.out);
    assert_eq!(top.err, "");
}

#[test]
fn json_has_every_candidate_and_grids_as_arrays() {
    let (_folder, path) = file("c.py", CANDIDATES);
    let json = run(&["rank", text(&path), "--task", "half_turn", "--json"])
        .exits(0)
        .json();
    let task = &json["tasks"][0];
    assert_eq!(
        (&task["id"], &task["fits"]),
        (&"half_turn".into(), &true.into())
    );
    let candidates = task["candidates"].as_array().unwrap();
    let shown: Vec<String> = candidates
        .iter()
        .map(|c| {
            format!(
                "{} {} {}",
                c["line"],
                c["rank"],
                c["status"].as_str().unwrap()
            )
        })
        .collect();
    assert_eq!(
        shown,
        [
            "10 1 right",
            "7 1 right",
            "4 2 wrong",
            "24 3 wrong",
            "13 null failed",
            "18 null cut"
        ]
    );
    assert_eq!(candidates[3]["message"], "size 12x12, expected 6x6");
    assert_eq!(candidates[4]["failed_line"], 16);
    assert_eq!(
        candidates[4]["message"],
        "there is no element, in x3 = first(x2)"
    );
    assert_eq!(
        candidates[5]["message"],
        "limit: size, in O = upscale(I, THOUSAND)"
    );
    let best = &task["groups"][0];
    assert_eq!((&best["votes"], &best["matched"]), (&2.into(), &3.into()));
    assert_eq!(
        (&best["cells_wrong"], &best["calls"]),
        (&0.into(), &1.into())
    );
    let rows = best["test_outputs"][0].as_array().unwrap();
    assert!(
        rows.iter()
            .all(|row| row.as_array().is_some_and(|row| row[0].is_u64()))
    );
    let rejected = &task["rejected"][0];
    assert_eq!(
        (&rejected["line"], &rejected["column"]),
        (&22.into(), &14.into())
    );
    assert!(rejected["excerpt"].as_str().unwrap().ends_with('^'));
    assert!(
        rejected["message"]
            .as_str()
            .unwrap()
            .starts_with("found the operator `+`")
    );
}

#[test]
fn records_name_their_task_and_lines_are_streamed() {
    let (_folder, path) = file(
        "r.jsonl",
        "{\"task\": \"half_turn\", \"code\": \"O = rot180(I)\"}\n\
         {\"task_id\": \"quarter_turn\", \"completion\": \"Sure:\\n```\\ndef transform(g):\\n    return rot90(g)\\n```\"}\n\
         {\"task\": \"quarter_turn\", \"code\": \"x = first(difference(palette(I), palette(I)))\\nO = fill(I, x, asindices(I))\"}\n\
         {\"task\": \"quarter_turn\", \"code\": \"import os\"}\n\
         {\"task\": \"nowhere\", \"code\": \"O = I\"}\n",
    );
    let said = run(&["rank", text(&path), "--jsonl"]).exits(0);
    let lines: Vec<Json> = said
        .out
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let shown: Vec<String> = lines
        .iter()
        .map(|line| {
            let text = |field: &str| line[field].as_str().unwrap_or("-").to_owned();
            format!(
                "{} {} {} {}",
                text("task"),
                line["line"],
                line["votes"],
                text("status")
            )
        })
        .collect();
    assert_eq!(
        shown,
        [
            "half_turn 1 1 right",
            "quarter_turn 2 1 right",
            "quarter_turn 3 0 failed",
            "quarter_turn 4 null rejected"
        ]
    );
    assert_eq!(lines[2]["failed_code_line"], 1);
    assert!(lines[0]["test_outputs"][0][0][0].is_u64());
    assert_eq!(lines[2]["test_outputs"][0], Json::Null);
    assert!(
        said.err
            .contains("1 candidate for no task of the built-in tasks: solve_nowhere")
    );
    // With --task, only the records of that task.
    let said = run(&["rank", text(&path), "--task", "quarter_turn", "--jsonl"]).exits(0);
    assert!(
        said.out
            .lines()
            .all(|line| line.contains("\"task\":\"quarter_turn\"")),
        "{}",
        said.out
    );
    let both = run(&["rank", text(&path), "--jsonl", "--json"]).exits(2);
    assert!(both.err.contains("cannot be used with"), "{}", both.err);
}

/// A task whose outputs are its inputs upside down; one cell of a demonstration may differ.
const MIRRORED: &str = r#"{"train": [{"input": [[1, 2], [3, 4]], "output": [[3, 4], [1, 2]]}],
"test": [{"input": [[1], [2]]}, {"input": [[5], [6]]}]}"#;

#[test]
fn without_answers_a_candidate_fits_but_is_not_called_right() {
    let (_folder, task) = file("m.json", MIRRORED);
    let source = "def solve(I):\n    return hmirror(I)\n";
    let (_other, path) = file("a.py", source);
    let said = run(&["rank", text(&path), "--data", text(&task)]).exits(0);
    assert!(
        said.out
            .starts_with("m: 1 candidate, 1 different answer; 1 fits\n"),
        "{}",
        said.out
    );
    assert!(!said.out.contains("right"), "{}", said.out);
}

#[test]
fn votes_then_calls_then_lines_break_ties() {
    let (_folder, task) = file("m.json", MIRRORED);
    // None matches; all have four wrong cells on the demonstration, but for the last, which has two.
    let (_other, path) = file(
        "a.py",
        "def solve(I):\n    return fill(I, FIVE, asindices(I))\n\
         def solve(I):\n    return canvas(SEVEN, shape(I))\n\
         def solve(I):\n    return fill(I, SIX, asindices(I))\n\
         def solve(I):\n    return fill(I, SIX, asindices(identity(I)))\n\
         def solve(I):\n    return replace(I, NINE, ONE)\n\
         def solve(I):\n    return dmirror(I)\n",
    );
    let said = run(&["rank", text(&path), "--data", text(&task), "--json"]).exits(1);
    let json = said.json();
    let shown: Vec<String> = json["tasks"][0]["candidates"]
        .as_array()
        .unwrap()
        .iter()
        .map(|c| format!("{}: {} {}", c["rank"], c["line"], c["cells_wrong"]))
        .collect();
    assert_eq!(
        shown,
        ["1: 5 4", "1: 7 4", "2: 9 4", "3: 11 4", "4: 1 4", "5: 3 4"]
            .iter()
            .map(|s| s.to_string())
            .collect::<Vec<_>>()
    );
}

#[test]
fn the_two_best_groups_are_the_attempts() {
    let (_folder, path) = file("c.py", CANDIDATES);
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("s.json");
    let args = [
        "rank",
        text(&path),
        "--task",
        "half_turn",
        "--submission",
        text(&out),
    ];
    let said = run(&args).exits(0);
    assert!(
        said.err.ends_with(&format!("wrote {}\n", text(&out))),
        "{}",
        said.err
    );
    let written: Json = serde_json::from_str(&std::fs::read_to_string(&out).unwrap()).unwrap();
    let ranked = run(&["rank", text(&path), "--task", "half_turn", "--json"]).json();
    let groups = &ranked["tasks"][0]["groups"];
    let attempts = &written["half_turn"][0];
    assert_eq!(attempts["attempt_1"], groups[0]["test_outputs"][0]);
    assert_eq!(attempts["attempt_2"], groups[1]["test_outputs"][0]);
    run(&["score", text(&out), "--partial"]).exits(0);
    run(&[
        "rank",
        text(&path),
        "--task",
        "half_turn",
        "--submission",
        "s.txt",
    ])
    .exits(2);
}

#[test]
fn bad_usage_is_explained() {
    let (_folder, path) = file("c.py", "def solve(I):\n    return I\n");
    run(&["rank", text(&path)]).fails_with(
        "1 candidate for no task of the built-in tasks: solve; --task ID says which task \
         candidates without a name are for",
    );
    let (_folder, empty) = file("e.py", "x = 1\n");
    let said = run(&["rank", text(&empty), "--task", "half_turn"]).exits(2);
    assert!(
        said.err.ends_with("e.py: no candidate in it\n"),
        "{}",
        said.err
    );
    let said = run(&["rank"]).exits(2);
    assert!(said.err.contains("<FILE>..."), "{}", said.err);
    // Only rejected candidates: nothing fits.
    let (_folder, bad) = file("b.py", "def solve(I):\n    return I[0]\n");
    let said = run(&["rank", text(&bad), "--task", "half_turn"]).exits(1);
    assert!(
        said.out
            .starts_with("half_turn: 1 candidate, 0 different answers; 1 rejected\n")
    );
    assert!(said.out.contains("     |             ^\n"), "{}", said.out);
}

/// Random bytes, truncated files and deep nesting end in a message, never in a panic.
#[test]
fn any_file_is_survived() {
    let jsonl = "{\"task\": \"half_turn\", \"code\": \"def f(x):\\n    return f(x)\\nO = f(I)\"}\n";
    let mut sources: Vec<Vec<u8>> = vec![
        format!("O = {}I{}", "rot90(".repeat(10_000), ")".repeat(10_000)).into_bytes(),
        format!(
            "{}\"a\"{}",
            "{\"code\": ".repeat(10_000),
            "}".repeat(10_000)
        )
        .into_bytes(),
        "```".repeat(10_000).into_bytes(),
        b"\xff\xfe\0\0".to_vec(),
        Vec::new(),
    ];
    for text in [CANDIDATES, jsonl] {
        let ends = (0..text.len())
            .step_by(29)
            .filter(|&end| text.is_char_boundary(end));
        sources.extend(ends.map(|end| text.as_bytes()[..end].to_vec()));
    }
    let mut random = 1u64;
    for _ in 0..20 {
        let mut byte = || {
            random = random
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            b" \n()=,:`{}\"'IOxfdef return rot90"[(random >> 33) as usize % 32]
        };
        sources.push((0..500).map(|_| byte()).collect());
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("any");
    for source in sources {
        std::fs::write(&path, &source).unwrap();
        let said = run(&["rank", text(&path), "--task", "half_turn"]);
        let source = String::from_utf8_lossy(&source);
        assert!(matches!(said.code, Some(0..=2)), "{source}\n{}", said.err);
        assert!(!said.err.contains("panicked"), "{source}\n{}", said.err);
    }
}

/// A line that no other uses is left out of a merged run, but fails the program, as in `check`.
#[test]
fn a_line_that_is_not_used_may_fail_the_program() {
    let (_folder, path) = file(
        "u.py",
        "def solve(I):\n    x1 = first(difference(palette(I), palette(I)))\n    return rot180(I)\n\
         def solve(I):\n    x1 = palette(I)\n    return rot180(I)\n",
    );
    let args = ["--task", "half_turn", "--json"];
    let json = run(&[&["rank", text(&path)], &args[..]].concat())
        .exits(0)
        .json();
    let candidates = &json["tasks"][0]["candidates"];
    assert_eq!(
        (&candidates[0]["line"], &candidates[0]["status"]),
        (&4.into(), &"right".into())
    );
    assert_eq!(
        (&candidates[1]["line"], &candidates[1]["status"]),
        (&1.into(), &"failed".into())
    );
    assert_eq!(candidates[1]["failed_line"], 2);
}

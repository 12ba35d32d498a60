//! Batt files: round trips, every error message, and arbitrary bytes.

use super::support::*;
use arcbatt::batt::{Batt, Options, Samples};
use arcbatt::card::{Settings, card};
use arcbatt::dsl::Limits;
use arcbatt::task::generators::embedded;
use proptest::prelude::*;

const SMALL: &str = "\
arcbatt batt 1
needs 2 fill size
sources 2
solve_example 00112233445566778899aabbccddeeff 2
solve a name 0000000000000000000000000000000f 1
nodes 7
I
#1
@size
fill 0 1 0
#(1,-2)
#T
! 3 0 4
candidates 3
3 none
6 deletion
0 none
";

fn error(text: &str) -> String {
    match Batt::read(text) {
        Ok(_) => panic!("no error in\n{text}"),
        Err(error) => error.to_string(),
    }
}

/// The small batt with one line replaced; lines are numbered from 1.
fn with_line(number: usize, line: &str) -> String {
    let lines = SMALL.lines().enumerate();
    lines
        .map(|(k, old)| format!("{}\n", if k + 1 == number { line } else { old }))
        .collect()
}

#[test]
fn files_round_trip() {
    let settings = Settings {
        mutants: 30,
        ..Settings::default()
    };
    let (batt, _) = card(&solvers(), &settings, None);
    let text = written(&batt);
    let read = Batt::read(&text).unwrap();
    assert_eq!(written(&read), text);
    assert_eq!(read.sources, batt.sources);
    assert_eq!(read.candidates.len(), batt.candidates.len());
    assert_eq!((read.nodes(), read.calls()), (batt.nodes(), batt.calls()));
    let task = &embedded().tasks[5];
    let options = Options {
        limits: limits(),
        ..Options::default()
    };
    let all = 0..batt.candidates.len() as u32;
    let samples = Samples::of(task);
    let answers_of = |batt| answers(batt, all.clone(), &samples, &options).0;
    assert!(answers_of(&batt) == answers_of(&read));
    for c in all {
        assert_eq!(batt.extract(c), read.extract(c));
    }
}

#[test]
fn a_small_file_reads_and_writes() {
    let batt = Batt::read(SMALL).unwrap();
    assert_eq!(batt.sources[1].name, "solve a name");
    assert_eq!(batt.sources[0].candidates, (0, 2));
    assert_eq!(
        batt.sources[0].fingerprint,
        0x00112233445566778899aabbccddeeff
    );
    // Nodes that no candidate depends on are not written.
    let text = written(&batt);
    assert!(!text.contains("@size") && !text.contains("#T"), "{text}");
    assert_eq!(written(&Batt::read(&text).unwrap()), text);
    // An empty batt is a batt.
    let empty = written(&Batt::default());
    assert_eq!(written(&Batt::read(&empty).unwrap()), empty);
    // Windows line ends are accepted.
    assert!(Batt::read(&SMALL.replace('\n', "\r\n")).is_ok());
}

#[test]
fn messages_name_the_error_and_the_remedy() {
    let cases = [
        (
            "",
            "line 1: the file ends before the header: write the batt again",
        ),
        (
            "hello",
            "line 1: not a batt: expected `arcbatt batt 1`, found `hello`",
        ),
        (
            "arcbatt batt 2\n",
            "line 1: version 2 of the format; this arcbatt reads version 1: write the batt again \
             with `arcbatt card`",
        ),
        (
            "arcbatt batt 1\nneeds 2 fill warp\n",
            "line 2: needs the primitive `warp`, which this version does not have: update arcbatt",
        ),
        (
            "arcbatt batt 1\n",
            "line 2: the file ends before the line `needs`: write the batt again",
        ),
        (
            "arcbatt batt 1\nfill\n",
            "line 2: expected `needs` and a number, found `fill`",
        ),
        (
            "arcbatt batt 1\nneeds 0\nsources 1\n",
            "line 4: the file ends before a source: write the batt again",
        ),
    ];
    for (text, message) in cases {
        assert_eq!(error(text), message);
    }
    let lines = [
        (
            2,
            "needs 3 fill size",
            "line 2: needs 3 primitives; 2 are named",
        ),
        (
            3,
            "sources many",
            "line 3: expected `sources` and a number, found `sources many`",
        ),
        (
            3,
            "nodes 2",
            "line 3: expected `sources` and a number, found `nodes 2`",
        ),
        (
            3,
            "sources 99999999999",
            "line 3: expected `sources` and a number, found `sources 99999999999`",
        ),
        (
            3,
            "sources 1",
            "line 5: expected `nodes` and a number, found `solve a name 0000000000000000000000000000000f 1`",
        ),
        (
            4,
            "solve_example",
            "line 4: expected a name, a fingerprint and a number, found `solve_example`",
        ),
        (
            4,
            " 0f 2",
            "line 4: expected a name, a fingerprint and a number, found ` 0f 2`",
        ),
        (
            4,
            "solve_example xyz 2",
            "line 4: expected a name, a fingerprint and a number, found `solve_example xyz 2`",
        ),
        (
            4,
            "solve_example 0f 1",
            "line 14: 3 candidates; the sources have 2",
        ),
        (
            4,
            "solve_example 0f 4294967295",
            "line 5: expected a name, a fingerprint and a number, found `solve a name 0000000000000000000000000000000f 1`",
        ),
        (
            6,
            "nodes 6",
            "line 13: expected `candidates` and a number, found `! 3 0 4`",
        ),
        (6, "nodes 8", "line 14: `candidates` is not a primitive"),
        (8, "#one", "line 8: `#one` is not a constant"),
        (
            8,
            "#99999999999999999999",
            "line 8: `#99999999999999999999` is not a constant",
        ),
        (9, "@sizes", "line 9: `sizes` is not a primitive"),
        (9, "", "line 9: expected a node, found ``"),
        (10, "fill 0 1 3", "line 10: `3` is not an earlier node"),
        (10, "fill 0 -1 0", "line 10: `-1` is not an earlier node"),
        (
            10,
            "fill 0 1 0 0 0 0",
            "line 10: more arguments than any primitive takes",
        ),
        (10, "filll 0 1 0", "line 10: `filll` is not a primitive"),
        (10, "I 0", "line 10: `I` is not a primitive"),
        (
            14,
            "candidates 4",
            "line 14: 4 candidates; the sources have 3",
        ),
        (
            15,
            "7 none",
            "line 15: expected a node and a change, found `7 none`",
        ),
        (
            15,
            "3 other",
            "line 15: expected a node and a change, found `3 other`",
        ),
        (15, "3", "line 15: expected a node and a change, found `3`"),
    ];
    for (number, line, message) in lines {
        assert_eq!(error(&with_line(number, line)), message);
    }
    // More lines than announced.
    assert_eq!(
        error(&format!("{SMALL}3 none\n")),
        "line 18: found `3 none` after the last candidate: write the batt again"
    );
}

#[test]
fn truncated_files_are_reported() {
    for (end, _) in SMALL.match_indices('\n').take(16) {
        let cut = error(&SMALL[..end]);
        assert!(cut.contains("the file ends before"), "{cut}");
    }
    // Truncated within a line the message may differ, but it is never a batt.
    for end in 0..SMALL.len() - 6 {
        error(&SMALL[..end]);
    }
}

#[test]
fn wrong_counts_allocate_nothing() {
    // 4 billion of anything would not fit; the file ends first.
    for (number, line) in [(3, "sources 4294967295"), (6, "nodes 4294967295")] {
        error(&with_line(number, line));
    }
    let many = with_line(4, "solve_example 0f 4294967290")
        .replace("candidates 3", "candidates 4294967291");
    assert!(error(&many).contains("the file ends before"));
}

/// Queries and runs the text as a batt, if it parses as one; nothing may panic.
fn try_all(text: &str) {
    let Ok(batt) = Batt::read(text) else { return };
    let tasks = embedded().tasks;
    let options = Options {
        limits: arcbatt::batt::TaskLimits {
            node: Limits {
                steps: 1_000,
                cells: 10_000,
                ..Limits::default()
            },
            ..limits()
        },
        ..Options::default()
    };
    let again = written(&batt);
    assert_eq!(written(&Batt::read(&again).unwrap()), again);
    batt.calls();
    let all = 0..batt.candidates.len() as u32;
    for c in all.clone() {
        let program = batt.extract(c);
        let _ = (batt.cost(c), batt.length(c), program.to_string());
    }
    answers(&batt, all, &Samples::of(&tasks[0]), &options);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn arbitrary_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        try_all(&String::from_utf8_lossy(&bytes));
    }

    /// Lines of files in arbitrary combinations.
    #[test]
    fn arbitrary_lines_never_panic(
        nodes in prop::collection::vec(("[a-z_@!#SIC0-9(),TF-]{1,8}|fill|size|compose|power|canvas|!|identity|rot90", prop::collection::vec(0usize..12, 0..6)), 1..12),
        outputs in prop::collection::vec(0usize..12, 1..6),
    ) {
        let mut text = format!("arcbatt batt 1\nneeds 0\nsources 1\nsolve_x 0 {}\nnodes {}\nI\nS\n#2\n@rot90\n", outputs.len(), nodes.len() + 4);
        for (op, args) in &nodes {
            text += op;
            for arg in args {
                text += &format!(" {arg}");
            }
            text += "\n";
        }
        text += &format!("candidates {}\n", outputs.len());
        for output in &outputs {
            text += &format!("{output} constant\n");
        }
        try_all(&text);
    }

    /// Arbitrary calls on arbitrary arguments.
    #[test]
    fn arbitrary_calls_never_panic(seed: u64) {
        let mut rng = arcbatt::rng::Rng::new(seed);
        let table = arcbatt::dsl::table::primitives();
        let mut text = String::from("arcbatt batt 1\nneeds 0\nsources 1\nsolve_x 0 20\nnodes 24\nI\nS\n#2\n@rot90\n");
        for k in 4..24 {
            let primitive = table[rng.below(table.len() as u64) as usize];
            text += match rng.below(6) { 0 => "!", _ => primitive.name };
            let arity = match rng.below(4) { 0 => rng.range(1, 4), _ => primitive.arity as i64 };
            for _ in 0..arity.max(1) {
                text += &format!(" {}", rng.below(k));
            }
            text += "\n";
        }
        text += "candidates 20\n";
        for k in 4..24 {
            text += &format!("{k} none\n");
        }
        prop_assert!(Batt::read(&text).is_ok());
        try_all(&text);
    }

    #[test]
    fn a_changed_byte_never_panics(at in 0usize..SMALL.len(), byte: u8) {
        let mut bytes = SMALL.as_bytes().to_vec();
        bytes[at] = byte;
        try_all(&String::from_utf8_lossy(&bytes));
    }
}

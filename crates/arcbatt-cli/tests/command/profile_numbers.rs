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

//! Ranking runs candidates merged; each must end as it does alone.

use arcbatt::card::{Settings, card};
use arcbatt::check::{CheckOptions, PairStatus, check};
use arcbatt::program::{Program, parse_file};
use arcbatt::score::CandidateStatus;
use arcbatt::task::{DataSet, Task, generators};
use arcbatt::{Limits, Rng, rank};
use std::collections::BTreeSet;

/// Programs with their mutants, and versions of them with a line that nothing reads.
fn candidates(solvers: &[Program]) -> Vec<Program> {
    let settings = Settings {
        mutants: 40,
        ..Settings::default()
    };
    let (batt, _) = card(solvers, &settings, None);
    let mut all: Vec<Program> = (0..batt.candidates.len() as u32)
        .map(|candidate| batt.extract(candidate))
        .collect();
    // The first fails on grids without this colour, the second on square grids, the third nowhere.
    for unused in [
        "ulcorner(ofcolor(I, 5))",
        "branch(square(I), I, height)(I)",
        "height(I)",
    ] {
        let source: String = all[..60]
            .iter()
            .map(|program| {
                program
                    .to_string()
                    .replacen("    ", &format!("    u = {unused}\n    "), 1)
            })
            .collect();
        let file = parse_file(&source);
        assert!(file.errors.is_empty(), "{}", file.errors[0].message);
        all.extend(file.programs);
    }
    all
}

/// Versions of programs in which every line stands three times, or the input is mirrored forty times.
fn longer(programs: &[Program]) -> Vec<Program> {
    let repeat = |program: &Program| {
        let mut text = String::new();
        for line in program.to_string().lines() {
            match line.trim().split_once(" = ") {
                Some((name, call)) if !line.starts_with("def") => {
                    text += &format!("    a_{name} = {call}\n    b_{name} = {call}\n{line}\n");
                }
                _ => text += &format!("{line}\n"),
            }
        }
        text
    };
    let mirror = |program: &Program| {
        let mirrors = "    m = hmirror(I)\n    m = hmirror(m)\n".repeat(20);
        program.to_string().replacen("    ", &(mirrors + "    "), 1)
    };
    let source: String = programs.iter().map(repeat).collect();
    let source = source + &programs.iter().map(mirror).collect::<String>();
    let file = parse_file(&source);
    assert!(file.errors.is_empty(), "{}", file.errors[0].message);
    file.programs
}

/// Candidates in any order, with repetitions, have the status that each has alone.
#[test]
fn merged_candidates_end_as_they_do_alone() {
    let words = compare(Limits::default(), false);
    assert!(words.len() >= 3, "{words:?}");
}

/// The limits count the calls of all lines, though a merged run makes equal calls once.
#[test]
fn merged_candidates_reach_the_limits_that_they_reach_alone() {
    for (steps, cells) in [(12, 8_000_000), (4_000_000, 3_000), (60, 12_000)] {
        let limits = Limits {
            steps,
            cells,
            ..Limits::default()
        };
        let words = compare(limits, true);
        assert!(
            words.contains("cut") && words.contains("right"),
            "{words:?}"
        );
    }
}

/// Compares [`rank`] with [`check`], and returns how candidates end.
fn compare(limits: Limits, with_longer: bool) -> BTreeSet<&'static str> {
    let all = DataSet::embedded();
    let mut solvers = parse_file(generators::SOLVERS).programs;
    solvers.truncate(25);
    let mut programs = candidates(&solvers);
    if with_longer {
        programs.extend(longer(&solvers));
    }
    let mut rng = Rng::new(0);
    let mut words = BTreeSet::new();
    for solver in [0, 1, 20] {
        let own = |task: &Task| solvers[solver].task_id() == Some(&task.id);
        let place = all.tasks.iter().position(own).expect("an embedded task");
        let data = DataSet {
            tasks: vec![all.tasks[place].clone()],
            answers: vec![all.answers[place].clone()],
        };
        let pick = |_| programs[rng.below(programs.len() as u64) as usize].clone();
        let mut drawn: Vec<Program> = (0..6_000).map(pick).collect();
        for program in &mut drawn {
            program.name = format!("solve_{}", data.tasks[0].id);
        }
        let mut ranking = rank(&data.tasks[0], &drawn, limits);
        ranking.compare_tests(&data.answers[0]);
        let options = CheckOptions {
            limits,
            ..CheckOptions::default()
        };
        let report = check(&data, &drawn, &options);
        let runs = &report.tasks[0].runs;
        assert_eq!(runs.len(), drawn.len());
        for run in runs {
            let program = &drawn[run.program];
            let ranked = ranking.candidates[run.program].status;
            words.insert(ranked.word());
            let bad = run.pairs.iter().find(|pair| !pair.status.is_good());
            match (bad, ranked) {
                (None, CandidateStatus::Right) => {}
                (Some(pair), CandidateStatus::Bad { part, index, .. }) => {
                    assert_eq!((part, index), (pair.part, pair.index), "{program}");
                    let word = match pair.status {
                        PairStatus::Fail(_) => "failed",
                        PairStatus::Limit(_) => "cut",
                        _ => "wrong",
                    };
                    assert_eq!(
                        ranked.word(),
                        word,
                        "{limits:?} {:?} {program}",
                        pair.status
                    );
                }
                (bad, ranked) => panic!("{ranked:?}, alone {bad:?}\n{program}"),
            }
        }
    }
    words
}

//! Shared helpers: a few tasks with solvers, profiled.

use arcbatt::card;
use arcbatt::profile::model::Finding;
use arcbatt::profile::{Profile, Request, Subject, profile};
use arcbatt::program::{Program, parse_file};
use arcbatt::session::OnEvent;
use arcbatt::session::evolve::Settings;
use arcbatt::task::{DataSet, generators};
use std::time::Duration;

/// Small tasks with one-line solvers.
const TASKS: [&str; 6] = [
    "flip_upside_down",
    "half_turn",
    "mirror_below",
    "quarter_turn",
    "transpose",
    "double_size",
];

/// The built-in solvers of all tasks except `half_turn`.
pub const BUILT_IN: &str = "";

/// The programs of these sources; [`BUILT_IN`] stands for the built-in solvers.
pub fn solvers(sources: &[&str]) -> Vec<Program> {
    let mut programs = Vec::new();
    for &source in sources {
        if source == BUILT_IN {
            let built_in = parse_file(generators::SOLVERS).programs.into_iter();
            programs.extend(built_in.filter(|p| p.task_id() != Some("half_turn")));
            continue;
        }
        let parsed = parse_file(source);
        assert_eq!(parsed.errors, []);
        programs.extend(parsed.programs);
    }
    programs
}

/// Some tasks, including `half_turn`.
pub fn tasks() -> DataSet {
    let all = generators::embedded();
    let mut data = DataSet::default();
    for (task, answers) in all.tasks.into_iter().zip(all.answers) {
        if TASKS.contains(&task.id.as_str()) || data.tasks.len() < 5 {
            data.tasks.push(task);
            data.answers.push(answers);
        }
    }
    assert!(data.tasks.iter().any(|task| task.id == "half_turn"));
    data
}

/// Profiles a run on the tasks with these programs and no mutants.
pub fn profiled(programs: &[Program]) -> Profile {
    profiled_with(programs, &|_| {})
}

/// The same, watched.
pub fn profiled_with(programs: &[Program], on_event: OnEvent) -> Profile {
    let data = tasks();
    let settings = Settings {
        card: card::Settings {
            mutants: 0,
            ..card::Settings::default()
        },
        share: false,
        ..Settings::default()
    };
    let parts = ["pipeline", "dsl", "framework", "tasks"];
    let request = Request {
        subject: Subject::Pipeline(programs, &settings),
        given: Default::default(),
        gpu: Default::default(),
        data: &data,
        names: ("some tasks".to_owned(), "some solvers".to_owned()),
        parts: parts.map(str::to_owned).to_vec(),
        load: Duration::from_millis(1),
        parse: Duration::ZERO,
        reload: None,
        project: vec![400],
        budget: Some(Duration::from_secs(3600)),
        what_if: &[],
        earlier: None,
        print: &|_, _| {},
        time: Duration::from_millis(100),
    };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build();
    pool.unwrap()
        .install(|| profile(&request, on_event))
        .unwrap()
}

/// The finding of this kind.
#[track_caller]
pub fn finding<'p>(profile: &'p Profile, kind: &str) -> &'p Finding {
    let findings = &profile.verdict.findings;
    let found = findings.iter().find(|finding| finding.kind == kind);
    found.unwrap_or_else(|| panic!("no {kind} in {findings:#?}"))
}

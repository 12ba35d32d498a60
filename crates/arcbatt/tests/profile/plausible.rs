//! Profiles of many small runs have no impossible numbers.

use arcbatt::card;
use arcbatt::profile::{Profile, Request, Subject, impossible, profile};
use arcbatt::program::{Program, parse_file};
use arcbatt::session::evolve::Settings;
use arcbatt::task::{DataSet, generators};
use proptest::prelude::*;
use std::time::Duration;

/// A run of generated tasks: which, how many of them with a solver, and how.
#[derive(Debug)]
struct Run {
    seed: u64,
    tasks: u64,
    solvers: usize,
    mutants: u32,
    threads: usize,
    share: bool,
    is_batt: bool,
    time_ms: u64,
}

fn run() -> impl Strategy<Value = Run> {
    let size = (0..1_000u64, 1..12u64, 1..106usize, 0..4u32);
    let how = (
        1..4usize,
        any::<bool>(),
        prop::bool::weighted(0.2),
        0..20u64,
    );
    (size, how).prop_map(
        |((seed, tasks, solvers, mutants), (threads, share, is_batt, time_ms))| Run {
            seed,
            tasks,
            solvers,
            mutants,
            threads,
            share,
            is_batt,
            time_ms,
        },
    )
}

fn profiled(run: &Run) -> Profile {
    let (tasks, answers): (Vec<_>, Vec<_>) = (0..run.tasks)
        .map(|k| generators::task(run.seed, 7 * k))
        .unzip();
    let data = DataSet { tasks, answers };
    let mut programs: Vec<Program> = parse_file(generators::SOLVERS).programs;
    programs.truncate(run.solvers);
    let settings = Settings {
        card: card::Settings {
            mutants: run.mutants,
            ..card::Settings::default()
        },
        share: run.share,
        ..Settings::default()
    };
    let (batt, _) = card::card(&programs[..programs.len().min(9)], &settings.card, None);
    let request = Request {
        given: Default::default(),
        gpu: Default::default(),
        subject: match run.is_batt {
            true => Subject::Batt(&batt, &settings),
            false => Subject::Pipeline(&programs, &settings),
        },
        data: &data,
        names: Default::default(),
        parts: ["pipeline", "dsl", "framework", "tasks"]
            .map(str::to_owned)
            .to_vec(),
        load: Duration::from_micros(run.seed),
        parse: Duration::ZERO,
        reload: None,
        project: vec![1, run.tasks, 32, 1_000],
        budget: Some(Duration::from_secs(60)),
        what_if: &[],
        earlier: None,
        print: &|_, _| {},
        time: Duration::from_millis(run.time_ms),
    };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(run.threads);
    let pool = pool.build().unwrap();
    pool.install(|| profile(&request, &|_| {})).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn profiles_of_small_runs_are_possible(run in run()) {
        let profile = profiled(&run);
        prop_assert!(profile.truth.holds());
        prop_assert_eq!(impossible(&profile), Vec::<String>::new());
        // As read from a file, too.
        let read = Profile::from_json(&profile.to_json()).unwrap();
        prop_assert_eq!(impossible(&read), Vec::<String>::new());
    }
}

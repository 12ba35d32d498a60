//! The search: each group of proposers solves a task, results are reproducible, limits hold.

use arcbatt::batt::{Options, Runner};
use arcbatt::grid::GridBuf;
use arcbatt::program::{Program, parse_file};
use arcbatt::search::{Budget, Library, Outcome, ProposerGroup, solve_task};
use arcbatt::task::{Answers, Demonstration, Task, generators};
use std::sync::atomic::AtomicBool;

fn budget(steps: u64) -> Budget {
    Budget {
        steps,
        time: None,
        memory: 512 << 20,
    }
}

fn solve(task: &Task, library: &Library, steps: u64) -> Outcome {
    solve_task(task, library, 0, &budget(steps), &AtomicBool::new(false))
}

fn embedded(id: &str) -> (Task, Answers) {
    let data = generators::embedded();
    let at = data.tasks.iter().position(|task| task.id == id);
    let at = at.unwrap_or_else(|| panic!("no built-in task is called {id}"));
    (data.tasks[at].clone(), data.answers[at].clone())
}

fn assert_right(outcome: &Outcome, answers: &Answers) {
    for (attempts, answer) in outcome.attempts.iter().zip(&answers.0) {
        assert!(
            answer.is_some() && attempts.contains(answer),
            "{attempts:?}"
        );
    }
}

/// Asserts that a built-in task is solved within `steps`, and that `group` found the best program.
fn assert_solved_by(id: &str, library: &Library, steps: u64, group: ProposerGroup) {
    let (task, answers) = embedded(id);
    let outcome = solve(&task, library, steps);
    assert!(outcome.fits(task.train.len()), "{id}");
    assert_eq!(outcome.found[0].proposer, group, "{id}");
    assert_right(&outcome, &answers);
}

#[test]
fn bottom_up_solves_a_task_of_one_call() {
    assert_solved_by(
        "half_turn",
        &Library::default(),
        20_000,
        ProposerGroup::BottomUp,
    );
}

#[test]
fn goal_solves_a_task_of_two_panels() {
    assert_solved_by(
        "panel_and",
        &Library::default(),
        100_000,
        ProposerGroup::Goal,
    );
}

#[test]
fn stacking_solves_a_task_of_painting() {
    assert_solved_by(
        "outline_objects",
        &Library::default(),
        50_000,
        ProposerGroup::Stacking,
    );
}

fn solvers() -> Vec<Program> {
    parse_file(generators::SOLVERS).programs
}

#[test]
fn library_solves_a_task_whose_program_it_has() {
    let library = Library {
        programs: solvers(),
        ..Library::default()
    };
    // Its shortest known program is too long to be enumerated in these steps.
    let hard = solvers()
        .into_iter()
        .max_by_key(|program| program.lines.len());
    let hard = hard.expect("solvers");
    let id = hard.task_id().expect("named after a task").to_owned();
    let (task, _) = embedded(&id);
    let alone = solve(&task, &Library::default(), 20_000);
    assert!(
        !alone.fits(task.train.len()),
        "{id} is too easy for this test"
    );
    let steps = 300_000;
    assert_solved_by(&id, &library, steps, ProposerGroup::Library);
}

/// Many long programs that only replace colours.
fn useless_library() -> Library {
    let program = |k: usize| {
        let (a, b, c) = (k / 100, k / 10, k % 10);
        let mut source = format!("def solve_useless_{k}(I):\n    x0 = replace(I, {a}, {c})\n");
        for line in 1..=12 {
            let (from, to) = ((b + line) % 10, (c + 3 * line) % 10);
            source += &format!("    x{line} = replace(x{}, {from}, {to})\n", line - 1);
        }
        source + "    return x12\n"
    };
    let sources: Vec<String> = (0..1_000).map(program).collect();
    let solvers = parse_file(&sources.join("\n"));
    assert_eq!(solvers.errors, []);
    Library::of(solvers.programs)
}

#[test]
fn a_useless_library_costs_a_tenth_of_the_steps() {
    let library = useless_library();
    assert!(library.programs.len() > 500, "{}", library.programs.len());
    let steps = 60_000;
    for id in ["half_turn", "panel_and", "outline_objects", "crop_largest"] {
        let (task, _) = embedded(id);
        let alone = solve(&task, &Library::default(), steps);
        let with = solve(&task, &library, steps + steps / 8);
        let fits = |outcome: &Outcome| outcome.fits(task.train.len());
        assert_eq!(fits(&with), fits(&alone), "{id}");
        // A few steps more or less may change what comes second.
        let first = |outcome: &Outcome| outcome.attempts.iter().map(|a| a[0].clone()).collect();
        let (first_with, first_alone): (Vec<_>, Vec<_>) = (first(&with), first(&alone));
        assert_eq!(first_with, first_alone, "{id}");
        let most = alone.stats.evaluations + steps / 7;
        assert!(
            with.stats.evaluations <= most,
            "{id}: {:?}, {:?}",
            with.stats,
            alone.stats
        );
    }
}

fn grid(rows: &[&str]) -> GridBuf {
    GridBuf::from_digits(rows).expect("a grid")
}

#[test]
fn a_library_hit_does_not_hide_programs_as_simple() {
    // The demonstrations are symmetric, so both a half turn and a mirror solve them. The test is not.
    let pair = |input: &[&str], output: &[&str]| Demonstration {
        input: grid(input),
        output: grid(output),
    };
    let task = Task {
        id: "either".into(),
        train: vec![
            pair(&["120", "345", "120"], &["021", "543", "021"]),
            pair(&["600", "078", "600"], &["006", "870", "006"]),
        ],
        test: vec![grid(&["123", "400", "056"])],
    };
    let library = Library {
        programs: parse_file("def solve_turn(I):\n    O = rot180(I)\n    return O\n").programs,
        ..Library::default()
    };
    assert_eq!(library.programs.len(), 1);
    let outcome = solve(&task, &library, 200_000);
    for answer in [["321", "004", "650"], ["650", "004", "321"]] {
        let answer = Some(grid(&answer));
        assert!(outcome.attempts[0].contains(&answer), "{answer:?}");
    }
}

#[test]
fn a_search_limited_by_steps_is_reproducible() {
    for id in ["rank_colors", "panel_overlay", "crossings", "remove_dots"] {
        let (task, _) = embedded(id);
        let [first, again] = [0, 1].map(|_| solve(&task, &Library::default(), 60_000));
        assert_eq!(first.attempts, again.attempts, "{id}");
        assert_eq!(first.stats.evaluations, again.stats.evaluations, "{id}");
        let texts = |outcome: &Outcome| -> Vec<String> {
            let found = outcome.found.iter();
            found.map(|found| found.program.to_string()).collect()
        };
        assert_eq!(texts(&first), texts(&again), "{id}");
    }
}

#[test]
fn found_programs_give_the_reported_outputs() {
    let mut runner = Runner::default();
    let mut checked = 0;
    for task in generators::embedded().tasks.iter().step_by(9) {
        let outcome = solve(task, &Library::default(), 40_000);
        checked += outcome.found.len();
        for found in &outcome.found {
            let printed = parse_file(&found.program.to_string());
            assert_eq!(printed.errors, [], "{}", found.program);
            let mut graph = arcbatt::batt::Graph::default();
            let output = graph.add(&printed.programs[0], &mut Vec::new());
            let plan = arcbatt::batt::Plan::new(&graph, &[output.expect("few arguments")]);
            let samples = arcbatt::batt::Samples::of(task);
            let (outputs, _) = runner.run(&plan, &samples, &Options::default());
            let right = |k: &usize| outputs.grid(0, *k) == Some(&task.train[*k].output);
            let matched = (0..task.train.len()).filter(right).count();
            assert_eq!(matched, found.matched as usize, "{}", found.program);
            for (test, answer) in found.outputs.iter().enumerate() {
                let sample = task.train.len() + test;
                assert_eq!(
                    outputs.grid(0, sample),
                    answer.as_ref(),
                    "{}",
                    found.program
                );
            }
        }
    }
    assert!(checked > 0);
}

#[test]
fn unusual_tasks_have_an_outcome() {
    let cell = || grid(&["5"]);
    let pair = || Demonstration {
        input: cell(),
        output: cell(),
    };
    let wide = || GridBuf::filled(1, 100, 3);
    let tasks = [
        (vec![], vec![cell()]),
        (vec![pair()], vec![]),
        (vec![pair(); 40], vec![cell()]),
        (vec![pair()], vec![wide()]),
        (
            vec![Demonstration {
                input: wide(),
                output: wide(),
            }],
            vec![wide()],
        ),
    ];
    for (train, test) in tasks {
        let tests = test.len();
        let task = Task {
            id: "odd".into(),
            train,
            test,
        };
        let outcome = solve(&task, &Library::default(), 5_000);
        assert_eq!(outcome.attempts.len(), tests);
    }
}

#[test]
fn the_stop_flag_ends_a_search() {
    let (task, _) = embedded("half_turn");
    let outcome = solve_task(
        &task,
        &Library::default(),
        0,
        &budget(u64::MAX),
        &AtomicBool::new(true),
    );
    assert!(outcome.stats.evaluations < 50_000);
    assert_eq!(outcome.attempts.len(), task.test.len());
}

#[test]
fn memory_is_bounded() {
    let (task, _) = embedded("remove_dots");
    let small = Budget {
        steps: 10_000_000,
        time: None,
        memory: 8 << 20,
    };
    let outcome = solve_task(
        &task,
        &Library::default(),
        0,
        &small,
        &AtomicBool::new(false),
    );
    // The limit is checked between slices, so a search may exceed it slightly.
    assert!(outcome.stats.memory < 24 << 20, "{}", outcome.stats.memory);
}

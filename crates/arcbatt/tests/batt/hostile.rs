//! A batt in which every third candidate loops, explodes or fails: the others stay right.

use super::support::*;
use arcbatt::batt::{Batt, EndReason, Options, Outcome, Outputs, Plan, Runner, Samples, Stats};
use arcbatt::batt::{Change, TaskLimits, run_tasks};
use arcbatt::dsl::{Fail, Limit, Limits};
use arcbatt::program::Program;
use arcbatt::task::{Task, generators::embedded};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Loops, explosions and failures, as bodies of programs.
const HOSTILE: [&str; 12] = [
    "x1 = multiply(THOUSAND, THOUSAND)\n x2 = power(rot90, x1)\n O = x2(I)",
    "x1 = power(hmirror, THOUSAND)\n x2 = power(x1, THOUSAND)\n O = x2(I)",
    "x1 = power(increment, THOUSAND)\n x2 = power(x1, THOUSAND)\n x3 = power(x2, THOUSAND)\n x4 = x3(ONE)\n O = canvas(x4, UNITY)",
    "x1 = repeat(I, THOUSAND)\n x2 = repeat(x1, THOUSAND)\n x3 = repeat(x2, THOUSAND)\n x4 = merge(x3)\n x5 = merge(x4)\n O = first(x5)",
    "x1 = upscale(I, TEN)\n x2 = upscale(x1, TEN)\n x3 = upscale(x2, TEN)\n x4 = upscale(x3, TEN)\n O = crop(x4, ORIGIN, UNITY)",
    "x1 = asindices(I)\n x2 = product(x1, x1)\n x3 = product(x2, x2)\n x4 = product(x3, x3)\n x5 = size(x4)\n O = canvas(x5, UNITY)",
    "x1 = interval(ZERO, THOUSAND, ONE)\n x2 = apply(increment, x1)\n x3 = prapply(add, x2, x1)\n x4 = prapply(multiply, x3, x3)\n x5 = size(x4)\n O = canvas(x5, UNITY)",
    "x1 = canvas(ZERO, (100000, 100000))\n O = crop(x1, ORIGIN, UNITY)",
    "x1 = objects(I, T, F, T)\n x2 = sizefilter(x1, THOUSAND)\n x3 = first(x2)\n O = subgrid(x3, I)",
    "x1 = divide(TEN, ZERO)\n O = canvas(x1, UNITY)",
    "x1 = height(I)\n O = first(x1)",
    "x1 = lbind(vconcat, I)\n x2 = power(x1, THOUSAND)\n x3 = x2(I)\n O = hconcat(x3, x3)",
];

/// Ways to turn a grid by half.
const RIGHT: [&str; 6] = [
    "O = rot180(I)",
    "x1 = hmirror(I)\n O = vmirror(x1)",
    "x1 = vmirror(I)\n O = hmirror(x1)",
    "x1 = rot90(I)\n O = rot90(x1)",
    "x1 = rot270(I)\n O = rot270(x1)",
    "x1 = dmirror(I)\n O = cmirror(x1)",
];

fn body(body: &str) -> String {
    let last = body.lines().last().unwrap().trim();
    let result = last.split(' ').next().unwrap();
    let lines: String = body
        .lines()
        .map(|l| format!("    {}\n", l.trim()))
        .collect();
    format!("def solve_half_turn(I):\n{lines}    return {result}\n")
}

/// Every third candidate is hostile; the flags say which are right.
fn hostile_batt() -> (Batt, Vec<bool>) {
    let mut source = String::new();
    let mut right = Vec::new();
    for k in 0..36 {
        let hostile = k % 3 == 1;
        source += &match hostile {
            true => body(HOSTILE[k / 3]),
            false => body(RIGHT[k % RIGHT.len()]),
        };
        right.push(!hostile);
    }
    (Batt::from_programs(&programs(&source)), right)
}

fn half_turn() -> Task {
    let tasks = embedded().tasks;
    tasks
        .into_iter()
        .find(|task| task.id == "half_turn")
        .unwrap()
}

fn run(batt: &Batt, task: &Task, options: &Options) -> (Outputs, Stats) {
    let nodes: Vec<_> = batt.candidates.iter().map(|c| c.output).collect();
    let plan = Plan::new(&batt.graph, &nodes);
    Runner::default().run(&plan, &Samples::of(task), options)
}

fn small() -> TaskLimits {
    TaskLimits {
        node: Limits {
            steps: 5_000,
            cells: 100_000,
            ..Limits::default()
        },
        steps: 10_000_000,
        cells: 100_000_000,
        time: Duration::from_secs(3600),
        ..TaskLimits::default()
    }
}

#[test]
fn other_candidates_are_right() {
    let (batt, right) = hostile_batt();
    let task = half_turn();
    for (equivalence, memory) in [(true, 64 << 20), (false, 64 << 20), (true, 1 << 14)] {
        let options = Options {
            equivalence,
            limits: TaskLimits { memory, ..small() },
            ..Options::default()
        };
        let (outputs, stats) = run(&batt, &task, &options);
        assert_eq!(stats.ended, None);
        assert!(stats.skipped > 0);
        for (k, &right) in right.iter().enumerate() {
            for (sample, outcome) in outputs.of(k).iter().enumerate() {
                let shown = task.train.get(sample);
                let wanted = shown.is_none_or(|p| outputs.grid(k, sample) == Some(&p.output));
                match right {
                    true => assert!(matches!(outcome, Outcome::Grid(_)) && wanted, "{k}"),
                    false => assert!(
                        matches!(outcome, Outcome::Fail(_)),
                        "{k}: {outcome:?}\n{}",
                        batt.extract(k as u32)
                    ),
                }
            }
        }
    }
}

#[test]
fn a_task_over_budget_stops_and_names_the_node() {
    let source = [
        "O = rot180(I)",
        "x1 = power(rot90, THOUSAND)\n O = x1(I)",
        "x1 = rot90(I)\n x2 = rot90(x1)\n O = rot90(x2)",
    ];
    let source: String = source.into_iter().map(body).collect();
    let batt = Batt::from_programs(&programs(&source));
    let heavy = batt.candidates[1].output;
    let task = half_turn();
    let limits = TaskLimits {
        cells: 50_000,
        ..small()
    };
    for equivalence in [true, false] {
        let options = Options {
            equivalence,
            limits,
            stop: None,
            ..Options::default()
        };
        let (outputs, stats) = run(&batt, &task, &options);
        assert_eq!(stats.ended, Some(EndReason::Budget));
        let (node, cells) = stats.heaviest.unwrap();
        assert_eq!(node, heavy);
        assert!(batt.graph.describe(node).ends_with("(I)"));
        assert!(cells > 40_000 && cells <= stats.spent.cells);
        // Earlier results are kept, later ones are missing.
        assert_eq!(outputs.grid(0, 0), Some(&task.train[0].output));
        let never = Outcome::Fail(Fail::Limit(Limit::Budget));
        assert!(outputs.of(2).iter().all(|outcome| *outcome == never));
    }
    // Steps are a budget as well.
    let limits = TaskLimits {
        steps: 500,
        ..small()
    };
    let options = Options {
        limits,
        ..Options::default()
    };
    assert_eq!(run(&batt, &task, &options).1.ended, Some(EndReason::Budget));
}

#[test]
fn timeout_and_stop_flag_end_a_task() {
    let (batt, _) = hostile_batt();
    let task = half_turn();
    let stop = AtomicBool::new(true);
    let options = Options {
        stop: Some(&stop),
        ..Options::default()
    };
    let (outputs, stats) = run(&batt, &task, &options);
    assert_eq!(stats.ended, Some(EndReason::Stopped));
    assert_eq!(stats.evaluations, 0);
    assert_eq!(outputs.candidates(), batt.candidates.len());
    let limits = TaskLimits {
        time: Duration::ZERO,
        ..TaskLimits::default()
    };
    let options = Options {
        limits,
        ..Options::default()
    };
    assert_eq!(run(&batt, &task, &options).1.ended, Some(EndReason::Time));
}

#[test]
fn empty_batts_and_tasks_run() {
    let (batt, _) = hostile_batt();
    let plan = Plan::new(&batt.graph, &[]);
    let task = half_turn();
    let (outputs, stats) = Runner::default().run(&plan, &Samples::of(&task), &Options::default());
    assert_eq!((outputs.candidates(), stats.evaluations), (0, 0));
    assert!(plan.is_empty());
    // Without samples, nothing is called.
    let (_, stats) = run(
        &batt,
        &Task {
            train: Vec::new(),
            test: Vec::new(),
            ..task
        },
        &Options::default(),
    );
    assert_eq!((stats.evaluations, stats.ended), (0, None));
    assert!(batt.candidates.iter().all(|c| c.change == Change::None));
}

/// A program that the user gave has the limits of `check`; a mutant with the same calls fails, whichever
/// of them runs first, and so do programs of other tasks.
#[test]
fn given_programs_have_limits_of_their_own() {
    let heavy = "x1 = power(rot90, 100)\n x2 = x1(I)\n O = rot180(x2)";
    let source = body(heavy) + &body("x1 = power(rot90, 100)\n O = x1(I)") + &body(heavy);
    let mut named = programs(&source);
    let task = half_turn();
    let node = Limits {
        steps: 50,
        ..Limits::default()
    };
    let answers = |programs: &[Program], limits: TaskLimits, given_sources| {
        let options = Options {
            limits: TaskLimits { node, ..limits },
            given_sources,
            ..Options::default()
        };
        let batt = Batt::from_programs(programs);
        let all = (0..programs.len() as u32).collect::<Vec<_>>();
        let is_grid = |o: &Outcome| matches!(o, Outcome::Grid(_));
        let ran = run_tasks(
            &batt,
            &[&task],
            &options,
            |_| all.clone(),
            |_, blocks| {
                (0..all.len())
                    .map(|k| blocks[0].outputs.of(k).iter().all(is_grid))
                    .collect::<Vec<bool>>()
            },
        );
        ran[0].clone()
    };
    let names = ["solve_half_turn", "solve_other", "solve_another"];
    for (program, name) in named.iter_mut().zip(names) {
        program.name = name.to_owned();
    }
    let default = TaskLimits::default();
    // The last program has the nodes of the first.
    assert_eq!(answers(&named, default, 3), [true, true, true]);
    assert_eq!(answers(&named, default, 0), [false, false, false]);
    assert_eq!(answers(&named[1..], default, 3), [false, false]);
    named.swap(0, 1);
    assert_eq!(answers(&named[..2], default, 3), [true, true]);
    // Past the budget of the task, only given programs run.
    let spent = TaskLimits {
        steps: 1,
        ..default
    };
    let light = programs(&body("x1 = rot90(I)\n O = rot90(x1)"));
    let mut both = [light[0].clone(), named[1].clone()];
    both[0].name = "solve_other".to_owned();
    assert_eq!(answers(&both, spent, 2), [false, true]);
}

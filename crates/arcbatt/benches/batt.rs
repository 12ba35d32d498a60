//! Running a batt, compared with the same candidates one by one on the plain interpreter.
//!
//! `cargo bench --bench batt` prints CPU time and evaluations of 32 parents with 1,000 mutants each,
//! merged and one by one; node evaluations per second over the conformance programs; and two
//! threads compared with one, in wall time, which needs a quiet machine. Both sides have the same
//! limits per call. `-- rate` prints only the evaluations per second; `-- files SOLVERS.py DATA` only
//! the first comparison, with the longest programs of a file that have a task in a file or folder.
//!
//! Other arguments run a single pass, to count instructions:
//!
//! - `valgrind --tool=callgrind --toggle-collect='*::batt_pass' target/release/deps/batt-* batt own`;
//!   `foreign`, `corpus` and `files SOLVERS.py DATA` instead of `own` are the other scenes
//! - the same with `'*::plain_pass'` and `plain own`
//! - the same with `'*::corpus_pass'` and `corpus`; `corpus 300` runs 300 passes, for a sampling
//!   profiler
//! - the same with `'*::merged_pass'` and `merged`

mod measure;

use arcbatt::batt::{Batt, Block, Options, Plan, Runner, Samples, Stats, run_tasks};
use arcbatt::batt::{Code, Inputs, output_grid};
use arcbatt::card::{Settings, card};
use arcbatt::conform::ProgramVector;
use arcbatt::dsl::Cx;
use arcbatt::grid::GridBuf;
use arcbatt::program::{Program, parse_file};
use arcbatt::task::{DataSet, Demonstration, Task, generators};
use bumpalo::Bump;
use measure::{best_of, corpus, corpus_plans, embedded_solvers, merged_plan, ms};
use std::hint::black_box;
use std::time::{Duration, Instant};

const PARENTS: usize = 32;
const MUTANTS: u32 = 1_000;
/// Mutants per parent that are mutated again.
const SURVIVORS: u32 = 32;
/// Tasks of the scene in which all candidates run on the same tasks.
const FOREIGN_TASKS: usize = 2;

/// Candidates and their tasks.
struct Scene {
    batt: Batt,
    tasks: Vec<Task>,
    /// The candidates to run on each task.
    chosen: Vec<Vec<u32>>,
    /// The candidates as separate programs.
    codes: Vec<Code>,
}

fn main() {
    let pool = |threads| {
        rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .expect("threads start")
    };
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let asked = |word: &str| arguments.iter().any(|argument| argument == word);
    let rest = arguments.get(1..).unwrap_or_default();
    pool(1).install(|| match arguments.first().map(String::as_str) {
        Some("batt") => {
            black_box(batt_pass(&scene(rest)));
        }
        Some("plain") => {
            black_box(plain_pass(&scene(rest)));
        }
        Some("files") => against_plain("programs of a file, on their tasks", &scene(&arguments)),
        Some("merged") => {
            let corpus = corpus();
            black_box(merged_pass(
                &merged_plan(&corpus),
                &generators::embedded().tasks,
            ));
        }
        Some("corpus") => {
            let (corpus, turns) = (corpus(), arguments.get(1).and_then(|n| n.parse().ok()));
            let (plans, mut runner) = (corpus_plans(&corpus), Runner::default());
            for _ in 0..turns.unwrap_or(1) {
                black_box(corpus_pass(&plans, &mut runner));
            }
        }
        Some("rate") => over_corpus(&corpus()),
        // `cargo test` only checks that benchmarks start.
        _ if !asked("--bench") => {}
        _ => {
            against_plain("embedded solvers, on their tasks", &scene(&["own".into()]));
            against_plain(
                "embedded solvers, all on two tasks",
                &scene(&["foreign".into()]),
            );
            against_plain(
                "conformance programs, on their inputs",
                &scene(&["corpus".into()]),
            );
            over_corpus(&corpus());
        }
    });
    if asked("--bench") && !asked("files") {
        threads(&[pool(1), pool(2)]);
    }
}

/// Programs to mutate, each with a task.
type Parents = Vec<(Program, Task)>;

/// The longest programs, as short ones have too few mutants.
fn longest(mut parents: Parents) -> Parents {
    parents.sort_by_key(|(program, _)| std::cmp::Reverse(program.lines.len()));
    parents.truncate(PARENTS);
    parents
}

/// Built-in solvers and their tasks.
fn from_embedded() -> Parents {
    let solvers = embedded_solvers();
    let solver = |task: &Task| {
        let own = |solver: &&Program| solver.task_id() == Some(task.id.as_str());
        solvers.iter().find(own).expect("a solver").clone()
    };
    let tasks = generators::embedded().tasks.into_iter();
    longest(tasks.map(|task| (solver(&task), task)).collect())
}

/// Solvers of a file and their tasks in a file or folder.
fn from_files(solvers: &str, data: &str) -> Parents {
    let source = std::fs::read_to_string(solvers).expect("a file of solvers");
    let tasks = DataSet::load(data).expect("tasks").tasks;
    let with_task = |solver: Program| {
        let id = solver.task_id()?;
        let task = tasks.iter().find(|task| task.id == id)?.clone();
        Some((solver, task))
    };
    let programs = parse_file(&source).programs.into_iter();
    longest(programs.filter_map(with_task).collect())
}

/// Conformance programs, with their inputs as tasks. They are random, and some are expensive.
fn from_corpus() -> Parents {
    let parent = |vector: &ProgramVector| (vector.program.clone(), task_of(vector));
    longest(corpus().iter().map(parent).collect())
}

/// A task with a program's inputs as samples; all but the last have its answer.
fn task_of(vector: &ProgramVector) -> Task {
    let pairs = vector.inputs.iter().zip(&vector.wanted);
    let pair = |(input, output): (&GridBuf, &Option<GridBuf>)| Demonstration {
        input: input.clone(),
        output: output.as_ref().unwrap_or(input).clone(),
    };
    let mut train: Vec<Demonstration> = pairs.map(pair).collect();
    let test = train.pop().map(|pair| pair.input);
    Task {
        id: vector.id.clone(),
        train,
        test: test.into_iter().collect(),
    }
}

fn codes(batt: &Batt) -> Vec<Code> {
    let all = 0..batt.candidates.len() as u32;
    all.map(|k| Code::new(&batt.extract(k))).collect()
}

/// Every parent's candidates on its task: the parent, its mutants, and mutants of some of these.
///
/// No parent has enough mutants by a single change.
fn own_tasks(parents: Parents) -> Scene {
    let settings = |mutants| Settings {
        mutants,
        ..Settings::default()
    };
    let (programs, tasks): (Vec<Program>, Vec<Task>) = parents.into_iter().unzip();
    let (first, _) = card(&programs, &settings(SURVIVORS), None);
    let named = |task: &Task, candidate: u32| Program {
        name: format!("solve_{}", task.id),
        ..first.extract(candidate)
    };
    let mut survivors: Vec<Program> = Vec::new();
    for (task, source) in tasks.iter().zip(&first.sources) {
        let candidates = source.candidates.0..source.candidates.1;
        survivors.extend(candidates.map(|candidate| named(task, candidate)));
    }
    let (batt, _) = card(&survivors, &settings(MUTANTS / SURVIVORS * 2), None);
    let own = |task: &Task| {
        let sources = batt.sources.iter();
        let own = sources.filter(|source| source.task_id() == Some(task.id.as_str()));
        let candidates = own.flat_map(|source| source.candidates.0..source.candidates.1);
        candidates.take(MUTANTS as usize + 1).collect()
    };
    Scene {
        chosen: tasks.iter().map(own).collect(),
        codes: codes(&batt),
        tasks,
        batt,
    }
}

/// The scene that arguments ask for; without any, the built-in solvers on their tasks.
fn scene(arguments: &[String]) -> Scene {
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        ["foreign", ..] => foreign_tasks(from_embedded()),
        ["corpus", ..] => own_tasks(from_corpus()),
        ["files", solvers, data, ..] => own_tasks(from_files(solvers, data)),
        _ => own_tasks(from_embedded()),
    }
}

/// Every candidate on some tasks.
fn foreign_tasks(parents: Parents) -> Scene {
    let mut scene = own_tasks(parents);
    let all = scene.chosen.concat();
    scene.tasks.truncate(FOREIGN_TASKS);
    scene.chosen = vec![all; FOREIGN_TASKS];
    scene
}

/// Runs all candidates of a scene on their tasks, merged.
#[inline(never)]
fn batt_pass(scene: &Scene) -> Stats {
    let parts = run_tasks(
        &scene.batt,
        &scene.tasks,
        &Options::default(),
        |task| scene.chosen[task].clone(),
        |_, blocks: Vec<Block>| {
            let parts = blocks.iter().map(|block| &block.stats);
            parts.fold(Stats::default(), sum_of)
        },
    );
    parts.iter().fold(Stats::default(), sum_of)
}

fn sum_of(mut sum: Stats, more: &Stats) -> Stats {
    sum.add(more);
    sum
}

/// Runs all candidates of a scene on their tasks, one by one; returns the number of answers.
#[inline(never)]
fn plain_pass(scene: &Scene) -> usize {
    let mut grids = 0;
    plain(scene, |code, cx, inputs| {
        // Apply the limits per node, as a batt does, so that programs end in the same place.
        let value = code
            .run_traced(cx, inputs, |_, _| {
                cx.refill();
            })
            .ok();
        grids += usize::from(value.and_then(output_grid).is_some());
    });
    black_box(grids)
}

/// The number of lines that a plain pass runs, and of cells that they touch.
fn plain_work(scene: &Scene) -> (u64, u64) {
    let (mut lines, mut cells) = (0, 0);
    plain(scene, |code, cx, inputs| {
        let _ = code.run_traced(cx, inputs, |_, _| {
            lines += 1;
            cells += cx.refill().cells;
        });
    });
    (lines, cells)
}

fn plain(scene: &Scene, mut run: impl for<'a> FnMut(&Code, &Cx<'a>, Inputs<'a>)) {
    let limits = Options::default().limits.node;
    let mut arena = Bump::new();
    for (task, chosen) in scene.tasks.iter().zip(&scene.chosen) {
        let train = task.train.iter().map(|pair| &pair.input);
        let inputs: Vec<_> = train.chain(&task.test).collect();
        for &candidate in chosen {
            for input in &inputs {
                arena.reset();
                let cx = Cx::new(&arena, limits);
                let code = &scene.codes[candidate as usize];
                // Grids of a task are never too large for a pair.
                let inputs = code
                    .inputs(&cx, &task.train, input)
                    .expect("demonstrations");
                run(code, &cx, inputs);
            }
        }
    }
}

fn against_plain(what: &str, scene: &Scene) {
    let runs: usize = scene.chosen.iter().map(Vec::len).sum();
    let (merged, stats) = best_of(5, || batt_pass(scene));
    let (plain, _) = best_of(2, || plain_pass(scene));
    let (lines, cells) = plain_work(scene);
    println!("{what}: {runs} runs on {} tasks", scene.tasks.len());
    println!("                      one by one         batt   times less");
    let row = |name: &str, plain: f64, merged: f64| {
        let ratio = plain / merged;
        println!("  {name:16} {plain:13.0} {merged:12.0} {ratio:12.1}");
    };
    row("evaluations", lines as f64, stats.evaluations as f64);
    row("cells touched", cells as f64, stats.spent.cells as f64);
    row("CPU time, ms", ms(plain), ms(merged));
    println!(
        "  shared {}, skipped {}, sweeps {}; heaviest node {} of {} cells",
        stats.shared,
        stats.skipped,
        stats.sweeps,
        stats.heaviest.map_or(0, |(_, cells)| cells),
        stats.spent.cells
    );
}

/// Runs every plan once. The runner is reused for all passes, as a thread reuses its own.
#[inline(never)]
fn corpus_pass(plans: &[(Plan, Samples)], runner: &mut Runner) -> Stats {
    let options = Options {
        // A program on its own has nothing to share.
        equivalence: false,
        ..Options::default()
    };
    plans.iter().fold(Stats::default(), |sum, (plan, samples)| {
        sum_of(sum, &runner.run(plan, samples, &options).1)
    })
}

/// Runs all conformance programs on the samples of tasks.
#[inline(never)]
fn merged_pass(plan: &Plan, tasks: &[Task]) -> Stats {
    let mut runner = Runner::default();
    tasks.iter().fold(Stats::default(), |sum, task| {
        let (_, stats) = runner.run(plan, &Samples::of(task), &Options::default());
        sum_of(sum, &stats)
    })
}

fn over_corpus(corpus: &[ProgramVector]) {
    println!("conformance programs:");
    let report = |what: &str, time: Duration, stats: Stats| {
        let rate = |calls: u64| calls as f64 / time.as_secs_f64() / 1e6;
        println!(
            "  {what}: {} evaluations, {:.2} million per second; with shared and skipped ones {:.2}",
            stats.evaluations,
            rate(stats.evaluations),
            rate(stats.evaluations + stats.shared + stats.skipped),
        );
    };
    let (plans, mut runner) = (corpus_plans(corpus), Runner::default());
    let (time, stats) = best_of(10, || corpus_pass(&plans, &mut runner));
    report("each on its own inputs", time, stats);
    let mut needs: Vec<(u64, &str)> = plans
        .iter()
        .zip(corpus)
        .map(|(plan, vector)| {
            let stats = corpus_pass(std::slice::from_ref(plan), &mut runner);
            let cells = stats.heaviest.map_or(0, |(_, cells)| cells);
            (
                cells / plan.1.inputs.len().max(1) as u64,
                vector.id.as_str(),
            )
        })
        .collect();
    needs.sort_unstable_by(|a, b| b.cmp(a));
    println!(
        "  cells of the heaviest nodes, mean per sample: {:?}",
        &needs[..8]
    );
    let plan = merged_plan(corpus);
    let tasks = generators::embedded().tasks;
    let (time, stats) = best_of(10, || merged_pass(&plan, &tasks));
    report("merged, on the built-in tasks", time, stats);
}

/// Times the built-in solvers with mutants on the built-in tasks, by pool; the least of some runs.
fn threads(pools: &[rayon::ThreadPool]) {
    let settings = Settings {
        mutants: MUTANTS,
        donors: PARENTS - 1,
        ..Settings::default()
    };
    let solvers = embedded_solvers();
    let (batt, _) = card(&solvers, &settings, None);
    let tasks = generators::embedded().tasks;
    let chosen = tasks.iter().map(|task| {
        let own = |solver: &Program| solver.task_id() == Some(task.id.as_str());
        let own = solvers.iter().position(own).expect("a solver");
        let (first, end) = batt.sources[own].candidates;
        (first..end).collect()
    });
    let chosen: Vec<Vec<u32>> = chosen.collect();
    let scene = Scene {
        batt,
        tasks,
        chosen,
        codes: Vec::new(),
    };
    let mut best = vec![Duration::MAX; pools.len()];
    for _ in 0..20 {
        for (pool, best) in pools.iter().zip(&mut best) {
            let start = Instant::now();
            black_box(pool.install(|| batt_pass(&scene)));
            *best = start.elapsed().min(*best);
        }
    }
    let ratio = ms(best[0]) / ms(best[1]);
    println!(
        "two threads: {:.1} ms, one: {:.1} ms, {ratio:.2} times, wall time",
        ms(best[1]),
        ms(best[0])
    );
}

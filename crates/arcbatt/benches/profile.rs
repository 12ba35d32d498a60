//! The cost of the profiler while it is on, compared with the same passes with it off.
//!
//! `cargo bench --bench profile` prints the CPU time of a pass over the conformance programs, each on
//! its own inputs, and of all of them merged on built-in tasks. Off and on alternate in changing
//! order, so that both see the same machine. The least of all turns is the figure; the median of
//! the differences shows how reliable it is. `cargo bench --bench profile -- count` counts
//! instructions with valgrind instead; `off` or `on` and `corpus` or `merged` select one pass.
//! `benches/without_profiler.sh` measures the cost of the profiler while it is off.

mod measure;

use arcbatt::batt::{Options, Plan, Probe, Runner, Samples, Stats};
use arcbatt::conform::ProgramVector;
use arcbatt::profile::Observer;
use arcbatt::task::{DataSet, Task, generators};
use measure::{best_of, corpus, corpus_plans, merged_plan, ms};
use std::hint::black_box;
use std::process::Command;
use std::time::Duration;

/// Alternations of off and on.
const TURNS: usize = 40;
/// Built-in tasks for the merged programs.
const TASKS: usize = 12;
/// The passes: name and description.
const PASSES: [(&str, &str); 2] = [
    ("corpus", "each on its own inputs"),
    ("merged", "merged, on 12 embedded tasks"),
];

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let asked = |word: &str| words.iter().any(|asked| asked == word);
    if asked("count") {
        return count();
    }
    let watch = match (asked("off"), asked("on"), asked("--bench")) {
        (true, ..) => Some(false),
        (_, true, _) => Some(true),
        (.., true) => None,
        // `cargo test` only checks that benchmarks start.
        _ => return,
    };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build();
    pool.expect("a thread starts").install(|| {
        let corpus = corpus();
        let tasks = generators::embedded().tasks;
        for (name, what) in PASSES {
            if watch.is_some() && !asked(name) {
                continue;
            }
            let runs = runs(name, &corpus, &tasks);
            match watch {
                Some(on) => {
                    // Calibrate the clock outside of the pass, as a process does that once.
                    black_box(Observer::new(&DataSet::default()));
                    black_box(pass(&runs, on));
                }
                None => compare(what, &runs),
            }
        }
    });
}

/// Plans with their samples.
struct Runs<'r> {
    plans: Vec<(Plan, Samples<'r>)>,
    /// Whether equal values are merged: a program on its own has nothing to share.
    equivalence: bool,
}

fn runs<'r>(name: &str, corpus: &'r [ProgramVector], tasks: &'r [Task]) -> Runs<'r> {
    match name {
        "corpus" => Runs {
            plans: corpus_plans(corpus),
            equivalence: false,
        },
        _ => Runs {
            plans: tasks
                .iter()
                .take(TASKS)
                .map(|task| (merged_plan(corpus), Samples::of(task)))
                .collect(),
            equivalence: true,
        },
    }
}

/// Runs all plans with or without a profiler, which is new for each pass.
#[inline(never)]
fn pass(runs: &Runs, on: bool) -> Stats {
    match on {
        false => all(runs, Options::default()),
        true => {
            let observer = Observer::new(&DataSet::default());
            all(runs, Options::probed(observer.probe()))
        }
    }
}

fn all<P: Probe>(runs: &Runs, options: Options<P>) -> Stats {
    let options = Options {
        equivalence: runs.equivalence,
        ..options
    };
    let mut runner = Runner::default();
    let mut sum = Stats::default();
    for (plan, samples) in &runs.plans {
        sum.add(&runner.run(plan, samples, &options).1);
    }
    sum
}

fn compare(what: &str, runs: &Runs) {
    let mut least = [Duration::MAX; 2];
    let mut apart = Vec::new();
    let mut evaluations = [0; 2];
    for turn in 0..TURNS {
        let mut times = [Duration::ZERO; 2];
        for k in 0..2 {
            let on = (k + turn) % 2;
            let (time, stats) = best_of(1, || black_box(pass(runs, on == 1)));
            times[on] = time;
            least[on] = least[on].min(time);
            evaluations[on] = stats.evaluations;
        }
        apart.push(more(times[0].as_secs_f64(), times[1].as_secs_f64()));
    }
    assert_eq!(evaluations[0], evaluations[1], "the same work");
    apart.sort_by(f64::total_cmp);
    println!(
        "{what}: {} evaluations, off {:.2} ms, on {:.2} ms: {:+.1} %; differences of turns: median \
         {:+.1} %, quartiles {:+.1} and {:+.1} %",
        evaluations[0],
        ms(least[0]),
        ms(least[1]),
        more(least[0].as_secs_f64(), least[1].as_secs_f64()),
        apart[TURNS / 2],
        apart[TURNS / 4],
        apart[TURNS * 3 / 4],
    );
}

/// By how many percent the second is larger.
fn more(off: f64, on: f64) -> f64 {
    100.0 * (on / off - 1.0)
}

/// Counts the instructions of a pass with the profiler off and on.
fn count() {
    for (name, what) in PASSES {
        let [off, on] = ["off", "on"].map(|word| instructions(word, name));
        match (off, on) {
            (Some(off), Some(on)) => println!(
                "{what}: {off} instructions off, {on} on: {:+.2} %",
                more(off as f64, on as f64)
            ),
            _ => println!("{what}: not counted: is valgrind installed?"),
        }
    }
}

/// The instructions that valgrind counts in a single pass.
fn instructions(word: &str, name: &str) -> Option<u64> {
    let counted = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg("--toggle-collect=*::pass")
        .arg(std::env::current_exe().ok()?)
        .args([word, name])
        .output()
        .ok()?;
    let text = String::from_utf8_lossy(&counted.stderr).into_owned();
    let line = text.lines().find(|line| line.contains("Collected"))?;
    line.split(':').next_back()?.trim().parse().ok()
}

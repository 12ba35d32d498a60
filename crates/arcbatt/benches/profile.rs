//! What the profiler costs while it is on, next to the same passes with it off.
//!
//! `cargo bench --bench profile` tells the CPU time of a pass over the programs of the conformance
//! data, each on its own inputs, and of all of them merged on embedded tasks. Off and on take
//! turns, the order turned round each time, so that both meet the same machine; the least of all
//! turns counts, and the middle of what the turns say apart shows how sure that is.
//! `cargo bench --bench profile -- count` counts instructions instead, with valgrind; `off` or `on`
//! and `corpus` or `merged` is one pass, which that counts.
//! That the profiler costs nothing while it is off is counted by `benches/without_profiler.sh`.

mod measure;

use arcbatt::batt::{Options, Plan, Probe, Runner, Samples, Stats};
use arcbatt::conform::ProgramVector;
use arcbatt::profile::Observer;
use arcbatt::task::{DataSet, Task, generators};
use measure::{best_of, corpus, corpus_plans, merged_plan, ms};
use std::hint::black_box;
use std::process::Command;
use std::time::Duration;

/// Turns of off and on.
const TURNS: usize = 40;
/// Embedded tasks that the merged programs run on.
const TASKS: usize = 12;
/// The passes by name, and in words.
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
        // `cargo test` runs benches, too, to see that they work.
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
                    // The clock is calibrated once a process, not once a pass.
                    black_box(Observer::new(&DataSet::default()));
                    black_box(pass(&runs, on));
                }
                None => tell(what, &runs),
            }
        }
    });
}

/// Plans, each with the samples that it is run on.
struct Runs<'r> {
    plans: Vec<(Plan, Samples<'r>)>,
    /// Whether equal calls are looked for: a program on its own has nothing to share.
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

/// All runs, watched or not. A profiler a pass, as a profile of one pass has.
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

fn tell(what: &str, runs: &Runs) {
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
        "{what}: {} evaluations, off {:.2} ms, on {:.2} ms: {:+.1} %; turns apart: {:+.1} % in the \
         middle, half of them from {:+.1} to {:+.1} %",
        evaluations[0],
        ms(least[0]),
        ms(least[1]),
        more(least[0].as_secs_f64(), least[1].as_secs_f64()),
        apart[TURNS / 2],
        apart[TURNS / 4],
        apart[TURNS * 3 / 4],
    );
}

/// How much more the second is, in percent.
fn more(off: f64, on: f64) -> f64 {
    100.0 * (on / off - 1.0)
}

/// Instructions of a pass off and on.
fn count() {
    for (name, what) in PASSES {
        let [off, on] = ["off", "on"].map(|word| instructions(word, name));
        match (off, on) {
            (Some(off), Some(on)) => println!(
                "{what}: {off} instructions off, {on} on: {:+.2} %",
                more(off as f64, on as f64)
            ),
            _ => println!("{what}: not counted: is valgrind there?"),
        }
    }
}

/// What valgrind counts in a single pass of this program.
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

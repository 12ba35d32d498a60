//! All conformance programs on all of their inputs, on one core.
//!
//! `cargo bench --bench programs` times whole passes with criterion and compares them with the
//! reference. An argument after `--` selects something else:
//!
//! - `table`: nanoseconds per call, by primitive
//! - `slowest`: the slowest programs, so that no outlier hides in a mean
//! - `once`: a single pass, to count instructions:
//!   `valgrind --tool=callgrind --toggle-collect='*one_pass*' target/release/deps/programs-* once`

mod corpus;

use arcbatt::batt::Code;
use arcbatt::dsl::{Cx, Limits};
use arcbatt::program::Callee;
use bumpalo::Bump;
use corpus::{Entry, corpus};
use criterion::{Criterion, Throughput};
use std::collections::BTreeMap;
use std::hint::black_box;
use std::time::{Duration, Instant};

fn main() {
    let entries = corpus();
    match std::env::args().nth(1).as_deref() {
        Some("once") => one_pass(&entries),
        Some("table") => table(&entries),
        Some("slowest") => slowest(&entries),
        _ => {
            let mut criterion = Criterion::default()
                .configure_from_args()
                .measurement_time(Duration::from_secs(10));
            let mut group = criterion.benchmark_group("programs");
            let runs: usize = entries.iter().map(|entry| entry.inputs.len()).sum();
            group.throughput(Throughput::Elements(runs as u64));
            group.bench_function("corpus", |bencher| bencher.iter(|| one_pass(&entries)));
            group.finish();
            criterion.final_summary();
            // `cargo test` only checks that benchmarks start.
            if std::env::args().any(|arg| arg == "--bench") {
                summary(&entries);
            }
        }
    }
}

/// Every program on each of its inputs.
#[inline(never)]
fn one_pass(entries: &[Entry]) {
    let mut arena = Bump::new();
    for entry in entries {
        run(entry, &mut arena);
    }
}

/// A program on each of its inputs.
fn run(entry: &Entry, arena: &mut Bump) {
    for input in &entry.inputs {
        arena.reset();
        let output = entry.program.run_in(arena, &[], input, Limits::default());
        black_box(output.is_ok());
    }
}

/// The least time of every program over many passes.
fn best_times(entries: &[Entry]) -> Vec<Duration> {
    let mut best = vec![Duration::MAX; entries.len()];
    let mut arena = Bump::new();
    for _ in 0..200 {
        for (entry, best) in entries.iter().zip(&mut best) {
            let start = Instant::now();
            run(entry, &mut arena);
            *best = start.elapsed().min(*best);
        }
    }
    best
}

/// Compares the best whole pass, and the sum of every program's best time, with the reference.
fn summary(entries: &[Entry]) {
    let reference: u64 = entries.iter().map(|entry| entry.reference_us).sum();
    let reference = reference as f64 / 1e6;
    let pass = || {
        let start = Instant::now();
        one_pass(entries);
        start.elapsed()
    };
    let whole = (0..200).map(|_| pass()).min().unwrap_or_default();
    let parts: Duration = best_times(entries).iter().sum();
    println!("reference: {:.1} ms", reference * 1e3);
    for (what, time) in [("best pass", whole), ("programs' bests", parts)] {
        let seconds = time.as_secs_f64();
        let ratio = reference / seconds;
        println!("{what}: {:.2} ms, {ratio:.0} times faster", seconds * 1e3);
    }
}

fn slowest(entries: &[Entry]) {
    let times = best_times(entries);
    let mut ranked: Vec<(Duration, &Entry)> = times.into_iter().zip(entries).collect();
    ranked.sort_by_key(|&(time, _)| std::cmp::Reverse(time));
    for (time, entry) in ranked.iter().take(10) {
        let ratio = entry.reference_us as f64 / (time.as_secs_f64() * 1e6);
        println!("{}: {time:?}, {ratio:.0} times faster", entry.id);
        println!("{}", entry.source);
    }
}

/// Time by primitive: lines of programs including their calls, each the best of many runs.
fn table(entries: &[Entry]) {
    let mut rows: BTreeMap<&str, (u32, Duration)> = BTreeMap::new();
    let mut arena = Bump::new();
    for entry in entries {
        let program = entry.program.program();
        let code = Code::new(program);
        for input in &entry.inputs {
            let mut best = vec![Duration::MAX; program.lines.len()];
            for _ in 0..20 {
                arena.reset();
                let cx = Cx::new(&arena, Limits::default());
                let given = code.inputs(&cx, &[], input).expect("no demonstrations");
                let mut start = Instant::now();
                let _ = black_box(code.run_traced(&cx, given, |line, _| {
                    best[line] = start.elapsed().min(best[line]);
                    start = Instant::now();
                }));
            }
            for (line, &time) in program.lines.iter().zip(&best) {
                let name = match line.callee {
                    Callee::Primitive(primitive, _) => primitive.name,
                    Callee::Line(_) => "(closure)",
                };
                if time < Duration::MAX {
                    let row = rows.entry(name).or_default();
                    *row = (row.0 + 1, row.1 + time);
                }
            }
        }
    }
    let mut rows: Vec<_> = rows.into_iter().collect();
    rows.sort_by_key(|&(_, (_, time))| std::cmp::Reverse(time));
    println!("primitive          calls   total us  ns per call");
    for (name, (calls, time)) in rows {
        let each = time.as_nanos() / calls as u128;
        println!("{name:16} {calls:7} {:10} {each:11}", time.as_micros());
    }
}

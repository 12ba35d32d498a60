//! Making a batt: merging programs and generating mutants.
//!
//! `cargo bench --bench making` times with criterion, then prints the CPU time of each figure and of
//! its baseline: for merging, compiling the same programs one by one; for mutants, type-checking
//! the same mutants as separate programs and deduplicating them by text. An argument after `--`
//! selects a single pass, to count instructions:
//! `valgrind --tool=callgrind --toggle-collect='*merge_all*' target/release/deps/making-* merge`,
//! and `mutants` with `'*make_mutants*'`.

mod measure;

use arcbatt::batt::Batt;
use arcbatt::batt::Code;
use arcbatt::card::{CardStats, Settings, card};
use arcbatt::program::{Checker, Program};
use criterion::{Criterion, Throughput};
use measure::{best_of, corpus, ms};
use std::collections::HashSet;
use std::hint::black_box;

const PROGRAMS: usize = 400;
const PARENTS: usize = 32;
const MUTANTS: u32 = 1_000;

fn main() {
    let mut programs: Vec<Program> = corpus().into_iter().map(|v| v.program).collect();
    // The longest programs, as short ones have too few mutants.
    let mut parents = programs.clone();
    parents.sort_by_key(|program| std::cmp::Reverse(program.lines.len()));
    parents.truncate(PARENTS);
    programs.truncate(PROGRAMS);
    match std::env::args().nth(1).as_deref() {
        Some("merge") => drop(merge_all(&programs)),
        Some("mutants") => drop(make_mutants(&parents)),
        _ => {
            let mut criterion = Criterion::default().configure_from_args();
            let mut group = criterion.benchmark_group("making");
            group.bench_function("merge 400 programs", |bencher| {
                bencher.iter(|| merge_all(&programs))
            });
            group.bench_function("make 400 programs ready", |bencher| {
                bencher.iter(|| make_ready(&programs))
            });
            let mutants = mutants_of(&make_mutants(&parents).0);
            group.throughput(Throughput::Elements(mutants as u64));
            group.sample_size(10);
            group.bench_function("mutants", |bencher| bencher.iter(|| make_mutants(&parents)));
            group.finish();
            criterion.final_summary();
            // `cargo test` only checks that benchmarks start.
            if std::env::args().any(|arg| arg == "--bench") {
                summary(&programs, &parents);
            }
        }
    }
}

/// Merges programs as they are.
#[inline(never)]
fn merge_all(programs: &[Program]) -> Batt {
    let settings = Settings {
        mutants: 0,
        ..Settings::default()
    };
    card(programs, &settings, None).0
}

fn make_ready(programs: &[Program]) -> Vec<Code> {
    programs.iter().map(Code::new).collect()
}

/// Merges programs and many mutants of each.
#[inline(never)]
fn make_mutants(parents: &[Program]) -> (Batt, CardStats) {
    let settings = Settings {
        mutants: MUTANTS,
        ..Settings::default()
    };
    card(parents, &settings, None)
}

fn mutants_of(batt: &Batt) -> usize {
    batt.candidates.len() - batt.sources.len()
}

/// Type-checks programs one by one and deduplicates them by text.
fn type_one_by_one(programs: &[Program]) -> usize {
    let mut checker = Checker::new();
    let mut seen: HashSet<String> = HashSet::new();
    programs
        .iter()
        .filter(|program| checker.accepts(program) && seen.insert(program.to_string()))
        .count()
}

fn summary(programs: &[Program], parents: &[Program]) {
    println!("CPU time, the least of many passes:");
    let (time, batt) = best_of(10, || merge_all(programs));
    let (ready, _) = best_of(10, || black_box(make_ready(programs)));
    println!(
        "  merge {PROGRAMS} programs: {:.2} ms, {} of {} calls left; compiled one by one: {:.2} ms",
        ms(time),
        batt.nodes(),
        batt.calls(),
        ms(ready)
    );
    let (time, (batt, made)) = best_of(20, || make_mutants(parents));
    let mutants = mutants_of(&batt);
    let rate = |time: std::time::Duration| mutants as f64 / time.as_secs_f64();
    println!(
        "  {mutants} mutants of {PARENTS} programs: {:.2} ms, {:.0} per second; {} draws discarded",
        ms(time),
        rate(time),
        made.discarded
    );
    let all: Vec<Program> = (0..batt.candidates.len() as u32)
        .map(|candidate| batt.extract(candidate))
        .collect();
    let (time, kept) = best_of(5, || type_one_by_one(&all));
    println!(
        "  as {kept} programs, type-checked one by one, deduplicated by text: {:.2} ms, {:.0} per second",
        ms(time),
        rate(time)
    );
}

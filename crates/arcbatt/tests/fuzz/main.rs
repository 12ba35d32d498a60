//! A short deterministic pass of every fuzz target: its seeds, and mutations of them.
//!
//! `FUZZ_ROUNDS=20` makes twenty times as many mutations. `fuzz/` has the targets themselves.

#[path = "../../../../fuzz/bodies/mod.rs"]
mod bodies;
mod mutate;
mod seeds;

use arcbatt::rng::Rng;
use bodies::{BODIES, Body};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Passes the seeds of a target and `count` mutations of them to its body.
fn pass(name: &str, count: u64) {
    let (_, body): (_, Body) = *BODIES.iter().find(|(of, _)| *of == name).expect("a target");
    let rounds: u64 = std::env::var("FUZZ_ROUNDS").map_or(1, |n| n.parse().expect("a number"));
    let seeds = seeds::of(name);
    assert!(seeds.len() >= 2, "{name} has {} seeds", seeds.len());
    let mut rng = Rng::of(name, &[]);
    let mutants = (0..count * rounds).map(|_| mutate::mutant(&mut rng, &seeds));
    for bytes in seeds.iter().cloned().chain(mutants) {
        if let Err(panic) = catch_unwind(AssertUnwindSafe(|| body(&bytes))) {
            let file = std::env::temp_dir().join(format!("arcbatt-fuzz-{name}"));
            std::fs::write(&file, &bytes).expect("a file");
            eprintln!(
                "{name} fails on the {} bytes of {}",
                bytes.len(),
                file.display()
            );
            std::panic::resume_unwind(panic);
        }
    }
}

#[test]
fn parse() {
    pass("parse", 3_000);
}

#[test]
fn run() {
    pass("run", 300);
}

#[test]
fn tasks() {
    pass("tasks", 3_000);
}

#[test]
fn submission() {
    pass("submission", 3_000);
}

#[test]
fn batt_file() {
    pass("batt_file", 2_000);
}

#[test]
fn profile() {
    pass("profile", 3_000);
}

#[test]
fn store() {
    pass("store", 500);
}

#[test]
fn differential() {
    pass("differential", 1_000);
}

/// Writes all seeds where `cargo fuzz` looks for them.
#[test]
#[ignore = "for `cargo fuzz`: it writes into fuzz/corpus"]
fn write_the_corpus() {
    let corpus = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/corpus");
    for (name, _) in BODIES {
        let folder = std::path::Path::new(corpus).join(name);
        std::fs::create_dir_all(&folder).expect("a folder");
        for (k, seed) in seeds::of(name).iter().enumerate() {
            std::fs::write(folder.join(format!("seed-{k}")), seed).expect("a file");
        }
    }
}

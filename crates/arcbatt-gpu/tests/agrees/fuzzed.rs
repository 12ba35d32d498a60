//! Programs of the fuzz target `differential` and mutations of them: every node has the same value in the
//! kernels and in the interpreter. The target itself compares programs alone with merged ones; libFuzzer
//! cannot see into the kernels, so a pass that is the same in every run serves as well.

#[path = "../../../arcbatt/tests/fuzz/mutate.rs"]
mod mutate;
#[path = "../../../arcbatt/tests/fuzz/seeds.rs"]
#[allow(dead_code, reason = "the seeds of other targets")]
mod seeds;

use crate::{Tally, kernel};
use arcbatt::batt::{Graph, NodeId, Op, Samples};
use arcbatt::program::parse_file;
use arcbatt::rng::Rng;
use arcbatt::task::generators::embedded;

/// The most programs of a text, as in the target.
const MAX_PROGRAMS: usize = 8;

#[test]
fn every_node_of_fuzzed_programs_agrees() {
    let kernel = kernel();
    let mut tally = Tally::default();
    let data = embedded();
    let trials = std::env::var("ARCBATT_TRIALS").map_or(600, |n| n.parse().unwrap());
    let seeds = seeds::of("differential");
    let mut rng = Rng::of("kernels on fuzzed programs", &[]);
    let mutants = (0..trials).map(|_| mutate::mutant(&mut rng, &seeds));
    for bytes in seeds.iter().cloned().chain(mutants) {
        let Ok(text) = std::str::from_utf8(&bytes) else {
            continue;
        };
        let mut graph = Graph::default();
        let programs = parse_file(text).programs;
        // A program with a call of too many arguments is no candidate.
        let outputs = programs.iter().take(MAX_PROGRAMS);
        let outputs = outputs.filter_map(|program| graph.add(program, &mut Vec::new()));
        let mut outputs: Vec<NodeId> = outputs.collect();
        outputs.retain(|&output| matches!(graph.op(output), Op::Call(_) | Op::Apply));
        if !outputs.is_empty() {
            let task = &data.tasks[bytes.len() % data.tasks.len()];
            tally.compare(&*kernel, &graph, &outputs, &Samples::of(task));
        }
    }
    let tally = tally.finish("fuzzed programs");
    assert!(tally.compared > 1_000, "{} compared", tally.compared);
}

//! Answers do not depend on merging, printing and parsing, equivalence or the memory limit.

use super::support::*;
use arcbatt::batt::{Batt, Graph, Options, Plan, Runner, Samples, TaskLimits};
use arcbatt::card::{Settings, card};
use arcbatt::conform::{Answer, ProgramVector, conform_with};
use arcbatt::grid::GridBuf;
use arcbatt::task::generators::embedded;

/// Programs whose recorded answer depends on CPython's set order: the same six as on the
/// interpreter.
const DEPEND_ON_SET_ORDER: [&str; 6] = ["p00248", "p00503", "p00685", "p00869", "p00910", "p01007"];

/// Programs per run, so that they share values as well as a graph.
const TOGETHER: usize = 8;

/// Merges all programs, and runs each with its neighbours on its inputs.
fn merged(vectors: &[ProgramVector], equivalence: bool) -> Vec<Vec<Answer>> {
    let mut graph = Graph::default();
    let mut lines = Vec::new();
    let outputs: Vec<_> = vectors
        .iter()
        .map(|vector| graph.add(&vector.program, &mut lines).unwrap())
        .collect();
    let options = Options {
        equivalence,
        limits: TaskLimits {
            node: Default::default(),
            steps: u64::MAX,
            cells: u64::MAX,
            ..TaskLimits::default()
        },
        ..Options::default()
    };
    let mut runner = Runner::default();
    let answer = |(k, vector): (usize, &ProgramVector)| {
        let first = k.saturating_sub(TOGETHER / 2);
        let end = (first + TOGETHER).min(outputs.len());
        let plan = Plan::new(&graph, &outputs[first..end]);
        let inputs: Vec<_> = vector.inputs.iter().map(GridBuf::view).collect();
        let samples = Samples {
            demonstrations: Vec::new(),
            compared: inputs.clone(),
            inputs,
        };
        let (outputs, _) = runner.run(&plan, &samples, &options);
        let grid = |sample| outputs.grid(k - first, sample).cloned();
        (0..vector.inputs.len())
            .map(|sample| grid(sample).ok_or_else(|| "no grid".to_owned()))
            .collect()
    };
    vectors.iter().enumerate().map(answer).collect()
}

fn every_program_agrees(equivalence: bool) {
    let report = conform_with(&corpus_text(), &mut |vectors| merged(vectors, equivalence));
    let differing: Vec<&str> = report
        .mismatches
        .iter()
        .map(|mismatch| mismatch.what.split(',').next().unwrap())
        .collect();
    assert_eq!(differing, DEPEND_ON_SET_ORDER);
    assert_eq!(report.passed, 1_197 - DEPEND_ON_SET_ORDER.len());
}

#[test]
fn every_program_agrees_merged_with_all_others() {
    every_program_agrees(true);
}

#[test]
fn every_program_agrees_merged_with_all_others_without_equivalence() {
    every_program_agrees(false);
}

/// Compares every candidate of a source in the batt and as a program of its own.
///
/// Returns how often the run freed its memory.
fn same_alone(batt: &Batt, source: usize, samples: &Samples) -> u32 {
    let (first, end) = batt.sources[source].candidates;
    let ways = [
        (true, 64 << 20),
        (false, 64 << 20),
        (true, 1 << 16),
        (false, 1 << 16),
    ];
    let ran = ways.map(|(equivalence, memory)| {
        let limits = TaskLimits { memory, ..limits() };
        let options = Options {
            equivalence,
            limits,
            stop: None,
            ..Options::default()
        };
        answers(batt, first..end, samples, &options)
    });
    for (k, candidate) in (first..end).enumerate() {
        let program = read_again(&batt.extract(candidate));
        let alone = interpreted(&program, samples, limits().node);
        for ((answers, _), way) in ran.iter().zip(ways) {
            assert_eq!(answers[k], alone, "{way:?}\n{program}");
        }
    }
    ran.iter().map(|(_, sweeps)| sweeps).sum()
}

fn settings() -> Settings {
    Settings {
        mutants: 30,
        ..Settings::default()
    }
}

#[test]
fn extracted_candidates_of_the_corpus_give_the_same_answers() {
    let vectors: Vec<ProgramVector> = corpus().into_iter().step_by(8).collect();
    let parents: Vec<_> = vectors
        .iter()
        .map(|vector| vector.program.clone())
        .collect();
    let (batt, _) = card(&parents, &settings(), None);
    assert!(batt.candidates.len() > 20 * parents.len());
    let mut sweeps = 0;
    for (k, vector) in vectors.iter().enumerate() {
        let inputs: Vec<_> = vector.inputs.iter().map(GridBuf::view).collect();
        let shown = vector.inputs.iter().zip(&vector.wanted);
        let samples = Samples {
            // Mutants read constants off S, so S must not be empty.
            demonstrations: shown
                .filter_map(|(i, o)| Some((i.view(), o.as_ref()?.view())))
                .collect(),
            compared: inputs.clone(),
            inputs,
        };
        sweeps += same_alone(&batt, k, &samples);
    }
    assert!(sweeps > 100, "memory was taken back {sweeps} times");
}

#[test]
fn extracted_candidates_of_the_solvers_give_the_same_answers() {
    let parents = solvers();
    let data = embedded();
    let (batt, _) = card(&parents, &settings(), None);
    for (k, parent) in parents.iter().enumerate() {
        let id = parent.task_id().unwrap();
        let task = data.tasks.iter().find(|task| task.id == id).unwrap();
        same_alone(&batt, k, &Samples::of(task));
    }
}

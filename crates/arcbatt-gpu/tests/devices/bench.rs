//! The batts of the benchmark give the same answers on a device and on the CPU.

use super::kernel;
use arcbatt_gpu::bench::{check, frozen, many, mix, speed};

#[test]
fn batts_of_the_benchmark_agree() {
    let kernel = kernel();
    for batt in [mix(1_500, 3), many(6_000, 3)] {
        let report = check(&*kernel, &batt, 0, 97).unwrap();
        assert_eq!(report.wrong_count, 0, "{}", report.wrong.join("\n"));
        assert!(report.compared > 5_000, "{}", report.compared);
        let shares = report.shares;
        assert!(shares.device > 2 * shares.cpu, "{shares:?}");
    }
}

/// A timed batch returns only outcomes, no grids.
#[test]
fn a_batch_of_the_mix_is_timed() {
    let kernel = kernel();
    let batt = mix(300, 3);
    let outputs: Vec<_> = batt.candidates.iter().map(|c| c.output).collect();
    let speed = speed(&*kernel, &batt, &outputs, 30, false).unwrap();
    assert_eq!((speed.candidates, speed.samples), (300, 30));
    assert!(speed.fit > 0.9 && speed.evaluations >= 300 * 30);
}

#[test]
fn frozen_solvers_solve_their_tasks() {
    let kernel = kernel();
    let frozen = frozen(&*kernel, 120, 1_000).unwrap();
    assert_eq!(frozen.tasks, 120);
    assert!(frozen.samples >= 1_000 && frozen.samples < 1_020);
    assert!(frozen.known * 10 > frozen.samples * 6, "{frozen:?}");
    let (known, right) = frozen.demonstrations;
    assert!(known > 300 && right == known, "{frozen:?}");
}

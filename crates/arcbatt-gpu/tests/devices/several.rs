//! Several devices share a batt; a failing one loses nothing.

use super::{Dying, kernel};
use arcbatt::batt::{Backend, Batt, Executor, Graph, NodeId, Options, Outcome, Outputs, Samples};
use arcbatt::dsl::Fail;
use arcbatt::task::generators::embedded;
use arcbatt_gpu::bench::batt;
use arcbatt_gpu::devices::Devices;
use arcbatt_gpu::run::Kernel;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The comparable part of outputs: grids, and failures by kind, as a device gives no reason.
fn essence(outputs: &Outputs) -> Vec<String> {
    let one = |outcome: &Outcome| match outcome {
        Outcome::Grid(number) => format!("{:?}", outputs.grids()[*number as usize]),
        Outcome::NoGrid => "no grid".to_owned(),
        Outcome::Fail(Fail::NoAnswer(_)) => "no answer".to_owned(),
        Outcome::Fail(fail) => format!("{fail:?}"),
    };
    let candidates = 0..outputs.candidates();
    candidates
        .flat_map(|candidate| outputs.of(candidate).iter().map(one))
        .collect()
}

/// Many different candidates, so that sharing a block is faster.
fn many() -> (Batt, Vec<NodeId>) {
    let batt = batt(40, 11);
    let outputs: Vec<NodeId> = batt.candidates.iter().map(|c| c.output).collect();
    assert!(outputs.len() > 2_000, "{}", outputs.len());
    (batt, outputs)
}

/// Compares candidates on devices and on the CPU; returns the number of launches.
fn compare(devices: &Devices, graph: &Graph, outputs: &[NodeId], samples: &Samples) -> u64 {
    let options = Options::default();
    let before = devices.stats();
    let (wanted, _) = Executor::CPU.run(graph, outputs, samples, &options);
    let (got, stats) = Executor::with_backend(devices).run(graph, outputs, samples, &options);
    assert_eq!(stats.ended, None);
    let distinct: std::collections::HashSet<_> = got.grids().iter().collect();
    assert_eq!(distinct.len(), got.grids().len(), "equal grids are one");
    assert!(essence(&got) == essence(&wanted), "answers differ");
    devices.stats().since(&before).launches
}

fn fails(why: &str) {
    panic!("{why}");
}

#[test]
fn a_large_block_is_shared_by_samples_or_by_candidates() {
    let (batt, outputs) = many();
    let data = embedded();
    let two: Vec<Box<dyn Kernel>> = vec![kernel(), kernel()];
    let devices = Devices::of(two, 0, fails);
    let task = &data.tasks[3];
    let all = Samples::of(task);
    assert!(all.inputs.len() >= 4);
    // Enough samples for each device.
    assert_eq!(compare(&devices, &batt.graph, &outputs, &all), 2);
    // Too few samples.
    let few = Samples {
        inputs: all.inputs[..3].to_vec(),
        compared: all.compared[..3].to_vec(),
        demonstrations: all.demonstrations.clone(),
    };
    let more = outputs.repeat(2);
    assert_eq!(compare(&devices, &batt.graph, &more, &few), 2);
    // A small block goes to one device.
    assert_eq!(compare(&devices, &batt.graph, &outputs[..20], &all), 1);
    let shares = devices.shares();
    let pairs = outputs.len() * all.inputs.len() + more.len() * 3 + 20 * all.inputs.len();
    assert_eq!(shares.device + shares.cpu, pairs as u64);
    assert_eq!(devices.stats().blocks, 3);
}

static WARNINGS: AtomicUsize = AtomicUsize::new(0);

fn counted(why: &str) {
    assert!(
        why.starts_with("GPU 1 (one that dies) failed: ") && why.ends_with("goes to the CPU"),
        "{why}"
    );
    WARNINGS.fetch_add(1, Ordering::Relaxed);
}

#[test]
fn a_failing_device_hands_its_work_to_the_other() {
    let (batt, outputs) = many();
    let data = embedded();
    let samples = Samples::of(&data.tasks[3]);
    let devices = Devices::of(vec![kernel(), Dying::after(1)], 0, counted);
    // Both have a part; then the second fails in the middle of a block, and the first does all.
    for launches in [2, 2, 1, 1] {
        let done = compare(&devices, &batt.graph, &outputs, &samples);
        assert_eq!(done, launches);
    }
    assert_eq!(WARNINGS.load(Ordering::Relaxed), 1);
    assert_eq!(devices.stats().blocks, 4);
}

#[test]
fn the_cpu_takes_over_if_all_devices_fail() {
    let (batt, outputs) = many();
    let data = embedded();
    let samples = Samples::of(&data.tasks[3]);
    let devices = Devices::of(vec![Dying::after(1), Dying::after(1)], 0, |_| {});
    for launches in [2, 0, 0] {
        let done = compare(&devices, &batt.graph, &outputs, &samples);
        assert_eq!(done, launches);
    }
    // Many threads send blocks at once, as in a session.
    let devices = Devices::of(vec![Dying::after(5), Dying::after(3)], 0, |_| {});
    std::thread::scope(|scope| {
        for chunk in outputs.chunks(outputs.len() / 8) {
            let (devices, samples, graph) = (&devices, &samples, &batt.graph);
            scope.spawn(move || compare(devices, graph, chunk, samples));
        }
    });
    assert_eq!(devices.stats().launches, 8);
}

/// If a part exceeds its share of the task's limits, the whole runs again and ends as on the CPU.
#[test]
fn limits_apply_to_the_whole() {
    let (batt, outputs) = many();
    let data = embedded();
    let samples = Samples::of(&data.tasks[3]);
    let mut options = Options::default();
    let (_, stats) = Executor::CPU.run(&batt.graph, &outputs, &samples, &options);
    let mut ended = 0;
    // Limits that are far too low, too low, and just high enough.
    for part in [0.01, 0.6, 1.0] {
        options.limits.cells = (stats.spent.cells as f64 * part) as u64 + 1;
        let devices = Devices::of(vec![kernel(), kernel()], 0, fails);
        let (wanted, here) = Executor::CPU.run(&batt.graph, &outputs, &samples, &options);
        let first = Executor::with_backend(&devices);
        let (got, there) = first.run(&batt.graph, &outputs, &samples, &options);
        assert_eq!(there.ended, here.ended, "{part}");
        assert!(essence(&got) == essence(&wanted), "{part}");
        ended += usize::from(here.ended.is_some());
    }
    assert_eq!(ended, 2);
}

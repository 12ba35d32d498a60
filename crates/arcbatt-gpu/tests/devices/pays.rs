//! What pays is measured with the kernel, and blocks go where they pay.

use super::kernel;
use arcbatt::batt::{Backend, NodeId, Options, Samples};
use arcbatt::task::generators::embedded;
use arcbatt_gpu::calibrate::{BlockTimer, Blocks, Calibration};
use arcbatt_gpu::devices::Devices;

#[test]
fn blocks_of_every_size_are_run() {
    let kernel = kernel();
    let mut blocks = Blocks::new(&*kernel).unwrap();
    for grid in [(3, 3), (30, 30)] {
        assert!(blocks.on_device(grid, 16).unwrap() > 0.0);
        assert!(blocks.on_core(grid, 16) > 0.0);
    }
}

#[test]
fn blocks_go_where_they_pay() {
    let batt = arcbatt_gpu::bench::batt(0, 0);
    let outputs: Vec<NodeId> = batt.candidates.iter().map(|c| c.output).collect();
    let data = embedded();
    let cells = |samples: &Samples| {
        let sum: usize = samples.inputs.iter().map(|grid| grid.cells().len()).sum();
        sum / samples.inputs.len()
    };
    let mut tasks: Vec<Samples> = data.tasks.iter().map(Samples::of).collect();
    tasks.sort_by_key(|samples| cells(samples));
    let (small, large) = (&tasks[0], &tasks[tasks.len() - 1]);
    assert!(cells(small) < 70 && cells(large) > 100);
    let pays = Calibration {
        launch: 0.0,
        rows: vec![(1, usize::MAX), (70, 40)],
    };
    let devices = Devices::with_calibration(vec![kernel()], pays, |why| panic!("{why}"));
    let options = Options::default();
    let goes = |count: usize, samples: &Samples| {
        let done = devices.run(&batt.graph, &outputs[..count], samples, &options);
        done.is_some()
    };
    let enough = 40_usize.div_ceil(large.inputs.len());
    assert!(goes(enough, large));
    assert!(!goes((40 / large.inputs.len()).min(enough - 1), large));
    assert!(!goes(outputs.len(), small));
}

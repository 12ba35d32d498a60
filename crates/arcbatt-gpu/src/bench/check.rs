//! Compares device and CPU, outcome by outcome, on the embedded tasks.

use crate::cuda::DeviceError;
use crate::run::{Kernel, Shares, run};
use arcbatt::batt::{Batt, NodeId, Options, Outcome, Plan, Runner, Samples};
use arcbatt::task::Task;
use arcbatt::task::generators::embedded;

/// The result of a comparison of device and CPU.
#[derive(Clone, Debug, Default)]
pub struct Check {
    /// The number of outcomes compared: candidates times samples.
    pub compared: u64,
    /// What the device and the CPU computed.
    pub shares: Shares,
    /// Descriptions of the first few differences.
    pub wrong: Vec<String>,
    /// The number of differences.
    pub wrong_count: u64,
}

/// Whether two outcomes are equal. The device gives no reason for a failure.
fn same(a: Outcome, b: Outcome) -> bool {
    use arcbatt::dsl::Fail;
    match (a, b) {
        (Outcome::Fail(Fail::NoAnswer(_)), Outcome::Fail(Fail::NoAnswer(_))) => true,
        (Outcome::Fail(a), Outcome::Fail(b)) => a == b,
        (a, b) => a == b,
    }
}

/// Runs every `stride`-th candidate of the batt, from `first` on, on the embedded tasks, on the
/// device and on the CPU.
pub fn check(
    kernel: &dyn Kernel,
    batt: &Batt,
    first: usize,
    stride: usize,
) -> Result<Check, DeviceError> {
    let data = embedded();
    let mut all = Check::default();
    for (t, task) in data.tasks.iter().enumerate() {
        let samples = Samples::of(task);
        let some = (0..batt.candidates.len()).skip((first + t) % stride);
        let outputs: Vec<NodeId> = some
            .step_by(stride)
            .map(|c| batt.candidates[c].output)
            .collect();
        check_one(kernel, batt, task, &outputs, &samples, &mut all)?;
    }
    Ok(all)
}

fn check_one(
    kernel: &dyn Kernel,
    batt: &Batt,
    task: &Task,
    outputs: &[NodeId],
    samples: &Samples,
    all: &mut Check,
) -> Result<(), DeviceError> {
    let options = Options::default();
    let (got, _, shares) = run(kernel, &batt.graph, outputs, samples, &options)?;
    all.shares.add(&shares);
    let plan = Plan::new(&batt.graph, outputs);
    let (wanted, _) = Runner::default().run(&plan, samples, &options);
    for (candidate, &output) in outputs.iter().enumerate() {
        for sample in 0..samples.inputs.len() {
            all.compared += 1;
            let (a, b) = (got.of(candidate)[sample], wanted.of(candidate)[sample]);
            let equal = match (a, b) {
                (Outcome::Grid(_), Outcome::Grid(_)) => {
                    got.grid(candidate, sample) == wanted.grid(candidate, sample)
                }
                (a, b) => same(a, b),
            };
            if !equal {
                all.wrong_count += 1;
                if all.wrong.len() < 5 {
                    all.wrong.push(format!(
                        "{}, sample {sample}: {a:?} {:?}, on the CPU {b:?} {:?}\n{}",
                        task.id,
                        got.grid(candidate, sample),
                        wanted.grid(candidate, sample),
                        batt.graph.extract(output, "candidate")
                    ));
                }
            }
        }
    }
    Ok(())
}

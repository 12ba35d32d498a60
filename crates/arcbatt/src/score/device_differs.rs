//! Differs on a device. Devices return grids, so the score of a differ is encoded as one.
//!
//! In: the graph of differs. Out: their scores, the same as on the CPU, or `None` if the CPU
//! should compute them. A number n from 0 to 1023 becomes a canvas of n / 32 + 1 rows and
//! n mod 32 + 1 columns; any other result becomes no grid, or one that is not a score.

use super::differs::score_of;
use crate::batt::{Graph, NodeId, Options, Outcome, Probe, Samples, Stats, Work};
use crate::dsl::constants::ConstantValue;
use crate::grid::Grid;
use crate::prim;

/// Differs whose results are grids that encode numbers.
#[derive(Clone)]
pub(super) struct DeviceDiffers {
    graph: Graph,
    outputs: Vec<NodeId>,
}

/// The most columns of a canvas.
const COLUMNS: i64 = 32;

impl DeviceDiffers {
    /// Encodes the results of the differs.
    pub fn new(mut graph: Graph, differs: &[NodeId]) -> Self {
        let outputs = differs.iter().map(|&differ| drawn(&mut graph, differ));
        let outputs = outputs.collect();
        Self { graph, outputs }
    }

    /// The scores by pair, then differ; `None` without a device, or if it declines.
    pub fn run<P: Probe>(
        &self,
        task: &str,
        demonstrations: &[(Grid, Grid)],
        pairs: &[(Grid, Grid)],
        options: &Options<P>,
    ) -> Option<(Vec<u16>, Stats)> {
        if self.outputs.is_empty() || !options.executor.has_backend() {
            return None;
        }
        let samples = Samples {
            demonstrations: demonstrations.to_vec(),
            inputs: pairs.iter().map(|&(grid, _)| grid).collect(),
            compared: pairs.iter().map(|&(_, wanted)| wanted).collect(),
        };
        let executor = options.executor;
        let (outputs, stats) = options.probe.during(Work::DifferBackend, task, || {
            executor.run_on_backend(&self.graph, &self.outputs, &samples, options)
        })?;
        if stats.ended.is_some() {
            // The limits are meant for fewer pairs.
            return None;
        }
        let mut scores = Vec::with_capacity(pairs.len() * self.outputs.len());
        let by_differ: Vec<&[Outcome]> = (0..self.outputs.len()).map(|k| outputs.of(k)).collect();
        for pair in 0..pairs.len() {
            scores.extend(by_differ.iter().map(|outcomes| match outcomes[pair] {
                Outcome::Grid(number) => {
                    let grid = &outputs.grids()[number as usize];
                    let (rows, columns) = (grid.height() as i64, grid.width() as i64);
                    match columns <= COLUMNS {
                        true => score_of((rows - 1) * COLUMNS + columns - 1),
                        false => 0,
                    }
                }
                Outcome::NoGrid | Outcome::Fail(_) => 0,
            }));
        }
        Some((scores, stats))
    }
}

/// The canvas that encodes a number.
fn drawn(graph: &mut Graph, number: NodeId) -> NodeId {
    let zero = graph.constant(ConstantValue::Int(0));
    let columns = graph.constant(ConstantValue::Int(COLUMNS));
    let rows = graph.call(prim!(divide), &[number, columns]);
    let whole = graph.call(prim!(multiply), &[rows, columns]);
    let rest = graph.call(prim!(subtract), &[number, whole]);
    let place = graph.call(prim!(astuple), &[rows, rest]);
    let sides = graph.call(prim!(increment), &[place]);
    graph.call(prim!(canvas), &[zero, sides])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batt::{Backend, Executor, Outputs};
    use crate::grid::GridBuf;
    use crate::program::parse_file;
    use crate::score::Differs;
    use crate::task::generators::embedded;
    use std::sync::atomic::{AtomicUsize, Ordering};

    /// The cores, as if they were elsewhere; counts what they are asked.
    struct Cores(AtomicUsize);

    impl Backend for Cores {
        fn run(
            &self,
            graph: &Graph,
            outputs: &[NodeId],
            samples: &Samples,
            options: &Options,
        ) -> Option<(Outputs, Stats)> {
            self.0.fetch_add(1, Ordering::Relaxed);
            Some(Executor::CPU.run(graph, outputs, samples, options))
        }
    }

    #[test]
    fn numbers_and_what_is_none_come_back() {
        let results = [
            "ZERO",
            "ONE",
            "T",
            "THOUSAND",
            "increment(THOUSAND)",
            "add(THOUSAND, multiply(TEN, THREE))",
            "multiply(THOUSAND, THOUSAND)",
            "multiply(multiply(THOUSAND, THOUSAND), multiply(THOUSAND, THOUSAND))",
            "NEG_ONE",
            "subtract(ZERO, THOUSAND)",
            "subtract(THOUSAND, size(asindices(I)))",
            "multiply(size(palette(C)), size(palette(I)))",
            "shape(I)",
            "I",
            "palette(I)",
            "first(difference(palette(I), palette(I)))",
            "astuple(I, C)",
            "rot90",
        ];
        let program = |(k, result): (usize, &&str)| {
            format!("def differ_{k}(S, I, C):\n    x1 = identity({result})\n    return x1\n")
        };
        let text: String = results.iter().enumerate().map(program).collect();
        let parsed = parse_file(&text);
        assert_eq!(parsed.errors, []);
        let differs = Differs::from_programs(&parsed.programs);
        assert_eq!(differs.len(), results.len());
        let data = embedded();
        let cores = Cores(AtomicUsize::new(0));
        let mut sums = [0; 2];
        let mut asked = 0;
        for task in data.tasks.iter().step_by(7) {
            let grids: Vec<&GridBuf> = task.train.iter().map(|pair| &pair.input).collect();
            let pairs: Vec<(Grid, Grid)> = grids
                .iter()
                .zip(&task.train)
                .map(|(grid, pair)| (grid.view(), pair.output.view()))
                .collect();
            for (differs, sum) in [&differs, Differs::starter()].into_iter().zip(&mut sums) {
                let wanted = differs.compare(task, &pairs, &Options::default());
                let options = Options {
                    executor: Executor::with_backend(&cores),
                    ..Options::default()
                };
                let got = differs.compare(task, &pairs, &options);
                asked += 1;
                assert_eq!(cores.0.load(Ordering::Relaxed), asked, "run as drawn");
                for pair in 0..pairs.len() {
                    assert_eq!(got.of(pair), wanted.of(pair), "{}", task.id);
                    *sum += got.total(pair);
                }
            }
        }
        assert!(sums.iter().all(|&sum| sum > 10_000), "{sums:?}");
    }
}

//! The table of `arcbatt bench device`: sizes, rows, and the sizes from which the GPU is faster.

use crate::output::{counted, grouped};
use arcbatt_gpu::bench::{Frozen, Speed};
use serde_json::{Value as Json, json};

/// The speed at one batch size.
pub struct Row {
    /// Node evaluations per second on one core, if it was timed.
    pub single: Option<f64>,
    /// Node evaluations per second on all cores.
    pub cores: f64,
    /// The speed of the GPU.
    pub gpu: Speed,
}

/// The header of the table.
pub const HEAD: &str = "candidates  samples        pairs    1 core/s   cores/s     GPU/s  times cores    GPU ms   packing      up    kernel    down   known";

impl Row {
    fn pairs(&self) -> usize {
        self.gpu.candidates * self.gpu.samples
    }

    /// The speed of the GPU as a multiple of all cores.
    fn times(&self) -> f64 {
        self.gpu.rate() / self.cores.max(1e-9)
    }

    /// The row as text.
    pub fn line(&self) -> String {
        let rate = |rate: f64| format!("{:.2} M", rate / 1e6);
        let ms = |seconds: f64| format!("{:.2}", seconds * 1e3);
        let [up, kernel, down] = self.gpu.parts;
        format!(
            "{:>10}  {:>7}  {:>11}  {:>10}  {:>8}  {:>8}  {:>11.2}  {:>8}  {:>8}  {:>6}  {:>8}  {:>6}  {:>4.1} %",
            self.gpu.candidates,
            self.gpu.samples,
            self.pairs(),
            self.single.map_or("-".to_owned(), rate),
            rate(self.cores),
            rate(self.gpu.rate()),
            self.times(),
            ms(self.gpu.seconds),
            ms(self.gpu.packing),
            ms(up),
            ms(kernel),
            ms(down),
            100.0 * self.gpu.fit,
        )
    }

    /// The row as JSON.
    pub fn as_json(&self) -> Json {
        json!({
            "candidates": self.gpu.candidates,
            "samples": self.gpu.samples,
            "pairs": self.pairs(),
            "evaluations": self.gpu.evaluations,
            "one_core_per_s": self.single,
            "cores_per_s": self.cores,
            "gpu_per_s": self.gpu.rate(),
            "gpu_s": self.gpu.seconds,
            "packing_s": self.gpu.packing,
            "up_s": self.gpu.parts[0],
            "kernel_s": self.gpu.parts[1],
            "down_s": self.gpu.parts[2],
            "known_percent": 100.0 * self.gpu.fit,
        })
    }
}

/// Candidates and samples of the timed batches: products from 10 to 10^7, then the largest batch.
pub fn sizes(candidates: usize, samples: usize) -> Vec<(usize, usize)> {
    let mut sizes = vec![
        (1, 10),
        (10, 10),
        (100, 10),
        (1_000, 10),
        (1_000, 100),
        (10_000, 100),
        (10_000, 1_000),
        (candidates, samples),
    ];
    // Leave out sizes beyond the largest, and duplicates.
    sizes.retain(|&(c, s)| c <= candidates && s <= samples);
    sizes.dedup();
    sizes
}

/// The sizes from which the GPU is faster than one core, and than all cores.
pub fn crossings(rows: &[Row]) -> Vec<String> {
    // The first row after the last slower one.
    let from = |faster: &dyn Fn(&Row) -> bool| {
        let slower = rows.iter().rposition(|row| !faster(row));
        rows.get(slower.map_or(0, |at| at + 1)).map(Row::pairs)
    };
    let line = |what: &str, pairs: Option<usize>| match pairs {
        Some(pairs) => format!(
            "faster than {what} from {} candidates x samples",
            grouped(pairs as u64)
        ),
        None => format!("not faster than {what} at any size"),
    };
    let one = |row: &Row| row.single.is_none_or(|single| row.gpu.rate() > single);
    vec![
        line("one core", from(&one)),
        line("all cores", from(&|row| row.times() > 1.0)),
    ]
}

/// The times of the frozen solvers, in one line.
pub fn frozen_line(done: &Frozen) -> String {
    let ms = |seconds: f64| format!("{:.2} ms", seconds * 1e3);
    let [up, kernel, down] = done.parts;
    format!(
        "frozen: {}, each with its solver, {}: {} on the GPU ({} up, {} kernel, {} down), {} with packing; {} on one core; {:.1} % computed on the GPU, {} of {} known demonstrations right",
        counted(done.tasks, "task"),
        counted(done.samples, "sample"),
        ms(done.device()),
        ms(up),
        ms(kernel),
        ms(down),
        ms(done.seconds),
        ms(done.core),
        100.0 * done.known as f64 / done.samples.max(1) as f64,
        grouped(done.demonstrations.1 as u64),
        grouped(done.demonstrations.0 as u64),
    )
}

/// The times of the frozen solvers as JSON.
pub fn frozen_json(done: &Frozen) -> Json {
    json!({
        "tasks": done.tasks,
        "samples": done.samples,
        "evaluations": done.evaluations,
        "device_s": done.device(),
        "up_s": done.parts[0],
        "kernel_s": done.parts[1],
        "down_s": done.parts[2],
        "end_to_end_s": done.seconds,
        "one_core_s": done.core,
        "known": done.known,
        "demonstrations_known": done.demonstrations.0,
        "demonstrations_right": done.demonstrations.1,
    })
}

/// Adds to a JSON list.
pub fn push(list: &mut Json, item: Json) {
    if let Json::Array(list) = list {
        list.push(item);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(candidates: usize, single: Option<f64>, cores: f64, gpu: f64) -> Row {
        Row {
            single,
            cores,
            gpu: Speed {
                candidates,
                samples: 10,
                evaluations: (gpu * 1e-3) as u64,
                seconds: 1e-3,
                packing: 2e-4,
                parts: [1e-4, 5e-4, 2e-4],
                fit: 0.975,
                ..Speed::default()
            },
        }
    }

    #[test]
    fn columns_are_aligned_with_the_header() {
        let line = row(100, Some(0.25e6), 1.5e6, 3e6).line();
        let wanted = "       100       10         1000      0.25 M    1.50 M    3.00 M         2.00      1.00      0.20    0.10      0.50    0.20  97.5 %";
        assert_eq!(line, wanted);
        // Columns are flush right.
        for (head, cell) in [("pairs", "1000"), ("GPU/s", "3.00 M"), ("known", "97.5 %")] {
            let end = |text: &str, part: &str| text.find(part).map(|at| at + part.len());
            assert_eq!(end(HEAD, head), end(&line, cell), "{head}");
        }
    }

    #[test]
    fn the_gpu_is_faster_from_the_row_after_the_last_slower_one() {
        let rows = [
            row(1, Some(1e6), 1e6, 2e6),
            row(10, Some(3e6), 4e6, 2e6),
            row(100, Some(3e6), 4e6, 3.5e6),
            row(1_000, None, 5e6, 9e6),
        ];
        let wanted = [
            "faster than one core from 1,000 candidates x samples",
            "faster than all cores from 10,000 candidates x samples",
        ];
        assert_eq!(crossings(&rows), wanted);
        let slow = [row(1, Some(9e6), 9e6, 1e6)];
        assert_eq!(crossings(&slow)[1], "not faster than all cores at any size");
    }

    #[test]
    fn sizes_end_with_the_largest_batch() {
        let all = sizes(100_000, 3_000);
        assert_eq!(all.len(), 8);
        assert_eq!(all[6], (10_000, 1_000));
        assert_eq!(all[7], (100_000, 3_000));
        assert_eq!(sizes(50, 20), [(1, 10), (10, 10), (50, 20)]);
        assert_eq!(sizes(1, 1), [(1, 1)]);
    }
}

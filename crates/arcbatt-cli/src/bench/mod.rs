//! `arcbatt bench device`: runs the same batts on one core, on all cores and on a GPU.

mod table;

use crate::Outcome;
use crate::bench::table::Row;
use crate::output::{Output, counted, grouped};
use anyhow::anyhow;
use arcbatt::batt::{Batt, NodeId};
use arcbatt::dsl::primitives;
use arcbatt_gpu::bench::{Check, batt, check, frozen, many, mix, speed, speed_on_cpu};
use arcbatt_gpu::cuda::Cuda;
use serde_json::{Value as Json, json};
use std::io::Write;
use std::time::Instant;

/// Benchmark the same work on one core, on all cores and on a GPU
#[derive(clap::Args)]
pub struct Bench {
    #[command(subcommand)]
    what: What,
}

#[derive(clap::Subcommand)]
enum What {
    Device(DeviceBench),
}

/// Compare answers and speed of one core, all cores and a GPU at many batch sizes
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  arcbatt bench device                         node evaluations per second, by batch size
  arcbatt bench device --batt mix              only programs of plain grid operations
  arcbatt bench device --check-only            only compare the answers
  arcbatt bench device --clocks                also show GPU time by primitive

mutants: the built-in solvers with two generations of mutants; mix: programs of mirrors, turns,
recolouring, shifts, crops, fills, floods and largest components; frozen: 400 generated tasks, each
with its own solver, in one launch. Exit codes: 0 all answers agree; 1 some differ; 2 no usable
GPU.")]
struct DeviceBench {
    /// The batt to time; may be given several times [default: all]
    #[arg(long, value_name = "WHICH")]
    batt: Vec<Which>,

    /// Mutants per solver in the compared batts
    #[arg(long, value_name = "N", default_value_t = 30)]
    mutants: u32,

    /// Compare every N-th candidate on each task
    #[arg(long, value_name = "N", default_value_t = 7)]
    stride: usize,

    /// Candidates of the largest timed batt
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    candidates: usize,

    /// Samples of the largest batch
    #[arg(long, value_name = "N", default_value_t = 3_000)]
    samples: usize,

    /// The most samples to time the CPU on
    #[arg(long, value_name = "N", default_value_t = 581)]
    cpu_samples: usize,

    /// Only compare the answers
    #[arg(long)]
    check_only: bool,

    /// Show the GPU time by primitive
    #[arg(long)]
    clocks: bool,
}

/// The batts that can be timed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Which {
    /// Solvers and their mutants
    Mutants,
    /// Programs of plain grid operations
    Mix,
    /// Generated tasks, each with its own solver
    Frozen,
}

/// Seeds of the compared and of the timed batts.
const COMPARED: u64 = 1;
const TIMED: u64 = 2;

/// Tasks of the frozen solvers.
const FROZEN: usize = 400;

/// The most candidates times samples to time one core on.
const ONE_CORE: usize = 1_000_000;

impl Bench {
    /// Measures and prints.
    pub fn run(self, output: &mut Output) -> anyhow::Result<Outcome> {
        let What::Device(bench) = self.what;
        bench.run(output)
    }
}

impl DeviceBench {
    fn run(self, output: &mut Output) -> anyhow::Result<Outcome> {
        let device = Cuda::open(0).map_err(|why| {
            anyhow!("{why}; this benchmark needs a GPU: `arcbatt profile` measures the CPU")
        })?;
        let mut json = json!({
            "gpu": device.name,
            "cores": rayon::current_num_threads(),
            "compared": [],
            "tables": {},
        });
        if !output.json {
            writeln!(
                output.stdout,
                "{}, {} warps at once, kernel ready in {:.2} s",
                device.name, device.warps, device.prepared
            )?;
        }
        let mut agree = true;
        for (which, name) in [(Which::Mutants, "mutants"), (Which::Mix, "mix")] {
            if !self.wants(which) {
                continue;
            }
            let compared = match which {
                Which::Mix => mix(batt(self.mutants, COMPARED).candidates.len(), COMPARED),
                _ => batt(self.mutants, COMPARED),
            };
            let started = Instant::now();
            let report = check(&device, &compared, 0, self.stride.max(1))?;
            agree &= report.wrong_count == 0;
            let seconds = started.elapsed().as_secs_f64();
            if !output.json {
                print_compared(name, &compared, &report, seconds, output)?;
            }
            table::push(&mut json["compared"], compared_json(name, &report));
        }
        if agree && !self.check_only {
            self.time(&device, &mut json, output)?;
        }
        if output.json {
            output.print_json(&json)?;
        }
        Ok(Outcome::of(agree))
    }

    fn wants(&self, which: Which) -> bool {
        self.batt.is_empty() || self.batt.contains(&which)
    }

    fn time(&self, device: &Cuda, json: &mut Json, output: &mut Output) -> anyhow::Result<()> {
        if self.wants(Which::Mutants) {
            let batt = many(self.candidates, TIMED);
            json["tables"]["mutants"] = self.table("mutants", device, &batt, output)?;
        }
        if self.wants(Which::Mix) {
            let batt = mix(self.candidates, TIMED);
            json["tables"]["mix"] = self.table("mix", device, &batt, output)?;
        }
        if self.wants(Which::Frozen) {
            // The first launch grows buffers.
            frozen(device, FROZEN, self.samples)?;
            let done = frozen(device, FROZEN, self.samples)?;
            json["frozen"] = table::frozen_json(&done);
            if !output.json {
                writeln!(output.stdout, "\n{}", table::frozen_line(&done))?;
            }
        }
        Ok(())
    }

    /// Times a batt at all sizes, and prints each row at once.
    fn table(
        &self,
        name: &str,
        device: &Cuda,
        batt: &Batt,
        output: &mut Output,
    ) -> anyhow::Result<Json> {
        let outputs: Vec<NodeId> = batt.candidates.iter().map(|c| c.output).collect();
        let nodes = batt.graph.len();
        if !output.json {
            writeln!(
                output.stdout,
                "\n{name}: {}, {}\n\n{}",
                counted(outputs.len(), "different candidate"),
                counted(nodes, "node"),
                table::HEAD
            )?;
            output.stdout.flush()?;
        }
        let one = rayon::ThreadPoolBuilder::new().num_threads(1).build()?;
        let mut rows: Vec<Row> = Vec::new();
        for (candidates, samples) in table::sizes(outputs.len(), self.samples) {
            let stride = (outputs.len() / candidates.max(1)).max(1);
            let some = outputs.iter().copied().step_by(stride).take(candidates);
            let some: Vec<NodeId> = some.collect();
            let cpu_samples = samples.min(self.cpu_samples);
            let single = (some.len() * cpu_samples <= ONE_CORE && samples <= self.cpu_samples)
                .then(|| {
                    one.install(|| speed_on_cpu(batt, &some, cpu_samples))
                        .rate()
                });
            let cores = speed_on_cpu(batt, &some, cpu_samples).rate();
            // The first run grows buffers.
            let _ = speed(device, batt, &some, samples, false)?;
            let gpu = speed(device, batt, &some, samples, false)?;
            let row = Row { single, cores, gpu };
            if !output.json {
                writeln!(output.stdout, "{}", row.line())?;
                output.stdout.flush()?;
            }
            rows.push(row);
        }
        if !output.json {
            for line in table::crossings(&rows) {
                writeln!(output.stdout, "{line}")?;
            }
            if self.clocks {
                clocks(device, batt, &outputs, output)?;
            }
        }
        Ok(json!({
            "candidates": outputs.len(),
            "nodes": nodes,
            "rows": rows.iter().map(Row::as_json).collect::<Vec<_>>(),
        }))
    }
}

fn print_compared(
    name: &str,
    batt: &Batt,
    report: &Check,
    seconds: f64,
    output: &mut Output,
) -> anyhow::Result<()> {
    writeln!(
        output.stdout,
        "{name} compared: {} of {} in {seconds:.1} s, {} differ; {:.1} % from the GPU",
        counted(report.compared, "outcome"),
        counted(batt.candidates.len(), "candidate"),
        grouped(report.wrong_count),
        from_device(report),
    )?;
    for wrong in &report.wrong {
        writeln!(output.stdout, "{wrong}")?;
    }
    output.stdout.flush()?;
    Ok(())
}

/// The share of outcomes from the GPU, in percent.
fn from_device(report: &Check) -> f64 {
    let shares = report.shares;
    100.0 * shares.device as f64 / (shares.device + shares.cpu).max(1) as f64
}

fn compared_json(name: &str, report: &Check) -> Json {
    json!({
        "batt": name,
        "outcomes": report.compared,
        "differ": report.wrong_count,
        "from_device_percent": from_device(report),
        "first": report.wrong,
    })
}

/// Prints the GPU time by primitive.
fn clocks(
    device: &Cuda,
    batt: &Batt,
    outputs: &[NodeId],
    output: &mut Output,
) -> anyhow::Result<()> {
    let some: Vec<NodeId> = outputs.iter().copied().step_by(10).collect();
    let gpu = speed(device, batt, &some, 300, true)?;
    let mut rows: Vec<(usize, [u64; 2])> = gpu.clocks.into_iter().enumerate().collect();
    rows.sort_by_key(|&(_, [clocks, _])| std::cmp::Reverse(clocks));
    let all: u64 = rows.iter().map(|(_, [clocks, _])| clocks).sum();
    writeln!(
        output.stdout,
        "\nshare of time  clocks/call     calls  primitive"
    )?;
    for (number, [clocks, calls]) in rows.into_iter().take(25).filter(|r| r.1[1] > 0) {
        let name = primitives().get(number).map_or("(closures)", |p| p.name);
        writeln!(
            output.stdout,
            "{:11.1} %  {:11}  {:8}  {name}",
            100.0 * clocks as f64 / all.max(1) as f64,
            clocks / calls.max(1),
            calls
        )?;
    }
    Ok(())
}

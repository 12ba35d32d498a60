//! `arcbatt bench device`: the same batts on one core, on all cores and on a GPU.

use crate::Outcome;
use crate::screen::Screen;
use arcbatt::batt::NodeId;
use arcbatt::dsl::primitives;
use arcbatt_gpu::bench::{batt, check, speed, speed_on_cpu};
use arcbatt_gpu::cuda::Cuda;
use std::io::Write;
use std::time::Instant;

/// Measure this machine: the same work on one core, on all cores and on a GPU
#[derive(clap::Args)]
pub struct Bench {
    #[command(subcommand)]
    what: What,
}

#[derive(clap::Subcommand)]
enum What {
    Device(DeviceBench),
}

/// Batts of many sizes on one core, on all cores and on a GPU; answers are compared first
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  arcbatt bench device                         node evaluations a second, by size of batch
  arcbatt bench device --check-only            only compare the answers
  arcbatt bench device --clocks                and where the time of the device goes")]
struct DeviceBench {
    /// Mutants of every solver in the batts that are compared
    #[arg(long, value_name = "N", default_value_t = 30)]
    mutants: u32,

    /// Every N-th candidate is compared on each task
    #[arg(long, value_name = "N", default_value_t = 7)]
    stride: usize,

    /// Candidates of the largest batt that is timed
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    candidates: usize,

    /// Samples of the largest batch
    #[arg(long, value_name = "N", default_value_t = 3_000)]
    samples: usize,

    /// Samples that the cores are timed on
    #[arg(long, value_name = "N", default_value_t = 581)]
    cpu_samples: usize,

    /// Only compare the answers
    #[arg(long)]
    check_only: bool,

    /// Show where the time of the device goes, by primitive
    #[arg(long)]
    clocks: bool,
}

impl Bench {
    /// Measures and prints.
    pub fn run(self, screen: &mut Screen) -> anyhow::Result<Outcome> {
        let What::Device(bench) = self.what;
        bench.run(screen)
    }
}

impl DeviceBench {
    fn run(self, screen: &mut Screen) -> anyhow::Result<Outcome> {
        let device = Cuda::open(0)?;
        writeln!(
            screen.out,
            "{}, {} warps at once, kernel ready in {:.2} s",
            device.name, device.warps, device.prepared
        )?;
        let compared = batt(self.mutants, 1);
        let started = Instant::now();
        let report = check(&device, &compared, 0, self.stride.max(1))?;
        let shares = report.shares;
        writeln!(
            screen.out,
            "compared: {} outcomes of {} candidates in {:.1} s, {} differ; {:.1} % from the device",
            report.compared,
            compared.candidates.len(),
            started.elapsed().as_secs_f64(),
            report.wrong_count,
            100.0 * shares.device as f64 / (shares.device + shares.cpu).max(1) as f64,
        )?;
        for wrong in &report.wrong {
            writeln!(screen.out, "{wrong}")?;
        }
        if report.wrong_count > 0 {
            return Ok(Outcome::No);
        }
        if self.check_only {
            return Ok(Outcome::Yes);
        }
        screen.out.flush()?;
        let parents = batt(0, 1).candidates.len().max(1);
        let batt = batt((self.candidates / parents + 1) as u32, 2);
        let outputs: Vec<NodeId> = batt.candidates.iter().map(|c| c.output).collect();
        writeln!(
            screen.out,
            "\n{} candidates, {} nodes\n\ncandidates  samples      pairs   1 core/s  cores/s      GPU/s   GPU ms  packing  up  kernel  down  known",
            outputs.len(),
            batt.graph.len()
        )?;
        let one = rayon::ThreadPoolBuilder::new().num_threads(1).build()?;
        let sizes = [
            (1, 10),
            (10, 10),
            (100, 10),
            (1_000, 10),
            (1_000, 100),
            (10_000, 100),
            (10_000, 1_000),
            (outputs.len(), self.samples),
        ];
        for (candidates, samples) in sizes {
            let stride = (outputs.len() / candidates).max(1);
            let some: Vec<NodeId> = outputs
                .iter()
                .copied()
                .step_by(stride)
                .take(candidates)
                .collect();
            let large = samples > self.cpu_samples;
            let cpu_samples = samples.min(self.cpu_samples);
            let single = match large {
                true => None,
                false => Some(one.install(|| speed_on_cpu(&batt, &some, cpu_samples))),
            };
            let cores = speed_on_cpu(&batt, &some, cpu_samples);
            // The first run grows buffers.
            let _ = speed(&device, &batt, &some, samples, false)?;
            let gpu = speed(&device, &batt, &some, samples, false)?;
            let rate = |rate: f64| format!("{:.2} M", rate / 1e6);
            writeln!(
                screen.out,
                "{:10} {:8} {:10} {:>10} {:>8} {:>10} {:8.2} {:8.2} {:.2} {:.2} {:.2} {:5.1} %",
                some.len(),
                samples,
                some.len() * samples,
                single.map_or("-".into(), |s| rate(s.rate())),
                rate(cores.rate()),
                rate(gpu.rate()),
                gpu.seconds * 1e3,
                gpu.packing * 1e3,
                gpu.parts[0] * 1e3,
                gpu.parts[1] * 1e3,
                gpu.parts[2] * 1e3,
                100.0 * gpu.fit,
            )?;
            screen.out.flush()?;
        }
        if self.clocks {
            let some: Vec<NodeId> = outputs.iter().copied().step_by(10).collect();
            let gpu = speed(&device, &batt, &some, 300, true)?;
            let mut rows: Vec<(usize, [u64; 2])> = gpu.clocks.into_iter().enumerate().collect();
            rows.sort_by_key(|&(_, [clocks, _])| std::cmp::Reverse(clocks));
            let all: u64 = rows.iter().map(|(_, [clocks, _])| clocks).sum();
            writeln!(
                screen.out,
                "\nshare of time  clocks a call  calls  primitive"
            )?;
            for (number, [clocks, calls]) in rows.into_iter().take(25).filter(|r| r.1[1] > 0) {
                let name = primitives().get(number).map_or("apply", |p| p.name);
                writeln!(
                    screen.out,
                    "{:12.1} % {:12} {:8} {name}",
                    100.0 * clocks as f64 / all.max(1) as f64,
                    clocks / calls.max(1),
                    calls
                )?;
            }
        }
        Ok(Outcome::Yes)
    }
}

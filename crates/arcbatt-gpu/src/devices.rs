//! The devices of this machine as a place where blocks of candidates run.
//!
//! Blocks come from many threads: each packs its own while those of others run, so host and device
//! overlap, and several devices take turns. Small blocks are left to the CPU. A device that fails
//! is not asked again; what it was given is done by the CPU, with one warning.

use crate::calibrate::{calibration, known};
use crate::cuda::{self, Cuda, DeviceError};
use crate::run::{self, Kernel, Shares};
use arcbatt::batt::{Elsewhere, Graph, NodeId, Options, Outputs, Samples, Stats};
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Where to run, as people choose it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Choice {
    /// A GPU where there is one and it pays, else the CPU.
    #[default]
    Auto,
    /// The CPU alone.
    Cpu,
    /// All GPUs, whatever the size of the work.
    Gpu,
    /// These GPUs, by number.
    Gpus(Vec<usize>),
}

impl std::str::FromStr for Choice {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wanted = || format!("auto, cpu, gpu or gpu:0,1 is wanted, not {text:?}");
        match text {
            "auto" => Ok(Self::Auto),
            "cpu" => Ok(Self::Cpu),
            "gpu" => Ok(Self::Gpu),
            _ => {
                let list = text.strip_prefix("gpu:").ok_or_else(wanted)?;
                let mut numbers = Vec::new();
                for part in list.split(',') {
                    let number = part.trim().parse().map_err(|_| wanted())?;
                    if !numbers.contains(&number) {
                        numbers.push(number);
                    }
                }
                Ok(Self::Gpus(numbers))
            }
        }
    }
}

/// Whether it was measured before that the device is slower than the cores here.
fn never_pays(number: usize) -> bool {
    let measured = cuda::name(number).and_then(|name| known(&name));
    measured.is_some_and(|measured| measured.pays_from == usize::MAX)
}

/// Some devices, ready.
pub struct Devices {
    /// The devices.
    pub all: Vec<Box<dyn Kernel>>,
    /// Candidates times samples from which a block goes to a device.
    pub pays_from: usize,
    next: AtomicUsize,
    dead: Vec<AtomicBool>,
    shares: Mutex<Shares>,
    /// Who is told of a device that failed.
    warn: fn(&str),
}

impl Devices {
    /// Opens the devices that were chosen; none for the CPU, or for `auto` on a machine without
    /// one. A device that was named and is not there is an error.
    pub fn open(choice: &Choice, warn: fn(&str)) -> Result<Option<Self>, DeviceError> {
        let numbers: Vec<usize> = match choice {
            Choice::Cpu => return Ok(None),
            Choice::Auto => match cuda::count() {
                0 => return Ok(None),
                // Those that are known never to pay are not opened, which takes a while.
                n => (0..n).filter(|&k| !never_pays(k)).collect(),
            },
            Choice::Gpu => (0..cuda::count().max(1)).collect(),
            Choice::Gpus(numbers) => numbers.clone(),
        };
        let mut all: Vec<Box<dyn Kernel>> = Vec::with_capacity(numbers.len());
        let mut pays_from = 0;
        for number in numbers {
            let opened = Cuda::open(number).and_then(|device| {
                if *choice == Choice::Auto {
                    pays_from = pays_from.max(calibration(&device)?.pays_from);
                }
                Ok(device)
            });
            match opened {
                Ok(device) => all.push(Box::new(device)),
                // Nobody asked for this one by name.
                Err(error) if *choice == Choice::Auto => {
                    warn(&format!("{error}; the CPU is used"));
                }
                Err(error) => return Err(error),
            }
        }
        if all.is_empty() {
            return Ok(None);
        }
        Ok(Some(Self::of(all, pays_from, warn)))
    }

    /// These devices, for blocks from a size on.
    pub fn of(all: Vec<Box<dyn Kernel>>, pays_from: usize, warn: fn(&str)) -> Self {
        Self {
            dead: all.iter().map(|_| AtomicBool::new(false)).collect(),
            all,
            pays_from,
            next: AtomicUsize::new(0),
            shares: Mutex::default(),
            warn,
        }
    }

    /// What was run where so far.
    pub fn shares(&self) -> Shares {
        *self.shares.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Elsewhere for Devices {
    fn run(
        &self,
        graph: &Graph,
        outputs: &[NodeId],
        samples: &Samples,
        options: &Options,
    ) -> Option<(Outputs, Stats)> {
        if outputs.len() * samples.inputs.len() < self.pays_from.max(1) {
            return None;
        }
        let start = self.next.fetch_add(1, Ordering::Relaxed);
        for turn in 0..self.all.len() {
            let k = (start + turn) % self.all.len();
            if self.dead[k].load(Ordering::Relaxed) {
                continue;
            }
            match run::run(self.all[k].as_ref(), graph, outputs, samples, options) {
                Ok((outputs, stats, shares)) => {
                    let mut all = self.shares.lock().unwrap_or_else(PoisonError::into_inner);
                    all.add(&shares);
                    return Some((outputs, stats));
                }
                Err(error) => {
                    if !self.dead[k].swap(true, Ordering::Relaxed) {
                        let name = self.all[k].name();
                        (self.warn)(&format!(
                            "GPU {k} ({name}) failed: {error}; its work goes to the CPU"
                        ));
                    }
                }
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_are_read() {
        assert_eq!("auto".parse(), Ok(Choice::Auto));
        assert_eq!("cpu".parse(), Ok(Choice::Cpu));
        assert_eq!("gpu".parse(), Ok(Choice::Gpu));
        assert_eq!("gpu:0,2,0".parse(), Ok(Choice::Gpus(vec![0, 2])));
        for bad in ["", "gpu:", "gpu:x", "cuda", "gpu:1,", "gpu:-1"] {
            assert!(bad.parse::<Choice>().unwrap_err().contains("is wanted"));
        }
    }

    #[test]
    fn without_a_device_auto_is_the_cpu_and_gpu_says_why() {
        if cuda::count() > 0 {
            return;
        }
        let none = Devices::open(&Choice::Auto, |_| panic!("nobody asked")).unwrap();
        assert!(none.is_none());
        let error = Devices::open(&Choice::Gpu, |_| {}).err().unwrap();
        assert!(error.to_string().contains("no GPU driver"), "{error}");
    }
}

//! Devices as users see them: searches, differs, several devices, profiles and calibration.
//!
//! The kernels are compiled for the host; `ARCBATT_KERNEL=gpu` uses the first GPU.

mod bench;
mod differs;
mod pays;
mod profile;
mod several;
mod solve;

use arcbatt_gpu::batch::{Answers, Batch};
use arcbatt_gpu::cuda::{Cuda, DeviceError};
use arcbatt_gpu::host::HostKernel;
use arcbatt_gpu::run::Kernel;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

fn kernel() -> Box<dyn Kernel> {
    if std::env::var("ARCBATT_KERNEL").is_ok_and(|kernel| kernel == "gpu") {
        return Box::new(Cuda::open(0).unwrap_or_else(|e| panic!("{e}")));
    }
    // The first test compiles the kernels, the others reuse them.
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let _turn = ONE_AT_A_TIME.lock();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    Box::new(HostKernel::compile(folder, false).unwrap_or_else(|e| panic!("{e}")))
}

/// A device that fails after this many launches.
struct Dying {
    kernel: Box<dyn Kernel>,
    launches: usize,
    done: AtomicUsize,
}

impl Dying {
    fn after(launches: usize) -> Box<dyn Kernel> {
        Box::new(Self {
            kernel: kernel(),
            launches,
            done: AtomicUsize::new(0),
        })
    }
}

impl Kernel for Dying {
    fn launch(&self, batch: &Batch, read: &mut dyn FnMut(&Answers)) -> Result<(), DeviceError> {
        match self.done.fetch_add(1, Ordering::Relaxed) < self.launches {
            true => self.kernel.launch(batch, read),
            false => Err(DeviceError::NoDriver),
        }
    }

    fn capacity(&self) -> usize {
        self.kernel.capacity()
    }

    fn name(&self) -> &str {
        "one that dies"
    }
}

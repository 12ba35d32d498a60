//! The profile of work on a device: its times in every view, and nothing without a device.

use super::kernel;
use arcbatt::batt::Executor;
use arcbatt::dsl::{primitive, table};
use arcbatt::profile::{Observer, Profile, profile_of, views};
use arcbatt::program::parse_file;
use arcbatt::session::Outputs;
use arcbatt::session::evolve::{Settings, run_probed};
use arcbatt::task::generators::{SOLVERS, embedded};
use arcbatt_gpu::batch::{Answers, Batch, Times};
use arcbatt_gpu::cuda::DeviceError;
use arcbatt_gpu::devices::Devices;
use arcbatt_gpu::run::Kernel;
use std::sync::atomic::AtomicBool;

/// The kernel with made-up times.
struct Timed(Box<dyn Kernel>);

impl Kernel for Timed {
    fn launch(&self, batch: &Batch, read: &mut dyn FnMut(&Answers)) -> Result<(), DeviceError> {
        let (mut clocks, mut warp_cycles) = (Vec::new(), 0);
        if batch.clocks {
            warp_cycles = 16_000;
            clocks.resize(256, [0; 2]);
            let number = |name| table::number(primitive(name).unwrap()) as usize;
            clocks[number("objects")] = [3_000, 10];
            clocks[number("rot90")] = [500, 100];
            clocks[255] = [500, 1];
        }
        let times = Times {
            up: 1e-6,
            kernel: 4e-6,
            down: 2e-6,
            bytes: (1_000, 200),
            clocks,
            warp_cycles,
        };
        self.0.launch(batch, &mut |answers| {
            read(&Answers {
                times: times.clone(),
                ..answers.clone()
            });
        })
    }

    fn capacity(&self) -> usize {
        self.0.capacity()
    }

    fn name(&self) -> &str {
        "made up <b>"
    }
}

fn profiled(executor: Executor) -> Profile {
    let mut data = embedded();
    data.tasks.truncate(6);
    data.answers.truncate(6);
    let programs = parse_file(SOLVERS).programs;
    let mut settings = Settings {
        executor,
        ..Settings::default()
    };
    settings.card.mutants = 2;
    let observer = Observer::of(&data, executor);
    let stop = AtomicBool::new(false);
    let report = run_probed(
        &data,
        &programs,
        &settings,
        Outputs::default(),
        &stop,
        &|_| {},
        observer.probe(),
    )
    .unwrap();
    let names = ("tasks".to_owned(), "solvers".to_owned());
    profile_of(observer, &report, &programs, &settings, &data, names).unwrap()
}

#[test]
fn a_device_has_its_own_rows() {
    let devices = Devices::of(vec![Box::new(Timed(kernel()))], 0, |why| panic!("{why}"));
    let profile = profiled(Executor::with_backend(&devices));
    assert!(profile.truth.holds(), "{:?}", profile.truth);
    assert_eq!(profile.verdict.refused, None);
    let device = profile.device.as_ref().unwrap();
    let launches = device.launches;
    assert!(launches >= 6 && device.blocks == launches, "{device:?}");
    // Only the profiled run counts, not the one for comparison.
    assert_eq!(devices_launches(&devices), 2 * launches);
    assert_eq!(device.names, ["made up <b>"]);
    assert_eq!(device.up_ns, 1_000 * launches);
    assert_eq!(device.kernel_ns, 4_000 * launches);
    assert_eq!(device.down_ns, 2_000 * launches);
    assert_eq!(device.up_bytes, 1_000 * launches);
    assert_eq!(device.down_bytes, 200 * launches);
    assert!(device.known > device.unknown && device.known_percent > 50.0);
    let row = |k: usize| {
        let row = &device.primitives[k];
        (
            row.name.as_str(),
            row.calls,
            row.clocks,
            row.percent,
            row.ns,
        )
    };
    assert_eq!(device.primitives.len(), 3);
    let n = launches;
    assert_eq!(row(0), ("objects", 10 * n, 3_000 * n, 75.0, 3_000 * n));
    assert_eq!(row(1), ("(closures)", n, 500 * n, 12.5, 500 * n));
    assert_eq!(row(2), ("rot90", 100 * n, 500 * n, 12.5, 500 * n));
    assert_eq!(device.primitives[0].clocks_per_call, 300.0);
    let waits = profile.framework.iter();
    let mut waits = waits.filter(|category| category.name == "GPU transfers and waits");
    let waits = waits.next().unwrap();
    assert_eq!(waits.count, launches, "{waits:?}");
    // 4,000 clocks of 16,000.
    assert_eq!(device.occupancy_percent, 25.0);
    let [first, second] = device.words();
    assert!(second.contains(" at 25.0 % occupancy,"), "{second}");
    assert!(first.starts_with(&format!("made up <b>: {n} blocks in {n} launches; ")));
    assert!(
        second.contains(&format!("kernel {:.1} µs", 4.0 * n as f64)),
        "{second}"
    );

    // The table of primitives has those of the device, too.
    let row = |name: &str| {
        let row = profile.primitives.iter().find(|row| row.name == name);
        row.map(|row| (row.device_calls, row.device_ns)).unwrap()
    };
    assert_eq!(row("objects"), (10 * n, 3_000 * n));
    assert_eq!(row("rot90"), (100 * n, 500 * n));
    let advice = &profile.aggregate.recommendations;
    let objects = advice.iter().find(|advice| {
        advice.function == "objects" && advice.reason.contains("runs on the GPU already: ")
    });
    assert_eq!(
        objects.map(|advice| advice.gpu_priority.as_str()),
        Some("NONE"),
        "{advice:?}"
    );
    // Calls on the device count for their tasks.
    assert!(profile.tasks.rows.iter().all(|row| row.evaluations > 0));
    let words = profile
        .tasks
        .rows
        .iter()
        .filter_map(|row| row.outlier.as_ref());
    assert!(
        words
            .into_iter()
            .all(|outlier| !outlier.words.starts_with("0 calls"))
    );
    assert_eq!(profile.gpu, None);
    assert_eq!(arcbatt::profile::impossible(&profile), [""; 0]);

    let json = serde_json::to_value(&profile).unwrap();
    assert_eq!(json["device"]["launches"], launches);
    assert_eq!(json["device"]["primitives"][0]["name"], "objects");
    assert_eq!(json["device"]["primitives"][0]["percent"], 75.0);
    let page = views::html::write(&profile);
    assert!(page.contains("<section id=\"device\"><h2>GPU</h2>"));
    assert!(page.contains("made up &lt;b&gt;") && !page.contains("made up <b>"));
}

fn devices_launches(devices: &Devices) -> u64 {
    use arcbatt::batt::Backend;
    devices.stats().launches
}

#[test]
fn without_a_device_the_profile_has_no_device() {
    let profile = profiled(Executor::CPU);
    assert_eq!(profile.device, None);
    let gpu = profile.gpu.as_ref().unwrap();
    assert!(gpu.break_even > 0 && !gpu.measured, "{gpu:?}");
    assert!(profile.primitives.iter().all(|row| row.device_calls == 0));
    let page = views::html::write(&profile);
    assert!(!page.contains("id=\"device\""));
    // One that no block pays for has done nothing.
    let idle = Devices::of(vec![kernel()], usize::MAX, |why| panic!("{why}"));
    assert_eq!(profiled(Executor::with_backend(&idle)).device, None);
}

//! The GPU section of a profile, from the statistics of the backend.

use crate::batt::DeviceStats;
use crate::dsl::primitives;
use crate::profile::analysis::estimate::CLOSURES;
use crate::profile::model::{Device, DeviceRow};
use std::cmp::Reverse;
use std::time::Duration;

/// The GPU section; `None` if nothing ran on a GPU.
pub fn device(stats: &DeviceStats) -> Option<Device> {
    if stats.blocks == 0 && stats.launches == 0 {
        return None;
    }
    let ns = |time: Duration| time.as_nanos() as u64;
    let percent = |part: u64, whole: u64| 100.0 * part as f64 / whole.max(1) as f64;
    let clocks: u64 = stats.clocks.iter().map(|[clocks, _]| clocks).sum();
    let row = |(number, &[own, calls]): (usize, &[u64; 2])| DeviceRow {
        name: primitives()
            .get(number)
            .map_or(CLOSURES, |primitive| primitive.name)
            .to_owned(),
        calls,
        clocks: own,
        clocks_per_call: own as f64 / calls.max(1) as f64,
        percent: percent(own, clocks),
        ns: (ns(stats.kernel) as f64 * own as f64 / clocks.max(1) as f64) as u64,
    };
    let rows = stats.clocks.iter().enumerate();
    let mut primitives: Vec<DeviceRow> =
        rows.filter(|(_, [_, calls])| *calls > 0).map(row).collect();
    primitives.sort_by(|a, b| (Reverse(a.clocks), &a.name).cmp(&(Reverse(b.clocks), &b.name)));
    Some(Device {
        names: stats.names.clone(),
        blocks: stats.blocks,
        launches: stats.launches,
        known: stats.known,
        unknown: stats.unknown,
        known_percent: percent(stats.known, stats.known + stats.unknown),
        evaluations: stats.evaluations,
        host_ns: ns(stats.host),
        waiting_ns: ns(stats.waiting),
        up_ns: ns(stats.up),
        kernel_ns: ns(stats.kernel),
        down_ns: ns(stats.down),
        occupancy_percent: match stats.room {
            0 => 0.0,
            room => percent(clocks, room).min(100.0),
        },
        start_up_ns: ns(stats.start_up),
        up_bytes: stats.bytes.0,
        down_bytes: stats.bytes.1,
        primitives,
    })
}

//! The rows of a profile about GPUs: what something else than the cores told of its work.

use crate::batt::DeviceStats;
use crate::dsl::primitives;
use crate::profile::model::{Device, DeviceRow};
use std::cmp::Reverse;
use std::time::Duration;

/// What ran elsewhere; none where nothing did.
pub fn device(told: &DeviceStats) -> Option<Device> {
    if told.blocks == 0 && told.launches == 0 {
        return None;
    }
    let ns = |time: Duration| time.as_nanos() as u64;
    let percent = |part: u64, whole: u64| 100.0 * part as f64 / whole.max(1) as f64;
    let clocks: u64 = told.clocks.iter().map(|[clocks, _]| clocks).sum();
    let row = |(number, &[own, calls]): (usize, &[u64; 2])| DeviceRow {
        name: primitives()
            .get(number)
            .map_or("(closures)", |primitive| primitive.name)
            .to_owned(),
        calls,
        clocks: own,
        clocks_per_call: own as f64 / calls.max(1) as f64,
        percent: percent(own, clocks),
        ns: (ns(told.kernel) as f64 * own as f64 / clocks.max(1) as f64) as u64,
    };
    let rows = told.clocks.iter().enumerate();
    let mut primitives: Vec<DeviceRow> =
        rows.filter(|(_, [_, calls])| *calls > 0).map(row).collect();
    primitives.sort_by(|a, b| (Reverse(a.clocks), &a.name).cmp(&(Reverse(b.clocks), &b.name)));
    Some(Device {
        names: told.names.clone(),
        blocks: told.blocks,
        launches: told.launches,
        known: told.known,
        unknown: told.unknown,
        known_percent: percent(told.known, told.known + told.unknown),
        evaluations: told.evaluations,
        host_ns: ns(told.host),
        waiting_ns: ns(told.waiting),
        up_ns: ns(told.up),
        kernel_ns: ns(told.kernel),
        down_ns: ns(told.down),
        occupancy_percent: match told.room {
            0 => 0.0,
            room => percent(clocks, room),
        },
        up_bytes: told.bytes.0,
        down_bytes: told.bytes.1,
        primitives,
    })
}

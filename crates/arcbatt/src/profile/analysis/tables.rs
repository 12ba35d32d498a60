//! The tables of a profile: primitives, framework categories, stacks, threads.

use crate::batt::Work;
use crate::profile::analysis::estimate::{Part, PrimitiveEstimate};
use crate::profile::analysis::observation::Observation;
use crate::profile::analysis::{categories, device_rows};
use crate::profile::model::{
    Category, CategoryItem, Device, PrimitiveRow, Profile, SCHEMA, Span, Stack, Thread,
};
use crate::profile::probe::timing_probe::Interval;
use std::collections::BTreeMap;
use std::time::Duration;

/// A profile with the parts that depend on the observation alone.
pub fn profile(observation: &Observation) -> Profile {
    let device = observation.device.as_ref().and_then(device_rows::device);
    let mut primitives = primitives(observation);
    add_device(&mut primitives, device.as_ref());
    Profile {
        schema: SCHEMA,
        tool: concat!("arcbatt ", env!("CARGO_PKG_VERSION")).to_owned(),
        clock: observation.clock.clone(),
        account: observation.account.clone(),
        primitives,
        framework: framework(observation),
        stacks: stacks(observation),
        device,
        ..Profile::default()
    }
}

/// The share of calls timed in detail, in percent.
pub fn detailed_percent(observation: &Observation) -> f64 {
    let estimate = &observation.estimate;
    100.0 * estimate.watched as f64 / estimate.node_calls.max(1) as f64
}

/// Parts shown per category.
const TOP: usize = 5;
/// Two standard errors: a 95 % confidence interval.
const CONFIDENCE: f64 = 2.0;

/// One row per primitive, the slowest first.
fn primitives(observation: &Observation) -> Vec<PrimitiveRow> {
    let rows = observation.estimate.primitives.iter();
    let mut rows: Vec<PrimitiveRow> = rows
        .filter(|(_, row)| row.calls > 0.0 || row.row.steps > 0)
        .map(|(name, row)| primitive(name, row, observation))
        .collect();
    rows.sort_by(|a, b| b.self_ns.cmp(&a.self_ns).then(a.name.cmp(&b.name)));
    rows
}

/// Adds the calls on a GPU, with rows for the primitives that ran only there.
fn add_device(rows: &mut Vec<PrimitiveRow>, device: Option<&Device>) {
    for on_device in device.iter().flat_map(|device| &device.primitives) {
        let known = rows.iter().position(|row| row.name == on_device.name);
        let at = known.unwrap_or_else(|| {
            rows.push(PrimitiveRow {
                name: on_device.name.clone(),
                ..PrimitiveRow::default()
            });
            rows.len() - 1
        });
        (rows[at].device_calls, rows[at].device_ns) = (on_device.calls, on_device.ns);
    }
    rows.sort_by(|a, b| {
        let times = (b.self_ns, b.device_ns).cmp(&(a.self_ns, a.device_ns));
        times.then(a.name.cmp(&b.name))
    });
}

fn primitive(name: &str, row: &PrimitiveEstimate, observation: &Observation) -> PrimitiveRow {
    let rate = observation.clock.ns_per_tick;
    let ns = |ticks: u64| (ticks as f64 * rate) as u64;
    let counts = &row.row.counts;
    let wanted = row.row.visits() - counts.skipped;
    let all_calls = (row.calls.round() as u64).max(counts.evaluations);
    let calls = all_calls.max(1) as f64;
    let percent = 100.0 * row.own / observation.busy().max(1.0);
    let batch = counts.evaluations as f64 / row.row.runs.max(1) as f64;
    // The share of the unmerged calls that became nodes; of these, the share that was computed.
    let (unmerged, nodes) = observation.merging.get(name).copied().unwrap_or((1, 1));
    let nodes = nodes as f64 / unmerged.max(1) as f64;
    let computed = 1.0 - counts.shared as f64 / wanted.max(1) as f64;
    let longest = row.longest;
    let task = observation.outcome.tasks.get(longest.at.task as usize);
    // A primitive that no node calls has no longest node.
    let task = task.filter(|_| longest.ticks > 0);
    let node = match longest.at.differs {
        true => Some("in a differ".to_owned()),
        false => observation
            .texts
            .get(&(longest.at.round, longest.node, longest.at.task))
            .cloned(),
    };
    // Even the shortest call takes some time.
    let self_ns = (row.own as u64).max(u64::from(all_calls > 0));
    let total_ns = (row.total as u64).max(self_ns);
    let mean_ns = total_ns as f64 / calls;
    let max_ns = ns(longest.ticks);
    let quantiles = quantiles(row, mean_ns, rate);
    // A call by a node takes no longer than the node.
    let is_by_nodes = all_calls == counts.evaluations && max_ns > 0;
    let [p50_ns, p99_ns] = match is_by_nodes {
        true => quantiles.map(|quantile| quantile.min(max_ns)),
        false => quantiles,
    };
    PrimitiveRow {
        name: name.to_owned(),
        calls: all_calls,
        calls_estimated: row.is_estimate,
        node_calls: counts.evaluations,
        self_ns,
        total_ns,
        percent,
        error_percent: 100.0 * CONFIDENCE * row.variance.sqrt() / row.own.max(1.0),
        timed: row.times.count(),
        mean_ns,
        p50_ns,
        p99_ns,
        max_ns,
        max_task: task.map_or(String::new(), |task| task.id.clone()),
        max_node: node.unwrap_or_default(),
        failures: counts.failures,
        cells: counts.cells,
        bytes: row.row.bytes,
        merged_percent: (100.0 * (1.0 - computed * nodes)).clamp(0.0, 100.0),
        batch,
        top_tasks: top_tasks(name, observation),
        ..PrimitiveRow::default()
    }
}

/// The median and the 99th percentile of the timed calls, in nanoseconds.
///
/// Timing a call adds to it, so quantiles are scaled down to the mean of all calls if the mean of the
/// timed ones is above it. The longest of few calls takes at least their mean.
fn quantiles(row: &PrimitiveEstimate, mean_ns: f64, rate: f64) -> [u64; 2] {
    let timed = row.times.mean() * rate;
    let scale = if timed > mean_ns {
        mean_ns / timed
    } else {
        1.0
    };
    let at = |share: f64| row.times.quantile(share) as f64 * rate * scale;
    let (p50, mut p99) = (at(0.5), at(0.99));
    if row.times.count() > 0 && row.calls <= 100.0 {
        p99 = p99.max(mean_ns);
    }
    [p50 as u64, p99.ceil() as u64]
}

/// Number of primitives per task that count as the dearest.
const DEAREST: usize = 5;

/// In how many tasks the nodes of a primitive are among those that take most time.
fn top_tasks(name: &str, observation: &Observation) -> u64 {
    let is_top = |times: &&BTreeMap<String, u64>| {
        let own = times.get(name).copied().unwrap_or(0);
        own > 0 && times.values().filter(|&&other| other > own).count() < DEAREST
    };
    observation.task_primitives.iter().filter(is_top).count() as u64
}

/// The parts of the generator, in order; `parse` is the time to read so many programs.
pub fn generator(observation: &Observation, parse: Duration, programs: usize) -> Vec<CategoryItem> {
    let parse = CategoryItem::new("parse", parse.as_nanos() as u64, programs as u64);
    let parts = [
        ("normalise", Work::Normalise),
        ("mutate", Work::Mutate),
        ("type-check", Work::TypeCheck),
        ("merge", Work::Merge),
        ("cache", Work::CardCache),
        ("plan", Work::Plan),
    ];
    let part = |(name, work): (&str, Work)| {
        let (category, long) = categories::work(work)?;
        let part = observation
            .estimate
            .framework
            .get(&(category, long.to_owned()))?;
        Some(CategoryItem::new(name, part.ns as u64, part.count as u64))
    };
    let parts = parts.into_iter().filter_map(part);
    let all = std::iter::once(parse).chain(parts);
    all.filter(|part| part.ns > 0).collect()
}

/// The categories of the framework, the slowest first.
fn framework(observation: &Observation) -> Vec<Category> {
    let mut by_name: BTreeMap<&str, Vec<CategoryItem>> = BTreeMap::new();
    for name in categories::ALL {
        by_name.insert(name, Vec::new());
    }
    for ((category, name), part) in &observation.estimate.framework {
        let item = CategoryItem::new(name.clone(), part.ns as u64, part.count as u64);
        by_name.entry(category).or_default().push(item);
    }
    let category = |(name, mut items): (&str, Vec<CategoryItem>)| {
        items.sort_by(|a, b| b.ns.cmp(&a.ns).then(a.name.cmp(&b.name)));
        let ns: u64 = items.iter().map(|item| item.ns).sum();
        let count: u64 = items.iter().map(|item| item.count).sum();
        items.truncate(TOP);
        Category {
            name: name.to_owned(),
            ns,
            percent: 100.0 * ns as f64 / observation.busy().max(1.0),
            count,
            each_ns: ns as f64 / count.max(1) as f64,
            top: items,
        }
    };
    let mut all: Vec<Category> = by_name.into_iter().map(category).collect();
    all.sort_by(|a, b| b.ns.cmp(&a.ns).then(a.name.cmp(&b.name)));
    all
}

/// The time as call stacks.
fn stacks(observation: &Observation) -> Vec<Stack> {
    let stacks = observation.estimate.stacks.iter();
    let stack = |(frames, part): (&Vec<String>, &Part)| Stack {
        frames: frames.clone(),
        ns: part.ns as u64,
        count: part.count.round() as u64,
    };
    stacks.map(stack).filter(|stack| stack.ns > 0).collect()
}

/// The timeline of each thread.
pub fn threads(observation: &Observation) -> Vec<Thread> {
    let name = |task: u32| {
        let task = observation.outcome.tasks.get(task as usize);
        task.map_or(String::new(), |task| task.id.clone())
    };
    let thread = |(k, intervals): (usize, &Vec<Interval>)| {
        let spans = intervals.iter().map(|interval| Span {
            start_ns: interval.start,
            end_ns: interval.end,
            phase: categories::phase(interval.work).to_owned(),
            task: name(interval.task),
        });
        Thread {
            name: format!("worker {}", k + 1),
            spans: spans.collect(),
            busy_ns: intervals.iter().map(|s| s.end - s.start).sum(),
        }
    };
    observation.threads.iter().enumerate().map(thread).collect()
}

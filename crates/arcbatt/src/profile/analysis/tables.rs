//! The tables of a profile: primitives, framework categories, stacks, threads.

use crate::profile::analysis::estimate::{CLOSURES, Part, PrimitiveEstimate};
use crate::profile::analysis::gpu_priority::{self, PrimitiveLoad};
use crate::profile::analysis::observation::Observation;
use crate::profile::analysis::{categories, device_rows};
use crate::profile::model::{
    Aggregate, Category, CategoryItem, PrimitiveRow, Profile, Recommendation, SCHEMA, Span, Stack,
    Thread,
};
use crate::profile::probe::timing_probe::Interval;
use std::collections::BTreeMap;

/// A profile with the parts that depend on the observation alone.
pub fn profile(observation: &Observation) -> Profile {
    let primitives = primitives(observation);
    Profile {
        schema: SCHEMA,
        tool: concat!("arcbatt ", env!("CARGO_PKG_VERSION")).to_owned(),
        clock: observation.clock.clone(),
        account: observation.account.clone(),
        aggregate: aggregate(&primitives),
        primitives,
        framework: framework(observation),
        stacks: stacks(observation),
        device: observation.device.as_ref().and_then(device_rows::device),
        ..Profile::default()
    }
}

/// The share of calls timed in detail, in percent.
pub fn detailed_percent(observation: &Observation, evaluations: u64) -> f64 {
    100.0 * observation.estimate.watched as f64 / evaluations.max(1) as f64
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

fn primitive(name: &str, row: &PrimitiveEstimate, observation: &Observation) -> PrimitiveRow {
    let rate = observation.clock.ns_per_tick;
    let ns = |ticks: u64| (ticks as f64 * rate) as u64;
    let counts = &row.row.counts;
    let wanted = row.row.visits() - counts.skipped;
    let calls = row.calls.max(1.0);
    let percent = 100.0 * row.own / observation.busy().max(1.0);
    let batch = counts.evaluations as f64 / row.row.runs.max(1) as f64;
    let (gpu_priority, gpu_reason) = match name {
        // Closures are called by primitives, not by nodes: there is nothing to move.
        CLOSURES => ("", String::new()),
        _ => gpu_priority::priority(&PrimitiveLoad {
            name,
            percent,
            calls: row.calls,
            own_ns: row.own / calls,
            batch,
        }),
    };
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
            .get(&(longest.at.round, longest.node))
            .cloned(),
    };
    PrimitiveRow {
        name: name.to_owned(),
        calls: row.calls.round() as u64,
        node_calls: counts.evaluations,
        self_ns: row.own as u64,
        total_ns: row.total as u64,
        percent,
        error_percent: 100.0 * CONFIDENCE * row.variance.sqrt() / row.own.max(1.0),
        timed: row.times.count(),
        mean_ns: row.total / calls,
        p50_ns: ns(row.times.quantile(0.5)),
        p99_ns: ns(row.times.quantile(0.99)),
        max_ns: ns(longest.ticks),
        max_task: task.map_or(String::new(), |task| task.id.clone()),
        max_node: node.unwrap_or_default(),
        failures: counts.failures,
        cells: counts.cells,
        bytes: row.row.bytes,
        merged_percent: 100.0 * (1.0 - computed * nodes),
        batch,
        gpu_priority: gpu_priority.to_owned(),
        gpu_reason,
    }
}

/// The primitives with at least 1 % of the time, for scripts that read other profilers' reports.
fn aggregate(rows: &[PrimitiveRow]) -> Aggregate {
    let wanted = rows.iter().filter(|row| row.percent >= 1.0);
    let recommendation = |row: &PrimitiveRow| Recommendation {
        function: row.name.clone(),
        percent_of_total: row.percent,
        gpu_priority: match row.gpu_priority.as_str() {
            "" => "NONE".to_owned(),
            level => level.to_owned(),
        },
        reason: row.gpu_reason.clone(),
    };
    Aggregate {
        recommendations: wanted.map(recommendation).collect(),
    }
}

/// The categories of the framework, the slowest first.
fn framework(observation: &Observation) -> Vec<Category> {
    let mut by_name: BTreeMap<&str, Vec<CategoryItem>> = BTreeMap::new();
    for name in categories::ALL {
        by_name.insert(name, Vec::new());
    }
    for ((category, name), part) in &observation.estimate.framework {
        by_name.entry(category).or_default().push(CategoryItem {
            name: name.clone(),
            ns: part.ns as u64,
            count: part.count as u64,
        });
    }
    let category = |(name, mut items): (&str, Vec<CategoryItem>)| {
        items.sort_by(|a, b| b.ns.cmp(&a.ns).then(a.name.cmp(&b.name)));
        let ns: u64 = items.iter().map(|item| item.ns).sum();
        let count = items.iter().map(|item| item.count).sum();
        items.truncate(TOP);
        Category {
            name: name.to_owned(),
            ns,
            percent: 100.0 * ns as f64 / observation.busy().max(1.0),
            count,
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

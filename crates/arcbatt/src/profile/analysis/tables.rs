//! The rows of a profile: primitives, categories, stacks, threads.

use crate::profile::analysis::categories;
use crate::profile::analysis::estimate::{CLOSURES, Estimated};
use crate::profile::analysis::gpu_priority::{self as gpu};
use crate::profile::analysis::observation::Observed;
use crate::profile::model::{
    Aggregate, Category, CategoryItem, PrimitiveRow, Recommendation, Span, Stack, Thread,
};
use std::collections::BTreeMap;

/// Parts of a category that are shown.
const TOP: usize = 5;
/// Two standard errors: 19 of 20 are within.
const SURE: f64 = 2.0;

/// One row a primitive, the dearest first.
pub fn primitives(observed: &Observed) -> Vec<PrimitiveRow> {
    let rows = observed.estimate.primitives.iter();
    let mut rows: Vec<PrimitiveRow> = rows
        .filter(|(_, row)| row.calls > 0.0 || row.row.steps > 0)
        .map(|(name, row)| primitive(name, row, observed))
        .collect();
    rows.sort_by(|a, b| b.self_ns.cmp(&a.self_ns).then(a.name.cmp(&b.name)));
    rows
}

fn primitive(name: &str, row: &Estimated, observed: &Observed) -> PrimitiveRow {
    let rate = observed.clock.ns_per_tick;
    let ns = |ticks: u64| (ticks as f64 * rate) as u64;
    let counts = &row.row.counts;
    let wanted = row.row.visits() - counts.skipped;
    let calls = row.calls.max(1.0);
    let percent = 100.0 * row.own / observed.busy().max(1.0);
    let batch = counts.evaluations as f64 / row.row.runs.max(1) as f64;
    let (gpu_priority, gpu_reason) = match name {
        // Calls made by calls are no work that a device could be given.
        CLOSURES => ("", String::new()),
        _ => gpu::priority(&gpu::Candidate {
            name,
            percent,
            calls: row.calls,
            own_ns: row.own / calls,
            batch,
        }),
    };
    // Of the calls of all candidates one by one, those that are nodes; of these, those computed.
    let (calls_apart, nodes) = observed.merging.get(name).copied().unwrap_or((1, 1));
    let nodes = nodes as f64 / calls_apart.max(1) as f64;
    let computed = 1.0 - counts.shared as f64 / wanted.max(1) as f64;
    let longest = row.longest;
    let task = observed.done.tasks.get(longest.at.task as usize);
    // What is called by others alone has no longest node.
    let task = task.filter(|_| longest.ticks > 0);
    let node = match longest.at.differs {
        true => Some("in a differ".to_owned()),
        false => observed
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
        error_percent: 100.0 * SURE * row.variance.sqrt() / row.own.max(1.0),
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

/// For scripts that read the reports of other profilers: what takes at least 1 %.
pub fn aggregate(rows: &[PrimitiveRow]) -> Aggregate {
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

/// The categories of the framework, the dearest first.
pub fn framework(observed: &Observed) -> Vec<Category> {
    let mut by_name: BTreeMap<&str, Vec<CategoryItem>> = BTreeMap::new();
    for name in categories::ALL {
        by_name.insert(name, Vec::new());
    }
    for ((category, name), part) in &observed.estimate.framework {
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
            percent: 100.0 * ns as f64 / observed.busy().max(1.0),
            count,
            top: items,
        }
    };
    let mut all: Vec<Category> = by_name.into_iter().map(category).collect();
    all.sort_by(|a, b| b.ns.cmp(&a.ns).then(a.name.cmp(&b.name)));
    all
}

/// Where time went, as call stacks.
pub fn stacks(observed: &Observed) -> Vec<Stack> {
    let stacks = observed.estimate.stacks.iter();
    let stack = |(frames, part): (&Vec<String>, &crate::profile::analysis::estimate::Part)| Stack {
        frames: frames.clone(),
        ns: part.ns as u64,
        count: part.count.round() as u64,
    };
    stacks.map(stack).filter(|stack| stack.ns > 0).collect()
}

/// What each thread did when.
pub fn threads(observed: &Observed) -> Vec<Thread> {
    let name = |task: u32| {
        let task = observed.done.tasks.get(task as usize);
        task.map_or(String::new(), |task| task.id.clone())
    };
    let thread = |(k, stretches): (usize, &Vec<crate::profile::probe::timing_probe::Stretch>)| {
        let spans = stretches.iter().map(|stretch| Span {
            start_ns: stretch.start,
            end_ns: stretch.end,
            phase: categories::phase(stretch.work).to_owned(),
            task: name(stretch.task),
        });
        Thread {
            name: format!("worker {}", k + 1),
            spans: spans.collect(),
            busy_ns: stretches.iter().map(|s| s.end - s.start).sum(),
        }
    };
    observed.threads.iter().enumerate().map(thread).collect()
}

//! Time by task: share, distribution, and the outliers with their reasons.

use crate::batt::EndReason;
use crate::grid::GridBuf;
use crate::profile::analysis::observation::Observation;
use crate::profile::model::{Outlier, RunTotals, TaskRow, Tasks};
use crate::task::Task;
use crate::text::{count, counted, counted_short, grouped, time};

/// An outlier takes at least this many times the median ...
const TIMES_MEDIAN: f64 = 10.0;
/// ... and this share of the time of all tasks.
const LEAST_SHARE: f64 = 0.02;
/// One node is the reason if it takes this share of its task.
const ONE_NODE: f64 = 0.5;
/// Large grids are the reason if a task has this many times the median number of cells.
const LARGE: f64 = 3.0;

/// The row of a task with its size; times are left at zero.
pub fn new_row(task: &Task) -> TaskRow {
    let cells = |grid: &GridBuf| grid.view().cells().len() as u64;
    let pairs = task.train.iter();
    let pairs = pairs.map(|pair| cells(&pair.input) + cells(&pair.output));
    TaskRow {
        id: task.id.clone(),
        samples: (task.train.len() + task.test.len()) as u64,
        cells: pairs.chain(task.test.iter().map(cells)).sum(),
        ..TaskRow::default()
    }
}

/// The table of tasks, the slowest first, with its shares and quantiles.
pub fn table(mut rows: Vec<TaskRow>) -> Tasks {
    let total_ns: u64 = rows.iter().map(|row| row.ns).sum();
    for row in &mut rows {
        row.percent = 100.0 * row.ns as f64 / total_ns.max(1) as f64;
    }
    rows.sort_by(|a, b| b.ns.cmp(&a.ns).then(a.id.cmp(&b.id)));
    let quantile = |share: f64| {
        let place = (rows.len() as f64 * (1.0 - share)) as usize;
        rows.get(place).or(rows.last()).map_or(0, |row| row.ns)
    };
    let usual = rows.iter().filter(|row| row.outlier.is_none());
    Tasks {
        total_ns,
        without_outliers_ns: usual.map(|row| row.ns).sum(),
        p50_ns: quantile(0.5),
        p90_ns: quantile(0.9),
        p99_ns: quantile(0.99),
        max_ns: rows.first().map_or(0, |row| row.ns),
        rows,
    }
}

/// The tasks of a run of the pipeline.
pub fn tasks(observation: &Observation, data: &[Task], runs: &[RunTotals]) -> Tasks {
    let mut rows: Vec<TaskRow> = Vec::with_capacity(data.len());
    for (k, task) in data.iter().enumerate() {
        let (batt_ns, score_ns) = observation.task_times(k);
        let record = &observation.tasks[k];
        let place = (
            record.longest.at.round,
            record.longest.node,
            record.longest.at.task,
        );
        rows.push(TaskRow {
            ns: batt_ns + score_ns,
            batt_ns,
            score_ns,
            candidates: record.candidates,
            evaluations: record.evaluations,
            fits: observation.outcome.tasks[k].fits,
            heaviest: observation.texts.get(&place).cloned().unwrap_or_default(),
            heaviest_ns: record.longest.ticks,
            ..new_row(task)
        });
    }
    let median_of = |value: fn(&TaskRow) -> u64| {
        let mut all: Vec<u64> = rows.iter().map(value).collect();
        all.sort_unstable();
        all.get(all.len() / 2).copied().unwrap_or(0)
    };
    let medians = Medians {
        ns: median_of(|row| row.ns),
        cells: median_of(|row| row.cells),
        evaluations: median_of(|row| row.evaluations),
        total: rows.iter().map(|row| row.ns).sum(),
        tasks: rows.len(),
    };
    for (k, row) in rows.iter_mut().enumerate() {
        // A task that is slow in one run only was interrupted there.
        let times = runs.iter().filter_map(|run| run.tasks.get(k));
        let least = times.map(|&(_, ns)| ns).min().unwrap_or(row.ns);
        row.outlier = outlier(row, least.min(row.ns), k, observation, &medians);
    }
    table(rows)
}

/// Medians over all tasks, with their total and number.
struct Medians {
    ns: u64,
    cells: u64,
    evaluations: u64,
    total: u64,
    tasks: usize,
}

/// The reason why a task is an outlier, if it is one.
fn outlier(
    row: &TaskRow,
    least: u64,
    k: usize,
    observation: &Observation,
    medians: &Medians,
) -> Option<Outlier> {
    let outlier = |kind: &str, words: String| {
        Some(Outlier {
            kind: kind.to_owned(),
            words,
        })
    };
    let outcome = &observation.outcome.tasks[k];
    if let Some(ended @ (EndReason::Budget | EndReason::Time)) = outcome.ended {
        let what = match ended {
            EndReason::Time => "used up its time",
            _ => "used up its work budget",
        };
        let blame = match outcome.blame.is_empty() {
            true => String::new(),
            false => format!(", most of it in {}", outcome.blame),
        };
        return outlier("limit", format!("{what}{blame}"));
    }
    let times = least as f64 / medians.ns.max(1) as f64;
    let much = least as f64 > LEAST_SHARE * medians.total as f64;
    if medians.tasks < 3 || times < TIMES_MEDIAN || !much {
        return None;
    }
    let record = &observation.tasks[k];
    if record.limits > 0 {
        let place = (record.limited_round, record.limited, k as u32);
        let node = observation
            .texts
            .get(&place)
            .map_or("a node", String::as_str);
        let calls = counted(record.limits, "call");
        let words = format!("{calls} hit a limit, the last in {node}");
        return outlier("limit", words);
    }
    let one_node = row.heaviest_ns as f64 / row.ns.max(1) as f64;
    if one_node > ONE_NODE {
        let words = format!(
            "one node, {}, took {} of its {}",
            row.heaviest,
            time(row.heaviest_ns as f64),
            time(row.ns as f64)
        );
        return outlier("one node", words);
    }
    if row.cells as f64 > LARGE * medians.cells as f64 {
        let words = format!(
            "its grids have {}, the median task {}",
            counted(row.cells, "cell"),
            grouped(medians.cells)
        );
        return outlier("large grids", words);
    }
    if row.evaluations == 0 {
        let words = format!("it took {times:.0} times as long as the median task");
        return outlier("many calls", words);
    }
    let words = format!(
        "{} computed, {} in the median task",
        counted_short(row.evaluations as f64, "call"),
        count(medians.evaluations as f64)
    );
    outlier("many calls", words)
}

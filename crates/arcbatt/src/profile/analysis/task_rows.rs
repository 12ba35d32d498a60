//! Time by task: its share, how it is spread, and the outliers with their reasons.

use crate::batt::EndReason;
use crate::grid::GridBuf;
use crate::profile::analysis::observation::Observed;
use crate::profile::model::{Outlier, RunTotals, TaskRow, Tasks};
use crate::task::Task;
use crate::text::{count, counted, time};

/// A task is an outlier if it takes so many times what half of the tasks take at most ...
const TIMES_MEDIAN: f64 = 10.0;
/// ... and this part of all time.
const PART: f64 = 0.02;
/// One node is the reason if it takes this part of its task.
const ONE_NODE: f64 = 0.5;
/// Large grids are the reason if a task has so many times the cells that half of them have.
const LARGE: f64 = 3.0;

fn cells_of(grid: &GridBuf) -> usize {
    grid.view().cells().len()
}

/// Time by task.
pub fn tasks(observed: &Observed, data: &[Task], runs: &[RunTotals]) -> Tasks {
    let cells = |task: &Task| -> u64 {
        let train = task.train.iter();
        let pairs = train.map(|pair| cells_of(&pair.input) + cells_of(&pair.output));
        let tests = task.test.iter().map(cells_of);
        pairs.chain(tests).sum::<usize>() as u64
    };
    let mut rows: Vec<TaskRow> = Vec::with_capacity(data.len());
    for (k, task) in data.iter().enumerate() {
        let (batt_ns, score_ns) = observed.task_times(k);
        let notes = &observed.tasks[k];
        let place = (notes.longest.at.round, notes.longest.node);
        rows.push(TaskRow {
            id: task.id.clone(),
            ns: batt_ns + score_ns,
            batt_ns,
            score_ns,
            samples: (task.train.len() + task.test.len()) as u64,
            cells: cells(task),
            candidates: notes.candidates,
            evaluations: notes.evaluations,
            solved: observed.done.tasks[k].solved,
            heaviest: observed.texts.get(&place).cloned().unwrap_or_default(),
            heaviest_ns: notes.longest.ticks,
            ..TaskRow::default()
        });
    }
    let total: u64 = rows.iter().map(|row| row.ns).sum();
    let median_of = |value: fn(&TaskRow) -> u64| {
        let mut all: Vec<u64> = rows.iter().map(value).collect();
        all.sort_unstable();
        all.get(all.len() / 2).copied().unwrap_or(0)
    };
    let medians = Medians {
        ns: median_of(|row| row.ns),
        cells: median_of(|row| row.cells),
        evaluations: median_of(|row| row.evaluations),
        total,
        tasks: rows.len(),
    };
    for (k, row) in rows.iter_mut().enumerate() {
        row.percent = 100.0 * row.ns as f64 / total.max(1) as f64;
        // What is an outlier in one run alone was interrupted there.
        let times = runs.iter().filter_map(|run| run.tasks.get(k));
        let least = times.map(|&(_, ns)| ns).min().unwrap_or(row.ns);
        row.outlier = outlier(row, least.min(row.ns), k, observed, &medians);
    }
    rows.sort_by(|a, b| b.ns.cmp(&a.ns).then(a.id.cmp(&b.id)));
    let at = |share: f64| {
        let place = (rows.len() as f64 * (1.0 - share)) as usize;
        rows.get(place).or(rows.last()).map_or(0, |row| row.ns)
    };
    let usual = rows.iter().filter(|row| row.outlier.is_none());
    Tasks {
        total_ns: total,
        without_outliers_ns: usual.map(|row| row.ns).sum(),
        p50_ns: at(0.5),
        p90_ns: at(0.9),
        p99_ns: at(0.99),
        max_ns: rows.first().map_or(0, |row| row.ns),
        rows,
    }
}

/// What half of the tasks do not exceed.
struct Medians {
    ns: u64,
    cells: u64,
    evaluations: u64,
    total: u64,
    tasks: usize,
}

/// Why a task is an outlier, if it is.
fn outlier(
    row: &TaskRow,
    least: u64,
    k: usize,
    observed: &Observed,
    medians: &Medians,
) -> Option<Outlier> {
    let told = |kind: &str, words: String| {
        Some(Outlier {
            kind: kind.to_owned(),
            words,
        })
    };
    let done = &observed.done.tasks[k];
    if let Some(ended @ (EndReason::Budget | EndReason::Time)) = done.ended {
        let what = match ended {
            EndReason::Time => "used up its time",
            _ => "used up its budget of work",
        };
        let blame = match done.blame.is_empty() {
            true => String::new(),
            false => format!(", most of it in {}", done.blame),
        };
        return told("limit", format!("{what}{blame}"));
    }
    let times = least as f64 / medians.ns.max(1) as f64;
    let much = least as f64 > PART * medians.total as f64;
    if medians.tasks < 3 || times < TIMES_MEDIAN || !much {
        return None;
    }
    let notes = &observed.tasks[k];
    if notes.limits > 0 {
        let place = (notes.limited_round, notes.limited);
        let node = observed.texts.get(&place).map_or("a node", String::as_str);
        let calls = counted(notes.limits, "call");
        let words = format!("{calls} ended at a limit, the last in {node}: it may never end");
        return told("limit", words);
    }
    let one_node = row.heaviest_ns as f64 / row.ns.max(1) as f64;
    if one_node > ONE_NODE {
        let words = format!(
            "one node, {}, took {} of its {}",
            row.heaviest,
            time(row.heaviest_ns as f64),
            time(row.ns as f64)
        );
        return told("one node", words);
    }
    if row.cells as f64 > LARGE * medians.cells as f64 {
        let words = format!(
            "its grids have {} cells, those of other tasks {}",
            row.cells, medians.cells
        );
        return told("large grids", words);
    }
    let words = format!(
        "{} calls computed, {} in other tasks",
        count(row.evaluations as f64),
        count(medians.evaluations as f64)
    );
    told("many calls", words)
}

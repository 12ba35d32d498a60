//! From what was taken down of searches to the profile of their session.

use crate::dsl::CallTree;
use crate::grid::GridBuf;
use crate::profile::analysis::estimate::{Estimate, Part, Scale};
use crate::profile::analysis::observation::Observed;
use crate::profile::analysis::{categories, tables};
use crate::profile::evolve_profile::workload::{Done, TaskDone};
use crate::profile::model::{
    Account, Category, Finding, Overhead, Phase, Profile, RunTotals, SCHEMA, Span, Subject,
    TaskRow, Tasks, Thread, Truth,
};
use crate::profile::probe::timer::Timer;
use crate::profile::recorder::merged_tables::Merged;
use crate::profile::search_profile::{Note, SessionFacts, Taken};
use crate::profile::verdict;
use crate::session::Report;
use crate::task::Task;
use crate::text::{counted, time};
use crate::wide_hash::WideHasher;
use std::collections::BTreeMap;
use std::hash::Hash;
use std::thread::ThreadId;
use std::time::Duration;

fn ns(time: Duration) -> u64 {
    time.as_nanos().try_into().unwrap_or(u64::MAX)
}

impl Note {
    fn on_the_clock(&self) -> u64 {
        ns(self.end.saturating_sub(self.start))
    }

    /// Without waits for a processor.
    fn searching(&self) -> u64 {
        self.on_the_clock().saturating_sub(ns(self.waited))
    }

    fn keeping(&self) -> u64 {
        self.kept
            .map_or(0, |kept| ns(kept.saturating_sub(self.end)))
    }
}

/// The profile of a session.
pub(super) fn assemble(
    taken: Taken,
    timer: &Timer,
    wall: Duration,
    report: &Report,
    facts: &SessionFacts,
) -> Profile {
    let notes = &taken.notes;
    let threads = lanes(notes);
    let workers = facts.threads.clamp(1, facts.tasks.len().max(1));
    let workers = workers.max(threads.len()) as u64;
    let searching: u64 = notes.iter().map(Note::on_the_clock).sum();
    let keeping: u64 = notes.iter().map(Note::keeping).sum();
    let tests = report.test_result();
    let evaluations = notes.iter().map(|note| note.evaluations).sum();
    let tasks = tasks(notes, report, facts);
    let phases = phases(wall, searching, keeping, notes.len() as u64, facts);
    let capacity = ns(wall).saturating_mul(workers);
    let subject = Subject {
        parts: ["pipeline", "dsl", "framework", "tasks"]
            .map(str::to_owned)
            .to_vec(),
        data: facts.names.0.clone(),
        programs: facts.names.1.clone(),
        tasks: facts.tasks.len() as u64,
        samples: tasks.rows.iter().map(|row| row.samples).sum(),
        candidates: notes.iter().map(|note| note.programs).sum(),
        threads: workers,
        evaluations,
        ..Subject::default()
    };
    let (keeps, busy) = (notes.len() as u64, searching + keeping);
    let observed = observed(taken, timer, wall, capacity, busy, (keeping, keeps));
    let totals = RunTotals {
        wall_ns: ns(wall),
        evaluations,
        phases: phases.iter().map(|p| (p.name.clone(), p.ns)).collect(),
        primitives: observed.primitive_totals(),
        tasks: tasks.rows.iter().map(|r| (r.id.clone(), r.ns)).collect(),
    };
    let primitives = tables::primitives(&observed);
    let mut profile = Profile {
        schema: SCHEMA,
        tool: concat!("arcbatt ", env!("CARGO_PKG_VERSION")).to_owned(),
        subject,
        truth: Truth {
            tasks: facts.tasks.len() as u64,
            solved: report.fitting() as u64,
            known: tests.known as u64,
            right: tests.right as u64,
            // A search is done once: there are no other answers to compare with.
            digest_on: digest(report),
            ..Truth::default()
        },
        clock: observed.clock.clone(),
        // Without a second run nothing is known of what this cost.
        overhead: Overhead {
            on_ns: ns(wall),
            detailed_percent: 100.0 * observed.estimate.watched as f64 / evaluations.max(1) as f64,
            ..Overhead::default()
        },
        account: observed.account.clone(),
        aggregate: tables::aggregate(&primitives),
        primitives,
        framework: framework(&observed),
        stacks: tables::stacks(&observed),
        tasks,
        threads,
        phases,
        runs: vec![totals],
        ..Profile::default()
    };
    profile.verdict = verdict::verdict(&profile, None);
    let at = usize::from(profile.truth.solved < profile.truth.tasks);
    let at = at.min(profile.verdict.findings.len());
    if let Some(finding) = unsolved(&profile) {
        profile.verdict.findings.insert(at, finding);
    }
    profile.verdict.findings.truncate(verdict::MOST);
    profile
}

/// What was seen inside searches, and all time accounted for.
fn observed(
    taken: Taken,
    timer: &Timer,
    wall: Duration,
    capacity: u64,
    busy: u64,
    (keeping, keeps): (u64, u64),
) -> Observed {
    let rate = timer.ns_per_tick();
    let part = |ns: f64, count: u64| Part {
        ns,
        count: count as f64,
    };
    let mut merged = Merged::default();
    for table in taken.tables {
        merged.add(*table);
    }
    let scale = Scale {
        ns_per_tick: rate,
        watching: CallTree::cost(&timer.clock),
    };
    let mut estimate = Estimate::default();
    estimate.add("search", &merged, scale);
    for (work, (ticks, count)) in taken.works {
        let (category, name) = categories::search(work);
        estimate.add_part("search", category, name, part(ticks as f64 * rate, count));
    }
    let kept = "keeping what a search found".to_owned();
    let keeping = part(keeping as f64, keeps);
    estimate.add_part("store", categories::STORE, kept, keeping);

    let primitives: f64 = estimate.primitives.values().map(|row| row.own).sum();
    let framework: f64 = estimate.framework.values().map(|part| part.ns).sum();
    let waiting = taken.waited as f64 * rate;
    let idle = capacity.saturating_sub(busy) as f64;
    let remainder = capacity as f64 - primitives - framework - idle - waiting;
    let done = |id: String| TaskDone {
        id,
        ..TaskDone::default()
    };
    Observed {
        done: Done {
            tasks: taken.tasks.into_iter().map(done).collect(),
            ..Done::default()
        },
        estimate,
        account: Account {
            wall_ns: ns(wall),
            capacity_ns: capacity,
            primitives_ns: primitives as u64,
            framework_ns: framework as u64,
            idle_ns: idle as u64,
            waiting_ns: waiting as u64,
            remainder_ns: remainder as i64,
            remainder_percent: 100.0 * remainder / capacity.max(1) as f64,
        },
        clock: timer.describe(),
        threads: Vec::new(),
        tasks: Vec::new(),
        texts: Default::default(),
        digests: Vec::new(),
        merging: Default::default(),
        cpu_ns: 0,
        elsewhere: None,
    }
}

/// The categories that a search has.
fn framework(observed: &Observed) -> Vec<Category> {
    let mut all = tables::framework(observed);
    all.retain(|category| category.ns > 0);
    all
}

/// The attempts at all tests, as one number.
fn digest(report: &Report) -> String {
    let mut hasher = WideHasher::default();
    for task in &report.tasks {
        task.id.hash(&mut hasher);
        task.standing.attempts.hash(&mut hasher);
    }
    format!("{:032x}", hasher.finish128())
}

/// What tasks take that stay unsolved.
fn unsolved(profile: &Profile) -> Option<Finding> {
    let rows = &profile.tasks.rows;
    let left = rows.iter().filter(|row| !row.solved && row.ns > 0);
    let (tasks, spent) = left.fold((0, 0), |(n, sum), row| (n + 1, sum + row.ns));
    let share = 100.0 * spent as f64 / profile.account.busy_ns().max(1) as f64;
    (tasks > 0).then(|| Finding {
        kind: "unsolved".to_owned(),
        sentence: format!("{share:.0} % of the time goes to tasks that stay unsolved"),
        evidence: format!("{} for {}", time(spent as f64), counted(tasks, "task")),
        advice: "less time for a task if this is too much; what they lack is no speed".to_owned(),
        saves_percent: share,
    })
}

fn phases(
    wall: Duration,
    searching: u64,
    keeping: u64,
    searches: u64,
    facts: &SessionFacts,
) -> Vec<Phase> {
    let (wall, load) = (ns(wall), ns(facts.load));
    // Threads search and keep side by side: the time on the clock is split as theirs is.
    let share = keeping as f64 / (searching + keeping).max(1) as f64;
    let store = (wall as f64 * share) as u64;
    let all = load + wall;
    let phase = |name: &str, time: u64, unit: &str, count: u64| Phase {
        name: name.to_owned(),
        ns: time,
        percent: 100.0 * time as f64 / all.max(1) as f64,
        unit: unit.to_owned(),
        count,
        rate: count as f64 / (time.max(1) as f64 / 1e9),
        ..Phase::default()
    };
    vec![
        phase("load", load, "tasks", facts.tasks.len() as u64),
        phase("search", wall - store, "searches", searches),
        phase("store", store, "searches", searches),
    ]
}

fn tasks(notes: &[Note], report: &Report, facts: &SessionFacts) -> Tasks {
    let cells = |grid: &GridBuf| grid.view().cells().len();
    let mut by_task: BTreeMap<&str, (u64, u64, u64)> = BTreeMap::new();
    for note in notes {
        let (time, programs, evaluations) = by_task.entry(&note.task).or_default();
        *time += note.searching();
        *programs += note.programs;
        *evaluations += note.evaluations;
    }
    let total: u64 = by_task.values().map(|(time, ..)| time).sum();
    let row = |(task, came): (&Task, &crate::session::TaskReport)| {
        let known = by_task.get(task.id.as_str()).copied();
        let (time, candidates, evaluations) = known.unwrap_or_default();
        let pairs = task.train.iter();
        let pairs = pairs.map(|pair| cells(&pair.input) + cells(&pair.output));
        TaskRow {
            id: task.id.clone(),
            ns: time,
            percent: 100.0 * time as f64 / total.max(1) as f64,
            batt_ns: time,
            samples: (task.train.len() + task.test.len()) as u64,
            cells: pairs.chain(task.test.iter().map(cells)).sum::<usize>() as u64,
            candidates,
            evaluations,
            solved: came.fits(),
            ..TaskRow::default()
        }
    };
    let mut rows: Vec<TaskRow> = facts.tasks.iter().zip(&report.tasks).map(row).collect();
    rows.sort_by(|a, b| b.ns.cmp(&a.ns).then(a.id.cmp(&b.id)));
    // The dearest come first.
    let most_of = |part: f64| {
        let at = ((rows.len() as f64 * (1.0 - part)) as usize).min(rows.len().saturating_sub(1));
        rows.get(at).map_or(0, |row| row.ns)
    };
    Tasks {
        total_ns: total,
        without_outliers_ns: total,
        p50_ns: most_of(0.5),
        p90_ns: most_of(0.9),
        p99_ns: most_of(0.99),
        max_ns: most_of(1.0),
        rows,
    }
}

/// The searches by thread. Every pass has threads of its own: a new one takes the place of one that
/// is done.
fn lanes(notes: &[Note]) -> Vec<Thread> {
    let mut lanes: Vec<(ThreadId, Thread)> = Vec::new();
    for note in notes {
        let start_ns = ns(note.start);
        let free = |thread: &Thread| thread.spans.last().is_none_or(|s| s.end_ns <= start_ns);
        let own = lanes.iter().position(|(id, _)| *id == note.thread);
        let place = own.or_else(|| lanes.iter().position(|(_, thread)| free(thread)));
        let place = place.unwrap_or_else(|| {
            let name = format!("worker {}", lanes.len() + 1);
            let thread = Thread {
                name,
                ..Thread::default()
            };
            lanes.push((note.thread, thread));
            lanes.len() - 1
        });
        let (id, lane) = &mut lanes[place];
        *id = note.thread;
        let mut add = |phase: &str, from: Duration, to: Duration| {
            lane.busy_ns += ns(to.saturating_sub(from));
            lane.spans.push(Span {
                start_ns: ns(from),
                end_ns: ns(to),
                phase: phase.to_owned(),
                task: note.task.clone(),
            });
        };
        add("search", note.start, note.end);
        if let Some(kept) = note.kept {
            add("store", note.end, kept);
        }
    }
    lanes.into_iter().map(|(_, thread)| thread).collect()
}

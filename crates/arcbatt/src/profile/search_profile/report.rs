//! Builds the profile of a session from the log of its searches.

use crate::profile::analysis::estimate::{Estimate, Part, Scale};
use crate::profile::analysis::gpu_priority::{GpuFacts, add_advice};
use crate::profile::analysis::growth::rate;
use crate::profile::analysis::observation::{Observation, account};
use crate::profile::analysis::{categories, tables, task_rows};
use crate::profile::evolve_profile::workload::{RunOutcome, TaskOutcome};
use crate::profile::model::{
    Finding, Overhead, Phase, Profile, RunTotals, Span, Subject, TaskRow, Tasks, Thread, Truth,
};
use crate::profile::probe::timer::Timer;
use crate::profile::recorder::merged_tables::MergedTable;
use crate::profile::search_profile::{SearchLog, SearchNote, SessionFacts};
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

impl SearchNote {
    fn wall(&self) -> u64 {
        ns(self.end.saturating_sub(self.start))
    }

    /// Time on the clock, without waits for a processor.
    fn searching(&self) -> u64 {
        self.wall().saturating_sub(ns(self.waited))
    }

    /// Time spent storing programs.
    fn storing(&self) -> u64 {
        self.stored
            .map_or(0, |stored| ns(stored.saturating_sub(self.end)))
    }
}

/// The profile of a session.
pub(super) fn assemble(
    log: SearchLog,
    timer: &Timer,
    wall: Duration,
    report: &Report,
    facts: &SessionFacts,
) -> Profile {
    let notes = &log.notes;
    let threads = lanes(notes);
    let workers = facts.threads.clamp(1, facts.tasks.len().max(1));
    let workers = workers.max(threads.len()) as u64;
    let searching: u64 = notes.iter().map(SearchNote::wall).sum();
    let storing: u64 = notes.iter().map(SearchNote::storing).sum();
    let tally = report.tally();
    let evaluations = notes.iter().map(|note| note.evaluations).sum();
    let tasks = tasks(notes, report, facts);
    let phases = phases(wall, searching, storing, notes.len() as u64, facts);
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
    let observation = observe(log, timer, wall, workers, searching, storing);
    let totals = RunTotals {
        wall_ns: ns(wall),
        evaluations,
        phases: phases.iter().map(|p| (p.name.clone(), p.ns)).collect(),
        primitives: observation.primitive_totals(),
        tasks: tasks.rows.iter().map(|r| (r.id.clone(), r.ns)).collect(),
    };
    let mut profile = Profile {
        subject,
        truth: Truth {
            tasks: facts.tasks.len() as u64,
            fits: report.fitting() as u64,
            known: tally.outputs_known as u64,
            right: tally.outputs_right as u64,
            tasks_known: tally.known as u64,
            tasks_right: tally.right as u64,
            // A search runs once: there are no other answers to compare with.
            digest_on: digest(report),
            ..Truth::default()
        },
        // Without a second run the profiler's cost is unknown.
        overhead: Overhead {
            on_ns: ns(wall),
            detailed_percent: tables::detailed_percent(&observation),
            ..Overhead::default()
        },
        tasks,
        threads,
        phases,
        runs: vec![totals],
        ..tables::profile(&observation)
    };
    profile.framework.retain(|category| category.ns > 0);
    add_advice(&mut profile, &GpuFacts::default());
    // What a GPU would save of a search is not known from its calls.
    profile.gpu = None;
    profile.verdict = verdict::verdict(&profile, None);
    let at = usize::from(profile.truth.fits < profile.truth.tasks);
    let at = at.min(profile.verdict.findings.len());
    if let Some(finding) = unsolved(&profile) {
        profile.verdict.findings.insert(at, finding);
    }
    let mut verdict = std::mem::take(&mut profile.verdict);
    verdict.findings.truncate(verdict::MOST);
    verdict::set_savings(&mut verdict, &profile);
    profile.verdict = verdict;
    profile
}

/// Accounts for the time of all threads; `searching` and `storing` are nanoseconds.
fn observe(
    log: SearchLog,
    timer: &Timer,
    wall: Duration,
    workers: u64,
    searching: u64,
    storing: u64,
) -> Observation {
    let rate = timer.ns_per_tick();
    let mut merged = MergedTable::default();
    for table in log.tables {
        merged.add(*table);
    }
    let mut estimate = Estimate::default();
    estimate.add("search", &merged, Scale::new(timer));
    let times = log.times.into_iter().map(|(work, (ticks, count))| {
        let (category, name) = categories::search(work);
        ("search", category, name, ticks as f64 * rate, count)
    });
    let searches = log.notes.len() as u64;
    let stored = "storing programs".to_owned();
    let store = ("store", categories::STORE, stored, storing as f64, searches);
    for (phase, category, name, ns, count) in times.chain([store]) {
        let count = count as f64;
        estimate.add_part(phase, category, name, Part { ns, count });
    }
    let capacity = ns(wall).saturating_mul(workers);
    let idle = capacity.saturating_sub(searching + storing) as f64;
    let waiting = log.waited as f64 * rate;
    let task = |id: String| TaskOutcome {
        id,
        ..TaskOutcome::default()
    };
    Observation {
        outcome: RunOutcome {
            tasks: log.tasks.into_iter().map(task).collect(),
            ..RunOutcome::default()
        },
        account: account(&mut estimate, ns(wall), capacity as f64, idle, waiting),
        estimate,
        clock: timer.describe(),
        ..Observation::default()
    }
}

/// One hash of the attempts at all tests.
fn digest(report: &Report) -> String {
    let mut hasher = WideHasher::default();
    for task in &report.tasks {
        task.id.hash(&mut hasher);
        task.standing.attempts.hash(&mut hasher);
    }
    format!("{:032x}", hasher.finish128())
}

/// The time spent on tasks without a program that fits.
fn unsolved(profile: &Profile) -> Option<Finding> {
    let rows = &profile.tasks.rows;
    let left = rows.iter().filter(|row| !row.fits && row.ns > 0);
    let (tasks, spent) = left.fold((0u64, 0), |(n, sum), row| (n + 1, sum + row.ns));
    let share = verdict::share_of_busy(profile, spent as f64);
    (tasks > 0).then(|| Finding {
        kind: "not-fitting".to_owned(),
        sentence: format!("tasks without a program that fits take {share:.0} % of the time"),
        evidence: format!("{} for {}", time(spent as f64), counted(tasks, "task")),
        advice: "give each task less time; more speed alone will not solve them".to_owned(),
        saves_percent: share,
        ..Finding::default()
    })
}

fn phases(
    wall: Duration,
    searching: u64,
    storing: u64,
    searches: u64,
    facts: &SessionFacts,
) -> Vec<Phase> {
    let (wall, load) = (ns(wall), ns(facts.load));
    // Threads search and store concurrently: split the wall time in the same proportion.
    let share = storing as f64 / (searching + storing).max(1) as f64;
    let store = (wall as f64 * share) as u64;
    let all = load + wall;
    let phase = |name: &str, time: u64, unit: &str, count: u64| Phase {
        name: name.to_owned(),
        ns: time,
        percent: 100.0 * time as f64 / all.max(1) as f64,
        unit: unit.to_owned(),
        count,
        rate: rate(count, time),
        ..Phase::default()
    };
    vec![
        phase("load", load, "tasks", facts.tasks.len() as u64),
        phase("search", wall - store, "searches", searches),
        phase("store", store, "searches", searches),
    ]
}

fn tasks(notes: &[SearchNote], report: &Report, facts: &SessionFacts) -> Tasks {
    let mut by_task: BTreeMap<&str, (u64, u64, u64)> = BTreeMap::new();
    for note in notes {
        let (time, programs, evaluations) = by_task.entry(&note.task).or_default();
        *time += note.searching();
        *programs += note.programs;
        *evaluations += note.evaluations;
    }
    let row = |(task, result): (&Task, &crate::session::TaskReport)| {
        let known = by_task.get(task.id.as_str()).copied();
        let (time, candidates, evaluations) = known.unwrap_or_default();
        TaskRow {
            ns: time,
            batt_ns: time,
            candidates,
            evaluations,
            fits: result.fits(),
            ..task_rows::new_row(task)
        }
    };
    task_rows::table(facts.tasks.iter().zip(&report.tasks).map(row).collect())
}

/// The searches as a timeline per worker. Every pass starts new threads: a new thread continues the
/// line of one that ended.
fn lanes(notes: &[SearchNote]) -> Vec<Thread> {
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
        if let Some(stored) = note.stored {
            add("store", note.end, stored);
        }
    }
    lanes.into_iter().map(|(_, thread)| thread).collect()
}

//! The profile of a session: what each search took, seen from outside.
//!
//! In: a solver and a watcher, which [`Searches`] stands in for. Out: a [`Profile`] with the time of
//! every task, of keeping what was found, and of threads that had nothing to do. A search has no
//! probe inside, so there are no rows of primitives, and the profile says so.
//! What never happens here: a search that is given anything else than it would be without this.

use super::categories;
use super::model::{
    Account, Category, CategoryItem, Finding, Overhead, Phase, Profile, RunTotals, SCHEMA, Span,
    Stack, Subject, TaskRow, Tasks, Thread, Truth,
};
use super::text::{count, counted, time};
use super::verdict;
use crate::batt::Wide;
use crate::grid::GridBuf;
use crate::score::Verdict;
use crate::session::{Progress, Report, Solver, Watch};
use crate::solve::{Budget, Library, Outcome};
use crate::task::Task;
use std::collections::BTreeMap;
use std::hash::Hash;
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::ThreadId;
use std::time::{Duration, Instant};

/// Parts of a category that are named.
const TOP: usize = 5;

/// Takes down what the searches of a session take, on the way to those who do the work.
pub struct Searches<'s, S, W> {
    solver: &'s S,
    watch: &'s W,
    begun: Instant,
    notes: Mutex<Vec<Note>>,
}

/// A search.
struct Note {
    task: String,
    thread: ThreadId,
    start: Duration,
    end: Duration,
    /// When what it found was kept.
    kept: Option<Duration>,
    evaluations: u64,
    programs: u64,
    /// Whose idea the best program was.
    proposer: Option<&'static str>,
}

/// What is known of a session besides its report.
pub struct SessionFacts<'f> {
    /// The tasks.
    pub tasks: &'f [Task],
    /// What the answers say, by task.
    pub verdicts: &'f [Verdict],
    /// The data set and the library in words.
    pub names: (String, String),
    /// What reading the data took.
    pub load: Duration,
    /// Tasks at the same time.
    pub threads: usize,
}

impl<'s, S, W> Searches<'s, S, W> {
    /// Stands between a session and those who do its work; the clock begins now.
    pub fn new(solver: &'s S, watch: &'s W) -> Self {
        Self {
            solver,
            watch,
            begun: Instant::now(),
            notes: Mutex::default(),
        }
    }

    /// Nothing panics while it holds the lock.
    fn notes(&self) -> MutexGuard<'_, Vec<Note>> {
        self.notes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The session is over, and came to this.
    pub fn profile(self, report: &Report, facts: &SessionFacts) -> Profile {
        let wall = self.begun.elapsed();
        let notes = self.notes.into_inner();
        let mut notes = notes.unwrap_or_else(PoisonError::into_inner);
        notes.sort_by_key(|note| note.start);
        assemble(&notes, wall, report, facts)
    }
}

impl<S: Solver, W: Sync> Solver for Searches<'_, S, W> {
    fn solve(
        &self,
        task: &Task,
        library: &Library,
        seed: u64,
        budget: &Budget,
        stop: &AtomicBool,
    ) -> Outcome {
        let start = self.begun.elapsed();
        let outcome = self.solver.solve(task, library, seed, budget, stop);
        let best = outcome.found.first().filter(|found| found.matched > 0);
        let note = Note {
            task: task.id.clone(),
            thread: std::thread::current().id(),
            start,
            end: self.begun.elapsed(),
            kept: None,
            evaluations: outcome.stats.evaluations,
            programs: outcome.stats.programs,
            proposer: best.map(|found| found.proposer.name()),
        };
        self.notes().push(note);
        outcome
    }
}

impl<S: Sync, W: Watch> Watch for Searches<'_, S, W> {
    fn pass(&self, pass: u32, tasks: usize) {
        self.watch.pass(pass, tasks);
    }

    fn task_done(&self, progress: &Progress) {
        // The thread that searched keeps what it found, and tells of it.
        let (thread, now) = (std::thread::current().id(), self.begun.elapsed());
        let mut notes = self.notes();
        if let Some(note) = notes.iter_mut().rev().find(|note| note.thread == thread) {
            note.kept = Some(now);
        }
        drop(notes);
        self.watch.task_done(progress);
    }
}

fn ns(time: Duration) -> u64 {
    time.as_nanos().try_into().unwrap_or(u64::MAX)
}

impl Note {
    fn searching(&self) -> u64 {
        ns(self.end.saturating_sub(self.start))
    }

    fn keeping(&self) -> u64 {
        self.kept
            .map_or(0, |kept| ns(kept.saturating_sub(self.end)))
    }

    /// How its time is told apart: by who had the idea for the best program.
    fn kind(&self) -> String {
        match self.proposer {
            Some(proposer) => format!("tasks with a program by {proposer}"),
            None => "tasks without a program".to_owned(),
        }
    }
}

fn assemble(notes: &[Note], wall: Duration, report: &Report, facts: &SessionFacts) -> Profile {
    let threads = lanes(notes);
    let workers = facts.threads.clamp(1, facts.tasks.len().max(1));
    let workers = workers.max(threads.len()) as u64;
    let searching: u64 = notes.iter().map(Note::searching).sum();
    let keeping: u64 = notes.iter().map(Note::keeping).sum();
    let capacity = ns(wall).saturating_mul(workers);
    let busy = searching + keeping;
    let idle = capacity.saturating_sub(busy);
    let remainder = capacity as i64 - busy as i64 - idle as i64;
    let sum = |value: fn(&Verdict) -> usize| facts.verdicts.iter().map(value).sum::<usize>() as u64;
    let evaluations = notes.iter().map(|note| note.evaluations).sum();
    let tasks = tasks(notes, report, facts);
    let phases = phases(wall, searching, keeping, notes.len() as u64, facts);
    let totals = RunTotals {
        wall_ns: ns(wall),
        evaluations,
        phases: phases.iter().map(|p| (p.name.clone(), p.ns)).collect(),
        primitives: Vec::new(),
        tasks: tasks.rows.iter().map(|r| (r.id.clone(), r.ns)).collect(),
    };
    let mut profile = Profile {
        schema: SCHEMA,
        tool: concat!("arcbatt ", env!("CARGO_PKG_VERSION")).to_owned(),
        subject: Subject {
            parts: ["pipeline", "framework", "tasks"]
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
        },
        truth: Truth {
            tasks: facts.tasks.len() as u64,
            solved: report.solved() as u64,
            known: sum(|verdict| verdict.known),
            right: sum(|verdict| verdict.right),
            // A search is done once: there are no other answers to compare with.
            digest_on: digest(report),
            ..Truth::default()
        },
        // Without a second run nothing is known of what this cost.
        overhead: Overhead {
            on_ns: ns(wall),
            ..Overhead::default()
        },
        account: Account {
            wall_ns: ns(wall),
            capacity_ns: capacity,
            framework_ns: busy,
            idle_ns: idle,
            remainder_ns: remainder,
            remainder_percent: 100.0 * remainder as f64 / capacity.max(1) as f64,
            ..Account::default()
        },
        framework: framework(notes, busy),
        stacks: stacks(notes, keeping),
        tasks,
        threads,
        phases,
        runs: vec![totals],
        ..Profile::default()
    };
    profile.clock.source = "system clock".to_owned();
    profile.verdict = verdict::verdict(&profile, None);
    let at = usize::from(profile.truth.solved < profile.truth.tasks);
    let at = at.min(profile.verdict.findings.len());
    let more = [unsolved(&profile), Some(unwatched(&profile))];
    for finding in more.into_iter().flatten().rev() {
        profile.verdict.findings.insert(at, finding);
    }
    profile.verdict.findings.truncate(verdict::MOST);
    profile
}

/// The attempts at all tests, as one number.
fn digest(report: &Report) -> String {
    let mut hasher = Wide::default();
    for task in &report.tasks {
        task.id.hash(&mut hasher);
        task.standing.attempts.hash(&mut hasher);
    }
    format!("{:032x}", hasher.wide())
}

fn unwatched(profile: &Profile) -> Finding {
    Finding {
        kind: "unwatched".to_owned(),
        sentence: "a search is timed as a whole: which primitives it calls is not told".to_owned(),
        evidence: format!(
            "{} calls computed for {} programs",
            count(profile.subject.evaluations as f64),
            count(profile.subject.candidates as f64)
        ),
        advice: "`arcbatt profile dsl` tells what primitives take".to_owned(),
        saves_percent: 0.0,
    }
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
            solved: came.solved(),
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

fn framework(notes: &[Note], busy: u64) -> Vec<Category> {
    let category = |name: &str, items: BTreeMap<String, (u64, u64)>| {
        let item = |(name, (ns, count))| CategoryItem { name, ns, count };
        let mut top: Vec<CategoryItem> = items.into_iter().map(item).collect();
        top.sort_by(|a, b| b.ns.cmp(&a.ns).then(a.name.cmp(&b.name)));
        let ns = top.iter().map(|item| item.ns).sum::<u64>();
        let count = top.iter().map(|item| item.count).sum();
        top.truncate(TOP);
        Category {
            name: name.to_owned(),
            ns,
            percent: 100.0 * ns as f64 / busy.max(1) as f64,
            count,
            top,
        }
    };
    let by = |kind: fn(&Note) -> String, time: fn(&Note) -> u64| {
        let mut items: BTreeMap<String, (u64, u64)> = BTreeMap::new();
        for note in notes {
            let item = items.entry(kind(note)).or_default();
            item.0 += time(note);
            item.1 += 1;
        }
        items
    };
    let kept = |_: &Note| "keeping what a search found".to_owned();
    vec![
        category(categories::SEARCH, by(Note::kind, Note::searching)),
        category(categories::STORE, by(kept, Note::keeping)),
    ]
}

fn stacks(notes: &[Note], keeping: u64) -> Vec<Stack> {
    let mut by_task: BTreeMap<(String, &str), (u64, u64)> = BTreeMap::new();
    for note in notes {
        let item = by_task.entry((note.kind(), &note.task)).or_default();
        item.0 += note.searching();
        item.1 += 1;
    }
    let stack = |((kind, task), (ns, count)): ((String, &str), (u64, u64))| Stack {
        frames: vec!["search".to_owned(), kind, task.to_owned()],
        ns,
        count,
    };
    let kept = Stack {
        frames: vec![
            "store".to_owned(),
            categories::STORE.to_owned(),
            "keeping what a search found".to_owned(),
        ],
        ns: keeping,
        count: notes.len() as u64,
    };
    let all = by_task.into_iter().map(stack).chain([kept]);
    all.filter(|stack| stack.ns > 0).collect()
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

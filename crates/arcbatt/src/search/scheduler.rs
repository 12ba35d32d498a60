//! The scheduler: gives slices to groups of proposers and to variants of the task.
//!
//! In: a task, a library, a budget. Out: an [`Outcome`].
//! A bandit chooses who gets the next slice. Its arms are the groups of proposers of the task itself,
//! then the variants: augmented tasks, and residual tasks that are added while the search runs.

use super::augment::Augmentation;
use super::bandit::{self, Arm};
use super::compose::{concatenated, simplified};
use super::outcome::{Budget, Library, Outcome, ProposerGroup};
use super::proposers::{Entry, LibraryProposer, SLICE};
use super::ranking::Prior;
use super::work_recorder::{SearchWork, WorkRecorder};
use super::workspace::{Progress, Workspace};
use crate::batt::Executor;
use crate::program::Program;
use crate::task::Task;
use bumpalo::Bump;
use std::cell::OnceCell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use web_time::Instant;

/// A search on a task and on variants of it.
pub(super) struct Scheduler<'a> {
    main: Workspace<'a>,
    prior: Prior,
    variants: Vec<Variant<'a>>,
    /// Storage of the residual tasks that may still be added.
    free_slots: std::slice::Iter<'a, StepSlot>,
    /// One per entry of [`ARMS`], then one per variant.
    arms: Vec<Arm>,
    budget: Budget,
    library: LibrarySearch<'a>,
}

/// What a scheduler borrows: arenas, and tasks made from the task.
pub(super) struct Storage {
    main: Bump,
    library: Bump,
    augmented: Vec<(Augmentation, Task, Bump)>,
    steps: Vec<StepSlot>,
}

/// A residual task, once there is one, and the arena of its search.
#[derive(Default)]
struct StepSlot {
    task: OnceCell<Task>,
    arena: Bump,
}

/// A variant of the task, whose programs are carried back to the task.
struct Variant<'a> {
    origin: Origin,
    task: &'a Task,
    arena: &'a Bump,
    /// The search, once it has begun.
    workspace: Option<Workspace<'a>>,
    /// Nothing is left to do.
    is_exhausted: bool,
    /// Programs that were carried back.
    carried_back: usize,
}

/// The search with the library: apart, as the states of many programs would only slow down the proposers
/// of the task. The main search gets the programs that match, and the best of the others.
struct LibrarySearch<'a> {
    /// `None` without a library.
    workspace: Option<Workspace<'a>>,
    /// What it may take of the budget.
    share: Budget,
    /// What it took.
    time: Duration,
    /// Programs that the main search got.
    carried_over: usize,
}

impl<'a> LibrarySearch<'a> {
    fn new(
        library: &'a Library,
        arena: &'a Bump,
        task: &'a Task,
        seed: u64,
        share: Budget,
        executor: Executor<'a>,
    ) -> Self {
        let workspace = match library.programs.is_empty() {
            true => None,
            false => Workspace::without_proposers(arena, task),
        };
        let workspace = workspace.map(|mut workspace| {
            let proposer = LibraryProposer::new(library, seed, task, share.steps, executor);
            workspace.add_proposer(Entry {
                group: ProposerGroup::Library,
                interests: &[],
                proposer: Box::new(proposer),
            });
            workspace
        });
        Self {
            workspace,
            share,
            time: Duration::ZERO,
            carried_over: 0,
        }
    }

    fn is_ready(&self) -> bool {
        let Some(workspace) = &self.workspace else {
            return false;
        };
        workspace.bank.evaluations < self.share.steps
            && workspace.bank.memory() < self.share.memory
            && self.share.time.is_none_or(|time| self.time < time)
            && workspace.is_ready(ProposerGroup::Library)
    }

    /// A slice, and the programs that the main search is to get, with their costs.
    fn slice(&mut self, main: &mut Workspace<'a>) -> Vec<(Program, u16)> {
        let Some(workspace) = &mut self.workspace else {
            return Vec::new();
        };
        let started = Instant::now();
        workspace.bank.recorder = main.bank.recorder.take();
        let left = self.share.steps.saturating_sub(workspace.bank.evaluations);
        workspace.slice_of(ProposerGroup::Library, left.min(SLICE));
        main.bank.recorder = workspace.bank.recorder.take();
        let mut programs = workspace.programs_found(self.carried_over);
        self.carried_over += programs.len();
        programs.extend(workspace.better_partial(main));
        self.time += started.elapsed();
        programs
    }
}

/// How a variant was made.
enum Origin {
    Augmented(Augmentation),
    /// The task after a first step: its program and its cost.
    Residual(Program, u16),
}

/// The groups with an arm of their own: expected reward of a slice, and how many slices of experience
/// that expectation is worth. Enumeration feeds all others, so its expectation is the firmest.
const ARMS: [(ProposerGroup, f64, f64); 4] = [
    (ProposerGroup::Library, 0.6, 4.0),
    (ProposerGroup::Stacking, 0.5, 100.0),
    (ProposerGroup::Goal, 0.5, 100.0),
    (ProposerGroup::BottomUp, 0.3, 160.0),
];

/// The library gets one part in this many of the budget: most of its programs are of no use for a task.
const LIBRARY_PARTS: u32 = 10;

/// The same of an augmented task: a slice soon, for programs that are easy to find there.
const AUGMENTED_ARM: (f64, f64) = (0.06, 2.0);

/// The same of a residual task.
const RESIDUAL_ARM: (f64, f64) = (0.1, 4.0);

/// The most residual tasks.
const MAX_STEPS: usize = 12;

/// Evaluations before the first residual task. Each of the next needs half as many again.
const FIRST_STEP: u64 = 150_000;

/// Added to the cost of a program that is carried back from an augmented task.
const CARRY_BACK_COST: u16 = 3;

impl Storage {
    /// Storage for a search on a task, with all its augmentations and up to [`MAX_STEPS`] residual
    /// tasks.
    pub fn new(task: &Task) -> Self {
        let augmentations = Augmentation::of(task).into_iter();
        Self {
            main: Bump::new(),
            library: Bump::new(),
            augmented: augmentations
                .map(|augmentation| (augmentation, augmentation.task(task), Bump::new()))
                .collect(),
            steps: (0..MAX_STEPS).map(|_| StepSlot::default()).collect(),
        }
    }
}

impl<'a> Scheduler<'a> {
    /// A search on a task; none if the task has no demonstrations, or is too large.
    pub fn new(
        task: &'a Task,
        storage: &'a Storage,
        library: &'a Library,
        seed: u64,
        budget: &Budget,
        executor: Executor<'a>,
    ) -> Option<Self> {
        let main = Workspace::new(&storage.main, task)?;
        let share = budget.part(LIBRARY_PARTS);
        let arms = ARMS.iter().map(|&(_, reward, slices)| (reward, slices));
        let mut scheduler = Self {
            main,
            prior: Prior::new(library),
            variants: Vec::new(),
            free_slots: storage.steps.iter(),
            arms: arms.map(Arm::new).collect(),
            budget: *budget,
            library: LibrarySearch::new(library, &storage.library, task, seed, share, executor),
        };
        for (augmentation, task, arena) in &storage.augmented {
            let origin = Origin::Augmented(*augmentation);
            scheduler.add_variant(origin, task, arena, AUGMENTED_ARM);
        }
        Some(scheduler)
    }

    fn add_variant(&mut self, origin: Origin, task: &'a Task, arena: &'a Bump, arm: (f64, f64)) {
        self.variants.push(Variant {
            origin,
            task,
            arena,
            workspace: None,
            is_exhausted: false,
            carried_back: 0,
        });
        self.arms.push(Arm::new(arm));
    }

    /// Records the work of this search.
    pub fn record_in(&mut self, recorder: Option<&'a mut (dyn WorkRecorder + 'a)>) {
        self.main.bank.recorder = recorder;
        self.main.bank.begin_work(SearchWork::Ready);
    }

    /// Searches until the budget is spent, `stop` is set or nothing is left to do. Calls `after_slice`
    /// whenever a slice has ended.
    pub fn run(
        &mut self,
        started: Instant,
        stop: &AtomicBool,
        mut after_slice: impl FnMut(&mut Self),
    ) {
        let budget = self.budget;
        let mut next_step = FIRST_STEP;
        while let Some(arm) = bandit::next(&self.arms, |arm| self.is_ready(arm)) {
            let before = self.main.progress();
            let group = ARMS.get(arm).map(|&(group, ..)| group);
            let work = SearchWork::Propose(group.unwrap_or(ProposerGroup::Augmentation));
            self.main.bank.begin_work(work);
            match group {
                Some(ProposerGroup::Library) => self.slice_of_library(),
                Some(group) => self.main.slice(group),
                None => self.slice_of_variant(arm - ARMS.len()),
            }
            self.main.bank.begin_work(SearchWork::Ready);
            self.arms[arm].reward(reward(before, self.main.progress()));
            if self.evaluations() >= next_step && self.take_first_step() {
                next_step += next_step / 2;
            }
            after_slice(self);
            let late = budget.time.is_some_and(|time| started.elapsed() >= time);
            if late
                || stop.load(Ordering::Relaxed)
                || self.evaluations() >= budget.steps
                || self.memory() >= budget.memory
                || self.main.is_settled()
            {
                return;
            }
        }
    }

    fn workspaces(&self) -> impl Iterator<Item = &Workspace<'a>> {
        let variants = self.variants.iter().filter_map(|v| v.workspace.as_ref());
        let library = self.library.workspace.iter();
        std::iter::once(&self.main).chain(library).chain(variants)
    }

    fn evaluations(&self) -> u64 {
        self.workspaces().map(|w| w.bank.evaluations).sum()
    }

    fn memory(&self) -> usize {
        self.workspaces().map(|w| w.bank.memory()).sum()
    }

    fn is_ready(&self, arm: usize) -> bool {
        match ARMS.get(arm) {
            Some(&(ProposerGroup::Library, ..)) => self.library.is_ready(),
            Some(&(group, ..)) => self.main.is_ready(group),
            None => !self.variants[arm - ARMS.len()].is_exhausted,
        }
    }

    /// Gives the library a slice, out of its share of the budget.
    fn slice_of_library(&mut self) {
        for (program, cost) in self.library.slice(&mut self.main) {
            self.main
                .add_program(&program, cost, ProposerGroup::Library);
        }
    }

    /// Gives a variant a slice of every group, and carries back the programs that it finds.
    fn slice_of_variant(&mut self, variant: usize) {
        let variant = &mut self.variants[variant];
        if variant.workspace.is_none() {
            variant.workspace = Workspace::new(variant.arena, variant.task);
        }
        let Some(workspace) = &mut variant.workspace else {
            variant.is_exhausted = true;
            return;
        };
        workspace.bank.recorder = self.main.bank.recorder.take();
        variant.is_exhausted = !workspace.turn();
        self.main.bank.recorder = workspace.bank.recorder.take();
        let found = workspace.programs_found(variant.carried_back);
        variant.carried_back += found.len();
        for (program, cost) in found {
            let (program, extra) = match &variant.origin {
                Origin::Augmented(augmentation) => {
                    (augmentation.carried_back(&program), CARRY_BACK_COST)
                }
                Origin::Residual(first, cost) => (simplified(concatenated(first, &program)), *cost),
            };
            let cost = cost.saturating_add(extra);
            self.main
                .add_program(&program, cost, ProposerGroup::Augmentation);
        }
    }

    /// Adds the residual task of the best first step. Returns false if there is no first step yet,
    /// so that the caller tries again soon.
    fn take_first_step(&mut self) -> bool {
        let Some(slot) = self.free_slots.as_slice().first() else {
            return true;
        };
        let Some(step) = self.main.take_first_step() else {
            return false;
        };
        self.free_slots.next();
        let task = slot.task.get_or_init(|| step.residual);
        let origin = Origin::Residual(step.program, step.cost);
        self.add_variant(origin, task, &slot.arena, RESIDUAL_ARM);
        true
    }

    /// The programs found, ranked, and the attempts.
    pub fn outcome(&mut self) -> Outcome {
        self.main.bank.begin_work(SearchWork::Rank);
        let mut outcome = self.main.outcome(&self.prior);
        outcome.stats.evaluations = self.evaluations();
        outcome.stats.memory = self.memory();
        outcome.stats.programs = self.workspaces().map(|w| w.bank.states.len() as u64).sum();
        outcome
    }
}

/// The reward of a slice, 0 to 1.
fn reward(before: Progress, after: Progress) -> f64 {
    if after.cheapest < before.cheapest {
        1.0
    } else if after.found > before.found {
        0.5
    } else if after.wrong < before.wrong {
        0.3
    } else {
        0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::GridBuf;
    use crate::task::Demonstration;

    /// Slices for the task, and for its augmentation.
    const FEW_SLICES: usize = 4;

    #[test]
    fn augmentation_finds_what_is_easy_on_another_background() {
        // Cells fall to the right. With background 0 that is sorting each row.
        let falls = |background: &str, rows: &[&str]| {
            let fallen = |row: &&str| {
                let (rest, cells): (String, String) = row.chars().partition(|&c| c == '.');
                rest + &cells
            };
            let grid = |rows: Vec<String>| {
                let colored = rows.iter().map(|row| row.replace('.', background));
                GridBuf::from_digits(&colored.collect::<Vec<_>>()).expect("a grid")
            };
            Demonstration {
                input: grid(rows.iter().map(|row| row.to_string()).collect()),
                output: grid(rows.iter().map(fallen).collect()),
            }
        };
        let train = vec![
            falls(
                "5",
                &[
                    ".1.2....", "..2...8.", "........", "18......", "..2..8..", "1.1.2...",
                ],
            ),
            falls(
                "3",
                &[
                    "...2..8", "1...2..", ".......", ".12.8..", ".1....8", ".......",
                ],
            ),
            falls("9", &["2.8...", ".1.2..", "......", "2..88.", "1....."]),
        ];
        let test = falls(
            "6",
            &["...2...", ".8.....", "..2....", ".......", "..88..."],
        );
        let task = Task {
            id: "background".into(),
            train,
            test: vec![test.input],
        };
        let storage = Storage::new(&task);
        let library = Library::default();
        let budget = Budget::default();
        let scheduler = || {
            let scheduler = Scheduler::new(&task, &storage, &library, 0, &budget, Executor::CPU);
            scheduler.expect("a small task")
        };
        let mut alone = scheduler();
        for _ in 0..FEW_SLICES {
            alone.main.turn();
        }
        assert_eq!(alone.main.progress().found, 0, "too easy for this test");
        let mut augmented = scheduler();
        let mut variants = augmented.variants.iter();
        let background = variants.position(|variant| {
            matches!(variant.origin, Origin::Augmented(Augmentation::Background))
        });
        for _ in 0..FEW_SLICES {
            augmented.slice_of_variant(background.expect("the background is not 0"));
        }
        let outcome = augmented.outcome();
        assert!(outcome.fits(task.train.len()));
        assert_eq!(outcome.found[0].proposer, ProposerGroup::Augmentation);
        assert!(outcome.attempts[0].contains(&Some(test.output)));
    }

    /// However many programs it has, and however long they are: the last of its steps may take it a
    /// little beyond its share.
    #[test]
    fn a_library_takes_a_tenth_of_the_steps() {
        let data = crate::task::generators::embedded();
        let solvers = crate::program::parse_file(crate::task::generators::SOLVERS).programs;
        let programs = solvers.into_iter().flat_map(|program| {
            // The same again, longer.
            let mut long = program.clone();
            for _ in 0..4 {
                long = simplified(concatenated(&long, &program));
            }
            [program, long]
        });
        let library = Library {
            programs: programs.collect(),
            ..Library::default()
        };
        for steps in [500, 3_000, 15_000, 60_000] {
            let budget = Budget {
                steps,
                time: None,
                memory: 1 << 30,
            };
            for task in &data.tasks[..12] {
                let storage = Storage::new(task);
                let scheduler = Scheduler::new(task, &storage, &library, 0, &budget, Executor::CPU);
                let mut scheduler = scheduler.expect("a small task");
                scheduler.run(Instant::now(), &AtomicBool::new(false), |_| {});
                let taken = scheduler
                    .library
                    .workspace
                    .expect("a library")
                    .bank
                    .evaluations;
                assert!(
                    taken <= steps / 10 + steps / 20 + 100,
                    "{}: {taken} of {steps}",
                    task.id
                );
            }
        }
    }

    /// The input tiled 2x2, with 8 at the empty diagonal neighbours of every other cell.
    fn tiled(rows: &[&str]) -> Demonstration {
        let input = GridBuf::from_digits(rows).expect("a grid");
        let (height, width) = (input.height(), input.width());
        let at = |i: usize, j: usize| input.view().row(i % height)[j % width];
        let cell = |i: usize, j: usize| {
            let corners = [(0, 0), (0, 2), (2, 0), (2, 2)].map(|(di, dj)| (i + di, j + dj));
            // Coordinates plus one, so that none is negative.
            let inside = |&(i, j): &(usize, usize)| {
                (1..=2 * height).contains(&i) && (1..=2 * width).contains(&j)
            };
            let touches = corners.iter().filter(|place| inside(place));
            match at(i, j) {
                0 if touches.clone().any(|&(i, j)| at(i - 1, j - 1) != 0) => 8,
                color => color,
            }
        };
        let rows: Vec<Vec<i8>> = (0..2 * height)
            .map(|i| (0..2 * width).map(|j| cell(i, j)).collect())
            .collect();
        let output = GridBuf::from_rows(&rows).expect("rows of one length");
        Demonstration { input, output }
    }

    #[test]
    fn a_residual_task_is_solved_after_a_first_step() {
        let task = Task {
            id: "steps".into(),
            train: vec![
                tiled(&["00000", "06000", "00000", "00006"]),
                tiled(&["0400", "0000", "0000", "4000"]),
                tiled(&["000000", "000200", "000000", "200000", "000000"]),
            ],
            test: vec![tiled(&["00000", "00003", "00000", "03000", "00000"]).input],
        };
        let library = Library::default();
        let budget = Budget {
            steps: 2 * FIRST_STEP,
            time: None,
            memory: 1 << 30,
        };
        let solved = |steps: usize| {
            let storage = Storage {
                main: Bump::new(),
                library: Bump::new(),
                augmented: Vec::new(),
                steps: (0..steps).map(|_| StepSlot::default()).collect(),
            };
            let scheduler = Scheduler::new(&task, &storage, &library, 0, &budget, Executor::CPU);
            let mut scheduler = scheduler.expect("a small task");
            scheduler.run(Instant::now(), &AtomicBool::new(false), |_| {});
            scheduler.outcome().fits(task.train.len())
        };
        assert!(!solved(0), "too easy for this test");
        assert!(solved(2));
    }
}

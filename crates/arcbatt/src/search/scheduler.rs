//! The loop of a search: slices to proposers, until the budget is spent.

use crate::batt::Executor;
use crate::program::Program;
use crate::search::augment::Augmentation;
use crate::search::bandit::{self, Arm};
use crate::search::outcome::{Budget, Library, Outcome, ProposerGroup};
use crate::search::proposers::library_proposer::LibraryProposer;
use crate::search::ranking::Prior;
use crate::search::residual;
use crate::search::watch::{SearchWork, Watcher};
use crate::search::workspace::Workspace;
use crate::task::Task;
use bumpalo::Bump;
use std::cell::OnceCell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// A search on a task and on the views of it.
pub(super) struct Scheduler<'a> {
    main: Workspace<'a>,
    tried: LibraryProposer<'a>,
    prior: Prior,
    /// The task as it is seen, and the search there once it was begun.
    views: Vec<Variant<'a>>,
    /// Where the tasks are kept that are left once a step was taken; those that are in use have a
    /// place in `views`, behind the others.
    rooms: &'a [StepSlot],
    /// By proposer, then by view, then one for the next step.
    arms: Vec<Arm>,
}

/// StepSlot for a task that is left once a step was taken, and for the search there.
#[derive(Default)]
pub(super) struct StepSlot {
    task: OnceCell<Task>,
    arena: Bump,
}

/// How a task is seen.
enum Origin {
    /// Turned, mirrored, recoloured.
    Augmentation(Augmentation),
    /// With a first step taken, by a program of this cost.
    Step(Program, u16),
}

struct Variant<'a> {
    angle: Origin,
    task: &'a Task,
    arena: &'a Bump,
    search: Option<Workspace<'a>>,
    /// Whether there is no more to do.
    over: bool,
    /// Programs that were carried back.
    carried: usize,
}

/// Who has an arm of their own, in the order in which they are asked, and what is expected of them.
/// Enumeration feeds all others, so it takes long to lose faith in it.
const ARMS: [(ProposerGroup, f64, f64); 4] = [
    (ProposerGroup::Library, 0.6, 4.0),
    (ProposerGroup::Stacking, 0.5, 100.0),
    (ProposerGroup::Goal, 0.5, 100.0),
    (ProposerGroup::BottomUp, 0.3, 160.0),
];

/// What is expected of a view: a slice before long, for what is easy there.
const VIEW: (f64, f64) = (0.06, 2.0);

/// What is expected of a step.
const STEP: (f64, f64) = (0.1, 4.0);

/// The most steps that are taken.
pub(super) const STEPS: usize = 12;

/// Evaluations before the first step is taken. Each of the others is taken half as much later again.
const FIRST_STEP: u64 = 150_000;

impl<'a> Scheduler<'a> {
    /// A search on a task; none if the task is not of a size that is searched on.
    pub fn new(
        task: &'a Task,
        views: &'a [(Augmentation, Task)],
        arenas: &'a [Bump],
        rooms: &'a [StepSlot],
        library: &'a Library,
        seed: u64,
        executor: Executor<'a>,
    ) -> Option<Self> {
        let (first, others) = arenas.split_first()?;
        let seen = |((view, task), arena): (&'a (Augmentation, Task), &'a Bump)| Variant {
            angle: Origin::Augmentation(*view),
            task,
            arena,
            search: None,
            over: false,
            carried: 0,
        };
        let arms = ARMS
            .iter()
            .map(|&(_, expected, before)| Arm::new(expected, before));
        let views: Vec<Variant> = views.iter().zip(others).map(seen).collect();
        Some(Self {
            main: Workspace::new(first, task)?,
            tried: LibraryProposer::new(library, seed, task, executor),
            prior: Prior::new(library),
            arms: arms
                .chain(views.iter().map(|_| Arm::new(VIEW.0, VIEW.1)))
                .collect(),
            rooms,
            views,
        })
    }

    /// Somebody watches.
    pub fn watched_by(&mut self, watch: Option<Watcher<'a>>) {
        self.main.bank.watch = watch;
        self.main.bank.goes_on_with(SearchWork::Ready);
    }

    /// Searches until the budget is spent, or nothing is left to do.
    pub fn run(&mut self, budget: &Budget, started: Instant, stop: &AtomicBool) {
        let mut next_step = FIRST_STEP;
        while let Some(arm) = bandit::next(&self.arms, |arm| self.is_ready(arm)) {
            let before = self.main.progress();
            self.main.bank.goes_on_with(work_of(arm));
            self.slice(arm);
            self.main.bank.goes_on_with(SearchWork::Ready);
            let after = self.main.progress();
            self.arms[arm].paid(reward(before, after));
            if self.evaluations() >= next_step && self.take_step() {
                next_step += next_step / 2;
            }
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

    fn searches(&self) -> impl Iterator<Item = &Workspace<'a>> {
        let seen = self.views.iter().filter_map(|seen| seen.search.as_ref());
        std::iter::once(&self.main).chain(seen)
    }

    fn evaluations(&self) -> u64 {
        self.searches().map(|search| search.bank.evaluations).sum()
    }

    fn memory(&self) -> usize {
        self.searches().map(|search| search.bank.memory()).sum()
    }

    fn is_ready(&self, arm: usize) -> bool {
        match ARMS.get(arm) {
            Some((ProposerGroup::Library, ..)) => self.tried.is_ready(),
            Some(&(proposer, ..)) => self.main.is_ready(proposer),
            None => !self.views[arm - ARMS.len()].over,
        }
    }

    fn slice(&mut self, arm: usize) {
        match ARMS.get(arm) {
            Some((ProposerGroup::Library, ..)) => {
                let end = self.main.bank.evaluations + super::workspace::SLICE;
                while self.tried.is_ready() && self.main.bank.evaluations < end {
                    self.tried.step(&mut self.main.bank, &self.main.target);
                    self.main.look(ProposerGroup::Library);
                }
            }
            Some(&(proposer, ..)) => self.main.slice(proposer),
            None => self.look_from(arm - ARMS.len()),
        }
    }

    /// A slice for a view of the task.
    fn look_from(&mut self, view: usize) {
        let seen = &mut self.views[view];
        if seen.search.is_none() {
            seen.search = Workspace::new(seen.arena, seen.task);
        }
        let Some(search) = &mut seen.search else {
            seen.over = true;
            return;
        };
        // Whoever watches goes along.
        search.bank.watch = self.main.bank.watch.take();
        seen.over = !search.turn();
        self.main.bank.watch = search.bank.watch.take();
        let found = search.programs_found(seen.carried);
        seen.carried += found.len();
        for (program, cost) in found {
            let (program, more) = match &seen.angle {
                Origin::Augmentation(view) => (view.carried_back(&program), CARRIED),
                Origin::Step(first, cost) => (residual::behind(first, &program), *cost),
            };
            self.main.bank.add(&program, cost.saturating_add(more));
            self.main.look(ProposerGroup::Augmentation);
        }
    }

    /// Takes the best grid so far for the input of a search of its own. Says whether there was room
    /// and a grid, or no room is left.
    fn take_step(&mut self) -> bool {
        let used = (self.views.iter()).filter(|seen| matches!(seen.angle, Origin::Step(..)));
        let Some(room) = self.rooms.get(used.count()) else {
            return true;
        };
        let Some((first, cost, task)) = self.main.step() else {
            return false;
        };
        self.views.push(Variant {
            angle: Origin::Step(first, cost),
            task: room.task.get_or_init(|| task),
            arena: &room.arena,
            search: None,
            over: false,
            carried: 0,
        });
        self.arms.push(Arm::new(STEP.0, STEP.1));
        true
    }

    /// What was found.
    pub fn outcome(&mut self) -> Outcome {
        self.main.bank.goes_on_with(SearchWork::Rank);
        let mut outcome = self.main.outcome(&self.prior);
        outcome.stats.evaluations = self.evaluations();
        outcome.stats.memory = self.memory();
        outcome.stats.programs = self.searches().map(|s| s.bank.states.len() as u64).sum();
        outcome
    }
}

/// Whose slice it is.
fn work_of(arm: usize) -> SearchWork {
    let proposer = ARMS.get(arm).map(|&(proposer, ..)| proposer);
    SearchWork::Propose(proposer.unwrap_or(ProposerGroup::Augmentation))
}

/// What carrying a program back adds to its cost.
const CARRIED: u16 = 3;

/// What came of a slice, 0 to 1.
fn reward(before: (usize, u16, u32), after: (usize, u16, u32)) -> f64 {
    if after.1 < before.1 {
        1.0
    } else if after.0 > before.0 {
        0.5
    } else if after.2 < before.2 {
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

    /// Slices that both are given.
    const QUICKLY: usize = 4;

    #[test]
    fn augmentation_finds_what_is_easy_on_another_background() {
        // Cells fall to the right: rows in ascending order, if only the background were 0.
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

        let views: Vec<(Augmentation, Task)> = Augmentation::of(&task)
            .into_iter()
            .map(|view| (view, view.task(&task)))
            .collect();
        let arenas: Vec<Bump> = (0..=views.len()).map(|_| Bump::new()).collect();
        let library = Library::default();
        let engine = || {
            let engine = Scheduler::new(&task, &views, &arenas, &[], &library, 0, Executor::CPU);
            engine.expect("a small task")
        };
        let mut alone = engine();
        for _ in 0..QUICKLY {
            alone.main.turn();
        }
        assert_eq!(alone.main.progress().0, 0, "too easy for this test");
        let mut seen = engine();
        let background = views
            .iter()
            .position(|(view, _)| *view == Augmentation::Background);
        for _ in 0..QUICKLY {
            seen.look_from(background.expect("the background is not 0"));
        }
        let outcome = seen.outcome();
        assert!(outcome.solved(task.train.len()));
        assert_eq!(outcome.found[0].proposer, ProposerGroup::Augmentation);
        assert!(outcome.attempts[0].contains(&Some(test.output)));
    }

    /// The grid four times, and 8 at the corners of every cell that is not empty, where it is empty.
    fn tiled(rows: &[&str]) -> Demonstration {
        let input = GridBuf::from_digits(rows).expect("a grid");
        let (height, width) = (input.height(), input.width());
        let at = |i: usize, j: usize| input.view().row(i % height)[j % width];
        let cell = |i: usize, j: usize| {
            let corners = [(0, 0), (0, 2), (2, 0), (2, 2)].map(|(di, dj)| (i + di, j + dj));
            // One more than the place of the cell, so that nothing is below 0.
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
    fn what_is_left_after_a_first_step_is_a_task_of_its_own() {
        let task = Task {
            id: "steps".into(),
            train: vec![
                tiled(&["00000", "06000", "00000", "00006"]),
                tiled(&["0400", "0000", "0000", "4000"]),
                tiled(&["000000", "000200", "000000", "200000", "000000"]),
            ],
            test: vec![tiled(&["00000", "00003", "00000", "03000", "00000"]).input],
        };
        let arenas = [Bump::new(), Bump::new()];
        let rooms: Vec<StepSlot> = (0..2).map(|_| StepSlot::default()).collect();
        let library = Library::default();
        let budget = Budget {
            steps: 2 * FIRST_STEP,
            time: None,
            memory: 1 << 30,
        };
        let solved = |arena: usize, rooms: &[StepSlot]| {
            let arenas = &arenas[arena..=arena];
            let engine = Scheduler::new(&task, &[], arenas, rooms, &library, 0, Executor::CPU);
            let mut engine = engine.expect("a small task");
            engine.run(&budget, Instant::now(), &AtomicBool::new(false));
            engine.outcome().solved(task.train.len())
        };
        assert!(!solved(0, &[]), "too easy for this test");
        assert!(solved(1, &rooms));
    }
}

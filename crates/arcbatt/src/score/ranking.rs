//! [`rank`]: candidate programs in, a ranking of their answers out.

use super::attempts::{Attempts, two_attempts};
use super::by_prefix::by_prefix;
use super::groups::{GridNumber, Groups, NONE, Rerun};
use super::merged_run::{MergedRun, pair, run_again};
use super::rank_options::RankOptions;
use crate::batt::{Block, Code, Outcome};
use crate::check::{CheckOptions, PairStatus, Wrong, compare, run_pair};
use crate::dsl::{Fail, Limits, Value};
use crate::grid::GridBuf;
use crate::program::Program;
use crate::task::{Answers, Part, Task};
use bumpalo::Bump;
use std::borrow::{Borrow, Cow};
use std::cmp::Reverse;

/// The candidates of a task, ranked.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ranking {
    /// Number of demonstrations.
    pub demonstrations: usize,
    /// Number of tests.
    pub tests: usize,
    /// Groups of candidates with equal answers, best first. Candidates without any answer have none.
    pub groups: Vec<AnswerGroup>,
    /// What became of every candidate, in the order of the programs.
    pub candidates: Vec<RankedCandidate>,
    /// The distinct answers; `None` for one that is not kept, for lack of memory.
    grids: Vec<Option<GridBuf>>,
}

/// Candidates with equal answers on all pairs.
#[derive(Clone, Debug, PartialEq)]
pub struct AnswerGroup {
    /// The programs by number, the shortest first. Their number is the number of votes.
    pub members: Vec<u32>,
    /// Demonstrations whose output is matched.
    pub matched: usize,
    /// Wrong cells on all demonstrations; an answer that is missing or of another size counts as
    /// wrong in all cells of the expected output.
    pub cells_wrong: usize,
    /// The number of calls of its shortest program.
    pub calls: usize,
    /// The answers by number, one per pair.
    answers: Vec<GridNumber>,
}

/// A candidate in a ranking.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RankedCandidate {
    /// The index of its group, which is its rank from 0; `None` if it has no answer on any pair.
    pub group: Option<u32>,
    /// What became of it.
    pub status: CandidateStatus,
}

/// What became of a candidate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum CandidateStatus {
    /// It is right on all demonstrations and on all tests.
    Right,
    /// It is right on all demonstrations, and the outputs of some tests are unknown.
    Fits,
    /// It did not run, because the ranking was stopped.
    NotRun,
    /// It is wrong, failed or was cut by a limit on this pair, the first one.
    Bad {
        /// The part of the task that has the pair.
        part: Part,
        /// The index of the pair in that part.
        index: usize,
        /// How it is bad.
        fault: Fault,
    },
}

/// Why an answer is bad. [`Ranking::explain`] finds the line of a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It is not the expected output.
    Wrong(Wrong),
    /// A call failed, or a limit was reached.
    Stopped(Fail),
}

impl From<PairStatus> for Fault {
    fn from(status: PairStatus) -> Self {
        match status {
            PairStatus::Wrong(wrong) => Self::Wrong(wrong),
            PairStatus::Fail(stopped) | PairStatus::Limit(stopped) => Self::Stopped(stopped.fail),
            // An answer that is too large for any task.
            PairStatus::Ok | PairStatus::Unknown => Self::Wrong(Wrong::NoGrid),
        }
    }
}

impl CandidateStatus {
    /// The status in a word or two: `right`, `fits`, `not run`, `wrong`, `failed` or `cut`.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Right => "right",
            Self::Fits => "fits",
            Self::NotRun => "not run",
            Self::Bad { fault, .. } => match fault {
                Fault::Wrong(_) => "wrong",
                Fault::Stopped(Fail::NoAnswer(_)) => "failed",
                Fault::Stopped(Fail::Limit(_)) => "cut",
            },
        }
    }
}

/// Runs every program on all inputs of a task and ranks the groups with equal answers.
///
/// Programs are merged, so that calls that they share run once. Groups are ranked by
/// demonstrations matched, then wrong cells, votes (the number of programs) and calls of the shortest
/// program. Test outputs are not an argument, so they cannot matter: [`Ranking::compare_tests`] looks at
/// them afterwards. Every program has these limits for itself, as in [`check`](crate::check()).
///
/// ```
/// use arcbatt::{DataSet, Limits, parse_file, rank};
///
/// let data = DataSet::embedded();
/// let task = data.task("half_turn").expect("an embedded task");
/// let candidates = parse_file(
///     "def solve_a(I):\n    return hmirror(I)\n\
///      def solve_b(I):\n    x1 = hmirror(I)\n    return vmirror(x1)\n\
///      def solve_c(I):\n    return rot180(I)\n",
/// );
/// let ranking = rank(task, &candidates.programs, Limits::default());
/// assert_eq!(ranking.groups[0].members, [2, 1], "the same answers, the shorter program first");
/// assert_eq!(ranking.groups[1].members, [0]);
/// assert_eq!(ranking.candidates[2].status.word(), "fits");
/// ```
pub fn rank<P: Borrow<Program> + Sync>(task: &Task, programs: &[P], limits: Limits) -> Ranking {
    let options = RankOptions {
        limits,
        ..RankOptions::default()
    };
    rank_with(task, programs, &options)
}

/// [`rank`] that reports progress, can be stopped, and ranks candidates that ran elsewhere too.
pub fn rank_with<P: Borrow<Program> + Sync>(
    task: &Task,
    programs: &[P],
    options: &RankOptions<'_>,
) -> Ranking {
    let candidates = by_prefix(programs);
    let run = MergedRun {
        task,
        programs,
        options,
    };
    let mut blocks = run.blocks(&candidates);
    let all = programs.len() + options.foreign.len();
    let foreign: Vec<u32> = (programs.len() as u32..all as u32).collect();
    if !foreign.is_empty() {
        blocks.push(options.foreign_block(&foreign, task.train.len() + task.test.len()));
    }
    let groups = Groups::new(task, &blocks);
    let lengths = programs.iter().map(|program| program.borrow().lines.len());
    let lengths = lengths.chain(options.foreign.iter().map(|candidate| candidate.length));
    let lengths: Vec<usize> = lengths.collect();
    let rerun = |candidate: u32, samples: &[usize]| {
        let program = programs[candidate as usize].borrow();
        run_again(task, program, samples, options.limits)
    };
    let mut ranking = ranked(task, &lengths, &blocks, (&groups, &rerun));
    ranking.grids = groups.kept_grids(options.memory);
    ranking
}

/// The first pair that is not right, as far as the answers of a group tell.
#[derive(Clone, Copy)]
enum FirstBad {
    /// All are right, or tests.
    None,
    /// Another grid than the expected one.
    Wrong(usize, PairStatus),
    /// No grid; each candidate may have another reason.
    Missing(usize),
}

/// Ranks groups and finds the status of every candidate.
fn ranked(
    task: &Task,
    lengths: &[usize],
    blocks: &[Block],
    (groups, rerun): (&Groups<'_>, Rerun),
) -> Ranking {
    let calls = |candidate: u32| lengths[candidate as usize];
    let mut ranked: Vec<AnswerGroup> = (0..groups.len() as u32)
        .map(|group| {
            let mut members = groups.members(group).to_vec();
            members.sort_by_key(|&candidate| (calls(candidate), candidate));
            let (matched, cells_wrong) = demonstrations_matched(task, (groups, rerun), group);
            AnswerGroup {
                calls: calls(members[0]),
                members,
                matched,
                cells_wrong,
                answers: groups.key(group).to_vec(),
            }
        })
        .collect();
    ranked.sort_by_key(|group| {
        let votes = Reverse(group.members.len());
        (
            Reverse(group.matched),
            group.cells_wrong,
            votes,
            group.calls,
            group.members[0],
        )
    });
    let mut places = vec![(None, FirstBad::Missing(0)); lengths.len()];
    for (rank, group) in (0..).zip(&ranked) {
        let first = first_bad(task, (groups, rerun), &group.answers);
        for &member in &group.members {
            places[member as usize] = (Some(rank), first);
        }
    }
    let mut candidates = vec![
        RankedCandidate {
            group: None,
            status: CandidateStatus::NotRun,
        };
        lengths.len()
    ];
    for block in blocks {
        for (k, &candidate) in block.candidates.iter().enumerate() {
            let (group, first) = places[candidate as usize];
            let status = status(task, (block, k), first, rerun);
            candidates[candidate as usize] = RankedCandidate { group, status };
        }
    }
    Ranking {
        demonstrations: task.train.len(),
        tests: task.test.len(),
        groups: ranked,
        candidates,
        grids: Vec::new(),
    }
}

/// The demonstrations that a group matches, and its wrong cells on the others.
fn demonstrations_matched(
    task: &Task,
    (groups, rerun): (&Groups<'_>, Rerun),
    group: u32,
) -> (usize, usize) {
    let (mut matched, mut cells) = (0, 0);
    let grids = groups.load(&groups.key(group)[..task.train.len()], rerun);
    for (grid, pair) in grids.iter().zip(&task.train) {
        let status = grid.as_ref().map(|grid| compared(grid, &pair.output));
        match status {
            Some(PairStatus::Ok) => matched += 1,
            Some(PairStatus::Wrong(Wrong::Cells(wrong))) => cells += wrong,
            _ => cells += pair.output.height() * pair.output.width(),
        }
    }
    (matched, cells)
}

fn compared(grid: &GridBuf, wanted: &GridBuf) -> PairStatus {
    compare(Value::Grid(&grid.view()), Some(wanted))
}

fn first_bad(
    task: &Task,
    (groups, rerun): (&Groups<'_>, Rerun),
    answers: &[GridNumber],
) -> FirstBad {
    for (sample, number) in answers.iter().enumerate() {
        if *number == NONE {
            return FirstBad::Missing(sample);
        }
        if let Some(pair) = task.train.get(sample)
            && *number != groups.wanted[sample]
        {
            let grid = groups
                .load(std::slice::from_ref(number), rerun)
                .pop()
                .flatten();
            let status = grid.map_or(PairStatus::Wrong(Wrong::NoGrid), |grid| {
                compared(&grid, &pair.output)
            });
            return FirstBad::Wrong(sample, status);
        }
    }
    FirstBad::None
}

/// The status of a candidate of a block, with unknown test outputs.
fn status(
    task: &Task,
    (block, candidate): (&Block, usize),
    first: FirstBad,
    rerun: Rerun,
) -> CandidateStatus {
    let (sample, fault) = match first {
        FirstBad::None => return CandidateStatus::Fits,
        FirstBad::Wrong(sample, status) => (sample, status.into()),
        FirstBad::Missing(sample) => {
            let fault = match (block.outputs.of(candidate)[sample], pair(task, sample).1) {
                (Outcome::Fail(fail), _) => Fault::Stopped(fail),
                (Outcome::Grid(_), Some(wanted)) => match block.outputs.grid(candidate, sample) {
                    Some(grid) => compared(grid, wanted).into(),
                    None => {
                        let grid = rerun(block.candidates[candidate], &[sample])
                            .pop()
                            .flatten();
                        let wrong = Fault::Wrong(Wrong::NoGrid);
                        grid.map_or(wrong, |grid| compared(&grid, wanted).into())
                    }
                },
                (Outcome::Grid(_) | Outcome::NoGrid, _) => Fault::Wrong(Wrong::NoGrid),
            };
            (sample, fault)
        }
    };
    let (part, index) = match sample.checked_sub(task.train.len()) {
        None => (Part::Train, sample),
        Some(test) => (Part::Test, test),
    };
    CandidateStatus::Bad { part, index, fault }
}

/// A hash of answers, the same on every machine and in every run.
pub fn fingerprint<'g>(answers: impl IntoIterator<Item = Option<&'g GridBuf>>) -> u128 {
    let mut hasher = blake3::Hasher::new();
    let mut bytes = Vec::new();
    for answer in answers {
        // Sizes first, so that no two lists of answers are the same bytes; 0x0 is no answer.
        let grid = answer.map(GridBuf::view);
        let sides = grid.map_or([0; 2], |grid| [grid.height() as u32, grid.width() as u32]);
        bytes.clear();
        bytes.extend(sides.iter().flat_map(|side| side.to_be_bytes()));
        let cells = grid.map_or(&[][..], |grid| grid.cells());
        bytes.extend(cells.iter().map(|&cell| cell as u8));
        hasher.update(&bytes);
    }
    let mut first = [0; 16];
    first.copy_from_slice(&hasher.finalize().as_bytes()[..16]);
    u128::from_be_bytes(first)
}

impl Ranking {
    /// Runs a program alone on the pair that is bad by its status, to find out how it ended and in
    /// which line; `None` if no pair is bad. Takes the limits of [`rank`].
    pub fn explain(
        task: &Task,
        program: &Program,
        status: &CandidateStatus,
        limits: Limits,
    ) -> Option<PairStatus> {
        let CandidateStatus::Bad { part, index, fault } = *status else {
            return None;
        };
        if let Fault::Wrong(wrong @ (Wrong::Cells(_) | Wrong::Size { .. })) = fault {
            return Some(PairStatus::Wrong(wrong));
        }
        let sample = match part {
            Part::Train => index,
            _ => task.train.len() + index,
        };
        let options = CheckOptions {
            limits,
            ..CheckOptions::default()
        };
        let (input, wanted) = pair(task, sample);
        let (code, mut arena) = (Code::new(program), Bump::new());
        let (status, ..) = run_pair(&mut arena, &code, task, input, wanted, &options);
        Some(status)
    }

    /// The answer of a group to a test, if it has one. With a [memory](RankOptions::memory) it may be
    /// missing: [`computed_answer`](Self::computed_answer) finds it.
    pub fn answer(&self, group: &AnswerGroup, test: usize) -> Option<&GridBuf> {
        self.pair_answer(group, self.demonstrations + test)
    }

    /// The answer of a group on a pair, if it has one: demonstrations come first, then tests. With a
    /// [memory](RankOptions::memory) it may be missing.
    pub fn pair_answer(&self, group: &AnswerGroup, pair: usize) -> Option<&GridBuf> {
        let number = *group.answers.get(pair)?;
        self.grids.get(number as usize)?.as_ref()
    }

    /// The answer of a group to a test, computed once more if it was not kept for lack of memory. Takes
    /// the arguments of [`rank`].
    pub fn computed_answer<P: Borrow<Program>>(
        &self,
        group: &AnswerGroup,
        test: usize,
        (task, programs, limits): (&Task, &[P], Limits),
    ) -> Option<Cow<'_, GridBuf>> {
        let pair = self.demonstrations + test;
        let number = *group.answers.get(pair)?;
        match self.grids.get(number as usize)? {
            Some(grid) => Some(Cow::Borrowed(grid)),
            None => {
                let program = programs.get(group.members[0] as usize)?.borrow();
                let again = run_again(task, program, &[pair], limits).pop();
                again.flatten().map(Cow::Owned)
            }
        }
    }

    /// A hash of the answers of a group on all pairs: equal answers have equal fingerprints, on every
    /// machine and in every run.
    pub fn fingerprint(&self, group: &AnswerGroup) -> u128 {
        fingerprint((0..group.answers.len()).map(|pair| self.pair_answer(group, pair)))
    }

    /// The two attempts at every test: the answers of the two best groups that differ there.
    pub fn attempts(&self) -> Vec<Attempts> {
        self.attempts_with(|group, test| self.answer(group, test).map(Cow::Borrowed))
    }

    /// [`attempts`](Self::attempts), where `answer` gives the answer of a group to a test.
    pub fn attempts_with<'g>(
        &'g self,
        answer: impl Fn(&'g AnswerGroup, usize) -> Option<Cow<'g, GridBuf>>,
    ) -> Vec<Attempts> {
        let attempts = |test| {
            let answers = self.groups.iter();
            two_attempts(answers.filter_map(|group| answer(group, test)))
        };
        (0..self.tests).map(attempts).collect()
    }

    /// Compares the answers to tests with the expected outputs. The ranking stays; a candidate that fits
    /// becomes right if all outputs are known and matched, and wrong on the first one that is not.
    pub fn compare_tests(&mut self, answers: &Answers) {
        let wrong = self.wrong_tests(answers, |group, test| {
            self.answer(group, test).map(Cow::Borrowed)
        });
        self.set_wrong(answers, &wrong);
    }

    /// [`compare_tests`](Self::compare_tests) for a ranking with a [memory](RankOptions::memory). Takes
    /// the arguments of [`rank`].
    pub fn compare_computed_tests<P: Borrow<Program>>(
        &mut self,
        answers: &Answers,
        from: (&Task, &[P], Limits),
    ) {
        let wrong = self.wrong_tests(answers, |group, test| {
            self.computed_answer(group, test, from)
        });
        self.set_wrong(answers, &wrong);
    }

    /// The first test of each group that is wrong.
    fn wrong_tests<'g>(
        &'g self,
        answers: &Answers,
        answer: impl Fn(&'g AnswerGroup, usize) -> Option<Cow<'g, GridBuf>>,
    ) -> Vec<Option<(usize, PairStatus)>> {
        let known = |test: usize| answers.0.get(test).and_then(Option::as_ref);
        let of_group = |group| {
            let status = |test| Some(compared(&*answer(group, test)?, known(test)?));
            let mut tests = (0..self.tests).filter_map(|test| Some((test, status(test)?)));
            tests.find(|(_, status)| *status != PairStatus::Ok)
        };
        self.groups.iter().map(of_group).collect()
    }

    /// Sets the statuses of candidates, from the first wrong test of each group.
    fn set_wrong(&mut self, answers: &Answers, wrong: &[Option<(usize, PairStatus)>]) {
        let known = |test: usize| answers.0.get(test).and_then(Option::as_ref);
        let all_known = (0..self.tests).all(|test| known(test).is_some());
        for candidate in &mut self.candidates {
            let found = candidate.group.and_then(|group| wrong[group as usize]);
            // Tests before the one that is bad.
            let end = match candidate.status {
                CandidateStatus::Fits => self.tests,
                CandidateStatus::Bad {
                    part: Part::Test,
                    index,
                    ..
                } => index,
                _ => continue,
            };
            match found {
                Some((index, status)) if index < end => {
                    candidate.status = CandidateStatus::Bad {
                        part: Part::Test,
                        index,
                        fault: status.into(),
                    }
                }
                _ if candidate.status == CandidateStatus::Fits && all_known && self.tests > 0 => {
                    candidate.status = CandidateStatus::Right;
                }
                _ => {}
            }
        }
    }
}

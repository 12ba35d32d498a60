//! Ranking: the candidates of a task, best first.
//!
//! In: a task, a batt, the blocks of its run, differs. Out: a [`TaskScore`]. No argument holds a
//! test output.

use super::attempts::Attempts;
use super::cut::{CutProgram, cut_programs};
use super::differs::Differs;
use super::groups::{GridNumber, Groups, NONE, Rerun};
use super::tie_break::{MeasuredProgram, best_programs, break_ties};
use crate::batt::{
    BLOCK, Batt, Block, EndReason, NoProbe, Options, Plan, Probe, Samples, TaskLimits, Work,
    run_on_cpu,
};
use crate::dsl::{Limits, Spent};
use crate::grid::{Grid, GridBuf};
use crate::task::Task;
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::cmp::Reverse;
use std::time::Duration;
use web_time::Instant;

/// How to rank.
#[derive(Debug)]
pub struct ScoreOptions<'s, P: Probe = NoProbe> {
    /// The number of groups to keep in full.
    pub keep: usize,
    /// The number of programs to list per group.
    pub programs: usize,
    /// The most groups that differs compare: those that match most samples, then those with most
    /// cells right. [`ScoreStats::left_out`] counts others that could have been kept. At least
    /// `keep`.
    pub compared: usize,
    /// Whether to rank candidates that do not match every train sample even if one does. They are
    /// most of the differs' work.
    pub partial: bool,
    /// Whether to keep the outputs of all groups, not only of the best: they take most of the memory.
    pub outputs: bool,
    /// Options for running the differs.
    pub run: Options<'s, P>,
}

impl<P: Probe> Clone for ScoreOptions<'_, P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P: Probe> Copy for ScoreOptions<'_, P> {}

impl<'s, P: Probe> ScoreOptions<'s, P> {
    /// The defaults, with these options for the differs.
    pub fn with(run: Options<'s, P>) -> Self {
        Self {
            keep: 64,
            programs: 16,
            compared: 2048,
            partial: true,
            outputs: true,
            run,
        }
    }
}

impl Default for ScoreOptions<'_> {
    fn default() -> Self {
        Self::with(Options::default())
    }
}

/// Candidates with equal answers on all samples.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RankedGroup {
    /// The first candidates by cost, length and text, as indices into the batt.
    pub candidates: Vec<u32>,
    /// The number of candidates, listed or not.
    pub programs: usize,
    /// The number of train samples with the expected output.
    pub matched: u32,
    /// The sum of differ scores over train samples: 1000 per differ for a sample that matches, 0
    /// for one without a grid. At most [`TaskScore::most`].
    pub differ: u64,
    /// The cost of the best candidate.
    pub cost: u32,
    /// Number of calls of the best candidate.
    pub length: u32,
    /// The output on every sample: train, then test; empty if [`ScoreOptions::outputs`] says so.
    pub outputs: Vec<Option<GridBuf>>,
}

/// The work of scoring a task.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ScoreStats {
    /// Groups that the differs compared.
    pub compared: usize,
    /// Groups past the limit of the differs that could have been kept.
    pub left_out: usize,
    /// Distinct pairs of a train sample and a wrong grid, the samples of the differs.
    pub pairs: usize,
    /// Calls of the differs.
    pub evaluations: u64,
    /// Steps and cells of these calls.
    pub spent: Spent,
    /// Why the differs stopped early; scores not computed are 0.
    pub ended: Option<EndReason>,
}

/// The ranking of a task's candidates.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TaskScore {
    /// Number of train samples.
    pub train: usize,
    /// Number of test samples.
    pub tests: usize,
    /// Number of candidates.
    pub candidates: usize,
    /// Candidates without a grid of at most 30x30 on any sample.
    pub failed: usize,
    /// Groups with equal answers, without candidates that failed.
    pub distinct: usize,
    /// Whether the best group matches every train sample.
    pub fits: bool,
    /// The highest possible [`RankedGroup::differ`].
    pub most: u64,
    /// The best groups, best first.
    pub best: Vec<RankedGroup>,
    /// The two attempts at every test: the answers of the two best groups that differ there.
    pub attempts: Vec<Attempts>,
    /// Programs that the user gave for the task and that hit a limit.
    pub cut: Vec<CutProgram>,
    /// The work that it took.
    pub stats: ScoreStats,
}

impl TaskScore {
    /// Samples matched and differ score of the best group; higher is better.
    pub fn worth(&self) -> Option<(u32, u64)> {
        self.best.first().map(|best| (best.matched, best.differ))
    }
}

/// Time to compute an answer once more.
const AGAIN: Duration = Duration::from_secs(600);

/// A group during ranking.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Entry {
    group: u32,
    matched: u32,
    /// Whether a program that the user gave for the task is in it.
    given: bool,
    differ: u64,
}

/// Ranks the candidates of a task by samples matched, then programs that the user gave before others,
/// then differ score, then cost, length and text of the best program of a group. The ranking does not depend on the order of blocks and
/// candidates, nor on the number of threads.
///
/// # Panics
/// If a block names a candidate that the batt does not have.
pub fn score_task<P: Probe>(
    task: &Task,
    batt: &Batt,
    blocks: &[Block],
    differs: &Differs,
    options: &ScoreOptions<P>,
) -> TaskScore {
    let probe = options.run.probe;
    let rerun = |candidate: u32, samples: &[usize]| run_again(task, batt, candidate, samples);
    let groups = probe.during(Work::Group, &task.id, || Groups::new(task, blocks));
    probe.open(Work::Match, &task.id);
    let train = task.train.len();
    let matches_all = |group| groups.matched(group) as usize == train;
    let fits = train > 0 && (0..groups.len() as u32).any(matches_all);
    let mut stats = ScoreStats::default();
    let mut entries = most_promising(task, batt, (&groups, &rerun), options, &mut stats);
    probe.close();
    probe.open(Work::Compare, &task.id);
    compare(
        task,
        (&groups, &rerun),
        differs,
        options,
        &mut entries,
        &mut stats,
    );
    probe.close();
    probe.open(Work::Rank, &task.id);
    let (best, attempts) = best_in_full(batt, task, (&groups, &rerun), options, entries);
    probe.close();
    TaskScore {
        train,
        tests: task.test.len(),
        candidates: groups.candidates(),
        failed: groups.failed,
        distinct: groups.len(),
        fits,
        most: differs.most() * train as u64,
        best,
        attempts,
        cut: cut_programs(task, batt, blocks, &options.run),
        stats,
    }
}

/// The groups that match enough samples to be kept, up to the limit.
fn most_promising<P: Probe>(
    task: &Task,
    batt: &Batt,
    (groups, rerun): (&Groups, Rerun),
    options: &ScoreOptions<P>,
    stats: &mut ScoreStats,
) -> Vec<Entry> {
    let is_given = |&c: &u32| options.run.is_given(batt, c, &task.id);
    let entry = |group| Entry {
        group,
        matched: groups.matched(group),
        given: groups.members(group).iter().any(is_given),
        differ: 0,
    };
    let mut entries: Vec<Entry> = (0..groups.len() as u32).map(entry).collect();
    let all = task.train.len() as u32;
    if !options.partial && entries.iter().any(|entry| entry.matched == all) {
        entries.retain(|entry| entry.matched == all);
    }
    keep_best(&mut entries, options.keep, |entry| Reverse(entry.matched));
    let limit = options.compared.max(options.keep);
    if entries.len() > limit {
        stats.left_out = entries.len() - limit;
        // The first candidate breaks ties.
        entries.sort_by_cached_key(|entry| {
            (
                Reverse(entry.matched),
                Reverse(entry.given),
                Reverse(cells_right(task, (groups, rerun), entry.group)),
                groups.members(entry.group)[0],
            )
        });
        entries.truncate(limit);
    }
    stats.compared = entries.len();
    entries
}

/// Keeps the best `keep` entries by key, and all that tie with the last.
fn keep_best<K: Ord>(entries: &mut Vec<Entry>, keep: usize, key: impl Fn(&Entry) -> K) {
    match keep.checked_sub(1) {
        None => entries.clear(),
        Some(last) if last < entries.len() => {
            entries.sort_unstable_by_key(&key);
            let cut = key(&entries[last]);
            entries.retain(|entry| key(entry) <= cut);
        }
        Some(_) => {}
    }
}

/// The number of right cells on train samples with the right size.
fn cells_right(task: &Task, (groups, rerun): (&Groups, Rerun), group: u32) -> usize {
    let grids = groups.load(&groups.key(group)[..task.train.len()], rerun);
    let pairs = grids.iter().zip(&task.train);
    pairs
        .filter_map(|(grid, pair)| Some((grid.as_ref()?.view(), pair.output.view())))
        .filter(|(grid, wanted)| grid.width() == wanted.width())
        .filter(|(grid, wanted)| grid.height() == wanted.height())
        .map(|(grid, wanted)| {
            let cells = grid.cells().iter().zip(wanted.cells());
            cells.filter(|(a, b)| a == b).count()
        })
        .sum()
}

/// Sets the differ scores, running the differs once per distinct pair of sample and grid.
fn compare<P: Probe>(
    task: &Task,
    (groups, rerun): (&Groups, Rerun),
    differs: &Differs,
    options: &ScoreOptions<P>,
    entries: &mut [Entry],
    stats: &mut ScoreStats,
) {
    let mut numbers: FxHashMap<(usize, GridNumber), usize> = FxHashMap::default();
    let mut pairs: Vec<(GridNumber, &GridBuf)> = Vec::new();
    for entry in entries.iter() {
        let key = groups.key(entry.group).iter().zip(&groups.wanted);
        for (sample, (&number, &wanted)) in key.enumerate() {
            if number != NONE && number != wanted {
                numbers.entry((sample, number)).or_insert_with(|| {
                    pairs.push((number, &task.train[sample].output));
                    pairs.len() - 1
                });
            }
        }
    }
    // Grids that are computed again are only there while they are compared.
    let at_once = match groups.keeps_all() {
        true => pairs.len().max(1),
        false => BLOCK,
    };
    let started = Instant::now();
    let mut totals: Vec<u64> = Vec::with_capacity(pairs.len());
    for pairs in pairs.chunks(at_once) {
        let numbers: Vec<GridNumber> = pairs.iter().map(|&(number, _)| number).collect();
        let grids = groups.load(&numbers, rerun);
        let pairs = grids.iter().zip(pairs);
        let pairs: Vec<(Grid, Grid)> = pairs
            .map(|(grid, (_, wanted))| {
                let grid = grid
                    .as_ref()
                    .map_or(Grid::new(0, 0, &[]), |grid| grid.view());
                (grid, wanted.view())
            })
            .collect();
        let mut run = options.run;
        run.limits.time = run.limits.time.saturating_sub(started.elapsed());
        let compared = differs.compare(task, &pairs, &run);
        totals.extend((0..pairs.len()).map(|pair| compared.total(pair)));
        stats.evaluations += compared.evaluations;
        stats.spent = stats.spent.plus(compared.spent);
        stats.ended = stats.ended.or(compared.ended);
    }
    for entry in entries {
        let key = groups.key(entry.group).iter().zip(&groups.wanted);
        let differ = key.enumerate().map(|(sample, (&number, &wanted))| {
            if number == NONE {
                0
            } else if number == wanted {
                differs.most()
            } else {
                totals[numbers[&(sample, number)]]
            }
        });
        entry.differ = differ.sum();
    }
    stats.pairs = pairs.len();
}

/// The grids of a candidate on some samples, computed once more. The limits only keep a value that has
/// been computed before from being computed for ever.
fn run_again(task: &Task, batt: &Batt, candidate: u32, samples: &[usize]) -> Vec<Option<GridBuf>> {
    let limits = Limits {
        steps: u64::MAX,
        cells: u64::MAX,
        time: AGAIN,
        ..Limits::default()
    };
    let options = Options {
        limits: TaskLimits {
            node: limits,
            given: limits,
            steps: u64::MAX,
            cells: u64::MAX,
            time: AGAIN,
            ..TaskLimits::default()
        },
        ..Options::default()
    };
    let all = Samples::of(task);
    let inputs: Vec<Grid> = samples.iter().map(|&sample| all.inputs[sample]).collect();
    let chosen = Samples {
        compared: inputs.clone(),
        inputs,
        ..all
    };
    let node = batt.candidates[candidate as usize].output;
    let plan = Plan::new(&batt.graph, &[node]);
    let (outputs, _) = run_on_cpu(&plan, &chosen, &options);
    (0..samples.len())
        .map(|sample| outputs.grid(0, sample).cloned())
        .collect()
}

/// The best groups, with their programs and outputs, and the attempts.
fn best_in_full<P: Probe>(
    batt: &Batt,
    task: &Task,
    (groups, rerun): (&Groups, Rerun),
    options: &ScoreOptions<P>,
    mut entries: Vec<Entry>,
) -> (Vec<RankedGroup>, Vec<Attempts>) {
    let key = |entry: &Entry| Reverse((entry.matched, entry.given, entry.differ));
    // Measuring programs is expensive, so it comes last.
    keep_best(&mut entries, options.keep, key);
    let measure = |entry: Entry| {
        let members = groups.members(entry.group);
        let is_given = |c| options.run.is_given(batt, c, &task.id);
        let programs = best_programs(batt, &task.id, members, options.programs.max(1), is_given);
        (entry, programs)
    };
    let mut ranked: Vec<(Entry, Vec<MeasuredProgram>)> = entries.into_iter().map(measure).collect();
    // No group is empty.
    let full_key = |(entry, programs): &(Entry, Vec<MeasuredProgram>)| {
        (key(entry), programs[0].cost, programs[0].length)
    };
    ranked.sort_unstable_by_key(|item| (full_key(item), item.1[0].candidate));
    let alike = |a: &_, b: &_| full_key(a) == full_key(b);
    break_ties(&mut ranked, options.keep, alike, |(_, programs)| {
        programs[0].text(batt, &task.id)
    });
    ranked.truncate(options.keep);
    let answers = ranked.iter().map(|(entry, _)| groups.key(entry.group));
    let attempts = |test: usize| {
        // Different numbers are different grids.
        let mut numbers = answers.clone().map(|key| key[task.train.len() + test]);
        let first = numbers.find(|&number| number != NONE);
        let second = numbers.find(|&number| number != NONE && Some(number) != first);
        let mut grids = groups.load(&[first, second].map(|n| n.unwrap_or(NONE)), rerun);
        [0, 1].map(|k| grids[k].take().map(Cow::into_owned))
    };
    let attempts = (0..task.test.len()).map(attempts).collect();
    let in_full = |(k, (entry, programs)): (usize, (Entry, Vec<MeasuredProgram>))| RankedGroup {
        candidates: programs.iter().map(|m| m.candidate).collect(),
        programs: groups.members(entry.group).len(),
        matched: entry.matched,
        differ: entry.differ,
        cost: programs[0].cost,
        length: programs[0].length,
        outputs: match options.outputs || k == 0 {
            false => Vec::new(),
            true => {
                let grids = groups.load(groups.key(entry.group), rerun).into_iter();
                grids.map(|grid| grid.map(Cow::into_owned)).collect()
            }
        },
    };
    (
        ranked.into_iter().enumerate().map(in_full).collect(),
        attempts,
    )
}

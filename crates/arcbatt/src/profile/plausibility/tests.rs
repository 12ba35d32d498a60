//! Any recording gives a possible profile, and impossible ones are found.

use super::impossible;
use crate::batt::{Mark, StepCounts};
use crate::dsl::{Callee, primitives};
use crate::histogram::Histogram;
use crate::profile::analysis::estimate::{Estimate, Scale};
use crate::profile::analysis::observation::{Observation, account};
use crate::profile::analysis::tables;
use crate::profile::model::{
    Category, Clock, Finding, Phase, PrimitiveRow, Profile, Projection, TaskRow, Truth,
};
use crate::profile::recorder::merged_tables::{MergedBranch, MergedTable};
use crate::profile::recorder::step_recorder::{LongestStep, PrimitiveStats};
use proptest::prelude::*;

/// The steps of a primitive, as a recorder could have counted them.
fn stats() -> impl Strategy<Value = PrimitiveStats> {
    let counts = (0..500u64, 0..100u64, 0..50u64, 0.0..1.0f64);
    let marks = prop::array::uniform6(0..100_000u64);
    (counts, 0..1_000_000u64, 1..400u64, 0.0..1.0f64, marks).prop_map(
        |((evaluations, shared, skipped, failing), ticks, steps, detailed, ticks_of)| {
            let mut row = PrimitiveStats {
                steps,
                ticks,
                counts: StepCounts {
                    evaluations,
                    shared,
                    skipped,
                    failures: (evaluations as f64 * failing) as u64,
                    ..StepCounts::default()
                },
                longest: LongestStep {
                    ticks: ticks / 2,
                    ..LongestStep::default()
                },
                runs: 1,
                detailed: (steps as f64 * detailed) as u64,
                squares: ticks as f64 * ticks as f64,
                ..PrimitiveStats::default()
            };
            let marks = [
                Mark::Limits,
                Mark::Gather,
                Mark::Lookup,
                Mark::Account,
                Mark::Number,
                Mark::Call,
            ];
            for (mark, ticks) in marks.into_iter().zip(ticks_of) {
                row.marks[mark as usize] = if row.detailed > 0 { ticks } else { 0 };
            }
            row
        },
    )
}

/// A branch: callee, caller, calls, ticks, and the share of ticks in its callees.
type BranchDraw = (usize, usize, u64, u64, f64);

/// A recording of a few primitives that call each other.
fn recording() -> impl Strategy<Value = MergedTable> {
    let rows = prop::collection::vec((0..12usize, stats()), 1..6);
    let branch = (0..12usize, 0..8usize, 0..600u64, 0..500_000u64, 0.0..1.0f64);
    let branches = prop::collection::vec(branch, 0..10);
    let times = prop::collection::vec(0..2_000_000u64, 0..40);
    (rows, branches, times, 0..10_000u64).prop_map(|(mut drawn, branches, times, own)| {
        drawn.sort_by_key(|(primitive, _)| *primitive);
        drawn.dedup_by_key(|(primitive, _)| *primitive);
        let callee = |k: usize| Callee::Primitive(primitives()[k]);
        let mut histogram = Histogram::default();
        times.iter().for_each(|&ticks| histogram.add(ticks));
        // A root per row comes first; the others are called by an earlier branch.
        let roots = drawn.len();
        let root = |(k, row): &(usize, PrimitiveStats)| {
            let calls = row.detailed.min(row.counts.evaluations);
            (*k, usize::MAX, calls, row.ticks, 0.0)
        };
        let all: Vec<BranchDraw> = drawn.iter().map(root).chain(branches).collect();
        let to_branch =
            |(at, (k, caller, calls, ticks, inner)): (usize, BranchDraw)| MergedBranch {
                callee: callee(k),
                parent: (at >= roots).then(|| caller % at),
                calls,
                ticks,
                inner: ((ticks as f64 * inner) as u64, calls),
                squares: ticks as f64 * ticks as f64,
            };
        let first = callee(drawn[0].0);
        MergedTable {
            branches: all.into_iter().enumerate().map(to_branch).collect(),
            rows: drawn.into_iter().map(|(k, row)| (callee(k), row)).collect(),
            times: vec![(first, histogram)],
            own,
            ..MergedTable::default()
        }
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn any_recording_gives_a_possible_profile(
        candidates in recording(),
        differs in recording(),
        ns_per_tick in 0.2..3.0f64,
        watching in (0.0..50.0f64, 0.0..50.0f64),
        wall in 0..10_000_000u64,
        idle in 0.0..1e7f64,
        waiting in 0.0..1e7f64,
    ) {
        let scale = Scale { ns_per_tick, watching };
        let mut estimate = Estimate::default();
        estimate.add("batt", &candidates, scale);
        estimate.add("score", &differs, scale);
        // The clocks of threads may disagree with that of the whole.
        let capacity = 2.0 * wall as f64;
        let observation = Observation {
            account: account(&mut estimate, wall, capacity, idle, waiting),
            estimate,
            clock: Clock { ns_per_tick, ..Clock::default() },
            ..Observation::default()
        };
        let mut profile = tables::profile(&observation);
        profile.overhead.detailed_percent = tables::detailed_percent(&observation);
        prop_assert_eq!(impossible(&profile), Vec::<String>::new());
    }
}

/// What is impossible about an empty profile with this change.
fn found(change: impl FnOnce(&mut Profile)) -> Vec<String> {
    let mut profile = Profile::default();
    assert_eq!(impossible(&profile), Vec::<String>::new());
    change(&mut profile);
    impossible(&profile)
}

#[test]
fn impossible_numbers_are_found() {
    let row = |row: PrimitiveRow| found(|profile| profile.primitives = vec![row]);
    let objects = PrimitiveRow {
        name: "objects".to_owned(),
        calls: 114,
        node_calls: 114,
        ..PrimitiveRow::default()
    };
    assert_eq!(
        row(objects.clone()),
        ["primitive objects: 114 calls in no time"]
    );
    let slow_median = PrimitiveRow {
        self_ns: 1,
        total_ns: 1,
        mean_ns: 100.0,
        p50_ns: 900,
        p99_ns: 901,
        ..objects
    };
    assert_eq!(row(slow_median), ["primitive objects: median: 900 of 251"]);
    let negative = found(|profile| profile.overhead.percent = -26.6);
    assert_eq!(negative, ["the cost of the profiler in percent is -26.6"]);
    let detail = found(|profile| profile.overhead.detailed_percent = 245.0);
    assert_eq!(detail, ["the calls timed in detail is 245 %"]);
    let remainder = found(|profile| profile.account.remainder_ns = -15);
    assert_eq!(remainder, ["-15 ns not accounted for"]);
    let rate = found(|profile| {
        profile.phases = vec![Phase {
            name: "card".to_owned(),
            unit: "candidates".to_owned(),
            rate: 4e11,
            ..Phase::default()
        }];
    });
    assert_eq!(rate, ["phase card: 400000000000 candidates/s"]);
    let nothing = found(|profile| {
        profile.verdict.findings = vec![Finding {
            sentence: "0 of 100 tasks not solved".to_owned(),
            ..Finding::default()
        }];
    });
    assert_eq!(
        nothing,
        ["a finding about nothing: 0 of 100 tasks not solved"]
    );
    let fits = found(|profile| {
        profile.truth = Truth {
            tasks: 3,
            fits: 4,
            ..Truth::default()
        };
    });
    assert_eq!(fits, ["tasks that fit: 4 of 3"]);
    let quantiles = found(|profile| {
        (profile.tasks.p50_ns, profile.tasks.max_ns) = (9, 7);
        (profile.tasks.p90_ns, profile.tasks.p99_ns) = (9, 9);
    });
    assert_eq!(
        quantiles,
        ["the quantiles of tasks are out of order: [9, 9, 9, 7]"]
    );
    let parts = found(|profile| {
        profile.framework = vec![Category {
            name: "planning".to_owned(),
            percent: 101.0,
            ..Category::default()
        }];
        profile.tasks.rows = vec![TaskRow {
            id: "a".to_owned(),
            batt_ns: 5,
            ..TaskRow::default()
        }];
    });
    assert_eq!(parts, ["planning is 101 %", "the parts of task a: 5 of 0"]);
    let ends = found(|profile| {
        profile.projections = vec![Projection {
            tasks: 400,
            low_ns: 9,
            high_ns: Some(8),
            ..Projection::default()
        }];
    });
    assert_eq!(ends, ["the ends of 400 tasks are out of order: [9, 0, 8]"]);
}

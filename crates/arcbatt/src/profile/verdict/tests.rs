//! Tests every threshold of the verdict from both sides.

use crate::profile::analysis::categories;
use crate::profile::model::{
    Account, Category, CategoryItem, Finding, Growth, Outlier, Phase, PhaseProjection,
    PrimitiveRow, Profile, Projection, RunTotals, Stack, TaskRow, Truth,
};
use crate::profile::verdict::verdict;

/// A profile of two threads without findings. One percent of the time is 10 ns.
fn calm() -> Profile {
    let mut profile = Profile {
        truth: Truth {
            tasks: 3,
            fits: 3,
            digest_on: "1".to_owned(),
            digest_off: "1".to_owned(),
            ..Truth::default()
        },
        account: Account {
            wall_ns: 500,
            capacity_ns: 1_000,
            ..Account::default()
        },
        runs: vec![RunTotals::default(); 4],
        ..Profile::default()
    };
    profile.subject.threads = 2;
    profile
}

fn findings(profile: &Profile) -> Vec<Finding> {
    verdict(profile, None).findings
}

fn of_kind(profile: &Profile, kind: &str) -> Vec<Finding> {
    let mut all = findings(profile);
    all.retain(|finding| finding.kind == kind);
    all
}

fn has(profile: &Profile, kind: &str) -> bool {
    !of_kind(profile, kind).is_empty()
}

#[test]
fn findings_save_time_at_the_largest_size() {
    let mut profile = calm();
    profile.subject.tasks = 3;
    profile.primitives = vec![primitive("objects", 50.0), primitive("fill", 20.0)];
    let phase = |name: &str, ns| PhaseProjection {
        name: name.to_owned(),
        ns,
        ..PhaseProjection::default()
    };
    // Of 400 tasks, loading is not part of what findings are about.
    profile.projections = vec![Projection {
        tasks: 400,
        phases: vec![phase("load", 5_000_000_000), phase("batt", 2_000_000_000)],
        ..Projection::default()
    }];
    let verdict = verdict(&profile, None);
    let texts: Vec<String> = verdict.findings.iter().map(Finding::saving_text).collect();
    assert_eq!(
        texts,
        [
            "saves at most 50 % of the whole, ~1.00 s at 400 tasks",
            "saves at most 20 % of the whole, ~400.0 ms at 400 tasks"
        ]
    );
    let together = "all together save at most 60 % of the whole, ~1.20 s at 400 tasks";
    assert_eq!(verdict.saving_text().unwrap(), together);
    // More tasks do not leave threads idle for longer.
    profile.account.idle_ns = 300;
    let idle = of_kind(&profile, "idle")[0].saving_text();
    assert_eq!(
        idle,
        "saves at most 30 % of the whole, ~150 ns at 400 tasks"
    );
    profile.account.idle_ns = 0;
    // Without a projection, at the size that was profiled.
    profile.projections.clear();
    profile.primitives.truncate(1);
    let verdict = crate::profile::verdict::verdict(&profile, None);
    let text = "saves at most 50 % of the whole, ~250 ns at 3 tasks";
    assert_eq!(verdict.findings[0].saving_text(), text);
    assert_eq!(verdict.saving_text(), None);
}

fn primitive(name: &str, percent: f64) -> PrimitiveRow {
    PrimitiveRow {
        name: name.to_owned(),
        percent,
        calls: 10,
        self_ns: (percent * 10.0) as u64,
        ..PrimitiveRow::default()
    }
}

fn category(name: &str, percent: f64) -> Category {
    Category {
        name: name.to_owned(),
        percent,
        ns: (percent * 10.0) as u64,
        count: 2,
        each_ns: 5.0 * percent,
        top: vec![CategoryItem::new("a part", 5, 2)],
    }
}

fn task(id: &str, percent: f64) -> TaskRow {
    TaskRow {
        id: id.to_owned(),
        percent,
        ns: (percent * 10.0) as u64,
        fits: true,
        ..TaskRow::default()
    }
}

#[test]
fn a_calm_profile_has_no_findings() {
    assert_eq!(findings(&calm()), []);
}

#[test]
fn a_primitive_from_10_percent_on_and_two_at_most() {
    let mut profile = calm();
    profile.primitives = vec![primitive("objects", 9.9)];
    assert!(!has(&profile, "primitive"));
    profile.primitives = ["a", "b", "c"].map(|name| primitive(name, 10.0)).to_vec();
    let found = of_kind(&profile, "primitive");
    assert_eq!(found.len(), 2);
    assert_eq!(found[0].sentence, "one primitive takes 10 % of the time: a");
    assert_eq!(found[0].saves_percent, 10.0);
    assert!(found[0].evidence.starts_with("10 calls, 10 ns each"));
}

#[test]
fn a_gpu_is_advised_only_if_it_pays() {
    let advice = |priority: &str, reason: &str| {
        let mut profile = calm();
        profile.primitives = vec![PrimitiveRow {
            gpu_priority: priority.to_owned(),
            gpu_reason: reason.to_owned(),
            ..primitive("objects", 50.0)
        }];
        of_kind(&profile, "primitive").remove(0).advice
    };
    assert!(advice("HIGH", "much").ends_with("or move it to a GPU in batches"));
    assert!(advice("", "too short").ends_with("a GPU would not help: too short"));
    assert!(!advice("", "").contains("GPU"));
}

#[test]
fn a_task_from_20_percent_on_among_three() {
    let mut profile = calm();
    profile.tasks.p50_ns = 50;
    profile.tasks.rows = vec![task("a", 19.9), task("b", 1.0), task("c", 1.0)];
    assert!(!has(&profile, "task"));
    profile.tasks.rows[0] = task("a", 20.0);
    let found = of_kind(&profile, "task");
    assert_eq!(found[0].sentence, "one task takes 20 % of the time: a");
    // It could save its time beyond the median.
    assert_eq!(found[0].saves_percent, 15.0);
    profile.tasks.rows.pop();
    assert!(!has(&profile, "task"), "one of two tasks always takes half");
}

#[test]
fn limits_are_one_finding() {
    let mut profile = calm();
    let limited = |id: &str| TaskRow {
        outlier: Some(Outlier {
            kind: "limit".to_owned(),
            words: "used up its time".to_owned(),
        }),
        ..task(id, 30.0)
    };
    profile.tasks.rows = vec![limited("a"), task("b", 1.0), task("c", 1.0)];
    let found = of_kind(&profile, "limit");
    assert_eq!(
        found[0].sentence,
        "1 task hits a limit and takes 30 % of the time: a"
    );
    assert!(!has(&profile, "task"));
    profile.tasks.rows = ["a", "b", "c", "d", "e"].map(limited).to_vec();
    let found = of_kind(&profile, "limit");
    let sentence = "5 tasks hit a limit and take 100 % of the time: a, b, c and 2 more";
    assert_eq!((found.len(), found[0].sentence.as_str()), (1, sentence));
}

#[test]
fn dispatch_if_overhead_exceeds_the_work_in_nodes() {
    let mut profile = calm();
    profile.primitives = vec![PrimitiveRow {
        node_calls: 10,
        ..primitive("size", 5.0)
    }];
    profile.framework = vec![
        category(categories::DISPATCH, 5.0),
        category(categories::EQUALITY, 15.0),
    ];
    profile.account.primitives_ns = 201;
    assert!(!has(&profile, "dispatch"));
    // Then equality is a finding of its own.
    assert!(has(&profile, "framework"));
    profile.account.primitives_ns = 199;
    let found = of_kind(&profile, "dispatch");
    let sentence = "dispatch-bound: 20 ns of overhead per node, 20 ns of work";
    assert_eq!(found[0].sentence, sentence);
    assert_eq!(found[0].saves_percent, 20.0);
    assert!(!has(&profile, "framework"), "no time counts twice");
    // A small share is no finding, however fast the nodes are.
    profile.account.primitives_ns = 0;
    profile.framework = vec![category(categories::DISPATCH, 9.9)];
    assert!(!has(&profile, "dispatch"));
    profile.framework = vec![category(categories::LIMITS, 10.0)];
    assert!(has(&profile, "dispatch"));
    profile.primitives.clear();
    assert!(
        !has(&profile, "dispatch"),
        "without calls there is no dispatch"
    );
}

#[test]
fn output_from_5_percent_on() {
    let mut profile = calm();
    profile.framework = vec![category(categories::OUTPUT, 4.9)];
    assert!(!has(&profile, "output"));
    profile.framework = vec![category(categories::OUTPUT, 5.0)];
    let found = of_kind(&profile, "output");
    assert_eq!(found[0].evidence, "50 ns, 2 times: a part");
    profile.framework = vec![category(categories::OUTPUT, 50.0)];
    assert!(!has(&profile, "framework"), "no time counts twice");
}

#[test]
fn framework_from_10_percent_on_and_two_at_most() {
    let mut profile = calm();
    profile.framework = vec![category(categories::PLANNING, 9.9)];
    assert!(!has(&profile, "framework"));
    profile.framework = [categories::PLANNING, categories::COPIES, categories::STORE]
        .map(|name| category(name, 10.0))
        .to_vec();
    let found = of_kind(&profile, "framework");
    assert_eq!(found.len(), 2);
    assert_eq!(found[0].sentence, "planning takes 10 % of the time");
    assert_eq!(found[0].evidence, "most of it: a part, 5 ns, 2 times");
    // The profiler is not part of the work.
    profile.framework = vec![category(categories::PROFILER, 50.0)];
    assert!(!has(&profile, "framework"));
}

#[test]
fn idle_from_20_percent_on_with_several_threads() {
    let mut profile = calm();
    profile.account.idle_ns = 199;
    assert!(!has(&profile, "idle"));
    profile.account.idle_ns = 200;
    profile.stacks = vec![Stack {
        frames: vec!["card".to_owned(), categories::MERGING.to_owned()],
        ns: 70,
        count: 1,
    }];
    let found = of_kind(&profile, "idle");
    assert_eq!(found[0].sentence, "threads are idle 20 % of the time");
    assert!(
        found[0]
            .evidence
            .contains("card merges on one thread for 70 ns")
    );
    profile.account.waiting_ns = 100;
    assert!(!has(&profile, "idle"), "a busy machine makes threads wait");
    profile.account.waiting_ns = 99;
    assert!(has(&profile, "idle"));
    profile.subject.threads = 1;
    assert!(!has(&profile, "idle"));
}

#[test]
fn a_phase_from_20_percent_on_and_how_it_grows() {
    let phase = |name: &str, percent: f64, words: &str| Phase {
        name: name.to_owned(),
        percent,
        ns: (percent * 10.0) as u64,
        unit: "samples".to_owned(),
        count: 1,
        growth: vec![Growth {
            by: "tasks".to_owned(),
            words: words.to_owned(),
            ..Growth::default()
        }],
        ..Phase::default()
    };
    let mut profile = calm();
    profile.phases = vec![phase("batt", 19.9, "grows with tasks")];
    assert!(!has(&profile, "phase"));
    profile.phases = vec![
        phase("card", 5.0, "grows with tasks"),
        phase("batt", 20.0, "grows with tasks"),
    ];
    let found = of_kind(&profile, "phase");
    assert_eq!(
        found[0].sentence,
        "batt takes most of the time on the clock: 20 %"
    );
    assert!(
        found[0]
            .evidence
            .ends_with("no phase grows faster than its work")
    );
    profile.phases[0] = phase("card", 5.0, "grows faster than tasks");
    let found = of_kind(&profile, "phase");
    assert!(!found[0].evidence.contains("no phase grows faster"));
}

#[test]
fn a_busy_machine_from_10_percent_on() {
    let mut profile = calm();
    profile.account.waiting_ns = 99;
    assert!(!has(&profile, "busy-machine"));
    profile.account.waiting_ns = 100;
    assert!(has(&profile, "busy-machine"));
}

#[test]
fn a_remainder_beyond_2_percent_either_way() {
    let mut profile = calm();
    for (percent, expected) in [(2.0, false), (2.1, true), (-2.0, false), (-2.1, true)] {
        profile.account.remainder_percent = percent;
        assert_eq!(has(&profile, "remainder"), expected, "{percent}");
    }
}

#[test]
fn wrong_answers_come_first_and_name_three() {
    let mut profile = calm();
    profile.truth.tasks = 5;
    profile.truth.fits = 1;
    profile.truth.known = 6;
    profile.truth.right = 2;
    profile.tasks.rows = ["a", "b", "c", "d"].map(|id| task(id, 1.0)).to_vec();
    for row in &mut profile.tasks.rows {
        row.fits = false;
    }
    profile.account.remainder_percent = 9.0;
    profile.primitives = vec![primitive("objects", 90.0)];
    let first = &findings(&profile)[0];
    assert_eq!(first.kind, "wrong-answers");
    assert!(
        first
            .sentence
            .starts_with("4 of 5 tasks without a program that fits")
    );
    let evidence = "do not fit: a, b, c and 1 more; 2 of 6 known test outputs right";
    assert_eq!(first.evidence, evidence);
    // All tasks fit, but a test output is wrong.
    let mut profile = calm();
    profile.truth.known = 3;
    profile.truth.right = 2;
    let first = &findings(&profile)[0];
    assert!(
        first
            .evidence
            .starts_with("only test outputs are wrong; 2 of 3")
    );
}

#[test]
fn at_most_seven_findings_the_largest_saving_first() {
    let mut profile = calm();
    profile.primitives = vec![primitive("a", 11.0), primitive("b", 12.0)];
    profile.framework = vec![
        category(categories::PLANNING, 30.0),
        category(categories::COPIES, 13.0),
        category(categories::OUTPUT, 14.0),
    ];
    profile.tasks.rows = vec![task("a", 40.0), task("b", 1.0), task("c", 1.0)];
    profile.account.idle_ns = 250;
    let all = findings(&profile);
    let saves: Vec<f64> = all.iter().map(|finding| finding.saves_percent).collect();
    assert_eq!(all.len(), 7);
    assert!(saves.is_sorted_by(|a, b| a >= b), "{saves:?}");
    profile.account.remainder_percent = 5.0;
    let with_remainder = findings(&profile);
    assert_eq!(with_remainder.len(), 7);
    assert_eq!(with_remainder[0].kind, "remainder");
    assert_eq!(with_remainder[1..], all[..6]);
}

#[test]
fn the_advice_for_scoring_fits_its_slowest_part() {
    let advice = |part: &str| {
        let mut profile = calm();
        let mut scoring = category(categories::SCORING, 50.0);
        scoring.top[0].name = part.to_owned();
        profile.framework = vec![scoring];
        of_kind(&profile, "framework").remove(0).advice
    };
    assert!(advice("matching demonstrations").contains("differs"));
    assert!(advice(categories::VERIFYING).contains("slowest programs"));
}

#[test]
fn time_below_zero_by_rounding_is_shown_as_none() {
    let lost = |remainder_ns: i64| {
        let account = Account {
            capacity_ns: 100_000,
            remainder_ns,
            remainder_percent: remainder_ns as f64 / 1_000.0,
            ..Account::default()
        };
        account.lost_ns()
    };
    assert_eq!([-15, 15, -5_000].map(lost), [0, 15, -5_000]);
}

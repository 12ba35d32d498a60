//! Findings about trust: everything that speaks against the figures of a profile.
//!
//! In: a profile, and an earlier one of the same work. Out: findings, the gravest first.

use super::{LEAST_SHARE, MOST_NAMED};
use crate::profile::analysis::categories;
use crate::profile::diff;
use crate::profile::model::{Finding, Profile, TaskRow, Unsolved};
use crate::text::{counted, some_of, time};

/// Everything to know before reading the times.
pub fn findings(profile: &Profile, earlier: Option<&Profile>) -> Vec<Finding> {
    let all = [
        wrong_answers(profile),
        own_limit(profile),
        earlier.map(|earlier| noise(profile, earlier)),
        unchecked(profile),
        remainder(profile),
        busy_machine(profile),
    ];
    all.into_iter().flatten().collect()
}

fn wrong_answers(profile: &Profile) -> Option<Finding> {
    let truth = &profile.truth;
    if truth.fits == truth.tasks && truth.right == truth.known {
        return None;
    }
    let open = profile.tasks.rows.iter().filter(|row| !row.fits);
    let open: Vec<&str> = open.map(|row| row.id.as_str()).collect();
    let named = match open.is_empty() {
        true => "only test outputs are wrong".to_owned(),
        false => format!("do not fit: {}", some_of(&open, MOST_NAMED)),
    };
    let sentence = match truth.tasks - truth.fits.min(truth.tasks) {
        0 => "some test outputs are wrong: the timings are not those of right answers".to_owned(),
        open => format!(
            "{open} of {} without a program that fits: their timings are not meaningful",
            counted(truth.tasks, "task"),
        ),
    };
    let known = counted(truth.known, "known test output");
    let reason = profile.tasks.rows.iter().find_map(|row| {
        let reason = row.unsolved.as_ref()?;
        Some(format!("; {}: {}", row.id, reason.words))
    });
    let reason = reason.unwrap_or_default();
    Some(Finding::new(
        "wrong-answers",
        sentence,
        format!("{named}; {} of {known} right{reason}", truth.right),
        "find right solvers first; until then these are times of a failing search",
    ))
}

/// Tasks whose own solver hit a limit.
fn own_limit(profile: &Profile) -> Option<Finding> {
    let rows = profile.tasks.rows.iter();
    let rows = rows.filter_map(|row| Some((row, row.unsolved.as_ref()?)));
    let cut: Vec<(&TaskRow, &Unsolved)> = rows.filter(|(_, why)| why.kind == "limit").collect();
    let (first, why) = cut.first()?;
    let ids: Vec<&str> = cut.iter().map(|(row, _)| row.id.as_str()).collect();
    let tasks = counted(cut.len(), "task");
    let mut options: Vec<&str> = cut.iter().map(|(_, why)| why.option.as_str()).collect();
    options.retain(|option| !option.is_empty());
    options.sort_unstable();
    options.dedup();
    let advice = match options.is_empty() {
        true => "this limit is fixed: make the line cheaper".to_owned(),
        false => format!("raise {}, or make the line cheaper", options.join(" and ")),
    };
    Some(Finding::new(
        "own-limit",
        format!(
            "the own solver of {tasks} was cut by a limit: {}",
            some_of(&ids, MOST_NAMED)
        ),
        format!("{}: {}", first.id, why.words),
        &advice,
    ))
}

fn noise(profile: &Profile, earlier: &Profile) -> Finding {
    let change = diff::whole(earlier, profile);
    let sentence = match change.kind {
        diff::Kind::Same => "as fast as the last run, within noise".to_owned(),
        diff::Kind::Improved => format!("{:.0} % faster than the last run", -change.percent),
        diff::Kind::Regressed => format!("{:.0} % slower than the last run", change.percent),
        _ => "the last run did other work".to_owned(),
    };
    let evidence = format!(
        "{} per computed call, {} before; runs of the same work vary by {:.0} %",
        time(change.after),
        time(change.before),
        change.noise_percent
    );
    let advice = match change.kind {
        diff::Kind::Same => "ignore smaller differences",
        _ => "`arcbatt profile diff` shows where",
    };
    Finding::new("noise", sentence, evidence, advice)
}

/// A run that was not repeated without a profiler.
fn unchecked(profile: &Profile) -> Option<Finding> {
    let mut categories = profile.framework.iter();
    let is_search = categories.any(|category| category.name == categories::SEARCH);
    let (evidence, advice) = match is_search {
        true => (
            "a search runs only once",
            "to compare, search with --steps, with and without --profile",
        ),
        false => (
            "the run was too long to repeat",
            "`arcbatt profile --tasks 50` compares them on some tasks",
        ),
    };
    profile.truth.digest_off.is_empty().then(|| {
        Finding::new(
            "unchecked",
            "the answers were not compared with a run without the profiler".to_owned(),
            evidence.to_owned(),
            advice,
        )
    })
}

/// Time that no row or category counts.
fn remainder(profile: &Profile) -> Option<Finding> {
    let account = &profile.account;
    let percent = account.remainder_percent;
    (percent.abs() > 2.0).then(|| {
        Finding::new(
            "remainder",
            format!("{percent:.1} % of the time of all threads is not accounted for"),
            format!(
                "{} of {}; the run is too short or the machine too busy for exact figures",
                time(account.remainder_ns as f64),
                time(account.capacity_ns as f64)
            ),
            "profile more tasks, or on an idle machine",
        )
    })
}

/// Other programs used the processors.
fn busy_machine(profile: &Profile) -> Option<Finding> {
    let account = &profile.account;
    let share = 100.0 * account.waiting_ns as f64 / account.capacity_ns.max(1) as f64;
    (share >= LEAST_SHARE).then(|| {
        Finding::new(
            "busy-machine",
            format!("the machine is busy: other programs took {share:.0} % of the time"),
            format!(
                "threads waited for a processor for {} of {}; that time is excluded below",
                time(account.waiting_ns as f64),
                time(account.capacity_ns as f64)
            ),
            "trust the shares; measure times and growth on an idle machine",
        )
    })
}

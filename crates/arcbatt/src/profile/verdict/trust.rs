//! How far the figures of a profile can be trusted: a sentence for each thing that speaks against
//! it.
//!
//! In: a profile, and an earlier one of the same work. Out: findings, the gravest first; they save
//! nothing by themselves.

use crate::profile::analysis::categories;
use crate::profile::diff;
use crate::profile::model::{Finding, Profile};
use crate::profile::verdict::{WORTH, some_of};
use crate::text::{counted, time};

/// All that is to be known before the times are read.
pub fn findings(profile: &Profile, earlier: Option<&Profile>) -> Vec<Finding> {
    let mut findings = Vec::new();
    wrong_answers(profile, &mut findings);
    noise(profile, earlier, &mut findings);
    unchecked(profile, &mut findings);
    remainder(profile, &mut findings);
    busy_machine(profile, &mut findings);
    findings
}

fn wrong_answers(profile: &Profile, findings: &mut Vec<Finding>) {
    let truth = &profile.truth;
    if truth.solved == truth.tasks && truth.right == truth.known {
        return;
    }
    let unsolved = profile.tasks.rows.iter().filter(|row| !row.solved);
    let unsolved: Vec<String> = unsolved.map(|row| row.id.clone()).collect();
    let named = match unsolved.is_empty() {
        true => "test outputs alone are wrong".to_owned(),
        false => format!("not solved: {}", some_of(&unsolved)),
    };
    findings.push(Finding {
        kind: "wrong-answers".to_owned(),
        sentence: format!(
            "{} of {} not solved: what they take says nothing about right answers",
            truth.tasks - truth.solved.min(truth.tasks),
            counted(truth.tasks, "task"),
        ),
        evidence: format!(
            "{named}; {} of {} right",
            truth.right,
            counted(truth.known, "known test output")
        ),
        advice: "find solvers that are right first; read the rest as the time of a search"
            .to_owned(),
        saves_percent: 0.0,
    });
}

fn noise(profile: &Profile, earlier: Option<&Profile>, findings: &mut Vec<Finding>) {
    let Some(earlier) = earlier else { return };
    let change = diff::whole(earlier, profile);
    let words = match change.kind {
        diff::Kind::Same => "within noise of the last run".to_owned(),
        diff::Kind::Improved => format!("{:.0} % faster than the last run", -change.percent),
        diff::Kind::Regressed => format!("{:.0} % slower than the last run", change.percent),
        _ => "the last run did other work".to_owned(),
    };
    findings.push(Finding {
        kind: "noise".to_owned(),
        sentence: words,
        evidence: format!(
            "{} a call computed, {} before; runs of the same work differ by {:.0} %",
            time(change.after),
            time(change.before),
            change.noise_percent
        ),
        advice: match change.kind {
            diff::Kind::Same => "do not read anything into smaller differences".to_owned(),
            _ => "`arcbatt profile diff` shows where".to_owned(),
        },
        saves_percent: 0.0,
    });
}

/// Whether it is the profile of a session.
fn is_search(profile: &Profile) -> bool {
    let mut categories = profile.framework.iter();
    categories.any(|category| category.name == categories::SEARCH)
}

/// A run that was not done again without a profiler.
fn unchecked(profile: &Profile, findings: &mut Vec<Finding>) {
    if profile.truth.digest_off.is_empty() {
        findings.push(Finding {
            kind: "unchecked".to_owned(),
            sentence: "the answers were not compared with those of a run without a profiler"
                .to_owned(),
            evidence: match is_search(profile) {
                true => "a search is done once".to_owned(),
                false => "the run was too long to be done twice".to_owned(),
            },
            advice: match is_search(profile) {
                true => "search again without --profile, with --steps, to compare".to_owned(),
                false => "`arcbatt profile --tasks 50` compares them on some tasks".to_owned(),
            },
            saves_percent: 0.0,
        });
    }
}

/// Other programs had the processors.
fn busy_machine(profile: &Profile, findings: &mut Vec<Finding>) {
    let account = &profile.account;
    let share = 100.0 * account.waiting_ns as f64 / account.capacity_ns.max(1) as f64;
    if share < WORTH {
        return;
    }
    findings.push(Finding {
        kind: "busy-machine".to_owned(),
        sentence: format!("other programs took {share:.0} % of the time: the machine is busy"),
        evidence: format!(
            "threads had work but no processor for {} of {}; what follows is without that time",
            time(account.waiting_ns as f64),
            time(account.capacity_ns as f64)
        ),
        advice: "trust shares; measure times and growth on a quiet machine".to_owned(),
        saves_percent: 0.0,
    });
}

fn remainder(profile: &Profile, findings: &mut Vec<Finding>) {
    let percent = profile.account.remainder_percent;
    if percent.abs() <= 2.0 {
        return;
    }
    findings.push(Finding {
        kind: "remainder".to_owned(),
        sentence: format!("{percent:.1} % of the time of all threads is not accounted for"),
        evidence: format!(
            "{} of {}; a run this short, or a machine this busy, is measured badly",
            time(profile.account.remainder_ns as f64),
            time(profile.account.capacity_ns as f64)
        ),
        advice: "profile more tasks, or on a quiet machine".to_owned(),
        saves_percent: 0.0,
    });
}

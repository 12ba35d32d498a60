//! The verdict: at most seven ranked sentences, each with its evidence, what to do, and what that
//! would save of the whole.
//!
//! What never happens here: a sentence about speed on answers that differ from those without a
//! profiler.

use super::categories;
use super::diff;
use super::estimate::CLOSURES;
use super::model::{Finding, Profile, TaskRow, Verdict};
use super::text::{count, counted, time, times};

/// Sentences at most.
pub(super) const MOST: usize = 7;
/// A task, primitive, category or phase is worth a sentence from this share on, in percent.
const WORTH: f64 = 10.0;
/// Tasks that are named one by one.
const NAMED: usize = 3;

/// The verdict on a profile, next to an earlier one of the same work.
pub fn verdict(profile: &Profile, earlier: Option<&Profile>) -> Verdict {
    let truth = &profile.truth;
    if !truth.holds() && !truth.digest_off.is_empty() {
        let named = some_of(&truth.differing);
        return Verdict {
            refused: Some(format!(
                "the answers with profiling on differ from those with profiling off ({named}): \
                 find out why before looking at any time"
            )),
            findings: Vec::new(),
        };
    }
    let mut speed = Vec::new();
    limits(profile, &mut speed);
    one_task(profile, &mut speed);
    one_primitive(profile, &mut speed);
    dispatch(profile, &mut speed);
    output(profile, &mut speed);
    framework(profile, &mut speed);
    idle(profile, &mut speed);
    phase(profile, &mut speed);
    speed.sort_by(|a, b| b.saves_percent.total_cmp(&a.saves_percent));
    let mut findings = Vec::new();
    wrong_answers(profile, &mut findings);
    noise(profile, earlier, &mut findings);
    unchecked(profile, &mut findings);
    remainder(profile, &mut findings);
    busy_machine(profile, &mut findings);
    findings.extend(speed);
    findings.truncate(MOST);
    Verdict {
        refused: None,
        findings,
    }
}

fn some_of(names: &[String]) -> String {
    let mut text = names[..names.len().min(NAMED)].join(", ");
    if let more @ 1.. = names.len().saturating_sub(NAMED) {
        text.push_str(&format!(" and {more} more"));
    }
    text
}

/// What a part of the time of all threads is of the time on the clock: threads that wait for it
/// wait all the same.
fn of_whole(profile: &Profile, ns: f64) -> f64 {
    100.0 * ns / profile.account.busy_ns().max(1) as f64
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

/// Outliers that ran into a limit, as one.
fn limits(profile: &Profile, findings: &mut Vec<Finding>) {
    let limited = |row: &&TaskRow| row.outlier.as_ref().is_some_and(|o| o.kind == "limit");
    let rows: Vec<&TaskRow> = profile.tasks.rows.iter().filter(limited).collect();
    let Some(first) = rows.first() else { return };
    let ns: u64 = rows.iter().map(|row| row.ns).sum();
    let ids: Vec<String> = rows.iter().map(|row| row.id.clone()).collect();
    let words = first.outlier.as_ref().map_or("", |o| o.words.as_str());
    let saves = of_whole(profile, ns as f64);
    findings.push(Finding {
        kind: "limit".to_owned(),
        sentence: format!(
            "{} into a limit and {saves:.0} % of the time: {}",
            match rows.len() {
                1 => "one task runs".to_owned(),
                n => format!("{n} tasks run"),
            },
            some_of(&ids)
        ),
        evidence: format!("{}: {words}; {}", first.id, time(first.ns as f64)),
        advice: "look for a program that never ends there, or lower the limits".to_owned(),
        saves_percent: saves,
    });
}

fn one_task(profile: &Profile, findings: &mut Vec<Finding>) {
    let tasks = &profile.tasks;
    let Some(row) = tasks.rows.first() else {
        return;
    };
    let is_limit = row.outlier.as_ref().is_some_and(|o| o.kind == "limit");
    if tasks.rows.len() < 3 || row.percent < 2.0 * WORTH || is_limit {
        return;
    }
    let why = match &row.outlier {
        Some(outlier) => outlier.words.clone(),
        None => format!("{} calls computed", count(row.evaluations as f64)),
    };
    let saved = row.ns.saturating_sub(tasks.p50_ns);
    findings.push(Finding {
        kind: "task".to_owned(),
        sentence: format!("one task is {:.0} % of the time: {}", row.percent, row.id),
        evidence: format!(
            "{} where half of the tasks take at most {}; {why}",
            time(row.ns as f64),
            time(tasks.p50_ns as f64)
        ),
        advice: "look at this task before anything else, and at means only without it".to_owned(),
        saves_percent: of_whole(profile, saved as f64),
    });
}

fn one_primitive(profile: &Profile, findings: &mut Vec<Finding>) {
    let rows = profile.primitives.iter().filter(|row| row.percent >= WORTH);
    for row in rows.take(2) {
        let (sentence, advice) = match row.name.as_str() {
            CLOSURES => (
                format!("calling made functions is {:.0} % of the time", row.percent),
                "programs that compose fewer functions, or primitives that take none".to_owned(),
            ),
            name => (
                format!("one primitive is {:.0} % of the time: {name}", row.percent),
                match row.gpu_reason.as_str() {
                    "" => format!("make {name} faster, or call it less often"),
                    why if row.gpu_priority.is_empty() => {
                        format!("make {name} faster; a GPU is no way out: {why}")
                    }
                    _ => format!("make {name} faster, or move it to a GPU in batches"),
                },
            ),
        };
        let mut place = String::new();
        if !row.max_node.is_empty() {
            place = format!("; longest {} on {}", row.max_node, row.max_task);
        }
        findings.push(Finding {
            kind: "primitive".to_owned(),
            sentence,
            evidence: format!(
                "{} calls, {} each (half at most {}){place}",
                count(row.calls as f64),
                time(row.self_ns as f64 / row.calls.max(1) as f64),
                time(row.p50_ns as f64),
            ),
            advice,
            saves_percent: row.percent,
        });
    }
}

fn dispatch(profile: &Profile, findings: &mut Vec<Finding>) {
    let names = [
        categories::DISPATCH,
        categories::LIMITS,
        categories::EQUALITY,
    ];
    let around = profile.framework.iter();
    let around = around.filter(|c| names.contains(&c.name.as_str()));
    let ns: u64 = around.map(|category| category.ns).sum();
    let calls: u64 = profile.primitives.iter().map(|row| row.node_calls).sum();
    let inside = profile.account.primitives_ns as f64 / calls.max(1) as f64;
    let outside = ns as f64 / calls.max(1) as f64;
    let share = of_whole(profile, ns as f64);
    if calls == 0 || outside < inside || share < WORTH {
        return;
    }
    findings.push(Finding {
        kind: "dispatch".to_owned(),
        sentence: format!(
            "dispatch-bound: {} around a node against {} of work in it",
            time(outside),
            time(inside)
        ),
        evidence: format!("dispatch, limits and equality are {share:.0} % of the time"),
        advice: "fewer, larger nodes: merge more, or batch samples".to_owned(),
        saves_percent: share,
    });
}

fn output(profile: &Profile, findings: &mut Vec<Finding>) {
    let output = profile.framework.iter();
    let output = output.filter(|c| c.name == categories::OUTPUT && c.percent >= WORTH / 2.0);
    for category in output {
        let top = category.top.first();
        findings.push(Finding {
            kind: "output".to_owned(),
            sentence: format!(
                "output is {:.0} % of the time: logging or printing while the work is done",
                category.percent
            ),
            evidence: format!(
                "{}, {}: {}",
                time(category.ns as f64),
                times(category.count as f64),
                top.map_or("", |item| item.name.as_str()),
            ),
            advice: "take it out of the hot path: nothing that is not work belongs there"
                .to_owned(),
            saves_percent: category.percent,
        });
    }
}

fn framework(profile: &Profile, findings: &mut Vec<Finding>) {
    let told = [
        categories::OUTPUT,
        categories::DISPATCH,
        categories::PROFILER,
    ];
    let others = profile.framework.iter();
    // Time that another sentence counts already is not promised twice.
    let bound = findings.iter().any(|finding| finding.kind == "dispatch");
    let with_dispatch = [categories::LIMITS, categories::EQUALITY];
    let others = others.filter(|c| {
        let name = c.name.as_str();
        let counted = told.contains(&name) || (bound && with_dispatch.contains(&name));
        !counted && c.percent >= WORTH
    });
    for category in others.take(2) {
        let top = category.top.first();
        findings.push(Finding {
            kind: "framework".to_owned(),
            sentence: format!("{} is {:.0} % of the time", category.name, category.percent),
            evidence: top.map_or(String::new(), |item| {
                format!(
                    "most of it {}: {}, {}",
                    item.name,
                    time(item.ns as f64),
                    times(item.count as f64)
                )
            }),
            advice: format!("do less of it: {}", advice_for(&category.name)),
            saves_percent: category.percent,
        });
    }
}

fn advice_for(category: &str) -> &'static str {
    match category {
        categories::PLANNING => "plan once for tasks that run the same candidates",
        categories::COPIES => "smaller values, less memory made and freed",
        categories::EQUALITY => "cheaper hashes, or equivalence only where it spares work",
        categories::CANDIDATES => "fewer candidates, or reuse of those that did not change",
        categories::SCORING => "fewer candidates for differs to look at",
        categories::RESULTS => "keep equal outputs once",
        categories::STORE => "keep more seldom",
        categories::SEARCH => "fewer calls that lead nowhere, or cheaper looks at what is new",
        categories::SET_UP => "more tasks in one run, so that starting counts for less",
        _ => "see what it is made of below",
    }
}

fn idle(profile: &Profile, findings: &mut Vec<Finding>) {
    let account = &profile.account;
    let share = 100.0 * account.idle_ns as f64 / account.capacity_ns.max(1) as f64;
    // Where threads wait for processors, others wait for them.
    let waiting = account.waiting_ns as f64 / account.capacity_ns.max(1) as f64;
    if profile.subject.threads < 2 || share < 2.0 * WORTH || 100.0 * waiting >= WORTH {
        return;
    }
    let card = profile.stacks.iter().filter(|s| s.frames[0] == "card");
    let card: u64 = card.map(|stack| stack.ns).sum();
    let longest = profile.tasks.rows.first();
    findings.push(Finding {
        kind: "idle".to_owned(),
        sentence: format!("threads are idle {share:.0} % of the time"),
        evidence: format!(
            "{} of {} in {}{}{}",
            time(account.idle_ns as f64),
            time(account.capacity_ns as f64),
            counted(profile.subject.threads, "thread"),
            match card {
                0 => String::new(),
                card => format!("; card runs alone for {}", time(card as f64)),
            },
            longest.map_or(String::new(), |row| {
                format!(", the longest task {} for {}", row.id, time(row.ns as f64))
            })
        ),
        advice: "work for all threads: more tasks at once, or fewer threads".to_owned(),
        saves_percent: share,
    });
}

fn phase(profile: &Profile, findings: &mut Vec<Finding>) {
    let dearest = profile.phases.iter().max_by_key(|phase| phase.ns);
    let Some(phase) = dearest.filter(|phase| phase.percent >= 2.0 * WORTH) else {
        return;
    };
    let steep = profile.phases.iter().flat_map(|p| &p.growth);
    let steep = steep
        .filter(|growth| growth.words.contains("faster"))
        .count();
    let growth = phase.growth.iter().find(|growth| growth.by == "tasks");
    findings.push(Finding {
        kind: "phase".to_owned(),
        sentence: format!(
            "most of the time on the clock is {}: {:.0} %",
            phase.name, phase.percent
        ),
        evidence: format!(
            "{} for {}{}{}",
            time(phase.ns as f64),
            counted(phase.count, phase.unit.trim_end_matches('s')),
            growth.map_or(String::new(), |growth| {
                format!(
                    ", {} (fit within {:.0} %)",
                    growth.words, growth.error_percent
                )
            }),
            match steep {
                0 if growth.is_some() => "; no phase grows faster than its work",
                _ => "",
            }
        ),
        advice: format!("whatever else is made faster, {} sets the pace", phase.name),
        // Said for orientation: the other sentences say what can be saved of it.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profile::model::{Account, RunTotals, Truth};

    fn honest() -> Profile {
        Profile {
            truth: Truth {
                tasks: 2,
                solved: 2,
                digest_on: "1".to_owned(),
                digest_off: "1".to_owned(),
                ..Truth::default()
            },
            account: Account {
                capacity_ns: 1_000,
                ..Account::default()
            },
            runs: vec![
                RunTotals {
                    wall_ns: 1_000,
                    evaluations: 10,
                    ..RunTotals::default()
                };
                4
            ],
            ..Profile::default()
        }
    }

    #[test]
    fn no_verdict_on_answers_that_hang_on_the_profiler() {
        let mut profile = honest();
        profile.truth.digest_on = "2".to_owned();
        profile.truth.differing = vec!["half_turn".to_owned()];
        let verdict = verdict(&profile, None);
        assert!(verdict.refused.unwrap().contains("half_turn"));
        assert_eq!(verdict.findings, []);
    }

    #[test]
    fn the_last_run_is_compared_with() {
        let profile = honest();
        let sentence = |earlier: &Profile| {
            let verdict = verdict(&profile, Some(earlier));
            verdict.findings[0].sentence.clone()
        };
        assert_eq!(sentence(&profile), "within noise of the last run");
        let mut slower = honest();
        for run in &mut slower.runs {
            run.wall_ns *= 2;
        }
        assert_eq!(sentence(&slower), "50 % faster than the last run");
    }

    #[test]
    fn what_is_not_accounted_for_is_told() {
        let mut profile = honest();
        profile.account.remainder_percent = 7.0;
        assert_eq!(verdict(&profile, None).findings[0].kind, "remainder");
        profile.account.remainder_percent = 1.0;
        assert_eq!(verdict(&profile, None).findings, []);
    }

    #[test]
    fn a_run_that_was_not_compared_is_told() {
        let mut profile = honest();
        profile.truth.digest_off.clear();
        assert_eq!(verdict(&profile, None).findings[0].kind, "unchecked");
    }
}

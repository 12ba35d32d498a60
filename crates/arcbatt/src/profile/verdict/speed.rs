//! What takes the time, a sentence each: tasks, primitives, framework, threads that wait, phases.
//!
//! In: a profile whose answers hold. Out: findings, each with what it would save of the whole.
//! What never happens here: the same time promised twice.

use crate::profile::analysis::categories;
use crate::profile::analysis::estimate::CLOSURES;
use crate::profile::model::{Finding, Profile, TaskRow};
use crate::profile::verdict::{WORTH, some_of};
use crate::text::{count, counted, time, times};

/// All that takes the time, what saves most first.
pub fn findings(profile: &Profile) -> Vec<Finding> {
    let mut findings = Vec::new();
    limits(profile, &mut findings);
    one_task(profile, &mut findings);
    one_primitive(profile, &mut findings);
    dispatch(profile, &mut findings);
    output(profile, &mut findings);
    framework(profile, &mut findings);
    idle(profile, &mut findings);
    phase(profile, &mut findings);
    findings.sort_by(|a, b| b.saves_percent.total_cmp(&a.saves_percent));
    findings
}

/// What a part of the time of all threads is of the time on the clock: threads that wait for it
/// wait all the same.
fn of_whole(profile: &Profile, ns: f64) -> f64 {
    100.0 * ns / profile.account.busy_ns().max(1) as f64
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

//! Findings about speed: the tasks, primitives, framework, idle threads and phases that take time.
//!
//! In: a profile whose answers hold. Out: findings, each with the share of the whole it could save.
//! Invariant: no time is counted in two findings.

use super::{LEAST_SHARE, MOST_NAMED};
use crate::profile::analysis::categories;
use crate::profile::analysis::estimate::CLOSURES;
use crate::profile::model::{Category, Finding, PrimitiveRow, Profile, TaskRow};
use crate::text::{counted, counted_short, some_of, time, times};

/// All findings about speed, the largest saving first.
pub fn findings(profile: &Profile) -> Vec<Finding> {
    let slow = profile.primitives.iter();
    let slow = slow.filter(|row| row.percent >= LEAST_SHARE).take(2);
    let dispatch = dispatch(profile);
    let is_dispatch_bound = dispatch.is_some();
    let mut findings = Vec::new();
    findings.extend(limits(profile));
    findings.extend(one_task(profile));
    findings.extend(slow.map(one_primitive));
    findings.extend(dispatch);
    findings.extend(output(profile));
    findings.extend(framework(profile, is_dispatch_bound));
    findings.extend(idle(profile));
    findings.extend(phase(profile));
    findings.sort_by(|a, b| b.saves_percent.total_cmp(&a.saves_percent));
    findings
}

/// A part of the busy time of all threads, in percent. Idle threads stay idle if it is saved.
pub fn share_of_busy(profile: &Profile, ns: f64) -> f64 {
    (100.0 * ns / profile.account.busy_ns().max(1) as f64).min(100.0)
}

fn is_limited(row: &TaskRow) -> bool {
    row.outlier.as_ref().is_some_and(|o| o.kind == "limit")
}

/// All tasks that hit a limit, as one finding.
fn limits(profile: &Profile) -> Option<Finding> {
    let rows = profile.tasks.rows.iter();
    let rows: Vec<&TaskRow> = rows.filter(|row| is_limited(row)).collect();
    let first = rows.first()?;
    let ns: u64 = rows.iter().map(|row| row.ns).sum();
    let ids: Vec<&str> = rows.iter().map(|row| row.id.as_str()).collect();
    let reason = first.outlier.as_ref().map_or("", |o| o.words.as_str());
    let saves = share_of_busy(profile, ns as f64);
    let tasks = match rows.len() {
        1 => "1 task hits a limit and takes".to_owned(),
        n => format!("{n} tasks hit a limit and take"),
    };
    let sentence = format!(
        "{tasks} {saves:.0} % of the time: {}",
        some_of(&ids, MOST_NAMED)
    );
    let evidence = format!("{}: {reason}; {}", first.id, time(first.ns as f64));
    let is_own = |row: &&TaskRow| row.unsolved.as_ref().is_some_and(|why| why.kind == "limit");
    let advice = match (rows.iter().all(is_own), rows.iter().any(is_own)) {
        (true, _) => "the tasks' own solvers were cut: see the finding about them",
        (false, true) => {
            "run fewer mutants; some tasks' own solvers were cut, too: see the finding about them"
        }
        (false, false) => {
            "a mutant or a program of another task ran away, not the task's own solver: run fewer mutants"
        }
    };
    Some(Finding::new("limit", sentence, evidence, advice).saving(saves))
}

fn one_task(profile: &Profile) -> Option<Finding> {
    let tasks = &profile.tasks;
    let row = tasks.rows.first()?;
    if tasks.rows.len() < 3 || row.percent < 2.0 * LEAST_SHARE || is_limited(row) {
        return None;
    }
    let reason = match &row.outlier {
        Some(outlier) => outlier.words.clone(),
        None if row.evaluations == 0 => counted(row.candidates, "candidate"),
        None => format!("{} computed", counted_short(row.evaluations as f64, "call")),
    };
    let sentence = format!(
        "one task takes {:.0} % of the time: {}",
        row.percent, row.id
    );
    let evidence = format!(
        "{}, the median task {}; {reason}",
        time(row.ns as f64),
        time(tasks.p50_ns as f64)
    );
    let advice = "look at this task first, and leave it out of means";
    let saved = row.ns.saturating_sub(tasks.p50_ns);
    let saves = share_of_busy(profile, saved as f64);
    Some(Finding::new("task", sentence, evidence, advice).saving(saves))
}

fn one_primitive(row: &PrimitiveRow) -> Finding {
    let (sentence, advice) = match row.name.as_str() {
        CLOSURES => (
            format!("calling closures takes {:.0} % of the time", row.percent),
            "compose fewer functions, or use primitives that take none".to_owned(),
        ),
        name => (
            format!(
                "one primitive takes {:.0} % of the time: {name}",
                row.percent
            ),
            match row.gpu_reason.as_str() {
                "" => format!("make {name} faster, or call it less often"),
                why if row.gpu_priority.is_empty() => {
                    format!("make {name} faster; a GPU would not help: {why}")
                }
                _ => format!("make {name} faster, or move it to a GPU in batches"),
            },
        ),
    };
    let longest = match row.max_node.is_empty() {
        true => String::new(),
        false => format!("; longest: {} on {}", row.max_node, row.max_task),
    };
    let evidence = format!(
        "{}, {} each (median {}){longest}",
        row.calls_text(),
        time(row.self_ns as f64 / row.calls.max(1) as f64),
        time(row.p50_ns as f64),
    );
    Finding::new("primitive", sentence, evidence, &advice).saving(row.percent)
}

fn dispatch(profile: &Profile) -> Option<Finding> {
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
    let share = share_of_busy(profile, ns as f64);
    if calls == 0 || outside < inside || share < LEAST_SHARE {
        return None;
    }
    let sentence = format!(
        "dispatch-bound: {} of overhead per node, {} of work",
        time(outside),
        time(inside)
    );
    let evidence = format!("dispatch, limits and equality take {share:.0} % of the time");
    let advice = "use fewer, larger nodes: merge more, or batch samples";
    Some(Finding::new("dispatch", sentence, evidence, advice).saving(share))
}

fn output(profile: &Profile) -> Option<Finding> {
    let mut categories = profile.framework.iter();
    let category = categories.find(|category| category.name == categories::OUTPUT)?;
    if category.percent < LEAST_SHARE / 2.0 {
        return None;
    }
    let sentence = format!(
        "output takes {:.0} % of the time: the work logs or prints while it runs",
        category.percent
    );
    let top = category.top.first().map_or("", |item| item.name.as_str());
    let evidence = format!(
        "{}, {}: {top}",
        time(category.ns as f64),
        times(category.count as f64),
    );
    let advice = "move it out of the hot path";
    Some(Finding::new("output", sentence, evidence, advice).saving(category.percent))
}

/// The two slowest categories that no other finding counts.
fn framework(profile: &Profile, is_dispatch_bound: bool) -> impl Iterator<Item = Finding> {
    let others = profile.framework.iter().filter(move |category| {
        let counted = match category.name.as_str() {
            categories::OUTPUT | categories::DISPATCH | categories::PROFILER => true,
            categories::LIMITS | categories::EQUALITY => is_dispatch_bound,
            _ => false,
        };
        !counted && category.percent >= LEAST_SHARE
    });
    others.take(2).map(one_category)
}

fn one_category(category: &Category) -> Finding {
    let name = &category.name;
    let sentence = format!("{name} takes {:.0} % of the time", category.percent);
    let evidence = category.top.first().map_or(String::new(), |item| {
        let (time, times) = (time(item.ns as f64), times(item.count as f64));
        format!("most of it: {}, {time}, {times}", item.name)
    });
    let part = category.top.first().map_or("", |item| item.name.as_str());
    let advice = advice_for(name, part);
    Finding::new("framework", sentence, evidence, advice).saving(category.percent)
}

/// What to do about a category; `part` is its slowest part.
fn advice_for(category: &str, part: &str) -> &'static str {
    match category {
        categories::GPU => {
            "use `--device cpu`, or more candidates per task: `arcbatt device` says from which number on \
             the GPU is faster"
        }
        categories::PLANNING => "plan once for tasks that run the same candidates",
        categories::COPIES => "make values smaller, and allocate and free less memory",
        categories::EQUALITY => "use cheaper hashes, or compare only where it saves work",
        categories::GENERATOR => "use fewer mutants; `run` keeps them for the next run",
        categories::CANDIDATES => "use fewer candidates",
        categories::ERRORS => "use candidates that fail less: most calls of these pass failures on",
        categories::SCORING if part == categories::VERIFYING => {
            "this runs the program of every task as `check` does: make the slowest programs faster"
        }
        categories::SCORING => "give the differs fewer candidates",
        categories::RESULTS => "store equal outputs once",
        categories::STORE => "store less often",
        categories::SEARCH => "make fewer calls that lead nowhere, or examine new values faster",
        categories::SET_UP => "run more tasks at once, so that starting costs less",
        _ => "see its parts below",
    }
}

fn idle(profile: &Profile) -> Option<Finding> {
    let account = &profile.account;
    let percent = |ns: u64| 100.0 * ns as f64 / account.capacity_ns.max(1) as f64;
    let share = percent(account.idle_ns);
    // On a busy machine, threads idle because others wait for processors.
    let is_busy = percent(account.waiting_ns) >= LEAST_SHARE;
    if profile.subject.threads < 2 || share < 2.0 * LEAST_SHARE || is_busy {
        return None;
    }
    let is_merging = |name: &String| name == categories::MERGING;
    let stacks = profile.stacks.iter();
    let merging = stacks.filter(|stack| stack.frames.last().is_some_and(is_merging));
    let merging = match merging.map(|stack| stack.ns).sum::<u64>() {
        0 => String::new(),
        ns => format!("; card merges on one thread for {}", time(ns as f64)),
    };
    let longest = profile.tasks.rows.first().map_or(String::new(), |row| {
        format!(
            "; the longest task, {}, takes {}",
            row.id,
            time(row.ns as f64)
        )
    });
    let evidence = format!(
        "{} of {} in {}{merging}{longest}",
        time(account.idle_ns as f64),
        time(account.capacity_ns as f64),
        counted(profile.subject.threads, "thread"),
    );
    let sentence = format!("threads are idle {share:.0} % of the time");
    let advice = "run more tasks at once, or use fewer threads";
    Some(Finding::new("idle", sentence, evidence, advice).saving(share))
}

/// The slowest phase, for orientation: other findings say what can be saved of it.
fn phase(profile: &Profile) -> Option<Finding> {
    let slowest = profile.phases.iter().max_by_key(|phase| phase.ns);
    let phase = slowest.filter(|phase| phase.percent >= 2.0 * LEAST_SHARE)?;
    let mut all = profile.phases.iter().flat_map(|phase| &phase.growth);
    let is_steep = all.any(|growth| growth.words.contains("faster"));
    let growth = phase.growth.iter().find(|growth| growth.by == "tasks");
    let growth = growth.map_or(String::new(), |growth| {
        let steep = match is_steep {
            true => "",
            false => "; no phase grows faster than its work",
        };
        format!(
            ", {} (fit within {:.0} %){steep}",
            growth.words, growth.error_percent
        )
    });
    let count = match phase.unit.as_str() {
        "searches" => counted(phase.count, "search"),
        unit => counted(phase.count, unit.trim_end_matches('s')),
    };
    Some(Finding::new(
        "phase",
        format!(
            "{} takes most of the time on the clock: {:.0} %",
            phase.name, phase.percent
        ),
        format!("{} for {count}{growth}", time(phase.ns as f64)),
        &format!("{} sets the pace, whatever else gets faster", phase.name),
    ))
}

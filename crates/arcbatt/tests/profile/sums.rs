//! The times of a profile add up.

use super::support::{BUILT_IN, profiled, solvers};
use arcbatt::profile::Profile;
use arcbatt::profile::diff::{Kind, diff};

fn clean() -> Profile {
    profiled(&solvers(&[
        BUILT_IN,
        "def solve_half_turn(I):\n    O = rot180(I)\n    return O\n",
    ]))
}

#[test]
fn time_is_counted_once() {
    let profile = clean();
    let account = &profile.account;
    assert_eq!(profile.subject.threads, 2);
    // Some rows are rounded down to whole nanoseconds.
    let near = |a: u64, b: u64| assert!(a.abs_diff(b) < 5_000, "{a} {b}");
    near(account.capacity_ns, 2 * account.wall_ns);
    let sum = account.primitives_ns + account.framework_ns + account.idle_ns + account.waiting_ns;
    near(
        (sum as i64 + account.remainder_ns) as u64,
        account.capacity_ns,
    );
    let rows: u64 = profile.primitives.iter().map(|row| row.self_ns).sum();
    near(rows, account.primitives_ns);
    let categories: u64 = profile.framework.iter().map(|c| c.ns).sum();
    near(categories, account.framework_ns);
    let stacks: u64 = profile.stacks.iter().map(|stack| stack.ns).sum();
    near(stacks, account.primitives_ns + account.framework_ns);
    for category in &profile.framework {
        assert!(category.top.len() <= 5);
        assert!(category.top.iter().map(|item| item.ns).sum::<u64>() <= category.ns);
    }
    for row in &profile.primitives {
        assert!(row.self_ns <= row.total_ns + 1, "{row:?}");
        assert!(row.calls >= row.node_calls, "{row:?}");
        assert!(row.p50_ns <= row.p99_ns, "{row:?}");
    }
}

#[test]
fn spans_of_a_thread_do_not_overlap() {
    let profile = clean();
    assert_eq!(profile.threads.len(), 2);
    let mut seen = 0;
    for thread in &profile.threads {
        let mut last = 0;
        for span in &thread.spans {
            assert!(span.start_ns >= last, "{span:?}");
            assert!(span.end_ns >= span.start_ns, "{span:?}");
            last = span.end_ns;
            seen += 1;
        }
        assert!(thread.busy_ns <= profile.account.wall_ns * 101 / 100);
    }
    assert!(seen as u64 >= profile.subject.tasks);
}

#[test]
fn counts_match_the_work_done() {
    let profile = clean();
    let evaluations: u64 = profile.primitives.iter().map(|row| row.node_calls).sum();
    let by_task: u64 = profile.tasks.rows.iter().map(|row| row.evaluations).sum();
    assert_eq!(by_task, profile.subject.evaluations);
    // Differs call primitives as well.
    assert!(evaluations >= profile.subject.evaluations);
    assert!(profile.truth.holds());
    assert_eq!(profile.truth.digest_on, profile.truth.digest_off);
    let solved = profile.tasks.rows.iter().filter(|row| row.fits).count();
    assert_eq!(solved as u64, profile.truth.fits);
    let candidates: u64 = profile.tasks.rows.iter().map(|row| row.candidates).sum();
    assert_eq!(candidates, profile.subject.candidates);
}

#[test]
fn growth_is_fitted_over_three_sizes() {
    let profile = clean();
    let names: Vec<&str> = profile.phases.iter().map(|p| p.name.as_str()).collect();
    assert_eq!(names, ["load", "card", "batt", "score", "store", "report"]);
    for phase in &profile.phases {
        assert!(phase.measured.len() >= 3);
        let by = |name: &str| phase.growth.iter().find(|growth| growth.by == name);
        assert!(by("tasks").is_some(), "{phase:?}");
        assert!(by("samples").is_some(), "{phase:?}");
    }
    let projection = &profile.projections[0];
    assert_eq!(projection.tasks, 400);
    assert_eq!(projection.phases_ns.len(), profile.phases.len());
    let budget = profile.budget.as_ref().unwrap();
    assert_eq!(budget.runs.len(), 2);
    assert!(budget.runs[0].1 > 0);
}

#[test]
fn json_round_trips() {
    let profile = clean();
    let text = profile.to_json();
    let again = Profile::from_json(&text).unwrap();
    // Fractions may differ in the last digit, so compare whole numbers.
    assert_eq!(again.subject, profile.subject);
    assert_eq!(again.truth, profile.truth);
    assert_eq!(again.stacks, profile.stacks);
    assert_eq!(again.threads, profile.threads);
    assert_eq!(again.runs, profile.runs);
    assert_eq!(again.primitives.len(), profile.primitives.len());
    assert_eq!(again.tasks.rows.len(), profile.tasks.rows.len());
    let json: serde_json::Value = serde_json::from_str(&text).unwrap();
    let recommendations = json["aggregate"]["recommendations"].as_array().unwrap();
    // On a busy machine no primitive may take as much.
    let shares = profile.primitives.iter().map(|row| row.percent);
    let large = shares.filter(|&percent| percent >= 1.0).count();
    assert_eq!(recommendations.len(), large);
    for one in recommendations {
        assert!(one["function"].is_string());
        assert!(one["percent_of_total"].as_f64().unwrap() >= 1.0);
        let priority = one["gpu_priority"].as_str().unwrap();
        assert!(["HIGH", "MEDIUM", "LOW", "NONE"].contains(&priority));
    }
}

#[test]
fn a_profile_is_within_noise_of_itself() {
    let profile = clean();
    for change in diff(&profile, &profile) {
        assert_eq!(change.kind, Kind::Same, "{change:?}");
        assert_eq!(change.percent, 0.0);
    }
}

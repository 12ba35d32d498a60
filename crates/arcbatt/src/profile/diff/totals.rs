//! The whole of two profiles at the same sizes: time saved, and runs in a budget.

use crate::profile::model::Profile;
use crate::profile::projection::{project, scale};
use serde::Serialize;
use std::time::Duration;

/// Two profiles at one size.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Total {
    /// Number of tasks.
    pub tasks: u64,
    /// Whether both profiles have this size; otherwise both are projected to it.
    pub is_measured: bool,
    /// The time of all phases in the earlier profile.
    pub before_ns: u64,
    /// The same in the later one.
    pub after_ns: u64,
    /// The difference; negative if the later one is slower.
    pub saved_ns: i64,
    /// Runs of the earlier one that fit into the budget.
    pub runs_before: Option<u64>,
    /// Runs of the later one that do.
    pub runs_after: Option<u64>,
}

/// The totals at the wanted sizes, ascending. Without any, at the size of both profiles and those they
/// were projected to. The budget is the given one, or that of a profile.
pub fn totals(
    before: &Profile,
    after: &Profile,
    wanted: &[u64],
    budget: Option<Duration>,
) -> Vec<Total> {
    let own = [after, before].map(|profile| profile.budget.as_ref().map(|budget| budget.ns));
    let given = budget.map(|time| time.as_nanos() as u64);
    let budget_ns = given.or(own[0]).or(own[1]);
    let seen = [before.subject.tasks, after.subject.tasks];
    let mut sizes = wanted.to_vec();
    if wanted.is_empty() {
        let projected = [before, after].into_iter().flat_map(|p| &p.projections);
        sizes.extend(projected.map(|projection| projection.tasks));
    }
    if sizes.is_empty() {
        sizes.extend(scale::SIZES);
    }
    if seen[0] == seen[1] {
        sizes.push(seen[0]);
    }
    sizes.sort_unstable();
    sizes.dedup();
    let total = |&tasks: &u64| {
        let [before_ns, after_ns] = [time_at(before, tasks)?, time_at(after, tasks)?];
        let runs = |ns: u64| budget_ns.map(|budget| budget / ns.max(1));
        Some(Total {
            tasks,
            is_measured: seen == [tasks, tasks],
            before_ns,
            after_ns,
            saved_ns: before_ns as i64 - after_ns as i64,
            runs_before: runs(before_ns),
            runs_after: runs(after_ns),
        })
    };
    sizes.iter().filter_map(total).collect()
}

/// The time of a profile at a size; `None` if it cannot be projected to it.
fn time_at(profile: &Profile, tasks: u64) -> Option<u64> {
    let projected = project(profile, &[tasks]).first().map(|at| at.ns);
    let measured = || (profile.subject.tasks == tasks).then_some(profile.account.wall_ns);
    projected.or_else(measured)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profile::model::Budget;

    fn profile(tasks: u64, wall_ns: u64) -> Profile {
        let mut profile = Profile::default();
        profile.subject.tasks = tasks;
        profile.account.wall_ns = wall_ns;
        profile
    }

    #[test]
    fn time_saved_and_runs_before_and_after() {
        let (before, mut after) = (profile(9, 5_000), profile(9, 2_000));
        let rows = totals(&before, &after, &[], Some(Duration::from_nanos(20_000)));
        assert_eq!(rows.len(), 1);
        assert_eq!((rows[0].tasks, rows[0].saved_ns), (9, 3_000));
        assert_eq!(
            (rows[0].runs_before, rows[0].runs_after),
            (Some(4), Some(10))
        );
        assert!(rows[0].is_measured);
        after.budget = Some(Budget {
            ns: 10_000,
            runs: Vec::new(),
        });
        assert_eq!(totals(&before, &after, &[], None)[0].runs_after, Some(5));
        assert_eq!(totals(&after, &before, &[], None)[0].saved_ns, -3_000);
        // Sizes differ, and nothing can be projected.
        assert_eq!(totals(&before, &profile(8, 1), &[], None), []);
    }
}

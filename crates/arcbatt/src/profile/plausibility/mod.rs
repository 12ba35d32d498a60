//! Finds impossible numbers in a profile: negative, above 100 %, quantiles out of order, parts larger
//! than the whole.
//!
//! In: a [`Profile`], such as one read from JSON. Out: a sentence per impossible number. A profile that
//! the profiler made has none; the property tests reject any other.

#[cfg(test)]
mod tests;

use crate::profile::model::{Profile, Projection, ScaleRow};
use crate::text::{counted, grouped};

/// Whole nanoseconds are rounded, one by one.
const ROUNDING: u64 = 1;
/// Percentages may exceed 100 by a rounding error.
const MOST_PERCENT: f64 = 100.0 + 1e-6;
/// Nothing happens more often than once per nanosecond.
const MOST_PER_SECOND: f64 = 1e9;

/// The impossible numbers of a profile, each as a sentence.
pub fn impossible(profile: &Profile) -> Vec<String> {
    let mut found = Found::default();
    found.truth(profile);
    found.account(profile);
    found.phases(profile);
    for projection in &profile.projections {
        found.projection(projection, profile.subject.tasks);
    }
    found.primitives(profile);
    found.device(profile);
    found.framework(profile);
    found.tasks(profile);
    found.lines(profile);
    found.threads(profile);
    found.share("the saving of all findings", profile.verdict.saves_percent);
    for row in profile.scale.iter().flat_map(|scale| &scale.rows) {
        found.scale(row);
    }
    for finding in &profile.verdict.findings {
        let name = format!("the saving of \"{}\"", finding.sentence);
        found.share(&name, finding.saves_percent);
        if finding.sentence.starts_with("0 of ") {
            found.add(format!("a finding about nothing: {}", finding.sentence));
        }
    }
    found.0
}

#[derive(Default)]
struct Found(Vec<String>);

impl Found {
    fn add(&mut self, sentence: String) {
        self.0.push(sentence);
    }

    /// A share in percent.
    fn share(&mut self, name: &str, percent: f64) {
        if !(0.0..=MOST_PERCENT).contains(&percent) {
            self.add(format!("{name} is {percent} %"));
        }
    }

    /// A number that may be any but negative.
    fn positive(&mut self, name: &str, value: f64) {
        if !(value >= 0.0 && value.is_finite()) {
            self.add(format!("{name} is {value}"));
        }
    }

    /// A part and its whole, which may be rounded `slack` times.
    fn part(&mut self, name: &str, part: u64, whole: u64, slack: u64) {
        if part > whole.saturating_add(slack * ROUNDING) {
            let (part, whole) = (grouped(part), grouped(whole));
            self.add(format!("{name}: {part} of {whole}"));
        }
    }

    /// Numbers that must not descend.
    fn ascending(&mut self, name: &str, numbers: &[u64]) {
        if !numbers.is_sorted() {
            self.add(format!("{name} are out of order: {numbers:?}"));
        }
    }

    fn truth(&mut self, profile: &Profile) {
        let truth = &profile.truth;
        self.part("tasks that fit", truth.fits, truth.tasks, 0);
        self.part("right test outputs", truth.right, truth.known, 0);
        self.part("tasks scored twice", truth.scored_twice, truth.tasks, 0);
        let overhead = &profile.overhead;
        self.positive("the cost of the profiler in percent", overhead.percent);
        self.share("the calls timed in detail", overhead.detailed_percent);
    }

    fn account(&mut self, profile: &Profile) {
        let account = &profile.account;
        self.share("the time not accounted for", account.remainder_percent);
        let parts = [
            account.primitives_ns,
            account.framework_ns,
            account.idle_ns,
            account.waiting_ns,
        ];
        let sum = parts.iter().sum::<u64>();
        self.part("the time of all threads", sum, account.capacity_ns, 0);
        if account.remainder_ns < 0 {
            self.add(format!("{} ns not accounted for", account.remainder_ns));
        } else if sum + account.remainder_ns as u64 != account.capacity_ns {
            let capacity = grouped(account.capacity_ns);
            self.add(format!(
                "the parts of the account do not sum to {capacity} ns"
            ));
        }
    }

    fn phases(&mut self, profile: &Profile) {
        let all: f64 = profile.phases.iter().map(|phase| phase.percent).sum();
        self.share("the sum of all phases", all);
        for phase in &profile.phases {
            let name = &phase.name;
            self.share(&format!("phase {name}"), phase.percent);
            if !(0.0..=MOST_PER_SECOND).contains(&phase.rate) {
                self.add(format!("phase {name}: {} {}/s", phase.rate, phase.unit));
            }
            for growth in &phase.growth {
                let name = format!("phase {name} by {}", growth.by);
                self.positive(&format!("{name}: the fixed time"), growth.fixed_ns);
                self.positive(&format!("{name}: the time of each"), growth.each_ns);
                self.positive(&format!("{name}: the error"), growth.error_percent);
            }
        }
    }

    fn projection(&mut self, projection: &Projection, seen: u64) {
        let at = counted(projection.tasks, "task");
        let high = projection.high_ns.unwrap_or(u64::MAX);
        let ends = [projection.low_ns, projection.ns, high];
        self.ascending(&format!("the ends of {at}"), &ends);
        let usual = &projection.without_outliers;
        let ends = [usual.low_ns, usual.ns, usual.high_ns];
        self.ascending(&format!("the ends of {at} without outliers"), &ends);
        self.part(&format!("outliers of {at}"), projection.outliers, seen, 0);
        let most = projection.most_outliers;
        self.part(
            &format!("most outliers of {at}"),
            most,
            projection.tasks.max(seen),
            0,
        );
        for phase in &projection.phases {
            let ends = [phase.low_ns, phase.ns, phase.high_ns];
            self.ascending(&format!("the ends of {} at {at}", phase.name), &ends);
        }
        let sum: u64 = projection.phases.iter().map(|phase| phase.ns).sum();
        if sum != projection.ns {
            self.add(format!("the phases of {at} do not sum to the whole"));
        }
        let calls = &projection.evaluations;
        let high = calls.high.unwrap_or(u64::MAX);
        self.ascending(
            &format!("the calls of {at}"),
            &[calls.low, calls.value, high],
        );
    }

    fn scale(&mut self, row: &ScaleRow) {
        let at = counted(row.tasks, "task");
        let shares: f64 = row.phases.iter().map(|phase| phase.percent).sum();
        self.share(&format!("the sum of all phases at {at}"), shares);
        let sum: u64 = row.phases.iter().map(|phase| phase.ns).sum();
        let saved: i64 = row.phases.iter().map(|phase| phase.saved_ns).sum();
        if (sum, saved) != (row.ns, row.saved_ns) {
            self.add(format!("the phases at {at} do not sum to the whole"));
        }
    }

    fn primitives(&mut self, profile: &Profile) {
        let rows = &profile.primitives;
        let (busy, count) = (profile.account.busy_ns(), rows.len() as u64);
        let own = rows.iter().map(|row| row.self_ns).sum();
        self.part("the time of all primitives", own, busy, count);
        for row in rows {
            let name = format!("primitive {}", row.name);
            self.share(&name, row.percent);
            self.share(&format!("{name}: merged calls"), row.merged_percent);
            self.positive(&format!("{name}: the error"), row.error_percent);
            self.part(&format!("{name}: own time"), row.self_ns, row.total_ns, 0);
            self.part(
                &format!("{name}: calls by nodes"),
                row.node_calls,
                row.calls,
                0,
            );
            self.part(
                &format!("{name}: failures"),
                row.failures,
                row.node_calls,
                0,
            );
            if row.calls > 0 && row.self_ns == 0 {
                let calls = counted(row.calls, "call");
                self.add(format!("{name}: {calls} in no time"));
            }
            self.ascending(&format!("{name}: quantiles"), &[row.p50_ns, row.p99_ns]);
            // Half of the calls take at most twice the mean, all but one of a hundred 100 times; the
            // histogram is exact within an eighth.
            let most = |times: f64| (1.25 * times * row.mean_ns) as u64 + 1;
            self.part(&format!("{name}: median"), row.p50_ns, most(2.0), 0);
            self.part(&format!("{name}: p99"), row.p99_ns, most(100.0), 0);
        }
    }

    fn device(&mut self, profile: &Profile) {
        let Some(device) = &profile.device else {
            return;
        };
        self.share("the outcomes computed on GPUs", device.known_percent);
        self.share("the occupancy of GPUs", device.occupancy_percent);
        for row in &profile.primitives {
            let name = format!("{} on GPUs, with the CPU's", row.name);
            self.part(&name, row.device_ns, device.kernel_ns, 0);
        }
        for row in &device.primitives {
            self.share(&format!("{} on GPUs", row.name), row.percent);
            self.part(
                &format!("{} on GPUs", row.name),
                row.ns,
                device.kernel_ns,
                0,
            );
        }
    }

    fn lines(&mut self, profile: &Profile) {
        for row in &profile.lines {
            let name = format!("line {} of {}", row.code, row.solver);
            self.share(&name, row.percent);
            self.share(&name, 100.0 * row.of_primitive);
            self.part(&name, row.self_ns, row.total_ns, 0);
        }
    }

    fn framework(&mut self, profile: &Profile) {
        let busy = profile.account.busy_ns();
        let rows = profile.stacks.len() as u64;
        let all = profile.framework.iter().map(|category| category.ns).sum();
        self.part("the time of all categories", all, busy, rows);
        let stacks = profile.stacks.iter().map(|stack| stack.ns).sum();
        self.part("the time of all stacks", stacks, busy, rows);
        for category in &profile.framework {
            let name = &category.name;
            self.share(name, category.percent);
            let top = category.top.iter().map(|item| item.ns).sum();
            self.part(&format!("the parts of {name}"), top, category.ns, 0);
        }
    }

    fn tasks(&mut self, profile: &Profile) {
        let tasks = &profile.tasks;
        let sum: u64 = tasks.rows.iter().map(|row| row.ns).sum();
        if sum != tasks.total_ns {
            self.add("the times of tasks do not sum to their total".to_owned());
        }
        let (usual, total) = (tasks.without_outliers_ns, tasks.total_ns);
        self.part("the time of tasks but outliers", usual, total, 0);
        let quantiles = [tasks.p50_ns, tasks.p90_ns, tasks.p99_ns, tasks.max_ns];
        self.ascending("the quantiles of tasks", &quantiles);
        for row in &tasks.rows {
            self.share(&format!("task {}", row.id), row.percent);
            let parts = row.batt_ns + row.score_ns;
            self.part(&format!("the parts of task {}", row.id), parts, row.ns, 0);
        }
    }

    fn threads(&mut self, profile: &Profile) {
        for thread in &profile.threads {
            let ends = thread
                .spans
                .iter()
                .flat_map(|span| [span.start_ns, span.end_ns]);
            let ends: Vec<u64> = ends.collect();
            if !ends.is_sorted() {
                self.add(format!("the spans of {} overlap", thread.name));
            }
        }
    }
}

//! The verdict: at most seven ranked findings, each with evidence, advice and the possible saving.
//!
//! Never: a finding about speed if the answers differ from those without a profiler.

mod speed;
#[cfg(test)]
mod tests;
mod trust;

use crate::profile::analysis::categories;
use crate::profile::model::{Finding, Profile, Verdict};
use crate::text::some_of;
pub(super) use speed::share_of_busy;

/// The most findings.
pub(crate) const MOST: usize = 7;
/// The least share, in percent, for which a task, primitive, category or phase is a finding.
const LEAST_SHARE: f64 = 10.0;
/// The most tasks named in a finding.
const MOST_NAMED: usize = 3;

impl Finding {
    /// A finding that saves nothing by itself.
    fn new(kind: &str, sentence: String, evidence: String, advice: &str) -> Self {
        Self {
            kind: kind.to_owned(),
            sentence,
            evidence,
            advice: advice.to_owned(),
            ..Self::default()
        }
    }

    /// The same finding with its possible saving.
    fn saving(self, saves_percent: f64) -> Self {
        Self {
            saves_percent,
            ..self
        }
    }
}

/// The verdict on a profile, compared with an earlier one of the same work.
pub fn verdict(profile: &Profile, earlier: Option<&Profile>) -> Verdict {
    let truth = &profile.truth;
    if !truth.holds() && !truth.digest_off.is_empty() {
        let named = some_of(&truth.differing, MOST_NAMED);
        return Verdict {
            refused: Some(format!(
                "the answers with profiling on differ from those with profiling off ({named}): \
                 find out why before reading any time"
            )),
            ..Verdict::default()
        };
    }
    let mut findings = trust::findings(profile, earlier);
    findings.extend(speed::findings(profile));
    findings.truncate(MOST);
    let mut verdict = Verdict {
        findings,
        ..Verdict::default()
    };
    set_savings(&mut verdict, profile);
    verdict
}

/// Sets what the findings save in time, at the largest projected size, and all together.
pub(super) fn set_savings(verdict: &mut Verdict, profile: &Profile) {
    let (tasks, whole) = largest_run(profile);
    let (mut left, mut left_ns) = (1.0, whole as f64);
    for finding in &mut verdict.findings {
        let share = (finding.saves_percent / 100.0).clamp(0.0, 1.0);
        // More tasks neither start more often nor leave threads idle for longer.
        let is_fixed = finding.kind == "idle" || finding.sentence.starts_with(categories::SET_UP);
        let of = match is_fixed {
            true => whole.min(profile.account.wall_ns),
            false => whole,
        };
        let saves = share * of as f64;
        finding.at_tasks = tasks;
        finding.saves_ns = saves as u64;
        left *= 1.0 - share;
        left_ns *= 1.0 - saves / whole.max(1) as f64;
    }
    verdict.saves_percent = 100.0 * (1.0 - left);
    verdict.saves_ns = (whole as f64 - left_ns) as u64;
    verdict.at_tasks = tasks;
}

/// The largest size, profiled or projected: tasks, and time without loading, which no finding is about.
fn largest_run(profile: &Profile) -> (u64, u64) {
    let measured = (profile.subject.tasks, profile.account.wall_ns);
    let projected = profile.projections.iter().map(|projection| {
        let phases = projection.phases.iter();
        let phases = phases.filter(|phase| phase.name != "load");
        (projection.tasks, phases.map(|phase| phase.ns).sum())
    });
    let larger = projected.filter(|&(tasks, _)| tasks > measured.0);
    larger.max_by_key(|&(tasks, _)| tasks).unwrap_or(measured)
}

#[cfg(test)]
mod refusal_tests {
    use super::*;
    use crate::profile::model::{Account, RunTotals, Truth};

    fn honest() -> Profile {
        Profile {
            truth: Truth {
                tasks: 2,
                fits: 2,
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
    fn no_verdict_if_answers_depend_on_the_profiler() {
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
        assert_eq!(sentence(&profile), "as fast as the last run, within noise");
        let mut slower = honest();
        for run in &mut slower.runs {
            run.wall_ns *= 2;
        }
        assert_eq!(sentence(&slower), "50 % faster than the last run");
    }

    #[test]
    fn unaccounted_time_is_reported() {
        let mut profile = honest();
        profile.account.remainder_percent = 7.0;
        assert_eq!(verdict(&profile, None).findings[0].kind, "remainder");
        profile.account.remainder_percent = 1.0;
        assert_eq!(verdict(&profile, None).findings, []);
    }

    #[test]
    fn a_run_that_was_not_compared_is_reported() {
        let mut profile = honest();
        profile.truth.digest_off.clear();
        assert_eq!(verdict(&profile, None).findings[0].kind, "unchecked");
    }
}

//! The verdict: at most seven ranked findings, each with evidence, advice and the possible saving.
//!
//! Never: a finding about speed if the answers differ from those without a profiler.

mod speed;
#[cfg(test)]
mod tests;
mod trust;

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
            saves_percent: 0.0,
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
            findings: Vec::new(),
        };
    }
    let mut findings = trust::findings(profile, earlier);
    findings.extend(speed::findings(profile));
    findings.truncate(MOST);
    Verdict {
        refused: None,
        findings,
    }
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

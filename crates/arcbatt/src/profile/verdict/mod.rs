//! The verdict: at most seven ranked sentences, each with its evidence, what to do, and what that
//! would save of the whole.
//!
//! What never happens here: a sentence about speed on answers that differ from those without a
//! profiler.

use crate::profile::model::{Profile, Verdict};

mod speed;
#[cfg(test)]
mod tests;
mod trust;

/// Sentences at most.
pub(crate) const MOST: usize = 7;
/// A task, primitive, category or phase is worth a sentence from this share on, in percent.
pub(crate) const WORTH: f64 = 10.0;
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
    let mut findings = trust::findings(profile, earlier);
    findings.extend(speed::findings(profile));
    findings.truncate(MOST);
    Verdict {
        refused: None,
        findings,
    }
}

/// The first of some names, and how many more there are.
pub(crate) fn some_of(names: &[String]) -> String {
    let mut text = names[..names.len().min(NAMED)].join(", ");
    if let more @ 1.. = names.len().saturating_sub(NAMED) {
        text.push_str(&format!(" and {more} more"));
    }
    text
}

#[cfg(test)]
mod unit_tests {
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

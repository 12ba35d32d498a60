//! The verdict of a profile: ranked findings, and what they can save.

use crate::text::{counted, time};
use serde::{Deserialize, Serialize};

/// The ranked findings.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Verdict {
    /// Why there is no verdict.
    pub refused: Option<String>,
    /// At most seven findings, the most important first.
    pub findings: Vec<Finding>,
    /// The most that all findings together can save, in percent of the whole. Less than their sum, as
    /// what one saves another cannot.
    pub saves_percent: f64,
    /// The same in time at the largest projected size.
    pub saves_ns: u64,
    /// That size, in tasks.
    pub at_tasks: u64,
}

impl Verdict {
    /// What all findings together can save, if several save something.
    pub fn saving_text(&self) -> Option<String> {
        let several = self.findings.iter().filter(|f| f.saves_percent >= 0.5);
        (several.count() > 1).then(|| {
            let saving = saving(self.saves_percent, self.saves_ns, self.at_tasks);
            format!("all together save {saving}")
        })
    }
}

/// `at most 73 % of the whole, ~1.90 s at 400 tasks`.
fn saving(percent: f64, ns: u64, tasks: u64) -> String {
    let at = match (ns, tasks) {
        (0, _) | (_, 0) => String::new(),
        _ => format!(", ~{} at {}", time(ns as f64), counted(tasks, "task")),
    };
    format!("at most {percent:.0} % of the whole{at}")
}

/// A finding of the verdict.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Finding {
    /// Its kind, for scripts: `wrong-answers`, `task`, `limit`, `primitive`, `dispatch`,
    /// `output`, `idle`, `phase`, `noise`, ...
    pub kind: String,
    /// The finding in one sentence.
    pub sentence: String,
    /// The figures behind it.
    pub evidence: String,
    /// What to do.
    pub advice: String,
    /// The most that can be saved, in percent of the whole.
    pub saves_percent: f64,
    /// The same in time at the largest projected size.
    pub saves_ns: u64,
    /// That size, in tasks.
    pub at_tasks: u64,
}

impl Finding {
    /// What it can save: `saves at most 73 % of the whole, ~1.90 s at 400 tasks`; empty if nothing.
    pub fn saving_text(&self) -> String {
        match self.saves_percent >= 0.5 {
            true => format!(
                "saves {}",
                saving(self.saves_percent, self.saves_ns, self.at_tasks)
            ),
            false => String::new(),
        }
    }
}

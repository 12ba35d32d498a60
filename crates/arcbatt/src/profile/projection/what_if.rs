//! "What if this were faster": phases and primitives with a factor, such as `card=/2`.

use super::super::analysis::estimate::CLOSURES;
use crate::dsl::primitives;
use crate::profile::model::{PhaseProjection, Profile};
use std::fmt;

/// The phases of a run, in order.
pub const PHASES: [&str; 6] = ["load", "card", "batt", "score", "store", "report"];

/// A phase or primitive that takes another time than it does.
#[derive(Clone, Debug, PartialEq)]
pub struct WhatIf {
    /// The name of the phase or primitive.
    pub name: String,
    /// The time it would take, as a share of the time it takes.
    pub share: f64,
    text: String,
}

/// Why a text is no [`WhatIf`].
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum WhatIfError {
    /// It has another form.
    #[error("write NAME=/N for N times as fast, or NAME=*N for N times as slow, such as card=/2")]
    Form,
    /// No phase or primitive has this name.
    #[error("no phase or primitive {0:?}")]
    Name(String),
}

impl WhatIf {
    /// All names: the phases, then the primitives.
    pub fn names() -> impl Iterator<Item = &'static str> {
        let primitives = primitives().iter().map(|primitive| primitive.name);
        PHASES.into_iter().chain([CLOSURES]).chain(primitives)
    }
}

impl std::str::FromStr for WhatIf {
    type Err = WhatIfError;

    fn from_str(text: &str) -> Result<Self, WhatIfError> {
        let (name, factor) = text.split_once('=').ok_or(WhatIfError::Form)?;
        let (name, factor) = (name.trim(), factor.trim());
        let number = |text: &str| -> Result<f64, WhatIfError> {
            let number: f64 = text.trim().parse().map_err(|_| WhatIfError::Form)?;
            match number.is_finite() && number > 0.0 {
                true => Ok(number),
                false => Err(WhatIfError::Form),
            }
        };
        let share = match factor.split_at_checked(1) {
            Some(("/", by)) => 1.0 / number(by)?,
            Some(("*" | "x", by)) => number(by)?,
            _ => return Err(WhatIfError::Form),
        };
        if !Self::names().any(|known| known == name) {
            return Err(WhatIfError::Name(name.to_owned()));
        }
        Ok(Self {
            name: name.to_owned(),
            share,
            text: format!("{name}={factor}"),
        })
    }
}

impl fmt::Display for WhatIf {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// The time of a phase if all of this held. A primitive changes its own time in every phase, in the
/// proportion measured; then the phase as a whole changes.
pub fn phase_ns(profile: &Profile, phase: &PhaseProjection, what_if: &[WhatIf]) -> u64 {
    let is_phase = |change: &&WhatIf| change.name == phase.name;
    let of_phase: f64 = what_if.iter().filter(is_phase).map(|w| w.share).product();
    let stacks = profile.stacks.iter();
    let of_run = stacks.filter(|stack| stack.frames.first() == Some(&phase.name));
    let (mut all, mut own) = (0.0, 0.0);
    for stack in of_run {
        let ns = stack.ns as f64;
        let name = stack.frames.last().map_or("", String::as_str);
        let of_name = what_if.iter().filter(|change| change.name == name);
        all += ns;
        own += ns * of_name.map(|change| change.share).product::<f64>();
    }
    let inside = if all > 0.0 { own / all } else { 1.0 };
    (phase.ns as f64 * inside * of_phase).round() as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profile::model::Stack;

    #[test]
    fn texts_are_read_or_refused() {
        let read = |text: &str| text.parse::<WhatIf>();
        assert_eq!(read("card=/2").unwrap().share, 0.5);
        assert_eq!(read("objects = *3").unwrap().share, 3.0);
        assert_eq!(read("objects=/10").unwrap().to_string(), "objects=/10");
        for text in [
            "card",
            "card=2",
            "card=/0",
            "card=/-1",
            "card=/",
            "=",
            "card=/inf",
        ] {
            assert_eq!(read(text), Err(WhatIfError::Form), "{text}");
        }
        let unknown = WhatIfError::Name("objetcs".to_owned());
        assert_eq!(read("objetcs=/2"), Err(unknown));
    }

    #[test]
    fn a_primitive_changes_its_share_of_each_phase() {
        let stack = |frames: &[&str], ns| Stack {
            frames: frames.iter().map(|&frame| frame.to_owned()).collect(),
            ns,
            count: 1,
        };
        let profile = Profile {
            stacks: vec![
                stack(&["batt", "apply", "objects"], 60),
                stack(&["batt", "apply"], 40),
                stack(&["score", "apply"], 100),
            ],
            ..Profile::default()
        };
        let time = |phase: &str, what_if: &[&str]| {
            let phase = PhaseProjection {
                name: phase.to_owned(),
                ns: 1_000,
                ..PhaseProjection::default()
            };
            let what_if: Vec<WhatIf> = what_if.iter().map(|text| text.parse().unwrap()).collect();
            phase_ns(&profile, &phase, &what_if)
        };
        assert_eq!(time("batt", &[]), 1_000);
        assert_eq!(time("batt", &["objects=/2"]), 700);
        assert_eq!(time("score", &["objects=/2"]), 1_000);
        assert_eq!(time("batt", &["objects=/2", "batt=/10"]), 70);
        assert_eq!(time("card", &["card=/2"]), 500);
    }
}

//! A multi-armed bandit (UCB): mostly the arm that paid most so far, now and then the others.

/// The rewards of an arm so far.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arm {
    /// Slices, those of the prior included.
    slices: f64,
    /// Sum of their rewards.
    reward: f64,
}

/// Weight of the exploration term.
const EXPLORATION: f64 = 0.1;

impl Arm {
    /// An arm with a prior: the expected reward of a slice, and the slices that it is worth.
    pub fn new((expected, slices): (f64, f64)) -> Self {
        Self {
            slices,
            reward: expected * slices,
        }
    }

    /// Adds the reward of a slice, 0 to 1.
    pub fn reward(&mut self, reward: f64) {
        self.slices += 1.0;
        self.reward += reward;
    }

    fn upper_bound(&self, total: f64) -> f64 {
        self.reward / self.slices + EXPLORATION * (total.ln() / self.slices).sqrt()
    }
}

/// The ready arm with the highest upper bound, the first of equals.
pub(super) fn next(arms: &[Arm], ready: impl Fn(usize) -> bool) -> Option<usize> {
    let total: f64 = arms.iter().map(|arm| arm.slices).sum();
    let mut best: Option<(f64, usize)> = None;
    for (k, arm) in arms.iter().enumerate() {
        let bound = arm.upper_bound(total);
        if ready(k) && best.is_none_or(|(most, _)| bound > most) {
            best = Some((bound, k));
        }
    }
    best.map(|(_, k)| k)
}

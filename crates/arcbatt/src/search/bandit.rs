//! Who gets the next slice: whoever paid off most so far on this task, and now and then the others.

/// A proposer, as the bandit sees it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arm {
    /// Slices it had, those before the first included.
    slices: f64,
    /// What came of them.
    reward: f64,
}

/// How much is spent on trying what has not paid off yet.
const CURIOSITY: f64 = 0.1;

impl Arm {
    /// An arm that is expected to pay so much a slice, as if it had had so many slices before.
    pub fn new(expected: f64, before: f64) -> Self {
        Self {
            slices: before,
            reward: expected * before,
        }
    }

    /// Notes what came of a slice, 0 to 1.
    pub fn paid(&mut self, reward: f64) {
        self.slices += 1.0;
        self.reward += reward;
    }

    fn value(&self, total: f64) -> f64 {
        self.reward / self.slices + CURIOSITY * (total.ln() / self.slices).sqrt()
    }
}

/// The arm that gets the next slice, of those that are ready: the first of the best.
pub(super) fn next(arms: &[Arm], ready: impl Fn(usize) -> bool) -> Option<usize> {
    let total: f64 = arms.iter().map(|arm| arm.slices).sum();
    let mut best: Option<(f64, usize)> = None;
    for (k, arm) in arms.iter().enumerate() {
        let value = arm.value(total);
        if ready(k) && best.is_none_or(|(most, _)| value > most) {
            best = Some((value, k));
        }
    }
    best.map(|(_, k)| k)
}

//! Sums over more tasks than were seen, with 95 % intervals.
//!
//! In: a quantity of each profiled task, such as its time or its calls. Out: the sum over another
//! number of tasks. The distribution over tasks is skewed: most take little, a few take much. So means
//! are compared on a log scale, as of a log-normal distribution (Cox's method).
//! Assumption: the profiled tasks are a random sample of all.

/// An estimate and its 95 % interval.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Spread {
    /// The estimate.
    pub value: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Spread {
    /// A known number.
    pub fn exact(value: f64) -> Self {
        Self {
            value,
            low: value,
            high: value,
        }
    }

    /// The sum. Both depend on the same tasks, so their errors add up.
    pub fn plus(self, other: Self) -> Self {
        Self {
            value: self.value + other.value,
            low: self.low + other.low,
            high: self.high + other.high,
        }
    }
}

/// The log-scale deviation of a class with few tasks, which say nothing about how much it varies.
const FEW_DEVIATION: f64 = 0.7;
/// With fewer tasks, the deviation is [`FEW_DEVIATION`].
const FEW: usize = 5;
/// Tasks without any work count as this share of the mean on the log scale.
const LEAST_SHARE: f64 = 0.01;

/// The sum over `wanted` tasks of a quantity known for some tasks of one class. Of `seen` tasks of all
/// classes, `values` are those of this class.
pub fn sum(values: &[f64], seen: usize, wanted: u64) -> Spread {
    let count = values.len() as f64;
    let known: f64 = values.iter().sum();
    if values.is_empty() || wanted == seen as u64 {
        return Spread::exact(known);
    }
    let (mean, all, wanted) = (known / count, seen as f64, wanted as f64);
    let deviation = log_deviation(values);
    let variance = deviation * deviation;
    let one_task = (variance.exp() - 1.0).max(0.0);
    let t = match values.len() {
        ..FEW => NORMAL,
        _ => student(count - 1.0),
    };
    let (least, most) = proportion(count, all);
    if wanted < all {
        // A part of the tasks that were seen.
        let factor = (t * (one_task * (1.0 / wanted - 1.0 / all)).sqrt()).exp();
        let value = known * wanted / all;
        let few = if count < all {
            least * all / count
        } else {
            1.0
        };
        return Spread {
            value,
            low: value * few / factor,
            high: (value * factor).min(known),
        };
    }
    let more = wanted - all;
    let deviation_error = match values.len() {
        ..FEW => 0.0,
        _ => variance * variance / (2.0 * (count - 1.0)),
    };
    let mean_error = variance / count + deviation_error;
    let factor = (t * (mean_error + one_task / (more * count / all).max(1.0)).sqrt()).exp();
    // The share of the class is uncertain unless all tasks are of it.
    let (least, most) = if count < all {
        (least, most)
    } else {
        (1.0, 1.0)
    };
    Spread {
        value: known + more * mean * count / all,
        low: known + more * mean * least / factor,
        high: known + more * mean * most * factor,
    }
}

/// The standard deviation of the logarithms.
fn log_deviation(values: &[f64]) -> f64 {
    if values.len() < FEW {
        return FEW_DEVIATION;
    }
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let least = (mean * LEAST_SHARE).max(f64::MIN_POSITIVE);
    let logs: Vec<f64> = values.iter().map(|value| value.max(least).ln()).collect();
    let middle = logs.iter().sum::<f64>() / count;
    let squares: f64 = logs.iter().map(|log| (log - middle).powi(2)).sum();
    (squares / (count - 1.0)).sqrt()
}

/// The 97.5 % quantile of the normal distribution.
const NORMAL: f64 = 1.96;

/// The 97.5 % quantile of Student's distribution, approximated.
fn student(freedom: f64) -> f64 {
    let freedom = freedom.max(1.0);
    NORMAL + 2.372 / freedom + 2.823 / (freedom * freedom)
}

/// Wilson's 95 % interval of a proportion.
fn proportion(count: f64, of: f64) -> (f64, f64) {
    let (z, p) = (NORMAL, count / of);
    let below = 1.0 + z * z / of;
    let middle = p + z * z / (2.0 * of);
    let half = z * (p * (1.0 - p) / of + z * z / (4.0 * of * of)).sqrt();
    (
        ((middle - half) / below).max(0.0),
        ((middle + half) / below).min(1.0),
    )
}

/// The most tasks of a class among `wanted` if `count` of `seen` tasks are of it (95 %).
pub fn most_of_class(count: u64, seen: usize, wanted: u64) -> u64 {
    let (_, most) = proportion(count as f64, seen.max(1) as f64);
    let more = wanted.saturating_sub(seen as u64) as f64;
    (count + (more * most).round() as u64).min(wanted)
}

/// The most tasks of a class that may be among `wanted` if none of `seen` tasks is of it (95 %).
pub fn most_unseen(seen: usize, wanted: u64) -> u64 {
    let more = wanted.saturating_sub(seen as u64) as f64;
    let rate = 1.0 - 0.05_f64.powf(1.0 / seen.max(1) as f64);
    (more * rate).ceil() as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    /// A log-normal number: most are small, few large.
    fn skewed(rng: &mut Rng, deviation: f64) -> f64 {
        let normal = (0..12)
            .map(|_| rng.below(1_000_000) as f64 / 1e6)
            .sum::<f64>()
            - 6.0;
        1_000.0 * (deviation * normal).exp()
    }

    #[test]
    fn nineteen_of_twenty_intervals_hold_the_truth() {
        let mut rng = Rng::new(5);
        for (seen, deviation) in [(10, 0.5), (10, 1.2), (32, 1.2), (100, 0.8), (100, 1.2)] {
            let trials = 400;
            let mut held = 0;
            for _ in 0..trials {
                let all: Vec<f64> = (0..400).map(|_| skewed(&mut rng, deviation)).collect();
                let range = sum(&all[..seen], seen, 400);
                let truth: f64 = all.iter().sum();
                assert!(range.low <= range.value && range.value <= range.high);
                held += usize::from(range.low <= truth && truth <= range.high);
            }
            assert!(
                held * 100 >= trials * 92,
                "{held} of {trials} from {seen} tasks"
            );
        }
    }

    #[test]
    fn what_was_seen_is_exact_and_a_part_of_it_less() {
        let values = [1.0, 2.0, 3.0, 4.0, 100.0];
        assert_eq!(sum(&values, 5, 5), Spread::exact(110.0));
        let part = sum(&values, 5, 2);
        assert!(part.low < 44.0 && part.value == 44.0 && part.high <= 110.0);
        assert_eq!(sum(&[], 5, 400), Spread::exact(0.0));
    }

    #[test]
    fn a_rare_class_has_a_wide_interval() {
        let one = sum(&[1_000.0], 100, 400);
        assert_eq!(one.value, 4_000.0);
        assert!(one.low < 1_500.0 && one.high > 20_000.0, "{one:?}");
        assert_eq!(most_unseen(100, 400), 9);
        assert_eq!(most_unseen(10, 400), 101);
        assert_eq!(most_unseen(10, 10), 0);
        assert_eq!(most_of_class(1, 100, 400), 17);
        assert_eq!(most_of_class(4, 4, 400), 400);
    }
}

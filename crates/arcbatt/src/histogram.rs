//! A log-linear histogram with 8 buckets per power of two.
//!
//! In: numbers. Out: their count, and quantiles within an eighth. Its memory is bounded.

/// Buckets per power of two.
const PARTS: u32 = 8;
const BUCKETS: usize = 64 * PARTS as usize;

/// Counts by magnitude.
#[derive(Clone, Debug, Default)]
pub struct Histogram {
    /// Grows with the greatest number, up to [`BUCKETS`]: most times are short, and a profile has
    /// hundreds of histograms.
    counts: Vec<u32>,
    count: u64,
}

fn bucket(n: u64) -> usize {
    if n < PARTS as u64 {
        return n as usize;
    }
    let power = n.ilog2();
    let part = (n >> (power - PARTS.ilog2())) as usize - PARTS as usize;
    // The powers below 8 share the first 8 buckets.
    (power as usize - 2) * PARTS as usize + part
}

/// The middle of a bucket.
fn middle(bucket: usize) -> u64 {
    let parts = PARTS as usize;
    if bucket < parts {
        return bucket as u64;
    }
    let shift = (bucket / parts - 1) as u32;
    let low = ((parts + bucket % parts) as u64) << shift;
    low + (1u64 << shift) / 2
}

impl Histogram {
    /// Counts a number.
    #[inline]
    pub fn add(&mut self, n: u64) {
        let bucket = bucket(n).min(BUCKETS - 1);
        if bucket >= self.counts.len() {
            self.grow(bucket + 1);
        }
        let count = &mut self.counts[bucket];
        *count = count.saturating_add(1);
        self.count += 1;
    }

    #[cold]
    fn grow(&mut self, buckets: usize) {
        self.counts.resize(buckets, 0);
    }

    /// Adds the counts of another histogram.
    pub fn merge(&mut self, other: &Self) {
        if other.counts.len() > self.counts.len() {
            self.grow(other.counts.len());
        }
        for (count, more) in self.counts.iter_mut().zip(other.counts.iter()) {
            *count = count.saturating_add(*more);
        }
        self.count += other.count;
    }

    /// The number of counted numbers.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The mean, within an eighth; 0 if nothing was counted.
    pub fn mean(&self) -> f64 {
        let counts = self.counts.iter().enumerate();
        let sum: f64 = counts
            .map(|(k, &count)| middle(k) as f64 * f64::from(count))
            .sum();
        sum / self.count.max(1) as f64
    }

    /// The quantile at `share`; 0 if nothing was counted.
    pub fn quantile(&self, share: f64) -> u64 {
        let wanted = (self.count as f64 * share).ceil().max(1.0) as u64;
        let mut seen = 0;
        for (k, &count) in self.counts.iter().enumerate() {
            seen += u64::from(count);
            if seen >= wanted {
                return middle(k);
            }
        }
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_is_near_the_middle_of_its_bucket() {
        for n in (0..64).flat_map(|k| [1u64 << k, (1 << k) - 1, (1 << k) + (1 << k) / 3]) {
            let middle = middle(bucket(n));
            assert!(n.abs_diff(middle) <= n / 8, "{n} {middle}");
        }
        assert!(bucket(u64::MAX) < BUCKETS);
    }

    #[test]
    fn quantiles() {
        let mut histogram = Histogram::default();
        assert_eq!(histogram.quantile(0.5), 0);
        for n in 1..=1000 {
            histogram.add(n);
        }
        let near = |share, wanted: u64| {
            let got = histogram.quantile(share);
            assert!(got.abs_diff(wanted) <= wanted / 8, "{share}: {got}");
        };
        near(0.5, 500);
        near(0.99, 990);
        near(1.0, 1000);
    }
}

//! How many of each size: counts in buckets that are an eighth of their size wide.
//!
//! In: numbers. Out: how many there were, and the number that a given share of them does not
//! exceed, within an eighth. What never happens here: an allocation that grows with the numbers.

/// Parts that each power of two is cut into.
const PARTS: u32 = 8;
const BUCKETS: usize = 64 * PARTS as usize;

/// Counts by size.
#[derive(Clone, Debug, Default)]
pub struct Histogram {
    /// As many as the greatest number wants, at most [`BUCKETS`]: most times are short, and a
    /// profile has hundreds of these.
    counts: Vec<u32>,
    count: u64,
}

fn bucket(n: u64) -> usize {
    if n < PARTS as u64 {
        return n as usize;
    }
    let power = n.ilog2();
    let part = (n >> (power - PARTS.ilog2())) as usize - PARTS as usize;
    // From 8 on: three powers come before.
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

    /// Counts all that another has counted.
    pub fn merge(&mut self, other: &Self) {
        if other.counts.len() > self.counts.len() {
            self.grow(other.counts.len());
        }
        for (count, more) in self.counts.iter_mut().zip(other.counts.iter()) {
            *count = count.saturating_add(*more);
        }
        self.count += other.count;
    }

    /// How many were counted.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// A number that `share` of those counted do not exceed; 0 if there are none.
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

//! Fits a line and a power law through times measured at several sizes.

use crate::profile::model::Growth;

/// A power law with a smaller exponent does not grow.
const FLAT: f64 = 0.25;
/// One with a larger exponent grows faster than the size.
const STEEP: f64 = 1.4;

/// Fits points of size and nanoseconds; `None` for fewer than three different sizes.
pub fn fit(by: &str, points: &[(f64, f64)]) -> Option<Growth> {
    let mut sizes: Vec<f64> = points.iter().map(|&(size, _)| size).collect();
    sizes.sort_by(f64::total_cmp);
    sizes.dedup();
    if sizes.len() < 3 {
        return None;
    }
    let (mut fixed, mut each) = line(points)?;
    // No phase takes negative time: such a line starts at zero.
    if fixed < 0.0 {
        let squares: f64 = points.iter().map(|(n, _)| n * n).sum();
        let products: f64 = points.iter().map(|(n, t)| n * t).sum();
        (fixed, each) = (0.0, products / squares.max(f64::MIN_POSITIVE));
    } else if each < 0.0 {
        let mean = points.iter().map(|(_, t)| t).sum::<f64>() / points.len() as f64;
        (fixed, each) = (mean, 0.0);
    }
    let mean = points.iter().map(|(_, t)| t).sum::<f64>() / points.len() as f64;
    let square = |&(n, t): &(f64, f64)| (fixed + each * n - t).powi(2);
    let error = (points.iter().map(square).sum::<f64>() / points.len() as f64).sqrt();
    let logs: Vec<(f64, f64)> = points
        .iter()
        .filter(|&&(n, t)| n > 0.0 && t > 0.0)
        .map(|&(n, t)| (n.ln(), t.ln()))
        .collect();
    let exponent = line(&logs).map_or(0.0, |(_, slope)| slope);
    let words = if exponent < FLAT {
        format!("does not grow with {by}")
    } else if exponent < 0.75 {
        format!("grows slower than {by}")
    } else if exponent < STEEP {
        format!("grows with {by}")
    } else {
        format!("grows faster than {by}")
    };
    Some(Growth {
        by: by.to_owned(),
        fixed_ns: fixed,
        each_ns: each,
        error_percent: 100.0 * error / mean.max(1.0),
        exponent,
        words,
    })
}

/// Least squares: the intercept and the slope.
fn line(points: &[(f64, f64)]) -> Option<(f64, f64)> {
    let count = points.len() as f64;
    let (x, y) = points
        .iter()
        .fold((0.0, 0.0), |(x, y), (a, b)| (x + a, y + b));
    let (x, y) = (x / count, y / count);
    let (mut above, mut below) = (0.0, 0.0);
    for (a, b) in points {
        above += (a - x) * (b - y);
        below += (a - x) * (a - x);
    }
    if points.is_empty() || below <= 0.0 {
        return None;
    }
    let slope = above / below;
    Some((y - slope * x, slope))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_found() {
        let growth = fit(
            "tasks",
            &[(100.0, 1_300.0), (200.0, 2_300.0), (400.0, 4_300.0)],
        )
        .unwrap();
        assert!((growth.fixed_ns - 300.0).abs() < 1e-6);
        assert!((growth.each_ns - 10.0).abs() < 1e-9);
        assert!(growth.error_percent < 1e-6);
        assert_eq!(growth.words, "grows with tasks");
    }

    #[test]
    fn flat_and_steep_growth_are_named() {
        let flat = fit("tasks", &[(1.0, 500.0), (2.0, 510.0), (4.0, 490.0)]).unwrap();
        assert_eq!(flat.words, "does not grow with tasks");
        assert!(flat.each_ns >= 0.0);
        let square = fit("tasks", &[(1.0, 1.0), (2.0, 4.0), (4.0, 16.0)]).unwrap();
        assert_eq!(square.words, "grows faster than tasks");
        assert!((square.exponent - 2.0).abs() < 1e-9);
        assert!(square.fixed_ns >= 0.0);
    }

    #[test]
    fn two_sizes_are_too_few() {
        assert_eq!(fit("tasks", &[(1.0, 1.0), (2.0, 2.0), (2.0, 3.0)]), None);
    }
}

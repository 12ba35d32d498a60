//! Figures as people read them.

/// A time in the unit that suits it, from nanoseconds.
pub fn time(ns: f64) -> String {
    match ns.abs() {
        ..999.5 => format!("{ns:.0} ns"),
        ..999_950.0 => format!("{:.1} µs", ns / 1e3),
        ..999_950_000.0 => format!("{:.1} ms", ns / 1e6),
        ..119.95e9 => format!("{:.2} s", ns / 1e9),
        ..7_200e9 => format!("{:.1} min", ns / 60e9),
        _ => format!("{:.1} h", ns / 3600e9),
    }
}

/// A count, short: `950`, `12.3 k`, `1.0 M`.
pub fn count(n: f64) -> String {
    match n.abs() {
        ..9_999.5 => format!("{n:.0}"),
        ..999_950.0 => format!("{:.1} k", n / 1e3),
        ..999_950_000.0 => format!("{:.1} M", n / 1e6),
        _ => format!("{:.1} G", n / 1e9),
    }
}

/// `once`, `2 times`.
pub fn times(n: f64) -> String {
    match n {
        1.0 => "once".to_owned(),
        n => format!("{} times", count(n)),
    }
}

/// `1 task`, `2 tasks`.
pub fn counted(n: u64, noun: &str) -> String {
    format!("{n} {noun}{}", if n == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units() {
        assert_eq!(time(50.0), "50 ns");
        assert_eq!(time(1_500.0), "1.5 µs");
        assert_eq!(time(2.5e6), "2.5 ms");
        assert_eq!(time(3e9), "3.00 s");
        assert_eq!(time(36_000e9), "10.0 h");
        assert_eq!(count(950.0), "950");
        assert_eq!(count(1e6), "1.0 M");
        assert_eq!(counted(1, "task"), "1 task");
    }
}

//! Numbers, times and plurals as text, in one style for all messages.

use std::borrow::Cow;
use std::time::Duration;

/// A time in the unit that suits it, from nanoseconds: `50 ns`, `1.5 µs`, `2.5 ms`, `3.00 s`.
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

/// A [`Duration`] in the unit that suits it.
pub fn duration(duration: Duration) -> String {
    time(duration.as_nanos() as f64)
}

/// A count in short form, for tables: `950`, `1,234`, `12.3 k`, `1.0 M`.
pub fn count(n: f64) -> String {
    match n.abs() {
        ..999.5 => format!("{n:.0}"),
        ..9_999.5 if n > 0.0 => grouped(n.round() as u64),
        ..9_999.5 => format!("{n:.0}"),
        ..999_950.0 => format!("{:.1} k", n / 1e3),
        ..999_950_000.0 => format!("{:.1} M", n / 1e6),
        _ => format!("{:.1} G", n / 1e9),
    }
}

/// A percentage with one decimal; what rounds to nothing has no sign: `3.1 %`, `0.0 %`.
pub fn percent(value: f64) -> String {
    match value.abs() {
        ..0.05 => "0.0 %".to_owned(),
        _ => format!("{value:.1} %"),
    }
}

/// A change in percent with its sign: `+3.1 %`, `-2.0 %`, `0.0 %`.
pub fn percent_change(value: f64) -> String {
    match value.abs() {
        ..0.05 => "0.0 %".to_owned(),
        _ => format!("{value:+.1} %"),
    }
}

/// `once`, `2 times`, `12.3 k times`.
pub fn times(n: f64) -> String {
    match n {
        1.0 => "once".to_owned(),
        n => format!("{} times", count(n)),
    }
}

/// A number with commas between thousands: `1,234,567`.
pub fn grouped(n: u64) -> String {
    let digits = n.to_string();
    let mut text = String::new();
    for (k, digit) in digits.chars().enumerate() {
        if k > 0 && (digits.len() - k).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A number and its noun: `1 task`, `2 tasks`, `12,345 candidates`, `3 searches`.
pub fn counted(n: impl TryInto<u64>, noun: &str) -> String {
    let n = n.try_into().unwrap_or(u64::MAX);
    format!("{} {}", grouped(n), plural(n, noun))
}

/// A count in short form and its noun, for tables and findings: `1 call`, `12.3 k calls`.
pub fn counted_short(n: f64, noun: &str) -> String {
    let n = n.round();
    format!("{} {}", count(n), plural(n as u64, noun))
}

/// The noun in the form that fits the number.
fn plural(n: u64, noun: &str) -> String {
    let ending = match n {
        1 => "",
        _ if noun.ends_with("ch") || noun.ends_with('s') => "es",
        _ => "s",
    };
    format!("{noun}{ending}")
}

/// Up to `most` names, then how many more there are: `a, b, c and 2 more`.
pub fn some_of<S: AsRef<str>>(names: &[S], most: usize) -> String {
    some_of_many(names, names.len(), most)
}

/// [`some_of`] so many names, of which only the first are known.
pub fn some_of_many<S: AsRef<str>>(names: &[S], count: usize, most: usize) -> String {
    let shown: Vec<&str> = names.iter().take(most).map(AsRef::as_ref).collect();
    match count.saturating_sub(shown.len()) {
        0 => shown.join(", "),
        more => format!("{} and {} more", shown.join(", "), grouped(more as u64)),
    }
}

/// The text, truncated to a number of characters; an ellipsis marks the cut.
pub fn clipped(text: &str, columns: usize) -> String {
    if text.chars().count() <= columns {
        return text.to_owned();
    }
    let start: String = text.chars().take(columns.saturating_sub(1)).collect();
    format!("{}…", start.trim_end())
}

/// Whether a character of a file or an argument must not reach a terminal: it could move the cursor,
/// change colours, hide or reorder text, or break lines.
pub fn is_unprintable(c: char) -> bool {
    match c {
        '\n' | '\t' => false,
        '\u{61c}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' => true,
        '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' => true,
        '\u{e0000}'..='\u{e007f}' => true,
        c => c.is_control(),
    }
}

/// The text with `?` for every character that [`is_unprintable`].
pub fn printable(text: &str) -> Cow<'_, str> {
    match text.contains(is_unprintable) {
        true => Cow::Owned(text.replace(is_unprintable, "?")),
        false => Cow::Borrowed(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_the_unit_that_suits_them() {
        assert_eq!(time(50.0), "50 ns");
        assert_eq!(time(1_500.0), "1.5 µs");
        assert_eq!(duration(Duration::from_micros(2_500)), "2.5 ms");
        assert_eq!(time(3e9), "3.00 s");
        assert_eq!(time(36_000e9), "10.0 h");
        assert_eq!(count(950.0), "950");
        assert_eq!(count(1234.4), "1,234");
        assert_eq!(count(1e6), "1.0 M");
    }

    #[test]
    fn a_percentage_of_nothing_has_no_sign() {
        assert_eq!(percent(-0.04), "0.0 %");
        assert_eq!(percent(-0.06), "-0.1 %");
        assert_eq!(percent(12.34), "12.3 %");
        assert_eq!(percent_change(-0.0), "0.0 %");
        assert_eq!(percent_change(0.04), "0.0 %");
        assert_eq!(percent_change(3.12), "+3.1 %");
    }

    #[test]
    fn numbers_agree_with_their_nouns() {
        assert_eq!(counted(1, "task"), "1 task");
        assert_eq!(counted(0u64, "task"), "0 tasks");
        assert_eq!(counted(12_345usize, "candidate"), "12,345 candidates");
        assert_eq!(counted(2, "launch"), "2 launches");
        assert_eq!(counted_short(1.2, "call"), "1 call");
        assert_eq!(counted_short(12_345.0, "call"), "12.3 k calls");
        assert_eq!(times(1.0), "once");
        assert_eq!(times(2.0), "2 times");
    }

    #[test]
    fn characters_that_steer_a_terminal_are_replaced() {
        assert_eq!(printable("9×9 ─▶ µ£é\t\n"), "9×9 ─▶ µ£é\t\n");
        for hostile in [
            '\0',
            '\u{7}',
            '\u{8}',
            '\r',
            '\u{1b}',
            '\u{7f}',
            '\u{85}',
            '\u{9b}',
            '\u{200b}',
            '\u{200f}',
            '\u{2028}',
            '\u{202e}',
            '\u{2066}',
            '\u{2069}',
            '\u{feff}',
            '\u{e0041}',
        ] {
            assert_eq!(printable(&format!("a{hostile}b")), "a?b", "{hostile:?}");
        }
    }

    #[test]
    fn lists_and_lines_are_truncated_visibly() {
        assert_eq!(some_of(&["a", "b"], 3), "a, b");
        assert_eq!(some_of(&["a", "b", "c", "d"], 3), "a, b, c and 1 more");
        assert_eq!(clipped("short", 5), "short");
        assert_eq!(clipped("a longer line", 8), "a longe…");
    }
}

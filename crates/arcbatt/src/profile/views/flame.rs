//! The flame graph as an SVG file, drawn by `inferno`: opens in a browser, zooms and searches.

use super::{bounded, stacks_by_line};
use crate::profile::Profile;
use crate::text::{counted, time};
use inferno::flamegraph::{self, Options, TextTruncateDirection};

/// The flame graph as SVG.
pub fn write(profile: &Profile) -> String {
    let lines: Vec<String> = bounded(&stacks_by_line(profile))
        .filter(|(stack, ns)| *ns > 0 && !stack.frames.is_empty())
        .map(|(stack, ns)| line(&stack.frames, ns))
        .collect();
    let mut options = Options::default();
    options.title = "arcbatt: where the time of all threads went".to_owned();
    options.subtitle = Some(printable(&subtitle(profile)));
    options.count_name = "µs".to_owned();
    // Lines hold nanoseconds.
    options.factor = 0.001;
    options.name_type = "Work:".to_owned();
    options.text_truncate_direction = TextTruncateDirection::Right;
    // The same profile gives the same file.
    options.hash = true;
    options.deterministic = true;
    let mut svg = Vec::new();
    let drawn = flamegraph::from_lines(&mut options, lines.iter().map(String::as_str), &mut svg);
    match (drawn, String::from_utf8(svg)) {
        (Ok(()), Ok(svg)) => svg,
        // inferno fails if there is no line to draw.
        _ => EMPTY.to_owned(),
    }
}

/// The picture of a profile without measured time.
const EMPTY: &str = r##"<?xml version="1.0" encoding="UTF-8"?>
<svg xmlns="http://www.w3.org/2000/svg" width="600" height="80" viewBox="0 0 600 80">
<rect width="600" height="80" fill="#eeeeee"/>
<text x="300" y="45" text-anchor="middle" font-family="sans-serif" font-size="14">no time was measured</text>
</svg>
"##;

fn subtitle(profile: &Profile) -> String {
    let (truth, subject) = (&profile.truth, &profile.subject);
    let mut text = format!(
        "{} of {} right; {} on {}",
        truth.right,
        counted(truth.known, "known test output"),
        time(profile.account.wall_ns as f64),
        counted(subject.threads, "thread"),
    );
    if profile.verdict.refused.is_some() {
        text.push_str("; PROFILING CHANGED THE ANSWERS");
    }
    for line in profile.header.lines() {
        text.push_str("; ");
        text.push_str(&line);
    }
    text
}

/// A stack in the format of inferno: frames separated by `;`, then the time.
fn line(frames: &[String], ns: u64) -> String {
    let frames: Vec<String> = frames.iter().map(|frame| name(frame)).collect();
    let mut stack = frames.join(";");
    // inferno would read a number at the end of a name as a second time.
    if let Some((before, last)) = stack.rsplit_once(' ')
        && last.starts_with(|c: char| c.is_ascii_digit())
    {
        stack = format!("{before}\u{a0}{last}");
    }
    // inferno skips lines that begin with `# `.
    if stack.starts_with("# ") {
        stack.replace_range(1..2, "\u{a0}");
    }
    format!("{stack} {ns}")
}

fn name(frame: &str) -> String {
    let name = printable(frame).replace(';', ",");
    match name.trim() {
        "" => "(unnamed)".to_owned(),
        trimmed => trimmed.to_owned(),
    }
}

/// The text with spaces for characters that XML cannot hold or that end a line.
fn printable(text: &str) -> String {
    let fits = |c: char| {
        !c.is_control() && !matches!(c, '\u{2028}' | '\u{2029}' | '\u{fffe}' | '\u{ffff}')
    };
    text.chars()
        .map(|c| if fits(c) { c } else { ' ' })
        .collect()
}

#[cfg(test)]
mod tests {

    #[test]
    fn names_are_not_misread_as_format() {
        let line = |frames: &[&str]| {
            let frames: Vec<String> = frames.iter().map(|&frame| frame.to_owned()).collect();
            super::line(&frames, 7)
        };
        assert_eq!(line(&["batt", "fill"]), "batt;fill 7");
        assert_eq!(line(&["a;b", "c\nd"]), "a,b;c d 7");
        assert_eq!(line(&["part 12"]), "part\u{a0}12 7");
        assert_eq!(line(&["", " "]), "(unnamed);(unnamed) 7");
        assert_eq!(line(&["# x", "y"]), "#\u{a0}x;y 7");
    }
}

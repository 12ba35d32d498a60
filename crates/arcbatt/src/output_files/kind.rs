//! What a file holds, by its first bytes.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// The bytes of a file that are looked at.
const HEAD: u64 = 64 << 10;

/// The start of every SQLite file.
const SQLITE: &[u8] = b"SQLite format 3\0";

/// A kind of output file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// A store.
    Store,
    /// A solver file of `run` or `solve`, which look for themselves whether they wrote it.
    Solvers,
    /// A solver file of `library export`.
    Export,
    /// A submission.
    Submission,
    /// A batt.
    Batt,
    /// A profile as JSON.
    Profile,
    /// A profile as a page.
    Html,
    /// A profile as Markdown.
    Markdown,
    /// A profile for speedscope.
    Speedscope,
    /// A profile for the Firefox Profiler.
    Firefox,
    /// A plan of shards.
    Plan,
    /// A report on merged shards.
    Report,
    /// An SVG picture.
    Svg,
    /// A PNG picture.
    Png,
}

impl FileKind {
    /// The kind of a profile by the extension of its file.
    pub fn of_profile(path: &Path) -> Self {
        let extension = path.extension().unwrap_or_default();
        let is = |known: &str| extension.eq_ignore_ascii_case(known);
        match () {
            () if is("html") || is("htm") => Self::Html,
            () if is("md") => Self::Markdown,
            () if is("svg") => Self::Svg,
            () => Self::Profile,
        }
    }

    /// The kind in words.
    pub fn words(self) -> &'static str {
        match self {
            Self::Store => "a store",
            Self::Solvers | Self::Export => "a solver file",
            Self::Submission => "a submission",
            Self::Batt => "a batt",
            Self::Profile => "a profile",
            Self::Html => "the page of a profile",
            Self::Markdown => "a report on a profile",
            Self::Speedscope => "a profile for speedscope",
            Self::Firefox => "a profile for the Firefox Profiler",
            Self::Plan => "a plan",
            Self::Report => "a report on shards",
            Self::Svg => "an SVG picture",
            Self::Png => "a PNG picture",
        }
    }

    /// What else is in the file and would be lost; `None` if it is of this kind, empty or not there.
    pub(super) fn replaces(self, path: &Path) -> Option<&'static str> {
        if !path.is_file() {
            return None;
        }
        match head(path) {
            Ok(head) => (!head.is_empty() && !self.fits(&head)).then(|| found(&head)),
            Err(_) => Some("a file that cannot be read"),
        }
    }

    /// Whether a file that begins like this is of this kind.
    fn fits(self, head: &[u8]) -> bool {
        let starts = |start: &str| {
            let begin = head.trim_ascii_start();
            let begin = begin.get(..start.len());
            begin.is_some_and(|begin| begin.eq_ignore_ascii_case(start.as_bytes()))
        };
        let has = |words: &str| memchr::memmem::find(head, words.as_bytes()).is_some();
        let is_json = |keys: &[&str]| starts("{") && keys.iter().all(|key| has(key));
        match self {
            Self::Store => head.starts_with(SQLITE),
            Self::Solvers => true,
            Self::Export => starts("# arcbatt library export"),
            Self::Submission => is_json(&["\"attempt_1\""]),
            Self::Batt => starts("arcbatt batt "),
            Self::Profile => is_json(&["\"schema\"", "\"tool\"", "arcbatt"]),
            Self::Html => starts("<!doctype html") && has("<title>Profile: "),
            Self::Markdown => starts("# Profile: "),
            Self::Speedscope => is_json(&["speedscope.app/file-format-schema.json"]),
            Self::Firefox => is_json(&["\"preprocessedProfileVersion\""]),
            Self::Plan => is_json(&["\"header\"", "\"engine\""]),
            Self::Report => is_json(&["\"repeatable\"", "\"totals\""]),
            Self::Svg => (starts("<svg") || starts("<?xml")) && has("<svg"),
            Self::Png => head.starts_with(b"\x89PNG\r\n\x1a\n"),
        }
    }
}

/// What a file that begins like this holds, in words.
fn found(head: &[u8]) -> &'static str {
    const KNOWN: [FileKind; 12] = [
        FileKind::Store,
        FileKind::Submission,
        FileKind::Batt,
        FileKind::Profile,
        FileKind::Html,
        FileKind::Markdown,
        FileKind::Speedscope,
        FileKind::Firefox,
        FileKind::Plan,
        FileKind::Report,
        FileKind::Svg,
        FileKind::Png,
    ];
    let has = |words: &str| memchr::memmem::find(head, words.as_bytes()).is_some();
    match KNOWN.iter().find(|kind| kind.fits(head)) {
        Some(kind) => kind.words(),
        None if head.trim_ascii_start().starts_with(b"{") && has("\"train\"") => "a file of tasks",
        None if head.trim_ascii_start().starts_with(b"{") => "a JSON file",
        None if has("def ") || head.starts_with(b"# arcbatt ") => "a file of solvers",
        None => "a file of another kind",
    }
}

fn head(path: &Path) -> io::Result<Vec<u8>> {
    let mut head = Vec::new();
    File::open(path)?.take(HEAD).read_to_end(&mut head)?;
    Ok(head)
}

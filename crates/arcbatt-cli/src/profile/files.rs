//! The files that a profile is written to, by what each is for.

use anyhow::{Context, bail};
use arcbatt::profile::{Profile, views};
use arcbatt::whole_file::{can_write, write_whole};
use rayon::prelude::*;
use std::path::{Path, PathBuf};

/// Where a profile is written to.
#[derive(clap::Args)]
pub struct Files {
    /// Write one HTML page: tables that sort, flame graph, timeline, tasks
    #[arg(long, value_name = "F.html")]
    html: Option<PathBuf>,

    /// Write a flame graph
    #[arg(long, value_name = "F.svg")]
    flame: Option<PathBuf>,

    /// Write a file for speedscope
    #[arg(long, value_name = "F.json")]
    speedscope: Option<PathBuf>,

    /// Write a file for the Firefox Profiler
    #[arg(long, value_name = "F.json")]
    firefox: Option<PathBuf>,
}

impl Files {
    /// Tells now whether what is wanted can be written later.
    pub fn check(&self, json: Option<&Path>) -> anyhow::Result<()> {
        let files = [&self.html, &self.flame, &self.speedscope, &self.firefox];
        let files = files.into_iter().filter_map(|file| file.as_deref());
        files.chain(json).try_for_each(check)
    }

    /// Writes what is wanted, and the JSON, side by side: they take longer than many a run.
    pub fn write(&self, profile: &Profile, json: Option<&Path>) -> anyhow::Result<()> {
        let views: [(Option<&Path>, View); 5] = [
            (json, Profile::to_json),
            (self.html.as_deref(), views::html::write),
            (self.flame.as_deref(), views::flame::write),
            (self.speedscope.as_deref(), views::speedscope::write),
            (self.firefox.as_deref(), views::firefox::write),
        ];
        let put = |(path, view): (Option<&Path>, View)| match path {
            Some(path) => put(path, &view(profile)),
            None => Ok(()),
        };
        // Every file that can be written is there, whatever becomes of the others.
        let written: Vec<anyhow::Result<()>> = views.into_par_iter().map(put).collect();
        written.into_iter().collect()
    }
}

/// Tells now, and not after hours of work, that a profile cannot be written there.
pub fn check(path: &Path) -> anyhow::Result<()> {
    can_write(path).with_context(|| format!("{}: cannot write there", path.display()))
}

type View = fn(&Profile) -> String;

/// Writes a profile as the ending of the file's name says: `.json`, `.html` or `.svg`.
pub fn write_by_ending(path: &Path, profile: &Profile) -> anyhow::Result<()> {
    let ending = path.extension().and_then(|ending| ending.to_str());
    let text = match ending {
        Some("json") => profile.to_json(),
        Some("html" | "htm") => views::html::write(profile),
        Some("svg") => views::flame::write(profile),
        _ => bail!("{}: {ENDINGS}", path.display()),
    };
    put(path, &text)
}

/// What the endings are, in words.
const ENDINGS: &str = "a profile ends in .json, .html or .svg";

/// Whether a profile can be written to a file of that name.
pub fn parse_path(text: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    match path.extension().and_then(|ending| ending.to_str()) {
        Some("json" | "html" | "htm" | "svg") => Ok(path),
        _ => Err(ENDINGS.to_owned()),
    }
}

fn put(path: &Path, text: &str) -> anyhow::Result<()> {
    write_whole(path, |file| file.write_all(text.as_bytes()))
        .with_context(|| format!("{}: cannot write it", path.display()))
}

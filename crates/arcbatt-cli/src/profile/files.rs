//! The files that a profile is written to.

use crate::args::{html_path, json_path, markdown_path, svg_path};
use crate::output::{all_written, note};
use crate::read_file::read_text;
use anyhow::{Context, bail};
use arcbatt::output_files::{FileKind, OutputFiles};
use arcbatt::profile::views::{self, View};
use arcbatt::profile::{Profile, impossible};
use arcbatt::whole_file::write_whole;
use rayon::prelude::*;
use std::path::{Path, PathBuf};

/// The options that name files of a profile.
#[derive(clap::Args)]
pub struct Files {
    /// Write an HTML page with sortable tables, flame graph, timeline and tasks
    #[arg(long, value_name = "F.html", value_parser = html_path)]
    html: Option<PathBuf>,

    /// Write a report in Markdown, for a pull request
    #[arg(long, value_name = "F.md", value_parser = markdown_path)]
    md: Option<PathBuf>,

    /// Write a flame graph as SVG
    #[arg(long, value_name = "F.svg", value_parser = svg_path)]
    flame: Option<PathBuf>,

    /// Write a file for speedscope
    #[arg(long, value_name = "F.json", value_parser = json_path)]
    speedscope: Option<PathBuf>,

    /// Write a file for the Firefox Profiler
    #[arg(long, value_name = "F.json", value_parser = json_path)]
    firefox: Option<PathBuf>,
}

impl Files {
    /// Fails now, not after the work, if a file may not be written.
    pub fn check(&self, json: Option<&Path>, files: &mut OutputFiles) -> anyhow::Result<()> {
        let outputs = [
            ("--json", json, FileKind::Profile),
            ("--html", self.html.as_deref(), FileKind::Html),
            ("--md", self.md.as_deref(), FileKind::Markdown),
            ("--flame", self.flame.as_deref(), FileKind::Svg),
            (
                "--speedscope",
                self.speedscope.as_deref(),
                FileKind::Speedscope,
            ),
            ("--firefox", self.firefox.as_deref(), FileKind::Firefox),
        ];
        for (option, path, kind) in outputs {
            files.may_write_some(option, path, kind)?;
        }
        Ok(())
    }

    /// Writes the wanted files in parallel: writing may take longer than the run.
    pub fn write(&self, profile: &Profile, json: Option<&Path>) -> anyhow::Result<()> {
        let views: [(Option<&Path>, View); 6] = [
            (json, Profile::to_json),
            (self.html.as_deref(), views::html::write),
            (self.md.as_deref(), views::markdown::write),
            (self.flame.as_deref(), views::flame::write),
            (self.speedscope.as_deref(), views::speedscope::write),
            (self.firefox.as_deref(), views::firefox::write),
        ];
        let put = |(path, view): (Option<&Path>, View)| match path {
            Some(path) => put(path, &view(profile)),
            None => Ok(()),
        };
        // A failure does not keep the other files from being written.
        let written: Vec<anyhow::Result<()>> = views.into_par_iter().map(put).collect();
        all_written(written)
    }
}

/// The view for the extension of a path: `.json`, `.html`, `.md` or `.svg`.
fn view(path: &Path) -> Option<View> {
    let extension = path.extension().and_then(|extension| extension.to_str());
    extension.and_then(views::by_extension)
}

/// Writes a profile in the format of the file's extension.
pub fn write_by_extension(path: &Path, profile: &Profile) -> anyhow::Result<()> {
    let Some(view) = view(path) else {
        bail!("{}: {EXTENSIONS}", path.display());
    };
    put(path, &view(profile))
}

const EXTENSIONS: &str = "a profile ends in .json, .html, .md or .svg";

/// Parses the path of a profile, which must have a known extension.
pub fn parse_path(text: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    match view(&path) {
        Some(_) => Ok(path),
        None => Err(EXTENSIONS.to_owned()),
    }
}

fn put(path: &Path, text: &str) -> anyhow::Result<()> {
    write_whole(path, |file| file.write_all(text.as_bytes()))
        .with_context(|| format!("{}: cannot write it", path.display()))
}

/// Reads a profile that was written as JSON.
pub fn read(path: &Path) -> anyhow::Result<Profile> {
    let text = read_text(path).with_context(|| format!("{}: cannot read it", path.display()))?;
    let profile = Profile::from_json(&text).with_context(|| path.display().to_string())?;
    if let Some(first) = impossible(&profile).first() {
        note(format_args!(
            "{}: an impossible number: {first}",
            path.display()
        ));
    }
    Ok(profile)
}

//! The options `--svg` and `--png`: writes a sheet of pictures into a file.

use crate::args::{ForceArgs, png_path, svg_path};
use crate::output::{Output, grouped, note};
use anyhow::{Context, bail};
use arcbatt::output_files::{FileKind, OutputFiles};
use arcbatt::render::{ContactSheet, Sheet};
use arcbatt::whole_file::write_whole;
use std::path::{Path, PathBuf};

/// The most pages of a contact sheet.
const MOST_PAGES: usize = 100;

/// The options that name picture files.
#[derive(clap::Args)]
pub struct PictureArgs {
    /// Draw into an SVG file instead of the terminal
    #[arg(long, value_name = "F.svg", value_parser = svg_path)]
    pub svg: Option<PathBuf>,

    /// Draw into a PNG file instead of the terminal
    #[arg(long, value_name = "F.png", value_parser = png_path)]
    pub png: Option<PathBuf>,

    #[command(flatten)]
    pub force: ForceArgs,
}

impl PictureArgs {
    /// Whether a file is wanted.
    pub fn any(&self) -> bool {
        self.svg.is_some() || self.png.is_some()
    }

    /// Fails now if a file may not be written.
    pub fn check(&self, files: &mut OutputFiles) -> anyhow::Result<()> {
        files.may_write_some("--svg", self.svg.as_deref(), FileKind::Svg)?;
        files.may_write_some("--png", self.png.as_deref(), FileKind::Png)?;
        Ok(())
    }

    /// Draws the sheet into the wanted files, or on the output if there are none.
    pub fn draw(&self, sheet: &Sheet, output: &mut Output) -> anyhow::Result<()> {
        self.write(sheet)?;
        if !self.any() {
            let text = sheet.to_text(&output.style, output.columns);
            output.print_drawing(&text)?;
        }
        Ok(())
    }

    /// Writes a contact sheet into the wanted files: its first page under the given name, the others
    /// with the number of the page behind it.
    pub fn write_pages(&self, sheet: &ContactSheet<'_>) -> anyhow::Result<()> {
        let pages = sheet.pages();
        if pages > MOST_PAGES {
            bail!(
                "the tasks take {} pages, more than the limit of {MOST_PAGES}: --tasks N draws the \
                 first N tasks",
                grouped(pages as u64)
            );
        }
        let mut files = self.force.files();
        for page in 1..pages {
            for (option, path, kind) in [
                ("--svg", &self.svg, FileKind::Svg),
                ("--png", &self.png, FileKind::Png),
            ] {
                let path = path.as_ref().map(|path| numbered(path, page));
                files.may_write_some(option, path.as_deref(), kind)?;
            }
        }
        for page in 0..pages {
            if let Some(path) = &self.svg {
                write(&numbered(path, page), sheet.to_svg(page).as_bytes())?;
            }
            if let Some(path) = &self.png {
                let path = numbered(path, page);
                let bytes = sheet.to_png(page);
                write(&path, &bytes.with_context(|| path.display().to_string())?)?;
            }
        }
        Ok(())
    }

    /// Writes the wanted files.
    pub fn write(&self, sheet: &Sheet) -> anyhow::Result<()> {
        if let Some(path) = &self.svg {
            write(path, sheet.to_svg().as_bytes())?;
        }
        if let Some(path) = &self.png {
            let bytes = sheet.to_png();
            write(path, &bytes.with_context(|| path.display().to_string())?)?;
        }
        Ok(())
    }
}

/// `sheet.png` for the first page, `sheet-2.png` for the second.
fn numbered(path: &Path, page: usize) -> PathBuf {
    if page == 0 {
        return path.to_owned();
    }
    let mut name = path.file_stem().unwrap_or_default().to_owned();
    name.push(format!("-{}", page + 1));
    let mut numbered = path.with_file_name(name).into_os_string();
    if let Some(extension) = path.extension() {
        numbered.push(".");
        numbered.push(extension);
    }
    numbered.into()
}

fn write(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    write_whole(path, |file| file.write_all(bytes))
        .with_context(|| format!("{}: cannot write it", path.display()))?;
    note(format_args!("wrote {}", path.display()));
    Ok(())
}

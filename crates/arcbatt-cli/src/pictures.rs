//! The options `--svg` and `--png`: writes a sheet of pictures into a file.

use crate::args::{png_path, svg_path};
use crate::output::{Output, note};
use anyhow::Context;
use arcbatt::render::Sheet;
use arcbatt::whole_file::write_whole;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The options that name picture files.
#[derive(clap::Args)]
pub struct PictureArgs {
    /// Draw into an SVG file instead of the terminal
    #[arg(long, value_name = "F.svg", value_parser = svg_path)]
    pub svg: Option<PathBuf>,

    /// Draw into a PNG file instead of the terminal
    #[arg(long, value_name = "F.png", value_parser = png_path)]
    pub png: Option<PathBuf>,
}

impl PictureArgs {
    /// Whether a file is wanted.
    pub fn any(&self) -> bool {
        self.svg.is_some() || self.png.is_some()
    }

    /// Draws the sheet into the wanted files, or on the output if there are none.
    pub fn draw(&self, sheet: &Sheet, output: &mut Output) -> anyhow::Result<()> {
        self.write(sheet)?;
        if !self.any() {
            let text = sheet.to_text(&output.style, output.columns);
            output.stdout.write_all(text.as_bytes())?;
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

fn write(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    write_whole(path, |file| file.write_all(bytes))
        .with_context(|| format!("{}: cannot write it", path.display()))?;
    note(format_args!("wrote {}", path.display()));
    Ok(())
}

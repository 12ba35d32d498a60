//! Writing a submission: beside its place, then renamed, so that the file is whole at any moment.

use super::Submission;
use crate::task::write_grid;
use std::io::{self, BufWriter, IntoInnerError, Write};
use std::path::Path;

impl Submission {
    /// Writes the submission as JSON, a line a test.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        out.write_all(b"{")?;
        for (k, (id, tests)) in self.tasks.iter().enumerate() {
            out.write_all(if k == 0 { b"\n" } else { b",\n" })?;
            serde_json::to_writer(&mut *out, id)?;
            out.write_all(b": [")?;
            for (k, [one, two]) in tests.iter().enumerate() {
                out.write_all(if k == 0 { b"\n  " } else { b",\n  " })?;
                out.write_all(b"{\"attempt_1\": ")?;
                write_grid(out, one)?;
                out.write_all(b", \"attempt_2\": ")?;
                write_grid(out, two)?;
                out.write_all(b"}")?;
            }
            out.write_all(b"]")?;
        }
        out.write_all(b"\n}\n")
    }

    /// Writes the file at `path`, in one go: whoever looks finds the old one or the new one, and
    /// if it cannot be written the old one stays.
    pub fn write_file(&self, path: &Path) -> io::Result<()> {
        let folder = match path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        let mut builder = tempfile::Builder::new();
        builder.prefix(".submission-").suffix(".tmp");
        #[cfg(unix)]
        {
            // For others to read, as files usually are; the system takes away what it must.
            use std::os::unix::fs::PermissionsExt;
            builder.permissions(std::fs::Permissions::from_mode(0o666));
        }
        let mut file = BufWriter::new(builder.tempfile_in(folder)?);
        self.write(&mut file)?;
        let file = file.into_inner().map_err(IntoInnerError::into_error)?;
        file.as_file().sync_all()?;
        file.persist(path).map_err(|error| error.error)?;
        Ok(())
    }
}

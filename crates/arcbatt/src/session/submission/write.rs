//! Writing a submission as JSON.

use super::Submission;
use crate::task::write_grid;
use crate::whole_file::write_whole;
use std::io::{self, Write};
use std::path::Path;

impl Submission {
    /// Writes the submission as JSON, one line per test.
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

    /// Replaces the file at `path` atomically; if that fails, the old file stays.
    pub fn write_file(&self, path: &Path) -> io::Result<()> {
        if path
            .metadata()
            .is_ok_and(|kind| !kind.is_file() && !kind.is_dir())
        {
            let message = "it is a device or a pipe, which cannot be replaced";
            return Err(io::Error::other(message));
        }
        write_whole(path, |mut file| self.write(&mut file))
    }
}

//! Files that are whole at any moment: written beside their place, then renamed.

use std::io::{self, BufWriter, IntoInnerError, Write};
use std::path::Path;
use tempfile::NamedTempFile;

/// The folder that a file is in.
pub fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// Tells now whether a file can be written there later.
pub fn can_write(path: &Path) -> io::Result<()> {
    NamedTempFile::new_in(folder_of(path)).map(|_| ())
}

/// Writes the file at `path`; if that fails, what was there stays.
pub fn write_whole(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    {
        // For others to read, as files usually are; the system takes away what it must.
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    let mut file = BufWriter::new(builder.tempfile_in(folder_of(path))?);
    write(&mut file)?;
    let file = file.into_inner().map_err(IntoInnerError::into_error)?;
    file.as_file().sync_all()?;
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}

//! Atomic replacement of files: written to a temporary file, then renamed.
//!
//! In: a path and a function that writes the file. Out: the new file, or an error and the old file.
//! A symbolic link stays, and its target is replaced. A device or a pipe is written to directly:
//! renaming over `/dev/null` would replace it by a file.

use std::fs::{self, File};
use std::io::{self, BufWriter, IntoInnerError, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// The folder of a file.
pub fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// Checks that a file can be written there later.
pub fn can_write(path: &Path) -> io::Result<()> {
    match Place::of(path)? {
        Place::File(path) => beside(&path).map(|_| ()),
        Place::Special => Ok(()),
    }
}

/// Replaces the file at `path`; if that fails, the old file stays.
pub fn write_whole(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let path = match Place::of(path)? {
        Place::File(path) => path,
        Place::Special => {
            let mut file = BufWriter::new(File::options().write(true).open(path)?);
            write(&mut file)?;
            return file.flush();
        }
    };
    let mut file = BufWriter::new(beside(&path)?);
    write(&mut file)?;
    let file = file.into_inner().map_err(IntoInnerError::into_error)?;
    file.as_file().sync_all()?;
    file.persist(&path).map_err(|error| error.error)?;
    Ok(())
}

/// A hidden temporary file in the folder of `path`, with the usual permissions.
pub fn beside(path: &Path) -> io::Result<NamedTempFile> {
    let folder = folder_of(path);
    if !folder.is_dir() {
        let message = format!("there is no folder {}", folder.display());
        return Err(io::Error::new(io::ErrorKind::NotFound, message));
    }
    let mut builder = tempfile::Builder::new();
    builder.prefix(".arcbatt-").suffix(".tmp");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder
        .tempfile_in(folder)
        // Without the name of the temporary file, which means nothing to the user.
        .map_err(|error| io::Error::from(error.kind()))
}

/// The target of a write.
enum Place {
    /// A file, existing or new, with links resolved.
    File(PathBuf),
    /// A device or a pipe.
    Special,
}

impl Place {
    fn of(path: &Path) -> io::Result<Self> {
        match fs::metadata(path) {
            Ok(kind) if kind.is_dir() => {
                let message = "it is a folder; name a file";
                Err(io::Error::new(io::ErrorKind::IsADirectory, message))
            }
            Ok(kind) if kind.is_file() => match path.is_symlink() {
                true => fs::canonicalize(path).map(Self::File),
                false => Ok(Self::File(path.to_owned())),
            },
            Ok(_) => Ok(Self::Special),
            Err(error) if error.kind() == io::ErrorKind::NotFound && !path.is_symlink() => {
                Ok(Self::File(path.to_owned()))
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let message = "it is a link to a file that does not exist";
                Err(io::Error::new(io::ErrorKind::NotFound, message))
            }
            Err(error) => Err(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn put(path: &Path, text: &str) -> io::Result<()> {
        write_whole(path, |file| file.write_all(text.as_bytes()))
    }

    #[test]
    fn a_failed_write_keeps_the_old_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        put(&path, "before").unwrap();
        let failed = write_whole(&path, |file| {
            file.write_all(b"half")?;
            Err(io::Error::other("no"))
        });
        assert!(failed.is_err());
        assert_eq!(fs::read_to_string(&path).unwrap(), "before");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn unwritable_places_are_reported() {
        let folder = tempfile::tempdir().unwrap();
        for tried in [can_write(folder.path()), put(folder.path(), "")] {
            let error = tried.unwrap_err().to_string();
            assert_eq!(error, "it is a folder; name a file");
        }
        let path = folder.path().join("none").join("a");
        for tried in [can_write(&path), put(&path, "")] {
            let error = tried.unwrap_err().to_string();
            assert!(error.starts_with("there is no folder "), "{error}");
            assert!(error.ends_with("none"), "{error}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_and_its_file_is_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let (file, link) = (folder.path().join("a"), folder.path().join("link"));
        put(&file, "before").unwrap();
        std::os::unix::fs::symlink("a", &link).unwrap();
        put(&link, "after").unwrap();
        assert!(link.is_symlink());
        assert_eq!(fs::read_to_string(&file).unwrap(), "after");
        fs::remove_file(&file).unwrap();
        assert!(can_write(&link).is_err());
    }

    /// A pipe instead of `/dev/null`: a failure replaces nothing of the system.
    #[cfg(unix)]
    #[test]
    fn a_pipe_is_written_to_and_stays() {
        use std::os::unix::fs::FileTypeExt;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&path).status();
        assert!(
            made.is_ok_and(|status| status.success()),
            "mkfifo is missing"
        );
        can_write(&path).unwrap();
        let reader = {
            let path = path.clone();
            std::thread::spawn(move || fs::read_to_string(path))
        };
        put(&path, "said").unwrap();
        let kind = fs::symlink_metadata(&path).unwrap().file_type();
        assert!(kind.is_fifo());
        assert_eq!(reader.join().unwrap().unwrap(), "said");
    }

    #[cfg(unix)]
    #[test]
    fn others_may_read_the_file() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let (ours, usual) = (folder.path().join("ours"), folder.path().join("usual"));
        put(&ours, "").unwrap();
        fs::write(&usual, "").unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode();
        assert_eq!(mode(&ours), mode(&usual));
    }
}

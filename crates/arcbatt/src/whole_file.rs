//! Atomic replacement of files: written to a temporary file, then renamed.
//!
//! In: a path and a function that writes the file. Out: the new file, or an error and the old file;
//! if only the folder cannot be synced, an error and the new file.
//!
//! The new file has the permissions of the old one. A symbolic link stays, and its target is replaced;
//! of a file with several names (hard links), the others keep the old content. A read-only file is not
//! replaced. A device or a pipe is written to directly: renaming over `/dev/null` would replace it by a
//! file.
//!
//! Temporary files are locked while they are written. A killed process leaves one behind, without its
//! lock: the next process that writes into the folder removes it.

use std::collections::HashSet;
use std::fs::{self, File, Permissions, TryLockError};
use std::io::{self, BufWriter, ErrorKind, IntoInnerError, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Duration;
use tempfile::NamedTempFile;

/// The start and the end of the names of temporary files.
const PREFIX: &str = ".arcbatt-";
const SUFFIX: &str = ".tmp";

/// A temporary file is locked long before it has this age, unless its process is gone.
const ABANDONED: Duration = Duration::from_secs(60);

/// The same on file systems without locks: no command writes one file for so long.
const ABANDONED_WITHOUT_LOCKS: Duration = Duration::from_secs(24 * 60 * 60);

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
    // Private content is never readable to others, not even while it is written.
    let old = fs::metadata(&path).ok().map(|file| file.permissions());
    let file = temporary(&path, old.as_ref())?;
    let write_all = || {
        // To the file itself: the errors of `NamedTempFile` have its name in them.
        let mut out = BufWriter::new(file.as_file());
        write(&mut out)?;
        out.into_inner().map_err(IntoInnerError::into_error)?;
        if let Some(old) = old {
            // The umask may have removed some. Where the file system has none, there is nothing to keep.
            let _ = file.as_file().set_permissions(old);
        }
        file.as_file().sync_all()
    };
    write_all().map_err(in_words)?;
    rename_to(file, &path)?;
    sync_folder(folder_of(&path))
}

/// Gives a complete temporary file its name; nothing is synced. If that fails, it is removed.
pub fn rename_to(file: NamedTempFile, path: &Path) -> io::Result<()> {
    // Open, and so locked, until it has its name.
    let (_file, temporary) = file.into_parts();
    // Not `persist`, which bypasses the C library, where the tests of faults let calls fail.
    fs::rename(&temporary, path)?;
    // It is there no more, so there is nothing to remove.
    let _ = temporary.keep();
    Ok(())
}

/// An error of a write whose usual text says nothing to the user.
fn in_words(error: io::Error) -> io::Error {
    match error.kind() {
        ErrorKind::FileTooLarge => {
            let message = "it would be larger than the limit on the size of files (ulimit -f)";
            io::Error::new(ErrorKind::FileTooLarge, message)
        }
        _ => error,
    }
}

/// Makes a rename durable.
pub fn sync_folder(folder: &Path) -> io::Result<()> {
    // Elsewhere a folder cannot be opened.
    if !cfg!(unix) {
        return Ok(());
    }
    // A folder that may be written, but not read, cannot be synced.
    let Ok(folder) = File::open(folder) else {
        return Ok(());
    };
    match folder.sync_all() {
        // Some file systems do not know it.
        Err(error)
            if matches!(
                error.kind(),
                ErrorKind::InvalidInput | ErrorKind::Unsupported
            ) =>
        {
            Ok(())
        }
        synced => synced,
    }
}

/// A hidden temporary file in the folder of `path`, with the usual permissions.
pub fn beside(path: &Path) -> io::Result<NamedTempFile> {
    temporary(path, None)
}

/// A hidden temporary file in the folder of `path`, locked, that has at most these permissions.
fn temporary(path: &Path, permissions: Option<&Permissions>) -> io::Result<NamedTempFile> {
    let folder = folder_of(path);
    if !folder.is_dir() {
        let message = format!("there is no folder {}", folder.display());
        return Err(io::Error::new(ErrorKind::NotFound, message));
    }
    sweep_once(folder);
    let mut options = File::options();
    options.read(true).write(true).create_new(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
        let mode = permissions.map_or(0o666, |known| known.mode() & 0o777);
        // The owner must be able to write it.
        options.mode(mode | 0o200);
    }
    #[cfg(not(unix))]
    let _ = permissions;
    // What the system says, without the name of the temporary file, which means nothing to the user.
    let mut code = None;
    let make = |path: &Path| {
        let file = options.open(path);
        file.inspect_err(|error| code = error.raw_os_error())
    };
    let file = tempfile::Builder::new()
        .prefix(PREFIX)
        .suffix(SUFFIX)
        .make_in(folder, make)
        .map_err(|error| code.map_or(error.kind().into(), io::Error::from_raw_os_error))?;
    // Nobody else knows it yet. Without locks, its age alone says whether it is abandoned.
    let _ = file.as_file().try_lock();
    Ok(file)
}

/// Removes temporary files of killed processes from a folder, the first time that it is written to.
fn sweep_once(folder: &Path) {
    static SWEPT: Mutex<Option<HashSet<PathBuf>>> = Mutex::new(None);
    let Ok(known) = folder.canonicalize() else {
        return;
    };
    let is_new = match SWEPT.lock() {
        Ok(mut swept) => swept.get_or_insert_default().insert(known),
        Err(_) => false,
    };
    if is_new {
        sweep(folder);
    }
}

/// Removes temporary files of killed processes from a folder, as far as possible.
fn sweep(folder: &Path) {
    for item in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = item.file_name();
        let name = name.to_string_lossy();
        let is_ours = name.starts_with(PREFIX) && name.ends_with(SUFFIX);
        if is_ours && is_abandoned(&item).unwrap_or(false) {
            let _ = fs::remove_file(item.path());
        }
    }
}

/// Whether the process that wrote a temporary file is gone.
fn is_abandoned(item: &fs::DirEntry) -> io::Result<bool> {
    // Not that of a link's target, and never that of a pipe, which blocks when it is opened.
    let data = item.metadata()?;
    let age = data.modified()?.elapsed().unwrap_or_default();
    if !data.is_file() || age < ABANDONED {
        return Ok(false);
    }
    Ok(
        match File::options().write(true).open(item.path())?.try_lock() {
            Ok(()) => true,
            Err(TryLockError::WouldBlock) => false,
            Err(TryLockError::Error(_)) => age > ABANDONED_WITHOUT_LOCKS,
        },
    )
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
                Err(io::Error::new(ErrorKind::IsADirectory, message))
            }
            Ok(kind) if kind.is_file() && kind.permissions().readonly() => {
                let message = "it is read-only";
                Err(io::Error::new(ErrorKind::PermissionDenied, message))
            }
            Ok(kind) if kind.is_file() => match path.is_symlink() {
                true => fs::canonicalize(path).map(Self::File),
                false => Ok(Self::File(path.to_owned())),
            },
            Ok(_) => Ok(Self::Special),
            Err(error) if error.kind() == ErrorKind::NotFound && !path.is_symlink() => {
                Ok(Self::File(path.to_owned()))
            }
            Err(error) if error.kind() == ErrorKind::NotFound => {
                let message = "it is a link to a file that does not exist";
                Err(io::Error::new(ErrorKind::NotFound, message))
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
        let folder = tempfile::tempdir().unwrap();
        let (ours, usual) = (folder.path().join("ours"), folder.path().join("usual"));
        put(&ours, "").unwrap();
        fs::write(&usual, "").unwrap();
        assert_eq!(mode(&ours), mode(&usual));
    }

    #[cfg(unix)]
    fn mode(path: &Path) -> u32 {
        use std::os::unix::fs::PermissionsExt;
        fs::metadata(path).unwrap().permissions().mode() & 0o7777
    }

    #[cfg(unix)]
    #[test]
    fn a_replaced_file_keeps_its_permissions() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        for wanted in [0o600, 0o640, 0o666, 0o755] {
            fs::write(&path, "before").unwrap();
            fs::set_permissions(&path, Permissions::from_mode(wanted)).unwrap();
            write_whole(&path, |file| {
                // Nobody else can read it while it is written, either.
                let temporary = fs::read_dir(folder.path()).unwrap().flatten();
                let mut temporary = temporary.filter(|file| file.file_name() != "a");
                let temporary = temporary.next().unwrap().path();
                assert_eq!(mode(&temporary) & !wanted, 0, "{wanted:o}");
                file.write_all(b"after")
            })
            .unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), "after");
            assert_eq!(mode(&path), wanted, "{wanted:o}");
        }
    }

    #[test]
    fn a_read_only_file_is_not_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        fs::write(&path, "before").unwrap();
        let mut permissions = fs::metadata(&path).unwrap().permissions();
        permissions.set_readonly(true);
        fs::set_permissions(&path, permissions).unwrap();
        for tried in [can_write(&path), put(&path, "after")] {
            assert_eq!(tried.unwrap_err().to_string(), "it is read-only");
        }
        assert_eq!(fs::read_to_string(&path).unwrap(), "before");
    }

    #[test]
    fn only_abandoned_temporary_files_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        let old = |name: &str| {
            let path = folder.path().join(name);
            let file = File::create(&path).unwrap();
            let age = ABANDONED * 2;
            file.set_modified(std::time::SystemTime::now() - age)
                .unwrap();
            (path, file)
        };
        let (abandoned, _) = old(".arcbatt-abandoned.tmp");
        let (in_use, lock) = old(".arcbatt-used.tmp");
        lock.try_lock().unwrap();
        let (foreign, _) = old(".other-abandoned.tmp");
        let new = folder.path().join(".arcbatt-new.tmp");
        fs::write(&new, "").unwrap();
        put(&folder.path().join("a"), "").unwrap();
        assert!(!abandoned.exists());
        assert!(in_use.exists() && foreign.exists() && new.exists());
    }

    /// A lock that is kept while the file is written protects it from other processes.
    #[test]
    fn a_file_that_is_being_written_is_locked() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        write_whole(&path, |_| {
            let mut files = fs::read_dir(folder.path()).unwrap().flatten();
            let file = File::options()
                .write(true)
                .open(files.next().unwrap().path())?;
            assert!(matches!(file.try_lock(), Err(TryLockError::WouldBlock)));
            Ok(())
        })
        .unwrap();
        File::open(&path).unwrap().try_lock().unwrap();
    }
}

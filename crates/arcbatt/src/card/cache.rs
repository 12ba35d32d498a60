//! Batts of earlier runs, kept in a folder, so that an unchanged run does not generate them again.
//!
//! In: programs and settings. Out: the batt that [`card`](super::card) would make of them. A file is
//! named by the hash of all that the batt depends on, and holds the batt in binary form with a
//! checksum.
//!
//! Invariants: a run never fails because of its cache; files that are damaged, foreign or of another
//! version are not used and are replaced; the folder does not grow beyond its limit.

use super::Settings;
use super::reuse::GENERATION;
use crate::batt::Batt;
use crate::dsl::constants::ConstantValue;
use crate::dsl::table;
use crate::program::{Arg, Callee, Parameters, Program};
use crate::whole_file::{beside, rename_to};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// The most bytes of all files together.
const MOST_BYTES: u64 = 256 << 20;

/// Smaller batts are not kept: to make them takes about as long as to read them.
const LEAST_CANDIDATES: usize = 1_000;

/// The extension of the files.
const EXTENSION: &str = "card";

/// A folder of batts of earlier runs.
#[derive(Clone, Debug)]
pub struct CardCache {
    folder: PathBuf,
    most_bytes: u64,
}

/// Names a batt by all that it depends on.
pub(super) struct CardKey(blake3::Hash);

impl CardKey {
    /// The key of the batt of these programs.
    pub fn new(programs: &[Program], settings: &Settings) -> Self {
        let mut bytes = Vec::new();
        let mut text = |text: &str| {
            bytes.extend((text.len() as u64).to_le_bytes());
            bytes.extend(text.as_bytes());
        };
        text(env!("CARGO_PKG_VERSION"));
        // Files refer to primitives by number, and mutants depend on their signatures.
        for primitive in table::primitives() {
            text(primitive.name);
            primitive
                .signatures
                .iter()
                .for_each(|signature| text(signature));
        }
        let Settings {
            seed,
            mutants,
            rates,
            donors,
        } = settings;
        let numbers = [
            u64::from(GENERATION),
            *seed,
            u64::from(*mutants),
            *donors as u64,
        ];
        bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        bytes.extend(rates.0.iter().flat_map(|rate| rate.to_le_bytes()));
        for program in programs {
            add_program(program, &mut bytes);
        }
        Self(blake3::hash(&bytes))
    }
}

/// Adds a program without the names of its variables and places.
fn add_program(program: &Program, bytes: &mut Vec<u8>) {
    bytes.extend((program.name.len() as u64).to_le_bytes());
    bytes.extend(program.name.as_bytes());
    bytes.push(matches!(program.parameters, Parameters::Full(_)).into());
    bytes.extend((program.lines.len() as u64).to_le_bytes());
    for line in &program.lines {
        match line.callee {
            Callee::Primitive(primitive, suffix) => {
                bytes.extend([0, suffix as u8]);
                bytes.extend(table::number(primitive).to_le_bytes());
            }
            Callee::Line(line) => {
                bytes.push(1);
                bytes.extend(line.to_le_bytes());
            }
        }
        bytes.push(line.args.len() as u8);
        line.args.iter().for_each(|arg| add_arg(arg, bytes));
    }
    add_arg(&program.result, bytes);
}

fn add_arg(arg: &Arg, bytes: &mut Vec<u8>) {
    match *arg {
        Arg::Input(input) => bytes.extend([0, input as u8]),
        Arg::Line(line) => {
            bytes.push(1);
            bytes.extend(line.to_le_bytes());
        }
        Arg::Constant(constant) => {
            bytes.extend([2, constant.name.len() as u8]);
            bytes.extend(constant.name.as_bytes());
        }
        Arg::Literal(ConstantValue::Bool(truth)) => bytes.extend([3, truth.into()]),
        Arg::Literal(ConstantValue::Int(number)) => {
            bytes.push(4);
            bytes.extend(number.to_le_bytes());
        }
        Arg::Literal(ConstantValue::Pair(i, j)) => {
            bytes.push(5);
            bytes.extend(i.to_le_bytes());
            bytes.extend(j.to_le_bytes());
        }
        Arg::Primitive(primitive, suffix) => {
            bytes.extend([6, suffix as u8]);
            bytes.extend(table::number(primitive).to_le_bytes());
        }
    }
}

impl CardCache {
    /// A cache in a folder, which is created when something is stored.
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        Self {
            folder: folder.into(),
            most_bytes: MOST_BYTES,
        }
    }

    /// The same cache with another limit to the bytes of all its files.
    pub fn with_most_bytes(self, most_bytes: u64) -> Self {
        Self { most_bytes, ..self }
    }

    fn path(&self, key: &CardKey) -> PathBuf {
        self.folder.join(format!("{}.{EXTENSION}", key.0.to_hex()))
    }

    /// The batt of a key, if it is there and whole.
    pub(super) fn load(&self, key: &CardKey) -> Option<Batt> {
        let path = self.path(key);
        let bytes = fs::read(&path).ok()?;
        let batt = Batt::from_bytes(bytes.strip_prefix(key.0.as_bytes())?)?;
        // Recently used files are removed last.
        if let Ok(file) = File::options().append(true).open(&path) {
            let _ = file.set_modified(SystemTime::now());
        }
        Some(batt)
    }

    /// Stores a batt, unless it is small, and removes the oldest files beyond the limit. A cache that
    /// cannot be written is not an error.
    pub(super) fn store(&self, key: &CardKey, batt: &Batt) {
        if batt.candidates.len() >= LEAST_CANDIDATES {
            let _ = self.try_store(key, batt);
        }
    }

    fn try_store(&self, key: &CardKey, batt: &Batt) -> io::Result<()> {
        let bytes = batt.to_bytes();
        let len = (key.0.as_bytes().len() + bytes.len()) as u64;
        if len > self.most_bytes {
            return Ok(());
        }
        fs::create_dir_all(&self.folder)?;
        self.make_room(len)?;
        let path = self.path(key);
        // Complete or not there; the checksum finds what a crash of the machine leaves.
        let mut file = beside(&path)?;
        file.write_all(key.0.as_bytes())?;
        file.write_all(&bytes)?;
        rename_to(file, &path)
    }

    /// Removes the oldest files until `len` bytes more are within the limit.
    fn make_room(&self, len: u64) -> io::Result<()> {
        let mut files: Vec<(SystemTime, u64, PathBuf)> = Vec::new();
        for entry in fs::read_dir(&self.folder)? {
            let entry = entry?;
            let is_ours = Path::new(&entry.file_name())
                .extension()
                .is_some_and(|extension| extension == EXTENSION);
            if is_ours && let Ok(known) = entry.metadata() {
                let modified = known.modified().unwrap_or(SystemTime::UNIX_EPOCH);
                files.push((modified, known.len(), entry.path()));
            }
        }
        files.sort_unstable();
        let mut all: u64 = files.iter().map(|(_, len, _)| len).sum();
        for (_, old, path) in files {
            if all.saturating_add(len) <= self.most_bytes {
                break;
            }
            // Another run may have removed it.
            let _ = fs::remove_file(path);
            all -= old;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::{CardOptions, card, card_with};
    use super::*;
    use crate::program::parse_file;
    use crate::task::generators::SOLVERS;

    fn settings(seed: u64) -> Settings {
        Settings {
            seed,
            mutants: 30,
            ..Settings::default()
        }
    }

    fn text(batt: &Batt) -> Vec<u8> {
        let mut text = Vec::new();
        batt.write(&mut text).unwrap();
        text
    }

    /// The batt with the cache, and whether it came from there.
    fn cached(cache: &CardCache, programs: &[Program], seed: u64) -> (Vec<u8>, bool) {
        let options = CardOptions {
            cache: Some(cache),
            ..CardOptions::default()
        };
        let (batt, stats) = card_with(programs, &settings(seed), &options);
        (text(&batt), stats.cached)
    }

    fn files(folder: &Path) -> Vec<PathBuf> {
        let entries = fs::read_dir(folder).unwrap();
        entries.map(|entry| entry.unwrap().path()).collect()
    }

    #[test]
    fn a_batt_comes_back_as_it_was() {
        let folder = tempfile::tempdir().unwrap();
        let cache = CardCache::new(folder.path().join("new"));
        let mut programs = parse_file(SOLVERS).programs;
        let made = text(&card(&programs, &settings(1), None).0);
        assert_eq!(cached(&cache, &programs, 1), (made.clone(), false));
        assert_eq!(cached(&cache, &programs, 1), (made.clone(), true));
        // Another seed, other programs and other names are other batts.
        assert!(!cached(&cache, &programs, 2).1);
        programs[0].name.push('x');
        assert!(!cached(&cache, &programs, 1).1);
        programs.pop();
        assert!(!cached(&cache, &programs, 1).1);
        assert_eq!(files(&folder.path().join("new")).len(), 4);
    }

    #[test]
    fn damaged_and_foreign_files_are_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let cache = CardCache::new(folder.path());
        let programs = parse_file(SOLVERS).programs;
        let (made, _) = cached(&cache, &programs, 1);
        let path = files(folder.path()).remove(0);
        let whole = fs::read(&path).unwrap();
        let flipped = |at: usize| {
            let mut bytes = whole.clone();
            bytes[at] ^= 1;
            bytes
        };
        let damaged = [
            Vec::new(),
            b"something else".to_vec(),
            whole[..whole.len() / 2].to_vec(),
            [&whole[..], b"more"].concat(),
            flipped(3),
            flipped(40),
            flipped(whole.len() / 2),
            flipped(whole.len() - 1),
        ];
        for bytes in damaged {
            fs::write(&path, &bytes).unwrap();
            assert_eq!(cached(&cache, &programs, 1), (made.clone(), false));
            assert_eq!(fs::read(&path).unwrap(), whole);
        }
        assert_eq!(cached(&cache, &programs, 1), (made, true));
    }

    #[test]
    fn the_oldest_files_go_first() {
        let folder = tempfile::tempdir().unwrap();
        let cache = CardCache::new(folder.path());
        let programs = parse_file(SOLVERS).programs;
        let (one, _) = (cached(&cache, &programs, 1), ());
        let len = fs::metadata(files(folder.path()).remove(0)).unwrap().len();
        let cache = cache.with_most_bytes(5 * len / 2);
        fs::write(folder.path().join("other.txt"), vec![0; 3 * len as usize]).unwrap();
        let wait = || std::thread::sleep(std::time::Duration::from_millis(20));
        wait();
        cached(&cache, &programs, 2);
        wait();
        // Used again, so the second is the oldest now.
        assert_eq!(cached(&cache, &programs, 1), (one.0, true));
        wait();
        cached(&cache, &programs, 3);
        assert!(!cached(&cache.clone().with_most_bytes(0), &programs, 2).1);
        assert!(cached(&cache, &programs, 1).1);
        assert!(cached(&cache, &programs, 3).1);
        assert_eq!(
            files(folder.path()).len(),
            3,
            "two batts and a foreign file"
        );
    }

    #[test]
    fn a_folder_that_cannot_be_written_does_no_harm() {
        let cache = CardCache::new("/dev/null/cards");
        let programs = parse_file(SOLVERS).programs;
        assert!(!cached(&cache, &programs, 1).1);
        assert!(!cached(&cache, &programs, 1).1);
    }
}

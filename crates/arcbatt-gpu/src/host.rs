//! The kernel compiled by g++, for tests on machines without a GPU.

use crate::batch::{Answers, Batch, Job, PAGE, SCRATCH};
use crate::source;
use std::ffi::c_void;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};
use thiserror::Error;

/// The smallest number of pages.
const PAGES: usize = 64;

/// The kernel as a shared library.
pub struct HostKernel {
    run: unsafe extern "C" fn(*const c_void),
    _library: libloading::Library,
}

/// Why the kernel cannot be compiled or loaded.
#[derive(Debug, Error)]
pub enum HostError {
    /// g++ is missing.
    #[error("the tests of the kernels need g++ (Debian: apt-get install g++): {0}")]
    NoCompiler(std::io::Error),
    /// It does not compile.
    #[error("the kernel does not compile:\n{0}")]
    Compile(String),
    /// The library cannot be written or loaded.
    #[error("the compiled kernel cannot be used: {0}")]
    Load(String),
}

impl HostKernel {
    /// Compiles the kernel into a folder, unless it is there already, and loads it.
    ///
    /// `sanitize` makes it abort on undefined behaviour.
    pub fn compile(folder: &Path, sanitize: bool) -> Result<Self, HostError> {
        let load = |e: &dyn std::fmt::Display| HostError::Load(e.to_string());
        let hash = {
            use std::hash::{Hash, Hasher};
            let mut hasher = rustc_hash::FxHasher::default();
            (source::single(), sanitize).hash(&mut hasher);
            hasher.finish()
        };
        let checks: &[&str] = match sanitize {
            true => &["-fsanitize=undefined", "-fno-sanitize-recover=all"],
            false => &[],
        };
        let library = folder.join(format!("kernel-{hash:016x}.so"));
        if !library.exists() {
            // Compiled aside and renamed, so that no other process loads a partial file.
            static TURN: AtomicU32 = AtomicU32::new(0);
            let turn = TURN.fetch_add(1, Ordering::Relaxed);
            let own = folder.join(format!("kernel-{hash:016x}-{}-{turn}", std::process::id()));
            std::fs::create_dir_all(&own).map_err(|e| load(&e))?;
            for (name, text) in source::files() {
                std::fs::write(own.join(name), text).map_err(|e| load(&e))?;
            }
            std::fs::write(own.join("entry.cpp"), source::entry()).map_err(|e| load(&e))?;
            let built = own.join("kernel.so");
            let output = Command::new("g++")
                .args(["-std=c++17", "-O2", "-fPIC", "-shared", "-Wall", "-Werror"])
                .args(["-Wno-unused-function", "-fno-strict-aliasing"])
                .args(checks)
                .arg("-o")
                .arg(&built)
                .arg(own.join("entry.cpp"))
                .output()
                .map_err(HostError::NoCompiler)?;
            if !output.status.success() {
                return Err(HostError::Compile(
                    String::from_utf8_lossy(&output.stderr).into_owned(),
                ));
            }
            std::fs::rename(&built, &library).map_err(|e| load(&e))?;
            let _ = std::fs::remove_dir_all(&own);
        }
        Self::load(library)
    }

    fn load(path: PathBuf) -> Result<Self, HostError> {
        let load = |e: libloading::Error| HostError::Load(e.to_string());
        // SAFETY: the library is compiled from our source, which runs nothing on loading.
        let library = unsafe { libloading::Library::new(path) }.map_err(load)?;
        // SAFETY: arcbatt_waves is declared with this signature in wave.h.
        let run = unsafe {
            *library
                .get::<unsafe extern "C" fn(*const c_void)>(b"arcbatt_waves\0")
                .map_err(load)?
        };
        Ok(Self {
            run,
            _library: library,
        })
    }

    /// Runs a batch and calls `read` with its results.
    pub fn run(&self, batch: &Batch, read: &mut dyn FnMut(&Answers)) {
        let mut outcomes = vec![0u64; batch.outcomes as usize];
        let mut spent = vec![[0u64; 2]; batch.groups.len()];
        let (table, room) = batch.room_for_grids();
        let mut keys = vec![0u64; table];
        let mut grids = vec![0u32; room];
        let waves = batch.waves(1);
        let pages = PAGES.max(batch.values() / 256) as u32;
        // Zeroed memory that is never touched costs no time.
        let shared = batch.shared.words.len().next_multiple_of(4);
        let own = shared + SCRATCH as usize;
        let mut arena = vec![0u32; own + pages as usize * PAGE as usize];
        arena[..batch.shared.words.len()].copy_from_slice(&batch.shared.words);
        let write = |p: *mut u32| p.expose_provenance() as u64;
        let given = batch.code.leaves.iter().chain(&batch.samples);
        let mut all: Vec<u32> = given.flat_map(|v| v.0.map(|n| n as u32)).collect();
        let first_value = all.len();
        all.resize(first_value + batch.values() * 8 + 8, 0);
        let leaves = write(all.as_mut_ptr());
        let leaves_count = batch.code.leaves.len();
        let (mut page, mut used) = (0u32, 0u32);
        let mut first_page = [0u32; 2];
        let job = Job {
            steps: waves.steps.as_ptr().addr() as u64,
            first_items: waves.first_items.as_ptr().addr() as u64,
            waves: waves.waves.as_ptr().addr() as u64,
            leaves,
            samples: leaves + 32 * leaves_count as u64,
            lists: batch.lists.as_ptr().addr() as u64,
            groups: batch.groups.as_ptr().addr() as u64,
            outcomes: outcomes.as_mut_ptr().expose_provenance() as u64,
            values: leaves + 4 * first_value as u64,
            arena: write(arena.as_mut_ptr()),
            pages: write(first_page.as_mut_ptr()),
            page: write(&raw mut page),
            next: 0,
            spent: spent.as_mut_ptr().expose_provenance() as u64,
            keys: match batch.keep_grids {
                true => keys.as_mut_ptr().expose_provenance() as u64,
                false => 0,
            },
            grids: grids.as_mut_ptr().expose_provenance() as u64,
            used: write(&raw mut used),
            clocks: 0,
            scratch: own as u32,
            page_words: PAGE,
            pages_count: pages,
            table_mask: table as u32 - 1,
            grids_size: room as u32,
            test: batch.test as u32,
            waves_count: waves.waves.len() as u32,
            first_scratch: shared as u32,
            leaves_count: leaves_count as u32,
            samples_count: (batch.samples.len() / 4) as u32,
        };
        // SAFETY: every pointer of the job is to memory that lives until the call returns and has
        // the size that the kernel derives from the other fields.
        unsafe { (self.run)((&raw const job).cast()) };
        read(&Answers {
            outcomes: &outcomes,
            spent: &spent,
            grids: &grids[..(used as usize).min(room)],
            ..Answers::default()
        });
    }
}

//! Any bytes as a store: opening, reading and adding to it ends with a result or an error.

use arcbatt::Store;
use arcbatt::task::generators;
use std::cell::RefCell;

/// Opens the bytes to read, then to write.
pub fn check(bytes: &[u8]) {
    thread_local! {
        static FOLDER: RefCell<Option<tempfile::TempDir>> = const { RefCell::new(None) };
    }
    FOLDER.with_borrow_mut(|folder| {
        let folder = folder.get_or_insert_with(|| tempfile::tempdir().expect("a folder"));
        let path = folder.path().join("store.sqlite");
        for name in [
            "store.sqlite-wal",
            "store.sqlite-shm",
            "store.sqlite-journal",
        ] {
            let _ = std::fs::remove_file(folder.path().join(name));
        }
        std::fs::write(&path, bytes).expect("a file");
        if let Ok(store) = Store::open_to_read(&path) {
            read(&store);
        }
        std::fs::write(&path, bytes).expect("a file");
        if let Ok(store) = Store::open(&path) {
            read(&store);
        }
    });
}

fn read(store: &Store) {
    let entries = store.entries();
    for entry in entries.iter().flatten().take(20) {
        let _ = entry.program();
    }
    let _ = store.library();
    let _ = store.stats();
    let _ = store.runs();
    let _ = store.solvers(true);
    let _ = store.look_up("solve_half_turn");
    if let Some(task) = generators::embedded().tasks.first() {
        let _ = store.best_for(task);
    }
}

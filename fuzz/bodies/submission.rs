//! Any bytes as a submission: it is scored, and reads the same after it is written.

use arcbatt::DataSet;
use arcbatt::session::submission::{Submission, score, score_partial};
use std::cell::RefCell;
use std::path::PathBuf;
use std::sync::OnceLock;

/// A file of this thread, as submissions are read from files.
fn with_file<R>(bytes: &[u8], read: impl FnOnce(&PathBuf) -> R) -> R {
    thread_local! {
        static FOLDER: RefCell<Option<tempfile::TempDir>> = const { RefCell::new(None) };
    }
    FOLDER.with_borrow_mut(|folder| {
        let folder = folder.get_or_insert_with(|| tempfile::tempdir().expect("a folder"));
        let path = folder.path().join("submission.json");
        std::fs::write(&path, bytes).expect("a file");
        read(&path)
    })
}

/// Reads, scores, writes, and reads again.
pub fn check(bytes: &[u8]) {
    static DATA: OnceLock<DataSet> = OnceLock::new();
    let data = DATA.get_or_init(DataSet::embedded);
    let Ok(submission) = with_file(bytes, |path| Submission::read(path)) else {
        return;
    };
    let mut written = Vec::new();
    submission.write(&mut written).expect("writing to memory");
    let again = with_file(&written, |path| Submission::read(path)).expect("our own file");
    for id in submission.ids() {
        assert_eq!(again.attempts(id), submission.attempts(id));
    }
    let _ = score(&submission, data);
    if let Ok(scores) = score_partial(&submission, data) {
        let (solved, all) = scores.outputs();
        assert!(solved <= all && scores.output_share() <= 1.0);
    }
}

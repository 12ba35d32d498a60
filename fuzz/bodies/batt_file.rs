//! Any bytes as a batt file: it is written again, its candidates are programs, and it runs.

use arcbatt::batt::{Batt, Options, run_tasks};
use arcbatt::task::{Task, generators};
use std::sync::OnceLock;

/// More candidates would only take longer.
const MAX_CANDIDATES: usize = 200;

/// Reads, writes, and runs.
pub fn check(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let Ok(batt) = Batt::read(&text) else {
        return;
    };
    let mut written = Vec::new();
    batt.write(&mut written).expect("writing to memory");
    let written = String::from_utf8(written).expect("text");
    let again = Batt::read(&written).expect("our own file");
    assert_eq!(again.candidates.len(), batt.candidates.len());
    let mut rewritten = Vec::new();
    again.write(&mut rewritten).expect("writing to memory");
    assert_eq!(String::from_utf8(rewritten).as_ref(), Ok(&written));
    if batt.candidates.len() > MAX_CANDIDATES {
        return;
    }
    for candidate in 0..batt.candidates.len() as u32 {
        assert!(!batt.name(candidate).is_empty() || batt.extract(candidate).lines.is_empty());
    }
    static TASK: OnceLock<Vec<Task>> = OnceLock::new();
    let tasks = TASK.get_or_init(|| generators::embedded().tasks.into_iter().take(1).collect());
    // The limits of the commands.
    let options = Options::default();
    let all = |_| (0..batt.candidates.len() as u32).collect();
    let ran = run_tasks(&batt, tasks, &options, all, |_, blocks| {
        blocks
            .iter()
            .map(|block| block.outputs.candidates())
            .sum::<usize>()
    });
    assert_eq!(ran, [batt.candidates.len()]);
}

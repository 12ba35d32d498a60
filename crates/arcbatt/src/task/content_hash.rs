//! Content hashes: equal tasks have equal hashes, whatever their ids and the order of their pairs.
//!
//! The same task occurs in several data sets, with its pairs in another order, and sometimes under
//! two ids in one of them; the store and the reports recognise it by this hash. It is BLAKE3,
//! because it is kept on disk: it must never change, nor collide even on purpose. It takes about
//! 1 us per task.

use super::{DataSet, Task};
use crate::grid::Grid;
use blake3::Hasher;
use std::fmt;

/// The hash of a task or data set; it prints as 64 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ContentHash(pub [u8; 32]);

impl fmt::Display for ContentHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for ContentHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Task {
    /// The hash of the demonstration pairs and the test inputs, without the id and the order of
    /// the pairs.
    ///
    /// ```
    /// use arcbatt::grid::GridBuf;
    /// use arcbatt::task::{Demonstration, Task};
    ///
    /// let pair = |color| Demonstration {
    ///     input: GridBuf::filled(2, 2, 0),
    ///     output: GridBuf::filled(2, 2, color),
    /// };
    /// let task = |id: &str, colors: [i8; 2]| Task {
    ///     id: id.to_owned(),
    ///     train: colors.map(pair).to_vec(),
    ///     test: vec![GridBuf::filled(1, 1, 5)],
    /// };
    /// assert_eq!(task("a", [1, 2]).content_hash(), task("b", [2, 1]).content_hash());
    /// assert_ne!(task("a", [1, 2]).content_hash(), task("a", [1, 3]).content_hash());
    /// ```
    pub fn content_hash(&self) -> ContentHash {
        let mut train: Vec<_> = self.train.iter().collect();
        train.sort_unstable_by(|a, b| (&a.input, &a.output).cmp(&(&b.input, &b.output)));
        let mut test: Vec<_> = self.test.iter().collect();
        test.sort_unstable();

        let mut hasher = Hasher::new();
        hasher.update(b"arcbatt task 1\n");
        add_count(&mut hasher, train.len());
        for pair in train {
            add_grid(&mut hasher, pair.input.view());
            add_grid(&mut hasher, pair.output.view());
        }
        add_count(&mut hasher, test.len());
        for input in test {
            add_grid(&mut hasher, input.view());
        }
        ContentHash(*hasher.finalize().as_bytes())
    }
}

impl DataSet {
    /// The hash of all tasks with their ids and answers, without the order of tasks and pairs.
    /// It shows whether two people have the same data.
    pub fn content_hash(&self) -> ContentHash {
        let mut entries: Vec<_> = self.tasks.iter().zip(&self.answers).collect();
        entries.sort_by(|a, b| a.0.id.cmp(&b.0.id));

        let mut hasher = Hasher::new();
        hasher.update(b"arcbatt data set 1\n");
        add_count(&mut hasher, entries.len());
        for (task, answers) in entries {
            add_count(&mut hasher, task.id.len());
            hasher.update(task.id.as_bytes());
            hasher.update(&task.content_hash().0);
            let answer = |k: usize| answers.0.get(k).and_then(Option::as_ref);
            let mut tests: Vec<_> = task.test.iter().enumerate().collect();
            tests.sort_by_key(|&(k, input)| (input, answer(k)));
            for (k, _) in tests {
                match answer(k) {
                    None => add_count(&mut hasher, 0),
                    Some(output) => add_grid(&mut hasher, output.view()),
                }
            }
        }
        ContentHash(*hasher.finalize().as_bytes())
    }
}

fn add_count(hasher: &mut Hasher, count: usize) {
    hasher.update(&(count as u64).to_le_bytes());
}

/// Sides first, so that different grids never write the same bytes.
fn add_grid(hasher: &mut Hasher, grid: Grid<'_>) {
    // A side fits 16 bits (`Grid::MAX_SIDE`).
    hasher.update(&(grid.height() as u16).to_le_bytes());
    hasher.update(&(grid.width() as u16).to_le_bytes());
    let mut bytes = [0; 256];
    for part in grid.cells().chunks(bytes.len()) {
        for (byte, cell) in bytes.iter_mut().zip(part) {
            *byte = *cell as u8;
        }
        hasher.update(&bytes[..part.len()]);
    }
}

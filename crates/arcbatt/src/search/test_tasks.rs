//! Small tasks for unit tests.

use crate::grid::GridBuf;
use crate::task::{Demonstration, Task};

/// Rows of digits.
type Rows<'r> = &'r [&'r str];

fn grid(rows: Rows) -> GridBuf {
    GridBuf::from_digits(rows).expect("rows of digits")
}

/// A task with these demonstrations; the first input is also the test.
pub(super) fn task_of(pairs: &[(Rows, Rows)]) -> Task {
    let pair = |&(input, output): &(Rows, Rows)| Demonstration {
        input: grid(input),
        output: grid(output),
    };
    Task {
        id: "test".into(),
        train: pairs.iter().map(pair).collect(),
        test: vec![grid(pairs[0].0)],
    }
}

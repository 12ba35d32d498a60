//! Rules that all outputs of the demonstrations follow, and how many of them an output breaks.
//!
//! In: a task, and a predicted output for a test. Out: the number of broken rules: of size, of colours
//! that stay, vanish or appear, of symmetry. The rules concern pairs of grids, not programs.

use crate::grid::{Grid, GridBuf};
use crate::search::target::COLORS;
use crate::task::Task;

/// The rules that hold for all demonstrations of a task.
pub(super) struct OutputRules {
    /// The output has the size of the input.
    same_size: bool,
    /// The size of all outputs.
    size: Option<(usize, usize)>,
    /// The output is not the input.
    differs: bool,
    /// By colour: whether it occurs in an input, and in an output.
    seen: [(bool, bool); COLORS],
    /// By colours of an input cell and of the output there: whether they occur. Used if the sizes are
    /// the same.
    becomes: [[bool; COLORS]; COLORS],
    /// Every colour has the same number of cells in the output as in the input.
    keeps_counts: bool,
    /// The symmetries of all outputs.
    symmetric: [bool; SYMMETRIES],
    /// The number of colours of all outputs.
    colors: Option<usize>,
    /// The output is a part of the input.
    is_part: bool,
}

const SYMMETRIES: usize = 4;

fn counts(grid: &Grid) -> [u32; COLORS] {
    let mut counts = [0; COLORS];
    for &color in grid.cells() {
        if let Some(count) = counts.get_mut(color as usize) {
            *count += 1;
        }
    }
    counts
}

fn size(grid: &Grid) -> (usize, usize) {
    (grid.height(), grid.width())
}

/// Whether a grid equals itself flipped, mirrored, rotated by 180 degrees, transposed.
fn symmetries(grid: &Grid) -> [bool; SYMMETRIES] {
    let (height, width) = size(grid);
    let is = |to: &dyn Fn(usize, usize) -> (usize, usize)| {
        (0..height).all(|i| {
            (0..width).all(|j| {
                let (other_i, other_j) = to(i, j);
                grid.row(i)[j] == grid.row(other_i)[other_j]
            })
        })
    };
    [
        is(&|i, j| (height - 1 - i, j)),
        is(&|i, j| (i, width - 1 - j)),
        is(&|i, j| (height - 1 - i, width - 1 - j)),
        height == width && is(&|i, j| (j, i)),
    ]
}

/// Whether a grid is a part of another.
fn is_part(part: &Grid, whole: &Grid) -> bool {
    let ((height, width), (high, wide)) = (size(part), size(whole));
    if height > high || width > wide {
        return false;
    }
    (0..=high - height).any(|i| {
        (0..=wide - width)
            .any(|j| (0..height).all(|row| whole.row(i + row)[j..j + width] == *part.row(row)))
    })
}

/// The pairs of colours of two grids of the same size, cell by cell.
fn cells<'g>(input: &'g Grid, output: &'g Grid) -> impl Iterator<Item = (usize, usize)> + 'g {
    let both = input.cells().iter().zip(output.cells());
    both.map(|(&a, &b)| (a as usize, b as usize))
        .filter(|&(a, b)| a < COLORS && b < COLORS)
}

impl OutputRules {
    /// The rules of a task.
    pub fn new(task: &Task) -> Self {
        let pairs: Vec<(Grid, Grid)> = (task.train.iter())
            .map(|pair| (pair.input.view(), pair.output.view()))
            .collect();
        let first = pairs.first().map(|(_, output)| *output);
        let same_size = pairs.iter().all(|(a, b)| size(a) == size(b));
        let mut seen = [(false, false); COLORS];
        let mut becomes = [[false; COLORS]; COLORS];
        for (input, output) in &pairs {
            let (of_input, of_output) = (counts(input), counts(output));
            for color in 0..COLORS {
                seen[color].0 |= of_input[color] > 0;
                seen[color].1 |= of_output[color] > 0;
            }
            if same_size {
                for (a, b) in cells(input, output) {
                    becomes[a][b] = true;
                }
            }
        }
        let colors = |grid: &Grid| counts(grid).iter().filter(|&&count| count > 0).count();
        let alike = |trait_of: &dyn Fn(&Grid) -> (usize, usize)| {
            let wanted = trait_of(&first?);
            let all = pairs.iter().all(|(_, output)| trait_of(output) == wanted);
            (all && pairs.len() > 1).then_some(wanted)
        };
        let mut symmetric = [!pairs.is_empty(); SYMMETRIES];
        for (_, output) in &pairs {
            for (all, one) in symmetric.iter_mut().zip(symmetries(output)) {
                *all &= one;
            }
        }
        Self {
            same_size,
            size: alike(&size),
            differs: pairs.iter().all(|(a, b)| a != b),
            seen,
            becomes,
            keeps_counts: pairs.iter().all(|(a, b)| counts(a) == counts(b)),
            symmetric,
            colors: alike(&|grid| (colors(grid), 0)).map(|(colors, _)| colors),
            is_part: pairs.iter().all(|(a, b)| is_part(b, a)),
        }
    }

    /// How many rules a predicted output breaks.
    pub fn broken(&self, input: &GridBuf, answer: &GridBuf) -> u32 {
        let (input, answer) = (&input.view(), &answer.view());
        let (of_input, of_answer) = (counts(input), counts(answer));
        let mut broken = 0;
        let mut must = |holds: bool| broken += u32::from(!holds);
        let same_size = size(input) == size(answer);
        must(!self.same_size || same_size);
        must(self.size.is_none_or(|wanted| wanted == size(answer)));
        must(!self.differs || input != answer);
        must(!self.keeps_counts || of_input == of_answer);
        must(!self.is_part || is_part(answer, input));
        let colors = of_answer.iter().filter(|&&count| count > 0).count();
        must(self.colors.is_none_or(|wanted| wanted == colors));
        let symmetric = symmetries(answer);
        for (wanted, is) in self.symmetric.iter().zip(symmetric) {
            must(!wanted || is);
        }
        // A new colour in no output of the demonstrations, or one that all of these outputs lost.
        let strange = |color: usize| {
            let (in_input, in_output) = self.seen[color];
            of_answer[color] > 0 && !in_output && (in_input || of_input[color] == 0)
        };
        must(!(0..COLORS).any(strange));
        if self.same_size && same_size {
            // Known colours change only to colours that they changed to before.
            let mut odd = [[false; COLORS]; COLORS];
            for (a, b) in cells(input, answer) {
                odd[a][b] |= self.seen[a].0 && self.seen[b].1 && !self.becomes[a][b];
            }
            must(!odd.iter().any(|by| by.iter().any(|&odd| odd)));
        }
        broken
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::test_tasks::task_of;

    fn grid(rows: &[&str]) -> GridBuf {
        GridBuf::from_digits(rows).expect("a grid")
    }

    #[test]
    fn the_outputs_of_the_demonstrations_break_no_rule() {
        let task = task_of(&[
            (&["010", "000", "020"], &["010", "000", "010"]),
            (&["100", "000", "000"], &["100", "000", "100"]),
        ]);
        let rules = OutputRules::new(&task);
        for pair in &task.train {
            assert_eq!(rules.broken(&pair.input, &pair.output), 0);
        }
    }

    #[test]
    fn each_broken_rule_counts() {
        // The outputs are symmetric; 2 vanishes, 1 stays.
        let task = task_of(&[
            (&["010", "000", "020"], &["010", "000", "010"]),
            (&["100", "000", "000"], &["100", "000", "100"]),
        ]);
        let rules = OutputRules::new(&task);
        let input = grid(&["110", "000", "200"]);
        let broken = |rows: &[&str]| rules.broken(&input, &grid(rows));
        assert_eq!(broken(&["110", "000", "110"]), 0);
        assert_eq!(broken(&["110", "000", "111"]), 1, "not symmetric");
        assert_eq!(
            broken(&["310", "000", "310"]),
            2,
            "a new colour, a third one"
        );
        assert!(broken(&["110", "110"]) >= 2, "another size");
        assert!(broken(&["110", "000", "200"]) >= 3, "equal to the input");
        assert_eq!(broken(&["010", "000", "010"]), 1, "1 became 0");
    }

    #[test]
    fn parts_are_found() {
        let whole = grid(&["012", "345", "678"]);
        assert!(is_part(&grid(&["45", "78"]).view(), &whole.view()));
        assert!(!is_part(&grid(&["45", "68"]).view(), &whole.view()));
        assert!(!is_part(&grid(&["0123"]).view(), &whole.view()));
    }
}

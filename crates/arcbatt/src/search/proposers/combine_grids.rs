//! Combined grids: output colours that depend on the colours of one or two grids at the same cell.
//!
//! In: grids of the size of the outputs. Out: the grid recoloured, or two grids combined by a table
//! from pairs of colours to colours.

use super::colors::{color_constant, color_state};
use super::{NewState, Proposer};
use crate::dsl::Value;
use crate::grid::Grid;
use crate::prim;
use crate::search::bank::{Bank, StateId};
use crate::search::target::{COLORS, Target};

/// The grids, and the next pair of them.
#[derive(Default)]
pub(super) struct CombineGrids {
    grids: Vec<StateId>,
    next: (usize, usize),
}

/// The most grids that are combined in pairs.
const MAX_GRIDS: usize = 160;

/// The most entries of the table that differ from the first grid.
const MAX_CHANGES: usize = 6;

impl Proposer for CombineGrids {
    fn consider(&mut self, bank: &mut Bank, target: &Target, new: &NewState) {
        if self.grids.len() < MAX_GRIDS {
            self.grids.push(new.id);
        }
        recolor(bank, target, new.id);
    }

    fn is_ready(&self, _: &Bank) -> bool {
        self.next.0 < self.grids.len()
    }

    fn step(&mut self, bank: &mut Bank, target: &Target) {
        let (a, b) = self.next;
        if b < a {
            combine(bank, target, self.grids[b], self.grids[a]);
            self.next = (a, b + 1);
        } else {
            self.next = (a + 1, 0);
        }
    }
}

fn grid<'a>(bank: &Bank<'a>, state: StateId, sample: usize) -> Option<&'a Grid<'a>> {
    match bank.value(state, sample) {
        Value::Grid(grid) => Some(grid),
        _ => None,
    }
}

/// Recolours a grid, if each of its colours stands for one colour of the output.
fn recolor(bank: &mut Bank, target: &Target, state: StateId) -> Option<()> {
    // By demonstration and colour: the colour of the output at these cells.
    let mut instead = vec![[None; COLORS]; bank.train];
    for (demo, instead) in instead.iter_mut().enumerate() {
        let grid = grid(bank, state, demo)?;
        for (&color, &wanted) in grid.cells().iter().zip(target.outputs[demo].cells()) {
            let slot = instead.get_mut(color as usize)?;
            if slot.is_some_and(|slot| slot != wanted as u8) {
                return None;
            }
            *slot = Some(wanted as u8);
        }
    }
    let mut result = state;
    let mut cost = bank.cost(state);
    for color in 0..COLORS {
        let colors: Vec<Option<u8>> = instead.iter().map(|by| by[color]).collect();
        let stays = colors
            .iter()
            .all(|&c| c.is_none_or(|c| c as usize == color));
        if stays {
            continue;
        }
        let new = color_state(bank, &colors)?;
        let old = color_constant(bank, color as u8);
        cost = cost.saturating_add(3);
        let cells = bank.call(prim!(ofcolor), &[state, old], cost)?;
        result = bank.call(prim!(fill), &[result, new, cells], cost)?;
    }
    Some(())
}

/// Combines two grids, if each pair of colours at a cell stands for one colour of the output.
fn combine(bank: &mut Bank, target: &Target, a: StateId, b: StateId) -> Option<()> {
    let mut together = [[None; COLORS]; COLORS];
    for demo in 0..bank.train {
        let (first, second) = (grid(bank, a, demo)?, grid(bank, b, demo)?);
        let both = first.cells().iter().zip(second.cells());
        for ((&x, &y), &wanted) in both.zip(target.outputs[demo].cells()) {
            let slot = together.get_mut(x as usize)?.get_mut(y as usize)?;
            if slot.is_some_and(|slot| slot != wanted as u8) {
                return None;
            }
            *slot = Some(wanted as u8);
        }
    }
    let entries = |(x, by): (usize, [Option<u8>; COLORS])| {
        let of = move |(y, wanted): (usize, Option<u8>)| Some((x, y, wanted?));
        by.into_iter().enumerate().filter_map(of)
    };
    let entries: Vec<_> = together.into_iter().enumerate().flat_map(entries).collect();
    let from_a = |&&(x, _, wanted): &&(usize, usize, u8)| x != wanted as usize;
    let from_b = |&&(_, y, wanted): &&(usize, usize, u8)| y != wanted as usize;
    let changes_a: Vec<_> = entries.iter().filter(from_a).copied().collect();
    let changes_b: Vec<_> = entries.iter().filter(from_b).copied().collect();
    let (base, changes) = match changes_a.len() <= changes_b.len() {
        true => (a, changes_a),
        false => (b, changes_b),
    };
    if changes.len() > MAX_CHANGES {
        return None;
    }
    let mut result = base;
    let mut cost = bank.cost(a).saturating_add(bank.cost(b));
    for (x, y, wanted) in changes {
        cost = cost.saturating_add(4);
        let [x, y, wanted] = [x as u8, y as u8, wanted].map(|color| color_constant(bank, color));
        let of_a = bank.call(prim!(ofcolor), &[a, x], cost)?;
        let of_b = bank.call(prim!(ofcolor), &[b, y], cost)?;
        let both = bank.call(prim!(intersection), &[of_a, of_b], cost)?;
        result = bank.call(prim!(fill), &[result, wanted, both], cost)?;
    }
    Some(())
}

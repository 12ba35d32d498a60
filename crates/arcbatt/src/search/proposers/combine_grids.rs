//! From the outputs backwards, cell by cell: where the colour of an output cell hangs on the
//! colours that one or two grids of the right size have there.

use crate::dsl::Value;
use crate::dsl::constants::ConstantValue;
use crate::grid::Grid;
use crate::prim;
use crate::search::bank::{Bank, StateId};
use crate::search::proposers::stacking::color_state;
use crate::search::state_type::StateType;
use crate::search::target::{COLORS, Target};

/// Grids of the right size that were found so far.
#[derive(Default)]
pub(in crate::search) struct CombineGrids {
    grids: Vec<StateId>,
    /// The next pair to look at.
    next: (usize, usize),
}

/// The most grids that are looked at in pairs.
const MAX_GRIDS: usize = 160;

impl CombineGrids {
    /// Looks at a new grid of the right size: whether recolouring it gives the outputs.
    pub fn consider(&mut self, bank: &mut Bank, target: &Target, state: StateId) {
        if self.grids.len() < MAX_GRIDS {
            self.grids.push(state);
        }
        recolor(bank, target, state);
    }

    /// Whether there are pairs to look at.
    pub fn is_ready(&self) -> bool {
        self.next.0 < self.grids.len()
    }

    /// Looks at the next pair of grids.
    pub fn step(&mut self, bank: &mut Bank, target: &Target) {
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

/// A grid that is right but for its colours.
fn recolor(bank: &mut Bank, target: &Target, state: StateId) -> Option<()> {
    // By demonstration and colour, what the output shows instead.
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
        let old = bank.constant(ConstantValue::Int(color as i64), StateType::Color, 1);
        cost = cost.saturating_add(3);
        let cells = bank.call(prim!(ofcolor), &[state, old], cost)?;
        result = bank.call(prim!(fill), &[result, new, cells], cost)?;
    }
    Some(())
}

/// Two grids whose colours together say what the output shows.
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
    if changes.len() > 6 {
        return None;
    }
    let mut result = base;
    let mut cost = bank.cost(a).saturating_add(bank.cost(b));
    for (x, y, wanted) in changes {
        cost = cost.saturating_add(4);
        let [x, y, wanted] = [x as i64, y as i64, i64::from(wanted)]
            .map(|color| bank.constant(ConstantValue::Int(color), StateType::Color, 1));
        let of_a = bank.call(prim!(ofcolor), &[a, x], cost)?;
        let of_b = bank.call(prim!(ofcolor), &[b, y], cost)?;
        let both = bank.call(prim!(intersection), &[of_a, of_b], cost)?;
        result = bank.call(prim!(fill), &[result, wanted, both], cost)?;
    }
    Some(())
}

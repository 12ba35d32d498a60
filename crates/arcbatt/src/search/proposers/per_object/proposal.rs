//! What a function of each object is to become: a state of the bank.

use crate::dsl::constants::ConstantValue;
use crate::prim;
use crate::program::Program;
use crate::search::bank::{Bank, StateId};
use crate::search::proposers::per_object::point_free::PointFree;
use crate::search::state_type::StateType;
use std::rc::Rc;

/// What is to become a state.
pub(super) struct Proposal {
    /// The function, as a program of I and C, where C is the object.
    pub function: Rc<Program>,
    /// What it costs.
    pub cost: u16,
    /// The measure of the object that says in which colour; what the function gives stays as it is
    /// where there is none.
    pub colored: Option<StateId>,
    /// Which of the objects it is for.
    pub only: Only,
}

/// Which objects of a set a function is for.
#[derive(Clone, Copy)]
pub(super) enum Only {
    /// All of them.
    All,
    /// Those of which a measure has this value.
    With(StateId, ConstantValue),
    /// The one of each sample of which a measure says most.
    Most(StateId),
    /// The one of which it says least.
    Least(StateId),
}

impl Proposal {
    /// Enters the state.
    pub fn enter(&self, bank: &mut Bank, subject: StateId) -> Option<StateId> {
        let cost = bank.cost(subject).saturating_add(self.cost);
        if bank.states[subject as usize].kind != StateType::Objects {
            return PointFree::new(bank, cost).applied(&self.function, subject);
        }
        let set = subject;
        let most = match self.only {
            Only::Most(measure) => Some((prim!(argmax), measure)),
            Only::Least(measure) => Some((prim!(argmin), measure)),
            _ => None,
        };
        if let Some((most, measure)) = most {
            let cost = cost.saturating_add(2);
            let one = bank.call(most, &[set, measure], cost)?;
            return PointFree::new(bank, cost).applied(&self.function, one);
        }
        let cost = cost.saturating_add(1);
        let mut function = PointFree::new(bank, cost).function(&self.function)?;
        if let Some(color) = self.colored {
            let recolor = bank.function(prim!(recolor));
            function = bank.call(prim!(fork), &[recolor, color, function], cost)?;
        }
        let mut objects = set;
        let mut cost = cost;
        if let Only::With(measure, value) = self.only {
            cost = cost.saturating_add(2);
            let value = bank.constant(value, StateType::Other, 1);
            let test = bank.call(prim!(matcher), &[measure, value], cost)?;
            objects = bank.call(prim!(sfilter), &[set, test], cost)?;
        }
        bank.call(prim!(mapply), &[function, objects], cost)
    }
}

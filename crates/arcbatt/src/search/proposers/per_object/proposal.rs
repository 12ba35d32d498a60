//! A function of an object, and for which objects: the calls that add it to the bank.

use super::point_free::PointFree;
use crate::dsl::constants::ConstantValue;
use crate::prim;
use crate::program::Program;
use crate::search::bank::{Bank, StateId};
use crate::search::state_type::StateType;
use std::rc::Rc;

/// A function to be mapped over objects.
pub(super) struct Proposal {
    /// The function, as a program of I and C, where C is the object.
    pub function: Rc<Program>,
    /// Its cost.
    pub cost: u16,
    /// The measure of the object whose value is the colour of the result. None keeps the result.
    pub color: Option<StateId>,
    /// The objects that it is applied to.
    pub objects: Selection,
}

/// Some of the objects of a set.
#[derive(Clone, Copy)]
pub(super) enum Selection {
    /// All objects.
    All,
    /// Those for which a measure has this value.
    With(StateId, ConstantValue),
    /// The one in each sample with the highest value of a measure.
    Most(StateId),
    /// The one in each sample with the lowest value.
    Least(StateId),
}

impl Proposal {
    /// Adds the results to the bank. `subject` is an object, a patch or a set.
    pub fn add(&self, bank: &mut Bank, subject: StateId) -> Option<StateId> {
        let cost = bank.cost(subject).saturating_add(self.cost);
        if bank.state_type(subject) != StateType::Objects {
            return PointFree::new(bank, cost).applied(&self.function, subject);
        }
        let set = subject;
        let extreme = match self.objects {
            Selection::Most(measure) => Some((prim!(argmax), measure)),
            Selection::Least(measure) => Some((prim!(argmin), measure)),
            _ => None,
        };
        if let Some((extreme, measure)) = extreme {
            let cost = cost.saturating_add(2);
            let one = bank.call(extreme, &[set, measure], cost)?;
            return PointFree::new(bank, cost).applied(&self.function, one);
        }
        let cost = cost.saturating_add(1);
        let mut function = PointFree::new(bank, cost).function(&self.function)?;
        if let Some(color) = self.color {
            let recolor = bank.function(prim!(recolor));
            function = bank.call(prim!(fork), &[recolor, color, function], cost)?;
        }
        let mut objects = set;
        let mut cost = cost;
        if let Selection::With(measure, value) = self.objects {
            cost = cost.saturating_add(2);
            let value = bank.constant(value, StateType::Other, 1);
            let test = bank.call(prim!(matcher), &[measure, value], cost)?;
            objects = bank.call(prim!(sfilter), &[set, test], cost)?;
        }
        bank.call(prim!(mapply), &[function, objects], cost)
    }
}

//! Proposers: each adds states to the bank that may lead to the outputs.
//!
//! A proposer is offered every new state of the types that it is interested in, and takes a step
//! whenever the scheduler gives its group a slice and it is ready. It never runs a call itself: it
//! asks the [`Bank`] for the state of a call.
//!
//! To add one: write a file here with a type that implements [`Proposer`], declare its module,
//! and add a line to [`registry`]. The workspace and the scheduler know proposers by their entries alone.

mod cells;
mod colors;
mod combine_grids;
mod copy_objects;
mod enumerate;
mod library_proposer;
mod measures;
mod output_size;
mod patch_pairs;
mod per_object;
mod recolor_by_feature;
mod stacking;

pub(super) use library_proposer::LibraryProposer;

use super::bank::{Bank, StateId};
use super::outcome::ProposerGroup;
use super::state_type::StateType;
use super::target::Target;

/// Something that adds states to a bank.
pub(super) trait Proposer {
    /// Looks at a new state of a type that it is interested in.
    fn consider(&mut self, _bank: &mut Bank, _target: &Target, _state: &NewState) {}

    /// Whether a step would do anything.
    fn is_ready(&self, _bank: &Bank) -> bool {
        false
    }

    /// Does a small piece of work: a few calls, one batch of candidates.
    fn step(&mut self, _bank: &mut Bank, _target: &Target) {}

    /// The most steps in a slice. Most slices end earlier, after [`SLICE`] evaluations.
    fn steps_per_slice(&self) -> u64 {
        SLICE
    }

    /// The cost being enumerated, if it enumerates by cost: all cheaper states are in the bank.
    fn cost_reached(&self) -> Option<u16> {
        None
    }
}

/// A state that was just added to the bank.
pub(super) struct NewState<'m> {
    /// Its id.
    pub id: StateId,
    /// Its type.
    pub state_type: StateType,
    /// A mask of its wrong cells if it is a grid, of its cells if it is a patch or an object; empty
    /// otherwise. Only grids of the size of the outputs are offered.
    pub cells: &'m [u64],
}

/// Evaluations in a slice.
pub(super) const SLICE: u64 = 2_000;

/// An entry of the registry.
pub(super) struct Entry<'a> {
    /// The group with which the proposer shares slices and its name in reports.
    pub group: ProposerGroup,
    /// The types of states that it is offered.
    pub interests: &'static [StateType],
    pub proposer: Box<dyn Proposer + 'a>,
}

/// Entries of the registry: `group [interests] proposer;`.
macro_rules! entries {
    ($($group:ident [$($interest:ident)*] $proposer:expr;)*) => {
        vec![$(Entry {
            group: ProposerGroup::$group,
            interests: &[$(StateType::$interest),*],
            proposer: Box::new($proposer),
        }),*]
    };
}

/// All proposers of a workspace.
///
/// Offers are made in this order, and of the proposers of a group the first that is ready takes the
/// step: the order decides what a search finds.
pub(super) fn registry<'a>(target: &Target) -> Vec<Entry<'a>> {
    entries! {
        BottomUp [] enumerate::Enumerate::new();
        Stacking [Grid Patch Object] stacking::Stacking::new(target);
        Goal [Objects] recolor_by_feature::RecolorByFeature::default();
        Goal [Patch Object] patch_pairs::PatchPairs::new(target);
        Goal [Patch Object Objects] copy_objects::CopyObjects::default();
        Goal [Patch Object Objects] per_object::PerObject::default();
        Goal [Grid] combine_grids::CombineGrids::default();
        Goal [Number] output_size::OutputSize::default();
    }
}

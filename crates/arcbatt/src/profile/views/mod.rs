//! Views of a profile: files that a browser or another profiler's viewer opens.
//!
//! In: a [`Profile`](super::Profile). Out: the text of a file, always a whole and valid one: of an
//! empty profile, of one task and of ten thousand, whatever the names in it hold.
//! What never happens here: a figure that the profile does not have, a file that needs the network,
//! or a name that is taken for markup.

pub mod firefox;
pub mod flame;
pub mod html;
mod page_data;
pub mod speedscope;

use super::model::Stack;

/// Times of stacks, cut so that the sum of all is a number that fits: only what is no time at all
/// (centuries) is cut.
fn bounded(stacks: &[Stack]) -> impl Iterator<Item = (&Stack, u64)> {
    let most = i64::MAX as u64 / (stacks.len() as u64).max(1);
    stacks.iter().map(move |stack| (stack, stack.ns.min(most)))
}

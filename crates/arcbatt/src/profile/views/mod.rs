//! Views of a profile: files for a browser or for the viewer of another profiler.
//!
//! In: a [`Profile`]. Out: the text of a complete, valid file, for an empty profile as for ten
//! thousand tasks, whatever characters its names hold.
//! Never: a number that is not in the profile, a file that needs the network, or a name that is read
//! as markup.

pub mod firefox;
pub mod flame;
pub mod html;
pub mod markdown;
mod page_data;
pub mod speedscope;

use super::Profile;
use super::model::Stack;

/// Writes a profile as the text of a file.
pub type View = fn(&Profile) -> String;

/// The view for a file extension: `json`, `html`, `htm`, `md` or `svg` (flame graph).
pub fn by_extension(extension: &str) -> Option<View> {
    match extension {
        "json" => Some(Profile::to_json),
        "html" | "htm" => Some(html::write),
        "md" => Some(markdown::write),
        "svg" => Some(flame::write),
        _ => None,
    }
}

/// The times of stacks, capped so that their sum does not overflow; only centuries are capped.
fn bounded(stacks: &[Stack]) -> impl Iterator<Item = (&Stack, u64)> {
    let most = i64::MAX as u64 / (stacks.len() as u64).max(1);
    stacks.iter().map(move |stack| (stack, stack.ns.min(most)))
}

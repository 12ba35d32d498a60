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
use super::model::{LineRow, Stack};
use rustc_hash::{FxHashMap, FxHashSet};

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

/// Lines below this share of the busy time, in percent, have no frame of their own.
const LEAST_SHARE: f64 = 0.05;

/// The frame of a line: `s.py:12: x9 = product(x8, x8)`.
fn line_frame(row: &LineRow) -> String {
    format!("{}: {}", row.place, row.code)
}

/// The stacks with a frame for the solver's line below the phase `batt`, in proportion to the time of
/// its nodes. Nodes of mutants alone stay as they are.
fn stacks_by_line(profile: &Profile) -> Vec<Stack> {
    let mut lines: FxHashMap<&str, Vec<&LineRow>> = FxHashMap::default();
    let mut seen = FxHashSet::default();
    for row in profile
        .lines
        .iter()
        .filter(|row| row.percent >= LEAST_SHARE)
    {
        // A call that several lines make is named by the first.
        if row.node > 0 && seen.insert(row.node) {
            lines.entry(&row.primitive).or_default().push(row);
        }
    }
    let mut stacks = Vec::with_capacity(profile.stacks.len());
    for stack in &profile.stacks {
        let own = match &stack.frames[..] {
            [phase, callee, ..] if phase == "batt" => lines.get(callee.as_str()),
            _ => None,
        };
        let mut rest = stack.clone();
        for row in own.into_iter().flatten() {
            let part = |n: u64| (n as f64 * row.of_primitive.clamp(0.0, 1.0)) as u64;
            let mut frames = stack.frames.clone();
            frames.insert(1, line_frame(row));
            let (ns, count) = (
                part(stack.ns).min(rest.ns),
                part(stack.count).min(rest.count),
            );
            rest.ns -= ns;
            rest.count -= count;
            stacks.push(Stack { frames, ns, count });
        }
        stacks.push(rest);
    }
    stacks.retain(|stack| stack.ns > 0);
    stacks
}

/// The times of stacks, capped so that their sum does not overflow; only centuries are capped.
fn bounded(stacks: &[Stack]) -> impl Iterator<Item = (&Stack, u64)> {
    let most = i64::MAX as u64 / (stacks.len() as u64).max(1);
    stacks.iter().map(move |stack| (stack, stack.ns.min(most)))
}

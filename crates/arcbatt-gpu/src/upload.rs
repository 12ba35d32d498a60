//! The upload of a batch in one piece, prepared while other launches run.

use crate::batch::Batch;
use crate::code::{Wave, Waves};

/// The words of an upload, and the offsets of its lists in bytes.
pub(crate) struct Upload {
    pub words: Vec<u64>,
    /// The waves; the host needs them, too.
    pub waves: Vec<Wave>,
    pub steps: u64,
    pub first_items: u64,
    pub wave_list: u64,
    /// Leaves, directly followed by samples.
    pub leaves: u64,
    pub samples: u64,
    pub shared: u64,
    pub lists: u64,
    pub groups: u64,
}

impl Upload {
    /// Packs a batch for a device that runs `width` warps at once.
    pub fn new(batch: &Batch, width: usize) -> Self {
        let all = batch.waves(width);
        let Waves {
            steps,
            first_items,
            waves,
        } = &*all;
        let room = size_of_val(&**steps) + 4 * (first_items.len() + batch.shared.words.len());
        let mut words = Vec::with_capacity(room / 8 + 64 * batch.samples.len());
        let mut add = |list: &[u32]| add(&mut words, list);
        Self {
            steps: add(words_of(steps)),
            first_items: add(first_items),
            wave_list: add(words_of(waves)),
            leaves: add(words_of(&batch.code.leaves)),
            samples: add(words_of(&batch.samples)),
            shared: add(&batch.shared.words),
            lists: add(&batch.lists),
            groups: add(words_of(&batch.groups)),
            waves: waves.clone(),
            words,
        }
    }
}

/// Adds a list at a multiple of sixteen bytes and returns its offset in bytes.
fn add(words: &mut Vec<u64>, list: &[u32]) -> u64 {
    words.resize(words.len().next_multiple_of(2), 0);
    let at = words.len() as u64 * 8;
    let (pairs, rest) = list.as_chunks::<2>();
    let word = |&[low, high]: &[u32; 2]| (high as u64) << 32 | low as u64;
    words.extend(pairs.iter().map(word));
    words.extend(rest.iter().map(|&low| low as u64));
    at
}

/// A list of structs as 32-bit words.
fn words_of<T>(list: &[T]) -> &[u32] {
    debug_assert!(size_of::<T>().is_multiple_of(4) && align_of::<T>() >= 4);
    // SAFETY: the structs of this crate that are passed in (Step, Wave, Packed, Group) consist of
    // 32- and 64-bit numbers without padding, so all their words are initialized.
    unsafe { std::slice::from_raw_parts(list.as_ptr().cast(), size_of_val(list) / 4) }
}

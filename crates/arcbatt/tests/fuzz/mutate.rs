//! Mutations of bytes: of any, and of text with words and numbers.

use arcbatt::rng::Rng;

/// Numbers and words that have broken parsers and programs before.
const ODD: [&str; 24] = [
    "0",
    "-1",
    "1",
    "63",
    "64",
    "65",
    "128",
    "255",
    "256",
    "1000",
    "60000",
    "100000",
    "1048576",
    "2147483647",
    "2147483648",
    "-2147483648",
    "4294967295",
    "9223372036854775807",
    "99999999999999999999",
    "1e308",
    "null",
    "[]",
    "{}",
    "\"\"",
];

/// The most bytes of a mutant.
const MAX_BYTES: usize = 1 << 16;

/// One to eight random changes of a random seed.
pub fn mutant(rng: &mut Rng, seeds: &[Vec<u8>]) -> Vec<u8> {
    let seed = |rng: &mut Rng| &seeds[rng.below(seeds.len() as u64) as usize];
    let mut bytes = seed(rng).clone();
    for _ in 0..=rng.below(8) {
        let other = seed(rng).clone();
        change(rng, &mut bytes, &other);
    }
    bytes.truncate(
        MAX_BYTES.max(
            bytes
                .len()
                .min(seeds.iter().map(Vec::len).max().unwrap_or(0)),
        ),
    );
    bytes
}

/// A range of at most `most` bytes.
fn range(rng: &mut Rng, len: usize, most: u64) -> std::ops::Range<usize> {
    let start = rng.below(len as u64 + 1) as usize;
    let end = (start + rng.below(most) as usize).min(len);
    start..end
}

/// The words of a text: runs of letters, digits, `_` and `-`.
fn words(bytes: &[u8]) -> Vec<std::ops::Range<usize>> {
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
    let mut words = Vec::new();
    let mut start = None;
    for (k, byte) in bytes.iter().chain([&b' ']).enumerate() {
        match (start, is_word(byte)) {
            (None, true) => start = Some(k),
            (Some(first), false) => {
                words.push(first..k);
                start = None;
            }
            _ => {}
        }
    }
    words
}

fn change(rng: &mut Rng, bytes: &mut Vec<u8>, other: &[u8]) {
    match rng.below(9) {
        0 if !bytes.is_empty() => {
            let k = rng.below(bytes.len() as u64) as usize;
            bytes[k] ^= 1 << rng.below(8);
        }
        1 if !bytes.is_empty() => {
            let k = rng.below(bytes.len() as u64) as usize;
            bytes[k] = rng.below(256) as u8;
        }
        2 => {
            let range = range(rng, bytes.len(), 40);
            bytes.drain(range);
        }
        3 => {
            let copied = bytes[range(rng, bytes.len(), 200)].to_vec();
            let at = rng.below(bytes.len() as u64 + 1) as usize;
            bytes.splice(at..at, copied);
        }
        4 => {
            let copied = other[range(rng, other.len(), 400)].to_vec();
            let range = range(rng, bytes.len(), 100);
            bytes.splice(range, copied);
        }
        // Words are what programs, JSON and batts consist of.
        _ => {
            let (own, others) = (words(bytes), words(other));
            if own.is_empty() || others.is_empty() {
                return;
            }
            let to = own[rng.below(own.len() as u64) as usize].clone();
            let from = match rng.below(3) {
                0 => ODD[rng.below(ODD.len() as u64) as usize]
                    .as_bytes()
                    .to_vec(),
                1 => bytes[own[rng.below(own.len() as u64) as usize].clone()].to_vec(),
                _ => other[others[rng.below(others.len() as u64) as usize].clone()].to_vec(),
            };
            bytes.splice(to, from);
        }
    }
}

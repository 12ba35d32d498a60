//! Any bytes as a file of solvers: parsed programs round-trip through printing, and are the same when what
//! was read before is remembered.

use arcbatt::Solvers;
use arcbatt::program::{ReadCache, ReadOptions, parse_file, print_file};

/// Parses, prints, and parses again.
pub fn check(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let parsed = parse_file(&text);
    let printed = print_file(&parsed.programs);
    let again = parse_file(&printed);
    assert_eq!(again.errors, [], "{printed}");
    assert_eq!(print_file(&again.programs), printed);
    let (alone, mut cache) = (Solvers::read(&text), ReadCache::default());
    for _ in 0..2 {
        let cached = Solvers::read_cached(&text, &ReadOptions::default(), &mut cache);
        assert_eq!(cached, alone);
    }
}

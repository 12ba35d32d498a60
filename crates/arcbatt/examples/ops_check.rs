//! Scratch.
fn main() { let p = arcbatt::program::parse_file(include_str!("../data/operators.py")); println!("{} ok", p.programs.len()); for e in p.problems.iter().take(20) { println!("{e:?}"); } }

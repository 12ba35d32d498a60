//! An order of programs in which those with the same first lines are neighbours.
//!
//! In: programs. Out: their indices. Neighbours run in one block, where calls that they share run once.

use crate::dsl::table;
use crate::program::{Arg, Callee, Line, Program};
use rayon::prelude::*;
use rustc_hash::FxHasher;
use std::borrow::Borrow;
use std::hash::{Hash, Hasher};

/// Short hashes of the first line, the first two, and so on; then the hash of the whole program.
type Key = ([u16; 8], u64);

/// The indices of the programs, those with the same first lines next to each other.
pub(super) fn by_prefix<P: Borrow<Program> + Sync>(programs: &[P]) -> Vec<u32> {
    let mut keys: Vec<(Key, u32)> = programs
        .par_iter()
        .zip(0..programs.len() as u32)
        .map(|(program, k)| (key(program.borrow()), k))
        .collect();
    keys.par_sort_unstable();
    keys.into_iter().map(|(_, k)| k).collect()
}

fn key(program: &Program) -> Key {
    let mut prefixes = [0; 8];
    let mut hasher = FxHasher::default();
    for (k, line) in program.lines.iter().enumerate() {
        match line.callee {
            Callee::Primitive(primitive, _) => table::number(primitive).hash(&mut hasher),
            Callee::Line(function) => (u32::MAX, function).hash(&mut hasher),
        }
        for arg in &line.args {
            add_arg(&mut hasher, arg);
        }
        if let Some(prefix) = prefixes.get_mut(k) {
            *prefix = hasher.finish() as u16;
        }
    }
    add_arg(&mut hasher, &program.result);
    (prefixes, hasher.finish())
}

fn add_arg(hasher: &mut FxHasher, arg: &Arg) {
    match *arg {
        Arg::Input(input) => (0, input as u32).hash(hasher),
        Arg::Line(line) => (1, line).hash(hasher),
        Arg::Constant(constant) => constant.value.hash(hasher),
        Arg::Literal(value) => value.hash(hasher),
        Arg::Primitive(primitive, _) => table::number(primitive).hash(hasher),
    }
}

/// The number of first lines in which two programs make the same calls, whatever their names.
pub(super) fn shared_calls(one: &Program, other: &Program) -> usize {
    let same_call = |(a, b): &(&Line, &Line)| {
        a.callee == b.callee
            && a.args.len() == b.args.len()
            && a.args.iter().zip(&b.args).all(is_same_arg)
    };
    let lines = one.lines.iter().zip(&other.lines);
    lines.take_while(same_call).count()
}

/// Whether two programs with this number of shared calls have no others and the same result.
pub(super) fn make_the_same_calls(one: &Program, other: &Program, shared: usize) -> bool {
    let is_same_result = is_same_arg((&one.result, &other.result));
    [one.lines.len(), other.lines.len()] == [shared; 2] && is_same_result
}

fn is_same_arg((one, other): (&Arg, &Arg)) -> bool {
    match (one, other) {
        // Their names are longer, and no call sees them.
        (Arg::Constant(one), Arg::Constant(other)) => one.value == other.value,
        _ => one == other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::parse_file;

    /// Equal programs and programs with the same first lines are neighbours.
    #[test]
    fn similar_programs_are_neighbours() {
        let line = ["hmirror", "vmirror", "rot90"];
        let program = |k: usize| {
            let (first, second) = (line[k % 3], line[k / 3 % 3]);
            format!(
                "def solve_{k}(I):\n    y{k} = {first}(I)\n    O = {second}(y{k})\n    return O\n"
            )
        };
        let source: String = (0..18).map(program).collect();
        let programs = parse_file(&source).programs;
        let order = by_prefix(&programs);
        for (step, mask) in [(6, 3), (2, 9)] {
            for group in order.chunks(step) {
                assert!(
                    group.iter().all(|k| k % mask == group[0] % mask),
                    "{order:?}"
                );
            }
        }
        for pair in order.chunks(2) {
            let [one, other] = [pair[0], pair[1]].map(|k| &programs[k as usize]);
            assert!(make_the_same_calls(one, other, shared_calls(one, other)));
        }
        let [one, other] = [order[0], order[2]].map(|k| &programs[k as usize]);
        assert_eq!(shared_calls(one, other), 1);
        assert!(!make_the_same_calls(one, other, 1));
    }
}

//! Batts of the embedded solvers and their mutants.

use arcbatt::batt::{Batt, Candidate};
use arcbatt::card::{Settings, card};
use arcbatt::program::{Program, parse_file};
use arcbatt::task::generators::SOLVERS;
use rustc_hash::FxHashSet;

/// The embedded solvers with `mutants` mutants each.
pub fn batt(mutants: u32, seed: u64) -> Batt {
    let parents = parse_file(SOLVERS).programs;
    let settings = Settings {
        mutants,
        seed,
        ..Settings::default()
    };
    card(&parents, &settings, None).0
}

/// Mutants of each parent per round, and donors for crossing over.
const MUTANTS: u32 = 60;
const DONORS: usize = 8;

/// The largest number of rounds; each mutates the mutants of the previous one.
const ROUNDS: u64 = 8;

/// `count` different candidates: the embedded solvers, mutants of several rounds, and crossings.
/// Fewer only if no more are found.
pub fn many(count: usize, seed: u64) -> Batt {
    let given = parse_file(SOLVERS).programs;
    let mut parents = given.clone();
    let mut last = Batt::default();
    for round in 0..ROUNDS {
        let settings = Settings {
            mutants: MUTANTS,
            donors: DONORS,
            seed: seed.wrapping_add(round),
            ..Settings::default()
        };
        last = different(card(&parents, &settings, None).0);
        if last.candidates.len() >= count {
            break;
        }
        // Enough parents for the next round if half of the mutants are new.
        let wanted = (2 * count / MUTANTS as usize + given.len()).min(last.candidates.len());
        let stride = (last.candidates.len() / wanted.max(1)).max(1);
        let some = (0..last.candidates.len() as u32).step_by(stride);
        let mutants = some.map(|candidate| last.extract(candidate));
        parents = given
            .iter()
            .cloned()
            .chain(mutants)
            .collect::<Vec<Program>>();
    }
    last.candidates.truncate(count);
    last
}

/// The batt without duplicate results.
fn different(mut batt: Batt) -> Batt {
    let mut seen = FxHashSet::default();
    batt.candidates
        .retain(|candidate: &Candidate| seen.insert(candidate.output));
    // The candidates can no longer be assigned to programs.
    for source in &mut batt.sources {
        source.candidates = (0, 0);
    }
    batt
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_are_different_and_the_same_every_time() {
        let batt = many(9_000, 5);
        assert_eq!(batt.candidates.len(), 9_000);
        let outputs = |batt: &Batt| batt.candidates.iter().map(|c| c.output).collect::<Vec<_>>();
        let different: FxHashSet<_> = outputs(&batt).into_iter().collect();
        assert_eq!(different.len(), 9_000);
        let texts: FxHashSet<String> = (0..9_000)
            .step_by(9)
            .map(|candidate| batt.extract(candidate).renamed().to_string())
            .collect();
        assert!(texts.len() > 900, "{}", texts.len());
        assert_eq!(outputs(&many(9_000, 5)), outputs(&batt));
    }
}

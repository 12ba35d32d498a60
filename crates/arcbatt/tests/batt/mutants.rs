//! Mutants are well-typed, distinct, reproducible by seed, and differ as their change says.

use super::support::*;
use super::terms::{Difference, Term, differences, term};
use arcbatt::batt::{Batt, Change};
use arcbatt::card::{Rates, Settings, card};
use arcbatt::dsl::constants::ConstantValue;
use arcbatt::program::{Program, typecheck};
use proptest::prelude::*;
use std::collections::{BTreeMap, HashSet};

/// Rates that allow only this change.
fn only(change: Change) -> Rates {
    Rates::NONE.with(change, 1)
}

fn generate(programs: &[Program], rates: Rates, mutants: u32) -> Batt {
    let settings = Settings {
        mutants,
        rates,
        ..Settings::default()
    };
    card(programs, &settings, None).0
}

/// The parent and every mutant of the batt, as terms.
fn mutants(batt: &Batt, programs: &[Program]) -> Vec<(Term, Term, String)> {
    let changed = (0..batt.candidates.len()).filter(|&c| batt.candidates[c].change != Change::None);
    changed
        .map(|c| {
            let source = batt.candidates[c].source as usize;
            let mutant = batt.extract(c as u32);
            // The parent as the batt has it, where equal calls are merged.
            let parent = batt.extract(batt.sources[source].candidates.0);
            assert_eq!(parent.name, programs[source].name);
            let text = format!("{parent}{mutant}");
            (term(&parent), term(&mutant), text)
        })
        .collect()
}

#[test]
fn mutants_are_well_typed_and_may_return_a_grid() {
    for programs in [solvers(), corpus_programs(7)] {
        let batt = generate(&programs, Rates::default(), 40);
        for c in 0..batt.candidates.len() as u32 {
            let program = read_again(&batt.extract(c));
            let typing = typecheck(&program).unwrap();
            let shape = typing.result.shape();
            if batt.candidates[c as usize].change != Change::None {
                assert!(Batt::may_be_output(shape), "{program}");
            }
        }
    }
}

fn corpus_programs(step: usize) -> Vec<Program> {
    let vectors = corpus().into_iter().step_by(step);
    vectors.map(|vector| vector.program).collect()
}

#[test]
fn candidates_of_a_task_are_distinct() {
    // Every third task has two programs.
    let mut programs = solvers();
    let more: Vec<Program> = programs
        .iter()
        .step_by(3)
        .zip(&programs[1..])
        .map(|(program, other)| Program {
            name: program.name.clone(),
            ..other.clone()
        })
        .collect();
    programs.extend(more);
    // Adding a program again changes nothing.
    programs.push(programs[0].clone());
    let batt = generate(&programs, Rates::default(), 60);
    let mut seen = HashSet::new();
    for (c, candidate) in batt.candidates.iter().enumerate() {
        let name = &batt.sources[candidate.source as usize].name;
        assert!(seen.insert((name, batt.extract(c as u32).to_string())));
    }
    for (k, source) in batt.sources.iter().enumerate() {
        let (first, end) = source.candidates;
        assert!(end - first <= 61);
        assert!((first..end).all(|c| batt.candidates[c as usize].source as usize == k));
    }
    let last = batt.sources.last().unwrap().candidates;
    assert!((last.0..last.1).all(|c| batt.candidates[c as usize].change != Change::None));
}

#[test]
fn mutants_depend_on_the_seed_alone() {
    let programs = solvers();
    let with_seed = |seed| {
        let settings = Settings {
            seed,
            mutants: 20,
            ..Settings::default()
        };
        written(&card(&programs, &settings, None).0)
    };
    assert_eq!(with_seed(0), with_seed(0));
    assert_ne!(with_seed(0), with_seed(1));
}

/// Batts are kept from one run to the next, under a key that has the version of the mutation.
#[test]
fn the_version_of_the_mutation_follows_the_mutants() {
    let settings = Settings {
        mutants: 20,
        ..Settings::default()
    };
    let text = written(&card(&solvers(), &settings, None).0);
    let fnv = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    assert_eq!(
        text.bytes().fold(0xcbf2_9ce4_8422_2325, fnv),
        0xf92c_059f_61c4_2ce8,
        "the same programs have other mutants: increase GENERATION in card/reuse.rs (unless only the \
         built-in solvers or the primitives changed), then update this number"
    );
}

#[test]
fn every_change_occurs_unless_its_rate_is_zero() {
    let programs = solvers();
    let count = |rates| {
        let mut counts: BTreeMap<Change, usize> = BTreeMap::new();
        for candidate in generate(&programs, rates, 100).candidates {
            *counts.entry(candidate.change).or_default() += 1;
        }
        counts
    };
    let all = count(Rates::default());
    for change in Change::ALL {
        assert!(all[&change] >= 20, "{all:?}");
    }
    let none = count(Rates::NONE);
    assert_eq!(
        none.into_iter().collect::<Vec<_>>(),
        [(Change::None, programs.len())]
    );
    for change in &Change::ALL[1..] {
        let counts = count(only(*change));
        assert_eq!(counts.len(), 2, "{counts:?}");
        assert!(counts[change] >= 20, "{counts:?}");
    }
    let without = count(Rates::default().with(Change::Constant, 0));
    assert!(!without.contains_key(&Change::Constant));
    assert_eq!(without.len(), 8);
}

/// Checks that every mutant by this change differs from its parent in one place that `fits`.
#[track_caller]
fn each(change: Change, fits: impl Fn(&Term, &Term, &Difference) -> bool) {
    let programs = solvers();
    let batt = generate(&programs, only(change), 60);
    let mutants = mutants(&batt, &programs);
    assert!(mutants.len() > 100);
    for (parent, mutant, text) in &mutants {
        let differing = differences(parent, mutant);
        // Commuting arguments may be swapped, so look for the change among all differences.
        assert!(
            differing
                .iter()
                .any(|difference| fits(parent, mutant, difference)),
            "{change:?}\n{text}{differing:?}"
        );
    }
}

#[test]
fn a_constant_becomes_another() {
    each(Change::Constant, |_, _, difference| {
        matches!(
            (&difference.a, &difference.b),
            (Term::Constant(_), Term::Constant(_))
        )
    });
}

#[test]
fn a_primitive_becomes_another_of_the_same_signature() {
    each(Change::Primitive, |_, _, difference| {
        match (&difference.a, &difference.b) {
            (Term::Call(p, a), Term::Call(q, b)) => {
                let types = |s: &str| -> Vec<String> {
                    let types = s
                        .split(&[',', '>'][..])
                        .map(|t| t.rsplit(':').next().unwrap());
                    types
                        .map(|t| t.trim().trim_end_matches(" -").to_owned())
                        .collect()
                };
                let of_q: Vec<_> = q.signatures.iter().map(|s| types(s)).collect();
                a.len() == b.len() && p.signatures.iter().any(|s| of_q.contains(&types(s)))
            }
            // Two equal mirrors in a row cancel out.
            (a, b) => a.has(b),
        }
    });
}

#[test]
fn a_variable_becomes_an_earlier_one() {
    each(Change::Variable, |parent, _, difference| {
        parent.has(&difference.b) || difference.a.has(&difference.b)
    });
}

#[test]
fn a_function_becomes_another() {
    each(Change::Function, |_, _, difference| {
        matches!(
            (&difference.a, &difference.b),
            (Term::Function(_), Term::Function(_))
        )
    });
}

#[test]
fn colours_and_turns_are_derived_from_s() {
    let off_s = ["c_iz_n", "c_zo_n", "a_mr"];
    each(Change::FromS, |_, mutant, difference| {
        mutant.calls(&off_s) && (difference.b.calls(&off_s))
    });
}

#[test]
fn a_part_of_another_program_is_inserted() {
    let terms: Vec<Term> = solvers().iter().map(term).collect();
    each(Change::CrossOver, |_, mutant, difference| {
        // The inserted part may itself differ further inside, so it is enough that some part of
        // the mutant occurs in another program.
        let from = |part: &Term| terms.iter().any(|term| term.has(part));
        from(&difference.b) || has_part(mutant, &from)
    });
}

fn has_part(term: &Term, from: &impl Fn(&Term) -> bool) -> bool {
    let is_call = matches!(term, Term::Call(..) | Term::Apply(_));
    is_call && from(term) || term.args().iter().any(|arg| has_part(arg, from))
}

#[test]
fn a_call_is_removed() {
    each(Change::Deletion, |_, _, difference| {
        difference.a.has(&difference.b)
    });
}

#[test]
fn a_call_is_inserted() {
    each(Change::Insertion, |_, _, difference| {
        // An inserted mirror around an equal one removes both.
        difference.b.has(&difference.a) || difference.a.has(&difference.b)
    });
}

/// The values that a call's constant takes in many mutants.
fn redrawn(line: &str, name: &str, at: usize) -> Vec<ConstantValue> {
    let source = format!(
        "def solve_a(I):\n    {}\n    return O\n",
        line.replace("; ", "\n    ")
    );
    let programs = programs(&source);
    let batt = generate(&programs, only(Change::Constant), 200);
    let mut found: Vec<ConstantValue> = mutants(&batt, &programs)
        .iter()
        .flat_map(|(parent, mutant, _)| {
            let found = differences(parent, mutant).into_iter().filter_map(|d| {
                let (call, place) = d.at?;
                match (call, d.b) {
                    (Term::Call(p, _), Term::Constant(v)) if p.name == name && place == at => {
                        Some(v)
                    }
                    _ => None,
                }
            });
            found.collect::<Vec<_>>()
        })
        .collect();
    found.sort_unstable();
    found.dedup();
    found
}

#[test]
fn constants_keep_their_role() {
    let ints =
        |numbers: &[i64]| -> Vec<_> { numbers.iter().map(|&n| ConstantValue::Int(n)).collect() };
    let colors = ints(&[0, 1, 2, 3, 4, 6, 7, 8, 9]);
    let picked = "x1 = objects(I, T, F, T); x2 = get_nth_f(x1, F0); O = fill(I, FIVE, x2)";
    // Ranks change by one and wrap from the first to the last; colours become any other colour.
    assert_eq!(redrawn(picked, "get_nth", 1), ints(&[-1, 1]));
    assert_eq!(redrawn(picked, "fill", 1), colors);
    assert_eq!(redrawn(picked, "objects", 1), [ConstantValue::Bool(false)]);
    assert_eq!(redrawn(picked, "objects", 2), [ConstantValue::Bool(true)]);
    // There are eight turns and eight ways to find objects.
    assert_eq!(
        redrawn("O = mir_rot_t(I, A3)", "mir_rot", 1),
        ints(&[0, 1, 2, 4, 5, 6, 7])
    );
    let found = "x1 = o_g(I, R5); x2 = merge(x1); O = cover(I, x2)";
    assert_eq!(redrawn(found, "o_g", 1), ints(&[0, 1, 2, 3, 4, 6, 7]));
    // A bound argument has the role of the parameter that it is passed to.
    let bound = "x1 = rbind(colorfilter, FIVE); x2 = objects(I, T, F, T); x3 = x1(x2); x4 = merge(x3); O = cover(I, x4)";
    assert_eq!(redrawn(bound, "rbind", 1), colors);
    let matched = "x1 = matcher(color, FIVE); x2 = objects(I, T, F, T); x3 = mfilter(x2, x1); O = cover(I, x3)";
    assert_eq!(redrawn(matched, "matcher", 1), colors);
    // A pair becomes another pair.
    let pairs = redrawn("O = crop(I, ORIGIN, TWO_BY_TWO)", "crop", 1);
    assert!(pairs.len() > 8 && pairs.iter().all(|p| matches!(p, ConstantValue::Pair(..))));
}

#[test]
fn extreme_numbers_mutate_without_overflow() {
    let source = "def solve_a(I):\n    x1 = add(9223372036854775807, ONE)\n    \
        x2 = multiply(x1, -9223372036854775807)\n    x3 = subtract(x2, ONE)\n    \
        O = canvas(x3, (2147483647, -2147483648))\n    return O\n";
    let parsed = arcbatt::program::parse_file(source);
    for program in parsed.programs {
        generate(&[program], Rates::default(), 500);
    }
}

#[test]
fn the_identity_program_has_no_mutants() {
    let programs = programs("def solve_a(I):\n    return I\n");
    let batt = generate(&programs, Rates::default(), 50);
    assert_eq!(batt.candidates.len(), 1);
    assert_eq!(generate(&[], Rates::default(), 50).candidates.len(), 0);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Mutants of mutants of mutants are well-typed as well.
    #[test]
    fn mutants_of_mutants_are_well_typed(seed: u64, first in 0usize..100) {
        let mut programs: Vec<Program> = solvers()[first..(first + 4).min(106)].to_vec();
        for generation in 0..4 {
            let settings = Settings { seed: seed.wrapping_add(generation), mutants: 5, ..Settings::default() };
            let (batt, _) = card(&programs, &settings, None);
            let mut rng = arcbatt::rng::Rng::new(seed);
            programs = (0..4)
                .map(|_| {
                    let c = rng.below(batt.candidates.len() as u64) as u32;
                    read_again(&batt.extract(c))
                })
                .collect();
        }
    }
}

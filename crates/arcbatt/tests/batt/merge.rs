//! Merging: equal calls become one node, in any order, and only where that is exact.

use super::support::*;
use arcbatt::batt::{Batt, Graph, Options, Samples};
use arcbatt::conform::ProgramVector;
use arcbatt::grid::GridBuf;
use arcbatt::program::Program;
use arcbatt::rng::Rng;
use proptest::prelude::*;
use std::sync::LazyLock;

static CORPUS: LazyLock<Vec<ProgramVector>> = LazyLock::new(corpus);

fn merged<'p>(programs: impl IntoIterator<Item = &'p Program>) -> Graph {
    let mut graph = Graph::default();
    let mut lines = Vec::new();
    for program in programs {
        graph.add(program, &mut lines).unwrap();
    }
    graph
}

fn node(graph: &mut Graph, line: &str) -> arcbatt::batt::NodeId {
    let source = format!(
        "def solve(S, I, C):\n    {}\n    return O\n",
        line.replace("; ", "\n    ")
    );
    graph.add(&programs(&source)[0], &mut Vec::new()).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn order_of_programs_does_not_matter(seed: u64, first in 0usize..1_150, count in 1usize..40) {
        let mut programs: Vec<&Program> =
            CORPUS[first..].iter().take(count).map(|vector| &vector.program).collect();
        let one = merged(programs.iter().copied());
        Rng::new(seed).shuffle(&mut programs);
        let mut other = merged(programs.iter().copied());
        prop_assert_eq!(one.len(), other.len());
        prop_assert_eq!(one.calls(), other.calls());
        // Merging them again adds nothing.
        for program in programs {
            other.add(program, &mut Vec::new()).unwrap();
        }
        prop_assert_eq!(one.len(), other.len());
        prop_assert_eq!(2 * one.calls(), other.calls());
    }

    #[test]
    fn extracted_programs_merge_back(first in 0usize..1_150, count in 1usize..20) {
        let vectors = &CORPUS[first..][..count.min(CORPUS.len() - first)];
        let mut graph = Graph::default();
        let mut lines = Vec::new();
        let outputs: Vec<_> = vectors
            .iter()
            .map(|vector| graph.add(&vector.program, &mut lines).unwrap())
            .collect();
        let len = graph.len();
        for output in outputs {
            let program = read_again(&graph.extract(output, "solve"));
            prop_assert_eq!(graph.add(&program, &mut lines), Some(output));
            // The extracted program has the length that the graph reports.
            prop_assert_eq!(program.lines.len(), graph.calls_of(output).count());
        }
        prop_assert_eq!(graph.len(), len);
    }

    #[test]
    fn removed_nodes_leave_no_trace(first in 0usize..1_150) {
        let (before, after) = CORPUS[first..first + 40].split_at(20);
        let mut graph = merged(before.iter().map(|vector| &vector.program));
        let len = graph.len();
        let mut lines = Vec::new();
        let outputs = |graph: &mut Graph, lines: &mut Vec<_>| -> Vec<_> {
            after.iter().map(|vector| graph.add(&vector.program, lines).unwrap()).collect()
        };
        let once = outputs(&mut graph, &mut lines);
        let full = graph.len();
        graph.truncate(len);
        prop_assert_eq!(graph.len(), len);
        prop_assert_eq!(outputs(&mut graph, &mut lines), once);
        prop_assert_eq!(graph.len(), full);
    }
}

#[test]
fn commuting_arguments_share_a_node() {
    let mut graph = Graph::default();
    let same = [
        ("O = add(ONE, TWO)", "O = add(TWO, ONE)"),
        ("O = multiply(UNITY, TWO)", "O = multiply(TWO, UNITY)"),
        ("O = equality(I, C)", "O = equality(C, I)"),
        (
            "x = palette(I); y = palette(C); O = intersection(x, y)",
            "y = palette(C); x = palette(I); O = intersection(y, x)",
        ),
        (
            "x = asindices(I); y = asobject(I); O = manhattan(x, y)",
            "y = asobject(I); x = asindices(I); O = manhattan(y, x)",
        ),
        (
            "x = asindices(I); y = asobject(I); O = adjacent(x, y)",
            "y = asobject(I); x = asindices(I); O = adjacent(y, x)",
        ),
        (
            "x = asindices(I); y = asobject(I); O = hmatching(x, y)",
            "y = asobject(I); x = asindices(I); O = hmatching(y, x)",
        ),
        (
            "x = asindices(I); y = asobject(I); O = vmatching(x, y)",
            "y = asobject(I); x = asindices(I); O = vmatching(y, x)",
        ),
        (
            "O = hmirror(I)",
            "x = hmirror(I); y = hmirror(x); O = hmirror(y)",
        ),
        (
            "O = rot90(I)",
            "x = rot90(I); y = vmirror(x); O = vmirror(y)",
        ),
        ("O = I", "x = rot180(I); O = rot180(x)"),
        (
            "O = height(I)",
            "x = height(I); y = invert(x); O = invert(y)",
        ),
        ("O = totuple(S)", "x = totuple(S); O = totuple(x)"),
        ("O = size(I)", "f = identity(size); O = f(I)"),
        ("O = fill(I, BLUE, S)", "O = fill(I, ONE, S)"),
        ("O = fill(I, F1, S)", "O = fill(I, R1, S)"),
        ("O = o_g(I, R1)", "O = o_g(I, A1)"),
        ("O = first_t(S)", "O = first(S)"),
    ];
    for (one, other) in same {
        let one_line = |line: &str| line.replace("O = I", "O = identity(I)");
        let node_of_one = node(&mut graph, &one_line(one));
        assert_eq!(
            node_of_one,
            node(&mut graph, &one_line(other)),
            "{one} | {other}"
        );
    }
    let different = [
        ("O = subtract(ONE, TWO)", "O = subtract(TWO, ONE)"),
        ("O = canvas(T, UNITY)", "O = canvas(ONE, UNITY)"),
        (
            "O = hmirror(S)",
            "x = hmirror(S); y = hmirror(x); O = hmirror(y)",
        ),
        ("O = combine(I, C)", "O = combine(C, I)"),
        ("O = toindices(S)", "x = toindices(S); O = toindices(x)"),
        ("O = first(S)", "x = first(S); y = invert(x); O = invert(y)"),
        (
            "O = tophalf(S)",
            "x = tophalf(S); y = vmirror(x); O = vmirror(y)",
        ),
    ];
    for (one, other) in different {
        assert_ne!(
            node(&mut graph, one),
            node(&mut graph, other),
            "{one} | {other}"
        );
    }
}

/// Expressions with values of every kind, including unusual ones: no rows, rows of different
/// lengths, no cells, numbers, functions, None.
const UNUSUAL: &[&str] = &[
    "v = identity(I)",
    "v = hconcat(I, C)",
    "v = vconcat(I, C)",
    "r = hupscale(I, TWO); v = vconcat(I, r)",
    "v = crop(I, (100, 100), UNITY)",
    "v = canvas(ZERO, ORIGIN)",
    "v = canvas(ZERO, (3, 0))",
    "v = ofcolor(I, ONE)",
    "o = objects(I, T, F, T); v = merge(o)",
    "v = objects(I, T, F, T)",
    "o = objects(I, T, F, T); v = first(o)",
    "v = asobject(I)",
    "v = asindices(I)",
    "n = height(I); v = astuple(n, n)",
    "v = height(I)",
    "v = first(I)",
    "v = astuple(I, C)",
    "v = index(I, (99, 99))",
    "v = lbind(hconcat, I)",
    "a = astuple(ONE, UNITY); b = astuple(TWO, a); v = initset(b)",
    "v = shift(S, UNITY)",
    "v = identity(S)",
    "a = asindices(I); v = shift(a, (1000, 1000))",
    "v = tophalf(UNITY)",
    "v = toivec(I)",
    "m = multiply(THOUSAND, THOUSAND); n = multiply(m, m); v = multiply(n, m)",
    "d = power(double, 63); v = d(NEG_ONE)",
];

/// Last lines that the graph simplifies, applied to any value.
const RULES: &[&str] = &[
    "w = identity(v)",
    "w1 = toindices(v); w = toindices(w1)",
    "w1 = normalize(v); w = normalize(w1)",
    "w1 = dedupe(v); w = dedupe(w1)",
    "w1 = totuple(v); w = totuple(w1)",
    "w1 = backdrop(v); w = backdrop(w1)",
    "w1 = invert(v); w = invert(w1)",
    "w1 = hmirror(v); w = hmirror(w1)",
    "w1 = vmirror(v); w = vmirror(w1)",
    "w1 = rot180(v); w = rot180(w1)",
    "w = add(v, ONE)",
    "w = multiply(v, TWO)",
    "w = equality(v, I)",
    "w1 = asindices(C); w = intersection(v, w1)",
    "w1 = asindices(C); w = manhattan(v, w1)",
    "w1 = asindices(C); w = adjacent(v, w1)",
    "w1 = asindices(C); w = hmatching(v, w1)",
    "w1 = asindices(C); w = vmatching(v, w1)",
    "w = v(I)",
];

/// Ways to make a grid of a value: itself, whether it exists, its size.
const SEEN: &[&str] = &[
    "O = identity(w)",
    "x = equality(w, v); y = branch(x, TWO, ONE); O = canvas(y, UNITY)",
    "x = size(w); z = astuple(x, ONE); O = canvas(THREE, z)",
    "O = fill(I, SEVEN, w)",
];

#[test]
fn simplification_is_exact_on_unusual_values() {
    let mut rng = Rng::new(5);
    let grids: Vec<GridBuf> = (0..6)
        .map(|_| {
            let (height, width) = (rng.range(1, 4), rng.range(1, 4));
            let mut grid = GridBuf::filled(height as usize, width as usize, 0);
            for i in 0..height {
                for j in 0..width {
                    grid.set(i, j, rng.range(0, 2) as i8);
                }
            }
            grid
        })
        .collect();
    let inputs: Vec<_> = grids.iter().map(GridBuf::view).collect();
    let mut compared = inputs.clone();
    compared.rotate_left(1);
    let samples = Samples {
        demonstrations: vec![(inputs[0], inputs[1]), (inputs[2], inputs[3])],
        inputs,
        compared,
    };
    let mut source = String::new();
    for unusual in UNUSUAL {
        for rule in RULES {
            for seen in SEEN {
                let body = [*unusual, *rule, *seen].join("; ").replace("; ", "\n    ");
                source += &format!("def solve(S, I, C):\n    {body}\n    return O\n");
            }
        }
    }
    let programs = programs(&source);
    assert_eq!(programs.len(), UNUSUAL.len() * RULES.len() * SEEN.len());
    let batt = Batt::from_programs(&programs);
    assert!((batt.nodes() as u64) < batt.calls());
    for equivalence in [true, false] {
        let options = Options {
            equivalence,
            limits: limits(),
            stop: None,
            ..Options::default()
        };
        let (answers, _) = answers(&batt, 0..programs.len() as u32, &samples, &options);
        let mut grids = 0;
        for (k, (program, answer)) in programs.iter().zip(answers).enumerate() {
            let alone = interpreted(program, &samples, limits().node);
            assert_eq!(answer, alone, "{program}");
            // The extracted program gives the same answer.
            let out = batt.extract(k as u32);
            assert_eq!(
                interpreted(&out, &samples, limits().node),
                alone,
                "{program}{out}"
            );
            grids += alone.iter().flatten().count();
        }
        assert!(grids > 2_000, "{grids} answers are grids");
    }
}

#[test]
fn calling_a_non_function_fails_and_extracts_unchanged() {
    let source = "def solve(S, I, C):\n    x = identity(I)\n    O = x(I)\n    return O\n\
        def solve(S, I, C):\n    x = identity(FIVE)\n    O = x()\n    return O\n";
    let programs = programs(source);
    let batt = Batt::from_programs(&programs);
    for c in 0..2 {
        let out = batt.extract(c).to_string();
        let again = self::programs(&out);
        assert_eq!(again[0].lines.len(), 2, "{out}");
        let mut graph = batt.graph.clone();
        let output = graph.add(&again[0], &mut Vec::new());
        assert_eq!(output, Some(batt.candidates[c as usize].output));
    }
}

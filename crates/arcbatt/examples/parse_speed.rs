//! How long 400 solvers of 12 lines take to parse and to print.

use arcbatt::program::{parse_file, print_file};
use std::time::Instant;

fn main() {
    let mut source = String::from("from dsl import *\n\n\n");
    for k in 0..400 {
        source.push_str(&format!(
            "def solve_{k:08x}(I):\n    x1 = objects(I, T, F, T)\n    x2 = argmax(x1, size)\n    \
             x3 = color(x2)\n    x4 = compose(box, toindices)\n    x5 = mapply(x4, x1)\n    \
             x6 = fill(I, x3, x5)\n    x7 = matcher(color, GREEN)\n    x8 = sfilter(x1, x7)\n    \
             x9 = merge(x8)\n    x10 = ulcorner(x2)\n    x11 = shift(x9, x10)\n    \
             O = underfill(x6, RED, x11)\n    return O\n\n\n"
        ));
    }
    let mut best = [f64::MAX; 2];
    for _ in 0..200 {
        let start = Instant::now();
        let parsed = parse_file(&source);
        best[0] = best[0].min(start.elapsed().as_secs_f64());
        assert!(parsed.problems.is_empty(), "{}", parsed.problems[0]);
        let start = Instant::now();
        let printed = print_file(&parsed.programs);
        best[1] = best[1].min(start.elapsed().as_secs_f64());
        assert_eq!(
            printed,
            source
                .split_once("*\n\n\n")
                .map_or("", |(_, rest)| &rest[..rest.len() - 2])
        );
    }
    println!(
        "400 solvers, {} bytes: parse {:.2} ms, print {:.2} ms (best of 200)",
        source.len(),
        best[0] * 1e3,
        best[1] * 1e3
    );
    // Files named on the command line: what was found in each.
    for path in std::env::args().skip(1) {
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        let start = Instant::now();
        let parsed = parse_file(&text);
        println!(
            "{path}: {} programs in {:?}",
            parsed.programs.len(),
            start.elapsed()
        );
        for problem in parsed.problems.iter().chain(&parsed.notes) {
            println!("{path}:{problem}");
        }
    }
}

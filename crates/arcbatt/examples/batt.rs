//! scratch
use arcbatt::batt::*;
use arcbatt::card::*;
use arcbatt::dsl::{Cx, Limits, Value};
use arcbatt::grid::GridBuf;
use arcbatt::program::*;
use bumpalo::Bump;
use std::time::Instant;
fn main() {
    let text = std::fs::read_to_string(std::env::args().nth(1).unwrap()).unwrap();
    let mutants: u32 = std::env::args()
        .nth(2)
        .and_then(|s| s.parse().ok())
        .unwrap_or(0);
    let take: usize = std::env::args()
        .nth(3)
        .and_then(|s| s.parse().ok())
        .unwrap_or(400);
    let mut programs = vec![];
    let mut inputs = vec![];
    for line in text.lines() {
        let json: serde_json::Value = serde_json::from_str(line).unwrap();
        let mut program = parse_file(json["source"].as_str().unwrap())
            .programs
            .remove(0);
        program.name = format!("solve_{}", json["id"].as_str().unwrap());
        programs.push(program);
        let grids: Vec<GridBuf> = json["inputs"]
            .as_array()
            .unwrap()
            .iter()
            .map(|g| {
                let rows: Vec<&str> = g
                    .as_array()
                    .unwrap()
                    .iter()
                    .map(|r| r.as_str().unwrap())
                    .collect();
                GridBuf::from_digits(&rows).unwrap()
            })
            .collect();
        inputs.push(grids);
    }
    let t = Instant::now();
    let mut g = Graph::default();
    let mut nodes = vec![];
    for p in &programs[..take] {
        g.add(p, &mut nodes);
    }
    println!(
        "merge {take}: {:?}, {} nodes of {} calls",
        t.elapsed(),
        g.len(),
        g.calls()
    );
    let t = Instant::now();
    let (batt, made) = card(
        &programs[..take],
        &Settings {
            mutants,
            ..Default::default()
        },
        None,
    );
    let e = t.elapsed();
    println!(
        "card: {e:?}, {} candidates, {} nodes, {made:?}, {:.0} mutants/s",
        batt.candidates.len(),
        batt.graph.len(),
        batt.candidates.len() as f64 / e.as_secs_f64()
    );
    let mut by = std::collections::BTreeMap::new();
    for c in &batt.candidates {
        *by.entry(c.change.name()).or_insert(0) += 1;
    }
    println!("{by:?}");
    let t = Instant::now();
    let (_, made) = card(
        &programs[..take],
        &Settings {
            mutants,
            ..Default::default()
        },
        Some(&batt),
    );
    println!("again: {:?} {made:?}", t.elapsed());
    // Every candidate, on the inputs of its parent.
    let mut runner = Runner::default();
    for equivalence in [false, true] {
        let mut total = Stats::default();
        let mut bad = 0;
        let t = Instant::now();
        let mut all = vec![];
        for source in &batt.sources {
            let (a, b) = source.candidates;
            let outs: Vec<NodeId> = (a..b).map(|c| batt.candidates[c as usize].output).collect();
            let plan = Plan::new(&batt.graph, &outs);
            let grids = &inputs[all.len()];
            let samples = Samples {
                demonstrations: vec![],
                inputs: grids.iter().map(|g| g.view()).collect(),
                compared: grids.iter().map(|g| g.view()).collect(),
            };
            let (o, s) = runner.run(
                &plan,
                &samples,
                &Options {
                    equivalence,
                    ..Default::default()
                },
            );
            total.evaluations += s.evaluations;
            total.shared += s.shared;
            total.skipped += s.skipped;
            total.sweeps += s.sweeps;
            all.push(o);
        }
        let e = t.elapsed();
        println!(
            "equivalence {equivalence}: {e:?} {} evaluations {} shared {} skipped, {:.2} M/s, sweeps {}",
            total.evaluations,
            total.shared,
            total.skipped,
            total.evaluations as f64 / e.as_secs_f64() / 1e6,
            total.sweeps
        );
        let t = Instant::now();
        let mut runs = 0;
        let mut arena = Bump::new();
        let mut lines = 0;
        for (k, source) in batt.sources.iter().enumerate() {
            let (a, b) = source.candidates;
            for (n, c) in (a..b).enumerate() {
                let program = batt.extract(c);
                let code = Code::new(&program);
                for (s, grid) in inputs[k].iter().enumerate() {
                    arena.reset();
                    let cx = Cx::new(&arena, TaskLimits::default().node);
                    let i = cx.grid_value(grid.view());
                    let got = code.run(
                        &cx,
                        Given {
                            s: Value::EMPTY_TUPLE,
                            i,
                            c: i,
                        },
                    );
                    lines += program.lines.len();
                    let want = all[k].grid(n, s);
                    let got = got.ok().and_then(output_grid);
                    if got != want.map(|g| g.view()) {
                        bad += 1;
                        if bad < 3 {
                            println!(
                                "{program} {:?} {:?} {:?}",
                                batt.candidates[c as usize].change,
                                all[k].of(n),
                                got.is_some()
                            );
                        }
                    }
                    runs += 1;
                }
            }
        }
        println!(
            "one by one: {:?} {runs} runs, {lines} lines, {bad} differ",
            t.elapsed()
        );
        let _ = Limits::default();
    }
}

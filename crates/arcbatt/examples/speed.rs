//! scratch
use arcbatt::dsl::{Cx, Limits, Value};
use arcbatt::grid::GridBuf;
use arcbatt::program::*;
use bumpalo::Bump;
struct Entry {
    id: String,
    program: Program,
    code: Code,
    inputs: Vec<GridBuf>,
    reference: u64,
    us: f64,
}
#[inline(never)]
fn run_all(set: &mut [Entry], timed: bool) -> u64 {
    let mut arena = Bump::new();
    let mut steps = 0;
    for e in set {
        let t0 = timed.then(std::time::Instant::now);
        for input in &e.inputs {
            arena.reset();
            let cx = Cx::new(&arena, Limits::default());
            let i = cx.grid_value(input.view());
            let _ = std::hint::black_box(
                e.code
                    .run(
                        &cx,
                        Given {
                            s: Value::EMPTY_TUPLE,
                            i,
                            c: i,
                        },
                    )
                    .is_ok(),
            );
            steps += cx.steps();
        }
        if let Some(t0) = t0 {
            let us = t0.elapsed().as_secs_f64() * 1e6;
            if us < e.us {
                e.us = us;
            }
        }
    }
    steps
}
fn main() {
    let text = std::fs::read_to_string(std::env::args().nth(1).unwrap()).unwrap();
    let mode = std::env::args().nth(2);
    let mut set = vec![];
    let mut reference = 0;
    for line in text.lines() {
        let json: serde_json::Value = serde_json::from_str(line).unwrap();
        let program = parse_file(json["source"].as_str().unwrap())
            .programs
            .remove(0);
        let inputs: Vec<GridBuf> = json["inputs"]
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
        reference += json["ref_us"].as_u64().unwrap_or(0);
        let code = Code::new(&program);
        set.push(Entry {
            id: json["id"].to_string(),
            program,
            code,
            inputs,
            reference: json["ref_us"].as_u64().unwrap_or(0),
            us: f64::MAX,
        });
    }
    if mode.as_deref() == Some("once") {
        println!("{}", run_all(&mut set, false));
        return;
    }
    if mode.as_deref() == Some("prims") {
        prims(&set);
        return;
    }
    let mut best = f64::MAX;
    let mut steps = 0;
    for _ in 0..60 {
        let t = std::time::Instant::now();
        steps = run_all(&mut set, false);
        best = best.min(t.elapsed().as_secs_f64());
    }
    for _ in 0..20 {
        run_all(&mut set, true);
    }
    println!(
        "{:.2} ms, {:.0} x, {} steps, {:.0} ns a step",
        best * 1e3,
        reference as f64 / 1e6 / best,
        steps,
        best * 1e9 / steps as f64
    );
    set.sort_by(|a, b| b.us.total_cmp(&a.us));
    for e in set.iter().take(30) {
        println!(
            "{:.1} us (ref {}) {} {:?}",
            e.us,
            e.reference,
            e.id,
            e.inputs
                .iter()
                .map(|g| (g.height(), g.width()))
                .collect::<Vec<_>>()
        );
        if mode.is_some() {
            println!("{}", e.program);
        }
    }
}

fn prims(set: &[Entry]) {
    use std::collections::BTreeMap;
    let mut total: BTreeMap<String, (u64, f64)> = BTreeMap::new();
    let mut arena = Bump::new();
    for e in set {
        let names: Vec<String> = e
            .program
            .lines
            .iter()
            .map(|l| match &l.callee {
                Callee::Primitive(p, _) => p.name.to_string(),
                _ => "(slot)".into(),
            })
            .collect();
        for input in &e.inputs {
            let mut best = vec![f64::MAX; names.len()];
            for _ in 0..9 {
                arena.reset();
                let cx = Cx::new(&arena, Limits::default());
                let i = cx.grid_value(input.view());
                let mut t = std::time::Instant::now();
                let _ = e.code.run_seen(
                    &cx,
                    Given {
                        s: Value::EMPTY_TUPLE,
                        i,
                        c: i,
                    },
                    |k, _| {
                        let now = std::time::Instant::now();
                        let ns = (now - t).as_nanos() as f64;
                        best[k] = best[k].min(ns);
                        t = std::time::Instant::now();
                    },
                );
            }
            for (k, ns) in best.iter().enumerate() {
                if *ns < f64::MAX {
                    let x = total.entry(names[k].clone()).or_default();
                    x.0 += 1;
                    x.1 += ns;
                }
            }
        }
    }
    let mut v: Vec<_> = total.into_iter().collect();
    v.sort_by(|a, b| b.1.1.total_cmp(&a.1.1));
    for (n, (c, ns)) in v.iter().take(60) {
        println!(
            "{n:16} {c:6} calls {:9.1} us {:8.0} ns a call",
            ns / 1e3,
            ns / *c as f64
        );
    }
}

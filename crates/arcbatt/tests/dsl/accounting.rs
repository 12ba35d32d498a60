//! Charges compared with the work that is done.

mod classes;

use arcbatt::dsl::{Cx, Limits, Value, primitives};
use bumpalo::Bump;
use classes::{Named, containers, functions, scalars, shared};
use std::time::{Duration, Instant};

fn used(arena: &Bump) -> usize {
    arena.allocated_bytes() - arena.chunk_capacity()
}

#[test]
#[ignore = "explores"]
fn explore() {
    let only = std::env::var("ONLY").unwrap_or_default();
    let combos: u64 = std::env::var("COMBOS").ok().and_then(|v| v.parse().ok()).unwrap_or(3000);
    let mut rows = Vec::new();
    let mut seed = 1u64;
    let mut arena = Bump::new();
    for primitive in primitives() {
        if !only.is_empty() && !only.split(',').any(|o| o == primitive.name) {
            continue;
        }
        arena.reset();
        let limits = Limits { time: Duration::from_secs(600), ..Limits::default() };
        let mut worst: Vec<(f64, f64, String)> = Vec::new();
        let mut rng = arcbatt::rng::Rng::new({ seed += 1; seed });
        let maker = Cx::new(&arena, limits);
        let mut all: Vec<Named> = scalars(&maker);
        for n in [300, 1_000, 4_000, 30_000, 900_000] {
            maker.refill();
            all.extend(containers(&maker, n));
        }
        maker.refill();
        for w in [500, 1_000, 4_000, 30_000, 400_000] { all.push((format!("shared {w}"), shared(&maker, w))); }
        maker.refill();
        all.extend(functions(&maker));
        let arity = primitive.arity as u32;
        let total = (all.len() as u64).pow(arity);
        let trials = total.min(combos * u64::from(arity));
        let started = Instant::now();
        for trial in 0..trials {
            if started.elapsed().as_secs() > 25 { break; }
            let mut code = if total <= trials { trial } else { rng.below(total) };
            let args: Vec<&Named> = (0..arity).map(|_| { let k = code as usize % all.len(); code /= all.len() as u64; &all[k] }).collect();
            let values: Vec<Value> = args.iter().map(|a| a.1).collect();
            let mut best = (f64::MAX, 0.0, 0.0, None);
            for _ in 0..4 {
                let cx = &maker;
                cx.refill();
                let before = used(&arena);
                let start = Instant::now();
                let result = cx.call(Value::Primitive(primitive), &values);
                let ns = start.elapsed().as_nanos() as f64;
                let bytes = (used(&arena) - before) as f64;
                let cells = cx.cells() as f64;
                if ns < best.0 { best = (ns, bytes.max(best.1), cells, Some(result)); }
                if (ns - 3000.0) / cells < 60.0 { break; }
            }
            let (ns, bytes, cells, result) = best;
            let result = result.unwrap();
            let names: Vec<&str> = args.iter().map(|a| a.0.as_str()).collect();
            let (a, b) = ((ns - 3000.0) / cells, (bytes - 1000.0) / cells);
            if a > 60.0 || b > 40.0 {
                worst.push((a, b, format!("{} {:?} {:?} {ns} ns {bytes} bytes {cells} cells", primitive.name, names, result.map(|v| v.kind()))));
            }
            if used(&arena) > 6 << 30 { break; }
        }
        worst.sort_by(|a, b| b.0.total_cmp(&a.0));
        let by_bytes = worst.iter().max_by(|a, b| a.1.total_cmp(&b.1)).cloned();
        worst.truncate(3);
        worst.extend(by_bytes);
        eprintln!("{} done in {:?}", primitive.name, started.elapsed());
        for w in worst { println!("{:8.1} ns/cell {:8.1} B/cell  {}", w.0, w.1, w.2); rows.push(w); }
    }
}

//! scratch
use arcbatt::dsl::{Cx, Limits, Value};
use arcbatt::grid::GridBuf;
use arcbatt::program::*;
use bumpalo::Bump;
fn main() {
    let text = std::fs::read_to_string(std::env::args().nth(1).unwrap()).unwrap();
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
        set.push((
            program,
            inputs,
            json["ref_us"].as_u64().unwrap_or(0),
            0.0f64,
        ));
    }
    let codes: Vec<Code> = set.iter().map(|(p, ..)| Code::new(p)).collect();
    let mut best = f64::MAX;
    let mut steps = 0;
    for _ in 0..20 {
        let t = std::time::Instant::now();
        steps = 0;
        for (code, (_, inputs, _, us)) in codes.iter().zip(&mut set) {
            let t0 = std::time::Instant::now();
            for input in inputs.iter() {
                let arena = Bump::new();
                let cx = Cx::new(&arena, Limits::default());
                let i = cx.grid_value(input.view());
                let _ = std::hint::black_box(
                    code.run(
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
            let e = t0.elapsed().as_secs_f64() * 1e6;
            if *us == 0.0 || e < *us {
                *us = e;
            }
        }
        best = best.min(t.elapsed().as_secs_f64());
    }
    println!(
        "{:.2} ms, {:.0} x, {} steps, {:.0} ns a step",
        best * 1e3,
        reference as f64 / 1e6 / best,
        steps,
        best * 1e9 / steps as f64
    );
    let mut slow: Vec<_> = set.iter().collect();
    slow.sort_by(|a, b| b.3.total_cmp(&a.3));
    for (p, inputs, r, us) in slow.iter().take(12) {
        println!(
            "{us:.1} us (ref {r}) {:?}",
            inputs
                .iter()
                .map(|g| (g.height(), g.width()))
                .collect::<Vec<_>>()
        );
        if std::env::args().nth(2).is_some() {
            println!("{p}");
        }
    }
}

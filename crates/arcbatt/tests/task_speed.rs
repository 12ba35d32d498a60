//! How fast data loads. Not a test of the machine: it prints, and is run by hand:
//! `ARCBATT_DATA=folder cargo test --release --test task_speed -- --ignored --nocapture`

use arcbatt::task::{Leniency, open};
use std::time::Instant;

#[test]
#[ignore = "a measurement; needs ARCBATT_DATA"]
fn measure_loading() {
    let spec = std::env::var("ARCBATT_DATA").expect("ARCBATT_DATA names the data to load");
    let mut times = Vec::new();
    for _ in 0..50 {
        let start = Instant::now();
        let loaded = open(&spec, Leniency::Strict).expect("good data");
        times.push(start.elapsed());
        assert!(!loaded.data.tasks.is_empty());
    }
    let data = open(&spec, Leniency::Strict).expect("good data").data;
    let start = Instant::now();
    let hashes: Vec<_> = data.tasks.iter().map(|task| task.content_hash()).collect();
    let hashing = start.elapsed();
    times.sort_unstable();
    println!(
        "{} tasks: best {:?}, median {:?}; {} content hashes in {hashing:?}; data set {}",
        data.tasks.len(),
        times[0],
        times[times.len() / 2],
        hashes.len(),
        data.content_hash(),
    );
}

//! Scratch: solves tasks of a folder and says how many are right.
use arcbatt::solve::*;
use arcbatt::task::{Leniency, open};
use std::sync::atomic::AtomicBool;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let data = open(&args[1], Leniency::default()).expect("data").data;
    let steps: u64 = args[2].parse().unwrap();
    let only = args.get(3).cloned().unwrap_or_default();
    let stop = AtomicBool::new(false);
    let budget = Budget { time: None, steps, ..Budget::default() };
    let library = Library::default();
    let (mut first, mut two, mut explained, mut evals, mut progs, mut secs) = (0, 0, 0, 0u64, 0u64, 0.0);
    let start = std::time::Instant::now();
    for (k, task) in data.tasks.iter().enumerate() {
        if let Some(m) = std::env::var("EVERY").ok().and_then(|m| m.parse::<usize>().ok()) { if k % m != 0 { continue; } }
        if !only.is_empty() && only != "all" && !task.id.starts_with(&only) { continue; }
        if let Some(m) = std::env::var("SKIP").ok() { if std::fs::read_to_string(m).unwrap().contains(&task.id) { continue; } }
        let outcome = solve_task(task, &library, 0, &budget, &stop);
        evals += outcome.stats.evaluations;
        progs += outcome.stats.programs;
        secs += outcome.stats.time.as_secs_f64();
        let answers = &data.answers[k].0;
        let right = |n: usize| outcome.attempts.iter().zip(answers).all(|(a, w)| a[..n].iter().any(|g| g.is_some() && g == w));
        let solved = outcome.solved(task.train.len());
        explained += solved as u32;
        first += right(1) as u32;
        two += right(2) as u32;
        if std::env::var_os("DUMP").is_some() { use std::hash::{Hash, Hasher}; let grids: Vec<String> = answers.iter().map(|g| format!("{:?}", g)).collect(); let mut h = std::collections::hash_map::DefaultHasher::new(); grids.hash(&mut h); println!("WANT {} {:x}", task.id, h.finish()); }
        let best = outcome.found.first();
        println!("{} {} {} {:.2}s {} Mev {} states {} MB  {}", task.id, if right(1) {"RIGHT"} else if right(2) {"SECOND"} else {"-"}, if solved {"explained"} else {"-"}, outcome.stats.time.as_secs_f64(), outcome.stats.evaluations / 1000, outcome.stats.programs, outcome.stats.memory >> 20,
            best.map_or(String::new(), |b| format!("{} {:.0} bits", b.proposer.name(), b.bits)));
        if !only.is_empty() && only != "all" {
            for found in &outcome.found { println!("{} {} {}\n{}", found.proposer.name(), found.matched, found.bits, arcbatt::program::print_file([&found.program])); }
        }
    }
    eprintln!("first {first} two {two} explained {explained}; {:.2} M evaluations/s, {progs} programs, {:.1} s", evals as f64 / secs / 1e6, start.elapsed().as_secs_f64());
}

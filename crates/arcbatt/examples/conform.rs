//! scratch
fn main() {
    let only = std::env::args().nth(2);
    let text = std::fs::read_to_string(std::env::args().nth(1).unwrap()).unwrap();
    let report = arcbatt::conform::conform(&text);
    let mut by: std::collections::BTreeMap<String, usize> = Default::default();
    for m in &report.mismatches {
        let name = m.what.split(['(', ',']).next().unwrap().to_string();
        *by.entry(name.clone()).or_default() += 1;
        if only.as_deref().is_some_and(|o| o == name || o == "all") && by[&name] < 4 {
            println!("{m}");
        }
    }
    println!(
        "{by:?}\n{} passed, {} failed",
        report.passed,
        report.mismatches.len()
    );
}

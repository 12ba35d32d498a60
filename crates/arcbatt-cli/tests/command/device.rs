//! `arcbatt device`, `arcbatt dsl --gpu` and `--device`, with the machine's GPUs hidden.

use super::*;

/// The names that `dsl --gpu` lists.
fn listed(out: &str) -> Vec<&str> {
    let lines = out.lines().filter_map(|line| line.strip_prefix("  "));
    lines
        .flat_map(|line| line.split_whitespace())
        .map(|name| name.trim_end_matches(','))
        .collect()
}

#[test]
fn without_a_gpu_the_cpu_is_listed() {
    let said = run(&["device"]).exits(0);
    assert_eq!(said.err, "");
    let json = run(&["device", "--json"]).exits(0).json();
    assert_eq!(json["gpus"], Json::Array(Vec::new()));
    let number = |name: &str| json[name].as_u64().unwrap();
    let (known, all) = (number("primitives_on_device"), number("primitives"));
    assert!(known > 100 && known <= all);
    let cores = match number("cores") {
        1 => "1 core".to_owned(),
        n => format!("{n} cores"),
    };
    assert_eq!(
        said.out,
        format!("no GPU: everything runs on the CPU, on {cores}\n")
    );
}

#[test]
fn the_table_shows_what_runs_on_a_gpu() {
    let said = run(&["dsl", "--gpu"]).exits(0);
    let json = run(&["dsl", "--gpu", "--json"]).exits(0).json();
    let all = run(&["dsl", "--json"]).exits(0).json();
    let all = all["primitives"].as_array().unwrap();
    let mut on_gpu: Vec<&str> = all
        .iter()
        .filter(|primitive| primitive["gpu"] == true)
        .map(|primitive| primitive["name"].as_str().unwrap())
        .collect();
    on_gpu.sort_unstable();
    let mut named = listed(&said.out);
    named.sort_unstable();
    assert_eq!(named, on_gpu);
    let mut in_json: Vec<&str> = json["primitives"]
        .as_array()
        .unwrap()
        .iter()
        .map(|name| name.as_str().unwrap())
        .collect();
    in_json.sort_unstable();
    assert_eq!(in_json, on_gpu);
    assert_eq!(json["of"], all.len());
    let (calls, there) = (&json["solver_calls"], &json["solver_calls_on_gpu"]);
    let share = 100.0 * there.as_f64().unwrap() / calls.as_f64().unwrap();
    assert_eq!(
        said.out.lines().last().unwrap(),
        format!(
            "{} of {} primitives run on a GPU: {share:.1} % of the calls in the built-in solvers",
            on_gpu.len(),
            all.len()
        )
    );
    // The primitives that most programs use.
    for name in ["objects", "mapply", "fill", "rot90", "argmax", "merge"] {
        assert!(named.contains(&name), "{name}");
        let said = run(&["dsl", name]).exits(0);
        assert!(said.out.contains("\n  on GPU:  yes\n"), "{}", said.out);
    }
    for primitive in all.iter().filter(|primitive| primitive["gpu"] == false) {
        let said = run(&["dsl", primitive["name"].as_str().unwrap()]).exits(0);
        let no = "\n  on GPU:  no: the CPU computes it and everything that depends on it\n";
        assert!(said.out.contains(no), "{}", said.out);
    }
    run(&["dsl", "--gpu", "objects"]).exits(2);
}

#[test]
fn unknown_devices_are_rejected() {
    for command in ["run", "batt", "solve", "profile"] {
        for odd in ["tpu", "", "GPU", "gpu:", "gpu:x", "gpu:-1", "gpu:0,", "0"] {
            let said = run(&[command, &format!("--device={odd}")]).exits(2);
            assert_eq!(said.out, "");
            let first = said.err.lines().next().unwrap();
            let wanted = format!(
                "error: invalid value '{odd}' for '--device <WHERE>': expected auto, \
                 cpu, gpu or gpu:0,1, not {odd:?}"
            );
            // An empty name is rejected before devices are queried.
            let refused = odd.is_empty() && first.starts_with("error: ");
            assert!(first == wanted || refused, "{first}");
        }
    }
}

/// Asking for a GPU by name without one is an error that says what to do.
#[test]
fn a_missing_gpu_is_an_error() {
    for args in [
        &["run", "--device", "gpu"][..],
        &["run", "--device", "gpu:0,1"],
        &["batt", "--device", "gpu"],
        &["batt", "--device", "gpu:3"],
        &["solve", "--device", "gpu"],
        &["solve", "--device", "gpu:0,1"],
        &["profile", "--device", "gpu"],
    ] {
        let said = run(args).exits(2);
        assert_eq!(said.out, "", "{args:?}");
        let reason = said
            .err
            .strip_prefix("error: ")
            .and_then(|text| text.strip_suffix("; --device cpu runs without a GPU\n"))
            .unwrap_or_else(|| panic!("{args:?}: {}", said.err));
        let no_driver = reason == "no GPU driver (libcuda) on this machine";
        let hidden = reason.starts_with("there is no GPU number ");
        assert!(no_driver || hidden, "{reason}");
    }
    let said = run(&["bench", "device"]).exits(2);
    assert_eq!(said.out, "");
    assert!(said.err.starts_with("error: "), "{}", said.err);
    let what_to_do = "; this benchmark needs a GPU: `arcbatt profile` measures the CPU\n";
    assert!(said.err.ends_with(what_to_do), "{}", said.err);
}

#[test]
fn auto_is_the_cpu_without_a_gpu() {
    let task = ["--task", "half_turn", "--task", "hidden_patch", "--json"];
    for command in [&["run"][..], &["batt"], &["solve", "--steps", "20000"]] {
        let answers = |device: &[&str]| {
            let said = run(&[command, &task[..], device].concat()).exits(0);
            assert_eq!(said.err, "");
            let json = said.json();
            let tasks = json["tasks"].as_array().unwrap();
            let told = tasks.iter().map(|task| {
                let solved = task.get("fits").or_else(|| task.get("matched"));
                (task["id"].clone(), solved.cloned())
            });
            told.collect::<Vec<_>>()
        };
        let wanted = answers(&[]);
        assert_eq!(wanted.len(), 2);
        assert_eq!(answers(&["--device", "auto"]), wanted);
        assert_eq!(answers(&["--device", "cpu"]), wanted);
    }
}

//! Memory stays within `--memory`, and results do not depend on it.

use super::*;
use std::fmt::Write as _;
use std::fs::File;
use std::time::Duration;

const MIB: u64 = 1 << 20;

/// A command's output and its peak memory in bytes.
fn measured(args: &[&str]) -> (Said, u64) {
    assert!(
        peak_of(std::process::id()).is_some(),
        "these tests need /proc"
    );
    // A command that ends before the first look at its memory runs again.
    for _ in 0..100 {
        let (said, peak) = run_measured(args);
        if peak > 0 {
            return (said, peak);
        }
    }
    panic!("{args:?} always ended before its memory was looked at");
}

/// [`measured`]; the peak is 0 if the command ended before the first look.
fn run_measured(args: &[&str]) -> (Said, u64) {
    let folder = tempfile::tempdir().unwrap();
    let paths = ["out", "err"].map(|name| folder.path().join(name));
    let mut child = command(args)
        .stdin(Stdio::null())
        .stdout(File::create(&paths[0]).unwrap())
        .stderr(File::create(&paths[1]).unwrap())
        .spawn()
        .unwrap();
    let mut peak = 0;
    let code = loop {
        // What it had last; only the end of the process is missed.
        peak = peak_of(child.id()).unwrap_or(peak);
        if let Some(status) = child.try_wait().unwrap() {
            break status.code();
        }
        std::thread::sleep(Duration::from_millis(2));
    };
    let [out, err] = paths.map(|path| std::fs::read_to_string(path).unwrap());
    (Said { out, err, code }, peak)
}

/// The peak memory of a process that runs.
fn peak_of(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kib: u64 = line.trim().strip_suffix(" kB")?.trim().parse().ok()?;
    Some(kib << 10)
}

/// A grid of 30x30 random cells, which nothing compresses.
fn noise(seed: &mut u64) -> String {
    let mut cell = || {
        *seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (*seed >> 33) % 10
    };
    let mut row = || {
        let cells: Vec<String> = (0..30).map(|_| cell().to_string()).collect();
        format!("[{}]", cells.join(","))
    };
    let rows: Vec<String> = (0..30).map(|_| row()).collect();
    format!("[{}]", rows.join(","))
}

/// A task of so many demonstrations and as many tests, all noise.
fn noise_task(pairs: usize) -> String {
    let mut seed = 1;
    let mut list = || {
        let pair = |_| {
            let (input, output) = (noise(&mut seed), noise(&mut seed));
            format!(r#"{{"input": {input}, "output": {output}}}"#)
        };
        (0..pairs).map(pair).collect::<Vec<_>>().join(",")
    };
    let (train, test) = (list(), list());
    format!(r#"{{"train": [{train}], "test": [{test}]}}"#)
}

/// Programs with large values, and so many with other answers each.
fn solvers(others: usize) -> String {
    let mut text = "\
def solve(I):
    a = objects(I, T, F, F)
    b = objects(I, T, T, F)
    c = objects(I, F, F, F)
    d = partition(I)
    e = merge(a)
    f = merge(b)
    g = merge(d)
    h = combine(a, b)
    i = merge(h)
    j = argmax(a, size)
    k = argmax(b, size)
    l = argmax(d, size)
    x = paint(I, recolor(FIVE, j))
    y = paint(x, recolor(THREE, k))
    O = paint(y, recolor(SIX, l))
    return O
"
    .to_owned();
    for k in 0..others {
        let (from, to) = (k % 9, (k / 9 + k % 9 + 1) % 10);
        writeln!(
            text,
            "def solve(I):\n    x = replace(I, {from}, {to})\n    y = crop(x, (0, 0), ({}, 30))\n    \
             O = vconcat(y, x)\n    return y",
            30 - k / 81
        )
        .unwrap();
    }
    text
}

/// The text of a report without times.
fn without_times(text: &str) -> String {
    let lines = text.lines().filter(|line| {
        let field = line.trim_start();
        !["\"us\"", "\"execute_us\"", "\"ms\"", "\"wall_ms\""]
            .iter()
            .any(|name| field.starts_with(name))
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Runs a command in little memory and in much; asserts the same output, and that it takes less than so
/// many MiB in little.
#[track_caller]
fn fits(args: &[&str], most: u64) {
    let tight = [args, &["--memory", "8M", "--threads", "2"]].concat();
    let wide = [args, &["--memory", "100G", "--threads", "2"]].concat();
    let (said, peak) = measured(&tight);
    let (wanted, in_much) = measured(&wide);
    assert_eq!(said.code, wanted.code, "{}{}", said.err, wanted.err);
    assert!(said.out.len() > 50, "{}{}", said.out, said.err);
    assert_eq!(
        without_times(&said.out),
        without_times(&wanted.out),
        "{args:?}"
    );
    let [peak, in_much] = [peak, in_much].map(|bytes| bytes / MIB);
    eprintln!("{args:?}: {peak} MiB, {in_much} MiB in much memory");
    assert!(
        peak < most,
        "{args:?}: {peak} MiB; {in_much} MiB in much memory"
    );
}

/// Many samples run in blocks; with much memory, too.
#[test]
fn values_of_many_pairs_take_bounded_memory() {
    let (_tasks, task) = file("noise.json", &noise_task(300));
    let (_solvers, solvers) = file("s.py", &solvers(3));
    let args = ["--data", text(&task)];
    fits(
        &[&["batt", text(&solvers), "--json"], &args[..]].concat(),
        200,
    );
}

#[test]
fn answers_of_many_pairs_take_bounded_memory() {
    let (_tasks, task) = file("noise.json", &noise_task(100));
    let (_solvers, solvers) = file("s.py", &solvers(400));
    let args = [text(&solvers), "--data", text(&task), "--json"];
    for (command, most) in [("rank", 200), ("check", 60)] {
        fits(&[&[command], &args[..]].concat(), most);
    }
}

/// The peak memory of a `run`, and the submission and solvers that it wrote.
fn run_with(args: &[&str], memory: &str) -> (u64, [Vec<u8>; 2]) {
    let folder = tempfile::tempdir().unwrap();
    let paths = ["s.json", "out.py"].map(|name| folder.path().join(name));
    let files = ["--submission", text(&paths[0]), "--out", text(&paths[1])];
    let limits = ["--memory", memory, "--threads", "2", "--no-cache"];
    let (said, peak) = measured(&[&["run"], args, &files, &limits].concat());
    assert_eq!(said.code, Some(1), "no program fits noise: {}", said.err);
    (peak / MIB, paths.map(|path| std::fs::read(path).unwrap()))
}

#[test]
fn runs_write_the_same_in_little_memory() {
    let (_tasks, task) = file("noise.json", &noise_task(100));
    let (_solvers, solvers) = file("s.py", &solvers(400));
    for how in [&["--freeze"][..], &["--mutants", "2"]] {
        let args = [&[text(&solvers), "--data", text(&task)], how].concat();
        let (peak, written) = run_with(&args, "8M");
        let (in_much, wanted) = run_with(&args, "100G");
        eprintln!("{how:?}: {peak} MiB, {in_much} MiB in much memory");
        assert!(written == wanted, "{how:?}");
        assert!(written.iter().all(|bytes| bytes.len() > 100), "{how:?}");
        assert!(peak < 220, "{how:?}: {peak} MiB, {in_much} MiB in much");
    }
}

#[test]
fn profiles_take_bounded_memory() {
    let (_tasks, task) = file("noise.json", &noise_task(100));
    let (_solvers, solvers) = file("s.py", &solvers(400));
    let args = [
        "profile",
        text(&solvers),
        "--data",
        text(&task),
        "--mutants",
        "0",
    ];
    let (said, peak) = measured(&[&args[..], &["--memory", "8M", "--threads", "2"]].concat());
    assert!(
        said.out.contains("right on their tests: 0 of 1 task"),
        "{}{}",
        said.out,
        said.err
    );
    assert!(peak / MIB < 220, "{} MiB", peak / MIB);
}

/// A program that takes all that it may runs merged, then again alone: not in the memory of both.
#[test]
fn programs_that_run_again_alone_take_no_more_memory() {
    // Colours that do not fit in a byte, which take the most memory for each charged cell.
    let solver = "def solve_one(I):\n    x1 = upscale(I, 3)\n    x2 = merge(objects(upscale(I, 12), T, F, F))\n    \
                  x3 = compose(rbind(occurrences, x2), lbind(lbind(replace, x1), 3))\n    \
                  x4 = order(interval(0, 300000, 1), x3)\n    return x4\n";
    let grid = "[[0,0,0,0,0],[0,1,1,2,0],[0,1,0,2,0],[3,0,0,0,6]]";
    let task = format!(
        r#"{{"train": [{{"input": {grid}, "output": {grid}}}], "test": [{{"input": {grid}}}]}}"#
    );
    let (_task, task) = file("one.json", &task);
    let (_folder, path) = file("s.py", solver);
    for (command, most) in [("check", 270), ("batt", 400), ("rank", 400)] {
        let args = [
            command,
            text(&path),
            "--data",
            text(&task),
            "--memory",
            "8M",
        ];
        let (said, peak) = measured(&args);
        said.exits(1);
        eprintln!("{command}: {} MiB", peak / MIB);
        assert!(peak < most * MIB, "{command}: {} MiB", peak / MIB);
    }
}

/// All lines are shared by all programs: no row of the profile may name them all.
#[test]
fn profiles_of_programs_with_the_same_lines_take_bounded_memory() {
    let one = "def solve_half_turn(I):\n    a = rot90(I)\n    O = rot90(a)\n    return O\n";
    let (_folder, path) = file("same.py", &one.repeat(6_000));
    let data = tempfile::tempdir().unwrap();
    let json = data.path().join("p.json");
    let args = [
        "profile",
        text(&path),
        "--task",
        "half_turn",
        "--mutants",
        "0",
        "--json",
        text(&json),
    ];
    let (said, peak) = measured(&args);
    said.exits(0);
    assert!(peak < 150 * MIB, "{} MiB", peak / MIB);
    let profile: Json = serde_json::from_slice(&std::fs::read(&json).unwrap()).unwrap();
    let lines = profile["lines"].as_array().unwrap();
    assert_eq!(lines.len(), 2_000);
    for line in lines {
        assert_eq!(line["sharing"], 5_999);
        assert_eq!(line["shared_with"].as_array().unwrap().len(), 100);
    }
}

#[test]
fn a_batt_that_is_too_large_is_refused_before_it_is_read() {
    let count = 3_000_000;
    let mut batt = format!(
        "arcbatt batt 1\nneeds 0\nsources 1\nsolve_x {:032x} {count}\nnodes 1\nI\ncandidates {count}\n",
        1
    );
    batt.push_str(&"0 none\n".repeat(count));
    let (_folder, path) = file("x.batt", &batt);
    let limited = ["--memory", "256M", "--task", "half_turn"];
    for args in [
        &["batt", text(&path)][..],
        &["profile", "--batt", text(&path)],
    ] {
        let (said, peak) = measured(&[args, &limited].concat());
        let message = format!(
            "{}: reading 21 MiB and running what is in it takes more than the memory limit of 256 MiB: \
             give --memory 401M",
            text(&path)
        );
        said.fails_with(&message);
        assert!(peak < 60 * MIB, "{peak}");
    }
    let (said, peak) = measured(&["batt", text(&path), "--task", "half_turn"]);
    let said = said.exits(1);
    assert!(
        said.out.contains("1 distinct of 3,000,000 candidates"),
        "{}",
        said.out
    );
    assert!(peak < 401 * MIB, "{} MiB", peak / MIB);
}

#[test]
fn solvers_that_are_too_large_are_refused_before_they_are_read() {
    let one = "def solve(I):\n    a = rot90(I)\n    O = rot90(a)\n    return O\n";
    let (_folder, path) = file("many.py", &one.repeat(30_000));
    for command in ["check", "batt", "run", "rank", "profile"] {
        let args = [
            command,
            text(&path),
            "--task",
            "half_turn",
            "--memory",
            "16M",
        ];
        let (said, peak) = measured(&args);
        let message = "reading 2 MiB and running what is in it takes more than the memory limit of 16 MiB: \
                       give --memory 42M";
        said.fails_with(&format!("{}: {message}", text(&path)));
        assert!(peak < 30 * MIB, "{command}: {} MiB", peak / MIB);
    }
    for command in ["check", "batt", "rank"] {
        let args = [
            command,
            text(&path),
            "--task",
            "half_turn",
            "--memory",
            "48M",
            "-q",
        ];
        let (said, peak) = measured(&args);
        assert!(said.exits(0).out.contains("right"), "{command}");
        assert!(peak < 80 * MIB, "{command}: {} MiB", peak / MIB);
    }
}

//! Help, completions, wrong arguments and closed pipes.

use super::*;
use std::io::Read;

#[test]
fn without_arguments_the_help_is_printed() {
    let said = run(&[]).exits(0);
    assert_eq!(said.out, run(&["-h"]).exits(0).out);
    insta::assert_snapshot!(said.out, @r"
    Write, run, check, profile and draw programs that solve ARC tasks

    Usage: arcbatt [OPTIONS] [COMMAND]

    Commands:
      solve        Search for programs that solve tasks, under a time budget
      run          Evolve solvers: merge and mutate them, run them on tasks, score them, and again
      library      List, show, export, import, merge or prune the programs in a store
      score        Score a submission: how many test outputs and tasks are right
      card         Merge solvers and their mutants into one program, the batt
      batt         Run every candidate of a batt on every task, and rank them
      profile      Show where the time goes: by phase, primitive, framework category and task
      check        Run every solver on every pair of its task
      rank         Run candidate programs on every pair of their task, and rank them
      shard        Divide work into shards for many machines, run them anywhere, and merge their results
      show         Draw tasks in the terminal, or into an SVG or PNG file
      trace        Run a solver on one pair, and draw the value of every line
      serve        Open the playground in a browser, with your tasks, store and live searches
      dsl          Show the language: all primitives by family, or one with its example
      conform      Run conformance vectors: calls and programs with their expected answers
      data         List the data sets, download the ARC tasks, or generate tasks
      device       Show the GPUs, and how large a job must be before they are faster
      bench        Benchmark the same work on one core, on all cores and on a GPU
      completions  Print a shell completion script
      help         Explain a command, or the words used: `arcbatt help glossary`

    Options:
          --json     Print JSON instead of text
      -q, --quiet    Print no progress and no notes, only results and errors
      -h, --help     Print help (see more with '--help')
      -V, --version  Print version

    Examples:
      arcbatt solve                              find programs for the built-in tasks
      arcbatt run                                mutate solvers and score them on the built-in tasks
      arcbatt profile                            where the time of `run` goes
      arcbatt check                              run the built-in solvers on the built-in tasks
      arcbatt show gravity_down                  draw a task
      arcbatt trace gravity_down                 draw the value of every line of its solver
      arcbatt serve                              the same in a browser, while you type
      arcbatt dsl objects                        a primitive: arguments, result, cost, example
      arcbatt data pull                          download the ARC tasks, once
      arcbatt help glossary                      the words used: card, batt, differ and so on
      arcbatt check solvers.py --data arc1-training
      arcbatt rank answers.md --task half_turn   run candidate programs, and rank their answers

    Exit codes: 0 success; 1 some task is unsolved, a program rejected or an answer wrong; 2 bad usage
    or input. Colour is used on terminals only; NO_COLOR=1 turns it off, CLICOLOR_FORCE=1 forces it.
    ");
}

#[test]
fn every_help_has_examples() {
    for words in [
        "solve",
        "library",
        "score",
        "run",
        "card",
        "batt",
        "check",
        "rank",
        "show",
        "trace",
        "dsl",
        "conform",
        "data",
        "data make",
        "device",
        "bench device",
        "profile",
        "profile diff",
        "completions",
        "help",
    ] {
        let args: Vec<&str> = words.split(' ').chain(["--help"]).collect();
        let said = run(&args).exits(0);
        assert!(said.out.contains("Examples:"), "{words}: {}", said.out);
    }
}

#[test]
fn wrong_arguments_exit_with_2() {
    for args in [
        &["frobnicate"][..],
        &["check", "--threads", "0"],
        &["check", "--repeat", "x"],
        &["trace", "--pair", "-1"],
        &["data", "make", "--per-file", "0"],
        &["completions", "tcsh"],
    ] {
        let said = run(args).exits(2);
        assert!(said.err.starts_with("error: "), "{}", said.err);
    }
}

#[test]
fn completions_for_every_shell() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let said = run(&["completions", shell]).exits(0);
        assert!(said.out.contains("ARCBATT_COMPLETE"), "{shell}");
    }
    run(&["completions"])
        .fails_with("$SHELL names no known shell; name one: bash, elvish, fish, powershell or zsh");
}

/// The completions of the last word, as the script of a shell receives them.
fn completed(shell: &str, words: &[&str]) -> Vec<String> {
    let mut command = command(&[&["--", "arcbatt"], words].concat());
    command
        .env("ARCBATT_COMPLETE", shell)
        .env("_CLAP_IFS", "\n")
        .env("_CLAP_COMPLETE_INDEX", words.len().to_string());
    let said = run_with(command, "").exits(0);
    // zsh and fish add descriptions.
    let value = |line: &str| line.split([':', '\t']).next().unwrap_or("").to_owned();
    said.out.lines().map(value).collect()
}

#[test]
fn commands_data_sets_and_tasks_are_completed() {
    let (_folder, data) = file("mine.json", TASK);
    for shell in ["bash", "zsh", "fish"] {
        assert_eq!(completed(shell, &["che"]), ["check"], "{shell}");
        assert_eq!(
            completed(shell, &["show", "half_t"]),
            ["half_turn"],
            "{shell}"
        );
        assert_eq!(
            completed(shell, &["show", "--data", "embed"]),
            ["embedded"],
            "{shell}"
        );
        let tasks = completed(shell, &["solve", "--task", "gravity_"]);
        assert!(
            tasks.contains(&"gravity_down".to_owned()),
            "{shell}: {tasks:?}"
        );
        let tasks = completed(shell, &["check", "--data", text(&data), "--task", ""]);
        assert_eq!(tasks, ["mine"], "{shell}");
        let tasks = completed(shell, &["trace", "--data", text(&data), "mi"]);
        assert_eq!(tasks, ["mine"], "{shell}");
    }
}

#[test]
fn a_closed_pipe_ends_quietly() {
    for args in [
        &["dsl", "--json"][..],
        &["dsl"],
        &["check", "--json"],
        &["check", "--table"],
    ] {
        let mut child = command(args)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // Close the pipe before anything is read.
        drop(child.stdout.take());
        let mut err = String::new();
        child
            .stderr
            .take()
            .unwrap()
            .read_to_string(&mut err)
            .unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(0), "{args:?}: {err}");
        assert_eq!(err, "", "{args:?}");
    }
}

#[test]
fn with_json_nothing_else_is_printed() {
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (solvers, batt, tasks) = (place("s.py"), place("x.batt"), place("made"));
    let store = place("lib.sqlite");
    run(&[
        "solve",
        "--task",
        "half_turn",
        "--steps",
        "1000",
        "--store",
        &store,
    ]);
    for (args, code) in [
        ("show half_turn", 0),
        (&format!("library --store {store}"), 0),
        (&format!("library stats --store {store}"), 0),
        (&format!("library export --store {store}"), 0),
        (
            &format!("library export --store {store} --out {solvers}"),
            0,
        ),
        (
            &format!("library show nothing_of_the_kind --store {store}"),
            1,
        ),
        (&format!("card --mutants 0 --out {batt}"), 0),
        (&format!("batt {batt} --task half_turn"), 0),
        ("run --freeze --tasks 2", 0),
        ("solve --task half_turn --steps 100000", 0),
        ("check --task half_turn", 0),
        ("show --list", 0),
        ("trace half_turn", 0),
        ("dsl fill", 0),
        ("dsl constants", 0),
        ("data", 0),
        (&format!("data make --tasks 2 --out {tasks}"), 0),
        ("device", 0),
        ("profile --tasks 2", 0),
        ("completions zsh", 0),
        ("help check", 0),
    ] {
        let args: Vec<&str> = args.split(' ').chain(["--json"]).collect();
        let said = run(&args).exits(code);
        assert!(said.json().is_object(), "{args:?}");
    }
}

#[test]
fn help_explains_commands() {
    for words in ["check", "data make", "profile diff", "help"] {
        let args: Vec<&str> = ["help"].into_iter().chain(words.split(' ')).collect();
        let said = run(&args).exits(0);
        let args: Vec<&str> = words.split(' ').chain(["--help"]).collect();
        assert_eq!(said.out, run(&args).exits(0).out, "{words}");
    }
    assert_eq!(run(&["help"]).exits(0).out, run(&["--help"]).exits(0).out);
    run(&["help", "chekc"]).fails_with("no command \"chekc\" of arcbatt; did you mean check?");
    run(&["help", "data", "nothing"]).fails_with("no command \"nothing\" of arcbatt data");
}

#[test]
fn the_glossary_is_in_the_help_and_in_the_readme() {
    let said = run(&["help", "glossary"]).exits(0);
    assert_eq!(said.out.lines().count(), 11);
    let help = run(&["--help"]).exits(0).out;
    assert!(help.contains(said.out.trim_end()), "{help}");
    let readme = concat!(env!("CARGO_MANIFEST_DIR"), "/../../README.md");
    let readme = std::fs::read_to_string(readme).unwrap();
    let rows: String = said
        .out
        .lines()
        .map(|line| {
            let (word, meaning) = line.trim().split_once("  ").unwrap();
            format!("| {word} | {} |\n", meaning.trim())
        })
        .collect();
    assert!(readme.contains(&rows), "the README lacks:\n{rows}");
    let json = run(&["help", "glossary", "--json"]).exits(0).json();
    assert_eq!(json["glossary"].as_object().unwrap().len(), 11);
    // No line is wrapped on a terminal of 80 columns.
    assert!(said.out.lines().all(|line| line.chars().count() < 80));
}

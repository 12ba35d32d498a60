//! Every built-in solver solves its built-in task and further tasks of its family.

use arcbatt::batt::{Code, Inputs, output_grid};
use arcbatt::dsl::{Cx, Limits, Value};
use arcbatt::grid::GridBuf;
use arcbatt::program::{parse_file, typecheck};
use arcbatt::task::generators::{SOLVERS, embedded, families, family_of};
use arcbatt::task::{Answers, Task};
use bumpalo::Bump;
use std::collections::BTreeSet;

/// Generated tasks per family; `SOLVERS_MADE` sets another number.
const MADE: usize = 20;

/// A grid in the arena.
fn put<'a>(cx: &Cx<'a>, grid: &GridBuf) -> Value<'a> {
    let cells = cx.arena().alloc_slice_copy(grid.view().cells());
    cx.grid(grid.height(), grid.width(), cells).unwrap()
}

/// The demonstration and test pairs of a task that the code does not solve.
fn unsolved(code: &Code, task: &Task, answers: &Answers) -> Vec<String> {
    let arena = Bump::new();
    let cx = Cx::new(&arena, Limits::default());
    let mut pairs = cx.list();
    for shown in &task.train {
        let pair = cx
            .arena()
            .alloc([put(&cx, &shown.input), put(&cx, &shown.output)]);
        pairs.push(cx.tuple(pair).unwrap());
    }
    let s = cx.tuple(pairs.into_bump_slice_mut()).unwrap();
    let train = task.train.iter().map(|shown| (&shown.input, &shown.output));
    let answers = answers.0.iter().map(|answer| answer.as_ref().unwrap());
    let test = task.test.iter().zip(answers);
    let mut wrong = Vec::new();
    for (k, (input, wanted)) in train.chain(test).enumerate() {
        cx.refill();
        let i = put(&cx, input);
        // A solver does not see the expected output: C is the input.
        let got = code.run(&cx, Inputs { s, i, c: i });
        let answer = got
            .as_ref()
            .ok()
            .and_then(|&v| output_grid(v))
            .map(|g| g.to_buf());
        if answer.as_ref() != Some(wanted) {
            let got = got.map(|value| value.to_string());
            wrong.push(format!(
                "{}, pair {k}: {input:?}\n  wanted {wanted:?}\n  got    {got:?}",
                task.id
            ));
        }
    }
    wrong
}

#[test]
fn every_solver_solves_the_tasks_of_its_family() {
    let parsed = parse_file(SOLVERS);
    assert_eq!((&parsed.errors, &parsed.notes), (&vec![], &vec![]));
    let made = std::env::var("SOLVERS_MADE").map_or(MADE, |n| n.parse().unwrap());
    let set = embedded();
    let mut solved = BTreeSet::new();
    let (mut wrong, mut details) = (Vec::new(), String::new());
    for program in &parsed.programs {
        typecheck(program).unwrap_or_else(|error| panic!("{}: {error}", program.name));
        let id = program.task_id().unwrap();
        let family = family_of(id).unwrap_or_else(|| panic!("no family for {}", program.name));
        let code = Code::new(program);
        let at = set.tasks.iter().position(|task| task.id == id).unwrap();
        let problems = unsolved(&code, &set.tasks[at], &set.answers[at]);
        assert!(problems.is_empty(), "{}", problems.join("\n"));
        for seed in (1_000..).take(made) {
            let (task, answers) = family.task(seed);
            assert!(task.train.len() >= 3 && !task.test.is_empty());
            let problems = unsolved(&code, &task, &answers);
            if !problems.is_empty() {
                wrong.push((family.name, seed));
                details += &format!("seed {seed}: {}\n", problems.join("\n"));
            }
        }
        solved.insert(id);
    }
    let all: BTreeSet<&str> = families().iter().map(|family| family.name).collect();
    assert_eq!(solved, all);
    assert!(wrong.is_empty(), "{wrong:?}\n{details}");
}

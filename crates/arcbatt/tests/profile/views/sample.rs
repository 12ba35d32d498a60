//! A profile whose figures are known.

use arcbatt::profile::Profile;
use arcbatt::profile::model::{
    Account, Category, CategoryItem, Finding, Outlier, Phase, PrimitiveRow, SCHEMA, Span, Stack,
    Subject, TaskRow, Tasks, Thread, Truth, Verdict,
};

/// A name that would run a script if it were taken for markup.
pub const HOSTILE: &str =
    "</script><script>hostile=1</script><img src=x onerror=hostile=1>'\"&<!--";

/// A profile of this many tasks on two threads, all answers right.
///
/// Task `k` is named `t<k>`, takes `k + 1` microseconds and `(7 k) mod tasks` calls.
pub fn sample(tasks: u64) -> Profile {
    let rows = (0..tasks).rev().map(|k| TaskRow {
        id: format!("t{k}"),
        ns: 1_000 * (k + 1),
        percent: 100.0 / tasks as f64,
        cells: 9 * (k + 1),
        candidates: 21,
        evaluations: 7 * k % tasks,
        fits: true,
        outlier: (k + 1 == tasks).then(|| Outlier {
            kind: "one node".to_owned(),
            words: "one node took most of it".to_owned(),
        }),
        ..TaskRow::default()
    });
    let rows: Vec<TaskRow> = rows.collect();
    let thread = |number: u64| {
        let spans = (0..tasks).filter(|k| k % 2 == number).map(|k| Span {
            start_ns: k * 500_000,
            end_ns: k * 500_000 + 400_000,
            phase: "batt".to_owned(),
            task: format!("t{k}"),
        });
        let spans: Vec<Span> = spans.collect();
        Thread {
            name: format!("worker {}", number + 1),
            busy_ns: 400_000 * spans.len() as u64,
            spans,
        }
    };
    let stack = |frames: &[&str], ns| Stack {
        frames: frames.iter().map(|&frame| frame.to_owned()).collect(),
        ns,
        count: 3,
    };
    let primitive = |name: &str, calls, self_ns| PrimitiveRow {
        name: name.to_owned(),
        calls,
        self_ns,
        total_ns: self_ns,
        ..PrimitiveRow::default()
    };
    Profile {
        schema: SCHEMA,
        tool: "arcbatt".to_owned(),
        subject: Subject {
            parts: ["pipeline", "dsl", "framework", "tasks"]
                .map(str::to_owned)
                .to_vec(),
            data: "some tasks".to_owned(),
            programs: "some solvers".to_owned(),
            tasks,
            threads: 2,
            ..Subject::default()
        },
        truth: Truth {
            tasks,
            fits: tasks,
            known: tasks,
            right: tasks,
            tasks_known: tasks,
            tasks_right: tasks,
            digest_on: "same".to_owned(),
            digest_off: "same".to_owned(),
            scored_twice: tasks,
            differing: Vec::new(),
        },
        account: Account {
            wall_ns: 500_000 * tasks,
            capacity_ns: 1_000_000 * tasks,
            primitives_ns: 5_000_000,
            framework_ns: 1_000_000,
            ..Account::default()
        },
        phases: vec![Phase {
            name: "batt".to_owned(),
            ns: 500_000 * tasks,
            percent: 100.0,
            unit: "tasks".to_owned(),
            ..Phase::default()
        }],
        primitives: vec![
            primitive("objects", 9, 4_000_000),
            primitive("fill", 1_000, 900_000),
            primitive("paint", 20, 100_000),
        ],
        framework: vec![Category {
            name: "dispatch".to_owned(),
            ns: 1_000_000,
            top: vec![CategoryItem::new("arguments of fill", 1_000_000, 5)],
            ..Category::default()
        }],
        generator: vec![CategoryItem::new("merge", 2_000, 1)],
        tasks: Tasks {
            total_ns: rows.iter().map(|row| row.ns).sum(),
            rows,
            ..Tasks::default()
        },
        threads: vec![thread(0), thread(1)],
        stacks: vec![
            stack(&["batt", "objects"], 4_000_000),
            stack(&["batt", "objects", "fill"], 900_000),
            stack(&["batt", "paint"], 100_000),
            stack(&["batt", "dispatch", "arguments of fill"], 1_000_000),
        ],
        verdict: Verdict {
            findings: vec![Finding {
                sentence: "one primitive is most of the time".to_owned(),
                ..Finding::default()
            }],
            ..Verdict::default()
        },
        ..Profile::default()
    }
}

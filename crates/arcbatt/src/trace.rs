//! Traces: every line of a program with its value on one input, as text and as pictures.

use crate::batt::Code;
use crate::check::{PairStatus, compare};
use crate::dsl::{CallTree, Cx, Limits, Value};
use crate::grid::GridBuf;
use crate::program::{Input, Program};
use crate::render::{Arrangement, Item, Picture, Row, Sheet, value_items, value_label};
use crate::task::Demonstration;
use crate::text::counted;
use crate::work_clock::WorkClock;
use bumpalo::Bump;
use std::cell::Cell;
use std::time::Duration;
use web_time::Instant;

/// A program's run on one input, line by line.
#[derive(Clone, Debug)]
pub struct Trace {
    /// The lines that were run; the last one may have failed.
    pub steps: Vec<TraceStep>,
    /// How the run ended, compared with the expected output.
    pub status: PairStatus,
    /// The returned value; `None` if a line failed.
    pub result: Option<TraceValue>,
    rows: Vec<Row>,
}

/// One line of a [`Trace`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceStep {
    /// The variable.
    pub name: String,
    /// The line, such as `x1 = hmirror(I)`.
    pub code: String,
    /// Its value, or why it failed.
    pub value: Result<TraceValue, String>,
}

/// A value of a [`Trace`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TraceValue {
    /// A grid, with at least one cell.
    Grid(GridBuf),
    /// Any other value, as text.
    Text(String),
}

impl TraceValue {
    fn new(value: Value<'_>) -> Self {
        match value {
            Value::Grid(grid) if grid.width() > 0 => Self::Grid(grid.to_buf()),
            value => Self::Text(value.to_string()),
        }
    }
}

impl Program {
    /// Runs the program with demonstration pairs as S and `input` as I and C, and keeps the value
    /// of every line. `expected` is the wanted output, if it is known.
    ///
    /// ```
    /// use arcbatt::{GridBuf, Limits, Program, Style};
    ///
    /// let program = Program::parse("def solve(I):\n    x1 = hmirror(I)\n    return x1\n")?;
    /// let input = GridBuf::from_digits(&["12", "34"]).expect("digits");
    /// let trace = program.trace(&[], &input, None, Limits::default());
    /// assert_eq!(trace.steps[0].code, "x1 = hmirror(I)");
    /// assert!(trace.sheet("mirrored").to_text(&Style::PLAIN, 80).contains("3 4\n1 2\n"));
    /// # Ok::<(), arcbatt::ParseError>(())
    /// ```
    pub fn trace(
        &self,
        demonstrations: &[Demonstration],
        input: &GridBuf,
        expected: Option<&GridBuf>,
        limits: Limits,
    ) -> Trace {
        let arena = Bump::new();
        let cx = Cx::new(&arena, limits);
        let picture = Picture::grid(input.view()).labeled("input");
        let input_row = Row::new(self.parameters.name(Input::I)).with(Item::Picture(picture));
        let mut trace = Trace {
            steps: Vec::new(),
            status: PairStatus::Unknown,
            result: None,
            rows: vec![input_row],
        };
        let program = Code::new(self);
        let inputs = match program.inputs(&cx, demonstrations, input) {
            Ok(inputs) => inputs,
            Err(stopped) => {
                trace.status = stopped.into();
                return trace;
            }
        };
        let frame = (input.height(), input.width());
        let result = program.run_traced(&cx, inputs, |line, value| {
            let code = self.line_text(line);
            trace.rows.push(match value {
                Ok(value) => Row {
                    label: value_label(&code, value),
                    items: value_items(value, frame),
                },
                Err(fail) => Row::new(&code).with(Item::Text(format!("no answer: {fail}"))),
            });
            trace.steps.push(TraceStep {
                name: self.lines[line].name.to_string(),
                code,
                value: value.map(TraceValue::new).map_err(|f| f.to_string()),
            });
        });
        trace.status = match result {
            Ok(value) => compare(value, expected),
            Err(stopped) => stopped.into(),
        };
        trace.result = result.ok().map(TraceValue::new);
        let not_run = self.lines.len() - trace.steps.len();
        let row = last_row(result.ok(), expected, trace.status, not_run);
        trace.rows.push(row);
        trace
    }
}

/// The time of a line on one input.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LineTime {
    /// Number of calls: that of the line, and those inside it.
    pub calls: u64,
    /// Time without the calls inside it, in nanoseconds; estimated.
    pub self_ns: f64,
    /// Time of the line, in nanoseconds: the mean of the faster half of several runs, as one run of a
    /// short line may take less than a tick of the clock.
    pub total_ns: f64,
}

/// The most runs that time a program, and the time after which no other begins.
const TIMED_RUNS: usize = 50;
const TIMED: Duration = Duration::from_millis(200);

fn mean_of_faster_half(runs: &mut [f64]) -> f64 {
    runs.sort_by(f64::total_cmp);
    let half = &runs[..runs.len().div_ceil(2)];
    half.iter().sum::<f64>() / half.len().max(1) as f64
}

impl Program {
    /// The time of every line on one input, up to the one that fails. Runs the program several times.
    pub fn time_lines(
        &self,
        demonstrations: &[Demonstration],
        input: &GridBuf,
        limits: Limits,
    ) -> Vec<LineTime> {
        let (code, clock) = (Code::new(self), WorkClock::new(quanta::Clock::new()));
        let mut runs: Vec<Vec<f64>> = Vec::new();
        let started = Instant::now();
        for _ in 0..TIMED_RUNS {
            let arena = Bump::new();
            let cx = Cx::new(&arena, limits);
            let Ok(inputs) = code.inputs(&cx, demonstrations, input) else {
                return Vec::new();
            };
            let begun = Cell::new(0);
            // How the run ends is in its trace.
            let _ = code.run_around(
                &cx,
                inputs,
                |_| begun.set(clock.now()),
                |line, _| {
                    let (_, ticks) = clock.since(begun.get());
                    let ns = ticks as f64 * clock.ns_per_tick;
                    match runs.get_mut(line) {
                        Some(runs) => runs.push(ns),
                        None => runs.push(vec![ns]),
                    }
                },
            );
            if started.elapsed() > TIMED {
                break;
            }
        }
        let mut times: Vec<LineTime> = runs
            .iter_mut()
            .map(|runs| LineTime {
                total_ns: mean_of_faster_half(runs),
                ..LineTime::default()
            })
            .collect();
        self.count_calls(&code, &clock, (demonstrations, input), limits, &mut times);
        times
    }

    /// Runs the program once more with every call recorded, to split the time of each line.
    fn count_calls(
        &self,
        code: &Code,
        clock: &WorkClock,
        (demonstrations, input): (&[Demonstration], &GridBuf),
        limits: Limits,
        times: &mut [LineTime],
    ) {
        let (tree, arena) = (CallTree::new(clock.clone()), Bump::new());
        let cost = CallTree::cost(clock);
        let cx = Cx::new(&arena, limits).with_tree(Some(&tree));
        let Ok(inputs) = code.inputs(&cx, demonstrations, input) else {
            return;
        };
        let before = Cell::new((0, (0, 0)));
        let _ = code.run_around(
            &cx,
            inputs,
            |line| {
                let inside = tree.inside(code.callee(line));
                tree.begin_node(code.callee(line));
                cx.start_trace();
                before.set((clock.now(), inside));
            },
            |line, _| {
                let (begun, inside) = before.get();
                let (_, ticks) = clock.since(begun);
                cx.stop_trace();
                tree.end_node(ticks);
                let after = tree.inside(code.callee(line));
                let (inner, calls) = (after.0 - inside.0, after.1 - inside.1);
                if let Some(time) = times.get_mut(line) {
                    // Recording a call adds to its own time and to that of its caller.
                    let inner = (inner as f64 - calls as f64 * cost.0).max(0.0);
                    let all = ticks as f64 - calls as f64 * (cost.0 + cost.1);
                    let share = (inner / all.max(inner).max(1.0)).clamp(0.0, 1.0);
                    time.calls = 1 + calls;
                    time.self_ns = time.total_ns * (1.0 - share);
                }
            },
        );
    }
}

impl Trace {
    /// The trace as pictures: the input, every line, and how the run ended.
    pub fn sheet(&self, title: impl Into<String>) -> Sheet {
        let mut sheet = Sheet::new(title, Arrangement::Lines);
        sheet.rows.clone_from(&self.rows);
        sheet
    }
}

/// How the run ended: both grids if they differ, else a few words.
fn last_row(
    result: Option<Value<'_>>,
    expected: Option<&GridBuf>,
    status: PairStatus,
    not_run: usize,
) -> Row {
    match (status, result, expected) {
        (PairStatus::Wrong(_), Some(Value::Grid(got)), Some(expected)) => {
            Row::diff(status.to_string(), expected.view(), *got)
        }
        (PairStatus::Ok, _, _) => Row::new("ok: the wanted output"),
        (PairStatus::Unknown | PairStatus::Wrong(_), _, None) => Row::new(status.to_string()),
        (_, _, expected) => {
            let lines = match not_run {
                0 => String::new(),
                n => format!(", {} not reached", counted(n, "line")),
            };
            let row = Row::new(format!("{status}{lines}"));
            match expected {
                Some(expected) => {
                    let picture = Picture::grid(expected.view()).labeled("expected");
                    row.with(Item::Picture(picture))
                }
                None => row,
            }
        }
    }
}

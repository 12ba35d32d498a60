//! `arcbatt trace`: draws the value of every line of a program.

use crate::Outcome;
use crate::args::{EntryArgs, LimitArgs, status_text};
use crate::completions::task_or_file_completer;
use crate::data_source::DataArgs;
use crate::json_text::grid_json;
use crate::output::Output;
use crate::pictures::PictureArgs;
use crate::show::first_task;
use crate::solver_source::Source;
use crate::suggestions::did_you_mean;
use crate::task_source::{Opened, open_task};
use crate::text_table::{Column, print_table};
use anyhow::{anyhow, bail};
use arcbatt::check::match_programs;
use arcbatt::profile::sharing;
use arcbatt::session::solver_name;
use arcbatt::store::Store;
use arcbatt::text::{clipped, count, counted, some_of, time};
use arcbatt::{DataSet, GridBuf, LineTime, Program, TraceStep, TraceValue};
use serde_json::{Value as Json, json};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Run a solver on one pair, and draw the value of every line
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  arcbatt trace gravity_down
  arcbatt trace gravity_down --pair 2
  arcbatt trace gravity_down --time              how long every line takes
  arcbatt trace 007bbfb7 solvers.py
  arcbatt trace half_turn my.py:solve_other --svg trace.svg
  arcbatt trace half_turn --store lib.sqlite     the program found by `arcbatt solve`

With --json, grids are lists of rows and other values are text.

Exit codes: 0 the answer is right, or the expected output is unknown; 1 the answer is wrong, or the
program fails; 2 bad usage or input.")]
pub struct Trace {
    /// The id of a task, or a task file
    #[arg(add = task_or_file_completer())]
    task: Option<String>,

    #[command(flatten)]
    data: DataArgs,

    /// The solver: a file, FILE:NAME, or the name of a built-in one [default: the built-in one]
    #[arg(value_name = "FILE[:NAME]")]
    file: Option<String>,

    /// The former way to name the solver
    #[arg(long, value_name = "S", hide = true, conflicts_with = "file")]
    solver: Option<String>,

    #[command(flatten)]
    entry: EntryArgs,

    /// Trace the best solver of the task in this store of `arcbatt solve`
    #[arg(long, value_name = "F.sqlite", conflicts_with_all = ["file", "solver"])]
    store: Option<PathBuf>,

    /// Print the time of every line instead of its value
    #[arg(long)]
    time: bool,

    /// The pair, counted from 1: the demonstration pairs, then the test pairs
    #[arg(long, value_name = "N", default_value_t = 1)]
    pair: usize,

    #[command(flatten)]
    limits: LimitArgs,

    #[command(flatten)]
    pictures: PictureArgs,
}

impl Trace {
    /// Runs the solver and draws its lines.
    pub fn run(self, output: &mut Output) -> anyhow::Result<Outcome> {
        self.check_files()?;
        let opened = match &self.task {
            Some(name) => open_task(name, &self.data)?,
            None => first_task(&self.data)?,
        };
        let (program, others) = self.program(&opened)?;
        let (label, input, wanted) = self.pair(&opened)?;

        let trace = program.trace(&opened.task.train, input, wanted, self.limits.limits());
        let title = format!("{} on {} of {}", program.name, label, opened.task.id);
        let times = match self.time {
            true => {
                let limits = self.limits.limits();
                let times = program.time_lines(&opened.task.train, input, limits);
                LineTimes::new(&program, times, sharing(&program, &others))
            }
            false => LineTimes::default(),
        };
        let sheet = trace.sheet(&title);
        if output.json {
            self.pictures.write(&sheet)?;
            let mut lines: Vec<Json> = trace.steps.iter().map(step_json).collect();
            times.add_to(&mut lines);
            let json = json!({
                "task": opened.task.id,
                "solver": program.name,
                "pair": label,
                "input": grid_json(input),
                "expected": wanted.map(grid_json),
                "lines": lines,
                "result": trace.result.as_ref().map(value_json),
                "status": trace.status.word(),
                "note": status_text(trace.status),
            });
            output.print_json(&json)?;
        } else if self.time {
            self.pictures.write(&sheet)?;
            writeln!(output.stdout, "{title}: {}", trace.status)?;
            times.print(output)?;
        } else {
            self.pictures.draw(&sheet, output)?;
        }
        Ok(Outcome::of(trace.status.is_good()))
    }

    /// Fails now if a file may not be written.
    fn check_files(&self) -> anyhow::Result<()> {
        let mut files = self.pictures.force.files();
        if let Some(name) = &self.task {
            files.reads("TASK", Path::new(name));
        }
        self.data.add_to(&mut files);
        if let Some(solver) = self.file.as_ref().or(self.solver.as_ref()) {
            let file = match solver.rsplit_once(':') {
                Some((file, _)) if !Path::new(solver).exists() => file,
                _ => solver,
            };
            files.reads("FILE", Path::new(file));
        }
        if let Some(path) = &self.store {
            files.reads_store("--store", path);
        }
        self.pictures.check(&mut files)
    }

    /// The label, the input and the expected output of the pair.
    fn pair<'o>(
        &self,
        opened: &'o Opened,
    ) -> anyhow::Result<(String, &'o GridBuf, Option<&'o GridBuf>)> {
        let train = opened
            .task
            .train
            .iter()
            .enumerate()
            .map(|(k, pair)| (format!("train {}", k + 1), &pair.input, Some(&pair.output)));
        let test = opened.task.test.iter().enumerate().map(|(k, input)| {
            let answer = opened.answers.0.get(k).and_then(Option::as_ref);
            (format!("test {}", k + 1), input, answer)
        });
        let at = self.pair.checked_sub(1);
        at.and_then(|at| train.chain(test).nth(at)).ok_or_else(|| {
            let (train, test) = (opened.task.train.len(), opened.task.test.len());
            anyhow!(
                "no pair {} in task {}: pairs are counted from 1 to {}, {train} train and {test} test",
                self.pair,
                opened.task.id,
                train + test,
            )
        })
    }

    /// The program to run, and all programs of its source.
    fn program(&self, opened: &Opened) -> anyhow::Result<(Program, Vec<Program>)> {
        if let Some(path) = &self.store {
            let store = Store::open_to_read(path)?;
            let Some(best) = store.best_for(&opened.task)? else {
                let id = &opened.task.id;
                bail!("{}: no program for task {id} in it", path.display());
            };
            let mut program = best.program;
            program.name = solver_name(&opened.task.id);
            return Ok((program, Vec::new()));
        }
        let solver = self.file.as_ref().or(self.solver.as_ref());
        let (source, name) = match solver {
            None => (Source::embedded(), None),
            Some(spec) if Path::new(spec).exists() || spec == "-" => {
                (Source::open(Path::new(spec), &self.entry)?, None)
            }
            Some(spec) => match spec.rsplit_once(':') {
                Some((file, name)) if Path::new(file).exists() => {
                    (Source::open(Path::new(file), &self.entry)?, Some(name))
                }
                _ => (Source::embedded(), Some(spec.as_str())),
            },
        };
        let programs = &source.solvers.programs;
        if let Some(name) = name {
            let found = programs.iter().find(|program| program.name == name);
            let found = found.map(|found| (found.clone(), programs.clone()));
            return found.ok_or_else(|| {
                source.print_problems();
                let nearest = did_you_mean(name, programs.iter().map(|p| p.name.as_str()));
                anyhow!(
                    "{}: no solver {name:?}, and no file of that name{nearest}",
                    source.file
                )
            });
        }
        let data = DataSet {
            tasks: vec![opened.task.clone()],
            answers: Vec::new(),
        };
        if let Some(&(_, at)) = match_programs(&data, programs).runs.first() {
            return Ok((programs[at].clone(), programs.clone()));
        }
        source.print_problems();
        let id = &opened.task.id;
        match solver {
            None => bail!(
                "no built-in solver for task {id}; name a file of solvers, as in `arcbatt trace \
                 {id} FILE`"
            ),
            Some(_) => bail!(
                "{}: no solver for task {id}: name one, as in FILE:NAME",
                source.file
            ),
        }
    }
}

/// The time of every line, and the solvers that share it.
#[derive(Default)]
struct LineTimes(Vec<(usize, String, LineTime, Vec<String>)>);

impl LineTimes {
    fn new(program: &Program, times: Vec<LineTime>, shared: Vec<Vec<String>>) -> Self {
        let lines = times.into_iter().zip(shared).enumerate();
        let line = |(k, (time, shared)): (usize, _)| {
            let number = program.lines[k].place.line as usize;
            (number, program.line_text(k), time, shared)
        };
        Self(lines.map(line).collect())
    }

    fn total(&self) -> f64 {
        self.0.iter().map(|(_, _, time, _)| time.total_ns).sum()
    }

    fn share(&self, time: &LineTime) -> f64 {
        100.0 * time.total_ns / self.total().max(1.0)
    }

    /// Adds the times to the lines of a trace.
    fn add_to(&self, lines: &mut [Json]) {
        for (json, (number, _, time, shared)) in lines.iter_mut().zip(&self.0) {
            json["line"] = (*number).into();
            json["calls"] = time.calls.into();
            json["self_ns"] = time.self_ns.into();
            json["total_ns"] = time.total_ns.into();
            json["percent"] = self.share(time).into();
            json["shared_with"] = json!(shared);
        }
    }

    fn print(&self, output: &mut Output) -> anyhow::Result<()> {
        type Row = (usize, String, LineTime, Vec<String>);
        let column = |head, rank, cell: &dyn Fn(&Row) -> String| {
            Column::new(head, rank, self.0.iter().map(cell).collect())
        };
        let columns = [
            column("line", 1, &|row| row.0.to_string()),
            column("code", 0, &|row| clipped(&row.1, 60)).left(),
            column("calls", 0, &|row| count(row.2.calls as f64)),
            column("~self", 0, &|row| time(row.2.self_ns)),
            column("total", 0, &|row| time(row.2.total_ns)),
            column("share", 0, &|row| format!("{:.1} %", self.share(&row.2))),
            column("shared with", 2, &|row| some_of(&row.3, 2)).left(),
        ];
        print_table(&columns, output)?;
        let lines = counted(self.0.len(), "line");
        writeln!(output.stdout, "{lines}, {}", time(self.total()))?;
        Ok(())
    }
}

fn step_json(step: &TraceStep) -> Json {
    let mut json = json!({"name": step.name, "code": step.code});
    match &step.value {
        Ok(value) => json["value"] = value_json(value),
        Err(fail) => json["fail"] = fail.as_str().into(),
    }
    json
}

/// A grid as a list of rows, any other value as text.
fn value_json(value: &TraceValue) -> Json {
    match value {
        TraceValue::Grid(grid) => grid_json(grid),
        TraceValue::Text(text) => text.as_str().into(),
    }
}

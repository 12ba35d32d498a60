//! `arcbatt trace`: every line of a program with its value drawn.

use crate::Outcome;
use crate::data_source::DataArgs;
use crate::draw::{items, labeled};
use crate::output::Output;
use crate::pictures::PictureArgs;
use crate::show::first_task;
use crate::solver_source::Source;
use crate::suggestions::did_you_mean;
use crate::task_source::{Opened, open_task};
use anyhow::{anyhow, bail};
use arcbatt::batt::Code;
use arcbatt::check::{PairStatus, compare, given, match_programs};
use arcbatt::dsl::{Cx, Limits, Value};
use arcbatt::grid::GridBuf;
use arcbatt::program::Program;
use arcbatt::render::{Arrangement, Item, Picture, Row, Sheet};
use arcbatt::store::{Store, solver_name};
use arcbatt::task::DataSet;
use bumpalo::Bump;
use serde_json::{Value as Json, json};
use std::path::{Path, PathBuf};

/// Run a solver on one pair, and draw the value of every line
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  arcbatt trace gravity_down
  arcbatt trace gravity_down --pair 2
  arcbatt trace 007bbfb7 --data arc1-training --solver solvers.py
  arcbatt trace half_turn --solver my.py:solve_other --svg trace.svg
  arcbatt trace half_turn --store lib.sqlite     what `arcbatt solve` found

Exit codes: 0 the answer is right, or the right one is not known; 1 it is wrong, or there is none;
2 wrong arguments, or files that cannot be read.")]
pub struct Trace {
    /// The id of a task in the data set, or a task file
    task: Option<String>,

    #[command(flatten)]
    data: DataArgs,

    /// The solver: a file, FILE:NAME, or the name of a built-in one [default: the built-in one]
    #[arg(long, value_name = "S")]
    solver: Option<String>,

    /// The best solver that `arcbatt solve` kept in this store for the task
    #[arg(long, value_name = "F.sqlite", conflicts_with = "solver")]
    store: Option<PathBuf>,

    /// The pair, counted from 1: the demonstration pairs, then the test pairs
    #[arg(long, value_name = "N", default_value_t = 1)]
    pair: usize,

    #[command(flatten)]
    pictures: PictureArgs,
}

/// One line of the program as it was run.
struct Step {
    name: String,
    code: String,
    /// The value in words, or why there is none.
    text: Result<String, String>,
}

impl Trace {
    /// Runs the solver and draws its lines.
    pub fn run(self, output: &mut Output) -> anyhow::Result<Outcome> {
        let opened = match &self.task {
            Some(name) => open_task(name, &self.data)?,
            None => first_task(&self.data)?,
        };
        let program = self.program(&opened)?;
        let (label, input, wanted) = self.pair(&opened)?;

        let arena = Bump::new();
        let cx = Cx::new(&arena, Limits::default());
        let given = given(&cx, &opened.task, input).map_err(|fail| anyhow!("{fail}"))?;
        let frame = (input.height(), input.width());
        let text = program.to_string();
        let mut lines = text.lines().skip(1).map(str::trim);

        let title = format!("{} on {} of {}", program.name, label, opened.task.id);
        let mut sheet = Sheet::new(title, Arrangement::Lines);
        let name = program.parameters.name(arcbatt::program::Input::I);
        let picture = Item::Picture(Picture::grid(input.view()).labeled("input"));
        sheet.rows.push(Row::new(name).with(picture));
        let mut steps = Vec::new();
        let result = Code::new(&program).run_seen(&cx, given, |at, value| {
            let code = lines.next().unwrap_or_default();
            let mut row = Row::new(code);
            match value {
                Ok(value) => {
                    row.items = items(value, frame);
                    row.label = labeled(code, value);
                }
                Err(fail) => row.items.push(Item::Text(format!("no answer: {fail}"))),
            }
            sheet.rows.push(row);
            steps.push(Step {
                name: program
                    .lines
                    .get(at)
                    .map(|line| line.name.clone())
                    .unwrap_or_default(),
                code: code.to_owned(),
                text: value
                    .map(|value| value.to_string())
                    .map_err(|fail| fail.to_string()),
            });
        });
        let status = match result {
            Ok(value) => compare(value, wanted),
            Err(stopped) => PairStatus::at(stopped.line, stopped.fail),
        };
        let left = program.lines.len() - steps.len();
        sheet.rows.push(last_row(result.ok(), wanted, status, left));

        if output.json {
            self.pictures.write(&sheet)?;
            let json = json!({
                "task": opened.task.id,
                "solver": program.name,
                "pair": label,
                "lines": steps.iter().map(step_json).collect::<Json>(),
                "result": result.ok().map(|value| value.to_string()),
                "status": status.word(),
                "note": status.to_string(),
            });
            output.print_json(&json)?;
        } else {
            self.pictures.draw(&sheet, output)?;
        }
        Ok(match status.is_good() {
            true => Outcome::Success,
            false => Outcome::Failure,
        })
    }

    /// The label, the input and the wanted output of the pair.
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

    /// The program to run.
    fn program(&self, opened: &Opened) -> anyhow::Result<Program> {
        if let Some(path) = &self.store {
            let store = Store::open_to_read(path)?;
            let Some(best) = store.best_for(&opened.task)? else {
                let id = &opened.task.id;
                bail!("{}: no program for task {id} in it", path.display());
            };
            let mut program = best.program;
            program.name = solver_name(&opened.task.id);
            return Ok(program);
        }
        let (source, name) = match &self.solver {
            None => (Source::embedded(), None),
            Some(spec) if Path::new(spec).exists() || spec == "-" => {
                (Source::open(Path::new(spec))?, None)
            }
            Some(spec) => match spec.rsplit_once(':') {
                Some((file, name)) if Path::new(file).exists() => {
                    (Source::open(Path::new(file))?, Some(name))
                }
                _ => (Source::embedded(), Some(spec.as_str())),
            },
        };
        let programs = &source.solvers.programs;
        if let Some(name) = name {
            let found = programs.iter().find(|program| program.name == name);
            return found.cloned().ok_or_else(|| {
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
            return Ok(programs[at].clone());
        }
        source.print_problems();
        let id = &opened.task.id;
        match &self.solver {
            None => bail!("no built-in solver for task {id}; name a file of solvers with --solver"),
            Some(_) => bail!(
                "{}: no solver for task {id}: name one, as in --solver FILE:NAME",
                source.file
            ),
        }
    }
}

/// How it ended: the wanted output beside the answer if they differ, else a word.
fn last_row(
    result: Option<Value<'_>>,
    wanted: Option<&GridBuf>,
    status: PairStatus,
    left: usize,
) -> Row {
    match (status, result, wanted) {
        (PairStatus::Wrong(_), Some(Value::Grid(got)), Some(wanted)) => {
            Row::diff(status.to_string(), wanted.view(), *got)
        }
        (PairStatus::Ok, _, _) => Row::new("ok: the wanted output"),
        (PairStatus::Unknown | PairStatus::Wrong(_), _, None) => Row::new(status.to_string()),
        (_, _, wanted) => {
            let lines = match left {
                0 => String::new(),
                1 => ", 1 line not reached".to_owned(),
                n => format!(", {n} lines not reached"),
            };
            let row = Row::new(format!("{status}{lines}"));
            match wanted {
                Some(wanted) => row.with(Item::Picture(
                    Picture::grid(wanted.view()).labeled("expected"),
                )),
                None => row,
            }
        }
    }
}

fn step_json(step: &Step) -> Json {
    let mut json = json!({"name": step.name, "code": step.code});
    match &step.text {
        Ok(value) => json["value"] = value.as_str().into(),
        Err(fail) => json["fail"] = fail.as_str().into(),
    }
    json
}

//! [`Event`]: something that happened during a search.

use crate::pickle::ProgramText;
use crate::program::Program;
use crate::shared_methods::pickled;
use arcbatt::session::Event as InnerEvent;
use arcbatt::text::counted;
use pyo3::prelude::*;
use serde::{Deserialize, Serialize};

/// Something that happened during a search.
///
/// `kind` is "run_started" (`tasks`, `done` resumed), "pass_started" (`number`, `tasks`), "task_started"
/// (`task`), "program_found" (`task`, `program`), "task_done" (`task`, `done`, `tasks`, `fitting`) or
/// "run_done" (`reason`, `fitting`). What an event does not say is None.
///
/// >>> import arcbatt as ab
/// >>> events: list[ab.Event] = []
/// >>> report = ab.solve(ab.load("embedded")["half_turn"], steps=20_000, on_event=events.append)
/// >>> [event.kind for event in events][:3]
/// ['run_started', 'pass_started', 'task_started']
#[pyclass(frozen, module = "arcbatt")]
pub struct Event {
    pub data: EventData,
}

pickled!(Event { data });

/// An event as plain data. What it does not say is `None`.
#[derive(Default, Serialize, Deserialize)]
pub struct EventData {
    kind: String,
    task: Option<String>,
    program: Option<ProgramText>,
    number: Option<u32>,
    tasks: Option<usize>,
    done: Option<usize>,
    fitting: Option<usize>,
    reason: Option<String>,
}

#[pymethods]
impl Event {
    /// What happened.
    #[getter]
    fn kind(&self) -> &str {
        &self.data.kind
    }

    /// The id of the task.
    #[getter]
    fn task(&self) -> Option<&str> {
        self.data.task.as_deref()
    }

    /// The program that was found.
    #[getter]
    fn program(&self) -> Option<Program> {
        let program = self.data.program.as_ref();
        program.map(|program| Program::new(program.0.clone()))
    }

    /// The number of the pass, from 1.
    #[getter]
    fn number(&self) -> Option<u32> {
        self.data.number
    }

    /// Number of tasks, of the run or of the pass.
    #[getter]
    fn tasks(&self) -> Option<usize> {
        self.data.tasks
    }

    /// Number of tasks done.
    #[getter]
    fn done(&self) -> Option<usize> {
        self.data.done
    }

    /// Number of tasks with a program that is right on all demonstrations.
    #[getter]
    fn fitting(&self) -> Option<usize> {
        self.data.fitting
    }

    /// Why the search ended.
    #[getter]
    fn reason(&self) -> Option<&str> {
        self.data.reason.as_deref()
    }

    fn __repr__(&self) -> String {
        let mut text = format!("<Event {}", self.data.kind);
        if let Some(task) = &self.data.task {
            text.push_str(&format!(" {task}"));
        }
        if let Some(number) = self.data.number {
            text.push_str(&format!(" {number}"));
        }
        if let (Some(done), Some(tasks)) = (self.data.done, self.data.tasks) {
            text.push_str(&format!(", {done} of {}", counted(tasks, "task")));
        }
        if let Some(fitting) = self.data.fitting {
            text.push_str(&format!(
                ", {} with a fitting program",
                counted(fitting, "task")
            ));
        }
        if let Some(program) = &self.data.program {
            let program = &program.0;
            text.push_str(&format!(": {}", counted(program.lines.len(), "call")));
        }
        if let Some(reason) = &self.data.reason {
            text.push_str(&format!(", {reason}"));
        }
        text.push('>');
        text
    }
}

impl EventData {
    /// An event of a session; `None` for those that Python does not get.
    pub fn new(event: &InnerEvent<'_>) -> Option<Self> {
        Some(match event {
            InnerEvent::RunStarted { tasks, resumed } => Self {
                tasks: Some(*tasks),
                done: Some(*resumed),
                ..Self::of_kind("run_started")
            },
            InnerEvent::RoundStarted { round, tasks, .. } => Self {
                number: Some(*round),
                tasks: Some(*tasks),
                ..Self::of_kind("pass_started")
            },
            InnerEvent::TaskStarted { task } => Self {
                task: Some((*task).to_owned()),
                ..Self::of_kind("task_started")
            },
            InnerEvent::ProgramFound { task, program } => Self {
                task: Some((*task).to_owned()),
                program: Some(ProgramText((*program).clone())),
                ..Self::of_kind("program_found")
            },
            InnerEvent::TaskDone { task, progress, .. } => Self {
                task: Some((*task).to_owned()),
                done: Some(progress.done),
                tasks: Some(progress.of),
                fitting: Some(progress.fitting),
                ..Self::of_kind("task_done")
            },
            InnerEvent::RunDone { reason, fitting } => Self {
                reason: Some(reason.name().to_owned()),
                fitting: Some(*fitting),
                ..Self::of_kind("run_done")
            },
            _ => return None,
        })
    }

    fn of_kind(kind: &str) -> Self {
        Self {
            kind: kind.to_owned(),
            ..Self::default()
        }
    }
}

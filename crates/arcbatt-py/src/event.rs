//! [`Event`]: something that happened during a search.

use crate::program::Program;
use arcbatt::program::Program as Inner;
use arcbatt::session::Event as InnerEvent;
use arcbatt::text::counted;
use pyo3::prelude::*;

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
#[pyclass(frozen, get_all, module = "arcbatt")]
pub struct Event {
    /// What happened.
    kind: &'static str,
    /// The id of the task.
    task: Option<String>,
    /// The program that was found.
    program: Option<Py<Program>>,
    /// The number of the pass, from 1.
    number: Option<u32>,
    /// Number of tasks, of the run or of the pass.
    tasks: Option<usize>,
    /// Number of tasks done.
    done: Option<usize>,
    /// Number of tasks with a program that is right on all demonstrations.
    fitting: Option<usize>,
    /// Why the search ended.
    reason: Option<&'static str>,
}

#[pymethods]
impl Event {
    fn __repr__(&self) -> String {
        let mut text = format!("<Event {}", self.kind);
        if let Some(task) = &self.task {
            text.push_str(&format!(" {task}"));
        }
        if let Some(number) = self.number {
            text.push_str(&format!(" {number}"));
        }
        if let (Some(done), Some(tasks)) = (self.done, self.tasks) {
            text.push_str(&format!(", {done} of {}", counted(tasks, "task")));
        }
        if let Some(fitting) = self.fitting {
            text.push_str(&format!(
                ", {} with a fitting program",
                counted(fitting, "task")
            ));
        }
        if let Some(program) = &self.program {
            let program = program.get().inner();
            text.push_str(&format!(": {}", counted(program.lines.len(), "call")));
        }
        if let Some(reason) = self.reason {
            text.push_str(&format!(", {reason}"));
        }
        text.push('>');
        text
    }
}

/// An event on its way to the calling thread.
pub struct Sent {
    pub kind: &'static str,
    pub task: Option<String>,
    pub program: Option<Inner>,
    pub number: Option<u32>,
    pub tasks: Option<usize>,
    pub done: Option<usize>,
    pub fitting: Option<usize>,
    pub reason: Option<&'static str>,
}

impl Sent {
    pub fn new(event: &InnerEvent<'_>) -> Option<Self> {
        let sent = |kind| Self {
            kind,
            task: None,
            program: None,
            number: None,
            tasks: None,
            done: None,
            fitting: None,
            reason: None,
        };
        Some(match event {
            InnerEvent::RunStarted { tasks, resumed } => Self {
                tasks: Some(*tasks),
                done: Some(*resumed),
                ..sent("run_started")
            },
            InnerEvent::RoundStarted { round, tasks, .. } => Self {
                number: Some(*round),
                tasks: Some(*tasks),
                ..sent("pass_started")
            },
            InnerEvent::TaskStarted { task } => Self {
                task: Some((*task).to_owned()),
                ..sent("task_started")
            },
            InnerEvent::ProgramFound { task, program } => Self {
                task: Some((*task).to_owned()),
                program: Some((*program).clone()),
                ..sent("program_found")
            },
            InnerEvent::TaskDone { task, progress } => Self {
                task: Some((*task).to_owned()),
                done: Some(progress.done),
                tasks: Some(progress.of),
                fitting: Some(progress.fitting),
                ..sent("task_done")
            },
            InnerEvent::RunDone { reason, fitting } => Self {
                reason: Some(reason.name()),
                fitting: Some(*fitting),
                ..sent("run_done")
            },
            _ => return None,
        })
    }

    pub fn event(self, py: Python<'_>) -> PyResult<Event> {
        let program = self
            .program
            .map(|program| Py::new(py, Program::new(program)));
        Ok(Event {
            kind: self.kind,
            task: self.task,
            program: program.transpose()?,
            number: self.number,
            tasks: self.tasks,
            done: self.done,
            fitting: self.fitting,
            reason: self.reason,
        })
    }
}

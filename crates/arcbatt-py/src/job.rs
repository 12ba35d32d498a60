//! Runs the engine on threads of its own, with the interpreter's lock released.
//!
//! The calling thread waits, passes events to Python in order, and looks for signals many times a
//! second. After an interrupt it waits for the results so far, which the engine hands over as soon as it
//! sees the stop flag; another interrupt ends the wait.
//!
//! Processes: rayon's threads do not survive a fork, so the pool belongs to the process that made it,
//! and a child makes another one. No lock is held while it is looked up.

use arcbatt::{MOST_THREADS, default_threads};
use pyo3::BoundObject;
use pyo3::exceptions::{PyKeyboardInterrupt, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process;
use std::ptr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicPtr, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

pyo3::create_exception!(
    arcbatt,
    Interrupted,
    PyKeyboardInterrupt,
    "Ctrl-C ended a call. `result` holds the results so far; it is None after a call that has none: a \
     single run, a trace, a profile.\n\n\
     >>> import arcbatt as ab\n\
     >>> issubclass(ab.Interrupted, KeyboardInterrupt)\n\
     True\n"
);

/// Time between two looks for signals.
const POLL: Duration = Duration::from_millis(20);
/// Time that the engine has to end after an interrupt, if it has no results so far.
const GRACE: Duration = Duration::from_millis(60);

/// The pool of a process.
struct ProcessPool {
    process: u32,
    pool: Arc<ThreadPool>,
}

/// The pool of this process; that of the parent after a fork. It is never freed, as other threads may
/// be reading it.
static POOL: AtomicPtr<ProcessPool> = AtomicPtr::new(ptr::null_mut());

fn build(threads: usize) -> PyResult<Arc<ThreadPool>> {
    let pool = ThreadPoolBuilder::new()
        .num_threads(threads)
        .thread_name(|k| format!("arcbatt-{k}"))
        .build();
    let pool = pool.map_err(|error| PyRuntimeError::new_err(format!("no threads: {error}")))?;
    Ok(Arc::new(pool))
}

/// The pool for a call: the shared one, or one with that many threads.
fn pool_of(threads: Option<usize>) -> PyResult<Arc<ThreadPool>> {
    let default = default_threads().get();
    match threads {
        Some(0) => Err(PyValueError::new_err("threads is 0; give at least 1")),
        Some(threads) if threads > MOST_THREADS => Err(PyValueError::new_err(format!(
            "threads is {threads}; give at most {MOST_THREADS}"
        ))),
        Some(threads) if threads != default => build(threads),
        _ => shared(default),
    }
}

fn shared(threads: usize) -> PyResult<Arc<ThreadPool>> {
    let known = POOL.load(Ordering::Acquire);
    // SAFETY: the pointer is null or came from `Box::into_raw` below, and is never freed.
    if let Some(known) = unsafe { known.as_ref() }
        && known.process == process::id()
        && known.pool.current_num_threads() == threads
    {
        return Ok(Arc::clone(&known.pool));
    }
    let pool = build(threads)?;
    let new = Box::new(ProcessPool {
        process: process::id(),
        pool: Arc::clone(&pool),
    });
    // Of two threads that do this at once, one pool is used once and then leaked.
    POOL.store(Box::into_raw(new), Ordering::Release);
    Ok(pool)
}

/// What the engine sends to the calling thread.
enum Message<E, T> {
    Event(E),
    Done(std::thread::Result<T>),
}

/// How a call ended.
pub struct Ended<T> {
    /// The result; `None` after an interrupt of a call without results so far.
    pub result: Option<T>,
    /// The interrupt, or the exception of a callback.
    pub failure: Option<PyErr>,
}

impl<T> Ended<T> {
    /// The result as a Python object, or the exception to raise. An interrupt carries the result.
    pub fn into_object<'py, O>(
        self,
        py: Python<'py>,
        wrap: impl FnOnce(T) -> PyResult<O>,
    ) -> PyResult<O>
    where
        O: IntoPyObject<'py>,
    {
        let wrapped = self.result.map(wrap);
        let Some(failure) = self.failure else {
            let lost = || PyRuntimeError::new_err("the engine ended without a result");
            return wrapped.ok_or_else(lost)?;
        };
        if !failure.is_instance_of::<PyKeyboardInterrupt>(py) {
            return Err(failure);
        }
        let interrupted = Interrupted::new_err(());
        // A run that was cut short has an error instead of a result.
        let result = match wrapped.transpose().ok().flatten() {
            Some(result) => result
                .into_pyobject(py)
                .map_err(Into::into)?
                .into_any()
                .unbind(),
            None => py.None(),
        };
        interrupted.value(py).setattr("result", result)?;
        Err(interrupted)
    }
}

/// Runs `work` on a pool of `threads` threads. It gets the stop flag, and a function that sends events to
/// `on_event`, which is called on this thread.
///
/// Without a stop flag, `work` cannot be ended, and an interrupt leaves it behind.
pub fn run<E: Send + 'static, T: Send + 'static>(
    py: Python<'_>,
    threads: Option<usize>,
    stop: Option<Arc<AtomicBool>>,
    work: impl FnOnce(&AtomicBool, &(dyn Fn(E) + Sync)) -> T + Send + 'static,
    mut on_event: impl FnMut(Python<'_>, E) -> PyResult<()>,
) -> PyResult<Ended<T>> {
    let pool = pool_of(threads)?;
    let (sender, mut receiver) = channel::<Message<E, T>>();
    let flag = stop.clone().unwrap_or_default();
    pool.spawn(move || {
        let send = |event: E| drop(sender.send(Message::Event(event)));
        let result = catch_unwind(AssertUnwindSafe(|| work(&flag, &send)));
        done(&sender, result);
    });
    let mut failure: Option<(PyErr, Instant)> = None;
    loop {
        // A receiver may move to another thread, but not be shared.
        let (returned, message) = py.detach(move || {
            let message = receiver.recv_timeout(POLL);
            (receiver, message)
        });
        receiver = returned;
        let outcome = match message {
            Ok(Message::Done(Ok(result))) => {
                return Ok(Ended {
                    result: Some(result),
                    failure: failure.map(|(error, _)| error),
                });
            }
            Ok(Message::Done(Err(_))) | Err(RecvTimeoutError::Disconnected) => {
                let bug = "the engine panicked; this is a bug in arcbatt: please report it";
                return Err(PyRuntimeError::new_err(bug));
            }
            Ok(Message::Event(event)) if failure.is_none() => on_event(py, event),
            Ok(Message::Event(_)) | Err(RecvTimeoutError::Timeout) => Ok(()),
        };
        let outcome = outcome.and_then(|()| py.check_signals());
        let is_over = match (&failure, &outcome) {
            (None, _) => false,
            (Some((_, since)), Ok(())) => stop.is_none() && since.elapsed() > GRACE,
            (Some(_), Err(_)) => true,
        };
        if is_over {
            // The pool is busy for some time yet: the next call gets another one.
            POOL.store(ptr::null_mut(), Ordering::Release);
            return Ok(Ended {
                result: None,
                failure: failure.map(|(error, _)| error),
            });
        }
        if let Err(error) = outcome {
            if let Some(stop) = &stop {
                stop.store(true, Ordering::Relaxed);
            }
            failure = Some((error, Instant::now()));
        }
    }
}

/// Sends the result; nobody waits for it if the call was given up.
fn done<E, T>(sender: &Sender<Message<E, T>>, result: std::thread::Result<T>) {
    drop(sender.send(Message::Done(result)));
}

/// A flag that ends a call early.
#[pyclass(frozen, module = "arcbatt._arcbatt", name = "Stop")]
#[derive(Clone, Default)]
pub struct Stop {
    flag: Arc<AtomicBool>,
}

#[pymethods]
impl Stop {
    #[new]
    fn new() -> Self {
        Self::default()
    }

    /// Ends the call that this was passed to.
    fn set(&self) {
        self.flag.store(true, Ordering::Relaxed);
    }

    /// Whether the call is to end.
    fn is_set(&self) -> bool {
        self.flag.load(Ordering::Relaxed)
    }
}

impl Stop {
    /// The flag of a call: the given one, or a new one.
    pub fn flag(stop: Option<&Self>) -> Arc<AtomicBool> {
        stop.map_or_else(Arc::default, |stop| Arc::clone(&stop.flag))
    }
}

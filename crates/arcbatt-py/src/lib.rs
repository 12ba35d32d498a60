//! The Python package `arcbatt`: a thin layer over the library, as the extension `arcbatt._arcbatt`.
//!
//! In: lists, arrays, tasks and program texts of Python. Out: objects that hold results of the engine.
//! The engine runs on threads of its own while the interpreter's lock is released ([`job`]).

mod candidate;
mod check;
mod check_report;
mod convert;
mod draw;
mod dsl;
mod event;
mod grid;
mod group;
mod job;
mod limits;
mod outputs;
mod pair;
mod pair_report;
mod pickle;
mod profile;
mod program;
mod rank;
mod rank_data;
mod rank_result;
mod score;
mod shard;
mod shared_methods;
mod solve;
mod solve_report;
mod source;
mod table;
mod task;
mod task_set;
mod trace;

use mimalloc::MiMalloc;
use pyo3::prelude::*;
use std::ffi::OsString;

#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// Runs the command `arcbatt` and returns its exit code.
#[pyfunction]
fn run_command(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    py.detach(|| arcbatt_cli::run_command(arguments))
}

/// The engine of the package.
#[pymodule]
fn _arcbatt(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("Interrupted", py.get_type::<job::Interrupted>())?;
    module.add("ProgramError", py.get_type::<source::ProgramError>())?;
    module.add("RunError", py.get_type::<program::RunError>())?;
    module.add_class::<job::Stop>()?;
    module.add_class::<grid::Grid>()?;
    module.add_class::<pair::Pair>()?;
    module.add_class::<task::Task>()?;
    module.add_class::<task_set::TaskSet>()?;
    module.add_class::<limits::Limits>()?;
    module.add_class::<source::Problem>()?;
    module.add_class::<source::Definition>()?;
    module.add_class::<source::Solvers>()?;
    module.add_class::<program::Program>()?;
    module.add_class::<outputs::Outputs>()?;
    module.add_class::<outputs::GridFailure>()?;
    module.add_class::<trace::Trace>()?;
    module.add_class::<trace::TraceStep>()?;
    module.add_class::<table::Table>()?;
    module.add_class::<candidate::PyCandidate>()?;
    module.add_class::<group::Group>()?;
    module.add_class::<rank_result::RankResult>()?;
    module.add_class::<pair_report::PairReport>()?;
    module.add_class::<pair_report::SolverReport>()?;
    module.add_class::<check_report::TaskReport>()?;
    module.add_class::<check_report::Report>()?;
    module.add_class::<event::Event>()?;
    module.add_class::<solve_report::SolvedTask>()?;
    module.add_class::<solve_report::SolveReport>()?;
    module.add_class::<score::Score>()?;
    module.add_class::<profile::Profile>()?;
    module.add_class::<shard::Plan>()?;
    module.add_class::<dsl::Primitive>()?;
    module.add_class::<dsl::Dsl>()?;
    module.add("dsl", Bound::new(py, dsl::Dsl)?)?;
    module.add_function(wrap_pyfunction!(rank::rank_candidates, module)?)?;
    module.add_function(wrap_pyfunction!(rank::unsupported, module)?)?;
    module.add_function(wrap_pyfunction!(check::check_solvers, module)?)?;
    module.add_function(wrap_pyfunction!(check::outside_solvers, module)?)?;
    module.add_function(wrap_pyfunction!(solve::solve, module)?)?;
    module.add_function(wrap_pyfunction!(score::score, module)?)?;
    module.add_function(wrap_pyfunction!(profile::profile, module)?)?;
    module.add_function(wrap_pyfunction!(task_set::load, module)?)?;
    module.add_function(wrap_pyfunction!(source::read, module)?)?;
    module.add_function(wrap_pyfunction!(source::define, module)?)?;
    module.add_function(wrap_pyfunction!(shard::plan_solve, module)?)?;
    module.add_function(wrap_pyfunction!(shard::plan_rank, module)?)?;
    module.add_function(wrap_pyfunction!(shard::read_plan, module)?)?;
    module.add_function(wrap_pyfunction!(shard::plan_from_json, module)?)?;
    module.add_function(wrap_pyfunction!(shard::run_shard, module)?)?;
    module.add_function(wrap_pyfunction!(shard::write_shard, module)?)?;
    module.add_function(wrap_pyfunction!(shard::shard_status, module)?)?;
    module.add_function(wrap_pyfunction!(shard::merge_shards, module)?)?;
    module.add_function(wrap_pyfunction!(run_command, module)?)?;
    Ok(())
}

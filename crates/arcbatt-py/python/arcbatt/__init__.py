"""arcbatt runs, checks, ranks, searches for and profiles programs that solve ARC tasks.

Programs are Python functions that call primitives of arc-dsl, one per line. They are parsed and run
natively; Python source is never executed.

>>> import arcbatt as ab
>>> tasks = ab.load("embedded")
>>> program = ab.Program("def solve(I):\\n    return rot180(I)\\n")
>>> program(tasks["half_turn"].train[0].input) == tasks["half_turn"].train[0].output
True
"""

from arcbatt import shard
from arcbatt._arcbatt import (
    Candidate,
    Definition,
    Dsl,
    Event,
    Grid,
    GridFailure,
    Group,
    Interrupted,
    Limits,
    Outputs,
    Pair,
    PairReport,
    Primitive,
    Problem,
    Profile,
    Program,
    ProgramError,
    RankResult,
    Report,
    RunError,
    Score,
    SolveReport,
    SolvedTask,
    SolverReport,
    Solvers,
    Table,
    Task,
    TaskReport,
    TaskSet,
    Trace,
    TraceStep,
    __version__,
    define,
    dsl,
    load,
    profile,
    read,
    score,
    solve,
)
from arcbatt._check import check
from arcbatt._rank import arank, rank

__all__ = [
    "__version__",
    "Candidate",
    "Definition",
    "Dsl",
    "Event",
    "Grid",
    "GridFailure",
    "Group",
    "Interrupted",
    "Limits",
    "Outputs",
    "Pair",
    "PairReport",
    "Primitive",
    "Problem",
    "Profile",
    "Program",
    "ProgramError",
    "RankResult",
    "Report",
    "RunError",
    "Score",
    "SolveReport",
    "SolvedTask",
    "SolverReport",
    "Solvers",
    "Table",
    "Task",
    "TaskReport",
    "TaskSet",
    "Trace",
    "TraceStep",
    "arank",
    "check",
    "define",
    "dsl",
    "load",
    "profile",
    "rank",
    "read",
    "score",
    "shard",
    "solve",
]

"""Candidates per second of the process fallback: small numpy programs on four grids of 10x10.

    target/python/bin/python crates/arcbatt-py/benches/fallback.py

For comparison it runs the same programs in one process, without limits and isolation.
"""

from __future__ import annotations

import time

from arcbatt._fallback import ProcessPool

COUNT = 2000
SOURCE = """
import numpy as np

def transform(grid):
    grid = np.array(grid)
    grid[grid == 1] = {colour}
    return grid[::-1].tolist()
"""


def main() -> None:
    """Print a line per number of workers."""
    candidates = [SOURCE.format(colour=k % 10) for k in range(COUNT)]
    inputs = [[[1] * 10] * 10] * 4
    for workers in (1, 2):
        with ProcessPool(workers=workers) as pool:
            start = time.monotonic()
            list(pool.run(candidates[:1], inputs))
            print(f"first candidate: {(time.monotonic() - start) * 1000:.0f} ms")
            start = time.monotonic()
            statuses = {outcome.status for _, outcome in pool.run(candidates, inputs)}
            rate = COUNT / (time.monotonic() - start)
            assert statuses == {"ok"}, statuses
        print(f"{workers} workers: {rate:,.0f} candidates per second")
    start = time.monotonic()
    for source in candidates:
        names: dict[str, object] = {}
        exec(source, names)
        for grid in inputs:
            names["transform"](grid)  # type: ignore[operator]
    print(f"one process, no limits: {COUNT / (time.monotonic() - start):,.0f} candidates per second")


if __name__ == "__main__":
    main()

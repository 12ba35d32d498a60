"""The command `arcbatt`, also as `python -m arcbatt`."""

import signal
import sys

from arcbatt._arcbatt import run_command


def main() -> int:
    """Run the command with the arguments of this process, and return its exit code."""
    # The command handles Ctrl-C itself, or ends at once, as a program of its own does.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return run_command(["arcbatt", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())

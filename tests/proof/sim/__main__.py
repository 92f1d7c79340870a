"""Run the simulation with a fixed hash seed, because hash seeds affect the order of sets of strings."""

from __future__ import annotations

import os
import sys


def main() -> int:
    """Restart Python if its hash seed isn't fixed. Otherwise run the command and return its status."""
    if os.environ.get("PYTHONHASHSEED") != "0":
        os.execve(sys.executable, [sys.executable, *sys.orig_argv[1:]], {**os.environ, "PYTHONHASHSEED": "0"})
    # Import the command only now, because a restart would import everything twice.
    from tests.proof.sim.command import main as run_command

    return run_command()


if __name__ == "__main__":
    sys.exit(main())

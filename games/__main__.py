"""Runs the developers' command line: ``python -m games``."""

from __future__ import annotations

import sys

from games.cli.parser import main
from games.cli.pipe import run_ignoring_broken_pipe

if __name__ == "__main__":
    sys.exit(run_ignoring_broken_pipe(lambda: main(sys.argv[1:])))

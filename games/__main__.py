"""Runs the developers' command line: ``python -m games``."""

from __future__ import annotations

import sys

from games.cli.parser import main
from games.cli.pipe import run_piped

if __name__ == "__main__":
    sys.exit(run_piped(lambda: main(sys.argv[1:])))

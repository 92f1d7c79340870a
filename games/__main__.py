"""``python -m games``."""

from __future__ import annotations

import sys

from games.cli.parser import main
from games.cli.pipe import piped

if __name__ == "__main__":
    sys.exit(piped(lambda: main(sys.argv[1:])))

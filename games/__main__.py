"""``python -m games``."""

from __future__ import annotations

import sys

from games.cli.parser import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""Says how to install a missing extra, depending on how the bot itself was installed."""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def name_program() -> str:
    """Return how this program was started: ``reefs`` or ``python -m bot``."""
    return "reefs" if Path(sys.argv[0]).stem == "reefs" else "python -m bot"


def write_install(extra: str, root: Path = ROOT) -> str:
    """Return the command that installs an extra, for a checkout at ``root`` or else for the package."""
    if (root / "pyproject.toml").is_file():
        return f"pip install -e '.[{extra}]'"
    return f"pip install 'reefs[{extra}]'"

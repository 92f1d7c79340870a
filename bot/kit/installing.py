"""Finds the shell commands that install an extra or start the program, as users should type them."""

from __future__ import annotations

import re
import shlex
import sys
from contextlib import suppress
from pathlib import Path

PROJECT_ROOT = Path(__file__).resolve().parents[2]


def find_program_command() -> str:
    """Return the command with which this program was started: ``reefs`` or ``python -m bot``."""
    return "reefs" if Path(sys.argv[0]).stem == "reefs" else "python -m bot"


def format_start_command() -> str:
    """Return the shell command that starts this program from the current folder."""
    if find_program_command() == "reefs":
        return "reefs"
    return f"{_quote_interpreter()} -m bot"


def format_install_command(extra: str, root: Path = PROJECT_ROOT) -> str:
    """Return the shell command that installs an extra from the checkout at ``root``.

    Without a checkout, the command installs the packages that the extra requires. It never names this
    package, because a registry may have a different package of that name.
    """
    pip = f"{_quote_interpreter()} -m pip install"
    if (root / "pyproject.toml").is_file():
        return f"{pip} -e '.[{extra}]'"
    from importlib.metadata import requires

    wanted = [
        requirement.partition(";")[0].strip()
        for requirement in requires("reefs") or ()
        if _belongs_to_extra(extra, requirement)
    ]
    return f"{pip} " + " ".join(f"'{one}'" for one in wanted)


def _quote_interpreter() -> str:
    """Return the path of this Python, quoted for a shell in the current folder."""
    python = Path(sys.executable)
    with suppress(ValueError):
        python = python.relative_to(Path.cwd())
    return shlex.quote(str(python))


def _belongs_to_extra(extra: str, requirement: str) -> bool:
    return re.search(rf"extra == ['\"]{extra}['\"]", requirement) is not None

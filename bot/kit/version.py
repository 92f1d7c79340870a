"""The version of this program and its package."""

from __future__ import annotations

import platform

VERSION = "1.0.0"


def describe_version() -> str:
    """Return the program's name and version, and the versions of Python and discord.py."""
    from importlib import metadata

    return (
        f"reefs {VERSION} (Python {platform.python_version()}, discord.py {metadata.version('discord.py')})"
    )

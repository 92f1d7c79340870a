"""The command line of ``python -m bot``, in the reader's language."""

from __future__ import annotations

import argparse
import platform
from collections.abc import Iterable
from importlib import metadata
from pathlib import Path
from typing import NoReturn

from bot.host.probe import ROLES
from bot.kit.installing import name_program
from games.core.words import N_, Words

FAILED = 2
"""Exit status: something has to be fixed first."""

ARGPARSE = (
    N_("usage: "),
    N_("positional arguments"),
    N_("options"),
    N_("show this help message and exit"),
    N_("argument %(argument_name)s: %(message)s"),
    N_("expected one argument"),
    N_("ignored explicit argument %r"),
    N_("invalid choice: %(value)r (choose from %(choices)s)"),
    N_("ambiguous option: %(option)s could match %(matches)s"),
    N_("unrecognized arguments: %s"),
)
"""argparse's own messages that such a command line can produce, by their msgids."""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        self.exit(FAILED, f"{self.prog}: {message}\n")


def describe_version() -> str:
    """Return the program's name and version, with those of Python and discord.py."""
    own, library = (metadata.version(name) for name in ("reefs", "discord.py"))
    return f"reefs {own} (Python {platform.python_version()}, discord.py {library})"


def make_parser(w: Words, commands: Iterable[str]) -> argparse.ArgumentParser:
    """Return the parser of the command line. From now on argparse speaks the language of ``w``.

    If the command line is invalid, it ends the process with one line and :data:`FAILED`.
    """
    # argparse has no other hook; its own catalogue would have to be in folders of its own.
    argparse._ = w  # type: ignore[attr-defined]
    made = _Parser(
        prog=name_program(),
        description=w(
            "Hosts games on Discord if DISCORD_TOKEN is set, in the environment or in .env. Otherwise "
            "it opens the playground in your browser."
        ),
    )
    made.add_argument(
        "command",
        nargs="?",
        choices=tuple(commands),
        metavar=w("COMMAND"),
        help=w(
            "doctor: check the set-up and print the invite link; health: say whether the bot "
            "is well; backup FILE: copy the database, even while the bot runs; restore FILE: put a "
            "copy back while it doesn't; migrate --to PLACE: move all tables from the file to a server, or "
            "back; think: think about moves for a host on another machine; rate: work all ratings out "
            "again from the logs while the bot doesn't run"
        ),
    )
    file, port = w("FILE"), w("PORT")
    made.add_argument(
        "--version",
        action="version",
        version=describe_version(),
        help=w("show program's version number and exit"),
    )
    made.add_argument("file", nargs="?", type=Path, metavar=file, help=w("the copy"))
    made.add_argument("--force", action="store_true", help=w("let a backup replace FILE"))
    place = w("PLACE")
    made.add_argument(
        "--to", metavar=place, help=w("where migrate moves to: postgresql://..., DATABASE_URL, or a file")
    )
    made.add_argument(
        "--from",
        dest="source",
        metavar=place,
        help=w("where migrate moves from, if not from the database in use"),
    )
    made.add_argument(
        "--role",
        choices=ROLES,
        metavar=w("ROLE"),
        help=w("health is 0 only if the bot is that among several processes: owner or standby"),
    )
    made.add_argument(
        "--discord", action="store_true", help=w("host on Discord or fail; never open the playground")
    )
    made.add_argument("--no-browser", action="store_true", help=w("print the playground's address only"))
    made.add_argument("--port", metavar=port, help=w("the playground's port (PLAYGROUND_PORT, else 8765)"))
    made.add_argument(
        "--database", type=Path, metavar=file, help=w("the database file (in place of DATABASE_PATH)")
    )
    return made

"""The command line of ``python -m bot``, in the reader's language."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import NoReturn

from bot.host.probe import ROLE_NAMES
from bot.kit.installing import find_program_command
from bot.kit.version import describe_version
from games.core.words import N_, Words

FAILED_STATUS = 2
"""Exit status for problems that must be fixed before the program can run."""

ARGPARSE_MESSAGES = (
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
    N_("the following arguments are required: %s"),
)


class _OneLineErrorParser(argparse.ArgumentParser):
    """A parser that reports an error in one line, without the usage."""

    def error(self, message: str) -> NoReturn:
        self.exit(FAILED_STATUS, f"{self.prog}: {message}\n")


def make_parser(w: Words) -> argparse.ArgumentParser:
    """Return the parser of the command line, and make argparse write in the language of ``w``.

    For an invalid command line, the parser prints one line and ends the process with :data:`FAILED_STATUS`.
    """
    # Replace argparse's translation function, because it doesn't know the bot's catalogues.
    argparse._ = w  # type: ignore[attr-defined]
    parser = _OneLineErrorParser(
        prog=find_program_command(),
        description=w(
            "Hosts games on Discord if DISCORD_TOKEN is set, in the environment or in .env. Otherwise "
            "it opens the playground in your browser."
        ),
    )
    parser.add_argument(
        "--version",
        action="version",
        version=describe_version(),
        help=w("show program's version number and exit"),
    )
    parser.add_argument(
        "--discord", action="store_true", help=w("host on Discord or fail; never open the playground")
    )
    parser.add_argument("--no-browser", action="store_true", help=w("print the playground's address only"))
    parser.add_argument(
        "--port", metavar=w("PORT"), help=w("the playground's port (PLAYGROUND_PORT, else 8765)")
    )
    _add_database_option(parser, w, default=None)
    _add_commands(parser, w)
    return parser


def _add_database_option(parser: argparse.ArgumentParser, w: Words, *, default: object) -> None:
    parser.add_argument(
        "--database",
        type=Path,
        metavar=w("FILE"),
        default=default,
        help=w("the database file (in place of DATABASE_PATH)"),
    )


def _add_commands(parser: argparse.ArgumentParser, w: Words) -> None:
    commands = parser.add_subparsers(dest="command", metavar=w("COMMAND"))

    def add_command(name: str, summary: str, *, uses_file: bool = True) -> argparse.ArgumentParser:
        command = commands.add_parser(name, help=summary, description=f"{summary[:1].upper()}{summary[1:]}.")
        if uses_file:
            # A default would overwrite a ``--database`` given before the command's name.
            _add_database_option(command, w, default=argparse.SUPPRESS)
        return command

    file, place = w("FILE"), w("PLACE")
    add_command("doctor", w("check the setup and print the invite link"))
    health = add_command(
        "health",
        w("check the running bot, or without METRICS_PORT only its database; exit with 0 if healthy, else 1"),
    )
    health.add_argument(
        "--role",
        choices=ROLE_NAMES,
        metavar=w("ROLE"),
        help=w("succeed only if this process has that role: owner or standby"),
    )
    backup = add_command("backup", w("back up the database; the bot may be running"))
    backup.add_argument("file", type=Path, metavar=file, help=w("the copy"))
    backup.add_argument("--force", action="store_true", help=w("replace FILE if it exists"))
    restore = add_command("restore", w("restore a copy; stop the bot first"))
    restore.add_argument("file", type=Path, metavar=file, help=w("the copy"))
    restore.add_argument(
        "--force", action="store_true", help=w("restore a copy of the playground over another database")
    )
    migrate = add_command("migrate", w("move all tables from the file to a server, or back"))
    migrate.add_argument(
        "--to",
        metavar=place,
        required=True,
        help=w("where to move them: postgresql://..., DATABASE_URL, or a file"),
    )
    migrate.add_argument(
        "--from",
        dest="source",
        metavar=place,
        help=w("where to move them from, if not from the database in use"),
    )
    add_command("think", w("choose computer players' moves for a bot on another machine"), uses_file=False)
    add_command("rate", w("recompute all ratings from the logs; stop the bot first"))

"""``python -m bot``: host on Discord, open the local playground, or run a maintenance command."""

from __future__ import annotations

import argparse
import asyncio
import dataclasses
import logging
import os
import sys
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path

from bot import config as configuration
from bot.config import Config
from bot.errors.config import ConfigError, DiscordUnreachable
from bot.errors.storage import DatabaseFailed, DatabaseFileRequired, DatabaseServerDown, StorageError
from bot.host import logs
from bot.host.arguments import FAILED_STATUS, make_parser
from bot.kit.importing import pause_garbage_collection
from bot.kit.installing import format_install_command
from games.core.words import N_, Words, load_words

TRY_LATER_STATUS = 75
"""Exit status for temporary failures, after which a service manager should restart the bot."""
INTERRUPTED_STATUS = 130
"""Exit status that shells report for a program killed by SIGINT."""
BROKEN_PIPE_STATUS = 141
"""Exit status that shells report for a program killed by SIGPIPE."""
DOTENV_PATH = Path(".env")


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status.

    Invalid settings and database errors are printed, one line each. The status is then
    :data:`TRY_LATER_STATUS` if a retry may help, otherwise :data:`FAILED_STATUS`.

    :returns: the status of a maintenance command (:data:`INTERRUPTED_STATUS` after Ctrl-C), otherwise 0.
    """
    w = load_words(_find_language())
    args = make_parser(w).parse_args(argv)
    try:
        return _run_command(args, w)
    except (DiscordUnreachable, DatabaseServerDown, DatabaseFailed) as error:
        print(w.msg(error.message), file=sys.stderr)
        return TRY_LATER_STATUS
    except (ConfigError, StorageError) as error:
        print(w.msg(error.message), file=sys.stderr)
        return FAILED_STATUS
    except KeyboardInterrupt:
        # While the bot runs, Ctrl-C raises this error only on Windows, whose event loop supports no signal
        # handlers. The bot has been closed by then.
        return 0 if args.command is None else INTERRUPTED_STATUS


def _run_command(args: argparse.Namespace, w: Words) -> int:
    """Run a maintenance command, or host the bot or the playground. Return the exit status."""
    bad_settings: list[ConfigError] = []
    config = _load_config(args, bad_settings.append)
    if bad_settings and args.command != "doctor":
        for fault in bad_settings:
            print(w.msg(fault.message), file=sys.stderr)
        return FAILED_STATUS
    logs.set_up_logging(config.log_level, secrets=config.secrets)
    if args.command == "doctor":
        return _run_without_pipe_error(lambda: _run_doctor(config, w, args, bad_settings))
    if args.command is not None:
        return _run_without_pipe_error(lambda: COMMAND_BY_NAME[args.command](config, w, args))
    if config.token is not None:
        _host_bot(config, config.token)
    elif args.discord:
        raise ConfigError(
            N_("No DISCORD_TOKEN in the environment or in .env, so the bot can't connect to Discord.")
        )
    else:
        _run_playground(config, browser=not args.no_browser)
    return 0


def _host_bot(config: Config, token: str) -> None:
    if not configuration.looks_like_token(token):
        raise ConfigError(configuration.NOT_A_TOKEN_TEXT)
    with pause_garbage_collection():
        from bot.app import create_bot
        from bot.host import hosting

    asyncio.run(hosting.host_bot(config, token, create_bot))


def _run_without_pipe_error(command: Callable[[], int]) -> int:
    """Run a command and return its exit status. Print no traceback if its output is cut off (``| head``)."""
    try:
        status = command()
        sys.stdout.flush()
    except BrokenPipeError:
        # Discard the rest of the output, because flushing it at exit would raise the error again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE_STATUS
    return status


def _load_config(args: argparse.Namespace, report: Callable[[ConfigError], None]) -> Config:
    config = configuration.load_config(os.environ, DOTENV_PATH, report)
    if args.database is not None:
        configuration.check_database_folder("--database", args.database)
        config = dataclasses.replace(config, database_path=args.database, database_url=None)
    if args.port is not None:
        config = dataclasses.replace(config, playground_port=configuration.read_port("--port", args.port))
    return config


def _run_doctor(
    config: Config, w: Words, args: argparse.Namespace, bad_settings: Sequence[ConfigError]
) -> int:
    with pause_garbage_collection():
        from bot.app import create_bot
        from bot.host import doctor

    return doctor.run_checks(
        config, w, DOTENV_PATH, create_bot, bad_settings, is_file_named=args.database is not None
    )


def _run_health(config: Config, w: Words, args: argparse.Namespace) -> int:
    from bot.host import probe

    return probe.run_probe(config, w, args.role)


def _run_backup(config: Config, w: Words, args: argparse.Namespace) -> int:
    _require_file(config)
    from bot.kit.progress import show_progress
    from bot.storage.engine.backup import back_up

    if not config.database_path.exists() and config.playground_database.exists():
        raise ConfigError(
            N_("There's no file {path}. To copy the playground's, add --database {playground}."),
            path=config.database_path,
            playground=config.playground_database,
        )
    with show_progress(w("copying"), w("pages")) as report:
        version = back_up(config.database_path, args.file, force=args.force, report=report)
    print(
        w(
            "Copied {database} to {copy}: intact, schema {version}.",
            database=config.database_path,
            copy=args.file,
            version=version,
        )
    )
    return 0


def _run_restore(config: Config, w: Words, args: argparse.Namespace) -> int:
    _require_file(config)
    from bot.kit.progress import show_progress
    from bot.storage.engine.backup import restore

    # The playground's database can be replaced without --force, because it never belongs to a hosted bot.
    force = args.force or config.database_path == config.playground_database
    with show_progress(w("copying"), w("pages")) as report:
        kept_path = restore(args.file, config.database_path, datetime.now(UTC), force=force, report=report)
    print(w("Restored {database} from {copy}.", database=config.database_path, copy=args.file))
    if kept_path is not None:
        print(w("The previous file is kept as {kept}.", kept=kept_path))
    return 0


def _run_migrate(config: Config, w: Words, args: argparse.Namespace) -> int:
    from bot.host import migrating

    return migrating.run_migration(config, w, args.to, args.source)


def _require_file(config: Config) -> None:
    if config.database_url is not None:
        raise DatabaseFileRequired(config.database_url)


def _run_think(config: Config, w: Words, args: argparse.Namespace) -> int:
    if config.database_url is None:
        raise ConfigError(
            N_("To think for a host, DATABASE_URL must name the PostgreSQL database of that host.")
        )
    from bot.host import thinking

    asyncio.run(thinking.serve_thinker(config.database_url, config.think_worker_count))
    return 0


def _run_rate(config: Config, w: Words, args: argparse.Namespace) -> int:
    from bot.features.registry import OFFLINE_COMMAND_BY_NAME
    from bot.storage.engine.backup import read_schema_version

    if config.database_url is None:
        # Opening a missing file would create it.
        read_schema_version(config.database_path)
    return OFFLINE_COMMAND_BY_NAME["rate"](config, w)


COMMAND_BY_NAME: dict[str, Callable[[Config, Words, argparse.Namespace], int]] = {
    "health": _run_health,
    "backup": _run_backup,
    "restore": _run_restore,
    "migrate": _run_migrate,
    "think": _run_think,
    "rate": _run_rate,
}


def _run_playground(config: Config, *, browser: bool) -> None:
    # Silence discord.py's warnings about SimCord's simulated objects. Some are logged while the playground
    # is imported.
    logging.getLogger("discord").setLevel(logging.ERROR)
    try:
        from bot.host import playground
    except ModuleNotFoundError as error:
        if error.name is None or error.name.split(".")[0] != "simcord":
            raise
        raise ConfigError(
            N_("The playground needs its extra: {command}. To host on Discord instead, set DISCORD_TOKEN."),
            command=format_install_command("playground"),
        ) from None
    asyncio.run(playground.run_playground(config, browser=browser, locale=_find_language()))


def _find_language() -> str:
    """Return the terminal's language as a Discord locale, such as ``de-AT`` for ``de_AT.UTF-8``.

    Return ``en`` if no language is set.
    """
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(name, "")
        if value:
            return value.split(".")[0].replace("_", "-")
    return "en"


if __name__ == "__main__":
    sys.exit(main())

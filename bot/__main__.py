"""``python -m bot``: host on Discord, open the local playground, or look after the set-up and the data."""

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
from bot.errors.config import ConfigError, Unreachable
from bot.errors.storage import DatabaseFailed, OnServer, ServerDown, StorageError
from bot.host import logs
from bot.host.arguments import FAILED, parser
from games.core.words import N_, Words, words

AGAIN = 75
"""The same may do later: a service is started again by itself."""
UNREAD = 141
"""What a shell reports of a program whose reader has gone."""
DOTENV = Path(".env")


def main(argv: Sequence[str] | None = None) -> int:
    """Do what the command line asks; return the exit status.

    :return: 0, or after one line of what is wrong :data:`FAILED` or :data:`AGAIN`; asked for its health, 1.
    """
    w = words(_language())
    args = parser(w, COMMANDS).parse_args(argv)
    try:
        config = _configured(args)
        logs.setup(config.log_level, secrets=config.secrets)
        if args.command is not None:
            return _tell(lambda: COMMANDS[args.command](config, w, args))
        if config.token is not None:
            from bot.app import create_bot
            from bot.host import hosting

            asyncio.run(hosting.host(config, config.token, create_bot))
        elif args.discord:
            raise ConfigError(
                N_("No DISCORD_TOKEN in the environment or in .env, so the bot can't go on Discord.")
            )
        else:
            _playground(config, browser=not args.no_browser)
    except (ConfigError, StorageError) as error:
        print(w.msg(error.message), file=sys.stderr)
        return AGAIN if isinstance(error, Unreachable | ServerDown | DatabaseFailed) else FAILED
    except KeyboardInterrupt:
        # Only where the event loop takes no signals (Windows); the work is closed by then.
        pass
    return 0


def _tell(command: Callable[[], int]) -> int:
    """Return the status of a command, which ends quietly once nobody reads what it prints (``| head``)."""
    try:
        status = command()
        sys.stdout.flush()
    except BrokenPipeError:
        # Python would complain of what is left when it ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return UNREAD
    return status


def _configured(args: argparse.Namespace) -> Config:
    if args.command in WITH_FILE and args.file is None:
        raise ConfigError(N_("{command} needs the name of a file."), command=args.command)
    if args.command not in WITH_FILE and args.file is not None:
        raise ConfigError(N_("{command} doesn't take a file: {file}"), command=args.command, file=args.file)
    for name, value in (("--to", args.to), ("--from", args.source)):
        if value is not None and args.command != "migrate":
            raise ConfigError(N_("{option} is for migrate alone."), option=name)
    if args.role is not None and args.command != "health":
        raise ConfigError(N_("{option} is for health alone."), option="--role")
    config = configuration.load(os.environ, DOTENV)
    if args.database is not None:
        configuration.check_folder("--database", args.database)
        config = dataclasses.replace(config, database=args.database, server=None)
    if args.port is not None:
        config = dataclasses.replace(config, port=configuration.read_port("--port", args.port))
    return config


def _doctor(config: Config, w: Words, args: argparse.Namespace) -> int:
    from bot.app import create_bot
    from bot.host import doctor

    return doctor.run(config, w, DOTENV, create_bot)


def _health(config: Config, w: Words, args: argparse.Namespace) -> int:
    from bot.host import probe

    return probe.run(config, w, args.role)


def _backup(config: Config, w: Words, args: argparse.Namespace) -> int:
    _need_file(config)
    from bot.kit.progress import progress
    from bot.storage.engine.backup import back_up

    with progress(w("copying"), w("pages")) as report:
        version = back_up(config.database, args.file, force=args.force, report=report)
    print(
        w(
            "Copied {database} to {copy}: intact, schema {version}.",
            database=config.database,
            copy=args.file,
            version=version,
        )
    )
    return 0


def _restore(config: Config, w: Words, args: argparse.Namespace) -> int:
    _need_file(config)
    from bot.kit.progress import progress
    from bot.storage.engine.backup import restore

    with progress(w("copying"), w("pages")) as report:
        kept = restore(args.file, config.database, datetime.now(UTC), report=report)
    print(w("Restored {database} from {copy}.", database=config.database, copy=args.file))
    if kept is not None:
        print(w("The previous file is kept as {kept}.", kept=kept))
    return 0


def _migrate(config: Config, w: Words, args: argparse.Namespace) -> int:
    from bot.host import migrating

    return migrating.run(config, w, args.to, args.source)


def _need_file(config: Config) -> None:
    if config.server is not None:
        raise OnServer(config.server)


def _think(config: Config, w: Words, args: argparse.Namespace) -> int:
    if config.server is None:
        raise ConfigError(
            N_("To think for a host, DATABASE_URL must name the PostgreSQL database of that host.")
        )
    from bot.host import thinking

    asyncio.run(thinking.think(config.server, config.think_workers))
    return 0


def _rate(config: Config, w: Words, args: argparse.Namespace) -> int:
    from bot.features.registry import OFFLINE

    return OFFLINE["rate"](config, w)


COMMANDS: dict[str, Callable[[Config, Words, argparse.Namespace], int]] = {
    "doctor": _doctor,
    "health": _health,
    "backup": _backup,
    "restore": _restore,
    "migrate": _migrate,
    "think": _think,
    "rate": _rate,
}
WITH_FILE = ("backup", "restore")


def _playground(config: Config, *, browser: bool) -> None:
    # discord.py takes SimCord's fakes for mistakes, the first already when it is imported.
    logging.getLogger("discord").setLevel(logging.ERROR)
    try:
        from bot.host import playground
    except ModuleNotFoundError as error:
        if error.name is None or error.name.split(".")[0] != "simcord":
            raise
        raise ConfigError(
            N_(
                "The playground needs its extra: pip install -e '.[playground]'. "
                "To host on Discord instead, set DISCORD_TOKEN."
            )
        ) from None
    asyncio.run(playground.run(config, browser=browser))


def _language() -> str:
    """Return the terminal's language as a Discord-like locale, ``de-AT`` for ``de_AT.UTF-8``."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(name, "")
        if value:
            return value.split(".")[0].replace("_", "-")
    return "en"


if __name__ == "__main__":
    sys.exit(main())

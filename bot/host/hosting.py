"""Runs the bot on Discord: logs in, serves until a stop signal arrives, and shuts down cleanly."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import logging
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Protocol, Self

import aiohttp
import discord

from bot.config import Config
from bot.errors.config import ConfigError, DiscordUnreachable
from bot.errors.reasons import find_reason
from bot.errors.storage import DatabaseUnwritable
from bot.host import health
from bot.host.disk import require_free_space
from bot.host.garbage import shorten_collection_pauses
from bot.kit.server_url import ServerUrl
from bot.kit.shard_assignment import AUTO_SHARDS
from bot.kit.version import VERSION
from bot.storage import Store
from games.core.words import N_

log = logging.getLogger(__name__)

WRONG_TOKEN_CLOSE_CODE = 4004
WRONG_SHARDS_CLOSE_CODES = (4010, 4011)
"""Close codes for which a restart helps, because it assigns the shards again."""
INTENTS_REFUSED_CLOSE_CODE = 4014
TOO_MANY_REQUESTS_STATUS = 429
ALL_SHARDS_TEXT = "all"
"""Logged instead of shard IDs if this process serves all shards."""
DISK_ERROR_REASON = find_reason(OSError(errno.EIO, ""))
_TOKEN_REFUSED_TEXT = N_(
    "Discord doesn't accept the DISCORD_TOKEN. Reset it in the Developer Portal and copy it again."
)


class HostableBot(health.MonitoredBot, Protocol):
    """A bot that can be started and stopped."""

    async def start(self, token: str) -> None:
        """Log in and serve until closed."""

    async def close(self) -> None:
        """Finish work in progress and log out."""

    async def __aenter__(self) -> Self: ...

    async def __aexit__(self, kind: Any, error: Any, trace: Any, /) -> None: ...


async def host_bot(config: Config, token: str, create_bot: Callable[[Config, Store], HostableBot]) -> None:
    """Host until SIGTERM or SIGINT.

    :param create_bot: creates the bot without logging it in.
    :raises ConfigError: the settings contradict each other, Discord rejects the token or this version of the
        bot, or the metrics page can't be served.
    :raises DiscordUnreachable: Discord can't be reached at startup, or asks for a restart.
    :raises StorageError: the database can't be used.
    """
    if config.database_url is None and not config.shard_assignment.covers_all_shards:
        raise ConfigError(
            N_("Only with DATABASE_URL can processes share the shards: let SHARD_IDS name all of them.")
        )
    store = await open_store(config.database_location)
    try:
        await _log_start(config, store)
        async with create_bot(config, store) as bot, health.serve_health(config, bot):
            with shorten_collection_pauses(), catch_stop_signals() as stopped:
                running = asyncio.create_task(_connect_bot(bot, token))
                stopping = asyncio.create_task(stopped.wait())
                try:
                    await asyncio.wait({running, stopping}, return_when=asyncio.FIRST_COMPLETED)
                finally:
                    stopping.cancel()
                    await bot.close()
                if stopped.is_set():
                    # An interrupted login may raise an exception, which need not be reported.
                    running.cancel()
                    await asyncio.gather(running, return_exceptions=True)
                else:
                    await running
    finally:
        await store.close()
    log.info("stopped")


async def open_store(location: Path | ServerUrl) -> Store:
    """Open the database. Report a full disk, for which SQLite may only report a disk error.

    :raises StorageError: the database can't be used.
    """
    try:
        return await Store.open(location)
    except DatabaseUnwritable as error:
        if isinstance(location, Path) and error.message.values["reason"] == DISK_ERROR_REASON:
            require_free_space(location)
        raise


async def _log_start(config: Config, store: Store) -> None:
    shards = config.shard_assignment
    fields = {
        "version": VERSION,
        "database": config.database_location,
        "schema": await store.read_schema_version(),
        "shards": shards.shard_count or AUTO_SHARDS,
        "shard_ids": ALL_SHARDS_TEXT if shards.shard_ids is None else ",".join(map(str, shards.shard_ids)),
        "workers": config.think_worker_count,
    }
    log.info("starting", extra={"fields": fields})


async def _connect_bot(bot: HostableBot, token: str) -> None:
    try:
        await bot.start(token)
    except discord.LoginFailure:
        raise ConfigError(_TOKEN_REFUSED_TEXT) from None
    except discord.ConnectionClosed as error:
        raise _make_close_error(error.code) from None
    except discord.PrivilegedIntentsRequired:
        raise _make_close_error(INTENTS_REFUSED_CLOSE_CODE) from None
    except discord.HTTPException as error:
        passing = error.status >= 500 or error.status == TOO_MANY_REQUESTS_STATUS
        kind = DiscordUnreachable if passing else ConfigError
        raise kind(N_("Discord won't let the bot start: {reason}"), reason=_join_lines(error)) from None
    except (aiohttp.ClientError, OSError, discord.GatewayNotFound) as error:
        raise DiscordUnreachable(N_("Can't reach Discord: {reason}"), reason=find_reason(error)) from None


def _make_close_error(code: int) -> ConfigError:
    log.error("connection closed permanently code=%d", code)
    if code == WRONG_TOKEN_CLOSE_CODE:
        return ConfigError(_TOKEN_REFUSED_TEXT)
    if code in WRONG_SHARDS_CLOSE_CODES:
        return DiscordUnreachable(N_("Discord wants the bot to restart (close code {code})."), code=code)
    return ConfigError(
        N_("Discord no longer accepts this version of the bot (close code {code}). Update it."),
        code=code,
    )


@contextlib.contextmanager
def catch_stop_signals() -> Iterator[asyncio.Event]:
    """Yield an event that SIGTERM or SIGINT sets. A second signal ends the process immediately."""
    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    taken: list[signal.Signals] = []

    def release_signals() -> None:
        while taken:
            loop.remove_signal_handler(taken.pop())

    def request_stop() -> None:
        """Set the event, and restore the default handlers, so that the next signal ends the process."""
        stopped.set()
        release_signals()

    # Windows has no signal handlers for event loops. Ctrl-C cancels the main task, which closes the bot.
    with contextlib.suppress(NotImplementedError):
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, request_stop)
            taken.append(number)
    try:
        yield stopped
    finally:
        release_signals()


def _join_lines(error: BaseException) -> str:
    return " ".join(str(error).split()) or type(error).__name__

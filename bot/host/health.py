"""The page for those who watch over the host: ``/health`` and ``/metrics``, off unless a port is set."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Protocol

from aiohttp import web

from bot import metrics
from bot.config import Config
from bot.errors.config import ConfigError
from bot.errors.reasons import reason
from bot.errors.shards import TakenOver
from bot.errors.storage import StorageError
from bot.host.disk import find_free, require_room
from bot.kit.server_url import ServerUrl
from bot.metrics import Meters
from bot.storage import Store
from bot.storage.engine.backup import find_last_copy
from games.core.words import N_

log = logging.getLogger(__name__)

PATIENCE_SECONDS = 2
"""How long the database may take to answer."""

STARTING = "starting"
DISCONNECTED = "disconnected"
STOPPING = "stopping"
DATABASE = "database"
UNWRITABLE = "unwritable"


class Watched(Protocol):
    """A bot as its health shows it."""

    config: Config
    store: Store

    @property
    def stopping(self) -> bool:
        """Whether no more presses are taken."""

    @property
    def connected(self) -> bool:
        """Whether Discord tells of presses."""

    @property
    def role(self) -> str | None:
        """What it is among several processes; ``None`` where it is the only one."""

    @property
    def hosted_shards(self) -> dict[int, bool]:
        """Whether it hosts, for each of its shards."""

    @property
    def lease_age(self) -> float | None:
        """How many seconds ago its lease was renewed, where it has one."""

    @property
    def shard_latencies(self) -> dict[int, float]:
        """How many seconds Discord took to answer the last heartbeat of each shard."""

    @property
    def shard_servers(self) -> dict[int, int]:
        """Of how many servers each shard tells."""

    def is_ready(self) -> bool:
        """Whether it has learnt of its servers."""


@contextlib.asynccontextmanager
async def serve_health(config: Config, bot: Watched) -> AsyncIterator[None]:
    """Measure and answer while the host runs, if a port for it is set.

    :raises ConfigError: the address cannot be listened at.
    """
    if config.metrics_port is None:
        yield
        return
    with metrics.measuring() as meters, metrics.beating(meters):
        runner = web.AppRunner(application(bot, meters), access_log=None, shutdown_timeout=1)
        await runner.setup()
        try:
            await _listen(runner, config.metrics_host, config.metrics_port)
            log.info("metrics are served host=%s port=%d", config.metrics_host, config.metrics_port)
            yield
        finally:
            await runner.cleanup()


async def _listen(runner: web.AppRunner, host: str, port: int) -> None:
    try:
        await web.TCPSite(runner, host, port).start()
    except OSError as error:
        raise ConfigError(
            N_("Can't use METRICS_HOST {host} with METRICS_PORT {port}: {reason}"),
            host=host,
            port=port,
            reason=reason(error),
        ) from None


def application(bot: Watched, meters: Meters) -> web.Application:
    """Return the two pages."""

    async def health(request: web.Request) -> web.Response:
        reason = await find_obstacle(bot)
        if reason is None:
            # Who stands by is as well as who hosts: nobody is to end it for that.
            return web.json_response({"ready": True} | ({} if bot.role is None else {"role": bot.role}))
        return web.json_response({"ready": False, "reason": reason}, status=503)

    async def scrape(request: web.Request) -> web.Response:
        meters.ready.set(await find_obstacle(bot) is None)
        meters.count_shards(bot.hosted_shards, bot.shard_latencies, bot.shard_servers)
        meters.lease.set(bot.lease_age or 0.0)
        meters.disk.set(await _measure_disk(bot.config.place))
        meters.copy_age.set(_measure_copy(bot.config.place))
        try:
            counts = await bot.store.count_tables()
        except StorageError as error:
            log.warning("tables not counted", exc_info=error)
            meters.count_tables({}, math.nan)
        else:
            meters.count_tables(counts.live, counts.behind)
        return web.Response(body=meters.text(), headers={"Content-Type": meters.content_type})

    app = web.Application()
    app.add_routes([web.get("/health", health), web.get("/metrics", scrape)])
    return app


async def _measure_disk(place: Path | ServerUrl) -> float:
    """Return the free space beside a file; not a number if the database is on a server."""
    if not isinstance(place, Path):
        return math.nan
    try:
        return float(await asyncio.to_thread(find_free, place))
    except StorageError as error:
        log.warning("disk not measured", exc_info=error)
        return math.nan


def _measure_copy(place: Path | ServerUrl) -> float:
    """Return the age of a file's last copy; not a number if the database is on a server."""
    if not isinstance(place, Path):
        return math.nan
    last = find_last_copy(place)
    return math.inf if last is None else max(time.time() - last, 0.0)


async def find_obstacle(bot: Watched) -> str | None:
    """Return why the host cannot serve now, or None: Discord has taken its login on the present
    connection, and its database answers.
    """
    if bot.stopping:
        return STOPPING
    if not bot.is_ready():
        return STARTING
    if not bot.connected:
        return DISCONNECTED
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            await bot.store.check_readable()
    except TakenOver:
        # So it answers whoever stands by.
        return None
    except StorageError as error:
        log.warning("database does not answer", exc_info=error)
        return DATABASE
    except TimeoutError:
        log.warning("database does not answer in time")
        return DATABASE
    return await _find_full(bot)


async def _find_full(bot: Watched) -> str | None:
    """Return why nothing can be stored, or None: a full disk can still be read."""
    place = bot.config.place
    try:
        if isinstance(place, Path):
            await asyncio.to_thread(require_room, place)
        async with asyncio.timeout(PATIENCE_SECONDS):
            await bot.store.check_writable()
    except TakenOver:
        return None
    except StorageError as error:
        log.warning("database can't be written", exc_info=error)
        return UNWRITABLE
    except TimeoutError:
        log.warning("database can't be written in time")
        return UNWRITABLE
    return None

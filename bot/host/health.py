"""The monitoring pages ``/health`` and ``/metrics``, which are served only if a port is set."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from bot import metrics
from bot.config import Config
from bot.errors.config import ConfigError
from bot.errors.reasons import find_reason
from bot.errors.shards import HostingTakenOver
from bot.errors.storage import StorageError
from bot.host.disk import find_free_bytes, require_free_space
from bot.kit.server_url import ServerUrl
from bot.storage import Store
from bot.storage.engine.backup import find_last_copy_time
from games.core.words import N_

if TYPE_CHECKING:
    from aiohttp import web

    from bot.meters import Meters

log = logging.getLogger(__name__)

DATABASE_TIMEOUT_SECONDS = 2

STARTING_STATE = "starting"
DISCONNECTED_STATE = "disconnected"
STOPPING_STATE = "stopping"
DATABASE_UNREADABLE_STATE = "database"
DATABASE_UNWRITABLE_STATE = "unwritable"


class MonitoredBot(Protocol):
    """The parts of a bot that the monitoring pages need."""

    config: Config
    store: Store

    @property
    def is_stopping(self) -> bool:
        """Whether the bot no longer accepts presses."""

    @property
    def is_connected(self) -> bool:
        """Whether Discord delivers presses."""

    @property
    def role(self) -> str | None:
        """This process's role among several; ``None`` if it runs alone."""

    @property
    def hosting_by_shard(self) -> dict[int, bool]:
        """Whether this process hosts each of its shards, by shard ID."""

    @property
    def lease_age_seconds(self) -> float | None:
        """Seconds since the lease was renewed; ``None`` without a lease."""

    @property
    def latency_by_shard(self) -> dict[int, float]:
        """Seconds in which Discord answered the last heartbeat, by shard ID."""

    @property
    def server_count_by_shard(self) -> dict[int, int]:
        """Number of servers, by shard ID."""

    def is_ready(self) -> bool:
        """Return whether the bot has received the list of its servers."""


@contextlib.asynccontextmanager
async def serve_health(config: Config, bot: MonitoredBot) -> AsyncIterator[None]:
    """Serve the monitoring pages and collect metrics during the block, if a port is set.

    :raises ConfigError: the bot can't listen on the address.
    """
    if config.metrics_port is None:
        yield
        return
    from aiohttp import web

    with metrics.start_measuring() as meters, metrics.measure_loop_delay(meters):
        runner = web.AppRunner(make_application(bot, meters), access_log=None, shutdown_timeout=1)
        await runner.setup()
        try:
            await _start_listening(runner, config.metrics_host, config.metrics_port)
            log.info("metrics are served host=%s port=%d", config.metrics_host, config.metrics_port)
            yield
        finally:
            await runner.cleanup()


async def _start_listening(runner: web.AppRunner, host: str, port: int) -> None:
    from aiohttp import web

    try:
        await web.TCPSite(runner, host, port).start()
    except OSError as error:
        raise ConfigError(
            N_("Can't use METRICS_HOST {host} with METRICS_PORT {port}: {reason}"),
            host=host,
            port=port,
            reason=find_reason(error),
        ) from None


def make_application(bot: MonitoredBot, meters: Meters) -> web.Application:
    """Return the web application with the health page and the metrics page."""
    from aiohttp import web

    async def report_health(request: web.Request) -> web.Response:
        reason = await find_health_obstacle(bot)
        if reason is None:
            # A standby counts as healthy, so that orchestrators don't restart it.
            return web.json_response({"ready": True} | ({} if bot.role is None else {"role": bot.role}))
        return web.json_response({"ready": False, "reason": reason}, status=503)

    async def serve_metrics(request: web.Request) -> web.Response:
        """Return all metrics, after updating those that are only measured on request, such as free space."""
        meters.ready.set(await find_health_obstacle(bot) is None)
        meters.set_shard_metrics(bot.hosting_by_shard, bot.latency_by_shard, bot.server_count_by_shard)
        meters.lease.set(bot.lease_age_seconds or 0.0)
        meters.disk.set(await _measure_free_bytes(bot.config.database_location))
        meters.copy_age.set(_measure_backup_age(bot.config.database_location))
        try:
            counts = await bot.store.count_tables()
        except StorageError as error:
            log.warning("couldn't count tables", exc_info=error)
            meters.set_table_metrics({}, math.nan)
        else:
            meters.set_table_metrics(counts.live_count_by_game_and_status, counts.outdated_table_count)
        return web.Response(body=meters.render(), headers={"Content-Type": meters.content_type})

    app = web.Application()
    app.add_routes([web.get("/health", report_health), web.get("/metrics", serve_metrics)])
    return app


async def _measure_free_bytes(location: Path | ServerUrl) -> float:
    """Return the free bytes on the disk of the database file; NaN if unknown or without a file."""
    if not isinstance(location, Path):
        return math.nan
    try:
        return float(await asyncio.to_thread(find_free_bytes, location))
    except StorageError as error:
        log.warning("couldn't measure free space", exc_info=error)
        return math.nan


def _measure_backup_age(location: Path | ServerUrl) -> float:
    """Return the seconds since the last backup; infinity without a backup, NaN without a database file."""
    if not isinstance(location, Path):
        return math.nan
    last = find_last_copy_time(location)
    return math.inf if last is None else max(time.time() - last, 0.0)


async def find_health_obstacle(bot: MonitoredBot) -> str | None:
    """Return the reason why the bot isn't healthy; ``None`` if it is.

    A healthy bot isn't stopping, has received the list of its servers, is connected to Discord, and can read
    and write the database.
    """
    if bot.is_stopping:
        return STOPPING_STATE
    if not bot.is_ready():
        return STARTING_STATE
    if not bot.is_connected:
        return DISCONNECTED_STATE
    try:
        async with asyncio.timeout(DATABASE_TIMEOUT_SECONDS):
            await bot.store.check_readable()
    except HostingTakenOver:
        # The database answered that another process hosts, so this process is a healthy standby.
        return None
    except StorageError as error:
        log.warning("database doesn't answer", exc_info=error)
        return DATABASE_UNREADABLE_STATE
    except TimeoutError:
        log.warning("database doesn't answer in time")
        return DATABASE_UNREADABLE_STATE
    return await _find_write_obstacle(bot)


async def _find_write_obstacle(bot: MonitoredBot) -> str | None:
    """Return the reason why nothing can be stored; ``None`` if a test write succeeds.

    This is checked separately, because reading succeeds even if the disk is full.
    """
    location = bot.config.database_location
    try:
        if isinstance(location, Path):
            await asyncio.to_thread(require_free_space, location)
        async with asyncio.timeout(DATABASE_TIMEOUT_SECONDS):
            await bot.store.check_writable()
    except HostingTakenOver:
        return None
    except StorageError as error:
        log.warning("database can't be written", exc_info=error)
        return DATABASE_UNWRITABLE_STATE
    except TimeoutError:
        log.warning("database can't be written in time")
        return DATABASE_UNWRITABLE_STATE
    return None

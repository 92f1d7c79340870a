"""One process of the simulated bot, with an in-memory database that outlives it."""

from __future__ import annotations

import asyncio
import hashlib
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import aiosqlite

from bot.app import ReefBot
from bot.computers.process import WorkerLost, WorkerProcess
from bot.computers.thinker import Thinker
from bot.computers.worker import Job
from bot.config import load_config
from bot.shards.process_group import ProcessGroup
from bot.storage import Store
from bot.storage.engine.filelock import FileLock
from bot.storage.engine.sqlite import SqliteDatabase
from bot.storage.engine.writer import SqliteWriter
from games.core.protocol import Game
from games.core.rng import Chance
from games.registry import GAMES
from tests.proof.fuzz.memory import FailingConnection, MemoryDatabase
from tests.proof.sim.discord_side import Session, SimDiscord
from tests.proof.sim.loop import PROCESS_ID, SimLoop, call_outside_bot, make_context
from tests.proof.sim.server import SimLeases, SimServer, TenureCheckingDatabase
from tests.support.standin.world import APPLICATION_ID, BOT_ID
from tests.support.toy import TOYS

GAMES_BY_KEY: dict[str, Game] = {**TOYS, **GAMES}
"""Games that can be simulated, by key."""


_emptied_databases: list[sqlite3.Connection] = []
"""Connections to emptied databases. Reusing one is faster, because its statements are already prepared."""


class Disk(MemoryDatabase):
    """The database of a run. Each process has its own connections. They fail once the process is killed."""

    def __init__(self, loop: SimLoop, chance: Random) -> None:
        super().__init__()
        self.loop, self.chance = loop, chance
        self.call_count = 0
        self.fails_at: int | None = None
        """Number of the only read or transaction to fail, or ``None`` to choose failures at random."""
        self.failure_rate = 0.0
        self.failure_count = 0
        self.server: SimServer | None = None
        """The lease server, if several processes share the database."""

    def _connect(self) -> sqlite3.Connection:
        return _emptied_databases.pop() if _emptied_databases else super()._connect()

    def close(self) -> None:
        """Empty the database for the next run."""
        if self._connection.in_transaction:
            self._connection.rollback()
        tables = self.run_sql("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY rowid DESC")
        for (table,) in tables:
            self._connection.execute(f"DELETE FROM {table}")
        _emptied_databases.append(self._connection)

    def open(self, process_id: int) -> Store:
        connection = cast(sqlite3.Connection, WritingConnection(self, process_id))
        reader, lock = cast(aiosqlite.Connection, ReadingConnection(self, process_id)), cast(FileLock, self)
        writer = SqliteWriter(connection, DelayedExecutor(self, process_id))
        if self.server is None or not process_id:
            return Store(SqliteDatabase(Path(":memory:"), writer, reader, lock))
        database = TenureCheckingDatabase(Path(":memory:"), writer, reader, lock)
        database.server, database.process_id = self.server, process_id
        return Store(database)

    def count_call(self, process_id: int) -> None:
        """Count a read or transaction.

        :raises sqlite3.OperationalError: this call should fail, or its process was killed.
        """
        if process_id in self.loop.dead_process_ids:
            raise sqlite3.OperationalError("the process is dead")
        self.call_count += 1
        if self.call_count == self.fails_at or (
            self.failure_rate and self.chance.random() < self.failure_rate
        ):
            self.failure_count += 1
            raise sqlite3.OperationalError("database or disk is full")

    def release(self) -> None:
        """Do nothing, because an in-memory database has no lock file."""


class WritingConnection(FailingConnection):
    """A process's write connection to the shared in-memory database."""

    def __init__(self, disk: Disk, process_id: int) -> None:
        super().__init__(disk, disk._connection)
        self._disk, self._process_id = disk, process_id

    def execute(self, sql: str, values: Sequence[Any] = ()) -> sqlite3.Cursor:
        """Run a statement. Transactions are counted."""
        if sql.startswith("BEGIN"):
            self._disk.count_call(self._process_id)
        return super().execute(sql, values)

    def close(self) -> None:
        """Do nothing, because closing would lose the in-memory database."""


class ReadingConnection:
    """A process's read connection, whose queries are delayed and can fail."""

    def __init__(self, disk: Disk, process_id: int) -> None:
        self._disk, self._process_id = disk, process_id

    async def execute_fetchall(self, sql: str, values: Sequence[Any] = ()) -> list[Any]:
        """Return all rows of a query, after a random delay."""
        await self._disk.loop.wait_randomly()
        if self._disk.server is not None:
            await asyncio.sleep(self._disk.server.draw_delay())
        self._disk.count_call(self._process_id)
        return self._disk.run_sql(sql, *values)

    async def close(self) -> None:
        """Do nothing, because there is no real connection."""


class DelayedExecutor(Executor):
    """Runs jobs in the event loop after a random delay."""

    def __init__(self, disk: Disk, process_id: int) -> None:
        self._disk, self._process_id = disk, process_id
        self._never_done: Future[Any] = Future()

    def submit(self, work: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Run a job later. The returned future never finishes, because nothing awaits it."""
        disk, server = self._disk, self._disk.server
        if server is None:
            drawn = disk.chance.random()
            disk.loop.call_later(0 if drawn < 0.5 else drawn * 0.05, work, *args)
        else:
            call_outside_bot(disk.loop, server.draw_delay(), self._run_on_server, work, *args)
        return self._never_done

    def _run_on_server(self, work: Callable[..., Any], *args: Any) -> None:
        """Run a job on the server, even if its process is suspended and gets the result later."""
        PROCESS_ID.set(self._process_id)
        work(*args)


class RandomWorker(WorkerProcess):
    """A computer player that plays random legal moves."""

    def ask(self, job: Job) -> Any:
        """Return a ranking that contains only a random legal move."""
        rules: Any = GAMES_BY_KEY[job.game].rules[job.version]
        chance = Chance(job.seed, job.ply)
        state = rules.sample(job.view, chance)
        legal = list(rules.list_candidates(state, job.seat))
        return ((chance.choice(legal).token, 0.5),)

    def evaluate(self, review_slice: Any) -> Any:
        """Refuse to evaluate, so that matches have no review.

        :raises WorkerLost: always.
        """
        raise WorkerLost

    def kill(self) -> None:
        """Do nothing, because there is no worker process."""

    def close(self) -> None:
        """Do nothing, because there is no worker process."""


class SimShard:
    """Stands in for a shard of discord.py, which is connected to the gateway until it is closed."""

    id = 0

    def __init__(self, process: SimProcess) -> None:
        self.ws = SimpleNamespace(open=True, latency=0.0)
        self._process = process

    async def close(self) -> None:
        """Close the connection. Events still arrive for a moment."""
        await self._process.loop.wait_randomly()
        self.ws.open = False
        self._process.disconnect()

    async def disconnect(self) -> None:
        """Close the connection, and report it."""
        await self.close()
        self._process.bot.dispatch("shard_disconnect", self.id)


class SimProcess:
    """A simulated process of the bot, from its start until it is killed."""

    def __init__(
        self, number: int, loop: SimLoop, sim_discord: SimDiscord, disk: Disk, seed: int, game: Game
    ) -> None:
        self.number, self.loop, self.sim_discord, self.disk = number, loop, sim_discord, disk
        self.store = disk.open(number)
        config = load_config({"APPLICATION_EMOJI": "off"}, Path("/nowhere/.env"))
        self.bot = ReefBot(config, self.store, {game.key: game})
        bot: Any = self.bot
        bot.tables.core.get_time = sim_discord.read_clock
        if disk.server is not None:
            self._join(disk.server)
        numbers = iter(range(number * 1000, number * 1000 + 1000))
        bot.tables.core.draw_secret = lambda: hashlib.sha256(f"{seed}:{next(numbers)}".encode()).digest()
        thinker = Thinker(0.01, RandomWorker())
        thinker._secret = bytes(32)
        bot.thinker = bot.driver.thinker = bot.services.adviser.thinker = thinker
        bot.http.static_login = self._log_in
        self.ready = self.is_stopping = self.is_replaced = False
        self.stop_error: Exception | None = None
        """The error with which a normal stop ended, which must never happen."""
        self._entered = asyncio.Event()
        self.main = loop.create_task(self._start(), context=make_context(number))

    def _join(self, server: SimServer) -> None:
        """Share the database with other processes, like ``ShardedClient.create_process_group``."""
        bot: Any = self.bot
        leases = SimLeases(server, self.number)
        processes = bot.process_group = ProcessGroup(
            leases,
            self.store,
            bot.tables,
            bot.config.shard_assignment,
            on_hosting_began=bot.start_hosting,
            on_check=bot.announce_outdated_tables,
            pop_interrupted_table_ids=bot.announcer.pop_interrupted_table_ids,
        )
        processes.gate.intercept_interactions(bot._connection.parsers)
        processes.forbid_writes(bot.http.http_trace)

    @property
    def is_hosting(self) -> bool:
        """Whether this process handles interactions."""
        return self.is_alive and not self.bot.is_standing_by

    @property
    def is_alive(self) -> bool:
        """Whether this process was neither killed nor has ended."""
        return self.number not in self.loop.dead_process_ids

    async def _log_in(self, token: str) -> Any:
        """Stand in for the login of discord.py's HTTP client; return the bot's user."""
        http: Any = self.bot.http
        http._HTTPClient__session = Session(self.sim_discord, http.http_trace)
        http._global_over = asyncio.Event()
        http._global_over.set()
        http.token = token
        return self.sim_discord.world.make_user_payload(BOT_ID)

    async def _start(self) -> None:
        """Log in, receive the servers, and become ready."""
        bot: Any = self.bot
        await bot._async_setup_hook()
        self._entered.set()
        bot._connection.shard_count, bot._connection.shard_ids = 1, (0,)
        bot.shard_count = 1
        while True:
            try:
                await bot.login("token")
                break
            except Exception:
                # Retry after a delay, as a supervisor would.
                await asyncio.sleep(5)
        if bot.is_closed():
            return
        world = self.sim_discord.world
        ready = {
            "v": 10,
            "user": world.make_user_payload(BOT_ID),
            "guilds": [{"id": str(guild), "unavailable": True} for guild in world.guilds],
            "session_id": "s",
            "resume_gateway_url": "ws://nowhere",
            "shard": [0, 1],
            "application": {"id": str(APPLICATION_ID), "flags": 0},
        }
        # Call the parser directly, because the gateway delivers events in order but the loop may not.
        bot._connection.parsers["READY"](ready)
        for guild in world.guilds:
            bot._connection.parsers["GUILD_CREATE"](world.make_guild_payload(guild))
        self.sim_discord.gateway.listeners.append(self.receive_event)
        bot._AutoShardedClient__shards[0] = SimShard(self)
        await bot.wait_until_ready()
        self.ready = not self.is_stopping

    def receive_event(self, name: str, data: Any) -> None:
        """Pass a gateway event to discord.py in this process, unless it was killed."""
        if not self.is_alive:
            return
        parsers: Any = self.bot._connection.parsers
        press = int(data.pop("_press", 0)) if isinstance(data, dict) else 0
        self.loop.call_soon(parsers[name], data, context=make_context(self.number, press))

    def run(self, work: Any, press: int = 0) -> asyncio.Task[Any]:
        return self.loop.create_task(work, context=make_context(self.number, press))

    def disconnect(self) -> None:
        """Stop receiving gateway events."""
        if self.receive_event in self.sim_discord.gateway.listeners:
            self.sim_discord.gateway.listeners.remove(self.receive_event)

    def stop(self, on_end: Callable[[], object]) -> None:
        """Stop the process like a signal to :func:`bot.host.hosting.host_bot`.

        :param on_end: called once the process has ended.
        """
        self.ready, self.is_stopping = False, True
        self.run(self._stop(on_end))

    async def _stop(self, on_end: Callable[[], object]) -> None:
        """Close the bot, abandon a start in progress, close the database, and end."""
        await self._entered.wait()
        try:
            await self.bot.close()
            self.main.cancel()
            await asyncio.gather(self.main, return_exceptions=True)
            await self.store.close()
        except Exception as error:
            self.stop_error = error
        call_outside_bot(self.loop, 0, self._end, on_end)

    def _end(self, on_end: Callable[[], object]) -> None:
        """End the process after a normal stop, unless it was killed."""
        if self.is_alive:
            self.kill()
            on_end()

    def kill(self) -> None:
        """Kill the process. Uncommitted transactions are lost."""
        self.loop.kill_process(self.number)
        self.disconnect()
        if self.disk._connection.in_transaction:
            self.disk._connection.rollback()

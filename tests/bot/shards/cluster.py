"""Several bot processes on one simulated Discord and one PostgreSQL database."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from random import Random

from bot.kit.server_url import ServerUrl
from games.registry import GAMES
from tests.proof.drill.players import Pair
from tests.proof.drill.verify import UNSTORED_PRESS_PATTERN, check_boards, check_moves, find_pending_work
from tests.proof.faults.stage import Stage
from tests.support import postgres
from tests.support.standin.people import Member
from tests.support.standin.process import BotProcess
from tests.support.standin.server import Standin
from tests.support.standin.world import OWNER_ID, World

TIMEOUT_SECONDS = 120.0
SELECT_HOSTS_SQL = "SELECT owner FROM leases WHERE until > now() ORDER BY shard"


class BotCluster:
    """Named bot processes that share a simulated Discord and a database."""

    def __init__(self, standin: Standin, folder: Path, url: ServerUrl, stack: AsyncExitStack) -> None:
        self.standin = standin
        self.url = url
        self._folder = folder
        self._stack = stack
        self.bots: dict[str, BotProcess] = {}

    async def start(self, name: str, **environment: str) -> BotProcess:
        """Start a process and wait until it has logged in."""
        settings = {"THINK_SECONDS": "0.1", "THINK_WORKERS": "1", **environment}
        bot = BotProcess(self.standin, self._folder, environment=settings, server=self.url, name=name)
        self.bots[name] = await self._stack.enter_async_context(bot)
        await bot.start()
        return bot

    def get_stage(self, index: int) -> Stage:
        """Return the stage at an index: a channel with two people of its own."""
        return Stage(self.standin, list(self.standin.world.channels)[index], OWNER_ID + 2 * index)

    def make_pairs(self, chance: Random) -> list[Pair]:
        """Return a pair of players for each channel. The pair of every third channel plays with buttons."""
        found = []
        for index, channel in enumerate(self.standin.world.channels):
            people = (
                Member(self.standin, OWNER_ID + 2 * index),
                Member(self.standin, OWNER_ID + 2 * index + 1),
            )
            game = list(GAMES)[index % len(GAMES)]
            pair = Pair(
                self.standin,
                channel,
                people,
                game,
                Random(chance.random()),
                uses_buttons=index % 3 == 2,
                plays_computer=False,
            )
            found.append(pair)
        return found

    def shorten_waits(self) -> None:
        """Shorten the time for which people wait for an answer."""
        self.standin.interactions.acknowledge_seconds = 3.0
        self.standin.interactions.answer_seconds = 10.0

    def list_hosting_pids(self) -> list[int]:
        """Return the process IDs of the shards' hosts, in order, without those that have no host."""
        lines = postgres.get_server().run_sql(SELECT_HOSTS_SQL, self.url.database).split()
        return [int(line.rpartition(":")[2]) for line in lines]

    async def wait_until_hosting(self, *bots: BotProcess) -> None:
        """Wait until the given processes, in this order, host one shard each, and no other is hosted."""
        await wait_until(
            lambda: asyncio.to_thread(lambda: self.list_hosting_pids() == [bot.pid for bot in bots])
        )

    async def find_problems(
        self, pairs: list[Pair], *, must_be_answered: bool = True, was_paused: bool = False
    ) -> list[str]:
        """Return the problems found after all processes have ended.

        :param must_be_answered: whether every press must have been answered.
        :param was_paused: whether a process was paused for longer than the database waits. Tracebacks of the
            writes refused in that time are then allowed.
        """
        found = [text for pair in pairs for text in pair.unanswered_presses if must_be_answered]
        found += await find_pending_work(self.url)
        stored_moves = await check_moves(self.url, pairs)
        if not stored_moves.acknowledged_move_count:
            found.append("no move was acknowledged")
        found += stored_moves.problems + await check_boards(self.url, self.standin.world)
        found += self.standin.world.violations
        for bot in self.bots.values():
            found += find_tracebacks(bot.log.read_text("utf-8"), was_paused=was_paused)
        return found

    async def wait_until_idle(self) -> None:
        """Wait until no process has pending work."""

        async def is_idle() -> bool:
            return not await find_pending_work(self.url)

        await wait_until(is_idle)


def find_tracebacks(text: str, *, was_paused: bool) -> list[str]:
    """Return the first line of each traceback, except for lost writes if ``was_paused``."""
    lines = [line for line in text.splitlines() if "Traceback" in line]
    return [line for line in lines if not (was_paused and UNSTORED_PRESS_PATTERN.search(line))]


async def wait_until(is_true: Callable[[], Awaitable[bool]]) -> None:
    """Wait until ``is_true`` returns true. Raise TimeoutError after :data:`TIMEOUT_SECONDS`."""
    for _ in range(int(TIMEOUT_SECONDS / 0.1)):
        if await is_true():
            return
        await asyncio.sleep(0.1)
    raise TimeoutError


def count_moves(pairs: list[Pair]) -> int:
    """Return the number of moves that were acknowledged."""
    return sum(
        sent_move.is_acknowledged
        for pair in pairs
        for entries in pair.sent_moves_by_table.values()
        for sent_move in entries
    )


async def wait_for_moves(pairs: list[Pair], move_count: int) -> None:
    """Wait until ``move_count`` more moves have been acknowledged."""
    wanted = count_moves(pairs) + move_count

    async def has_enough_moves() -> bool:
        return count_moves(pairs) >= wanted

    await wait_until(has_enough_moves)


@asynccontextmanager
async def play_in_background(pairs: list[Pair]) -> AsyncIterator[None]:
    """Let the pairs play in the background during a ``with`` block."""
    over = asyncio.Event()
    tasks = [asyncio.create_task(pair.play_matches_until(over)) for pair in pairs]
    try:
        yield
    finally:
        over.set()
        await asyncio.gather(*tasks)


@asynccontextmanager
async def open_cluster(folder: Path, channel_count: int, guild_count: int = 1) -> AsyncIterator[BotCluster]:
    """Start a simulated Discord and create a database, without any bot process yet."""
    server = postgres.get_server()
    url = await server.lend_database()
    world = World(
        channel_count, [f"Person {n + 1}" for n in range(2 * channel_count)], guild_count=guild_count
    )
    try:
        async with Standin(world) as standin, AsyncExitStack() as stack:
            yield BotCluster(standin, folder, url, stack)
    finally:
        server.take_back_databases()

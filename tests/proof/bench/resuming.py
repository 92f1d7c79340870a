"""Measures the time from a start until the computer players of many interrupted tables have moved.

The bot is a separate process connected to the Discord stand-in. Time counts from the moment when the bot is
ready, which discord.py reports two seconds after receiving the last server.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

from bot.storage import Store
from games.core.match import LoggedRow as LogRow
from games.core.match import Match
from games.core.rng import derive_match_key
from games.registry import GAMES
from tests.proof.bench.harness import AT_MOST, Effort, Figure
from tests.proof.load.stock import SECRET, add_table
from tests.support.standin.process import BotProcess
from tests.support.standin.server import Standin
from tests.support.standin.world import OWNER_ID, World

GAME_KEY = "reef"
MAX_SECONDS_BY_TABLE_COUNT = {24: 8.0, 100: 30.0}
"""Longest acceptable time in seconds until the last table has moved, by number of tables."""
COMPUTER_LEVEL = "hard"
MIN_PLIES = 8
"""Minimum number of plies already played in the interrupted matches."""
READY_MESSAGE = "ready guilds"
TIMEOUT_SECONDS = 300.0
COMPUTER_SEAT = 1


def measure_figures(effort: Effort) -> Iterator[Figure]:
    for tables, goal in MAX_SECONDS_BY_TABLE_COUNT.items():
        with tempfile.TemporaryDirectory() as folder:
            seconds = asyncio.run(measure_resuming(Path(folder), tables))
        what = f"{GAME_KEY}: {tables} tables wait for a computer at the start, until the last has moved"
        yield Figure(f"{what} / {goal:g} s", seconds[-1] / goal, AT_MOST, 1)


async def measure_resuming(folder: Path, table_count: int) -> list[float]:
    """Return the seconds until each table waits for its person again, in ascending order.

    The time is ``TIMEOUT_SECONDS`` for a table that never does.
    """
    world = World(table_count, [f"Person {n + 1}" for n in range(2 * table_count)])
    async with Standin(world) as standin, BotProcess(standin, folder, uses_new_interpreter=True) as bot:
        await fill_database(bot.database, list(world.channels))
        await bot.start()
        for _ in range(int(TIMEOUT_SECONDS / 0.01)):
            if READY_MESSAGE in bot.log.read_text():
                break
            await asyncio.sleep(0.01)
        begun = time.monotonic()
        seconds: dict[int, float] = {}
        while len(seconds) < table_count and time.monotonic() - begun < TIMEOUT_SECONDS:
            for place, channel in enumerate(world.channels):
                called = f"<@{OWNER_ID + 2 * place}>"
                if channel not in seconds and any(
                    called in m.content for m in world.list_public_messages(channel)
                ):
                    seconds[channel] = time.monotonic() - begun
            await asyncio.sleep(0.05)
        await bot.stop()
    return sorted([*seconds.values(), *[TIMEOUT_SECONDS] * (table_count - len(seconds))])


async def fill_database(path: Path, channels: Sequence[int]) -> None:
    """Fill a new database with one match per channel, each waiting for a computer player's move."""
    store = await Store.open(path)
    for place, channel in enumerate(channels):
        presses, log = play_until_computer_turn(place)
        first = OWNER_ID + 2 * place
        await add_table(
            store, channel, first, GAMES[GAME_KEY], presses, log, is_over=False, against=COMPUTER_LEVEL
        )
    await store.close()


def play_until_computer_turn(number: int) -> tuple[tuple[int, ...], tuple[LogRow, ...]]:
    """Return the press IDs and log of a random match, up to the computer player's turn."""
    presses = (number * 10 + 1, number * 10 + 2, number * 10 + 3)
    match = Match.begin(GAMES[GAME_KEY], 2, {}, derive_match_key(SECRET, presses))
    chance = Random(number)
    while match.ply < MIN_PLIES or match.active_seat != COMPUTER_SEAT:
        seat = match.to_act[0]
        match = match.act(seat, chance.choice(match.rules.list_candidates(match.state, seat)).token)
    return presses, match.rows

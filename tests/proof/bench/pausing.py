"""Measures how long garbage collections stop the event loop while many tables are live."""

from __future__ import annotations

import asyncio
import gc
import logging
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

from bot.host.garbage import shorten_collection_pauses
from bot.storage import Store
from bot.tables.service import Tables, make_tables
from games.registry import GAMES
from tests.proof.bench.harness import AT_MOST, Effort, Figure
from tests.proof.load.stock import fill_database
from tests.support.standin.world import OWNER_ID

TABLE_COUNT = 1000
MOVE_COUNT = 3000
MAX_PAUSE_SECONDS = 0.020


def measure_figures(effort: Effort) -> Iterator[Figure]:
    """Yield a figure for the longest garbage collection while tables are loaded and moves are made."""
    tables = TABLE_COUNT // 10 if effort.is_quick else TABLE_COUNT
    longest = max(
        measure_pauses(tables, MOVE_COUNT // 10 if effort.is_quick else MOVE_COUNT, with_bot_settings=True)
    )
    yield Figure(
        f"garbage, {tables} live tables: longest pause / 20 ms", longest / MAX_PAUSE_SECONDS, AT_MOST, 1
    )


def measure_pauses(table_count: int, move_count: int, *, with_bot_settings: bool) -> list[float]:
    """Return each garbage collection's CPU seconds while tables are loaded and moves are made.

    :param with_bot_settings: collect garbage as the bot does, instead of with Python's default settings.
    """
    logging.getLogger("bot").setLevel(logging.WARNING)
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(
            _time_collections(
                Path(folder) / "reefs.db", table_count, move_count, with_bot_settings=with_bot_settings
            )
        )


async def _time_collections(
    path: Path, table_count: int, move_count: int, *, with_bot_settings: bool
) -> list[float]:
    """Return each garbage collection's CPU seconds while moves are made at ``table_count`` live tables."""
    await fill_database(path, 0, range(1, table_count + 1))
    store = await Store.open(path)
    try:
        tables = make_tables(store, GAMES)
        if not with_bot_settings:
            with record_collections() as found:
                await _make_random_moves(tables, move_count)
            return found
        with shorten_collection_pauses(), record_collections() as found:
            await _make_random_moves(tables, move_count)
        return found
    finally:
        await store.close()


async def _make_random_moves(tables: Tables, move_count: int) -> None:
    """Load all live tables, then make random moves at random tables, skipping matches that are over."""
    chance = Random(1)
    live = await tables.core.store.matches.list_all_active_table_ids()
    for table_id in live:
        await tables.get(table_id)
    count = 0
    while count < move_count:
        table = await tables.get(chance.choice(live))
        match = table.match
        assert match is not None
        count += 1
        if match.outcome is not None:
            continue
        seat = match.to_act[0]
        token = chance.choice(match.rules.list_candidates(match.state, seat)).token
        place = OWNER_ID + 2 * (table.place.channel_id - 1)
        await tables.play.perform_action(table.id, place + seat, token, match.seq)
        await asyncio.sleep(0)


@contextmanager
def record_collections() -> Iterator[list[float]]:
    """Yield a list to which the CPU seconds of each collection are added.

    CPU time is used because other processes share the machine.
    """
    found: list[float] = []
    begun = 0.0

    def time_collection(phase: str, info: dict[str, Any]) -> None:
        nonlocal begun
        if phase == "start":
            begun = time.thread_time()
        else:
            found.append(time.thread_time() - begun)

    gc.callbacks.append(time_collection)
    try:
        yield found
    finally:
        gc.callbacks.remove(time_collection)


def main() -> None:
    """Print the longest collections, with Python's default settings and with the bot's."""
    for shorten in (False, True):
        found = sorted(measure_pauses(TABLE_COUNT, MOVE_COUNT, with_bot_settings=shorten))
        print(
            f"{'bot' if shorten else 'Python'} decides when to collect: {len(found)} pauses,"
            f" {sum(found):.2f} s in all, the longest {', '.join(f'{1000 * s:.1f}' for s in found[-5:])} ms"
        )


if __name__ == "__main__":
    main()

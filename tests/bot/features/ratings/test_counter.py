"""When it is counted, by whom, and what a stop or another process does to it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from bot.config import load
from bot.errors.storage import DatabaseFailed
from bot.features.ratings import offline
from bot.features.ratings.counter import Counter
from bot.features.ratings.reader import Reader
from bot.storage import Store
from bot.tables.feed import Change, Kind
from games.core.words import words
from tests.bot.features.ratings.club import TOYS, add_finished, sit
from tests.support.stores import ON_BOTH, open_store_at, opened_store, placed

pytestmark = ON_BOTH


async def everybody(tables: Sequence[int]) -> list[int]:
    return list(tables)


def counter(store: Store, *, mine: object = everybody, hosts: object = lambda: True) -> Counter:
    return Counter(store.ratings, Reader(store, TOYS), TOYS, mine, hosts)  # type: ignore[arg-type]


async def ended(store: Store, at: int) -> Change:
    return Change(await add_finished(store, Random(at), at, swap=False, seated=sit(11, 22)), 9, Kind.ENDED)


async def test_an_end_is_counted_and_other_changes_are_not_looked_at(store: Store) -> None:
    counting = counter(store)
    change = await ended(store, 1)
    counting.hear(Change(change.table_id, 9, Kind.ACTED))
    await counting.settle()
    assert await store._database.rows("SELECT 1 FROM results") == []
    counting.hear(change)
    await counting.settle()
    assert await store._database.rows("SELECT match_id FROM results") == [(change.table_id,)]


async def test_two_processes_count_a_match_once(tmp_path: Path) -> None:
    path = tmp_path / "reefs.db"
    async with opened_store(path) as store:
        place = await placed(path)
        # A file has one process alone; there the two are counters of one store.
        other = store if isinstance(place, Path) else await open_store_at(path)
        try:
            counters = counter(store), counter(other)
            for at in range(12):
                change = await ended(store, 100 - at % 5)
                for one in counters:
                    one.hear(change)
                if at % 3 == 0:
                    await asyncio.gather(*(one.settle() for one in counters))
            await asyncio.gather(*(one.settle() for one in counters))
            sql = "SELECT count(*) FROM result_seats WHERE user_id = 11"
            rows = await store._database.rows(sql)
            assert rows[0][0] == 12
            counted = await store.ratings.list_ratings()
            await store.ratings.clear()
            counters[1].wake()
            await counters[1].settle()
            assert await store.ratings.list_ratings() == counted
        finally:
            if other is not store:
                await other.close()


async def test_the_tables_of_another_process_are_left_to_it(store: Store) -> None:
    change = await ended(store, 1)

    async def nobodys(tables: Sequence[int]) -> list[int]:
        return []

    counting = counter(store, mine=nobodys)
    counting.hear(change)
    counting.wake()
    await counting.settle()
    assert await store._database.rows("SELECT 1 FROM results") == []


async def test_one_that_stands_by_or_stops_counts_nothing(store: Store) -> None:
    change = await ended(store, 1)
    standing_by = counter(store, hosts=lambda: False)
    standing_by.hear(change)
    await standing_by.settle()
    stopped = counter(store)
    stopped.stop()
    stopped.hear(change)
    await stopped.settle()
    assert await store._database.rows("SELECT 1 FROM results") == []


async def test_what_a_broken_database_did_not_take_is_counted_with_the_next(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    counting = counter(store)
    first = await ended(store, 1)

    async def fail(*args: object, **named: object) -> int:
        raise DatabaseFailed("disk I/O error")

    with monkeypatch.context() as broken:
        broken.setattr(store.ratings, "add", fail)
        counting.hear(first)
        await counting.settle()
    second = await ended(store, 2)
    counting.hear(second)
    await counting.settle()
    found = {row[0] for row in await store._database.rows("SELECT match_id FROM results")}
    assert found == {first.table_id, second.table_id}


async def test_a_log_that_cannot_be_read_keeps_no_other_from_being_counted(store: Store) -> None:
    broken, whole = await ended(store, 1), await ended(store, 2)
    await store._database.run("UPDATE log SET text = 'nonsense' WHERE match_id = ?", (broken.table_id,))
    counting = counter(store)
    counting.wake()
    await counting.settle()
    rows = await store._database.rows("SELECT match_id, why FROM results ORDER BY match_id")
    assert rows[0] == (broken.table_id, "unreadable") and rows[1][0] == whole.table_id


async def test_the_command_counts_all_anew_and_says_that_nothing_has_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(offline, "GAMES", TOYS)
    path = tmp_path / "reefs.db"
    async with opened_store(path) as store:
        for at in range(30):
            await add_finished(store, Random(at), at)
        counting = counter(store)
        counting.wake()
        await counting.settle()
        before = await store.ratings.list_ratings()
    place = await placed(path)
    given = {"DATABASE_PATH": str(place)} if isinstance(place, Path) else {"DATABASE_URL": place.text}
    config = load(given, tmp_path / ".env")
    assert await offline.rate_again(config, words()) == 0
    said = capsys.readouterr().out
    assert "Counted 30 finished matches again" in said and "Every rating is as it was." in said
    async with opened_store(path) as store:
        assert await store.ratings.list_ratings() == before
        await store._database.run("UPDATE result_seats SET mu = mu + 1 WHERE match_id = 1 AND mu IS NOT NULL")
    await offline.rate_again(config, words())
    async with opened_store(path) as store:
        assert await store.ratings.list_ratings() == before

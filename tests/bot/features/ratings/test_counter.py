"""A match is counted when it ends, by the process that owns its table, despite stops and errors."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from bot.config import load_config
from bot.errors.storage import DatabaseFailed
from bot.features.ratings import offline
from bot.features.ratings.counter import ResultCounter
from bot.features.ratings.reader import ResultReader
from bot.storage import Store
from bot.tables.feed import Change, ChangeKind
from games.core.words import load_words
from tests.bot.features.ratings.club import TOYS, add_finished_match, make_seats
from tests.support.stores import ON_BOTH_ENGINES, keep_store_open, open_store_at, prepare_database

pytestmark = ON_BOTH_ENGINES


async def own_all_tables(tables: Sequence[int]) -> list[int]:
    """Pretend that this process owns all tables."""
    return list(tables)


def make_counter(
    store: Store, *, pick_owned_table_ids: object = own_all_tables, is_hosting: object = lambda: True
) -> ResultCounter:
    return ResultCounter(store.ratings, ResultReader(store, TOYS), TOYS, pick_owned_table_ids, is_hosting)  # type: ignore[arg-type]


async def add_ended_match(store: Store, ended_at: int) -> Change:
    return Change(
        await add_finished_match(store, Random(ended_at), ended_at, swap=False, seated=make_seats(11, 22)),
        9,
        ChangeKind.ENDED,
    )


async def test_only_the_end_of_a_match_is_counted(store: Store) -> None:
    counting = make_counter(store)
    change = await add_ended_match(store, 1)
    counting.handle_change(Change(change.table_id, 9, ChangeKind.ACTED))
    await counting.wait_until_idle()
    assert await store._database.fetch_rows("SELECT 1 FROM results") == []
    counting.handle_change(change)
    await counting.wait_until_idle()
    assert await store._database.fetch_rows("SELECT match_id FROM results") == [(change.table_id,)]


async def test_two_processes_count_a_match_once(tmp_path: Path) -> None:
    path = tmp_path / "reefs.db"
    async with keep_store_open(path) as store:
        place = await prepare_database(path)
        # Only one process can open a SQLite file, so on SQLite both counters share one store.
        other = store if isinstance(place, Path) else await open_store_at(path)
        try:
            counters = make_counter(store), make_counter(other)
            for at in range(12):
                change = await add_ended_match(store, 100 - at % 5)
                for one in counters:
                    one.handle_change(change)
                if at % 3 == 0:
                    await asyncio.gather(*(one.wait_until_idle() for one in counters))
            await asyncio.gather(*(one.wait_until_idle() for one in counters))
            sql = "SELECT count(*) FROM result_seats WHERE user_id = 11"
            rows = await store._database.fetch_rows(sql)
            assert rows[0][0] == 12
            counted = await store.ratings.list_ratings()
            await store.ratings.delete_results_and_ratings()
            counters[1].wake()
            await counters[1].wait_until_idle()
            assert await store.ratings.list_ratings() == counted
        finally:
            if other is not store:
                await other.close()


async def test_tables_of_another_process_are_not_counted(store: Store) -> None:
    change = await add_ended_match(store, 1)

    async def own_no_tables(tables: Sequence[int]) -> list[int]:
        return []

    counting = make_counter(store, pick_owned_table_ids=own_no_tables)
    counting.handle_change(change)
    counting.wake()
    await counting.wait_until_idle()
    assert await store._database.fetch_rows("SELECT 1 FROM results") == []


async def test_the_counter_of_a_standby_or_a_stopped_process_counts_nothing(store: Store) -> None:
    change = await add_ended_match(store, 1)
    is_standing_by = make_counter(store, is_hosting=lambda: False)
    is_standing_by.handle_change(change)
    await is_standing_by.wait_until_idle()
    stopped = make_counter(store)
    stopped.stop()
    stopped.handle_change(change)
    await stopped.wait_until_idle()
    assert await store._database.fetch_rows("SELECT 1 FROM results") == []


async def test_a_match_that_could_not_be_stored_is_counted_with_the_next(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    counting = make_counter(store)
    first = await add_ended_match(store, 1)

    async def fail_to_store(*args: object, **kwargs: object) -> int:
        raise DatabaseFailed("disk I/O error")

    with monkeypatch.context() as broken:
        broken.setattr(store.ratings, "add_missing_results", fail_to_store)
        counting.handle_change(first)
        await counting.wait_until_idle()
    second = await add_ended_match(store, 2)
    counting.handle_change(second)
    await counting.wait_until_idle()
    found = {row[0] for row in await store._database.fetch_rows("SELECT match_id FROM results")}
    assert found == {first.table_id, second.table_id}


async def test_an_unreadable_log_does_not_stop_others_from_being_counted(store: Store) -> None:
    broken, whole = await add_ended_match(store, 1), await add_ended_match(store, 2)
    await store._database.run("UPDATE log SET text = 'nonsense' WHERE match_id = ?", (broken.table_id,))
    counting = make_counter(store)
    counting.wake()
    await counting.wait_until_idle()
    rows = await store._database.fetch_rows("SELECT match_id, why FROM results ORDER BY match_id")
    assert rows[0] == (broken.table_id, "unreadable") and rows[1][0] == whole.table_id


async def test_the_command_recounts_all_matches_and_reports_unchanged_ratings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(offline, "GAMES", TOYS)
    path = tmp_path / "reefs.db"
    async with keep_store_open(path) as store:
        for at in range(30):
            await add_finished_match(store, Random(at), at)
        counting = make_counter(store)
        counting.wake()
        await counting.wait_until_idle()
        before = await store.ratings.list_ratings()
    place = await prepare_database(path)
    given = {"DATABASE_PATH": str(place)} if isinstance(place, Path) else {"DATABASE_URL": place.text}
    config = load_config(given, tmp_path / ".env")
    assert await offline.recompute_ratings(config, load_words()) == 0
    output = capsys.readouterr().out
    assert "Counted 30 finished matches again" in output and "Every rating is as it was." in output
    async with keep_store_open(path) as store:
        assert await store.ratings.list_ratings() == before
        await store._database.run("UPDATE result_seats SET mu = mu + 1 WHERE match_id = 1 AND mu IS NOT NULL")
    await offline.recompute_ratings(config, load_words())
    async with keep_store_open(path) as store:
        assert await store.ratings.list_ratings() == before

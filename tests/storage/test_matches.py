"""Rows of a log: each number once, and all or none with what is written together with them."""

from __future__ import annotations

import sqlite3

import pytest

from bot.storage import Store
from bot.storage.matches import SeqTaken
from games.core.match import ACT, Row
from tests.storage.test_people import add, table


async def test_a_number_is_given_once_and_of_a_refused_move_nothing_stays(store: Store) -> None:
    match = await add(store, table())
    await store.matches.append(match, 0, [Row(ACT, 0, "a"), Row(ACT, 1, "b")], 100, over=False)
    with pytest.raises(SeqTaken):
        await store.matches.append(match, 1, [Row(ACT, 0, "late"), Row(ACT, 0, "later")], 100, over=True)
    assert [row.text for row in await store.matches.log(match)] == ["a", "b"]
    row = await store.matches.find(match)
    assert row is not None
    assert row.status == "playing"


async def test_what_else_is_refused_is_not_taken_for_a_late_move(store: Store) -> None:
    def dangling(connection: sqlite3.Connection) -> None:
        connection.execute("INSERT INTO invitations (match_id, user_id) VALUES (999, 1)")

    match = await add(store, table())
    with pytest.raises(sqlite3.IntegrityError):
        await store.matches.append(match, 0, [Row(ACT, 0, "a")], 100, over=False, also=dangling)
    assert await store.matches.log(match) == ()

"""A move reads and writes the database only a few times."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from bot.storage.engine.sqlite import SqliteDatabase
from tests.support.harbour import Harbour, list_buttons, wait_until_idle
from tests.support.reading import get_reply


class DatabaseCosts:
    """Counts the reads and write transactions of a block."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.reads: list[str] = []
        self.write_count = 0
        self._counting = False
        rows, write = SqliteDatabase.fetch_rows, SqliteDatabase.write

        async def count_read(database: Any, sql: str, values: Any = ()) -> Any:
            self.reads += [" ".join(sql.split())] * self._counting
            return await rows(database, sql, values)

        async def count_write(database: Any, work: Any, **kwargs: Any) -> Any:
            self.write_count += self._counting
            return await write(database, work, **kwargs)

        monkeypatch.setattr(SqliteDatabase, "fetch_rows", count_read)
        monkeypatch.setattr(SqliteDatabase, "write", count_write)

    @contextmanager
    def assert_at_most(self, reads: int, writes: int) -> Iterator[None]:
        """Assert that the block makes at most ``reads`` and ``writes``, and reads messages at most once."""
        self.reads, self.write_count, self._counting = [], 0, True
        yield
        self._counting = False
        assert len(self.reads) <= reads, "\n".join(self.reads)
        assert self.write_count <= writes
        assert len([sql for sql in self.reads if "posted_seq" in sql and "WHERE match_id" in sql]) <= 1


@pytest.fixture
def costs(monkeypatch: pytest.MonkeyPatch) -> DatabaseCosts:
    return DatabaseCosts(monkeypatch)


async def begin_experienced_match(harbour: Harbour) -> None:
    """Start a match of two people who know the game, and make the first move."""
    await harbour.begin_match()
    await harbour.turn_guide_off()
    await harbour.answer_questions()
    await wait_until_idle(harbour)


async def test_a_typed_move_reads_and_writes_little(harbour: Harbour, costs: DatabaseCosts) -> None:
    await begin_experienced_match(harbour)
    match = await harbour.find_match()
    (*_, token) = (a.token for a in match.legal_actions(match.to_act[0]) if a.token.startswith("flip"))
    person = await harbour.find_player()
    with costs.assert_at_most(reads=4, writes=2):
        await harbour.type_move(token, person)
        await wait_until_idle(harbour)
    # Updating a private message reads whether its person is guided. If the message is replaced before its
    # update, nothing is read.
    with costs.assert_at_most(reads=8, writes=4):
        await harbour.type_move("end", person)
        await wait_until_idle(harbour)


async def test_a_step_of_the_panel_writes_nothing(harbour: Harbour, costs: DatabaseCosts) -> None:
    await begin_experienced_match(harbour)
    answer = await harbour.press_action_kind("flip")
    person = await harbour.find_player()
    (pick, *_) = [
        i for i, text in list_buttons(get_reply(answer)).items() if i.startswith("b:go") and text != "Back"
    ]
    with costs.assert_at_most(reads=2, writes=0):
        await person.click(get_reply(answer), custom_id=pick)
        await wait_until_idle(harbour)


async def test_a_pressed_move_reads_and_writes_little(harbour: Harbour, costs: DatabaseCosts) -> None:
    await begin_experienced_match(harbour)
    answer = await harbour.press_action_kind("flip")
    person = await harbour.find_player()
    seq = (await harbour.find_match()).seq
    while not (confirm := [i for i in list_buttons(get_reply(answer)) if i.startswith("b:ac")]):
        (pick, *_) = [
            i for i, text in list_buttons(get_reply(answer)).items() if i.startswith("b:go") and text
        ]
        answer = await person.click(get_reply(answer), custom_id=pick)
    await wait_until_idle(harbour)
    with costs.assert_at_most(reads=5, writes=2):
        await person.click(get_reply(answer), custom_id=confirm[0])
        await wait_until_idle(harbour)
    assert (await harbour.find_match()).seq == seq + 1


async def test_announcing_a_table_without_news_reads_little(harbour: Harbour, costs: DatabaseCosts) -> None:
    await begin_experienced_match(harbour)
    with costs.assert_at_most(reads=2, writes=0):
        harbour.bot.announcer.announce_table(1)
        await wait_until_idle(harbour)

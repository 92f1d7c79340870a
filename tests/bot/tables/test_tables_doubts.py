"""After a connection broke during a COMMIT, the change is announced once it is known to be stored."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from bot.errors.storage import CommitUncertain, DatabaseFailed
from bot.storage.engine.database import Work
from bot.tables import doubts
from bot.tables.feed import Change, ChangeKind
from tests.support.stores import ON_BOTH_ENGINES_AT_NIGHT
from tests.support.tables_kit import ANN, BEN, Hall, open_hall

pytestmark = ON_BOTH_ENGINES_AT_NIGHT


class UnreachableDatabase:
    """A simulation that makes a database unreachable at a COMMIT.

    :param is_committed: whether the COMMIT takes effect nevertheless.
    """

    def __init__(self, hall: Hall, *, is_committed: bool) -> None:
        self._database = hall.store._database
        self._write, self._rows, self._is_committed = (
            self._database.write,
            self._database.fetch_rows,
            is_committed,
        )

    async def _write_and_disconnect(self, work: Work[Any], **kwargs: Any) -> Any:
        if self._is_committed:
            await self._write(work, **kwargs)
        self._database.fetch_rows = self._fail_to_read  # type: ignore[method-assign]
        raise CommitUncertain

    async def _fail_to_read(self, sql: str, values: Any = ()) -> Any:
        raise DatabaseFailed("away")

    @contextmanager
    def disconnect_at_next_write(self) -> Iterator[None]:
        """Lose the connection at the next write within the block."""
        self._database.write = self._write_and_disconnect  # type: ignore[method-assign]
        try:
            yield
        finally:
            self._database.write = self._write  # type: ignore[method-assign]

    def reconnect(self) -> None:
        """Make the database reachable again."""
        self._database.fetch_rows = self._rows  # type: ignore[method-assign]


async def wait_until_nothing_is_in_doubt() -> None:
    """Wait until no write is in doubt."""
    await asyncio.gather(*(task for task in asyncio.all_tasks() if task.get_name().startswith("doubt")))


@pytest.fixture(autouse=True)
def shorten_delays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doubts, "FIRST_CHECK_SECONDS", 0.01)
    monkeypatch.setattr(doubts, "MAX_CHECK_SECONDS", 0.05)


@pytest.mark.parametrize("is_committed", [True, False])
async def test_a_move_in_doubt_is_announced_once_the_database_confirms_it(
    tmp_path: Path, is_committed: bool
) -> None:
    async with open_hall(tmp_path) as hall:
        table = await hall.start_match(BEN)
        heard: list[Change] = []
        hall.tables.feed.subscribe("test", heard.append)
        away = UnreachableDatabase(hall, is_committed=is_committed)
        with away.disconnect_at_next_write(), pytest.raises(CommitUncertain):
            await hall.tables.play.perform_action(table.id, ANN.user_id, "add:1", 0)
        await asyncio.sleep(0.1)
        assert heard == []
        away.reconnect()
        await wait_until_nothing_is_in_doubt()
        assert heard == [Change(table.id, 1, ChangeKind.ACTED)] * is_committed
        # Whether or not the move was stored, the table agrees with the database.
        table = await hall.tables.get(table.id)
        assert table.match is not None and table.match.seq == is_committed


@pytest.mark.parametrize("is_committed", [True, False])
async def test_an_end_in_doubt_is_announced_only_if_it_is_stored(tmp_path: Path, is_committed: bool) -> None:
    async with open_hall(tmp_path) as hall:
        table = await hall.open_lobby(BEN)
        heard: list[Change] = []
        hall.tables.feed.subscribe("test", heard.append)
        away = UnreachableDatabase(hall, is_committed=is_committed)
        with away.disconnect_at_next_write(), pytest.raises(CommitUncertain):
            await hall.tables.lobby.cancel_lobby(table.id, ANN.user_id)
        away.reconnect()
        await wait_until_nothing_is_in_doubt()
        assert heard == [Change(table.id, 0, ChangeKind.ENDED)] * is_committed

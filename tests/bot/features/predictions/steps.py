"""Steps of the stories about predictions."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.computers.pool import Pool
from games.review import slices
from tests.support.harbour import Harbour, rest
from tests.support.toy import TOYS

QUICK = {"MOST_DEALS": 4, "LEAST_DEALS": 4, "MOST_WALKS": 8, "LEAST_WALKS": 8}


@pytest.fixture
async def hall(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Harbour]:
    """A match of Anna and Ben, whom Dana and Mo watch."""
    for name, number in QUICK.items():
        monkeypatch.setattr(slices, name, number)
    monkeypatch.setattr(Pool, "evaluate_slice", look_here)
    harbour = await Harbour.open(tmp_path, TOYS)
    await harbour.unguided()
    await harbour.begin("toy", options="goal=40")
    yield harbour
    await harbour.close()


async def look_here(self: Pool, piece: Any, left: int) -> slices.Finding:
    """Do a slice in this process: a worker knows no toys."""
    found = slices.review_slice(TOYS[piece.game], piece)
    if isinstance(piece, slices.StartSlice):
        return found
    # A toy has no idea who is ahead.
    return replace(found, shown=(0.5 + piece.ply / 100, 0.5 - piece.ply / 100))


async def turns(hall: Harbour, count: int) -> None:
    for _ in range(count):
        table = await hall.table()
        match = await hall.match()
        assert match.turn is not None
        user = table.occupants[match.turn].user_id
        await hall.bot.tables.play.act(1, user, "roll:0", match.seq)
    await rest(hall)

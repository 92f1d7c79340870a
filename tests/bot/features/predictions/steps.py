"""Steps of the prediction tests."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.computers.pool import WorkerPool
from games.review import slices
from tests.support.findings import evaluate_slice_once
from tests.support.harbour import Harbour, wait_until_idle
from tests.support.toy import TOYS


async def evaluate_in_process(self: WorkerPool, piece: Any, remaining_work: int) -> slices.ReviewFinding:
    """Evaluate a slice in the test's own process, because worker processes don't know the toy games."""
    found = evaluate_slice_once(piece, lambda: slices.review_slice(TOYS[piece.game], piece))
    assert isinstance(found, slices.ReviewFinding)
    if isinstance(piece, slices.StartSlice):
        return found
    # Change the win chance with every step, so that predictions at different steps score differently.
    return replace(found, shown=(0.5 + piece.ply / 100, 0.5 - piece.ply / 100))


async def play_turns(harbour: Harbour, count: int) -> None:
    for _ in range(count):
        table = await harbour.find_table()
        match = await harbour.find_match()
        assert match.active_seat is not None
        user = table.occupants[match.active_seat].user_id
        await harbour.bot.tables.play.perform_action(1, user, "roll:0", match.seq)
    await wait_until_idle(harbour)

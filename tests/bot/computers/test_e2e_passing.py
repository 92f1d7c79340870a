"""The board says once that a computer player ended its turn without an action."""

from __future__ import annotations

from bot.computers.thinker import Thinker
from bot.computers.worker import Job, Ranking
from tests.support.at_table import press_at_table
from tests.support.harbour import THINK_SECONDS, Harbour, replace_thinker
from tests.support.reading import read_text
from tests.support.thinking import StubWorker


async def test_the_board_says_once_that_a_computer_passed(harbour: Harbour) -> None:
    def pass_every_turn(job: Job) -> Ranking:
        """End every turn immediately, and take no worm in the turns of others."""
        return (("end" if job.view.active_seat == job.seat else "worm:-", 0.5),)

    replace_thinker(harbour.bot, Thinker(THINK_SECONDS, StubWorker(pass_every_turn)))
    # With this secret, the second seat begins.
    harbour.bot.tables.core.draw_secret = lambda: bytes([3]) * 32
    await harbour.open_lobby("das_riff")
    table = await harbour.find_table()
    await harbour.bot.tables.lobby.add_computer(table.id, harbour.anna.id, "easy", "Fish 1", 1)
    await press_at_table(harbour.anna, harbour.channel, "start")
    assert "Fish 1 begins." in read_text(harbour.board)
    await harbour.type_move("worm:-", harbour.anna)
    assert "Fish 1 only collects worms." in read_text(harbour.board)
    assert "begins" not in read_text(harbour.board)
    for typed in ("end", "worm:-"):
        await harbour.type_move(typed, harbour.anna)
    assert "Fish 1 only collects worms." in read_text(harbour.board)

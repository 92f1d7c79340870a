"""The database fails after a write: people get a truthful answer, and the channel is updated later."""

from __future__ import annotations

from bot.kit.retries import RETRY_DELAYS_SECONDS
from tests.support.at_table import press_at_table
from tests.support.harbour import Harbour
from tests.support.reading import get_reply, read_answer, read_text
from tests.support.tables_kit import break_reads_after_writes


async def test_a_stored_resignation_is_confirmed_and_shown(harbour: Harbour) -> None:
    await harbour.begin_match()
    sure = get_reply(await press_at_table(harbour.ben, harbour.channel, "resign"))
    with break_reads_after_writes(harbour.store):
        answer = await harbour.ben.click(sure, label="Resign")
        await harbour.bot.announcer.wait_until_idle()
    assert "The match has ended." in read_answer(answer)
    assert "Play again" not in str(harbour.board.components)
    await harbour.env.advance_time(RETRY_DELAYS_SECONDS[0] + 1)
    assert "Play again" in str(harbour.board.components), "shown once the database can be read again"


async def test_a_stored_join_is_confirmed(harbour: Harbour) -> None:
    lobby = await harbour.open_lobby()
    with break_reads_after_writes(harbour.store):
        answer = await harbour.ben.click(lobby, label="Join")
        await harbour.bot.announcer.wait_until_idle()
    assert "Done" in read_answer(answer) and "nothing has changed. Try" not in read_answer(answer)
    assert (await harbour.find_table()).user_ids == (harbour.anna.id, harbour.ben.id)
    await harbour.env.advance_time(RETRY_DELAYS_SECONDS[0] + 1)
    assert harbour.ben.mention in read_text(harbour.board)

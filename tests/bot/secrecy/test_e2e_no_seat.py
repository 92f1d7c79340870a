"""Users without a seat neither see another seat nor act for it."""

from __future__ import annotations

from typing import Any

import pytest

from bot.ui.ids import make_custom_id
from tests.support.harbour import Harbour
from tests.support.reading import KeptMessage, get_reply, read_answer

NO_SEAT_TEXT = "You have no seat at this table."
OUTDATED_TEXT = "This button is out of date."


async def test_a_move_for_a_seat_that_changed_hands_does_not_show_another_seat(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    await harbour.begin_match("coral_reef")
    table = await harbour.find_table()
    if (await harbour.find_match()).active_seat == 0:
        await harbour.type_move((await harbour.find_match()).legal_actions(0)[0].token)
    match = await harbour.find_match()
    assert match.active_seat == 1
    mover, first = await harbour.find_player(), await harbour.find_player(0)
    theirs = get_reply(await harbour.press_tool_button(first, "Describe")).content
    real = harbour.bot.tables.play.perform_action

    async def act_and_leave(*args: Any, **kwargs: Any) -> Any:
        result = await real(*args, **kwargs)
        left = await harbour.bot.tables.seats.leave_table(table.id, mover.id)
        return type(result)(left, result.match_before, result.steps)

    monkeypatch.setattr(harbour.bot.tables.play, "perform_action", act_and_leave)
    answer = await harbour.type_move(match.legal_actions(1)[0].token)
    assert read_answer(answer) == NO_SEAT_TEXT
    reply = get_reply(answer)
    assert not reply.components
    assert not set(reply.content.split("\n")) & set(theirs.split("\n"))


async def test_a_button_without_a_valid_seat_is_out_of_date(harbour: Harbour) -> None:
    await harbour.begin_match()
    table = await harbour.find_table()
    await harbour.bot.tables.seats.leave_table(table.id, table.occupants[0].user_id)
    assert (await harbour.find_table()).computer_seats == (0,)
    message = KeptMessage(harbour, harbour.board)
    for verb in ("tky", "cmq", "cmy", "cpq", "cpy", "ceq", "cey"):
        for parts in ((), ("",), ("-1",), ("zz!",)):
            answer = await message.forge_press(harbour.dana, make_custom_id("b", verb, table.id, *parts))
            assert read_answer(answer).startswith(OUTDATED_TEXT), (verb, parts)
    assert (await harbour.find_table()).computer_seats == (0,)

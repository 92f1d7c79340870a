"""What a waiting player's private message says when their turn comes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.ui.play import waiting_status
from tests.bot.ui.waiting import is_shown, make_move, open_waiting_panel
from tests.support.at_table import press_at_table
from tests.support.harbour import Harbour, list_buttons
from tests.support.reading import get_reply, read_picture


async def test_a_waiting_panel_leaves_news_and_buttons_to_the_board_when_the_turn_comes(
    harbour: Harbour,
) -> None:
    panel = await open_waiting_panel(harbour)
    await make_move(harbour)
    assert panel.content.startswith("Your turn") and "Ben plays" not in panel.content
    assert not list_buttons(panel) and not panel.attachments
    assert "Ben plays" in harbour.board.content
    await make_move(harbour)
    assert not is_shown(harbour, panel), "the answer to the typed move replaces it"


@pytest.mark.parametrize("is_elsewhere", [True, False])
async def test_a_waiting_panel_without_its_board_shows_the_news_and_begins_the_next_move(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch, is_elsewhere: bool
) -> None:
    panel = await open_waiting_panel(harbour)
    if is_elsewhere:
        board_is_here = waiting_status._is_board_here
        monkeypatch.setattr(
            waiting_status,
            "_is_board_here",
            lambda interaction, table: board_is_here(
                interaction, replace(table, place=replace(table.place, channel_id=1))
            ),
        )
    else:
        monkeypatch.setattr(harbour.bot.announcer, "has_obstacle", lambda table_id: True)
    await make_move(harbour)
    assert "Waiting" not in panel.content and "Your turn" in panel.content
    assert "Ben plays" in panel.content, "the panel tells what has happened in the meantime"
    assert {"Move…", "Hint"} <= set(list_buttons(panel).values())
    assert "What now?" not in list_buttons(panel).values()
    assert not panel.attachments
    reply = get_reply(await harbour.anna.click(panel, label="Move…"))
    await read_picture(reply)
    assert reply.id == panel.id and "moved on" not in reply.content


async def test_after_the_end_only_the_result_has_buttons(harbour: Harbour) -> None:
    panel = await open_waiting_panel(harbour)
    reply = get_reply(await press_at_table(harbour.ben, harbour.channel, "resign"))
    await harbour.ben.click(reply, label="Resign")
    await harbour.settle()
    await harbour.bot.panels.wait_until_idle()
    assert "The match has ended" in panel.content and not list_buttons(panel)

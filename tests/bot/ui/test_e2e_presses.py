"""Before its handler runs, a press is acknowledged as its :class:`bot.ui.presses.PressHandler` declares."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bot import app
from bot.features.contract import Feature
from bot.model.table import Table
from bot.ui import replies
from bot.ui.answers import AnswerTarget, get_answer
from bot.ui.components import Item, make_button
from bot.ui.ids import make_custom_id
from bot.ui.offers import MenuEntry
from bot.ui.presses import PressHandler
from bot.ui.services import Interaction
from games.core.words import Words
from tests.support.harbour import Harbour
from tests.support.reading import get_reply, read_answer
from tests.support.toy import TOYS

ACKNOWLEDGEMENTS: tuple[tuple[dict[str, Any], AnswerTarget], ...] = (
    ({}, AnswerTarget.SAME),
    ({"acknowledge": "same"}, AnswerTarget.SAME),
    ({"acknowledge": "layout"}, AnswerTarget.SAME),
    ({"acknowledge": "new"}, AnswerTarget.NEW),
    ({"acknowledge": "silent"}, AnswerTarget.SAME),
)


@pytest.mark.parametrize(("declared", "target"), ACKNOWLEDGEMENTS)
async def test_a_press_is_acknowledged_before_its_handler_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, declared: dict[str, Any], target: AnswerTarget
) -> None:
    async def show_acknowledgement(interaction: Interaction, parts: list[str], values: list[str]) -> None:
        found = get_answer(interaction).target
        await replies.show(interaction, "late" if found is None else found.name)

    def make_listener(table: Table, user_id: int, w: Words, row: int) -> Item:
        return make_button(make_custom_id("b", "zzl", table.id), "Listen", row=row)

    feature = Feature(
        name="listener",
        press_handlers=(PressHandler("zzl", show_acknowledgement, **declared),),
        menu_entries=(MenuEntry(make_listener),),
    )
    monkeypatch.setattr(app, "FEATURES", (lambda services: feature,))
    harbour = await Harbour.open(tmp_path, TOYS)
    try:
        await harbour.begin_match("toy")
        menu = get_reply(await harbour.anna.click(harbour.board, label="More…"))
        assert read_answer(await harbour.anna.click(menu, label="Listen")) == target.name
    finally:
        await harbour.close()


async def test_discord_py_keeps_no_view_of_messages_with_buttons(harbour: Harbour) -> None:
    store = harbour.bot._connection._view_store
    stored: list[Any] = []
    store.add_view = lambda view, message_id=None: stored.append(view)  # type: ignore[method-assign]
    board = await harbour.begin_match()
    person = await harbour.find_player()
    panel = get_reply(await person.click(board, label="My view"))
    assert not stored, "presses need only their custom_ids"
    assert read_answer(await person.click(panel, label="Move…")) and not stored

"""Private pages lead on: a person who can move finds the buttons for it below each of them."""

from __future__ import annotations

from typing import Any

import pytest

from games.registry import GAMES
from tests.support.at_table import press_at_table
from tests.support.game_parts import GAMES_WITH_OWN_PARTS
from tests.support.harbour import Harbour, list_buttons
from tests.support.reading import check_limits, get_reply


async def open_own_view(harbour: Harbour, person: Any, key: str) -> Any:
    label = "My hand" if GAMES[key].has_hidden_hands else "My view"
    return get_reply(await person.click(harbour.board, label=label))


@pytest.mark.parametrize("key", GAMES)
async def test_a_description_and_an_enlarged_picture_lead_on_to_a_move(harbour: Harbour, key: str) -> None:
    await harbour.begin_match(key)
    await harbour.answer_questions()
    player, opponent = await harbour.find_player(), await harbour.find_opponent()
    labels = ["Describe", *(["Enlarge"] if key in GAMES_WITH_OWN_PARTS else [])]
    for label in labels:
        page = get_reply(await player.click(await open_own_view(harbour, player, key), label=label))
        check_limits(page)
        assert [one for one in list_buttons(page).values() if one != "Back"][-2:] == ["Move…", "Hint"]
        panel = get_reply(await player.click(page, label="Move…"))
        assert panel.id == page.id, "the move begins in the same message"
        waiting = get_reply(await opponent.click(await open_own_view(harbour, opponent, key), label=label))
        assert not {"Move…", "Hint"} & set(list_buttons(waiting).values())


@pytest.mark.parametrize("ended_by", ["a player", "a moderator"])
async def test_a_description_of_an_ended_match_leads_to_no_move(harbour: Harbour, ended_by: str) -> None:
    await harbour.begin_match("australis")
    view = await open_own_view(harbour, await harbour.find_player(), "australis")
    person, action, label = (harbour.anna, "resign", "Resign")
    if ended_by == "a moderator":
        person, action, label = (harbour.mod, "close", "End it")
    reply = get_reply(await press_at_table(person, harbour.channel, action))
    await person.click(reply, label=label)
    page = get_reply(await (await harbour.find_player(0)).click(view, label="Describe"))
    assert not {"Move…", "Hint"} & set(list_buttons(page).values())

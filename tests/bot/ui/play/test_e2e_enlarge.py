"""The *Enlarge* button below a player's private picture shows only the player's own part."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.ui.ids import make_custom_id
from bot.ui.scenes import make_scene
from games.core.texts import Scene
from games.core.words import load_words
from games.drawing.enlarge import draw_own_parts
from tests.support.game_parts import GAMES_WITH_OWN_PARTS
from tests.support.harbour import Harbour, list_buttons
from tests.support.reading import KeptMessage, get_reply, read_picture


@pytest.mark.parametrize("key", GAMES_WITH_OWN_PARTS)
async def test_only_a_player_can_enlarge_their_own_part(harbour: Harbour, key: str) -> None:
    await harbour.begin_match(key)
    view = get_reply(await harbour.anna.slash(harbour.channel, "hand"))
    assert "Enlarge" in list_buttons(view).values()
    whole = await read_picture(view)
    answer = get_reply(await harbour.anna.click(view, label="Enlarge"))
    assert answer.id == view.id, "the message changes in place"
    large = await read_picture(answer, is_board=False)
    assert large.size != whole.size
    back = get_reply(await harbour.anna.click(answer, label="Back"))
    assert back.id == view.id
    assert (await read_picture(back)).size == whole.size and "Enlarge" in list_buttons(back).values()
    # Everybody else gets the public picture, without the button.
    strange = get_reply(await harbour.dana.slash(harbour.channel, "hand"))
    assert "Enlarge" not in list_buttons(strange).values()
    pressed = await KeptMessage(harbour, strange).forge_press(
        harbour.dana, make_custom_id("b", "ve", (await harbour.find_table()).id)
    )
    assert "large" not in get_reply(pressed).attachments[0].filename


@pytest.mark.parametrize("key", GAMES_WITH_OWN_PARTS)
async def test_after_a_match_nothing_is_enlarged(harbour: Harbour, key: str) -> None:
    await harbour.begin_match(key)
    await harbour.bot.tables.play.resign_match((await harbour.find_table()).id, harbour.anna.id)
    after = get_reply(await harbour.anna.slash(harbour.channel, "hand"))
    assert "Enlarge" not in list_buttons(after).values()
    pressed = await KeptMessage(harbour, after).forge_press(
        harbour.anna, make_custom_id("b", "ve", (await harbour.find_table()).id)
    )
    assert "large" not in get_reply(pressed).attachments[0].filename


async def test_the_enlarged_part_does_not_show_the_trail_of_the_last_move(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[Scene] = []

    def record_scene(game: Any, view: Any, scene: Scene, seat: int) -> Any:
        drawn.append(scene)
        return draw_own_parts(game, view, scene, seat)

    monkeypatch.setattr("bot.ui.pictures.draw_own_parts", record_scene)
    await harbour.begin_match()
    await harbour.play_random_moves(9)
    view = get_reply(await harbour.anna.slash(harbour.channel, "hand"))
    await harbour.anna.click(view, label="Enlarge")
    table, match = await harbour.find_table(), await harbour.find_match()
    (seat,) = table.list_seats(harbour.anna.id)
    position, scene = make_scene(table, match, seat, load_words())
    assert scene.events

    (shown,) = drawn
    pictures = [draw_own_parts(match.game, position, one, seat) for one in (shown, replace(scene, events=()))]
    assert pictures[0].tobytes() == pictures[1].tobytes()

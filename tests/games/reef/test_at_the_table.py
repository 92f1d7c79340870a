"""Matches of Reef, played with buttons on a simulated Discord."""

from __future__ import annotations

import random
from typing import Any

import pytest

from games.reef.actions import PlayCard
from games.reef.parts import CORALS_PER_COLOUR_BY_SEAT_COUNT
from games.reef.state import State
from tests.games.reef.moves import make_random_move
from tests.support.harbour import Harbour, list_buttons, list_controls
from tests.support.nightly import defer_to_ci
from tests.support.reading import get_reply


async def begin_match(harbour: Harbour, seat_count: int, **options: Any) -> None:
    lobby = await harbour.open_lobby("reef", **options)
    for person in (harbour.ben, harbour.dana, harbour.mod)[: seat_count - 1]:
        await person.click(lobby, label="Join")
    await harbour.anna.click(lobby, label="Start")


@pytest.mark.parametrize("seat_count", defer_to_ci(CORALS_PER_COLOUR_BY_SEAT_COUNT, 2, 3))
async def test_moves_can_be_made_with_buttons(harbour: Harbour, seat_count: int) -> None:
    dice = random.Random(seat_count)
    # Turn the guide off, because its buttons make whole moves, so that no card might ever be played.
    await harbour.turn_guide_off()
    await begin_match(harbour, seat_count)
    for _ in range(8):
        match = await make_random_move(harbour, dice)
    assert match.seat_count == seat_count
    assert any(isinstance(step.action, PlayCard) for step in match.steps)
    assert harbour.board.attachments[0].description


async def test_the_grid_keeps_its_places_and_the_score_is_shown_before_confirmation(
    harbour: Harbour,
) -> None:
    await begin_match(harbour, 2)
    holder = await harbour.find_player()
    panel = get_reply(await harbour.press_action_kind("play"))
    grid = list_grid_buttons(panel)
    assert [part["label"][:2] for part in grid] == [f"{c}{r}" for r in "4321" for c in "abcd"]
    assert not any("emoji" in part for part in grid), "a picture beside them breaks a row of four"
    assert "Up to " in panel.content
    (other,) = [label for label in list_buttons(panel).values() if label.startswith("Card ")]
    panel = get_reply(await holder.click(panel, label=other))
    assert [label for label in list_buttons(panel).values() if label.startswith("Card ")] != [other]
    panel = get_reply(await holder.click(panel, custom_id=list_grid_buttons(panel)[0]["custom_id"]))
    second = next(part for part in list_grid_buttons(panel)[1:] if not part.get("disabled"))
    assert (await harbour.find_match()).ply == 0
    reply = get_reply(await holder.click(panel, custom_id=second["custom_id"]))
    assert (await harbour.find_match()).ply == 1
    assert "play" in reply.content


def list_grid_buttons(panel: Any) -> list[Any]:
    names = {f"{c}{r}" for r in "4321" for c in "abcd"}
    return [
        part
        for part in list_controls(panel)
        if part.get("label", "")[:2] in names and "," not in part["label"]
    ]


async def test_a_hand_is_shown_to_nobody_else(harbour: Harbour) -> None:
    await begin_match(harbour, 2)
    match = await harbour.find_match()
    posted = "\n".join(message.content for message in harbour.list_posts())
    assert isinstance(match.state, State)
    for seat in match.state.seats:
        for number in seat.hand:
            assert f"{number} · " not in posted

"""Reef played by presses in a simulated Discord."""

from __future__ import annotations

import random
from typing import Any

import pytest

from games.core.match import Match
from games.reef.actions import Play
from games.reef.parts import CORALS
from games.reef.state import State
from tests.support.harbour import Harbour, buttons, lists, parts
from tests.support.reading import shown

PRESSES = 9
"""A move takes fewer presses than this."""


async def begin(harbour: Harbour, seats: int, **options: Any) -> None:
    lobby = await harbour.open_lobby("reef", **options)
    for person in (harbour.ben, harbour.dana, harbour.mod)[: seats - 1]:
        await person.click(lobby, label="Join")
    await harbour.anna.click(lobby, label="Start")


async def press(harbour: Harbour, panel: Any, dice: random.Random) -> Any:
    """Press something that goes on with the move: a confirmation, a button of the grid or a list entry."""
    holder = await harbour.holder()
    confirm = [i for i in buttons(panel.response) if i.startswith("b:ac")]
    if confirm:
        return await holder.click(panel.response, custom_id=confirm[0])
    chosen = {i: values for i, values in lists(panel.response).items() if i.startswith("s:pk")}
    if chosen:
        identity = dice.choice(sorted(chosen))
        return await holder.select(panel.response, [dice.choice(chosen[identity])], custom_id=identity)
    offered = [
        part["custom_id"]
        for part in parts(panel.response)
        if part["custom_id"].startswith("b:go") and not part.get("disabled") and part.get("label") != "Back"
    ]
    return await holder.click(panel.response, custom_id=dice.choice(offered))


async def move(harbour: Harbour, dice: random.Random) -> Match:
    """Make one move by presses alone, from the board to the log."""
    before = await harbour.match()
    assert before.turn is not None
    view = before.rules.view(before.state, None)
    kind = dice.choice(before.rules.openers(view, before.turn))
    panel = await harbour.first(kind)
    for _ in range(PRESSES):
        after = await harbour.match()
        if after.ply > before.ply:
            return after
        panel = await press(harbour, panel, dice)
    after = await harbour.match()
    assert after.ply == before.ply + 1, panel.response.content
    return after


@pytest.mark.parametrize("seats", CORALS)
async def test_moves_are_made_by_presses(harbour: Harbour, seats: int) -> None:
    dice = random.Random(seats)
    await begin(harbour, seats)
    for _ in range(8):
        match = await move(harbour, dice)
    assert match.seats == seats
    assert any(isinstance(step.action, Play) for step in match.steps)
    assert harbour.board.attachments[0].description


async def test_the_grid_keeps_its_places_and_the_score_is_told_before_it_is_confirmed(
    harbour: Harbour,
) -> None:
    await begin(harbour, 2)
    holder = await harbour.holder()
    panel = shown(await harbour.first("play"))
    grid = cells(panel)
    assert [part["label"][:2] for part in grid] == [f"{c}{r}" for r in "4321" for c in "abcd"]
    assert not any("emoji" in part for part in grid), "a picture beside them breaks a row of four"
    assert "scores" in panel.content
    (other,) = [label for label in buttons(panel).values() if label.startswith("Card ")]
    panel = shown(await holder.click(panel, label=other))
    assert [label for label in buttons(panel).values() if label.startswith("Card ")] != [other]
    panel = shown(await holder.click(panel, custom_id=cells(panel)[0]["custom_id"]))
    second = next(part for part in cells(panel)[1:] if not part.get("disabled"))
    assert (await harbour.match()).ply == 0
    done = shown(await holder.click(panel, custom_id=second["custom_id"]))
    assert (await harbour.match()).ply == 1
    assert "play" in done.content


def cells(panel: Any) -> list[Any]:
    """Return the buttons of the grid."""
    names = {f"{c}{r}" for r in "4321" for c in "abcd"}
    return [part for part in parts(panel) if part.get("label", "")[:2] in names and "," not in part["label"]]


async def test_a_hand_is_told_to_nobody_else(harbour: Harbour) -> None:
    await begin(harbour, 2)
    match = await harbour.match()
    posted = "\n".join(message.content for message in harbour.posts())
    assert isinstance(match.state, State)
    for seat in match.state.seats:
        for number in seat.hand:
            assert f"{number} · " not in posted

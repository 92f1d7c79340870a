"""Reef's private panel and typed moves."""

from __future__ import annotations

import re
from typing import Any

from bot.ui.play.asking import FOOTER_ROW
from bot.ui.play.move_words import MAX_NAMED_MOVES
from games.reef.player.promising import list_promising_actions
from tests.support.harbour import Harbour, list_controls, read_components
from tests.support.reading import get_reply, read_answer


def list_labels_by_row(message: Any) -> list[list[str]]:
    """Return the labels of a message's buttons, row by row."""
    return [[part.get("label", "") for part in row["components"]] for row in read_components(message)]


async def open_first_coral_question(harbour: Harbour) -> Any:
    """Begin a match, take cards until no more can be taken, and open the question for the first coral."""
    await harbour.begin_match("reef")
    await harbour.turn_guide_off()
    while True:
        match = await harbour.find_match()
        takes = [one.token for one in match.legal_actions(match.to_act[0]) if one.token.startswith("take")]
        if not takes:
            return get_reply(await harbour.press_action_kind("play"))
        await harbour.type_move(takes[0])


async def test_useful_moves_are_examples_of_what_to_type(harbour: Harbour) -> None:
    await open_first_coral_question(harbour)
    match = await harbour.find_match()
    useful = {one.token for one in list_promising_actions(match.state, match.to_act[0])}  # type: ignore[arg-type]
    first = (await harbour.find_player()).autocomplete(harbour.channel, "move", "action", "")
    assert {one["value"] for one in (await first)[: len(useful)]} == useful
    card = max(useful).split(":")[1]
    (named,) = re.findall("`(.*?)`", read_answer(await harbour.type_move("spiel alles")))
    assert any(named.startswith(f"Card {one.split(':')[1]}: ") for one in useful), named
    answer = read_answer(await harbour.type_move(f"play:{card}:a5,a1"))
    tokens = re.findall("`(.*?)`", answer.partition("Try ")[2])
    assert len(tokens) == MAX_NAMED_MOVES and tokens[0] in useful
    assert all(one.startswith(f"play:{card}:") for one in tokens)


async def test_the_buttons_of_other_cards_are_below_the_spaces(harbour: Harbour) -> None:
    panel = await open_first_coral_question(harbour)
    *fields, below = list_labels_by_row(panel)
    assert len(fields) == FOOTER_ROW and all(len(row) == 4 for row in fields)
    assert sum(label.startswith("Card ") for label in below) == 3


async def test_the_picture_shows_the_first_coral(harbour: Harbour) -> None:
    panel = await open_first_coral_question(harbour)
    (before,) = panel.attachments
    space = next(part for part in list_controls(panel) if not part.get("disabled"))
    after = get_reply(await (await harbour.find_player()).click(panel, custom_id=space["custom_id"]))
    (picture,) = after.attachments
    assert "second coral" in after.content
    assert picture.filename != before.filename


async def test_what_if_keeps_the_spaces_in_a_grid_by_asking_for_one_of_four_cards_first(
    harbour: Harbour,
) -> None:
    await open_first_coral_question(harbour)
    person = await harbour.find_player()
    panel = get_reply(await harbour.press_tool_button(person, "What if…"))
    if any(label == "Play a card" for row in list_labels_by_row(panel) for label in row):
        panel = get_reply(await person.click(panel, label="Play a card"))
    *cards, _ = list_labels_by_row(panel)
    labels = [label for row in cards for label in row]
    assert len(labels) == 4 and all(label.startswith("Card ") for label in labels)
    panel = get_reply(await person.click(panel, label=labels[2]))
    *fields, below = list_labels_by_row(panel)
    assert len(fields) == FOOTER_ROW and all(len(row) == 4 for row in fields)
    assert not any(label.startswith("Card ") for label in below)

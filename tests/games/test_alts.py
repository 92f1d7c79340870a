"""Picture descriptions name all that a player needs for a decision: the hand, the offer, their own board."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from games.australis.texts.nouns import name_card, name_dice
from games.australis.view import EMPTY_PLACE
from games.coral_reef.texts.nouns import name_ranks, sort_hand
from games.coral_reef.view import find_target
from games.core.match import Match, view_at
from games.core.puzzle import make_puzzle_match, read_puzzles
from games.core.texts import GenericScene
from games.core.words import Words, list_locales, load_words
from games.das_riff.texts.nouns import name_card as fish_name
from games.reef.parts import CELL_NAMES
from games.reef.stacks import EMPTY_STACK
from games.reef.texts.nouns import describe_card, describe_stack
from games.registry import GAMES
from tests.support.nightly import defer_to_ci

LONGEST_NAME = "A" * 32
"""A name as long as Discord allows."""
LONG_COMPUTER_NAME = "C" * 12
"""A name longer than any computer's."""


def list_required_reef_texts(view: Any, w: Words) -> Iterator[str]:
    yield from (describe_card(w, number) for number in view.hand)
    yield from (describe_card(w, lying.card) for lying in view.display)
    own = view.seats[view.viewer].reef
    yield from (
        f"{CELL_NAMES[cell]} {describe_stack(w, stack)}"
        for cell, stack in enumerate(own)
        if stack != EMPTY_STACK
    )


def list_required_coral_reef_texts(view: Any, w: Words) -> Iterator[str]:
    yield name_ranks(sort_hand(view.hand))
    for number, stack in enumerate(view.stacks, 1):
        yield w("stack {stack} needs {target}", stack=number, target=find_target(stack))


def list_required_das_riff_texts(view: Any, w: Words) -> Iterator[str]:
    corals = view.reefs[view.viewer].corals
    yield from (fish_name(w, coral.parent) for coral in corals if coral.parent is not None)
    near, far = "AD" if view.viewer == 0 else "DA"
    yield w.plural(
        "Row {row} from the sea ({n} worm each): {cards}.",
        "Row {row} from the sea ({n} worms each): {cards}.",
        1,
        row=near,
        cards="",
    )[:-2]
    yield w.plural(
        "Row {row} ({n} worm each): {cards}.", "Row {row} ({n} worms each): {cards}.", 3, row=far, cards=""
    )[:-2]


def list_required_australis_texts(view: Any, w: Words) -> Iterator[str]:
    yield name_dice(w, view.offer)
    yield from (name_card(w, card) for card in view.display if card != EMPTY_PLACE)
    yield from (name_card(w, card) for card in view.boards[view.viewer].cards)


TEXT_LISTERS_BY_GAME: dict[str, Callable[[Any, Words], Iterator[str]]] = {
    "reef": list_required_reef_texts,
    "coral_reef": list_required_coral_reef_texts,
    "das_riff": list_required_das_riff_texts,
    "australis": list_required_australis_texts,
}


@pytest.mark.parametrize("step", defer_to_ci([8, 1], 1))
@pytest.mark.parametrize("key", sorted(GAMES))
def test_a_puzzle_description_names_everything_needed_to_solve_it(key: str, step: int) -> None:
    """Every ``step``-th puzzle is tried."""
    game = GAMES[key]
    for puzzle in read_puzzles(key)[::step]:
        match: Match = make_puzzle_match(game, puzzle)
        view = view_at(match, match.ply, puzzle.seat)
        events = tuple(match.rules.redact(event, puzzle.seat) for event in match.steps[-1].events)
        # The other seats have computers, whose names are short.
        names = tuple(
            LONGEST_NAME if seat == puzzle.seat else LONG_COMPUTER_NAME for seat in range(match.seat_count)
        )
        for locale in list_locales():
            w = load_words(locale)
            scene: Any = GenericScene(names, w, events, None, reader_seat=puzzle.seat)
            text = game.texts.describe_picture(view, scene)
            missing = [part for part in TEXT_LISTERS_BY_GAME[key](view, w) if part not in text]
            assert not missing, (puzzle.id, locale, missing, text)

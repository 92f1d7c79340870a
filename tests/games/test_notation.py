"""Positions laid out for lessons are possible in a match."""

from __future__ import annotations

import pytest

from games.australis import notation as australis
from games.australis.lessons import LESSON_STEPS as DICE
from games.australis.lessons.shared import Step as DiceStep
from games.australis.parts import DICE_PER_SEAT
from games.das_riff import notation as das_riff
from games.das_riff.parts import CARD_KIND_COUNT, DECKS
from games.das_riff.public import count_components
from games.reef import notation as reef
from games.reef.lessons import LESSON_STEPS as CORALS
from games.reef.lessons import Step as CoralStep
from games.reef.parts import CARDS
from games.reef.stacks import list_corals


def test_a_card_is_not_laid_out_twice() -> None:
    with pytest.raises(ValueError, match="named twice"):
        reef.make_position(hands=((50,), ()))
    with pytest.raises(ValueError, match="named twice"):
        reef.make_position(deck=(52, 53))
    with pytest.raises(ValueError, match="more than the box has"):
        das_riff.make_position(a="ym", d="ym")
    with pytest.raises(ValueError, match="more than the box has"):
        australis.make_position(draw="py py")


@pytest.mark.parametrize(("open_row", "face_down_row"), [("", ""), ("sh .. rm", ""), ("", ".. ?gf ..")])
def test_a_river_with_gaps_contains_the_whole_deck(open_row: str, face_down_row: str) -> None:
    used = count_components(das_riff.make_position(a=open_row, b=face_down_row))
    assert [used.get(f"card {card}") for card in range(CARD_KIND_COUNT)] == list(DECKS["a"])


def test_a_reef_that_no_cards_could_grow_is_refused() -> None:
    with pytest.raises(ValueError, match="no cards bring"):
        reef.make_position(reefs=(reef.parse_reef("y . . .", ". y r .", ". g p .", ". . . ."),))


@pytest.mark.parametrize("step", CORALS, ids=lambda step: step.title.msgid)
def test_reef_seats_have_played_the_cards_of_their_corals(step: CoralStep) -> None:
    for seat in step.make_position().seats:
        laid = sorted(colour for pile in seat.reef for colour in list_corals(pile))
        brought = [colour for number in seat.discard for colour in CARDS[number].corals]
        assert laid == sorted([*range(4), *brought])


@pytest.mark.parametrize("step", DICE, ids=lambda step: step.title.msgid)
def test_boards_hold_as_many_dice_as_were_taken(step: DiceStep) -> None:
    state = step.make_position()
    lying = [len(board.dice) for board in state.boards]
    assert len(state.offer) + sum(lying) == DICE_PER_SEAT * len(lying) + 1
    assert max(lying) - min(lying) <= 1

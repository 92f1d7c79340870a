"""Compares the list of plays with every way to place two corals one after the other."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

import pytest

from games.core.errors import UnreadableToken
from games.reef.actions import Action, PlayCard
from games.reef.legal import is_legal, list_plays
from games.reef.parts import CARDS, COLOURS, MAX_STACK_HEIGHT, Card
from games.reef.player.promising import list_promising_actions
from games.reef.read import read_action
from games.reef.rules import RULES
from games.reef.stacks import STACK_HEIGHTS, Reef, add_coral, add_corals
from games.reef.view import Supply
from tests.games.reef.build import fill_reef, make_position, parse_reef, parse_stack
from tests.games.reef.reefs import make_random_reef

CROWDED_REEF_COUNT = 200
"""Number of crowded reefs whose plays are listed, and of other random reefs."""


def list_resulting_reefs(card: Card, reef: Reef, supply: Supply) -> set[Reef]:
    """Return the reefs that result from placing as many corals as possible, in either order on any spaces."""
    there = list((Counter(card.corals) & Counter(dict(zip(COLOURS, supply, strict=True)))).elements())
    best: dict[int, set[Reef]] = {0: {reef}}
    for order in (there, there[::-1]):
        for skipped in ((), (0,), (1,), (0, 1)):
            laid = [colour for place, colour in enumerate(order) if place not in skipped]
            reached = {reef}
            for colour in laid:
                reached = {
                    (*spaces[:cell], add_coral(spaces[cell], colour), *spaces[cell + 1 :])
                    for spaces in reached
                    for cell in range(16)
                    if STACK_HEIGHTS[spaces[cell]] < MAX_STACK_HEIGHT
                }
            best.setdefault(len(laid), set()).update(reached)
    return best[max(count for count, reached in best.items() if reached)]


def make_crowded_reef(rng: random.Random) -> Reef:
    """Return a reef with almost no room for corals."""
    full = [add_coral(add_coral(add_coral(add_coral(0, 0), 1), 2), 3)] * 16
    for _ in range(rng.randrange(3)):
        cell = rng.randrange(16)
        full[cell] = rng.choice((0, 1, 9, full[cell]))
    return tuple(full)


def test_plays_are_listed_exactly_and_without_repeats() -> None:
    dice = random.Random(8)
    few = 0
    for turn in range(2 * CROWDED_REEF_COUNT):
        card = CARDS[dice.randrange(1, 61)]
        reef = make_random_reef(dice) if turn < CROWDED_REEF_COUNT else make_crowded_reef(dice)
        supply: Supply = tuple(dice.choice((0, 1, 2, 9)) for _ in range(4))  # type: ignore[assignment]
        listed = list_plays(card.number, reef, supply)
        made = [add_corals(reef, way.placed) for way in listed]
        assert len(set(made)) == len(made), f"card {card.number} on {reef}: a result stands twice"
        assert set(made) == list_resulting_reefs(card, reef, supply), (
            f"card {card.number} on {reef} with {supply}"
        )
        few += len(listed) < 16
    assert few > CROWDED_REEF_COUNT // 4, "too few positions in which corals stay in the supply"


def test_legal_plays_are_the_listed_plays() -> None:
    dice = random.Random(9)
    spaces = [f"{column}{row}" for row in "1234" for column in "abcd"] + ["-"]
    for _ in range(60):
        number = dice.randrange(5, 50)
        supply: Supply = tuple(dice.choice((0, 1, 2, 9)) for _ in range(4))  # type: ignore[assignment]
        state = make_position(
            hands=((number,), (1,)),
            reefs=(make_crowded_reef(dice),),
            deck=(2,),
            supply=supply,
            display=((51, 0), (52, 0), (53, 0)),
        )
        listed = set(list_plays(number, state.seats[0].reef, supply))
        for first in spaces:
            for second in spaces:
                for above in ("", "*"):
                    try:
                        action = read_action(f"play:{number}:{first},{second}{above}")
                    except UnreadableToken:
                        continue
                    assert is_legal(state, 0, action) == (action in listed), action.token


TWO_CORNERS_FREE = parse_reef("yrg yrgp yrgp yrgp", *["yrgp yrgp yrgp yrgp"] * 2, "yrgp yrgp yrgp yrg")
"""A reef with room for one coral in each of two corners."""


def test_a_seat_with_legal_actions_has_a_candidate() -> None:
    # The seat has four cards, so that it can't take another, and no two adjacent spaces have room.
    state = make_position(hands=((1, 14, 17, 30), (2,)), reefs=(TWO_CORNERS_FREE,), supply=(9, 9, 9, 9))
    legal = set(RULES.legal_actions(state, 0))
    assert {action.token for action in legal} >= {"play:1:a4,d1", "play:14:a4,d1", "play:14:d1,a4"}
    for found in (RULES.list_candidates(state, 0), list_promising_actions(state, 0)):
        assert found
        assert set(found) <= legal
        assert {get_card_number(action) for action in found} == {1, 14, 17, 30}


def get_card_number(action: Action) -> int:
    assert isinstance(action, PlayCard)
    return action.card


@pytest.mark.parametrize("number", [1, 14])
def test_a_card_has_a_candidate_for_any_remaining_room(number: int) -> None:
    for cells in combinations(range(16), 2):
        spaces = list(fill_reef("yrgp"))
        for cell in cells:
            spaces[cell] = parse_stack("yrg")
        every = list_plays(number, tuple(spaces), (9, 9, 9, 9))
        assert list_plays(number, tuple(spaces), (9, 9, 9, 9), adjacent_only=True) == every
        assert every

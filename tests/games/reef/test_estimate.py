"""The estimates of computer players for made-up positions, and the plays that they consider."""

from __future__ import annotations

import random
from heapq import nlargest

import pytest

from games.reef import sight as sight_module
from games.reef.actions import PlayCard
from games.reef.legal import list_plays
from games.reef.matching import count_matches
from games.reef.parts import CARDS, COLOURS, CORALS_PER_COLOUR_BY_SEAT_COUNT, MAX_STACK_HEIGHT, READING_ORDER
from games.reef.player.estimate import estimate
from games.reef.player.promising import (
    HELD_POINT_WORTH,
    MAX_PLAYS_PER_CARD,
    MAX_SPACES_PER_CORAL,
    NEAR_MATCH_WORTH,
    list_promising_actions,
)
from games.reef.rules import RULES
from games.reef.sight import estimate_matches, make_sight
from games.reef.stacks import STACK_HEIGHTS, Reef, add_coral, add_corals
from games.reef.state import State
from tests.games.reef.build import BARE_REEF, DEFAULT_OPTIONS, START_REEF, fill_reef, make_position, play_move
from tests.games.reef.reefs import make_random_reef
from tests.games.reef.walks import CORNER_REEF, SQUARE_REEF, list_states


@pytest.mark.parametrize("seat_count", [2, 3, 4])
def test_every_estimate_is_between_0_and_1(seat_count: int) -> None:
    states = list_states(
        seat_count, DEFAULT_OPTIONS | {"start": "chosen", "deck_end": "finish_round"}, seat_count
    )
    for state in states:
        for seat in range(seat_count):
            assert 0 <= estimate(state, seat) <= 1
        assert sum(estimate(state, seat) for seat in range(seat_count)) == pytest.approx(1)
    outcome = RULES.outcome(states[-1])
    assert outcome is not None
    if len(outcome.winners) == 1:
        values = [estimate(states[-1], seat) for seat in range(seat_count)]
        assert values.index(max(values)) == outcome.winners[0]


def test_a_lead_counts_more_near_the_end() -> None:
    early = estimate(make_position(points=(20, 3)), 0)
    late = estimate(make_position(points=(20, 3), supply=(1, 6, 6, 6)), 0)
    assert 0.5 < early < late
    assert late > 0.9


def test_seats_that_have_had_fewer_turns_are_not_behind() -> None:
    """By the end of a round, all seats have had the same number of turns."""
    last, first = (make_position(active_seat=1, starter=starter) for starter in (0, 1))
    assert estimate(first, 0) == pytest.approx(estimate(first, 1))
    assert estimate(last, 0) < 0.5 < estimate(last, 1)


def test_a_card_is_worth_more_to_a_seat_whose_reef_it_matches() -> None:
    """Card 30 requires four yellow corals in a square."""
    bare, corner, square = (make_position(hands=((30,), (3,)), reefs=(r,), deck=(31, 32, 33))
                            for r in (BARE_REEF, CORNER_REEF, SQUARE_REEF))  # fmt: skip
    assert estimate(bare, 0) < estimate(corner, 0) < estimate(square, 0)


def test_placing_the_missing_coral_makes_a_card_in_hand_more_valuable() -> None:
    state = make_position(hands=((30, 7), (3,)), reefs=(CORNER_REEF,), deck=(31, 32, 33))
    assert estimate(play_move(state, "play:7:c2,d1"), 0) > estimate(play_move(state, "play:7:d4,a1"), 0)


def test_prospects_count_complete_patterns_and_a_possible_further_one() -> None:
    dice = random.Random(4)
    for _ in range(60):
        spaces = list(make_random_reef(dice))
        sight = make_sight(tuple(spaces))
        for number, card in CARDS.items():
            whole = estimate_matches(number, sight, 0.0)
            assert whole == count_matches(card, tuple(spaces)), number
            assert estimate_matches(number, sight, 0.5) - whole in (0, 0.5)
        cell, colour = dice.randrange(16), dice.randrange(4)
        if STACK_HEIGHTS[spaces[cell]] < MAX_STACK_HEIGHT:
            spaces[cell] = add_coral(spaces[cell], colour)
    assert estimate_matches(30, make_sight(CORNER_REEF), 0.5) == 0.5
    assert estimate_matches(30, make_sight(START_REEF), 0.5) == 0
    assert estimate_matches(53, make_sight(fill_reef("r")), 0.5) == 0.5


@pytest.mark.parametrize("seat_count", [2, 4])
@pytest.mark.parametrize("seed", range(3))
def test_promising_plays_are_few_and_legal_and_include_every_card(seat_count: int, seed: int) -> None:
    for state in list_states(seat_count, DEFAULT_OPTIONS | {"start": "chosen"}, seed):
        for seat in RULES.to_act(state):
            looked = list_promising_actions(state, seat)
            legal = RULES.legal_actions(state, seat)
            assert len(set(looked)) == len(looked)
            assert set(looked) <= set(legal)
            assert {action.path[:2] for action in looked} == {action.path[:2] for action in legal} or (
                state.stage == "start"
            )
            assert len(looked) <= 24


def weigh_from_scratch(reef: Reef, goals: list[tuple[int, float]]) -> float:
    """Evaluate a reef without cached results of similar reefs."""
    sight = make_sight(reef)
    return sum(
        [
            weight * CARDS[goal].points * estimate_matches(goal, sight, NEAR_MATCH_WORTH)
            for goal, weight in goals
        ]
    )


def find_best_from_scratch(state: State, number: int) -> list[PlayCard]:
    """Return the best ways to play a card, evaluating each resulting reef without cached results."""
    own, card = state.seats[state.active_seat], CARDS[number]
    reef, goals = (
        own.reef,
        [(number, 1.0), *[(other, HELD_POINT_WORTH) for other in own.hand if other != number]],
    )
    cells = [cell for cell in range(16) if STACK_HEIGHTS[reef[cell]] < MAX_STACK_HEIGHT]

    def find_spaces(colour: int) -> list[int]:
        totals = dict.fromkeys(cells, 0.0)
        for goal, weight in goals:
            for cell in cells:
                sight = make_sight(add_corals(reef, ((cell, COLOURS[colour]),)))
                totals[cell] += weight * (
                    CARDS[goal].points * estimate_matches(goal, sight, NEAR_MATCH_WORTH)
                )
        return nlargest(MAX_SPACES_PER_CORAL, cells, key=totals.__getitem__)

    one, two = card.corals
    tried: dict[PlayCard, None] = {}
    enough = state.supply[one] > 1 if one == two else state.supply[one] and state.supply[two]
    if enough and sum(MAX_STACK_HEIGHT - STACK_HEIGHTS[stack] for stack in reef) > 1:
        firsts, seconds = find_spaces(one), find_spaces(two)
        for a, b in [(a, b) for a in firsts for b in seconds if a != b]:
            tried[
                PlayCard(
                    number, *(sorted((a, b), key=READING_ORDER.index) if card.has_equal_corals else (a, b))
                )
            ] = None
        for a in {*firsts, *seconds}:
            if STACK_HEIGHTS[reef[a]] + 2 <= MAX_STACK_HEIGHT:
                tried.update(
                    dict.fromkeys(
                        PlayCard(number, a, a, up) for up in (False, True)[: 2 - card.has_equal_corals]
                    )
                )
    plays = list(tried or list_plays(number, reef, state.supply))
    return nlargest(
        MAX_PLAYS_PER_CARD, plays, key=lambda play: weigh_from_scratch(add_corals(reef, play.placed), goals)
    )


@pytest.mark.parametrize("seat_count", [2, 3, 4])
def test_promising_plays_match_a_full_evaluation_of_each_reef(seat_count: int) -> None:
    dice, compared = random.Random(seat_count), 0
    for state in list_states(seat_count, DEFAULT_OPTIONS, seat_count):
        other, *hand = dice.sample([number for number in CARDS if number not in (50, 51, 52)], 5)
        supply = tuple(dice.choice((0, 1, 2, 9)) for _ in COLOURS)
        reef = dice.choice((make_random_reef(dice), state.seats[state.active_seat].reef))
        here = make_position(hands=(sorted(hand), (other,)), reefs=(reef,), supply=supply)
        found = [action for action in list_promising_actions(here, 0) if isinstance(action, PlayCard)]
        assert found == [
            play for number in here.seats[0].hand for play in find_best_from_scratch(here, number)
        ]
        compared += len(found)
    assert compared > 200


def test_promising_plays_include_the_best_one() -> None:
    state = make_position(hands=((30, 7), (3,)), reefs=(CORNER_REEF,), deck=(31, 32, 33))
    sevens = [
        action.token for action in list_promising_actions(state, 0) if action.token.startswith("play:7:")
    ]
    assert any("c2" in token for token in sevens)
    state = make_position(hands=((30,), (3,)), reefs=(SQUARE_REEF,), deck=(31, 32, 33))
    for action in list_promising_actions(state, 0):
        if action.token.startswith("play:30"):
            assert play_move(state, action.token).seats[0].points == state.seats[0].points + CARDS[30].points


def test_promising_plays_place_as_many_corals_as_the_supply_allows() -> None:
    assert CORALS_PER_COLOUR_BY_SEAT_COUNT[2] > 1
    state = make_position(hands=((7, 14), (3,)), reefs=(CORNER_REEF,), deck=(31, 32, 33), supply=(1, 0, 2, 1))
    legal = {action.token for action in RULES.legal_actions(state, 0)}
    looked = {action.token for action in list_promising_actions(state, 0)}
    assert looked < legal
    assert all("-" in token for token in looked if token.startswith("play:7:"))


def test_a_cards_cached_prospect_depends_only_on_relevant_spaces() -> None:
    """A card's prospect is cached by its relevant spaces, so others must not affect it."""
    dice = random.Random(9)
    for _ in range(60):
        sight = make_sight(make_random_reef(dice))
        for number in CARDS:
            assert estimate_matches(number, sight, 0.3) == sight_module._estimate_matches.__wrapped__(
                number, sight, 0.3
            )

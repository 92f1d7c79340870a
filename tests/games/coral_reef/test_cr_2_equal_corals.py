"""The choice among equal corals (CR-2.8) must reveal nothing about the rest of a hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import permutations

import pytest

from games.coral_reef import GAME
from games.coral_reef.actions import PlayCorals
from games.coral_reef.hands import LOWEST_FIRST_ORDER, RANDOM_ORDER, insert_card, shuffle_equal_corals
from games.coral_reef.parts import LETTER_BY_CARD, format_letters, make_card
from games.coral_reef.rules import RULES, RULES_BY_VERSION
from games.coral_reef.state import State, replace_hand
from games.core.match import UNDO_KIND, GenericMatch, LoggedRow
from games.core.rng import Chance
from tests.games.coral_reef.build import list_tokens, make_position, play_moves
from tests.games.coral_reef.golden import deal, make_random_player, play

SUIT_COUNT = 4
MATCH_COUNT = 500
MAX_CHI_SQUARED = 16.27
"""Chi-squared with three degrees of freedom that is exceeded by chance once in a thousand times."""
FOURS = tuple(make_card("4", copy) for copy in (1, 4, 6))


def list_placed_suits(version: int) -> Iterator[tuple[int, bool]]:
    """Yield each placed card's suit, and whether its seat keeps another card of the rank.

    Cards placed together with an equal card are left out. Cards drawn since then don't count as kept.
    """
    rules = RULES_BY_VERSION[version]
    for number in range(MATCH_COUNT):
        key = number.to_bytes(4, "big")
        state, _ = rules.setup(2 + number % 3, GAME.get_default_options(), Chance(key, 0))
        choose, ply = make_random_player(number), 0
        while not state.ending:
            ply += 1
            seat = state.round.seat
            action = choose(state, seat, rules.legal_actions(state, seat))
            state, _ = rules.apply(state, seat, action, Chance(key, ply))
            played = format_letters(state.round.placed_cards)
            for each in state.round.placed_cards:
                if played.count(LETTER_BY_CARD[each]) == 1:
                    drawn = [other for holder, other in state.round.drawn_cards if holder == seat]
                    kept = [other for other in state.hands[seat] if other not in drawn]
                    yield each % SUIT_COUNT, LETTER_BY_CARD[each] in format_letters(tuple(kept))


def measure_dependence(version: int) -> float:
    """Return chi-squared for the hypothesis that placed suits are independent of the rest of the hand."""
    found = Counter(list_placed_suits(version))
    total = found.total()
    suits, cases = Counter[int](), Counter[bool]()
    for (suit_of, more), count in found.items():
        suits[suit_of] += count
        cases[more] += count
    assert min(cases.values()) > 1000
    return sum(
        (found[suit_of, more] - (even := suits[suit_of] * cases[more] / total)) ** 2 / even
        for suit_of in suits
        for more in cases
    )


def test_cr_2_8_forbids_revealing_held_cards_through_the_placed_suit() -> None:
    assert measure_dependence(2) < MAX_CHI_SQUARED


def test_cr_2_8_of_version_1_revealed_held_cards() -> None:
    # Version 1 reveals held cards, which shows that the test above can fail.
    assert measure_dependence(1) > 5 * MAX_CHI_SQUARED


def test_cr_2_8_allows_every_order_of_equal_corals() -> None:
    found = Counter[tuple[int, ...]]()
    for number in range(1200):
        rng = Chance(number.to_bytes(4, "big"), 1)
        hand: tuple[int, ...] = (make_card("2", 0), make_card("k", 7))
        for each in FOURS:
            hand = insert_card(hand, each, RANDOM_ORDER, rng)
        assert format_letters(hand) == "2444k"
        found[hand[1:4]] += 1
    assert set(found) == set(permutations(FOURS))
    assert all(150 < count < 250 for count in found.values())


def test_cr_2_8_forbids_showing_the_order_to_anybody() -> None:
    state = make_position("2444k", "9a", deck=None)
    hands = {(state.hands[0][0], *fours, state.hands[0][4]) for fours in permutations(state.hands[0][1:4])}
    assert len(hands) == 6
    for viewer in (None, 0, 1):
        views = {RULES.view(_replace_hand(state, hand), viewer) for hand in hands}
        assert len(views) == 1
    # The holder of the cards can't know which card will be placed either.
    own = RULES.view(state, 0)
    assert {RULES.sample(own, Chance(b"order", number)).hands[0] for number in range(100)} == hands
    assert all(
        shuffle_equal_corals(own.hand, LOWEST_FIRST_ORDER, Chance(b"order", n)) == own.hand for n in range(5)
    )


def _replace_hand(state: State, hand: tuple[int, ...]) -> State:
    return State(
        state.ruleset,
        state.round,
        replace_hand(state.hands, 0, hand),
        state.deck,
        state.stacks,
        state.wins,
        state.ending,
    )


def test_cr_2_8_allows_the_first_of_equal_corals_to_be_placed() -> None:
    state = make_position("444", "9", stacks="4 8")
    first, second, third = reversed(state.hands[0])
    state = _replace_hand(state, (first, second, third))
    assert play_moves(state, "play:1:4>4").round.placed_cards == (first,)
    assert play_moves(state, "play:2:4*2>4").round.placed_cards == (second, first)


@pytest.mark.parametrize("version", RULES_BY_VERSION)
def test_cr_2_8_uses_no_chance_for_a_play_and_allows_undo(version: int) -> None:
    match = GenericMatch.begin(GAME, 3, {}, bytes(32), version)
    while match.outcome is None:
        (seat,) = match.to_act
        match = match.act(
            seat, make_random_player(match.ply)(match.state, seat, match.legal_actions(seat)).token
        )
        names = {type(event).__name__ for event in match.events}
        assert match.steps[-1].used_chance == bool(names & {"CardDrawn", "RoundBegan"})


def test_cr_2_8_forbids_learning_more_by_undoing_a_play() -> None:
    tried = 0
    for number in range(300):
        match = play(deal(number, 2), make_random_player(number), number % 4)
        if match.outcome is not None:
            continue
        (seat,) = match.to_act
        hand = format_letters(match.state.hands[seat])
        for action in match.legal_actions(seat):
            if not isinstance(action, PlayCorals) or len(action.corals) > 1 or hand.count(action.top) < 2:
                continue
            once = match.act(seat, action.token)
            back = once.play_row(LoggedRow(UNDO_KIND, seat, str(match.ply)))
            # Neither repeating the play nor another play reveals a second copy.
            assert back.act(seat, action.token).state == once.state
            assert back.is_rated == (not once.steps[-1].revealed_information)
            first = once.state.round.placed_cards
            for other in match.legal_actions(seat):
                if isinstance(other, PlayCorals) and action.top in other.corals and other != action:
                    assert first[0] in back.act(seat, other.token).state.round.placed_cards
                    tried += 1
    assert tried > 40


def test_cr_2_8_of_version_1_places_the_lowest_equal_coral() -> None:
    match = play(GenericMatch.begin(GAME, 4, {"rounds_to_win": "3"}, bytes(32), 1), make_random_player(1), 1)
    while match.outcome is None:
        before: State = match.state
        (seat,) = match.to_act
        match = match.act(
            seat, make_random_player(match.ply)(match.state, seat, match.legal_actions(seat)).token
        )
        assert before.hands[seat] == tuple(sorted(before.hands[seat]))
        for each in match.state.round.placed_cards:
            lower = [
                one
                for one in before.hands[seat]
                if LETTER_BY_CARD[one] == LETTER_BY_CARD[each] and one < each
            ]
            assert set(lower) <= set(match.state.round.placed_cards)


def test_no_action_names_one_of_several_equal_corals() -> None:
    assert list_tokens(make_position("444", "9", stacks="4")) == ["play:1:4>4"]

"""Properties of every position of matches between three kinds of players."""

from __future__ import annotations

import pytest

from games.coral_reef.actions import Action
from games.coral_reef.events import CardDrawn, CoralsPlayed, NineSeeded, RoundEnded, TurnPassed
from games.coral_reef.legal import sum_corals
from games.coral_reef.parts import MAX_REFORMS, RANK_LETTERS, format_letters
from games.coral_reef.rules import RULES
from games.coral_reef.state import State
from games.coral_reef.view import find_target
from games.core.rng import Chance
from tests.games.coral_reef.golden import make_random_player, play_fewest_cards
from tests.games.coral_reef.matches import play_with_policy
from tests.games.recording import Policy

CASES = [
    pytest.param(seats, corals, policy, id=f"{seats}-{corals}-{name}")
    for seats in (2, 3, 6)
    for corals in ("cards", "tiles")
    for name, policy in (("any", make_random_player(5)), ("fewest", play_fewest_cards))
]


def is_ordered(ranks: str) -> bool:
    return list(ranks) == sorted(ranks, key=RANK_LETTERS.index)


@pytest.mark.parametrize(("seat_count", "corals", "policy"), CASES)
def test_invariants_hold_in_every_position(
    seat_count: int, corals: str, policy: Policy[State, Action]
) -> None:
    for number, (state, action) in enumerate(play_with_policy(seat_count, corals, policy)):
        seat = state.round.seat
        after, events = RULES.apply(state, seat, action, Chance(b"other", number))
        assert RULES.count_components(after) == RULES.count_components(state)
        assert all(is_ordered(format_letters(hand)) for hand in after.hands)
        assert list(after.deck) == sorted(after.deck)
        assert all(1 <= find_target(stack) <= 10 for stack in after.stacks)
        assert 0 <= after.round.reform_count <= MAX_REFORMS
        assert after.wins >= state.wins or sum(after.wins) > sum(state.wins)
        if RULES.to_act(after):
            assert RULES.legal_actions(after, after.round.seat)
            assert all(after.hands)
        for event in events:
            assert event.reveals_hidden_parts == isinstance(event, CardDrawn | TurnPassed)
            if isinstance(event, RoundEnded):
                assert {event.cards_left[winner] for winner in event.winners} == {min(event.cards_left)}


@pytest.mark.parametrize(("seat_count", "corals", "policy"), CASES[:4])
def test_placed_cards_lie_on_the_stack_and_meet_its_top(
    seat_count: int, corals: str, policy: Policy[State, Action]
) -> None:
    for state, action in play_with_policy(seat_count, corals, policy):
        after, events = RULES.apply(state, state.round.seat, action, Chance(b"other", 1))
        first = events[0]
        if isinstance(first, NineSeeded):
            continue
        assert isinstance(first, CoralsPlayed)
        assert (
            sum_corals(format_letters(first.cards)) == first.total == find_target(state.stacks[first.stack])
        )
        if after.round.number == state.round.number and after.round.reform_count == state.round.reform_count:
            assert after.stacks[first.stack] == state.stacks[first.stack] + first.cards


def test_a_sample_changes_only_hidden_parts() -> None:
    for number, (state, _) in enumerate(play_with_policy(3, "cards", make_random_player(1))):
        for viewer in (None, 0, 1, 2):
            view = RULES.view(state, viewer)
            other = RULES.sample(view, Chance(b"reformed", number))
            assert RULES.view(other, viewer) == view
            assert other != state
            assert RULES.legal_actions(other, state.round.seat)


def test_every_unseen_card_can_be_in_any_hand() -> None:
    state, _ = RULES.setup(2, {"corals": "cards", "rounds_to_win": "1"}, Chance(b"k", 0))
    view = RULES.view(state, 0)
    seen = {card for draw in range(200) for card in RULES.sample(view, Chance(b"k", draw)).hands[1]}
    assert seen == {*state.hands[1], *state.deck}


def test_public_buttons_do_not_depend_on_hands() -> None:
    for state, _ in play_with_policy(2, "tiles", make_random_player(2)):
        for seat in (0, 1):
            expected = ("play", "seed") if seat == state.round.seat else ()
            assert RULES.list_first_choices(RULES.view(state, None), seat) == expected

"""Deals and scores rounds, and ends the match (CR-1, CR-3)."""

from __future__ import annotations

from functools import cache

from games.coral_reef.events import Event, RoundBegan, RoundEnded
from games.coral_reef.hands import deal_hand
from games.coral_reef.parts import (
    NINE_RANK,
    STARTING_HAND_SIZE,
    STARTING_STACK_COUNT,
    Card,
    list_cards,
    make_card,
)
from games.coral_reef.state import Round, Ruleset, Stack, State
from games.core.outcome import Outcome, rank_seats
from games.core.rng import Chance


@cache
def _make_first_stacks(variant: str) -> tuple[Stack, ...]:
    return tuple((make_card(NINE_RANK, copy, variant),) for copy in range(STARTING_STACK_COUNT))


@cache
def _list_remaining_cards(variant: str) -> tuple[Card, ...]:
    """Return all cards except the four nines of the first stacks."""
    return tuple(each for each in list_cards(variant) if (each,) not in _make_first_stacks(variant))


def start_first_round(seat_count: int, ruleset: Ruleset, rng: Chance) -> tuple[State, Event]:
    """Draw the starting seat and deal the first round (CR-1.3)."""
    starter = rng.draw_below(seat_count)
    return deal_round(ruleset, Round(1, starter, starter, 0, False, (), ()), (0,) * seat_count, rng)


def start_next_round(state: State, rng: Chance) -> tuple[State, Event]:
    """Deal the next round. The seat to the left of the last starter begins (CR-1.3)."""
    last = state.round
    starter = (last.starter + 1) % len(state.hands)
    following = Round(last.number + 1, starter, starter, 0, False, last.drawn_cards, last.placed_cards)
    return deal_round(state.ruleset, following, state.wins, rng)


def deal_round(ruleset: Ruleset, new_round: Round, wins: tuple[int, ...], rng: Chance) -> tuple[State, Event]:
    """Place four nines, and deal a hand to each seat (CR-1.1, CR-1.2).

    :param new_round: the new round, before its first turn.
    """
    deck = list(_list_remaining_cards(ruleset.variant))
    hands = tuple([deal_hand(deck, STARTING_HAND_SIZE, ruleset.order, rng) for _ in wins])
    stacks = _make_first_stacks(ruleset.variant)
    state = State(ruleset, new_round, hands, tuple(sorted(deck)), stacks, wins, "")
    return state, RoundBegan(new_round.number, new_round.seat)


def find_seats_with_fewest_cards(state: State) -> tuple[int, ...]:
    """Return the seats with the fewest cards (CR-3.2)."""
    sizes = [len(hand) for hand in state.hands]
    return tuple([seat for seat, size in enumerate(sizes) if size == min(sizes)])


def end_round(state: State, ending: str, winners: tuple[int, ...]) -> tuple[State, Event]:
    """End the round, and the match if a seat has won enough rounds (CR-3.3)."""
    wins = tuple([won + (seat in winners) for seat, won in enumerate(state.wins)])
    over = max(wins) >= state.ruleset.rounds_to_win
    after = State(
        state.ruleset, state.round, state.hands, state.deck, state.stacks, wins, ending if over else ""
    )
    left = tuple([len(hand) for hand in state.hands])
    return after, RoundEnded(ending, winners, left, state.round.number, wins)


def find_outcome(state: State) -> Outcome | None:
    """Return the result after the match, otherwise ``None``.

    Seats are ranked by rounds won, then by the fewest cards in the last round (CR-3.3).
    """
    if not state.ending:
        return None
    keys = [(won, -len(hand)) for won, hand in zip(state.wins, state.hands, strict=True)]
    return rank_seats(state.ending, keys, state.wins)

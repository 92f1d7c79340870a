"""Ends the match when necessary, scores the hands, and finds the result (RF-3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from games.core.outcome import Outcome, rank_seats
from games.reef.events import Event, HandScored, MatchEnded
from games.reef.matching import find_matches
from games.reef.parts import CARDS, MAX_STACK_HEIGHT
from games.reef.stacks import EMPTY_STACK, STACK_HEIGHTS, Reef
from games.reef.state import Seat, State
from games.reef.view import OVER_STAGE, View

SUPPLY_RAN_OUT_ENDING: Final = "supply_out"
"""Ending of a match after the round in which the supply of a colour ran out."""
DECK_RAN_OUT_ENDING: Final = "deck_out"
"""Ending of a match because the deck ran out."""


def end_match_if_due(after: State, events: list[Event]) -> tuple[State, tuple[Event, ...]]:
    """End the match if the round is complete. Call this only if a colour or the deck has run out (RF-3.1).

    With the option ``at_once``, the match ends as soon as the deck is empty.
    """
    round_done = after.active_seat == after.starter
    at_once = not after.deck and after.ruleset.deck_end == "at_once"
    if not (round_done or at_once):
        return after, tuple(events)
    ending = DECK_RAN_OUT_ENDING if at_once or all(after.supply) else SUPPLY_RAN_OUT_ENDING
    seats = []
    for index, seat in enumerate(after.seats):
        scored = score_hand(index, seat)
        events += scored
        points = seat.points + sum(event.points for event in scored)
        seats.append(Seat(seat.reef, seat.hand, points, seat.discard, seat.seen_cards))
    events.append(MatchEnded(ending))
    over = State(
        after.ruleset,
        OVER_STAGE,
        after.starter,
        after.starter,
        after.supply,
        after.deck,
        after.display,
        tuple(seats),
        ending,
    )
    return over, tuple(events)


def sum_hand_scores(reef: Reef, hand: tuple[int, ...]) -> int:
    """Return the total score at the end of the cards left in a hand."""
    return sum(CARDS[number].points for number in hand if find_matches(CARDS[number], reef))


def score_hand(index: int, seat: Seat) -> list[HandScored]:
    """Return the score of each card left in a seat's hand. A card's pattern counts at most once (RF-3.2)."""
    scored = []
    for number in seat.hand:
        one = find_matches(CARDS[number], seat.reef)[:1]
        scored.append(HandScored(index, number, one, len(one) * CARDS[number].points))
    return scored


def count_empty_spaces(reef: Reef) -> int:
    """Return the number of spaces without a coral."""
    return reef.count(EMPTY_STACK)


def count_full_stacks(reef: Reef) -> int:
    """Return the number of stacks of full height."""
    return sum(1 for stack in reef if STACK_HEIGHTS[stack] == MAX_STACK_HEIGHT)


def rate_tied_reef(reef: Reef) -> tuple[int, int]:
    """Return a key that is greatest for the reef that wins a tie on points (RF-3.3)."""
    return -count_empty_spaces(reef), count_full_stacks(reef)


def find_outcome(state: State) -> Outcome | None:
    """Return the result after the match (RF-3.3), otherwise ``None``."""
    if state.stage != OVER_STAGE:
        return None
    keys = [(seat.points, *rate_tied_reef(seat.reef)) for seat in state.seats]
    return rank_seats(state.ending, keys, [seat.points for seat in state.seats])


def make_move_view(view: View, uncounted_events: Sequence[Event]) -> View:
    """Return a view in which the cards left in hand haven't scored yet."""
    scored = Counter[int]()
    for event in uncounted_events:
        if isinstance(event, HandScored):
            scored[event.seat] += event.points
    seats = (replace(seat, points=seat.points - scored[number]) for number, seat in enumerate(view.seats))
    return replace(view, seats=tuple(seats))

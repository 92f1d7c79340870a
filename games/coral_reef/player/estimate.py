"""Estimates the chance of winning from a position, to guide the computer players.

A hand that can be played in one or two turns is worth most. The size of a hand matters much less. The weights
were fitted to the results of rounds, and their sum is in log-odds.
"""

from __future__ import annotations

from functools import lru_cache
from math import exp
from typing import Final

from games.coral_reef.legal import list_targets
from games.coral_reef.parts import FACES, NINE, TEN, TEN_ON_TOP, VALUES, read_letters
from games.coral_reef.state import State
from games.coral_reef.sums import ZERO, find_sums

IN_ONE: Final = 2.3
IN_ONE_ACTIVE: Final = 4.8
"""Log-odds for a hand that can be played on one stack, for a waiting seat (``IN_ONE``) and for the active
seat.
"""
IN_TWO: Final = 0.26
IN_TWO_ACTIVE: Final = 0.55
"""Log-odds for each play after which the rest of the hand can be played on one stack, for a waiting seat
(``IN_TWO``) and for the active seat.

At most :data:`STEPS` such plays count.
"""
STEPS: Final = 4
TENS: Final = -0.17
NINES: Final = 0.1
"""Log-odds for each ten (``TENS``) and each nine (``NINES``) in a hand."""
HEAVY: Final = -0.065
"""Log-odds for each point of a hand's sum above :data:`LIGHT`."""
LIGHT: Final = 20
NEGATIVE: Final = -0.12
"""Log-odds for each point by which a hand's sum is below 1. Hands with a sum below 1 can't be played on one
stack.
"""


def estimate(state: State, seat: int) -> float:
    """Return the chance that ``seat`` wins the match. Every seat is assumed to win later rounds with equal
    chance.
    """
    asked = tuple(sorted(list_targets(state.stacks)))
    odds = [
        exp(_rate_hand(read_letters(hand), asked, holder == state.round.seat))
        for holder, hand in enumerate(state.hands)
    ]
    wins, needed = state.wins, state.ruleset.rounds_to_win
    if needed == 1:
        return odds[seat] / sum(odds, 0.0)
    ways = [
        odd * predict_match((*wins[:winner], wins[winner] + 1, *wins[winner + 1 :]), needed)[seat]
        for winner, odd in enumerate(odds)
    ]
    return sum(ways, 0.0) / sum(odds, 0.0)


def get_horizon(state: State) -> int:
    """Return the number of the round. A search stops at the end of the round, because it can't foresee the
    next deal.
    """
    return state.round.number


# With six seats, a match to five wins has 34,375 possible scores. The cache holds all of them, because
# computing them repeatedly would take hours.
@lru_cache(maxsize=1 << 16)
def predict_match(wins: tuple[int, ...], needed: int) -> tuple[float, ...]:
    """Return each seat's chance to win the match if every seat wins each later round with equal chance."""
    if max(wins) >= needed:
        first = [float(won >= needed) for won in wins]
        return tuple([one / sum(first, 0.0) for one in first])
    seats = range(len(wins))
    ways = [
        predict_match((*wins[:winner], wins[winner] + 1, *wins[winner + 1 :]), needed) for winner in seats
    ]
    return tuple([sum([way[seat] for way in ways], 0.0) / len(wins) for seat in seats])


@lru_cache(maxsize=16384)
def _rate_hand(hand: str, asked: tuple[int, ...], is_active: bool) -> float:
    """Return the log-odds of winning this round with a hand.

    :param asked: the targets of the stacks, in ascending order.
    """
    total = sum([VALUES[letter] for letter in hand])
    tens, nines = hand.count(TEN), hand.count(NINE)
    worth = TENS * tens + NINES * nines
    worth += HEAVY * max(total - LIGHT, 0) + NEGATIVE * max(1 - total, 0)
    if (tens <= 1 and total in asked) or hand == NINE:
        return worth + (IN_ONE_ACTIVE if is_active else IN_ONE) + IN_TWO * min(len(hand), STEPS)
    if tens > 2:
        return worth
    steps = _count_first_steps(hand, asked, total)
    return worth + (IN_TWO_ACTIVE if is_active else IN_TWO) * min(steps, STEPS)


def _count_first_steps(hand: str, asked: tuple[int, ...], total: int) -> int:
    """Return the number of plays after which the rest of the hand can be played on one stack."""
    reach = find_sums(hand)
    tops = {VALUES[letter] for letter in hand if letter not in FACES and letter != TEN}
    if TEN in hand:
        tops.add(TEN_ON_TOP)
    steps = 0
    for first in {*asked, VALUES[NINE]} if NINE in hand else set(asked):
        if reach >> (ZERO + first) & 1:
            rest = total - first
            steps += rest in tops or (rest in asked and (rest != first or asked.count(rest) > 1))
    return steps

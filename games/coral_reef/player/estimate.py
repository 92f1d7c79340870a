"""Estimates the chance of winning from a position, to guide the computer players.

A hand that can be emptied in one or two turns is worth most. The size of a hand matters much less. The
weights were fitted to the results of rounds, and their sum is in log-odds.
"""

from __future__ import annotations

from functools import lru_cache
from math import exp
from typing import Final

from games.coral_reef.legal import list_targets
from games.coral_reef.parts import FACE_RANKS, NINE_RANK, RANK_VALUES, TEN_RANK, TEN_TARGET, format_letters
from games.coral_reef.state import State
from games.coral_reef.sums import ZERO_BIT, find_sums

ONE_PLAY_LOG_ODDS: Final = 2.3
ACTIVE_ONE_PLAY_LOG_ODDS: Final = 4.8
"""Log-odds for a hand that fits one stack, of a waiting (``ONE_PLAY_LOG_ODDS``) and the active seat."""
TWO_PLAYS_LOG_ODDS: Final = 0.26
ACTIVE_TWO_PLAYS_LOG_ODDS: Final = 0.55
"""Log-odds for each play that leaves a hand for one stack, of a waiting and the active seat."""
MAX_FIRST_STEPS: Final = 4
"""Maximum number of plays that count for :data:`TWO_PLAYS_LOG_ODDS`."""
TEN_LOG_ODDS: Final = -0.17
NINE_LOG_ODDS: Final = 0.1
"""Log-odds for each ten (``TEN_LOG_ODDS``) and each nine (``NINE_LOG_ODDS``) in a hand."""
HEAVY_HAND_LOG_ODDS: Final = -0.065
"""Log-odds for each point of a hand's sum above :data:`MAX_LIGHT_SUM`."""
MAX_LIGHT_SUM: Final = 20
NEGATIVE_SUM_LOG_ODDS: Final = -0.12
"""Log-odds for each point by which a hand's sum is below 1, so that no single stack takes it."""


def estimate(state: State, seat: int) -> float:
    """Return the chance that ``seat`` wins the match, if all seats are equal in later rounds."""
    targets = tuple(sorted(list_targets(state.stacks)))
    odds = [
        exp(_rate_hand(format_letters(hand), targets, holder == state.round.seat))
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


def get_round_number(state: State) -> int:
    """Return the number of the round. A search stops at its end, before the next deal."""
    return state.round.number


# With six seats, a match to five wins has 34,375 possible scores. The cache holds all of them, because
# computing them repeatedly would take hours.
@lru_cache(maxsize=1 << 16)
def predict_match(wins: tuple[int, ...], wins_needed: int) -> tuple[float, ...]:
    """Return each seat's chance of winning the match if every seat is equally likely to win each later round.

    :param wins: number of rounds that each seat has won.
    :param wins_needed: number of rounds that win the match.
    """
    if max(wins) >= wins_needed:
        first = [float(won >= wins_needed) for won in wins]
        return tuple([one / sum(first, 0.0) for one in first])
    seats = range(len(wins))
    ways = [
        predict_match((*wins[:winner], wins[winner] + 1, *wins[winner + 1 :]), wins_needed)
        for winner in seats
    ]
    return tuple([sum([way[seat] for way in ways], 0.0) / len(wins) for seat in seats])


@lru_cache(maxsize=16384)
def _rate_hand(hand: str, targets: tuple[int, ...], is_active: bool) -> float:
    """Return the log-odds of winning this round with a hand.

    :param targets: the targets of the stacks, in ascending order.
    """
    total = sum([RANK_VALUES[letter] for letter in hand])
    tens, nines = hand.count(TEN_RANK), hand.count(NINE_RANK)
    worth = TEN_LOG_ODDS * tens + NINE_LOG_ODDS * nines
    worth += HEAVY_HAND_LOG_ODDS * max(total - MAX_LIGHT_SUM, 0) + NEGATIVE_SUM_LOG_ODDS * max(1 - total, 0)
    if (tens <= 1 and total in targets) or hand == NINE_RANK:
        return (
            worth
            + (ACTIVE_ONE_PLAY_LOG_ODDS if is_active else ONE_PLAY_LOG_ODDS)
            + TWO_PLAYS_LOG_ODDS * min(len(hand), MAX_FIRST_STEPS)
        )
    if tens > 2:
        return worth
    steps = _count_first_steps(hand, targets, total)
    return worth + (ACTIVE_TWO_PLAYS_LOG_ODDS if is_active else TWO_PLAYS_LOG_ODDS) * min(
        steps, MAX_FIRST_STEPS
    )


def _count_first_steps(hand: str, targets: tuple[int, ...], total: int) -> int:
    """Return the number of plays after which the rest of the hand can be played on one stack."""
    reach = find_sums(hand)
    tops = {RANK_VALUES[letter] for letter in hand if letter not in FACE_RANKS and letter != TEN_RANK}
    if TEN_RANK in hand:
        tops.add(TEN_TARGET)
    steps = 0
    for first in {*targets, RANK_VALUES[NINE_RANK]} if NINE_RANK in hand else set(targets):
        if reach >> (ZERO_BIT + first) & 1:
            second = total - first
            steps += second in tops or (second in targets and (second != first or targets.count(second) > 1))
    return steps

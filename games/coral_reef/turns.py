"""Counts the turns needed to empty a hand."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from games.coral_reef.legal import sum_corals
from games.coral_reef.parts import NINE_RANK, TEN_TARGET
from games.coral_reef.sums import find_spaces_with_top

MAX_COUNTED_CORALS: Final = 8
"""Maximum size of a hand whose turns are counted, because larger hands have too many partitions."""


@lru_cache(maxsize=256)
def count_turns(hand: str, max_tens: int | None = None) -> int | None:
    """Return the fewest turns that empty a hand if the stacks fit and no coral is drawn (CR-2.2 to CR-2.4).

    Return ``None`` if the hand can't be emptied.

    :param max_tens: maximum number of turns that may need a ten on top of a stack, by default any number.
    """
    if not hand:
        return 0
    fewest: int | None = None
    # Let this turn include the first coral, so that each partition is counted once.
    for chosen in range(1 << (len(hand) - 1)):
        turn = hand[0] + "".join([letter for index, letter in enumerate(hand[1:]) if chosen >> index & 1])
        needs_ten = turn != NINE_RANK and sum_corals(turn) == TEN_TARGET
        if not _is_one_turn(turn) or (needs_ten and max_tens == 0):
            continue
        rest = "".join([letter for index, letter in enumerate(hand[1:]) if not chosen >> index & 1])
        more = count_turns(rest, max_tens if max_tens is None else max_tens - needs_ten)
        if more is not None and (fewest is None or more + 1 < fewest):
            fewest = more + 1
    return fewest


def _is_one_turn(corals: str) -> bool:
    """Return whether some stack could take these corals in one turn."""
    return corals == NINE_RANK or (
        1 <= sum_corals(corals) <= TEN_TARGET and bool(find_spaces_with_top(corals))
    )

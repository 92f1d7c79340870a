"""A person's first matches are long enough to learn from."""

from __future__ import annotations

from games.coral_reef import GAME
from games.players import think
from tools.selfplay import play_match

DEAL_COUNT = 20
MIN_OWN_TURNS = 5
"""Minimum number of turns in which a person can learn the game."""


def count_own_turns(deal: int) -> int:
    """Return the turns of the first seat, as strong as ``easy``, in a first match against ``easy``."""
    steps = play_match(
        GAME,
        min(GAME.seat_counts),
        GAME.get_default_options() | dict(GAME.first_match_options),
        f"first match {deal}",
        lambda view, seat, chance: think(GAME, GAME.version, view, seat, "easy", chance, lambda: False),
    )
    return sum(step.seat == 0 for step in steps)


def test_in_most_deals_a_first_match_has_at_least_five_turns_of_ones_own() -> None:
    lengths = [count_own_turns(deal) for deal in range(DEAL_COUNT)]
    assert sum(length >= MIN_OWN_TURNS for length in lengths) >= 0.8 * DEAL_COUNT, lengths

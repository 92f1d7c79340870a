"""The full position of Australis, including the hidden draw pile, as flat tuples."""

from __future__ import annotations

from games.australis.parts import Card, Die
from games.australis.view import Board, TurnTask
from games.core.values import value_class


@value_class
class State:
    """The whole position. :class:`View` documents the fields."""

    stage: str
    seat: int
    """Active seat or, after the match, the seat that was active last."""
    track_end: int
    round: int
    dice_taken_count: int
    start: int
    token: int | None
    task: TurnTask
    podium: tuple[int, ...]
    offer: tuple[Die, ...]
    display: tuple[int, ...]
    draw_pile: tuple[Card, ...]
    """Cards of the draw pile, the next one first."""
    discard: tuple[Card, ...]
    grey_track: int
    grey_beside: int
    fish_left: int
    gold: tuple[int, ...]
    silver: tuple[int, ...]
    removed_tile_count: int
    arrived: tuple[int, ...]
    boards: tuple[Board, ...]

"""Aims of players in the next turns. A review uses them to explain what a move allows or prevents."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, Generic

from games.core.shapes import EventLike, EventT_co, StateT_co
from games.core.values import value
from games.core.words import Msg

WHOLE_MATCH: Final = 1_000
"""The ``turns`` of an aim that is watched until the match ends, which is always earlier."""


@value
class AimOf(Generic[StateT_co, EventT_co]):
    """Something that players want to happen in the next turns, such as points or a brood.

    ``count`` returns how much of it a step brought a seat, given the states before and after the step, its
    events, and the seat. ``weight`` is the approximate win chance of one unit. ``happens`` is set if the aim
    either happens or not, rather than being counted. ``wins`` describes a move that gains its seat more of
    it, ``denies`` one that leaves another seat less, and ``surely`` replaces ``wins`` if the aim happens on
    all deals. ``turns`` is the number of turns of the acting seat that are watched, including the current
    one. If ``unwanted``, less is better. ``approach`` returns how near a seat is to more of it, for aims that
    take several actions of a turn.

    A ``possible`` aim is about what seats could do, so every seat is simulated as furthering it immediately.
    With one turn, it is only used if the other move ended the turn.
    """

    key: str
    count: Callable[[StateT_co, StateT_co, tuple[EventT_co, ...], int], float]
    weight: float
    happens: bool
    wins: Msg
    denies: Msg
    turns: int = 2
    unwanted: bool = False
    approach: Callable[[StateT_co, int], float] | None = None
    possible: bool = False
    surely: Msg | None = None


if TYPE_CHECKING:
    Aim = AimOf[object, EventLike]
    """An aim of any game."""
else:
    # A parametrised alias of a frozen, slotted class can't be called.
    Aim = AimOf

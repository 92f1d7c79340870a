"""Aims of players in the next turns, with which a review explains what a move allows or prevents."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic

from games.core.shapes import EventLike, EventT_co, StateT_co
from games.core.words import Msg


@dataclass(frozen=True, slots=True)
class AimOf(Generic[StateT_co, EventT_co]):
    """Something that players want to happen in the next turns, such as points or a brood.

    ``count`` returns how much of it a step brought a seat, given the states before and after it and its
    events. ``weight`` is roughly how much win chance one is worth. ``happens`` is set for something that
    happens or not; otherwise it is counted. ``wins`` is the sentence about a move that brings
    its own seat more, and ``denies`` that about a move that leaves another seat less. ``turns`` is how many
    turns of the acting seat are watched, including the one it is in. If ``unwanted``, less is better.
    """

    key: str
    count: Callable[[StateT_co, StateT_co, tuple[EventT_co, ...], int], float]
    weight: float
    happens: bool
    wins: Msg
    denies: Msg
    turns: int = 2
    unwanted: bool = False


if TYPE_CHECKING:
    Aim = AimOf[object, EventLike]
    """An aim of any game."""
else:
    # A parametrised alias of a frozen, slotted class can't be called.
    Aim = AimOf

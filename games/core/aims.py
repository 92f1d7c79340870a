"""Players' aims for the next turns, such as points. A review uses them to explain what a move allows or
prevents.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, Generic

from games.core.shapes import EventLike, EventT_co, StateT_co
from games.core.values import value_class
from games.core.words import Msg

WHOLE_MATCH_TURNS: Final = 1_000
"""Turns for an aim that is watched until the match ends, more than any match has."""


@value_class
class GenericAim(Generic[StateT_co, EventT_co]):
    """Something that players want to happen in the next turns, such as points or a brood."""

    key: str
    measure_progress: Callable[[StateT_co, StateT_co, tuple[EventT_co, ...], int], float]
    """Returns how much of the aim a step brought, given both states, the events and the seat."""
    win_chance_weight: float
    """Approximate win chance gained with one unit of the aim."""
    is_event: bool
    """Whether the aim is an event that happens or doesn't, rather than an amount."""
    winning_text: Msg
    """Sentence about a move that brings more of the aim to the seat that makes it."""
    denying_text: Msg
    """Sentence about a move that leaves another seat less of the aim."""
    watched_turns: int = 2
    """Number of the acting seat's turns during which the aim is watched, including the current turn."""
    is_unwanted: bool = False
    """Whether less of the aim is better."""
    estimate_progress: Callable[[StateT_co, int], float] | None = None
    """Returns how close a seat is to more of the aim. Only for aims that take several actions of a turn."""
    is_possibility: bool = False
    """Whether the aim is something that a seat could do, whether or not the seat would do it in normal play.

    Its amounts are found by simulating that every seat pursues the aim immediately. With ``watched_turns`` 1,
    the aim is only used if the worse move ended the turn.
    """
    certain_text: Msg | None = None
    """Sentence that replaces ``winning_text`` if the aim happens on all deals."""


if TYPE_CHECKING:
    Aim = GenericAim[object, EventLike]
    """An aim of any game."""
else:
    # A parametrised alias of a frozen, slotted class can't be called.
    Aim = GenericAim

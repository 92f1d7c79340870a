"""Players' aims in Australis. Reviews use them to explain moves."""

from __future__ import annotations

from typing import Final

from games.australis.events import Event
from games.australis.player.kinds import count_points
from games.australis.state import State
from games.australis.view import OVER_STAGE, TILE_STAGE
from games.core.aims import WHOLE_MATCH_TURNS, GenericAim
from games.core.words import N_, Msg


def _measure_gain(before: State, after: State, events: tuple[Event, ...], seat: int) -> float:
    """Return the points that a seat gained in a step.

    Both states are evaluated as if their rounds were scored now. So the step that starts a round gains the
    points that the seat's turtle, corals and fish would already score.
    """
    return _count_current_points(after, seat) - _count_current_points(before, seat)


def _count_current_points(state: State, seat: int) -> float:
    """Return the points that a seat would have if the round were scored now.

    While a tile is being chosen, the round has already been scored (AU-4.4).
    """
    if state.stage in (TILE_STAGE, OVER_STAGE):
        return float(state.boards[seat].points)
    return count_points(state, seat)


AIMS: Final[tuple[GenericAim[State, Event], ...]] = (
    GenericAim(
        "points",
        measure_progress=_measure_gain,
        win_chance_weight=0.01,
        is_event=False,
        winning_text=Msg(
            N_("If the round ended in 2 turns, {name} would gain more points: about {better}, not {played}.")
        ),
        denying_text=Msg(
            N_(
                "If the round ended after the next turn,"
                " {name} would gain fewer points: about {better}, not {played}."
            )
        ),
    ),
    GenericAim(
        "soon",
        measure_progress=_measure_gain,
        win_chance_weight=0.006,
        is_event=False,
        winning_text=Msg(
            N_("If the round ended in 3 turns, {name} would gain more points: about {better}, not {played}.")
        ),
        denying_text=Msg(
            N_("If the round ended in 2 turns, {name} would gain fewer points: about {better}, not {played}.")
        ),
        watched_turns=3,
    ),
    GenericAim(
        "later",
        measure_progress=_measure_gain,
        win_chance_weight=0.003,
        is_event=False,
        winning_text=Msg(
            N_("If the round ended in 4 turns, {name} would gain more points: about {better}, not {played}.")
        ),
        denying_text=Msg(
            N_("If the round ended in 3 turns, {name} would gain fewer points: about {better}, not {played}.")
        ),
        watched_turns=4,
    ),
    GenericAim(
        "far",
        measure_progress=_measure_gain,
        win_chance_weight=0.002,
        is_event=False,
        winning_text=Msg(
            N_("If the round ended in 8 turns, {name} would gain more points: about {better}, not {played}.")
        ),
        denying_text=Msg(
            N_("If the round ended in 7 turns, {name} would gain fewer points: about {better}, not {played}.")
        ),
        watched_turns=8,
    ),
    GenericAim(
        "end",
        measure_progress=_measure_gain,
        win_chance_weight=0.003,
        is_event=False,
        winning_text=Msg(
            N_("Played on to the end, it brings {name} more points: on average {better}, not {played}.")
        ),
        denying_text=Msg(
            N_("Played on to the end, it holds {name} to fewer points: on average {better}, not {played}.")
        ),
        watched_turns=WHOLE_MATCH_TURNS,
    ),
)
"""The game's aims. All are points, over different numbers of turns, because points decide the match.

Points gained soon have a larger weight than later ones.
"""

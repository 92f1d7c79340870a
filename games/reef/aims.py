"""Players' aims in Reef. Reviews use them to explain moves."""

from __future__ import annotations

from typing import Final

from games.core.aims import WHOLE_MATCH_TURNS, GenericAim
from games.core.words import N_, Msg
from games.reef.ending import sum_hand_scores
from games.reef.events import Event
from games.reef.state import State
from games.reef.view import OVER_STAGE


def _measure_gain(before: State, after: State, events: tuple[Event, ...], seat: int) -> float:
    return float(after.seats[seat].points - before.seats[seat].points)


def _measure_gain_with_hand(before: State, after: State, events: tuple[Event, ...], seat: int) -> float:
    """Return the points that a seat gained, including its hand's points at the end (RF-3.2)."""
    return _sum_points_with_hand(after, seat) - _sum_points_with_hand(before, seat)


def _sum_points_with_hand(state: State, seat: int) -> float:
    own = state.seats[seat]
    return float(
        own.points if state.stage == OVER_STAGE else own.points + sum_hand_scores(own.reef, own.hand)
    )


AIMS: Final[tuple[GenericAim[State, Event], ...]] = (
    GenericAim(
        "points",
        measure_progress=_measure_gain,
        win_chance_weight=0.01,
        is_event=False,
        winning_text=Msg(
            N_("It brings {name} more points within 2 turns: on average {better}, not {played}.")
        ),
        denying_text=Msg(N_("It holds {name} to fewer points next turn: on average {better}, not {played}.")),
    ),
    GenericAim(
        "soon",
        measure_progress=_measure_gain,
        win_chance_weight=0.008,
        is_event=False,
        winning_text=Msg(
            N_("It brings {name} more points within 3 turns: on average {better}, not {played}.")
        ),
        denying_text=Msg(
            N_("It holds {name} to fewer points in 2 turns: on average {better}, not {played}.")
        ),
        watched_turns=3,
    ),
    GenericAim(
        "later",
        measure_progress=_measure_gain,
        win_chance_weight=0.006,
        is_event=False,
        winning_text=Msg(
            N_("It brings {name} more points within 4 turns: on average {better}, not {played}.")
        ),
        denying_text=Msg(
            N_("It holds {name} to fewer points in 3 turns: on average {better}, not {played}.")
        ),
        watched_turns=4,
    ),
    GenericAim(
        "with_hand",
        measure_progress=_measure_gain_with_hand,
        win_chance_weight=0.006,
        is_event=False,
        winning_text=Msg(
            N_(
                "It brings {name} more points within 2 turns, hand included:"
                " on average {better}, not {played}."
            )
        ),
        denying_text=Msg(
            N_("It holds {name} to fewer points next turn, hand included: on average {better}, not {played}.")
        ),
    ),
    GenericAim(
        "with_hand_later",
        measure_progress=_measure_gain_with_hand,
        win_chance_weight=0.005,
        is_event=False,
        winning_text=Msg(
            N_(
                "It brings {name} more points within 4 turns, hand included:"
                " on average {better}, not {played}."
            )
        ),
        denying_text=Msg(
            N_(
                "It holds {name} to fewer points in 3 turns, hand included:"
                " on average {better}, not {played}."
            )
        ),
        watched_turns=4,
    ),
    GenericAim(
        "far",
        measure_progress=_measure_gain,
        win_chance_weight=0.005,
        is_event=False,
        winning_text=Msg(
            N_("It brings {name} more points within 8 turns: on average {better}, not {played}.")
        ),
        denying_text=Msg(
            N_("It holds {name} to fewer points in 7 turns: on average {better}, not {played}.")
        ),
        watched_turns=8,
    ),
    GenericAim(
        "end",
        measure_progress=_measure_gain,
        win_chance_weight=0.004,
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

Some include the points that the cards in hand would score at the end of the match.
"""

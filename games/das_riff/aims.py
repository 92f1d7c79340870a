"""What players of Das Riff aim for in the next turns, used to explain moves in reviews."""

from __future__ import annotations

from typing import Final

from games.core.aims import AimOf
from games.core.words import N_, Msg
from games.das_riff.events import Bred, Event, Took
from games.das_riff.parts import CORAL
from games.das_riff.state import State


def _count_broods(before: State, after: State, events: tuple[Event, ...], seat: int) -> float:
    return float(sum(isinstance(event, Bred) and event.seat == seat for event in events))


def _count_fish(before: State, after: State, events: tuple[Event, ...], seat: int) -> float:
    """Return how many fish a seat took."""
    return float(
        sum(isinstance(event, Took) and event.seat == seat and event.coral is not None for event in events)
    )


def _count_corals(before: State, after: State, events: tuple[Event, ...], seat: int) -> float:
    return float(
        sum(isinstance(event, Took) and event.seat == seat and event.card == CORAL for event in events)
    )


AIMS: Final[tuple[AimOf[State, Event], ...]] = (
    AimOf(
        "brood",
        count=_count_broods,
        weight=0.2,
        happens=True,
        wins=Msg(
            N_("With it, {name} completes a brood within 2 turns {better} times out of 100, not {played}.")
        ),
        denies=Msg(
            N_("It denies {name} a brood next turn: it happens {better} times out of 100, not {played}.")
        ),
    ),
    AimOf(
        "soon",
        count=_count_broods,
        weight=0.15,
        happens=True,
        wins=Msg(
            N_("With it, {name} completes a brood within 3 turns {better} times out of 100, not {played}.")
        ),
        denies=Msg(
            N_("It denies {name} a brood in 2 turns: it happens {better} times out of 100, not {played}.")
        ),
        turns=3,
    ),
    AimOf(
        "fish",
        count=_count_fish,
        weight=0.06,
        happens=True,
        wins=Msg(N_("With it, {name} gets a fish within 2 turns {better} times out of 100, not {played}.")),
        denies=Msg(
            N_("It denies {name} a fish next turn: it happens {better} times out of 100, not {played}.")
        ),
    ),
    AimOf(
        "coral",
        count=_count_corals,
        weight=0.05,
        happens=True,
        wins=Msg(N_("With it, {name} gets a coral within 2 turns {better} times out of 100, not {played}.")),
        denies=Msg(
            N_("It denies {name} a coral next turn: it happens {better} times out of 100, not {played}.")
        ),
    ),
    AimOf(
        "fish_soon",
        count=_count_fish,
        weight=0.04,
        happens=True,
        wins=Msg(N_("With it, {name} gets a fish within 3 turns {better} times out of 100, not {played}.")),
        denies=Msg(
            N_("It denies {name} a fish in 2 turns: it happens {better} times out of 100, not {played}.")
        ),
        turns=3,
    ),
    AimOf(
        "far",
        count=_count_broods,
        weight=0.1,
        happens=True,
        wins=Msg(
            N_("With it, {name} completes a brood within 5 turns {better} times out of 100, not {played}.")
        ),
        denies=Msg(
            N_("It denies {name} a brood in 4 turns: it happens {better} times out of 100, not {played}.")
        ),
        turns=5,
    ),
)
"""The aims, the most valuable first. Boats aren't among them, because they are only bought for other aims."""

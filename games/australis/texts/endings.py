"""Describes a seat's result, and finds the memorable moments of a match of Australis."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.australis.events import CompetitionRolled, Event, RoundBegan, RoundPointsScored, Scene, TileTaken
from games.australis.texts.nouns import format_points
from games.australis.view import OVER_STAGE, View
from games.core.texts import MemorableMoment

MIN_MEMORABLE_ROLLS: Final = 4
"""Minimum number of rolls that makes a competition memorable."""


def describe_result(seat: int, view: View, scene: Scene) -> str:
    """Return a seat's points as text, after a tie with the position of its turtle (AU-6.2)."""
    w, points = scene.w, view.boards[seat].points
    reached = format_points(w, points)
    if view.stage != OVER_STAGE or sum(board.points == points for board in view.boards) == 1:
        return reached
    space = view.boards[seat].space
    if seat in view.arrived:
        place = view.arrived.index(seat) + 1
        if place == 1:
            return w("{points} · turtle reached the end first", points=reached)
        return w("{points} · turtle reached the end as number {n}", points=reached, n=place)
    return w("{points} · turtle on space {space}", points=reached, space=space)


def find_moments(history: Sequence[Sequence[Event]], scene: Scene) -> list[MemorableMoment]:
    """Return up to two moments: the best score in a round, and the most memorable long competition or gold
    tile.
    """
    w, began, rolls = scene.w, 0, 0
    rounds: list[tuple[int, int, RoundPointsScored]] = []
    others: list[tuple[int, MemorableMoment]] = []
    for ply, events in enumerate(history):
        for event in events:
            if isinstance(event, RoundBegan):
                began, rolls = event.round, 0
            elif isinstance(event, RoundPointsScored):
                rounds.append((ply, began, event))
            elif isinstance(event, CompetitionRolled):
                rolls = event.number
                if rolls >= MIN_MEMORABLE_ROLLS:
                    text = w("The competition of round {round} took {n} rolls.", round=began, n=rolls)
                    others.append((100 + rolls, MemorableMoment(ply, text)))
            elif isinstance(event, TileTaken) and event.is_gold:
                text = w(
                    "{name} won the gold tile of round {round}: {points}.",
                    name=scene.names[event.seat],
                    round=began,
                    points=format_points(w, event.points),
                )
                others.append((event.points, MemorableMoment(ply, text)))
    best = max(rounds, key=lambda told: _sum_round_points(told[2]), default=None)
    found = []
    if best is not None:
        ply, number, scored = best
        text = w(
            "{name} scored {points} in round {round}.",
            name=scene.names[scored.seat],
            points=format_points(w, _sum_round_points(scored)),
            round=number,
        )
        found.append(MemorableMoment(ply, text))
    if others:
        _, moment = max(others, key=lambda other: other[0])
        found.append(moment)
    return found


def _sum_round_points(scored: RoundPointsScored) -> int:
    return scored.reefs + scored.school + scored.turtle

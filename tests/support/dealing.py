"""Positions, and the same ones with their hidden parts dealt again."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from games.core.match import Match
from games.core.protocol import Game
from games.core.rng import Chance
from tools.walks import Case


def cases(game: Game) -> list[Case]:
    """The fewest and the most seats, with the first and the last value of every switch."""
    return [
        Case(game, seats, {o.name: o.values[which] for o in game.options}, 500 + seats, rich=True)
        for seats, which in zip((game.seats[0], game.seats[-1]), (0, -1), strict=True)
    ]


def until(match: Match, ply: int) -> Match:
    """The match as it was after so many steps."""
    rows = match.rows[:ply]
    return replace(match, rows=rows, steps=match.steps[:ply], decided=None)


def dealt_anew(match: Match, viewer: int | None, salt: int) -> Match:
    """The match with all that a viewer cannot know dealt anew, in every position of it.

    Of what happened it keeps what the viewer may hear.
    """
    rules = match.rules

    def anew(state: Any, ply: int) -> Any:
        return rules.sample(rules.recall(state, viewer), Chance(f"{viewer} {salt}".encode(), ply))

    def heard(events: tuple[Any, ...]) -> tuple[Any, ...]:
        return tuple(rules.redact(event, viewer) for event in events)

    steps = [
        replace(step, state=anew(step.state, ply), events=heard(step.events))
        for ply, step in enumerate(match.steps, 1)
    ]
    return replace(
        match,
        opening=anew(match.opening, 0),
        opening_events=heard(match.opening_events),
        steps=tuple(steps),
        key=bytes([salt]) * 32,
    )

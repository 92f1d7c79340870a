"""Helpers that redeal the hidden parts of a match."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from games.core.match import Match
from games.core.protocol import Game
from games.core.rng import Chance
from tools.walks import Case


def make_cases(game: Game) -> list[Case]:
    """Return two random matches: fewest seats with first option values, and most seats with last ones."""
    return [
        Case(game, seats, {o.name: o.values[which] for o in game.options}, 500 + seats, is_rich=True)
        for seats, which in zip((game.seat_counts[0], game.seat_counts[-1]), (0, -1), strict=True)
    ]


def cut_match(match: Match, ply: int) -> Match:
    """Return the match as it was after ``ply`` steps."""
    rows = match.rows[:ply]
    return replace(match, rows=rows, steps=match.steps[:ply], early_outcome=None)


def redeal_hidden_parts(match: Match, viewer: int | None, seed: int) -> Match:
    """Return the match with everything hidden from the viewer redealt in each position.

    Events are redacted for the viewer.
    """
    rules = match.rules

    def redeal_state(state: Any, ply: int) -> Any:
        return rules.sample(rules.recall(state, viewer), Chance(f"{viewer} {seed}".encode(), ply))

    def redact_events(events: tuple[Any, ...]) -> tuple[Any, ...]:
        return tuple(rules.redact(event, viewer) for event in events)

    steps = [
        replace(step, state=redeal_state(step.state, ply), events=redact_events(step.events))
        for ply, step in enumerate(match.steps, 1)
    ]
    return replace(
        match,
        opening_state=redeal_state(match.opening_state, 0),
        opening_events=redact_events(match.opening_events),
        steps=tuple(steps),
        key=bytes([seed]) * 32,
    )

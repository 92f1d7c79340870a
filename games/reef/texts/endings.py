"""Describes a seat's result, and finds the memorable moments of a match of Reef."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.core.texts import MemorableMoment
from games.core.words import Words
from games.reef.ending import count_empty_spaces, count_full_stacks
from games.reef.events import CardTaken, Event, PatternScored, Scene
from games.reef.texts.nouns import format_points
from games.reef.view import OVER_STAGE, View

MIN_MEMORABLE_POINTS: Final = 2
"""Minimum number of points that make a taken card memorable."""


def describe_result(seat: int, view: View, scene: Scene) -> str:
    """Return a seat's points and the reason that broke a tie, as text."""
    points = format_points(scene.w, view.seats[seat].points)
    return " · ".join((points, *explain_tie_break(seat, view, scene.w)))


def explain_tie_break(seat: int, view: View, w: Words) -> tuple[str, ...]:
    """Return phrases that explain how a tie on points was broken, if there was one (RF-3.3).

    Stacks of four are mentioned only if empty spaces didn't break the tie.
    """
    points, reef = view.seats[seat].points, view.seats[seat].reef
    tied_reefs = [
        board.reef for other, board in enumerate(view.seats) if board.points == points and other != seat
    ]
    if view.stage != OVER_STAGE or not tied_reefs:
        return ()
    empty, full = count_empty_spaces(reef), count_full_stacks(reef)
    phrases = [w.plural("{n} empty space", "{n} empty spaces", empty)]
    if any(count_empty_spaces(other) == empty for other in tied_reefs):
        phrases.append(w.plural("{n} stack of four", "{n} stacks of four", full))
    return tuple(phrases)


def find_moments(history: Sequence[Sequence[Event]], scene: Scene) -> list[MemorableMoment]:
    """Return the play that scored most and, if possible, one other moment.

    The other moment is a card taken with points on it, or another seat's best play.
    """
    w = scene.w
    numbered_events = [(ply, event) for ply, events in enumerate(history) for event in events]
    found = []
    scored = [(ply, e) for ply, e in numbered_events if isinstance(e, PatternScored) and e.points]
    if scored:
        ply, best = max(scored, key=lambda numbered: numbered[1].points)
        found.append(MemorableMoment(ply, _narrate_score(best, scene)))
    memorable_cards = [
        (ply, e)
        for ply, e in numbered_events
        if isinstance(e, CardTaken) and e.points >= MIN_MEMORABLE_POINTS
    ]
    if memorable_cards:
        ply, took = max(memorable_cards, key=lambda numbered: numbered[1].points)
        text = w(
            "{name} took a card with {points}.",
            name=scene.names[took.seat],
            points=format_points(w, took.points),
        )
        found.append(MemorableMoment(ply, text))
    elif scored:
        others = [(ply, event) for ply, event in scored if event.seat != best.seat]
        if others:
            ply, second = max(others, key=lambda numbered: numbered[1].points)
            found.append(MemorableMoment(ply, _narrate_score(second, scene)))
    return found


def _narrate_score(event: PatternScored, scene: Scene) -> str:
    w = scene.w
    name, points = scene.names[event.seat], format_points(w, event.points)
    if len(event.matches) == 1:
        return w("{name} scored {points}.", name=name, points=points)
    return w("{name} scored {points} with {n} patterns.", name=name, points=points, n=len(event.matches))

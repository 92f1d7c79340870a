"""What a board sums up names everybody whose turn went by without a play, however much has happened since."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from games.coral_reef import texts
from games.coral_reef.events import Drew, Event, Passed, Played, RoundEnded, Scene, Seeded
from games.coral_reef.parts import card
from games.coral_reef.texts.recap import LINES
from games.core.texts import SceneOf
from games.core.words import available, words
from games.registry import GAMES
from tests.whatif import play_to

NAMES = ("Ada", "Bob", "Cleo", "Dan", "Eve", "Fay")
STUCK = {"en": ("can't play", "couldn't play"), "de": ("nicht legen",), "nl": ("niet aanleggen",)}


def stretches(seats: int) -> Iterator[tuple[Any, ...]]:
    """What happened in so many steps in a row, as a board tells it that several computers' turns led to."""
    for number in range(5):
        match = play_to(GAMES["coral_reef"], seats, number, 60, {"rounds_to_win": "3"})
        for steps in (1, 2, 3, seats, 2 * seats):
            for ply in range(steps, match.ply + 1):
                yield tuple(event for step in match.steps[ply - steps : ply] for event in step.events)


def find_stuck(events: tuple[Event, ...]) -> set[str]:
    """Who could do nothing since the last round ended, or in the one that ended last of all."""
    end = max((number for number, event in enumerate(events) if isinstance(event, RoundEnded)), default=-1)
    later = events[end + 1 :]
    since = later if any(isinstance(event, Played | Seeded | Drew | Passed) for event in later) else events
    return {
        NAMES[event.seat]
        for event in since
        if isinstance(event, Passed) or (isinstance(event, Drew) and not event.helps)
    }


@pytest.mark.parametrize("locale", available())
@pytest.mark.parametrize("seats", [2, 3, 6])
def test_everybody_who_lost_a_turn_is_named(seats: int, locale: str) -> None:
    several = 0
    for events in stretches(seats):
        lines = texts.recap(events, SceneOf(NAMES[:seats], words(locale), events))
        assert len(lines) <= LINES
        said = [part for line in lines for part in line.split(". ") if any(s in part for s in STUCK[locale])]
        stuck = find_stuck(events)
        assert all(any(name in part for part in said) for name in stuck), (events, lines)
        several += len(stuck) > 1
    assert several > 20


def test_what_came_of_a_play_stands_in_its_line_where_there_would_be_too_many() -> None:
    scene: Scene = SceneOf(NAMES[:3], words(), ())
    five, six = card("5", 1), card("6", 1)
    events: tuple[Event, ...] = (
        Played(0, 2, (five,), 5, 4),
        Drew(1, None, False),
        Played(2, 1, (six,), 6, 4),
        Passed(0),
    )
    assert texts.recap(events[:3], scene) == [
        "Ada plays 5 on stack 3.",
        "Bob can't play and draws a card.",
        "Cleo plays 6 on stack 2.",
    ]
    assert texts.recap(events, scene) == [
        "Ada plays 5 on stack 3. Bob can't play and draws a card.",
        "Cleo plays 6 on stack 2. Ada can't play, has nothing left to draw, and passes.",
    ]
    later = (*events, *(Played(seat, 1, (six,), 6, 4) for seat in (1, 2)))
    assert texts.recap(later, scene) == [
        "Earlier Bob and Ada couldn't play.",
        "Bob plays 6 on stack 2.",
        "Cleo plays 6 on stack 2.",
    ]

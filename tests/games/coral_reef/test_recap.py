"""What a board sums up names everybody whose turn went by without a play, however much has happened since."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from games.coral_reef import texts
from games.coral_reef.events import Drew, Event, Passed, Played, RoundEnded, Scene, Seeded
from games.coral_reef.parts import card
from games.coral_reef.rules import RULES
from games.coral_reef.texts.descriptions import TOLD
from games.coral_reef.texts.recap import LINES
from games.core.rng import Chance
from games.core.texts import SceneOf
from games.core.words import list_locales, words
from games.registry import GAMES
from tests.games.coral_reef.build import position, step
from tests.proof.whatif import play_to

SHOWN = 220
"""So many characters of a line a board shows."""
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


@pytest.mark.parametrize("locale", list_locales())
@pytest.mark.parametrize("seats", [2, 3, 6])
def test_everybody_who_lost_a_turn_is_named(seats: int, locale: str) -> None:
    several = 0
    for events in stretches(seats):
        lines = texts.recap(events, SceneOf(NAMES[:seats], words(locale), events))
        assert len(lines) <= LINES and all(len(line) <= SHOWN for line in lines), lines
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


def laid(move: str, *hands: str, deck: str = "") -> tuple[tuple[Event, ...], str]:
    """Return what comes of a move from a position, and the words of the picture after it."""
    state, told = step(position(*hands, deck=deck), move)
    scene: Scene = SceneOf(NAMES[: len(hands)], words(), told, RULES.outcome(state))
    return told, texts.alt(RULES.view(state, None), scene)


@pytest.mark.parametrize("locale", list_locales())
def test_a_forced_pass_stands_on_the_board_and_in_the_words_of_its_picture(locale: str) -> None:
    told, alt = laid("seed", "92", "k", "q", "9k")
    assert [type(event) for event in told] == [Seeded, Passed, Passed]
    lines = texts.recap(told, SceneOf(NAMES[:4], words(locale), told))
    assert len(lines) == LINES
    for name, line in zip(NAMES[1:3], lines[1:], strict=True):
        assert line.startswith(name) and any(said in line for said in STUCK[locale])
        assert f"{name} can't play, has nothing left to draw, and passes." in alt


@pytest.mark.parametrize("locale", list_locales())
def test_what_everybody_passed_after_stands_on_the_board(locale: str) -> None:
    told, alt = laid("seed", "9k", "k", "q", deck="j")
    lines = texts.recap(told, SceneOf(NAMES[:3], words(locale), told))
    first, drawn = texts.recap(told[:2], SceneOf(NAMES[:3], words(locale), told[:2]))
    assert lines[0] == f"{first} {drawn}", "the seed, and who drew"
    assert len(lines) == LINES and not any(said in line for said in STUCK[locale] for line in lines[1:])
    assert "Ada seeds a nine: stack 5." in alt and "Everybody passed." in alt


@pytest.mark.parametrize("lost", range(TOLD + 3))
def test_the_play_stands_in_the_words_of_the_picture_however_much_came_of_it(lost: int) -> None:
    drawn = [Drew(1 + number % 5, None, False) for number in range(lost)]
    events: tuple[Event, ...] = (
        Played(5, 1, (card("6", 1),), 6, 4),
        Played(0, 2, (card("5", 1),), 5, 4),
        *drawn,
    )
    state, _ = RULES.setup(6, GAMES["coral_reef"].defaults(), Chance(b"words", 0))
    said = texts.alt(RULES.view(state, None), SceneOf(NAMES, words(), events))
    assert "Ada plays 5 on stack 3" in said
    assert said.count("draws a card") == min(lost, TOLD - 1 if lost >= TOLD else TOLD)

"""The largest play of a match is memorable only if nobody matched it and it didn't lose the match."""

from __future__ import annotations

import pytest

from games.coral_reef.events import CoralsPlayed, Event, Scene
from games.coral_reef.texts.endings import find_moments
from games.core.outcome import Outcome, make_win
from games.core.texts import GenericScene
from games.core.words import load_words


@pytest.mark.parametrize(
    ("sizes", "outcome", "expected"),
    [
        ((4, 3), None, "Ann played 4 cards at once."),
        ((4, 3), make_win("out", 2, 0), "Ann played 4 cards at once."),
        ((4, 3), make_win("out", 2, 1), ""),
        ((4, 4), make_win("out", 2, 0), ""),
        ((4, 3), Outcome("closed", (1, 1)), "Ann played 4 cards at once."),
    ],
)
def test_only_the_winners_unmatched_largest_play_is_named(
    sizes: tuple[int, ...], outcome: Outcome | None, expected: str
) -> None:
    history: list[tuple[Event, ...]] = [()]
    history += [(CoralsPlayed(seat, 0, (2,) * size, 9, 1),) for seat, size in enumerate(sizes)]
    scene: Scene = GenericScene(("Ann", "Ben"), load_words("en"), (), outcome)
    assert " ".join(moment.text for moment in find_moments(history, scene)) == expected

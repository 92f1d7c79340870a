"""How much a person reads in the panels of whole matches, with the guide on."""

from __future__ import annotations

from statistics import median, quantiles

import pytest

from games.registry import GAMES
from tests.support.guided import play_guided
from tests.support.harbour import Harbour
from tests.support.words import count_words

MEDIAN, NEARLY_ALL = 35, 50
PANELS = 30
"""Number of panels that say something about their median. Some matches are short."""


@pytest.mark.parametrize("key", GAMES)
async def test_a_panel_is_read_at_a_glance(harbour: Harbour, key: str) -> None:
    read: list[str] = []
    while len(read) < PANELS:
        match = await play_guided(harbour, key, len(read))
        told = ["You can undo this, but" in text for text in match]
        assert not any(told[len(told) // 2 + 1 :]), "said at the beginning of a match only"
        read += match
    counts = [count_words(text) for text in read]
    assert median(counts) <= MEDIAN, sorted(read, key=count_words)[len(read) // 2]
    assert quantiles(counts, n=20)[-1] <= NEARLY_ALL, max(read, key=count_words)

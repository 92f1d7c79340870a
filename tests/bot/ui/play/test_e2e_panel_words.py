"""With the guide on, panels have few words throughout whole matches."""

from __future__ import annotations

from statistics import median, quantiles

import pytest

from games.registry import GAMES
from tests.support.guided import play_guided_match
from tests.support.harbour import Harbour
from tests.support.nightly import defer_to_night
from tests.support.words import count_words

MAX_MEDIAN_WORDS, MAX_95TH_PERCENTILE_WORDS = 35, 50
MIN_PANELS = 30
"""Minimum number of panels to measure. Some matches have few."""


@pytest.mark.parametrize("key", defer_to_night(GAMES, "das_riff", "reef"))
async def test_panels_have_few_words(harbour: Harbour, key: str) -> None:
    read: list[str] = []
    while len(read) < MIN_PANELS:
        read += await play_guided_match(harbour, key, len(read))
    counts = [count_words(text) for text in read]
    assert median(counts) <= MAX_MEDIAN_WORDS, sorted(read, key=count_words)[len(read) // 2]
    assert quantiles(counts, n=20)[-1] <= MAX_95TH_PERCENTILE_WORDS, max(read, key=count_words)

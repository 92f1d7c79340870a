"""The picture of a player's card."""

from __future__ import annotations

import pytest

from bot.features.ratings.card_picture import PlayerCard, draw_card
from bot.storage.rating_reader import DuelCounts, GameTotals
from games.core.words import list_locales, load_words
from games.registry import GAMES
from tests.games.drawing.written import record_lines


@pytest.mark.parametrize("locale", list_locales())
def test_no_text_of_a_card_is_truncated_in_any_language(locale: str) -> None:
    tallies = tuple(GameTotals(key, 88, 44, 22) for key in GAMES)
    card = PlayerCard(
        "Anna", tallies, {}, ((1, False), (2, True)), viewer_name="Ben", duel=DuelCounts(88, 88, 88)
    )
    with record_lines() as lines:
        draw_card(card, GAMES, load_words(locale))
    assert lines
    assert [line.content for line in lines if "…" in line.content] == []

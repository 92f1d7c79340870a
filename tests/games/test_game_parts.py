"""The published games include everything that a new game may leave out at first."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import games
from games.core.words import list_locales
from games.registry import GAMES
from tests.support import game_parts
from tests.support.cases import join_cases
from tools.walks import list_translated_locales

PART_LIST_NAMES = [name for name in vars(game_parts) if name.startswith("GAMES_WITH_")]


@join_cases([(part,) for part in PART_LIST_NAMES])
def test_the_published_games_have_every_part(part: str) -> None:
    assert set(game_parts.PUBLISHED_GAMES) <= set(getattr(game_parts, part))


@pytest.mark.parametrize("key", game_parts.PUBLISHED_GAMES)
def test_the_published_games_are_translated_and_explained(key: str) -> None:
    game = GAMES[key]
    assert list_translated_locales(game) == list_locales()
    assert game.retold_texts


@pytest.mark.parametrize("key", game_parts.PUBLISHED_GAMES)
def test_only_a_game_with_dice_is_said_to_have_dice(key: str) -> None:
    rules = (Path(games.__file__).parent / key / "RULES.md").read_text("utf-8")
    assert ("dice" in GAMES[key].chance_noun.msgid) == ("dice" in rules)


@pytest.mark.parametrize("key", game_parts.PUBLISHED_GAMES)
def test_the_number_in_a_summary_counts_players(key: str) -> None:
    assert re.match(r"Two (to \w+ )?players ", GAMES[key].summary.msgid)


def test_every_optional_part_of_a_game_is_checked() -> None:
    assert len(PART_LIST_NAMES) == 17

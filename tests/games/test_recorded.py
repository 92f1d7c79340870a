"""Matches recorded under any version of any game's rules replay to the letter, for good."""

from __future__ import annotations

import re
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

from games.core.match import Match
from games.registry import GAMES
from tests.games.recording import GOLDEN, folder, recorded, unrecorded


def golden(key: str) -> ModuleType:
    return import_module(f"tests.games.{key}.golden")


@pytest.mark.parametrize("path", recorded(), ids=lambda path: "-".join(path.with_suffix("").parts[-3:]))
def test_recorded_matches_replay_to_the_letter(path: Path) -> None:
    key, version = path.parts[-3], path.parts[-2]
    text = path.read_text(encoding="utf-8")
    match: Match = golden(key).load(text)
    assert match.game is GAMES[key]
    assert f"v{match.rules.version}" == version
    assert golden(key).render(match) == text


def test_every_version_of_the_rules_has_recorded_matches() -> None:
    assert unrecorded(GAMES) == []


def test_no_match_was_recorded_under_rules_that_are_gone() -> None:
    known = {folder(key, version) for key, game in GAMES.items() for version in game.rules}
    assert {path.parent for path in recorded()} == known
    # Nothing lies where nobody looks for it.
    assert set(GOLDEN.rglob("*.txt")) == set(recorded())
    assert all(re.fullmatch(r"v[1-9]\d*", path.parent.name) for path in recorded())


def test_a_version_without_recorded_matches_is_noticed() -> None:
    game = GAMES["das_riff"]
    assert unrecorded({"das_riff": replace(game, rules={**game.rules, 2: game.rules[1]})}) == [
        ("das_riff", 2)
    ]
    assert unrecorded({"no_such_game": game}) == [("no_such_game", 1)]

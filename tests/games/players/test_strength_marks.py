"""A computer player's mark changes only when the player's choices change."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from games.registry import GAMES
from tests.proof.strength import marks, table
from tests.proof.strength.marks import compute_pairing_mark, compute_player_mark, list_positions
from tests.proof.strength.matches import Pairing
from tests.proof.strength.players import BEGINNER, Player

EASY_PAIRING = Pairing("coral_reef", 2, Player("easy"), Player(BEGINNER))


@pytest.fixture(autouse=True)
def use_few_positions(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Compute marks from 10 positions instead of 200, and clear the caches before and after each test."""
    monkeypatch.setattr(marks, "POSITION_COUNT", 10)
    caches = (marks.list_positions, marks._hash_choices)
    for cached in caches:
        cached.cache_clear()
    yield
    for cached in caches:
        cached.cache_clear()


def compute_mark(level: str, key: str = "coral_reef") -> str:
    """Return the mark of a level, without the cache."""
    marks._hash_choices.cache_clear()
    return compute_player_mark(key, 2, Player(level))


def change_players(monkeypatch: pytest.MonkeyPatch, key: str = "coral_reef", **changes: Any) -> None:
    """Replace some of a game's settings for its computer players."""
    game = GAMES[key]
    monkeypatch.setitem(
        GAMES, key, replace(game, computer_settings=replace(game.computer_settings, **changes))
    )


def test_positions_have_a_choice_and_are_the_same_in_each_run() -> None:
    first = list_positions("coral_reef", 3)
    list_positions.cache_clear()
    assert list_positions("coral_reef", 3) == first
    assert len(first) == 10
    assert all(view.to_act[0] == seat for view, seat in first)


@pytest.mark.parametrize("level", ["normal", "hard"])
def test_a_strength_mark_changes_with_the_estimate(monkeypatch: pytest.MonkeyPatch, level: str) -> None:
    before = compute_mark(level, "australis")
    assert compute_mark(level, "australis") == before
    change_players(monkeypatch, "australis", estimate=lambda state, seat: 0.5)
    assert compute_mark(level, "australis") != before


def test_an_estimate_written_differently_keeps_its_mark(monkeypatch: pytest.MonkeyPatch) -> None:
    before = compute_mark("normal")
    estimate = GAMES["coral_reef"].computer_settings.estimate
    assert estimate is not None
    change_players(monkeypatch, estimate=lambda table, own: estimate(table, own))
    assert compute_mark("normal") == before


def test_a_mark_does_not_depend_on_the_number_of_iterations() -> None:
    assert compute_player_mark("coral_reef", 2, Player("hard", "", 60)) == compute_player_mark(
        "coral_reef", 2, Player("hard")
    )


def test_a_players_mark_includes_the_revision() -> None:
    first, second = (compute_player_mark("coral_reef", 2, Player("hard", name)) for name in ("0123", "4567"))
    assert first != second


def test_a_line_is_stale_once_its_players_have_changed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Any
) -> None:
    monkeypatch.setattr(table, "TABLE_FILE", tmp_path / "strength.md")
    monkeypatch.setattr(table, "list_pairings", lambda keys, seats: iter([EASY_PAIRING]))
    assert table.list_stale_rows() == ["coral_reef 2 easy over beginner: not played"]
    table.write_line(table.format_cells(EASY_PAIRING, [0.5] * 12))
    assert table.list_stale_rows() == []
    change_players(monkeypatch, estimate=lambda state, seat: 0.5)
    marks._hash_choices.cache_clear()
    assert compute_pairing_mark(EASY_PAIRING) not in table.TABLE_FILE.read_text(encoding="utf-8")
    assert table.list_stale_rows() == [
        "coral_reef 2 easy over beginner: the players behave differently today"
    ]

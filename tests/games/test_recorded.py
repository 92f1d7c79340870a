"""Matches recorded under any version of any game's rules replay exactly, forever."""

from __future__ import annotations

import re
from dataclasses import replace
from importlib import import_module
from pathlib import Path

import pytest

from games.core.shapes import ActionLike, EventLike, ViewLike
from games.registry import GAMES
from tests.games.recording import (
    GOLDEN_FOLDER,
    Recorder,
    find_folder,
    find_unrecorded_versions,
    list_recorded_files,
    write_files,
)
from tests.support.game_parts import GAMES_WITH_TESTS

TESTED_GAMES = {key: GAMES[key] for key in GAMES_WITH_TESTS}
AnyRecorder = Recorder[object, ActionLike, EventLike, ViewLike]


def load_recorder(key: str) -> AnyRecorder:
    found: AnyRecorder = import_module(f"tests.games.{key}.golden").RECORDER
    return found


@pytest.mark.parametrize(
    "path", list_recorded_files(), ids=lambda path: "-".join(path.with_suffix("").parts[-3:])
)
def test_recorded_matches_replay_exactly(path: Path) -> None:
    key, version = path.parts[-3], path.parts[-2]
    text = path.read_text(encoding="utf-8")
    match = load_recorder(key).load_match(text)
    assert match.game is GAMES[key]
    assert f"v{match.rules.version}" == version
    assert load_recorder(key).format_match(match) == text


def test_every_number_of_seats_is_recorded_under_every_version() -> None:
    seats: dict[tuple[str, int], set[int]] = {}
    for path in list_recorded_files():
        match = load_recorder(path.parts[-3]).load_match(path.read_text(encoding="utf-8"))
        seats.setdefault((match.game.key, match.rules.version), set()).add(match.seat_count)
    assert seats == {
        (key, v): set(game.seat_counts) for key, game in TESTED_GAMES.items() for v in game.rules
    }


def test_every_version_of_the_rules_has_recorded_matches() -> None:
    assert find_unrecorded_versions(TESTED_GAMES) == []


def test_recorded_matches_belong_to_existing_versions_of_rules() -> None:
    known = {find_folder(key, version) for key, game in TESTED_GAMES.items() for version in game.rules}
    assert {path.parent for path in list_recorded_files()} == known
    assert set(GOLDEN_FOLDER.rglob("*.txt")) == set(list_recorded_files())
    assert all(re.fullmatch(r"v[1-9]\d*", path.parent.name) for path in list_recorded_files())


def test_a_recorded_match_is_replaced_only_on_request(tmp_path: Path) -> None:
    reef = load_recorder("reef")
    texts = {name: reef.format_match(reef.deal_match(key, 2)) for key, name in enumerate(("first", "second"))}
    write_files(tmp_path / "v1", texts)
    write_files(tmp_path / "v1", texts)
    before = {path.name: path.read_text("utf-8") for path in (tmp_path / "v1").iterdir()}
    changed = {
        **texts,
        **{name: reef.format_match(reef.deal_match(key, 2)) for key, name in ((7, "second"), (8, "third"))},
    }
    with pytest.raises(SystemExit, match=r"v1 these matches have changed: second\.txt"):
        write_files(tmp_path / "v1", changed)
    assert {path.name: path.read_text("utf-8") for path in (tmp_path / "v1").iterdir()} == before
    write_files(tmp_path / "v1", changed, replaces=True)
    assert (tmp_path / "v1" / "second.txt").read_text("utf-8") != before["second.txt"]


def test_a_recorded_match_is_replayed_by_its_own_rows(tmp_path: Path) -> None:
    reef = load_recorder("reef")
    match = reef.continue_match(reef.deal_match(1, 2), lambda state, seat, actions: actions[-1], 9)
    path = tmp_path / "first.txt"
    path.write_text(reef.format_match(match), "utf-8")
    assert reef.replay_matches(tmp_path, ["first", "new"])["first"].rows == match.rows
    path.write_text(path.read_text("utf-8").replace(match.rows[3].text, "take:nothing"), "utf-8")
    with pytest.raises(SystemExit, match=r"first\.txt does not replay"):
        reef.replay_matches(tmp_path, ["first"])


def test_a_version_without_recorded_matches_is_detected() -> None:
    game = GAMES["das_riff"]
    assert find_unrecorded_versions({"das_riff": replace(game, rules={**game.rules, 2: game.rules[1]})}) == [
        ("das_riff", 2)
    ]
    assert find_unrecorded_versions({"no_such_game": game}) == [("no_such_game", 1)]

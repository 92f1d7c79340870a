"""``python -m games``: each command, and one clear line for everything that cannot be done."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image

from games.cli import parser
from games.core.record import Record
from games.registry import GAMES

KEY = next(iter(GAMES))
ROOT = Path(__file__).resolve().parents[2]


def run(*arguments: str) -> int:
    return parser.main(arguments)


@pytest.fixture
def saved(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    assert run("selfplay", KEY, "--seed", "5", "--save", str(tmp_path)) == 0
    capsys.readouterr()
    return tmp_path / f"{KEY}-5.json"


def test_list_names_every_game_with_its_switches(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("list") == 0
    out = capsys.readouterr().out
    for game in GAMES.values():
        assert game.key in out
        assert game.title in out
        assert all(f"{option.name}={'|'.join(option.values)}" in out for option in game.options)


@pytest.mark.parametrize("key", GAMES)
def test_selfplay_prints_one_object_a_match(key: str, capsys: pytest.CaptureFixture[str]) -> None:
    seats = str(GAMES[key].seats[-1])
    assert run("selfplay", key, "--seats", seats, "--games", "3", "--seed", "9", "--json") == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert len(lines) == 3
    assert len({line["hash"] for line in lines}) == 3
    for line in lines:
        assert len(line["outcome"]["placements"]) == int(seats)
        assert line["outcome"]["ending"]
        assert line["plies"] > 0


def test_selfplay_is_the_same_in_every_process() -> None:
    hashes = set()
    for hash_seed in ("1", "2"):
        command = [sys.executable, "-m", "games", "selfplay", KEY, "--games", "2", "--seed", "3", "--json"]
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
        done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
        hashes.add(done.stdout)
    assert len(hashes) == 1


def test_match_number_i_has_seed_plus_i(capsys: pytest.CaptureFixture[str]) -> None:
    run("selfplay", KEY, "--games", "2", "--seed", "4")
    both = capsys.readouterr().out.splitlines()
    run("selfplay", KEY, "--seed", "5")
    assert capsys.readouterr().out.splitlines() == both[1:]


def test_picture_is_a_png_for_the_public_and_for_a_seat(tmp_path: Path) -> None:
    for more in ((), ("--seat", "1"), ("--lang", "en")):
        file = tmp_path / "board.png"
        assert run("picture", KEY, "--seed", "2", "--ply", "20", *more, "-o", str(file)) == 0
        with Image.open(file) as picture:
            assert picture.format == "PNG"
        file.unlink()


def test_replay_shows_the_end_and_any_row(saved: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = len(json.loads(saved.read_text())["rows"])
    assert run("replay", str(saved)) == 0
    whole = capsys.readouterr().out
    assert f"{rows} of {rows} rows" in whole
    assert run("replay", str(saved), "--ply", "0") == 0
    assert f"0 of {rows} rows" in (start := capsys.readouterr().out)
    assert start != whole


def test_verify_holds(saved: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("verify", str(saved)) == 0
    assert "holds" in capsys.readouterr().out


def _broken(text: str) -> Iterator[tuple[str, str]]:
    data = json.loads(text)
    yield "empty", ""
    yield "no json", "fish"
    yield "list", "[]"
    yield "half", text[: len(text) // 2]
    yield "endless", "[" * 100_000
    changes: dict[str, dict[str, object]] = {
        "format": {"format": 99},
        "game": {"game": "chess"},
        "version": {"rules_version": 999},
        "seats": {"seats": 99},
        "option": {"options": {"no": "such"}},
        "secret": {"secret": "00" * 32},
        "no secret": {"secret": None},
        "odd secret": {"secret": "zz"},
        "commitment": {"commitment": "00"},
        "presses": {"presses": ["1"]},
        "infinite": {"seats": float("inf")},
        "token": {"rows": [["act", 0, "no such token"]]},
        "kind": {"rows": [["jump", 0, ""]]},
        "seat": {"rows": [["resign", 7, ""]]},
        "undo": {"rows": [["undo", 0, "9" * 5000]]},
        "row": {"rows": [["act"]]},
        "cut": {"rows": data["rows"][:-1]},
        "result": {"outcome": {**data["outcome"], "ending": "other"}},
        "places": {"outcome": {**data["outcome"], "placements": [1]}},
        "no result": {"outcome": None},
    }
    for name, change in changes.items():
        yield name, json.dumps({**data, **change})


def complains(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Run and expect exit status 2 and exactly one line on standard error."""
    assert run(*arguments) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("python -m games: ")
    assert said.err.count("\n") == 1
    assert len(said.err) < 400
    return said.err


def test_broken_files_get_one_line(saved: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, text in _broken(saved.read_text()):
        saved.write_text(text)
        assert str(saved) in complains(capsys, "verify", str(saved)), name
        assert Path(saved).exists()
    saved.write_bytes(b"\xff\xfe\x00")
    complains(capsys, "replay", str(saved))
    complains(capsys, "replay", str(saved.parent))
    complains(capsys, "verify", str(saved.with_name("missing.json")))


def test_rows_beyond_the_end_get_one_line(saved: Path, capsys: pytest.CaptureFixture[str]) -> None:
    complains(capsys, "replay", str(saved), "--ply", "100000")


@pytest.mark.parametrize(
    "arguments",
    [
        "",
        "fly",
        "selfplay",
        "selfplay chess",
        "selfplay KEY --seats 99",
        "selfplay KEY --seats two",
        "selfplay KEY --games -1",
        "selfplay KEY --seed x",
        "selfplay KEY --option deck",
        "selfplay KEY --option no_such=1",
        "selfplay KEY --save no/such/folder",
        "picture KEY",
        "picture chess -o DIR/x.png",
        "picture KEY -o DIR/no/such/x.png",
        "picture KEY -o DIR/x.png --ply 999999",
        "picture KEY -o DIR/x.png --ply -1",
        "picture KEY -o DIR/x.png --seat 9",
        "picture KEY -o DIR/x.png --lang xx",
        "replay",
        "verify",
        "play chess",
        "play KEY --lang xx",
        "play KEY --save DIR/no/such/file",
    ],
)
def test_bad_arguments_get_one_line(
    arguments: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    complains(capsys, *arguments.replace("KEY", KEY).replace("DIR", str(tmp_path)).split())


def answer(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    """Type these lines, then nothing more."""
    typed = iter(lines)

    def read(prompt: str = "") -> str:
        try:
            return next(typed)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr("builtins.input", read)


def test_play_to_the_end_by_first_choices_and_keep_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "match.json"
    answer(monkeypatch, "", "0", "999", "no such move", *["1", "2"] * 8, "b", "u", "u", "1", "q")
    assert run("play", KEY, "--seed", "6", "--save", str(file)) == 0
    out = capsys.readouterr().out
    assert "  1. " in out
    assert "Stopped." in out
    record = Record.from_json(file.read_text())
    assert any(row.kind == "undo" for row in record.rows)
    assert any(row.kind == "act" for row in record.rows)
    assert run("verify", str(file)) == 0


def test_play_takes_typed_tokens_and_says_why_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("selfplay", KEY, "--seed", "5", "--save", str(tmp_path)) == 0
    played = Record.from_json((tmp_path / f"{KEY}-5.json").read_text())
    file = tmp_path / "typed.json"
    answer(monkeypatch, "???", *(row.text for row in played.rows))
    assert run("play", KEY, "--seed", "5", "--save", str(file)) == 0
    assert "can be read" in capsys.readouterr().out
    assert Record.from_json(file.read_text()) == played

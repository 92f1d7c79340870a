"""The commands of ``python -m games`` work, and report errors in one line."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from games.cli import matches, parser
from games.core.match_record import MatchRecord, record_match
from games.core.words import list_locales, load_words
from games.registry import GAMES
from tools.walks import Case

GAME_KEY = next(iter(GAMES))
ROOT = Path(__file__).resolve().parents[2]


def run_command(*arguments: str) -> int:
    return parser.main(arguments)


@pytest.fixture
def saved_match(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    assert run_command("selfplay", GAME_KEY, "--seed", "5", "--save", str(tmp_path)) == 0
    capsys.readouterr()
    return tmp_path / f"{GAME_KEY}-5.json"


def test_the_list_command_names_every_game_with_its_options(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command("list") == 0
    out = capsys.readouterr().out
    for game in GAMES.values():
        assert game.key in out
        assert game.title in out
        assert all(f"{option.name}={'|'.join(option.values)}" in out for option in game.options)


@pytest.mark.parametrize("key", GAMES)
def test_the_selfplay_command_prints_one_object_per_match(
    key: str, capsys: pytest.CaptureFixture[str]
) -> None:
    seats = str(GAMES[key].seat_counts[-1])
    assert run_command("selfplay", key, "--seats", seats, "--games", "3", "--seed", "9", "--json") == 0
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
        command = [sys.executable, "-m", "games", "selfplay", GAME_KEY]
        command += ["--games", "2", "--seed", "3", "--json"]
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
        completed = subprocess.run(
            command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True
        )
        hashes.add(completed.stdout)
    assert len(hashes) == 1


def test_selfplay_numbers_its_seeds_consecutively(capsys: pytest.CaptureFixture[str]) -> None:
    run_command("selfplay", GAME_KEY, "--games", "2", "--seed", "4")
    both = capsys.readouterr().out.splitlines()
    run_command("selfplay", GAME_KEY, "--seed", "5")
    assert capsys.readouterr().out.splitlines() == both[1:]


def test_the_picture_command_writes_a_png_for_the_public_or_a_seat(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for more in ((), ("--seat", "1"), ("--lang", "en")):
        file = tmp_path / "board.png"
        assert run_command("picture", GAME_KEY, "--seed", "2", "--ply", "20", *more, "-o", str(file)) == 0
        with Image.open(file) as picture:
            assert picture.format == "PNG"
            size = "{} x {}".format(*picture.size)
        output = capsys.readouterr().out
        assert str(file) in output
        assert size in output
        file.unlink()


def test_the_replay_command_shows_the_end_or_any_row(
    saved_match: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = len(json.loads(saved_match.read_text())["rows"])
    assert run_command("replay", str(saved_match)) == 0
    whole = capsys.readouterr().out
    assert f"{rows} of {rows} rows" in whole
    assert run_command("replay", str(saved_match), "--rows", "0") == 0
    assert f"0 of {rows} rows" in (start := capsys.readouterr().out)
    assert start != whole


def test_replay_writes_an_animated_replay(
    saved_match: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "replay.gif"
    assert run_command("replay", str(saved_match), "--rows", "20", "--gif", str(file), "--lang", "de") == 0
    output = capsys.readouterr().out
    assert "20 of" in output and f"{file}: " in output
    with Image.open(file) as replay:
        assert replay.format == "GIF"
        assert f" {getattr(replay, 'n_frames', 1)} frames" in output
    whole = tmp_path / "whole.GIF"
    # Sixty rows have more turns than the highlights show.
    assert run_command("replay", str(saved_match), "--rows", "60", "--gif", str(whole)) == 0
    assert whole.stat().st_size > file.stat().st_size
    capsys.readouterr()
    assert run_command("replay", str(saved_match), "--rows", "60", "--gif", str(file), "--whole") == 0
    assert file.stat().st_size > 1.5 * whole.stat().st_size
    capsys.readouterr()
    assert "ends in .gif" in expect_error(
        capsys, "replay", str(saved_match), "--gif", str(tmp_path / "replay.png")
    )
    assert not (tmp_path / "replay.png").exists()
    (tmp_path / "folder.gif").mkdir()
    assert run_command("replay", str(saved_match), "--gif", str(tmp_path / "folder.gif")) == 2


def test_the_verify_command_accepts_a_valid_record(
    saved_match: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = MatchRecord.from_json(saved_match.read_text())
    known = ("--hash", record.digest, "--commitment", record.commitment)
    assert run_command("verify", str(saved_match), *known) == 0
    output = capsys.readouterr().out
    assert "is proven" in output
    winner = json.loads(saved_match.read_text())["outcome"]["placements"].index(1) + 1
    assert f"Seat {winner} wins" in output
    assert GAMES[GAME_KEY].title in output
    assert run_command("verify", str(saved_match), *known, "--lang", "de") == 0
    assert capsys.readouterr().out != output


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        *(
            (text, "This isn't the record of a match.")
            for text in ("# The reefs", "{}", "[]", '{"format": 1}')
        ),
        ("\xff", "This isn't a text file in UTF-8, as records are."),
    ],
)
def test_a_file_that_is_not_a_record_is_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, expected: str
) -> None:
    file = tmp_path / "README.md"
    file.write_text(text, "latin-1")
    for command in ("verify", "replay"):
        assert expect_error(capsys, command, str(file)).endswith(f"{file}: {expected}\n")


def test_a_closed_match_is_replayed_to_its_end(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    match = matches.deal_match(GAMES[GAME_KEY], None, {}, 3).close()
    file = tmp_path / "closed.json"
    file.write_text(matches.make_seed_record(match, 3).to_json(), "utf-8")
    assert run_command("replay", str(file)) == 0
    assert "    1. close\n" in capsys.readouterr().out
    assert run_command("verify", str(file)) == 1
    assert "closed without a result" in capsys.readouterr().out


def test_without_a_command_the_commands_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command() == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    for command in ("list", "selfplay", "picture", "replay", "verify", "play"):
        assert f"\n    {command} " in captured.err


@pytest.mark.parametrize(
    ("arguments", "least"), [("picture KEY -o x.png --ply -3", 0), ("selfplay KEY --games 0", 1)]
)
def test_a_number_that_is_too_small_is_explained(
    arguments: str, least: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert f"is not a whole number from {least} up" in expect_error(
        capsys, *arguments.replace("KEY", GAME_KEY).split()
    )


def test_a_closed_pipe_ends_the_output_quietly() -> None:
    command = [sys.executable, "-m", "games", "selfplay", GAME_KEY, "--games", "2"]
    pipe, end = os.pipe()
    os.close(pipe)
    try:
        completed = subprocess.run(
            command, cwd=ROOT, stdout=end, stderr=subprocess.PIPE, text=True, check=False
        )
    finally:
        os.close(end)
    assert (completed.returncode, completed.stderr) == (0, "")


def list_broken_files(text: str) -> Iterator[tuple[str, str]]:
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


def expect_error(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Run a command that must fail with status 2 and one line on standard error. Return that line."""
    assert run_command(*arguments) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("python -m games: ")
    assert captured.err.count("\n") == 1
    assert len(captured.err) < 400
    return captured.err


def test_broken_files_are_reported_in_one_line(saved_match: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, text in list_broken_files(saved_match.read_text()):
        saved_match.write_text(text)
        assert str(saved_match) in expect_error(capsys, "verify", str(saved_match)), name
        assert Path(saved_match).exists()
    saved_match.write_bytes(b"\xff\xfe\x00")
    expect_error(capsys, "replay", str(saved_match))
    expect_error(capsys, "replay", str(saved_match.parent))
    expect_error(capsys, "verify", str(saved_match.with_name("missing.json")))


def list_forged_files(record: MatchRecord) -> Iterator[tuple[str, str]]:
    """Yield names and texts of forged files, whose hashes match only for a reader that converts types."""
    text = record.to_json()
    data = json.loads(text)
    assert record.secret is not None and record.outcome is not None
    yield "rows twice", text.replace('"rows":', '"rows": [["resign", 0, ""]],\n "rows":', 1)
    yield "ending twice", text.replace('"ending":', '"ending": "closed", "ending":', 1)
    yield "capitals", text.replace(record.secret.hex(), record.secret.hex().upper())
    yield "spaces", text.replace(record.secret.hex(), " ".join(re.findall("..", record.secret.hex())))
    changes: dict[str, dict[str, Any]] = {
        "part of a seat": {"seats": record.seat_count + 0.9},
        "format as a fraction": {"format": 1.0},
        "format as a truth": {"format": True},
        "version as text": {"rules_version": str(record.version)},
        "seats as text": {"seats": str(record.seat_count)},
        "press as a number": {"presses": [int(press) for press in data["presses"]]},
        "press with zeros": {"presses": [f"0{press}" for press in data["presses"]]},
        "press with a sign": {"presses": [f"+{press}" for press in data["presses"]]},
        "row's seat as text": {"rows": [[kind, str(seat), token] for kind, seat, token in data["rows"]]},
        "row's seat as a truth": {
            "rows": [[kind, bool(seat) if seat < 2 else seat, token] for kind, seat, token in data["rows"]]
        },
        "place as a truth": {
            "outcome": {
                **data["outcome"],
                "placements": [place == 1 or place for place in record.outcome.placements],
            }
        },
        "place as text": {
            "outcome": {**data["outcome"], "placements": list(map(str, record.outcome.placements))}
        },
        "more of an outcome": {"outcome": {**data["outcome"], "winner": 1}},
    }
    for name, change in changes.items():
        yield name, json.dumps({**data, **change})


@pytest.mark.parametrize("key", GAMES)
def test_verify_refuses_an_illegal_record_even_if_its_hashes_match(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], key: str
) -> None:
    case = Case(GAMES[key], GAMES[key].seat_counts[0], GAMES[key].get_default_options(), 5, is_rich=True)
    record = record_match(case.match, case.secret, case.presses)
    known = ("--hash", record.digest, "--commitment", record.commitment)
    file = tmp_path / "match.json"
    file.write_text(record.to_json())
    assert run_command("verify", str(file), *known) == 0
    capsys.readouterr()
    for name, text in list_forged_files(record):
        assert text != record.to_json(), name
        file.write_text(text)
        assert expect_error(capsys, "verify", str(file), *known), name


def test_verify_says_what_it_proves_with_and_without_known_hashes(
    saved_match: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = MatchRecord.from_json(saved_match.read_text())
    assert run_command("verify", str(saved_match)) == 1
    alone = capsys.readouterr().out
    assert record.digest in alone and record.commitment in alone
    assert "Not proven: that these are the moves" in alone
    assert "Not proven: that this secret was fixed" in alone
    assert "\nProven" not in alone
    assert run_command("verify", str(saved_match), "--commitment", record.commitment) == 1
    assert "Not proven: that these are the moves" in capsys.readouterr().out
    assert run_command("verify", str(saved_match), "--hash", record.digest) == 1
    assert "Not proven: that this secret was fixed" in capsys.readouterr().out
    known = ("--hash", record.digest.upper(), "--commitment", record.commitment)
    assert run_command("verify", str(saved_match), *known) == 0
    whole = capsys.readouterr().out
    assert whole.count("Proven: ") == 3
    assert "Not proven" not in whole
    for option in ("--hash", "--commitment"):
        assert "has been changed, or it's another match" in expect_error(
            capsys, "verify", str(saved_match), option, "0" * 64
        )
        assert "64 hexadecimal digits" in expect_error(capsys, "verify", str(saved_match), option, "0" * 63)


def test_a_broken_file_is_reported_in_the_requested_language(
    saved_match: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    saved_match.write_text(json.dumps({**json.loads(saved_match.read_text()), "game": "chess"}))
    for command in ("verify", "replay"):
        for locale in list_locales():
            text = load_words(locale)("There's no game “{key}”.", key="chess")
            assert expect_error(capsys, command, str(saved_match), "--lang", locale).endswith(
                f"{saved_match}: {text}\n"
            )


def test_rows_beyond_the_end_are_reported_in_one_line(
    saved_match: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    expect_error(capsys, "replay", str(saved_match), "--rows", "100000")


@pytest.mark.parametrize(
    "arguments",
    [
        "fly",
        "selfplay",
        "selfplay chess",
        "selfplay KEY --seats 99",
        "selfplay KEY --seats two",
        "selfplay KEY --games -1",
        "selfplay KEY --games 0",
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
        "picture KEY -o DIR/x.gif",
        "picture KEY -o DIR/png",
        "picture KEY -o DIR/x.png --lang xx",
        "replay",
        "verify",
        "play chess",
        "play KEY --lang xx",
        "play KEY --save DIR/no/such/file",
    ],
)
def test_invalid_arguments_are_reported_in_one_line(
    arguments: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    expect_error(capsys, *arguments.replace("KEY", GAME_KEY).replace("DIR", str(tmp_path)).split())


def type_lines(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    """Make ``input`` return the given lines, and then raise EOFError."""
    typed = iter(lines)

    def read_line(prompt: str = "") -> str:
        try:
            return next(typed)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr("builtins.input", read_line)


def test_play_can_reach_the_end_and_save_the_record(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "match.json"
    type_lines(monkeypatch, "", "0", "999", "no such move", *["1", "2"] * 8, "b", "u", "u", "1", "q")
    assert run_command("play", GAME_KEY, "--seed", "6", "--save", str(file)) == 0
    out = capsys.readouterr().out
    assert "  1. " in out
    assert "Stopped." in out
    record = MatchRecord.from_json(file.read_text())
    assert any(row.kind == "undo" for row in record.rows)
    assert any(row.kind == "act" for row in record.rows)
    assert run_command("verify", str(file)) == 1


def test_play_accepts_typed_tokens_and_explains_refusals(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command("selfplay", GAME_KEY, "--seed", "5", "--save", str(tmp_path)) == 0
    played = MatchRecord.from_json((tmp_path / f"{GAME_KEY}-5.json").read_text())
    file = tmp_path / "typed.json"
    type_lines(monkeypatch, "???", *(row.text for row in played.rows))
    assert run_command("play", GAME_KEY, "--seed", "5", "--save", str(file)) == 0
    assert "I can't read" in capsys.readouterr().out
    assert MatchRecord.from_json(file.read_text()) == played


def read_outputs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *lines: str
) -> list[list[str]]:
    """Type the given lines; return the output before each line and before the end of input."""
    typed, found = iter(lines), []

    def read_line(prompt: str) -> str:
        found.append(capsys.readouterr().out.splitlines())
        try:
            return next(typed)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr("builtins.input", read_line)
    assert run_command("play", GAME_KEY) == 0
    return found


def list_choices(lines: list[str]) -> list[str]:
    return [line for line in lines if re.match(r" +\d+\. ", line)]


@pytest.mark.parametrize("typed", ["???", "999", "0", "b", "u", "help", "9" * 5000])
def test_after_a_mistake_only_the_question_is_repeated(
    typed: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    first, then, again = read_outputs(monkeypatch, capsys, typed, "")
    asked = first[-len(list_choices(first)) - 1]
    assert then[1:] == [asked]
    assert again == [asked, *list_choices(first)]


@pytest.mark.parametrize("typed", ["q", "quit", "Quit"])
def test_typing_quit_ends_play(
    typed: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = iter([typed])
    monkeypatch.setattr("builtins.input", lambda prompt: next(lines))
    assert run_command("play", GAME_KEY) == 0
    assert "Stopped." in capsys.readouterr().out


@pytest.mark.parametrize("typed", ["u", "undo"])
def test_typing_undo_takes_a_move_back_in_play(
    typed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    start = matches.deal_match(GAMES[GAME_KEY], None, {}, 1)
    first = start.legal_actions(start.to_act[0])[0].token
    file = tmp_path / "match.json"
    type_lines(monkeypatch, first, typed)
    assert run_command("play", GAME_KEY, "--save", str(file)) == 0
    assert [row.kind for row in MatchRecord.from_json(file.read_text()).rows] == ["act", "undo"]


@pytest.mark.parametrize("typed", ["help", "?"])
def test_typing_help_explains_play(
    typed: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    type_lines(monkeypatch, typed)
    assert run_command("play", GAME_KEY) == 0
    assert capsys.readouterr().out.count("b (back)") == 2


OPENING_ANSWERS = ("1",)
"""Answers that lead to a question with several answers: the opponent's choice of a worm (DR-2.3)."""


@pytest.mark.parametrize("typed", ["b", "back"])
def test_typing_back_leads_to_the_previous_question_in_play(
    typed: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    first, then, again = read_outputs(monkeypatch, capsys, *OPENING_ANSWERS, "1", typed)[
        len(OPENING_ANSWERS) :
    ]
    assert list_choices(then) != list_choices(first) == list_choices(again)

"""The commands that learn weights give the same result on every computer."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Mapping
from math import isfinite
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from games.reef.player import learned as reef_learned
from games.reef.player.insight import replace_weights
from tools import fit_australis, fit_coral_reef, fit_das_riff, fit_reef, selfplay

QUICK_ARGUMENTS = ("--matches", "1", "--processes", "1", "--seed", "13")


@pytest.fixture(autouse=True)
def shorten_learning(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shorten the matches, and let the tools learn from a single position."""
    monkeypatch.setattr(fit_coral_reef, "ROUNDS_TO_WIN", "1")
    monkeypatch.setattr(fit_australis, "MIN_EXAMPLES", 1)


def list_numbers(found: Any, name: str = "") -> Iterator[tuple[str, float]]:
    """Yield each number in nested mappings and sequences, after its path such as ``/BROOD_WEIGHTS/0``."""
    if isinstance(found, int | float):
        yield name, found
    elif isinstance(found, Mapping):
        for key, below in found.items():
            yield from list_numbers(below, f"{name}/{key}")
    else:
        for place, below in enumerate(found):
            yield from list_numbers(below, f"{name}/{place}")


def read_tables(text: str) -> dict[str, float]:
    """Return the numbers in the source of a weights file, by path (see :func:`list_numbers`)."""
    if text.startswith("{"):
        return dict(list_numbers(json.loads(text)))
    module = ModuleType("weights")
    exec(compile(text, "weights", "exec"), vars(module))
    return dict(list_numbers({name: table for name, table in vars(module).items() if name.isupper()}))


@pytest.mark.parametrize(
    ("tool", "extra_arguments"),
    [
        pytest.param(fit_das_riff, ("--iterations", "1"), id="das_riff", marks=pytest.mark.nightly),
        pytest.param(fit_coral_reef, (), id="coral_reef", marks=pytest.mark.slow),
        pytest.param(fit_australis, ("--seats", "2"), id="australis", marks=pytest.mark.slow),
        pytest.param(fit_reef, ("--generations", "1"), id="reef", marks=pytest.mark.slow),
    ],
)
def test_weights_are_printed_unless_writing_is_requested(
    tool: Any,
    extra_arguments: tuple[str, ...],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    before = tool.WEIGHTS_FILE.read_bytes()
    there = tmp_path / "weights"
    there.write_bytes(before)
    monkeypatch.setattr(tool, "WEIGHTS_FILE", there)
    assert tool.main([*QUICK_ARGUMENTS, *extra_arguments]) == 0
    printed = capsys.readouterr().out
    assert there.read_bytes() == before
    assert tool.main([*QUICK_ARGUMENTS, *extra_arguments, "--write"]) == 0
    assert capsys.readouterr().out == ""
    assert there.read_text("utf-8") == printed
    found, known = read_tables(printed), read_tables(before.decode())
    assert all(map(isfinite, found.values()))
    assert found.keys() == known.keys()
    assert found != known


def double_number(number: int) -> int:
    return 2 * number


@pytest.mark.parametrize("processes", [1, 2])
def test_matches_are_numbered_from_the_seed_and_keep_their_order(processes: int) -> None:
    asked = argparse.Namespace(seed=5, matches=6, processes=processes)
    assert list(selfplay.play_matches(double_number, asked, "")) == [10, 12, 14, 16, 18, 20]


def test_matches_with_different_numbers_differ() -> None:
    assert fit_das_riff.collect_leads(5) != fit_das_riff.collect_leads(6)


def test_a_match_is_played_with_the_given_weights() -> None:
    known = reef_learned.LEARNED_WEIGHTS_BY_SEAT_COUNT[2]
    worthless = tuple([(0.0,) * len(knot) for knot in known])
    try:
        assert fit_reef.play_for_training_rows(2, 1, worthless, 5) != fit_reef.play_for_training_rows(
            2, 1, known, 5
        )
    finally:
        replace_weights(2, known)


@pytest.mark.parametrize("match_count", ["0", "-1", "many"])
def test_the_number_of_matches_must_be_positive(match_count: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        fit_reef.main(["--matches", match_count])
    assert "a positive whole number" in capsys.readouterr().err

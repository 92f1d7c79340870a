"""The table of strength: its figures, and how the benchmark reads them."""

from __future__ import annotations

from pathlib import Path

import pytest

import tests.strength as strength
from tests.bench.harness import Effort
from tests.bench.strength import rows
from tests.strength import Pairing, interval, play, row, table, write


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(strength, "TABLE", tmp_path / "strength.md")
    return tmp_path / "strength.md"


def test_wilson_interval() -> None:
    assert interval(0.5, 100) == pytest.approx((0.4038, 0.5962), abs=1e-4)
    assert interval(1.0, 200) == pytest.approx((0.9812, 1.0), abs=1e-4)


def test_a_line_takes_the_place_of_the_older_one(elsewhere: Path) -> None:
    reef = Pairing("reef", "hard", "normal", 200)
    riff = Pairing("das_riff", "normal", "random", 200)
    for pairing, score in ((reef, 0.6), (riff, 0.97), (reef, 0.75)):
        write(row(pairing, score))
    lines = elsewhere.read_text(encoding="utf-8").splitlines()
    assert [line.split(" | ")[0] for line in lines[2:]] == ["| das_riff", "| reef"]
    assert table()["reef", "hard over normal"][4] == "75.00%"


def test_benchmark_reads_the_table(elsewhere: Path) -> None:
    write(row(Pairing("reef", "hard", "normal", 200), 0.75))
    write(row(Pairing("das_riff", "hard", "normal", 200), 0.65))
    write(row(Pairing("coral_reef", "hard", "normal", 200), 0.6))
    found = {each.name: each for each in rows(Effort(quick=True))}
    assert found["reef: hard over normal, score (200 matches)"].holds
    assert not found["das_riff: hard over normal, score (200 matches)"].holds
    assert found["coral_reef: hard over normal, interval (200 matches)"].value == pytest.approx(0.5308)
    assert not found["australis: normal over random, score (not played)"].holds


def test_same_match_in_each_run() -> None:
    pairing = Pairing("coral_reef", "normal", "random", 2)
    assert [play(pairing, number) for number in range(4)] == [play(pairing, number) for number in range(4)]
    assert all(play(pairing, number) in (0, 0.5, 1) for number in range(2))

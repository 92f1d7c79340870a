"""Tests of the conditions under which a load run fails."""

from __future__ import annotations

import argparse
from itertools import count
from pathlib import Path

import pytest

from tests.proof.load import __main__ as load
from tests.proof.load.people import Crowd
from tests.proof.load.processes import wait_until_idle
from tests.support.standin.server import Standin


@pytest.mark.parametrize(("failed", "ratio", "status"), [(0, 1.0, 0), (0, 1.1, 0), (0, 1.11, 1), (3, 1.0, 1)])
async def test_a_failed_press_or_a_high_cost_fails_the_run(
    monkeypatch: pytest.MonkeyPatch, failed: int, ratio: float, status: int
) -> None:
    async def fake_load(arguments: argparse.Namespace, folder: Path) -> list[str]:
        return ["a press"] * failed

    async def fake_growth(arguments: argparse.Namespace, folder: Path) -> list[str]:
        return load.check_growth(ratio)

    monkeypatch.setattr(load, "run_load_test", fake_load)
    monkeypatch.setattr(load, "measure_growth", fake_growth)
    assert await load.run_both_parts(argparse.Namespace()) == status


async def test_a_press_that_raises_counts_as_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    async def raise_key_error(self: Crowd, channel: int) -> None:
        raise KeyError("no such board")

    monkeypatch.setattr(Crowd, "act_in_channel", raise_key_error)
    crowd = Crowd(Standin(), [4001], 1, seed=1)
    number = await crowd.press_at_rate(100.0, 0.05)
    assert number > 0
    tally = crowd.take_tally()
    assert tally.find_problems(number) == ["KeyError: 'no such board'"] * number
    assert "1 were neither" in tally.find_problems(number + 1)[-1]
    assert crowd.take_tally().find_problems(0), "nobody pressed"


async def test_the_load_waits_for_the_first_interval_with_almost_no_cpu_time() -> None:
    readings = iter([1.0, 1.5, 1.9, 1.90001, 5.0])
    await wait_until_idle(lambda: next(readings), interval=0.001)
    assert list(readings) == [5.0]


async def test_a_process_that_stays_busy_ends_the_load() -> None:
    readings = count()
    with pytest.raises(TimeoutError):
        await wait_until_idle(lambda: float(next(readings)), interval=0.0001)


@pytest.mark.parametrize(
    "arguments", [["--live", "0"], ["--rate", "0"], ["--seconds", "nan"], ["--finished", "9"]]
)
def test_arguments_that_measure_nothing_are_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["load", *arguments])
    with pytest.raises(SystemExit, match="2"):
        load.main()
    assert "must be a " in capsys.readouterr().err

"""The results of a load run."""

from __future__ import annotations

import argparse
from pathlib import Path

import pytest

from tests.proof.load import __main__ as load
from tests.proof.load.people import Crowd
from tests.support.standin.server import Standin


@pytest.mark.parametrize(("failed", "ratio", "status"), [(0, 1.0, 0), (0, 1.1, 0), (0, 1.11, 1), (3, 1.0, 1)])
async def test_a_failed_press_or_a_grown_cost_fails_the_run(
    monkeypatch: pytest.MonkeyPatch, failed: int, ratio: float, status: int
) -> None:
    async def presses(arguments: argparse.Namespace, folder: Path) -> list[str]:
        return ["a press"] * failed

    async def cost(arguments: argparse.Namespace, folder: Path) -> list[str]:
        return load.check_growth(ratio)

    monkeypatch.setattr(load, "load", presses)
    monkeypatch.setattr(load, "measure_growth", cost)
    assert await load.run(argparse.Namespace()) == status


async def test_a_press_that_could_not_be_made_has_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken(self: Crowd, channel: int) -> None:
        raise KeyError("no such board")

    monkeypatch.setattr(Crowd, "one", broken)
    crowd = Crowd(Standin(), [4001], 1, seed=1)
    number = await crowd.at_rate(100.0, 0.05)
    assert number > 0
    tally = crowd.counted()
    assert tally.problems(number) == ["KeyError: 'no such board'"] * number
    assert "1 were neither" in tally.problems(number + 1)[-1]
    assert crowd.counted().problems(0), "nobody pressed"


@pytest.mark.parametrize(
    "arguments", [["--live", "0"], ["--rate", "0"], ["--seconds", "nan"], ["--finished", "9"]]
)
def test_a_run_that_would_show_nothing_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["load", *arguments])
    with pytest.raises(SystemExit, match="2"):
        load.main()
    assert " is wanted, not " in capsys.readouterr().err

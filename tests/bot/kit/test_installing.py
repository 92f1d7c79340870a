"""Hints name a command that works where the bot is installed."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from bot.errors.storage import DriverMissing
from bot.kit import installing


def test_a_checkout_installs_itself_and_a_package_by_name(tmp_path: Path) -> None:
    assert installing.write_install("fonts", tmp_path) == "pip install 'reefs[fonts]'"
    (tmp_path / "pyproject.toml").touch()
    assert installing.write_install("fonts", tmp_path) == "pip install -e '.[fonts]'"


def test_an_error_names_the_command() -> None:
    assert "pip install -e '.[postgresql]'" in str(DriverMissing())


@pytest.mark.parametrize(
    ("started", "name"), [("/usr/bin/reefs", "reefs"), ("/x/bot/__main__.py", "python -m bot")]
)
def test_help_calls_the_program_as_it_was_started(
    monkeypatch: pytest.MonkeyPatch, started: str, name: str
) -> None:
    monkeypatch.setattr(sys, "argv", [started])
    assert installing.name_program() == name

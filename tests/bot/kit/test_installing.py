"""Hints name an install command that works for this installation."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from bot.errors.storage import DriverMissing
from bot.kit import installing


def test_hints_install_the_extra_in_a_checkout_and_its_requirements_elsewhere(tmp_path: Path) -> None:
    told = installing.write_install("postgresql", tmp_path)
    project = tomllib.loads((installing.ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    (wanted,) = map(Requirement, project["optional-dependencies"]["postgresql"])
    assert Requirement(told.removeprefix("pip install '").removesuffix("'")) == wanted
    assert installing.write_install("fonts", tmp_path).count("manimgx-fonts") == 2
    (tmp_path / "pyproject.toml").touch()
    assert installing.write_install("postgresql", tmp_path) == "pip install -e '.[postgresql]'"


def test_the_missing_driver_error_names_the_install_command() -> None:
    assert "pip install -e '.[postgresql]'" in str(DriverMissing())


@pytest.mark.parametrize(
    ("started", "name"), [("/usr/bin/reefs", "reefs"), ("/x/bot/__main__.py", "python -m bot")]
)
def test_help_calls_the_program_as_it_was_started(
    monkeypatch: pytest.MonkeyPatch, started: str, name: str
) -> None:
    monkeypatch.setattr(sys, "argv", [started])
    assert installing.name_program() == name

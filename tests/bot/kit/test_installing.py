"""Hints name an install command that works for this installation."""

from __future__ import annotations

import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from bot.errors.storage import DatabaseDriverMissing
from bot.kit import installing


def test_hints_name_the_extra_in_a_checkout_and_its_requirements_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "executable", str(tmp_path / ".venv" / "bin" / "python"))
    told = installing.format_install_command("postgresql", tmp_path)
    project = tomllib.loads((installing.PROJECT_ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    (wanted,) = map(Requirement, project["optional-dependencies"]["postgresql"])
    assert Requirement(told.removeprefix(".venv/bin/python -m pip install '").removesuffix("'")) == wanted
    assert installing.format_install_command("fonts", tmp_path).count("manimgx-fonts") == 2
    (tmp_path / "pyproject.toml").touch()
    assert (
        installing.format_install_command("postgresql", tmp_path)
        == ".venv/bin/python -m pip install -e '.[postgresql]'"
    )


def test_the_missing_driver_error_names_the_install_command() -> None:
    assert "pip install -e '.[postgresql]'" in str(DatabaseDriverMissing())


@pytest.mark.parametrize(
    ("started", "name"), [("/usr/bin/reefs", "reefs"), ("/x/bot/__main__.py", "python -m bot")]
)
def test_help_names_the_program_as_it_was_started(
    monkeypatch: pytest.MonkeyPatch, started: str, name: str
) -> None:
    monkeypatch.setattr(sys, "argv", [started])
    assert installing.find_program_command() == name


@pytest.mark.parametrize(
    ("started", "python", "command"),
    [
        ("/usr/bin/reefs", ".venv/bin/python", "reefs"),
        ("/x/bot/__main__.py", ".venv/bin/python", ".venv/bin/python -m bot"),
        ("/x/bot/__main__.py", "my bot/bin/python", "'my bot/bin/python' -m bot"),
    ],
)
def test_the_start_command_works_in_the_current_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, started: str, python: str, command: str
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", [started])
    monkeypatch.setattr(sys, "executable", str(tmp_path / python))
    assert installing.format_start_command() == command
    monkeypatch.setattr(sys, "executable", "/opt/bin/python")
    assert installing.format_start_command() == ("reefs" if command == "reefs" else "/opt/bin/python -m bot")


def test_each_proof_names_the_extra_it_needs() -> None:
    code = "import sys; sys.modules['pytest'] = None; import tests.proof.sim.command"
    result = subprocess.run(
        [sys.executable, "-c", code], cwd=installing.PROJECT_ROOT, capture_output=True, text=True, check=False
    )
    python = Path(sys.executable)
    if python.is_relative_to(installing.PROJECT_ROOT):
        python = python.relative_to(installing.PROJECT_ROOT)
    assert (result.returncode, result.stderr) == (
        1,
        f"The proofs need an extra: {shlex.quote(str(python))} -m pip install -e '.[test]'\n",
    )

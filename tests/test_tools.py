"""The commands in ``tools`` explain themselves, and their pictures are up to date."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

import pytest

TOOLS_FOLDER = Path(__file__).parents[1] / "tools"
COMMAND_NAMES = [
    path.stem
    for path in sorted(TOOLS_FOLDER.glob("*.py"))
    if 'if __name__ == "__main__"' in path.read_text("utf-8")
]


@pytest.mark.parametrize("name", COMMAND_NAMES)
def test_a_command_only_explains_itself_if_asked_for_help(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    for package in ("resvg_py", "fontTools"):
        pytest.importorskip(package)
    monkeypatch.setattr(sys, "argv", [name, "--help"])
    with pytest.raises(SystemExit) as ended:
        import_module(f"tools.{name}").main()
    assert ended.value.code == 0
    assert capsys.readouterr().out.startswith(f"usage: python -m tools.{name} ")


@pytest.mark.slow
def test_the_brand_pictures_are_up_to_date() -> None:
    pytest.importorskip("resvg_py")
    from tools import brand

    assert brand.main(["--check"]) == 0

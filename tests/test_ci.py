"""CI tests a copy of the checkout, including uncommitted files, and leaves the checkout unchanged."""

from __future__ import annotations

import importlib
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.support import nightly
from tests.support.patience import HANG_TIMEOUT_SECONDS
from tests.support.postgres import NOT_INSTALLED_TEXT, find_programs

ROOT = Path(__file__).parents[1]

SAMPLE_README = """
```sh
python3 -m venv .venv && .venv/bin/python -m bot
```

```sh
pwd && ls -A && cat *.txt && mkdir .venv && exit 7
```
"""
EXIT_STATUS = 7
"""Exit status of the README's failing command."""
ENVIRONMENT_WITHOUT_GIT = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
"""The environment without git's variables. In a git hook, they would point to another checkout."""


def run_git(folder: Path, *words: str) -> None:
    own = ("user.name=Somebody", "user.email=somebody@example.org", "commit.gpgsign=false")
    settings = [part for setting in own for part in ("-c", setting)]
    subprocess.run(
        ["git", *settings, *words], cwd=folder, env=ENVIRONMENT_WITHOUT_GIT, check=True, capture_output=True
    )


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout with uncommitted changes and ignored files. A command of its README fails."""
    folder = tmp_path / "check out"
    (folder / ".ci").mkdir(parents=True)
    shutil.copy2(ROOT / ".ci" / "run", folder / ".ci" / "run")
    (folder / "README.md").write_text(SAMPLE_README, "utf-8")
    (folder / ".gitignore").write_text(".venv/\n.env\n", "utf-8")
    for name in ("changed.txt", "deleted.txt"):
        (folder / name).write_text(f"{name} as it was\n", "utf-8")
    run_git(folder, "init", "-q")
    run_git(folder, "add", "-A")
    run_git(folder, "commit", "-q", "-m", "Begin")
    (folder / "changed.txt").write_text("what is not committed\n", "utf-8")
    (folder / "deleted.txt").unlink()
    (folder / "new file.txt").write_text("what git does not know\n", "utf-8")
    (folder / ".env").write_text("DISCORD_TOKEN=a.b.c\n", "utf-8")
    (folder / ".venv").mkdir()
    (folder / ".venv" / "kept").write_text("", "utf-8")
    return folder


@pytest.mark.skipif(os.name != "posix", reason="needs bash")
@pytest.mark.skipif(find_programs() is None, reason=NOT_INSTALLED_TEXT)
def test_ci_tests_a_copy_of_the_checkout_with_uncommitted_files(checkout: Path, tmp_path: Path) -> None:
    before = {path: path.stat().st_mtime_ns for path in checkout.rglob("*") if ".git/" not in str(path)}
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    ended = subprocess.run(
        [checkout / ".ci" / "run"],
        env={**ENVIRONMENT_WITHOUT_GIT, "TMPDIR": str(temporary)},
        capture_output=True,
        encoding="utf-8",
        timeout=HANG_TIMEOUT_SECONDS,
        check=False,
    )
    # A command of the README fails, so nothing runs after it.
    assert ended.returncode == EXIT_STATUS, ended.stdout + ended.stderr
    _, place, *rest = ended.stdout.strip().splitlines()
    assert Path(place).is_relative_to(temporary)
    assert sorted(rest[:6]) == [".ci", ".git", ".gitignore", "README.md", "changed.txt", "new file.txt"]
    assert rest[6:] == ["what is not committed", "what git does not know"]
    # No files are left over, and the checkout is unchanged.
    assert list(temporary.iterdir()) == []
    assert before == {
        path: path.stat().st_mtime_ns for path in checkout.rglob("*") if ".git/" not in str(path)
    }


def test_everything_that_ci_imports_from_the_tests_exists() -> None:
    imports = re.findall(r"from (tests[\w.]*) import (\w+)", (ROOT / ".ci" / "run").read_text("utf-8"))
    assert imports
    for module, name in imports:
        assert hasattr(importlib.import_module(module), name), f"{module}.{name}"


def test_slow_tests_are_marked_in_their_own_files() -> None:
    """``.ci/run`` finds the files of slow tests by the text of the mark, or of a function that adds it."""
    script = (ROOT / ".ci" / "run").read_text("utf-8")
    (pattern,) = re.findall(r"grep -rlE --include='test_\*\.py' '([^']+)' tests", script)
    assert all(
        re.search(pattern, text) for text in ("mark.slow", "defer_to_ci(", "defer_middle_seat_counts(")
    )
    marked = {path for path in (ROOT / "tests").rglob("*.py") if re.search(pattern, path.read_text("utf-8"))}
    assert marked > {Path(nightly.__file__)}
    assert all(path.name.startswith("test_") for path in marked - {Path(nightly.__file__)})

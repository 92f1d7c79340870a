"""Test runs end even if tests fail or hang, and every process collects the same tests."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests import conftest
from tests.support import messages, postgres, watchdog
from tests.support.cases import join_cases
from tests.support.patience import HANG_TIMEOUT_SECONDS

ROOT = Path(__file__).parents[1]

FAILING_TESTS = """
from tests.bot.conftest import harbour
from tests.support.tables_kit import open_hall
from tests.bot.storage.conftest import open_database, open_store, store
from tests.bot.storage.test_writer import SCHEMA, hold_statement, insert_number
from tests.support.stores import keep_store_open
import asyncio

async def test_a_store(store):
    assert await store.matches.list_live_messages() == "something else"

async def test_two_stores(open_store, tmp_path):
    one, other = [await open_store(tmp_path / name) for name in ("one.db", "other.db")]
    assert await one.matches.list_live_messages() != await other.matches.list_live_messages()

async def test_a_database(open_database, tmp_path):
    database = await open_database(tmp_path / "reefs.db", SCHEMA)
    assert await database.fetch_rows("SELECT x FROM one") != []

async def test_a_transaction_that_is_held(open_database, tmp_path):
    database = await open_database(tmp_path / "reefs.db", SCHEMA)
    with hold_statement(database) as reached:
        task = asyncio.create_task(insert_number(database, 1))
        await reached.wait()
        assert task.done()

async def test_a_block(tmp_path):
    async with keep_store_open(tmp_path / "reefs.db") as store:
        assert await store.matches.list_live_messages() == "something else"

async def test_a_table(tmp_path):
    async with open_hall(tmp_path) as hall:
        await hall.restart()
        assert await hall.store.matches.list_live_messages() == "something else"

async def test_a_bot(harbour):
    await harbour.restart()
    assert await harbour.store.matches.list_live_messages() == "something else"
"""

HANGING_TEST = """
import threading
import pytest

def test_stuck():
    threading.Event().wait()

def test_sound():
    pass

@pytest.fixture
def refusal():
    yield
    assert False

def test_with_a_failing_tear_down(refusal):
    pass
"""


def run_code(folder: Path, code: str, *options: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a file of tests with the project's settings, and wait until it ends.

    :raises subprocess.TimeoutExpired: the tests hang.
    """
    path = folder / "test_them.py"
    path.write_text(code, "utf-8")
    return run_pytest(
        "-c", str(ROOT / "pyproject.toml"), f"--rootdir={folder}", *options, str(path), **environment
    )


def run_pytest(*options: str, **environment: str) -> subprocess.CompletedProcess[str]:
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *options],
        cwd=ROOT,
        env={**inherited, **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=HANG_TIMEOUT_SECONDS,
        check=False,
    )


@pytest.mark.slow
def test_a_run_ends_after_tests_fail_with_open_files(tmp_path: Path) -> None:
    """Use one process, because xdist stops workers even if their threads keep running."""
    ended = run_code(tmp_path, FAILING_TESTS, "-n0")
    failing = FAILING_TESTS.count("async def test_")
    assert f"{failing} failed" in ended.stdout.splitlines()[-1], ended.stdout + ended.stderr
    assert "error" not in ended.stdout.splitlines()[-1]
    assert ended.returncode == 1


def test_a_hanging_test_is_stopped_and_the_others_run(tmp_path: Path) -> None:
    # Load no other plug-ins, because that takes longer than running these tests.
    names = "xdist", "pytest_timeout", "tests.support.watchdog", "tests.support.messages"
    plugins = [part for name in names for part in ("-p", name)]
    ended = run_code(
        tmp_path, HANGING_TEST, *plugins, "-n1", "-o", "timeout=2", PYTEST_DISABLE_PLUGIN_AUTOLOAD="1"
    )
    summary = ended.stdout.splitlines()[-1]
    assert "1 failed, 2 passed" in summary and "1 error" in summary, ended.stdout + ended.stderr
    assert "crashed while running 'test_them.py::test_stuck'" in ended.stdout
    assert 'test_them.py", line 6 in test_stuck' in ended.stderr
    assert ended.returncode == 1


@pytest.mark.parametrize(
    ("change", "is_sent"),
    [
        ({}, False),
        ({"when": "teardown"}, False),
        ({"when": "call"}, True),
        ({"outcome": "failed"}, True),
        ({"outcome": "skipped"}, True),
        ({"duration": 0.006}, True),
        ({"sections": [("Captured stdout setup", "text")]}, True),
    ],
)
def test_a_worker_omits_only_reports_that_are_not_shown(change: dict[str, Any], is_sent: bool) -> None:
    report = {
        "when": "setup",
        "outcome": "passed",
        "duration": 0.004,
        "sections": [],
        "keywords": {},
        **change,
    }
    sent: list[str] = []
    messages.send_needed_message(lambda name, data: sent.append(data["when"]), "testreport", data=report)
    assert sent == [report["when"]] * is_sent


def test_subprocesses_reuse_compiled_files(pytestconfig: pytest.Config) -> None:
    if not pytestconfig.pluginmanager.hasplugin("cacheprovider"):
        pytest.skip("pytest keeps nothing from one run to the next")
    code = "import sys; print(sys.dont_write_bytecode)"
    assert subprocess.check_output([sys.executable, "-c", code], text=True).strip() == "False"
    assert not sys.dont_write_bytecode


def test_each_process_compiles_its_share_of_the_modules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pytestconfig: pytest.Config
) -> None:
    names = [f"{folder}/{letter}" for folder in ("bot", "games") for letter in "abcde"]
    for name in names:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / f"{name}.py").write_text("", "utf-8")
    monkeypatch.setattr(conftest, "ROOT", tmp_path)
    monkeypatch.setattr(pytestconfig, "args", [])
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    monkeypatch.setattr(sys, "pycache_prefix", None)
    monkeypatch.setenv("PYTEST_XDIST_WORKER_COUNT", "3")
    shares: list[int] = []
    for worker in ("gw0", "gw1", "gw2"):
        monkeypatch.setenv("PYTEST_XDIST_WORKER", worker)
        conftest.compile_share(pytestconfig)
        shares.append(len(list(tmp_path.rglob("*.pyc"))))
    assert shares == [4, 7, 10]


def read_tests_with_words(*words: str) -> Iterator[tuple[str, ast.Module]]:
    """Yield the path and syntax tree of each test file or conftest with one of these words.

    Only files with such a word are parsed, because parsing all files is slow.
    """
    for path in sorted((ROOT / "tests").rglob("*.py")):
        if path.name.startswith(("test_", "conftest")):
            text = path.read_text("utf-8")
            if any(word in text for word in words):
                yield path.relative_to(ROOT).as_posix(), ast.parse(text)


DIRECT_OPENING_COUNTS_BY_FILE = {
    "tests/bot/storage/test_writer.py": 1,
    "tests/bot/storage/test_migrations.py": 1,
    "tests/bot/host/test_logs.py": 2,
}
"""Number of calls in each file that open a database directly, because the test checks how it is closed."""


def test_tests_open_databases_only_with_helpers_that_close_them() -> None:
    """The helpers are in ``tests.support.stores`` and in fixtures."""
    found: dict[str, int] = {}
    opening = "Store.open", "SqliteDatabase.open"
    for name, tree in read_tests_with_words(*opening):
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in opening:
                found[name] = found.get(name, 0) + 1
    assert found == DIRECT_OPENING_COUNTS_BY_FILE


def find_timeout(call: ast.Call) -> ast.expr | None:
    """Return the expression for a call's timeout, or None if it has none."""
    name = ast.unparse(call.func)
    given = next((word.value for word in call.keywords if word.arg == "timeout"), None)
    if name in ("asyncio.timeout", "pytest.mark.timeout") and call.args:
        return call.args[0]
    if name == "asyncio.wait_for" and len(call.args) == 2:
        return call.args[1]
    return given


def test_no_test_has_a_timeout_too_short_for_a_slow_machine() -> None:
    found = []
    for name, tree in read_tests_with_words("timeout", "wait_for"):
        for node in ast.walk(tree):
            if not isinstance(node, ast.Call):
                continue
            limit = find_timeout(node)
            seconds = limit.value if isinstance(limit, ast.Constant) else None
            # A timeout of zero means that a call must not wait.
            if isinstance(seconds, int | float) and 0 < seconds < HANG_TIMEOUT_SECONDS:
                found.append(f"{name}:{node.lineno}: {seconds}")
    assert found == []


def test_tests_run_on_all_cores_with_a_timeout(pytestconfig: pytest.Config) -> None:
    settings: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["pytest"]
    options = settings["ini_options"]
    assert "-n auto --dist worksteal" in options["addopts"]
    assert HANG_TIMEOUT_SECONDS < options["timeout"] <= 600
    assert options["timeout_method"] == "thread"
    assert any(isinstance(plugin, watchdog.Watchdog) for plugin in pytestconfig.pluginmanager.get_plugins())


def test_only_abandoned_folders_of_servers_are_removed(tmp_path: Path) -> None:
    abandoned, used, new = (tmp_path / f"{postgres.FOLDER_PREFIX}{name}" for name in ("a", "b", "c"))
    other = tmp_path / "other"
    for folder in (abandoned, used, new, other):
        (folder / "data").mkdir(parents=True)
        if folder != new:
            os.utime(folder, (0, 0))
    lock = postgres.lock_folder(used)
    try:
        postgres.remove_abandoned_folders(tmp_path)
        assert sorted(tmp_path.iterdir()) == sorted([used, new, other])
    finally:
        os.close(lock)


def test_joined_cases_all_run_and_each_failure_is_reported() -> None:
    seen = []

    @join_cases((number,) for number in range(5))
    def check(number: int) -> None:
        seen.append(number)
        if number == 1:
            with pytest.raises(ValueError):
                pass
        assert number != 3

    with pytest.raises(BaseExceptionGroup) as caught:
        check()
    assert seen == [0, 1, 2, 3, 4]
    assert [failure.__notes__ for failure in caught.value.exceptions] == [["case: (1,)"], ["case: (3,)"]]


@pytest.mark.nightly
def test_every_process_collects_the_same_tests_in_the_same_order() -> None:
    """xdist refuses to start if the tests differ. Two hash seeds make sets differ in order in every run."""
    one, other = (
        run_pytest("--collect-only", "-n0", "-m", "", PYTHONHASHSEED=seed).stdout.splitlines()
        for seed in ("1", "2")
    )
    tests = [line for line in one if "::" in line]
    assert len(tests) > 5000
    assert tests == [line for line in other if "::" in line]

"""The numbers in capacity.md follow from its inputs, and the inputs agree with the code."""

from __future__ import annotations

import subprocess
import sys
from itertools import pairwise

import pytest

from bot.shards.process_group import LOGIN_SLOT_SECONDS
from bot.storage.engine.postgres_server import MAX_CONNECTIONS
from bot.tables.store import MAX_CACHED_TABLES
from tests.support.patience import HANG_TIMEOUT_SECONDS
from tools import scale

INPUT_VALUES_BY_NAME = {name: one.value for name, one in scale.INPUT_BY_NAME.items()}


def test_the_tables_match_the_inputs() -> None:
    text = scale.PAGE_FILE.read_text("utf-8")
    assert scale.update_page(text, INPUT_VALUES_BY_NAME) == text, "python -m tools.scale writes them"


def test_inputs_agree_with_the_code() -> None:
    assert INPUT_VALUES_BY_NAME["ready"] == MAX_CACHED_TABLES
    assert INPUT_VALUES_BY_NAME["login"] == LOGIN_SLOT_SECONDS
    # The pool's connections, plus one for the leases and one for the thinkers.
    assert INPUT_VALUES_BY_NAME["held"] == MAX_CONNECTIONS + 2


def test_a_changed_input_changes_only_what_depends_on_it() -> None:
    base, more = (
        scale.compute_figures(10_000, INPUT_VALUES_BY_NAME),
        scale.compute_figures(10_000, {**INPUT_VALUES_BY_NAME, "press_ms": 150.0}),
    )
    assert more["bot_cores"] == pytest.approx(10 * base["bot_cores"])
    assert more["hosts"] > base["hosts"]
    assert {name for name in ("presses", "writes", "thoughts", "growth") if more[name] != base[name]} == set()
    assert more["money"] > base["money"]


def test_the_text_agrees_with_the_tables() -> None:
    text = scale.PAGE_FILE.read_text("utf-8")
    last = scale.compute_figures(100_000, INPUT_VALUES_BY_NAME)
    broken = round(INPUT_VALUES_BY_NAME["calls"] / last["calls"] * 100)
    assert f"from some {broken},000 servers on" in text
    assert last["connections"] > 100
    assert 0.9 < last["growth"] / 1024 < 1.5
    assert 0.45 < scale.compute_figures(10_000, INPUT_VALUES_BY_NAME)["process_mib"] / 1024 < 0.55
    assert scale.compute_figures(100, INPUT_VALUES_BY_NAME)["peak"] == pytest.approx(0.1, rel=0.05)
    assert (
        f"one core handles some {1000 / INPUT_VALUES_BY_NAME['server_ms'] // 100 * 100:.0f} a second" in text
    )


def test_more_servers_never_need_fewer_resources() -> None:
    for less, more in pairwise(
        scale.compute_figures(size, INPUT_VALUES_BY_NAME) for size in scale.SERVER_COUNTS
    ):
        assert all(more[name] >= less[name] for name in less if name not in ("process_mib", "kept"))


def test_an_outdated_page_is_detected() -> None:
    text = scale.PAGE_FILE.read_text("utf-8")
    assert scale.update_page(text, {**INPUT_VALUES_BY_NAME, "vcpu": 11.0}) != text
    with pytest.raises(SystemExit):
        scale.update_page(text.replace("<!-- table -->", ""), INPUT_VALUES_BY_NAME)


def test_a_host_can_pass_their_own_figures() -> None:
    def run_scale(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "tools.scale", *arguments]
        return subprocess.run(
            command, capture_output=True, text=True, timeout=HANG_TIMEOUT_SECONDS, check=False
        )

    assert run_scale("--check").returncode == 0
    own = run_scale("--set", "playing=1")
    assert own.returncode == 0 and own.stdout.startswith("| servers | formula | 10 |")
    assert run_scale("--set", "luck=1").returncode == 2

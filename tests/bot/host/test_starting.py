"""Hosting starts without the modules that it doesn't need, or doesn't need yet."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]

START = """
import sys
import bot.__main__, bot.app, bot.host.hosting
print(*sys.modules)
"""
UNNEEDED = {
    "aiohttp.web": "the health page",
    "prometheus_client": "metrics",
    "importlib.metadata": "the versions of packages",
    "platformdirs": "the default folder of the database",
    "asyncpg": "PostgreSQL",
    "av": "replays as MP4",
    "numpy": "replays as MP4",
    "bot.host.doctor": "the doctor",
    "bot.host.playground": "the playground",
    "games.cli": "the games in a terminal",
    "games.players.mining": "making puzzles",
    "games.das_riff.draw": "the first picture",
}
MAX_MODULES = 1_240
"""Maximum number of loaded modules, slightly above the current number. Each one slows the start."""


@pytest.fixture(scope="module")
def loaded() -> set[str]:
    """Return the names of the modules that are loaded when a bot starts."""
    done = subprocess.run([sys.executable, "-c", START], cwd=ROOT, capture_output=True, text=True, check=True)
    return set(done.stdout.split())


@pytest.mark.parametrize("module", UNNEEDED)
def test_hosting_starts_without_modules_for_other_purposes(loaded: set[str], module: str) -> None:
    assert module not in loaded, UNNEEDED[module]


def test_hosting_starts_with_few_modules(loaded: set[str]) -> None:
    assert {"bot.app", "discord", "games.reef"} <= loaded
    assert len(loaded) <= MAX_MODULES

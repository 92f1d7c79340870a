"""Hosting starts without loading modules or computing tables that it doesn't need at startup."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]

START_PROGRAM = """
import sys
import bot.__main__, bot.app, bot.host.hosting
from games.reef import sight
from games.reef.player import insight
assert not sight.list_stack_masks.cache_info().currsize and not insight.HELPFUL_CORAL_COUNTS
print(*sys.modules)
"""
PURPOSES_BY_UNNEEDED_MODULE = {
    "aiohttp.web": "the health page",
    "prometheus_client": "metrics",
    "importlib.metadata": "the versions of packages",
    "platformdirs": "the default folder of the database",
    "asyncpg": "PostgreSQL",
    "av": "replays as MP4",
    "numpy": "replays as MP4",
    "difflib": "suggestions for misspelled settings",
    "bot.host.doctor": "the doctor",
    "bot.host.playground": "the playground",
    "games.cli": "the games in a terminal",
    "games.players.mining": "making puzzles",
    "games.das_riff.draw": "the first picture",
    "games.drawing.replay": "replays",
}
MAX_MODULES = 1_238
"""Maximum number of loaded modules, slightly above the current number. Each one slows the start."""


@pytest.fixture(scope="module")
def loaded_modules() -> set[str]:
    """Return the names of the modules that are loaded when a bot starts."""
    completed = subprocess.run(
        [sys.executable, "-c", START_PROGRAM], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return set(completed.stdout.split())


@pytest.mark.parametrize("module", PURPOSES_BY_UNNEEDED_MODULE)
def test_hosting_starts_without_modules_for_other_purposes(loaded_modules: set[str], module: str) -> None:
    assert module not in loaded_modules, PURPOSES_BY_UNNEEDED_MODULE[module]


def test_hosting_starts_with_few_modules(loaded_modules: set[str]) -> None:
    assert {"bot.app", "discord", "games.reef"} <= loaded_modules
    assert len(loaded_modules) <= MAX_MODULES

"""The inspection of slash commands finds each limit broken, and none that holds."""

from __future__ import annotations

from typing import Any

import pytest

from bot.platform.commands import count_characters, find_problems
from games.core.words import words


def command(**changes: Any) -> dict[str, Any]:
    return {"name": "play", "description": "Open a table", "type": 1, **changes}


def option(**changes: Any) -> dict[str, Any]:
    return {"name": "game", "description": "Which", "type": 3, **changes}


def choice(name: str = "a", value: str = "a", **changes: Any) -> dict[str, Any]:
    return {"name": name, "value": value, **changes}


ALLOWED = [
    [command()],
    [command(name=f"c{n}") for n in range(100)],
    [command(name="a" * 32, description="b" * 100)],
    [command(options=[option(name=f"o{n}", choices=[choice("c" * 100)] * 25) for n in range(2)])],
    [command(options=[option(name=f"o{n}") for n in range(25)])],
    [command(name_localizations={"de": "öffnen"})],
    [{"name": "Catch me up", "type": 3, "name_localizations": {"de": "Was ist passiert?"}}],
    [{"name": f"Play {n}", "type": kind} for kind in (2, 3) for n in range(15)],
]
REFUSED = [
    ([command(name=f"c{n}") for n in range(101)], "101 commands"),
    ([command(name="a" * 33)], "small letters"),
    ([command(name="Play")], "small letters"),
    ([{"name": f"Play {n}", "type": 3} for n in range(16)], "16 commands"),
    ([{"name": "Play", "type": 2, "name_localizations": {"nl": "n" * 33}}], "of 33 characters"),
    ([command(name="play it")], "small letters"),
    ([command(name_localizations={"de": "Öffnen"})], "small letters"),
    ([command(description="b" * 101)], "of 101 characters"),
    ([command(description="")], "of 0 characters"),
    ([command(description_localizations={"nl": "b" * 101})], "of 101 characters"),
    ([command(options=[option(name=f"o{n}") for n in range(26)])], "26 options"),
    ([command(options=[option(choices=[choice()] * 26)])], "26 choices"),
    ([command(options=[option(choices=[choice("c" * 101)])])], "of 101 characters"),
    ([command(options=[option(options=[option(description="b" * 101)])])], "/play game game"),
    (
        [command(options=[option(choices=[choice("c" * 100)] * 25, name=f"o{n}") for n in range(4)])],
        "the limit is 8000",
    ),
]


@pytest.mark.parametrize("commands", ALLOWED)
def test_valid_commands_are_accepted(commands: list[dict[str, Any]]) -> None:
    assert find_problems(commands) == []


@pytest.mark.parametrize(("commands", "told"), REFUSED)
def test_each_exceeded_limit_is_reported(commands: list[dict[str, Any]], told: str) -> None:
    found = find_problems(commands)
    assert found
    assert told in words("en").msg(found[0])


def test_the_longest_translation_counts() -> None:
    made = command(
        description_localizations={"de": "d" * 50, "nl": "n" * 40},
        options=[option(choices=[choice("abc", "de", name_localizations={"de": "abcdef"})])],
    )
    assert count_characters(made) == len("play") + 50 + len("game") + len("Which") + 6 + 2

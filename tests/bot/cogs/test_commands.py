"""The check of slash commands accepts valid commands and reports each exceeded limit."""

from __future__ import annotations

from typing import Any

import pytest

from bot.platform.commands import count_characters, find_exceeded_limits
from games.core.words import load_words
from tests.support.cases import join_cases


def make_command(**changes: Any) -> dict[str, Any]:
    return {"name": "play", "description": "Open a table", "type": 1, **changes}


def make_option(**changes: Any) -> dict[str, Any]:
    return {"name": "game", "description": "Which", "type": 3, **changes}


def make_choice(name: str = "a", value: str = "a", **changes: Any) -> dict[str, Any]:
    return {"name": name, "value": value, **changes}


VALID_COMMANDS = [
    [make_command()],
    [make_command(name=f"c{n}") for n in range(100)],
    [make_command(name="a" * 32, description="b" * 100)],
    [
        make_command(
            options=[make_option(name=f"o{n}", choices=[make_choice("c" * 100)] * 25) for n in range(2)]
        )
    ],
    [make_command(options=[make_option(name=f"o{n}") for n in range(25)])],
    [make_command(name_localizations={"de": "öffnen"})],
    [{"name": "Catch me up", "type": 3, "name_localizations": {"de": "Was ist passiert?"}}],
    [{"name": f"Play {n}", "type": kind} for kind in (2, 3) for n in range(15)],
]
INVALID_COMMANDS = [
    ([make_command(name=f"c{n}") for n in range(101)], "101 commands"),
    ([make_command(name="a" * 33)], "small letters"),
    ([make_command(name="Play")], "small letters"),
    ([{"name": f"Play {n}", "type": 3} for n in range(16)], "16 commands"),
    ([{"name": "Play", "type": 2, "name_localizations": {"nl": "n" * 33}}], "of 33 characters"),
    ([make_command(name="play it")], "small letters"),
    ([make_command(name_localizations={"de": "Öffnen"})], "small letters"),
    ([make_command(description="b" * 101)], "of 101 characters"),
    ([make_command(description="")], "of 0 characters"),
    ([make_command(description_localizations={"nl": "b" * 101})], "of 101 characters"),
    ([make_command(options=[make_option(name=f"o{n}") for n in range(26)])], "26 options"),
    ([make_command(options=[make_option(choices=[make_choice()] * 26)])], "26 choices"),
    ([make_command(options=[make_option(choices=[make_choice("c" * 101)])])], "of 101 characters"),
    ([make_command(options=[make_option(options=[make_option(description="b" * 101)])])], "/play game game"),
    (
        [
            make_command(
                options=[make_option(choices=[make_choice("c" * 100)] * 25, name=f"o{n}") for n in range(4)]
            )
        ],
        "the limit is 8000",
    ),
]


@pytest.mark.parametrize("commands", VALID_COMMANDS)
def test_valid_commands_are_accepted(commands: list[dict[str, Any]]) -> None:
    assert find_exceeded_limits(commands) == []


@join_cases(INVALID_COMMANDS)
def test_each_exceeded_limit_is_reported(commands: list[dict[str, Any]], expected: str) -> None:
    found = find_exceeded_limits(commands)
    assert found
    assert expected in load_words("en").msg(found[0])


def test_a_limit_applies_to_the_longest_translation() -> None:
    command = make_command(
        description_localizations={"de": "d" * 50, "nl": "n" * 40},
        options=[make_option(choices=[make_choice("abc", "de", name_localizations={"de": "abcdef"})])],
    )
    assert count_characters(command) == len("play") + 50 + len("game") + len("Which") + 6 + 2

"""A language that is 40 % longer breaks no message or picture, and deliberate faults are found."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.platform.limits import MAX_DESCRIPTION_LENGTH
from games.core.words import load_words
from games.registry import GAMES
from tests.proof.pseudo.judging import find_faults
from tests.proof.pseudo.language import collect_truncated_lines, show_pseudo_language
from tests.proof.pseudo.reading import GameText, read_match
from tests.support.nightly import defer_to_night
from tools.pseudo import BEGIN, END, make_catalogue, stretch_text

MIN_STEPS_BETWEEN_POSITIONS = 60
"""Minimum number of random steps between positions. It is high, so that a match takes only seconds."""


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    with show_pseudo_language(tmp_path):
        yield tmp_path


@pytest.mark.slow
@pytest.mark.parametrize("game", defer_to_night(GAMES, "das_riff", "australis"))
async def test_every_text_shown_in_a_match_is_pseudo_translated_and_not_truncated(
    game: str, folder: Path
) -> None:
    with collect_truncated_lines() as cuts:
        texts = [
            text async for text in read_match(game, min_steps_between_positions=MIN_STEPS_BETWEEN_POSITIONS)
        ]
    assert len(texts) > 300
    assert find_faults(texts) == {}
    assert cuts == set()


def test_a_language_with_three_plurals_is_read(folder: Path) -> None:
    w = load_words()
    assert w.plural("{n} worm", "{n} worms", 1).startswith(f"{BEGIN}1 wöö")
    assert w.plural("{n} worm", "{n} worms", 5).count("5") == 1


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("Take a card", "not marked"),
        (f"{BEGIN}Take a card{END} now", "not marked"),
        (f"{BEGIN}Take a…", "cut"),
        (f"{BEGIN}{'a' * 90}{END}", "longer than 80"),
    ],
)
def test_an_unmarked_truncated_or_long_text_is_noticed(text: str, fault: str) -> None:
    (found,) = find_faults([GameText("reef", "button", text)])
    assert found.startswith(fault)


def test_placeholders_code_and_line_prefixes_are_left_alone() -> None:
    text = "-# {name} took **{card}**. `/play` opens [a table](<{link}>)."
    shown = stretch_text(text)
    assert shown.startswith(f"-# {BEGIN}") and shown.endswith(END)
    assert all(part in shown for part in ("{name}", "**{card}**", "`/play`", "](<{link}>)"))
    assert len(shown) > 1.2 * len(text)


def test_descriptions_stay_within_their_limit() -> None:
    descriptions = [m for m in make_catalogue() if m.context == "command text"]
    assert descriptions and all(len(str(m.string)) <= MAX_DESCRIPTION_LENGTH for m in descriptions)

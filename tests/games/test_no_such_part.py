"""A move that names a nonexistent part of the game is refused, citing the rule that lists the parts."""

from __future__ import annotations

import pytest

from bot.ui.refusals import write_refusal
from games.core.errors import NoSuchPart, UnreadableToken
from games.core.words import load_words
from games.registry import GAMES
from tests.support.cases import join_cases


@join_cases(
    [
        ("reef", "take:61", "There's no card 61: the deck has cards 1 to 60 (RF-1.2"),
        ("reef", "play:100:a1,a2", "There's no card 100: the deck has cards 1 to 60 (RF-1.2"),
        ("reef", "play:36:a5,a1", "There's no space a5: the spaces are a1 to d4 (RF-2.3"),
        ("reef", "play:36:e5:a1", "There's no space e5: the spaces are a1 to d4 (RF-2.3"),
        ("reef", "deck>99", "There's no card 99: the deck has cards 1 to 60 (RF-1.2"),
        (
            "das_riff",
            "take:E1:rr",
            "There's no card E1: the rows are A to D, the columns 1 to 8 (",
        ),
        ("das_riff", "flip:A9:r", "There's no card A9: the rows are A to D, the columns 1 to 8 ("),
        (
            "das_riff",
            "shark:B12",
            "There's no card B12: the rows are A to D, the columns 1 to 8 (",
        ),
        ("australis", "die:b9", "There's no die b9 in this game (AU-1.2"),
        ("australis", "keep:zz", "There's no card zz in this game (AU-1.1"),
        ("australis", "reef:9", "There's no reef 9: they are 3 to 8 (AU-2.7"),
        ("australis", "move:3>9", "There's no reef 9: they are 3 to 8 (AU-2.7"),
    ]
)
def test_a_missing_part_is_refused_with_its_clause(game: str, token: str, expected: str) -> None:
    rules = GAMES[game].rules[GAMES[game].version]
    with pytest.raises(NoSuchPart) as caught:
        rules.read(token)
    assert write_refusal(caught.value, load_words("en")).startswith(expected)


@pytest.mark.parametrize(("game", "token"), [("reef", "take:x"), ("das_riff", "take:A1"), ("reef", "")])
def test_malformed_moves_cannot_be_read(game: str, token: str) -> None:
    with pytest.raises(UnreadableToken) as caught:
        GAMES[game].rules[GAMES[game].version].read(token)
    assert not caught.value.clause
    assert "/learn" in write_refusal(caught.value, load_words("en"))
